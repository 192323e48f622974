import { printable } from '../util/foreign-text.js';
import { intervalOf } from './tally.js';
import type { Found, Order } from './share.js';

/** Returns the findings of a simulation as a table for people. */
export function tableOf({ name, bots, tally }: Found, { seed, mostActions }: Order) {
  const { games, wins, draws, others, cut, failed, firstFailure, actions, timeouts, options } = tally;
  const ended = games - cut - failed;
  const rows = [
    ...wins.map((count, seat) => [`seat ${seat}`, bots[seat], ...sharesOf(count, ended)]),
    ['draws', '', ...sharesOf(draws, ended)],
    ...others > 0 ? [['ended otherwise', '', ...sharesOf(others, ended)]] : [],
  ];
  const lines = [
    `${name}: ${counted(games)} games, seed ${seed}`,
    '',
    ...aligned([['', 'BOT', 'WINS', 'SHARE', '95 %'], ...rows]),
    '',
    `length     ${ended > 0 ? `${(actions.sum / ended).toFixed(1)} actions (${actions.min} to ${actions.max})` : 'unknown: no game has ended'}`,
    `branching  ${(options.sum / Math.max(1, options.choices)).toFixed(1)} actions to choose from`,
    ...timeouts > 0 ? [`time-outs  ${counted(timeouts)}`] : [],
    ...cut > 0 ? [`cut        ${counted(cut)} games, after ${counted(mostActions)} actions`] : [],
    ...firstFailure ? [`failed     ${counted(failed)} games, the first of them game ${firstFailure.game}: ${firstFailure.why}`] : [],
  ];
  return lines.map(printable).join('\n');
}

function sharesOf(count: number, of: number) {
  const [low, high] = intervalOf(count, of);
  return [counted(count), of > 0 ? `${percent(count / of)} %` : '', of > 0 ? `${percent(low)} to ${percent(high)} %` : ''];
}

function percent(share: number) {
  return (share * 100).toFixed(1);
}

function counted(count: number) {
  return count.toLocaleString('en');
}

/** Aligns names to the left, and numbers to the right. */
function aligned(rows: string[][]) {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) => row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '));
}

/** Width of the progress bar, in characters. */
const WIDTH = 30;

/** Returns a progress bar on the error output. It draws nothing if the output is not a terminal. */
export function progressBar(games: number, output: { isTTY?: boolean, write: (text: string) => unknown } = process.stderr) {
  if (!output.isTTY) return { show() {}, clear() {} };
  const began = performance.now();
  return {
    show(played: number) {
      const share = played / games;
      const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.');
      const seconds = (performance.now() - began) / 1000;
      const left = played > 0 ? `, ${Math.ceil(seconds / share - seconds)} s left` : '';
      output.write(`\r\u001b[K[${bar}] ${played.toLocaleString('en')} of ${games.toLocaleString('en')} games${left}`);
    },
    clear() {
      output.write('\r\u001b[K');
    },
  };
}
