// Shared by the benches: clocks, medians, and tables. They print and never fail: a busy machine is no bug. Node and browsers load this file.

const { process } = globalThis;

if (process && process.env.NODE_ENV !== 'production') {
  console.error('Run with NODE_ENV=production: otherwise both engines check the game as well as playing it.');
}
// boardgame.io prints refusals; printing would cost time.
console.error = () => {};

/**
 * Returns milliseconds. In Node: the processor time of all threads of this process, so that other processes do not count. A page only
 * knows the elapsed time.
 */
export function clock() {
  if (!process) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Resolves in the next task, after all promises that are pending now. */
export function nextTask() {
  return new Promise((resolve) => {
    if (globalThis.setImmediate) {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
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
