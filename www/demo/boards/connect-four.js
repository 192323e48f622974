/** The board of connect four: seven columns that are buttons, and above them a bot's findings. */
import { COLUMNS, ROWS, lineOf } from '../games/connect-four.js';
import { mayAct, seatColour, seatGlyph } from '../lib/seats.js';
import { h } from '../lib/view.js';

export const FOUR_NAMES = ['Red', 'Blue'];

/** The board. `thoughtOf(move, ...args)` draws the findings about a move, if any. */
export function connectFourBoard({ G, ctx, seat, play, thoughtOf }) {
  // Without a line, a player has lost on time.
  const won = new Set(ctx.gameover?.winner === undefined ? [] : lineOf(G)?.map(String));
  const mayDrop = mayAct(ctx, seat);
  return h('div', { key: 'four', class: 'four', role: 'group', 'aria-label': `Connect four, ${COLUMNS} columns` }, G.columns.map((discs, column) => h('div', { key: column, class: 'four-column' },
    h('div', { class: 'four-thought', 'aria-hidden': 'true' }, thoughtOf('drop', column)),
    h('button', {
      type: 'button', class: 'four-slot', 'data-column': column, 'data-discs': discs.join(''),
      'aria-disabled': mayDrop && discs.length < ROWS ? undefined : 'true', 'aria-label': spoken(column, discs),
      onClick: () => play('drop', column),
    }, Array.from({ length: ROWS }, (_, below) => ROWS - 1 - below).map((row) => disc(discs[row], { isLast: G.last === column && row === discs.length - 1, isWon: won.has(`${column},${row}`) }))))));
}

function disc(owner, { isLast, isWon }) {
  if (owner === undefined) return h('span', { class: 'four-hole' });
  return h('span', { class: `four-hole is-taken${isLast ? ' is-last' : ''}${isWon ? ' is-won' : ''}`, style: { '--seat': seatColour(owner) } },
    h('svg', { viewBox: '-20 -20 40 40' }, h('circle', { r: 18 }), h('path', { d: seatGlyph(owner) })));
}

function spoken(column, discs) {
  const from = discs.length === 0 ? 'empty' : `from below: ${discs.map((owner) => FOUR_NAMES[owner]).join(', ')}`;
  return `Column ${column + 1}, ${from}`;
}
