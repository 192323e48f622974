/** The board of both draw-and-play games: a deck, and a hand for every seat. */
import { cardBack, moveButton, seatPanel, seats } from '../lib/parts.js';
import { mayAct } from '../lib/seats.js';
import { h } from '../lib/view.js';

/** A board; `available(ctx, move)` tells whether the move exists now. */
export function drawAndPlayBoard(available) {
  return ({ G, ctx, session, nameOf }) => [
    h('div', { key: 'deck', class: 'pile' },
      h('div', { class: 'pile-cards' }, cards('deck', G.deck)),
      h('p', { class: 'pile-count' }, h('b', { 'data-testid': 'deck' }, G.deck), ' ', G.deck === 1 ? 'card' : 'cards', ' in the deck')),
    seats(ctx, (seat) => seatPanel({ seat, ctx, nameOf },
      h('div', { key: 'hand', class: 'fan' }, cards('hand', G.hand[seat])),
      h('p', { key: 'count', class: 'hand-count' }, h('b', { 'data-testid': `hand-${seat}` }, G.hand[seat]), ' in hand'),
      h('div', { key: 'moves', class: 'moves' }, ['DrawCard', 'PlayCard'].map((move) => moveButton({
        key: move, class: 'button', 'data-move': move,
        possible: mayAct(ctx, seat) && available(ctx, move),
        label: `${move}, ${nameOf(seat)}`,
        onClick: () => session.move(seat, move),
      }, move))))),
  ];
}

// In the guide's game the count may fall below zero: it is shown, and no card is drawn for it.
function cards(place, count) {
  if (count <= 0) return h('span', { key: 'empty', class: `card card-gap${place === 'hand' ? ' is-small' : ''}`, 'aria-hidden': 'true' });
  return Array.from({ length: Math.min(count, 12) }, (_, at) => cardBack(`${place}-${at}`, { small: place === 'hand' }));
}
