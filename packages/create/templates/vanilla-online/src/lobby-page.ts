import type { LobbyAPI } from 'rondel';
import type { makeLobby } from 'rondel/client';
import { button, choice, el, setChildren, setText, type Part } from './dom.ts';
import { GAME_NAME } from './game.ts';
import { botsAt, hasFreeSeat, playersText } from './matches.ts';

/** The matches of the server, and a form for a new one. */
export function makeLobbyPage(lobby: ReturnType<typeof makeLobby>): Part {
  const { create, goTo, join, rename, showMore } = lobby.actions;
  const name = el('input', { maxLength: 30, required: true, onchange: () => name.value && rename(name.value) });
  const numPlayers = choice('Players', [2, 3, 4], () => bots.offer([0, 1, 2, 3].slice(0, numPlayers.value)));
  const bots = choice('Bots', [0, 1]);
  const submit = el('button', { type: 'submit' }, 'New match');
  const form = el('form', { className: 'row', onsubmit: start }, el('label', {}, 'Your name', name), numPlayers.element, bots.element, submit);
  const none = el('p', { hidden: true }, 'There are no matches yet.');
  const list = el('ul', { className: 'matches' });
  const more = button('More matches', showMore);
  /** The rows that are shown, or were, by the ID of their match. */
  const rows = new Map<string, ReturnType<typeof makeRow>>();

  const unsubscribe = lobby.subscribe(update);
  update();
  return { element: el('div', {}, form, el('h2', {}, 'Matches'), none, list, more), remove: unsubscribe };

  function update() {
    const { matches, playerName, isLoading, isBusy, hasMore } = lobby.getState();
    if (document.activeElement !== name) name.value = playerName;
    submit.disabled = isBusy;
    none.hidden = isLoading || matches.length > 0;
    more.hidden = !hasMore;
    setChildren(list, matches.map((match) => {
      const row = rows.get(match.matchID) ?? makeRow(match.matchID);
      row.update(match);
      return row.element;
    }));
  }

  async function start(event: SubmitEvent) {
    event.preventDefault();
    const matchID = await create(GAME_NAME, { numPlayers: numPlayers.value, bots: botsAt(numPlayers.value, bots.value) });
    if (matchID !== undefined) await join(GAME_NAME, matchID);
  }

  function makeRow(matchID: string) {
    const players = el('span');
    const joining = button('Join', () => join(GAME_NAME, matchID));
    const going = button('', () => goTo(GAME_NAME, matchID));
    const row = { element: el('li', {}, players, joining, going), update: updateRow };
    rows.set(matchID, row);
    return row;

    function updateRow(match: LobbyAPI.Match) {
      const { ownSeats, isBusy } = lobby.getState();
      const isOwn = ownSeats.some((seat) => seat.matchID === matchID);
      setText(players, `${playersText(match)}${match.gameover ? ' (over)' : ''}`);
      joining.hidden = isOwn || !hasFreeSeat(match);
      joining.disabled = isBusy;
      setText(going, isOwn ? 'Go on' : 'Watch');
    }
  }
}
