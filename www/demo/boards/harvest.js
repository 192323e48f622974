/** The wheel of the twenty-line game: eight fields that are buttons, two pawns, and the coins in the middle. */
import { FIELDS, TO_WIN } from '../games/harvest.js';
import { seatColour, seatGlyph, seatName } from '../lib/seats.js';
import { h } from '../lib/view.js';
import { point, wedge } from '../lib/wheel.js';

/** The wheel. `advance(steps)` makes the move of the current player. */
export function harvestWheel({ G, ctx }, advance) {
  const size = 1 / FIELDS.length;
  const over = ctx.gameover !== undefined;
  const me = Number(ctx.currentPlayer);
  return h('svg', { class: 'harvest', viewBox: '-125 -125 250 250', role: 'group', 'aria-label': 'Rondel of eight fields' },
    h('circle', { class: 'harvest-rim', r: 121 }),
    FIELDS.map((coins, field) => {
      const steps = (((field - (G.at[me] ?? -1)) % FIELDS.length) + FIELDS.length) % FIELDS.length || FIELDS.length;
      const taken = G.at.indexOf(field);
      const reach = !over && steps <= 3 && taken < 0;
      const [x, y] = point((field + 0.5) * size, 84).split(' ');
      return h('g', {
        key: `field-${field}`, class: `harvest-field${reach ? ' is-open' : ''}`, role: 'button', tabindex: '0', 'data-field': field,
        'aria-disabled': reach ? undefined : 'true',
        'aria-label': `Field ${field + 1}, ${coins} ${coins === 1 ? 'coin' : 'coins'}${taken < 0 ? '' : `, ${seatName(taken)} stands here`}, ${steps} ${steps === 1 ? 'step' : 'steps'} on`,
        onClick: () => advance(steps),
        onKeydown: (event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          advance(steps);
        },
      },
      h('path', { class: 'harvest-wedge', d: wedge(field * size + 0.004, (field + 1) * size - 0.004, 48, 116) }),
      h('g', { transform: `translate(${x} ${y})`, class: 'harvest-coins' }, coinPlaces(coins).map(([cx, cy], at) => h('circle', { key: at, cx, cy, r: 4.4 }))));
    }),
    h('text', { class: 'harvest-aim', y: -8 }, TO_WIN),
    h('text', { class: 'harvest-aim is-small', y: 4 }, 'coins win'),
    G.at.map((field, seat) => {
      const [x, y] = field === null ? [seat ? 15 : -15, 22] : point((field + 0.5) * size, 63).split(' ');
      return h('g', { key: `pawn-${seat}`, class: `harvest-pawn${me === seat && !over ? ' is-current' : ''}`, style: { transform: `translate(${x}px, ${y}px)`, '--seat': seatColour(seat) } },
        h('circle', { r: 12 }), h('path', { d: seatGlyph(seat), transform: 'scale(.62)' }));
    }));
}

// Coins lie in rows, as on a die.
function coinPlaces(count) {
  const rows = count <= 2 ? [count] : count === 3 ? [1, 2] : count === 4 ? [2, 2] : [2, 1, 2];
  return rows.flatMap((length, row) => Array.from({ length }, (_, at) => [(at - (length - 1) / 2) * 11, (row - (rows.length - 1) / 2) * 10]));
}
