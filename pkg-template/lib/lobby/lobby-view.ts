import { playersOf, seatsOf } from './lobby-connection.js';
import type { GameComponent } from './lobby-connection.js';
import type { LobbyStore, Shown } from './lobby-store.js';
import type { LobbyAPI, LobbyRendererArgs } from '../../types/lobby.js';
import type { Foreign } from '../util/foreign.js';

/** Data of a shown lobby. */
interface Viewed<Component = GameComponent> {
  store: LobbyStore;
  state: Shown;
  gameComponents: readonly Component[];
}

/** Event of an input. */
interface InputEvent {
  target: { value: string };
}

/** Creates an element of a framework. */
type MakeElement<Element> = (tag: string, attributes: Foreign, ...children: Foreign[]) => Element;

/**
 * Renders the lobby as boardgame.io does: with the same elements, IDs and classes.
 *
 * @param h creates an element of a framework with HTML attributes; those that begin with `on` are event listeners
 * @param lobby.state state of the store
 * @param lobby.show creates the element of the running match
 */
export function lobbyView<Element>(h: MakeElement<Element>, { store: { fillIn, handlers }, state, gameComponents, show }: Viewed & { show: (match: NonNullable<Shown['runningMatch']>) => unknown }) {
  const { playerName, errorMsg, matches, hasMoreMatches, seat, runningMatch, form } = state;
  // An attribute as well: a page may lack boardgame.io's style sheet.
  const only = (phase: string) => (state.phase === phase ? { class: 'phase' } : { class: 'hidden', hidden: true });

  return h('div', { id: 'lobby-view', style: { padding: '50px' } },
    h('div', only('enter'), login()),
    h('div', only('list'),
      h('p', {}, 'Welcome, ', playerName),
      h('div', { class: 'phase-title', id: 'match-creation' }, h('span', {}, 'Create a match:'), gameComponents.length > 0 && creation()),
      h('p', { class: 'phase-title' }, 'Join a match:'),
      h('div', { id: 'instances' },
        h('table', {}, h('tbody', {}, ...matches.map(row))),
        hasMoreMatches && h('span', { class: 'buttons' }, button('More matches', handlers.handleMoreMatches)),
        h('span', { class: 'error-msg' }, errorMsg, h('br', {}))),
      h('p', { class: 'phase-title' }, 'Matches that become empty are automatically deleted.')),
    h('div', only('play'),
      runningMatch && show(runningMatch),
      h('div', { class: 'buttons', id: 'match-exit' }, button('Exit match', handlers.handleExitMatch))),
    h('div', { class: 'buttons', id: 'lobby-exit' }, button('Exit lobby', handlers.handleExitLobby)));

  function login() {
    const { name: typed = playerName } = form;
    const name = typed.trim();
    const enter = () => name !== '' && handlers.handleEnterLobby(name);
    return h('div', {},
      h('p', { class: 'phase-title' }, 'Choose a player name:'),
      h('input', {
        type: 'text',
        value: typed,
        onInput: ({ target }: InputEvent) => fillIn({ name: target.value }),
        onKeypress: ({ key }: { key: string }) => key === 'Enter' && enter(),
      }),
      h('span', { class: 'buttons' }, h('button', { class: 'buttons', onClick: enter }, 'Enter')),
      h('br', {}),
      h('span', { class: 'error-msg' }, name === '' ? 'empty player name' : errorMsg, h('br', {})));
  }

  function creation() {
    const index = form.game < gameComponents.length ? form.game : 0;
    const { name: gameName, minPlayers, maxPlayers } = playersOf(gameComponents[index]);
    const numPlayers = form.numPlayers ?? minPlayers;
    const numbers = Array.from({ length: Math.max(maxPlayers - minPlayers + 1, 0) }, (_, i) => minPlayers + i);
    return h('div', {},
      h('select', { value: index, onInput: ({ target }: InputEvent) => fillIn({ game: Number(target.value), numPlayers: undefined }) },
        ...gameComponents.map((component, i) => h('option', { key: i, value: i }, playersOf(component).name))),
      h('span', {}, 'Players:'),
      h('select', { value: numPlayers, onInput: ({ target }: InputEvent) => fillIn({ numPlayers: Number(target.value) }) },
        ...numbers.map((number) => h('option', { key: number, value: number }, number))),
      h('span', { class: 'buttons' }, button('Create', () => handlers.handleCreateMatch(gameName, numPlayers))));
  }

  function row(match: LobbyAPI.Match) {
    const seats = seatsOf(match);
    const isOpen = seats.some(({ name }) => !name);
    return h('tr', { key: match.matchID },
      h('td', {}, match.gameName),
      h('td', {}, isOpen ? 'OPEN' : 'RUNNING'),
      h('td', {}, seats.map(({ name }) => name || '[free]').join(', ')),
      h('td', {}, choices(match, seats)));
  }

  /** Renders the player's possible actions at a match. */
  function choices({ gameName, matchID }: LobbyAPI.Match, seats: ReturnType<typeof seatsOf>) {
    const own = seat?.matchID === matchID ? seat : undefined;
    const free = seats.find(({ name }) => !name);
    const numPlayers = seats.length;
    const leave = () => button('Leave', () => handlers.handleLeaveMatch(gameName, matchID));
    if (own && free) return leave();
    if (free) return button('Join', () => handlers.handleJoinMatch(gameName, matchID, String(free.id)));
    if (!own) return button('Spectate', () => handlers.handleStartMatch(gameName, { matchID, numPlayers }));
    return h('div', {}, button('Play', () => handlers.handleStartMatch(gameName, { matchID, playerID: own.playerID, numPlayers })), leave());
  }

  function button(text: string, press: () => unknown) {
    return h('button', { onClick: () => press() }, text);
  }
}

/** Returns the arguments of a page's own `renderer`, as in boardgame.io. */
export function rendererArgs<Component>({ store: { handlers }, state: { form: _form, seat: _seat, ...shown }, gameComponents }: Viewed<Component>): LobbyRendererArgs<Component> {
  return { ...shown, gameComponents, ...handlers } as LobbyRendererArgs<Component>;
}
