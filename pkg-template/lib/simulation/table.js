import { printable } from '../util/printable.js';
import { intervalOf } from './tally.js';

/**
 * What was found, as a table for people.
 *
 * @param {{ name: string, bots: string[], tally: import('./tally.js').Tally }} found
 * @param {import('./share.js').Order} order
 */
export function tableOf({ name, bots, tally }, { seed, mostActions }) {
  const { games, wins, draws, others, cut, failed, firstFailure, actions, options } = tally;
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
    ...cut > 0 ? [`cut        ${counted(cut)} games, after ${counted(mostActions)} actions`] : [],
    ...firstFailure ? [`failed     ${counted(failed)} games, the first of them game ${firstFailure.game}: ${firstFailure.why}`] : [],
  ];
  return lines.map(printable).join('\n');
}

function sharesOf(count, of) {
  const [low, high] = intervalOf(count, of);
  return [counted(count), of > 0 ? `${percent(count / of)} %` : '', of > 0 ? `${percent(low)} to ${percent(high)} %` : ''];
}

function percent(share) {
  return (share * 100).toFixed(1);
}

function counted(count) {
  return count.toLocaleString('en');
}

/** Names to the left, numbers to the right. */
function aligned(rows) {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) => row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '));
}
