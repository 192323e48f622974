/**
 * Play over the network, if the page's origin has a server: one player creates a match and sends its links, and others open them to play or
 * watch.
 */
import { LobbyClient } from 'rondel/client';
import { flyCards } from '../flying-cards.js';
import { soon } from '../online/soon.js';
import { h, render } from '../view.js';
import { START, hashOf, placeOf } from './address.js';
import { NETWORK_GAMES } from './games.js';
import { beginningForm, invitation } from './forms.js';
import { credentialsFor, forgetCredentials, keepCredentials } from './kept-seats.js';
import { joinOverNetwork, matchView } from './match.js';

/** Shows it inside `root`, which stays hidden without a server. */
export async function mountNetwork(root) {
  const games = await gamesOfServer();
  if (games.length === 0) return;
  const lobby = new LobbyClient({ server: location.origin });
  const wishes = { spec: games[0], numPlayers: games[0].seats.min, name: '' };
  /** State of this page. Unknown parts are null. */
  let here = nowhere();
  const schedule = soon(draw);
  root.hidden = false;
  window.addEventListener('hashchange', follow);
  follow();
  if (here.place) root.scrollIntoView();

  /** Follows the address. Other anchors of the page leave a match unchanged. */
  function follow() {
    const place = placeOf(location.hash);
    if (!place && location.hash !== START && here.place) return;
    here.player?.leave();
    here = nowhere(place);
    if (place) attempt(enter);
    else draw();
  }

  async function enter() {
    const { place } = here;
    const spec = specOf(place.game);
    const match = await lobby.getMatch(place.game, place.matchID);
    if (place !== here.place) return;
    const credentials = credentialsFor(place);
    Object.assign(here, { spec, match });
    if (place.playerID !== null && !credentials) return;
    here.player = joinOverNetwork({ spec, place, credentials, onChange: schedule });
    flyCards(here.player, root);
  }

  async function begin() {
    const { spec, numPlayers } = wishes;
    const game = spec.game.name;
    const { matchID } = await lobby.createMatch(game, { numPlayers });
    await take({ game, matchID, playerID: '0' });
  }

  async function take(place) {
    const { game, matchID, playerID } = place;
    const playerName = wishes.name.trim() || `Player ${Number(playerID) + 1}`;
    const { playerCredentials } = await lobby.joinMatch(game, matchID, { playerID, playerName });
    keepCredentials(place, playerCredentials);
    // An invited player is already there.
    if (location.hash === hashOf(place)) await enter();
    else location.hash = hashOf(place);
  }

  async function leave() {
    const { game, matchID, playerID } = here.place;
    const credentials = credentialsFor(here.place);
    if (credentials) await lobby.leaveMatch(game, matchID, { playerID, credentials });
    forgetCredentials(here.place);
    location.hash = START;
  }

  /** Makes a request to the lobby, and shows the reason of a refusal. */
  async function attempt(ask) {
    const now = Object.assign(here, { isBusy: true, problem: null });
    draw();
    try {
      await ask();
    } catch (error) {
      now.problem = reasonOf(error);
    }
    now.isBusy = false;
    draw();
  }

  function draw() {
    const { problem } = here;
    render(root,
      h('div', { key: 'text', class: 'network-text' },
        h('h2', { id: 'network-title' }, 'Play over the network'),
        h('p', null, 'This page comes from a server that hosts matches. Begin one, send its links, and play from as many machines as it has seats. A seat never receives what it may not see.')),
      problem && h('p', { key: 'problem', class: 'refusal', role: 'alert' }, h('b', null, 'That did not work'), h('span', { class: 'refusal-reason' }, problem)),
      screen());
  }

  function screen() {
    const { place, match, player, isBusy } = here;
    if (!place) return beginningForm({ games, wishes, isBusy, update: draw, onBegin: () => attempt(begin) });
    if (player) return matchView({ ...here, onLeave: () => attempt(leave) });
    if (match) return invitation({ ...here, wishes, onTake: () => attempt(() => take(place)) });
    return h('p', { key: 'looking', class: 'network-note' }, isBusy ? 'Looking for the match.' : h('a', { href: START }, 'Begin another match'));
  }

  function specOf(name) {
    const spec = games.find(({ game }) => game.name === name);
    if (!spec) throw new Error(`This server has no game called ${name}.`);
    return spec;
  }
}

function nowhere(place = null) {
  return { place, spec: null, match: null, player: null, problem: null, isBusy: false };
}

/** Returns the server's games that the page knows. A page without a server reports none. */
async function gamesOfServer() {
  const answer = await fetch('./network.json');
  const { games } = await answer.json();
  return NETWORK_GAMES.filter(({ game }) => games.includes(game.name));
}

function reasonOf({ message, details }) {
  return typeof details === 'string' ? details : message;
}
