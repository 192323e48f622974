// The boards of the tutorial as players see them, in both of its versions.
import assert from 'node:assert/strict';
import { eventually } from './tutorial-project.mjs';

/** Each version: what its page is made of, and how it shows a board. */
export const VERSIONS = {
  plain: {
    html: 'index.html',
    script: 'src/App.js',
    cells: (table) => table.locator('.cell'),
    winner: (table) => table.locator('xpath=following-sibling::p'),
    // Each of its cells makes a move when it is clicked, a taken one as well.
    takenCellsMove: true,
  },
  react: {
    html: 'public/index.html',
    script: 'src/index.js',
    cells: (table) => table.locator('td > *'),
    winner: (table) => table.locator('xpath=following-sibling::div'),
    takenCellsMove: false,
  },
};

/** Moves until the first player has won, each with the cells after it. */
export const VICTORY = [[0, '0........'], [3, '0..1.....'], [1, '00.1.....'], [4, '00.11....'], [2, '00011....']];

/** Both players make these moves on boards of their own, until the first has won. */
export async function playOn(boards, moves = VICTORY) {
  const [, before] = VICTORY[VICTORY.indexOf(moves[0]) - 1] ?? [null, '.........'];
  for (const board of boards) await board.shows(before);
  for (const move of moves) {
    const [cell, cells] = move;
    await boards[VICTORY.indexOf(move) % 2].click(cell);
    for (const board of boards) await board.shows(cells);
  }
  for (const board of boards) await board.says('Winner: 0');
}

/** A board of the page: the `nth`. */
export function boardOf(page, view, nth = 0) {
  const table = page.locator('#app table, #root .bgio-client table').nth(nth);
  return {
    click: (cell) => view.cells(table).nth(cell).click(),
    /** Waits for the nine cells, a dot for an empty one. */
    shows: (expected) => eventually(async () => {
      const texts = await view.cells(table).allInnerTexts();
      assert.equal(texts.map((text) => text.trim() || '.').join(''), expected);
    }),
    says: (expected) => eventually(async () => {
      const text = (await view.winner(table).allInnerTexts()).join('').trim();
      if (typeof expected === 'string') assert.equal(text, expected);
      else assert.match(text, expected);
    }),
  };
}
