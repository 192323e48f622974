// Runtimes other than Node.js, which `scripts/setup` installs: the program, and what comes before the name of a script.
export const RUNTIMES = {
  Bun: [process.env.BUN, 'run'],
  Deno: [process.env.DENO, 'run', '--allow-all', '--no-prompt', '--node-modules-dir=manual'],
};
