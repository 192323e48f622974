const WIDTH = 30;

/**
 * A progress bar on the error output; nothing where that is no terminal.
 *
 * @param {number} games
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} [output]
 */
export function progressBar(games, output = process.stderr) {
  if (!output.isTTY) return { show() {}, clear() {} };
  const began = performance.now();
  return {
    /** @param {number} played */
    show(played) {
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
