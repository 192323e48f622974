/** A player's phone: the fields as it shows them, what the master has confirmed, and the outcomes of the last picks. */
import { fruit, orchardBoard, smallOrchard } from '../../boards/orchard.js';
import { badge } from '../parts.js';
import { listed, seatColour } from '../seats.js';
import { h } from '../view.js';

const NAMES = ['Ada', 'Ben'];
const LISTED = 4;

const SAID = {
  predicted: 'shown already, not answered yet',
  sent: 'on its way',
  confirmed: 'done by the master',
};

/** Returns the name of a picker. */
export function nameOf(seat) {
  return NAMES[seat];
}

/** Returns the result of a match as a sentence. */
export function outcome({ points, winners }) {
  const each = points.map((sum, seat) => `${nameOf(seat)} ${sum}`).join(', ');
  return `${each}: ${listed(winners.map(nameOf))} ${winners.length === 1 ? 'wins' : 'share the win'}.`;
}

/**
 * Draws the phone of a `player` (see `joinAsRondel`). `plane` has the state of its aeroplane mode and a function to change it, if possible.
 */
export function phone({ player, plane, state }) {
  const { playerID, shown, confirmed } = player;
  return h('section', { key: `phone-${playerID}`, class: 'phone', 'data-phone': playerID, style: { '--seat': seatColour(playerID) }, 'aria-label': `${nameOf(playerID)}’s phone` },
    h('header', { class: 'phone-head' },
      badge(playerID), h('h3', { class: 'phone-name' }, nameOf(playerID)),
      h('span', { key: 'state', class: 'phone-state' }, state),
      plane && h('button', { key: 'plane', type: 'button', class: 'plane', 'aria-pressed': String(plane.isOn), 'aria-label': `Aeroplane mode of ${nameOf(playerID)}’s phone`, onClick: plane.onToggle },
        h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: 'M10.5 14 3 17v-2l7.5-5V4.5a1.5 1.5 0 0 1 3 0V10l7.5 5v2l-7.5-3v4.5l2 1.5v1.5l-3.5-1-3.5 1V20l2-1.5Z' })))),
    shown
      ? [
        orchardBoard({ shown, confirmed, nameOf, onPick: (at) => player.move('pick', at) }),
        facts(player),
      ]
      : h('p', { key: 'empty', class: 'quiet phone-empty' }, 'Waiting for the master.'),
    actionList(player));
}

function facts({ playerID, shown, confirmed, pending }) {
  const { favourite } = shown.G.players[playerID];
  return h('div', { key: 'facts', class: 'facts' },
    h('div', { key: 'hand', class: 'fact' },
      h('span', { class: 'fact-name' }, 'Secret'), fruit(favourite), h('span', null, `${favourite}s count 2`)),
    h('div', { key: 'basket', class: 'fact' },
      h('span', { class: 'fact-name' }, 'Basket'), h('b', { 'data-fact': 'basket' }, shown.G.baskets[playerID])),
    h('div', { key: 'confirmed', class: 'fact fact-confirmed' },
      h('span', { class: 'fact-name' }, 'Confirmed', h('small', null, `state ${confirmed?._stateID ?? '–'}`)),
      smallOrchard({ state: confirmed, label: 'Confirmed by the master' }),
      h('span', { class: 'fact-pending', 'data-fact': 'pending' }, `${pending ?? '?'} pending`)));
}

function actionList({ playerID, actions }) {
  const last = actions[0];
  return h('div', { key: 'actions', class: 'actions' },
    h('p', { key: 'said', class: 'sr', role: 'status', 'aria-live': 'polite' }, last?.why ? `${last.label} ${last.isTakenBack ? 'was taken back' : 'was refused'}: ${last.why}.` : ''),
    h('ol', { key: 'list', 'aria-label': `${nameOf(playerID)}’s last picks, newest first` }, actions.slice(0, LISTED).map((action) => h('li', {
      key: action.number, class: `action is-${action.status}`, 'data-status': action.status,
    },
    h('code', { class: 'action-label' }, action.label),
    h('span', { class: 'action-status' }, action.status),
    action.why
      ? h('span', { key: 'why', class: 'action-why' }, `${action.isTakenBack ? 'Taken back' : 'Refused'}: ${action.why}`, ' ', h('code', null, action.type))
      : h('span', { key: 'said', class: 'sr' }, SAID[action.status])))),
    actions.length === 0 && h('p', { key: 'none', class: 'quiet' }, 'No picks yet.'));
}
