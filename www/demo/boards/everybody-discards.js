/** The board of everybody discards: the table in the middle, and the hands: face up, or as this viewer may see them. */
import { badge, cardBack, moveButton, seatPanel, seats } from '../lib/parts.js';
import { mayAct, stageOf } from '../lib/seats.js';
import { h } from '../lib/view.js';

/** The board. A view without all seats passes `owns`, which returns `true` for its own seats. */
export function everybodyDiscardsBoard({ G, ctx, session, nameOf, owns = () => true }) {
  return [
    h('div', { key: 'table', class: 'spread', 'aria-label': 'Played cards', role: 'group' },
      G.table.length === 0 ? h('p', { key: 'none', class: 'quiet' }, 'Play a card: everybody else must discard one. You score the cards that you play.')
        : G.table.map(({ card, seat }, at) => h('span', { key: `played-${at}`, class: 'played' }, h('span', { class: 'card card-number' }, card), badge(seat, `played by ${nameOf(seat)}`))),
      G.discarded.length > 0 && h('span', { key: 'discarded', class: 'discarded' }, h('b', { 'data-testid': 'discarded' }, G.discarded.length), ' discarded')),
    seats(ctx, (seat) => {
      const discarding = stageOf(ctx, seat) === 'discard';
      const move = discarding ? 'discard' : 'playCard';
      const hand = G.hands[seat];
      return seatPanel({ seat, ctx, nameOf, note: h('span', null, h('b', { 'data-testid': `points-${seat}` }, G.points[seat]), ' points') },
        h('div', { key: 'hand', class: 'hand', role: 'group', 'aria-label': `Hand of ${nameOf(seat)}` }, hand.map((card, index) => (card === null ? cardBack(`back-${index}`) : moveButton({
          key: `card-${card}-${hand.slice(0, index).filter((other) => other === card).length}`, class: 'card card-number', 'data-move': move,
          possible: mayAct(ctx, seat) && (discarding || ctx.numMoves < 2),
          label: `${discarding ? 'Discard' : 'Play'} ${card}`,
          onClick: () => session.move(seat, move, index),
        }, card))), hand.length === 0 && h('span', { key: 'gap', class: 'card card-gap', 'aria-hidden': 'true' })),
        owns(seat) && h('div', { key: 'moves', class: 'moves' }, moveButton({
          class: 'button', 'data-event': 'endTurn',
          possible: mayAct(ctx, seat) && seat === ctx.currentPlayer && ctx.numMoves >= 1,
          label: `End turn, ${nameOf(seat)}`,
          onClick: () => session.event(seat, 'endTurn'),
        }, 'End turn')));
    }),
  ];
}

/** Explanations of the rules' reasons. */
export function explainDiscards({ ctx }, seat, move) {
  return move === 'playCard' && ctx.numMoves >= 2 ? 'Two cards a turn are enough: end the turn.' : null;
}
