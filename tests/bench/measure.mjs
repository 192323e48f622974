// Shared by the benches: a clock, medians, and tables. They print and never fail: a busy machine is no bug.

if (process.env.NODE_ENV !== 'production') {
  console.error('Run with NODE_ENV=production: otherwise both engines check the game as well as playing it.');
}
// boardgame.io prints refusals; printing would cost time.
console.error = () => {};

/** Milliseconds of processor time: other processes do not count. */
export function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export function us(time) {
  return time.toFixed(time < 10 ? 2 : 1);
}

export function times(ratio) {
  return `${ratio.toFixed(1)}x`;
}

export function printTable(head, rows) {
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('   '));
  }
}
