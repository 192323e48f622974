import { makeLobby } from 'rondel/client';
import { matchInAddress, showInAddress } from './address.ts';
import { makeBotGame } from './bot-game.ts';
import { button, el, setText, type Part } from './dom.ts';
import { GAME_NAME, game } from './game.ts';
import { makeLobbyPage } from './lobby-page.ts';
import { makeOnlineMatch } from './online-match.ts';
import './style.css';

const lobby = makeLobby({ games: [game] });
const place = el('div');
const error = el('p', { role: 'alert' });
const mode = button('', () => { isAlone = !isAlone; update(); });
let isAlone = false;
let shown: { key: string; part: Part } | undefined;

document.querySelector('#app')!.append(el('main', {}, el('h1', {}, 'Last card'), mode, place, error));
const invitation = matchInAddress();
lobby.subscribe(update);
lobby.start();
if (invitation) lobby.actions.goTo(GAME_NAME, invitation);

function update() {
  const state = lobby.getState();
  const { seat } = state;
  setText(error, state.error);
  mode.hidden = seat !== null;
  setText(mode, isAlone ? 'Play online' : 'Play here, against bots');
  showInAddress(seat?.matchID);
  if (seat) show(`${seat.matchID}/${seat.playerID}/${seat.credentials}`, () => makeOnlineMatch(lobby.actions, seat));
  else if (isAlone) show('bots', makeBotGame);
  else show('list', () => makeLobbyPage(lobby));
}

/** Shows a part of the page in place of another one. */
function show(key: string, make: () => Part) {
  if (shown?.key === key) return;
  shown?.part.remove();
  shown = { key, part: make() };
  place.replaceChildren(shown.part.element);
}
