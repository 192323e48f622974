/** Parts that all boards use: a seat's badge, a move's button, face-down cards. */
import { h } from './view.js';
import { mayAct, seatColour, seatGlyph, seatsOf, stageOf, winnersOf } from './seats.js';

/** A seat's shape in its colour. Its name is next to it, or in the label. */
export function badge(seat, label) {
  return h('svg', { key: `badge-${seat}`, class: 'badge', viewBox: '-12 -12 24 24', style: { '--seat': seatColour(seat) }, role: label ? 'img' : undefined, 'aria-label': label, 'aria-hidden': label ? undefined : 'true' },
    h('path', { d: seatGlyph(seat) }));
}

/**
 * A button that makes a move. It is never disabled: when the move is refused it shows the engine's reason, and keeps the focus.
 * `possible` says whether it would be accepted.
 */
export function moveButton({ key, possible, onClick, label, ...props }, ...children) {
  return h('button', { type: 'button', key, ...props, 'aria-disabled': possible ? undefined : 'true', 'aria-label': label, onClick }, children);
}

/** A seat's place at the table. */
export function seatPanel({ seat, ctx, nameOf, out = false, note, className = '' }, ...children) {
  const acting = mayAct(ctx, seat);
  const stage = stageOf(ctx, seat);
  const wins = winnersOf(ctx).includes(seat);
  const state = wins ? 'wins' : out ? 'is out' : acting ? `may move${stage ? ` · ${stage}` : ''}` : ctx.gameover === undefined ? 'waits' : '';
  return h('section', {
    key: `seat-${seat}`, 'data-seat': seat, 'data-acting': acting ? 'true' : undefined,
    class: `seat ${className}${acting || wins ? ' is-acting' : ''}${out ? ' is-out' : ''}`,
    style: { '--seat': seatColour(seat) }, 'aria-label': [nameOf(seat), state].filter(Boolean).join(', '),
  },
  h('header', { class: 'seat-head' },
    badge(seat),
    h('h3', { class: 'seat-name' }, nameOf(seat)),
    ctx.currentPlayer === seat && ctx.gameover === undefined && h('span', { key: 'turn', class: 'seat-turn' }, 'turn'),
    h('span', { key: 'state', class: 'seat-state' }, state)),
  note && h('div', { key: 'note', class: 'seat-note' }, note),
  children);
}

/** The seats of the table, each drawn by `draw(seat)`. */
export function seats(ctx, draw) {
  return h('div', { key: 'seats', class: `seats seats-${ctx.numPlayers}` }, seatsOf(ctx).map(draw));
}

/** A choice with a label. `options` are values, or `[value, text]`. */
export function select({ label, value, options, onChange, id }) {
  return h('label', { key: id, class: 'field-select' }, h('span', null, label),
    h('select', { id, value, onChange: (event) => onChange(event.target.value) }, options.map((option) => {
      const [key, text] = Array.isArray(option) ? option : [option, option];
      return h('option', { key, value: key }, text);
    })));
}

/** The back of a card: the rondel. */
export function cardBack(key, { small = false } = {}) {
  return h('span', { key, class: `card card-back${small ? ' is-small' : ''}`, 'aria-hidden': 'true' },
    h('svg', { viewBox: '-12 -12 24 24' }, h('circle', { r: 8 }), h('path', { d: 'M0-8V8M-8 0H8M-5.7-5.7 5.7 5.7M5.7-5.7-5.7 5.7' }), h('circle', { class: 'hub', r: 2.6 })));
}
