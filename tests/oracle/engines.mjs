// The two engines under comparison. boardgame.io reads NODE_ENV when it is loaded: in production it neither checks G for
// serialisability nor prints, which makes the oracle twice as fast and changes no outcome.
process.env.NODE_ENV = 'production';

const bgio = {
  ...(await import('boardgame.io/dist/cjs/client.js')).default,
  ...(await import('boardgame.io/dist/cjs/core.js')).default,
  ...(await import('boardgame.io/dist/cjs/plugins.js')).default,
};

/** boardgame.io 0.50.2 as published. */
export const oracle = { Client: bgio.Client, kit: bgio };

/** Rondel with `compat: '0.50'`. */
export async function loadRondel() {
  const [client, core] = await Promise.all([import('rondel/client'), import('rondel/core')]);
  // A plugin is a game's own code: both engines run boardgame.io's PluginPlayer, which writes into its data in place.
  const kit = { ...core, PluginPlayer: bgio.PluginPlayer };
  return { Client: client.Client, kit, extra: { compat: '0.50' } };
}

/** Runs with the console silenced: both engines report what they refuse, and the oracle refuses thousands of times. */
export async function silenced(run) {
  const { log, info, warn, error } = console;
  Object.assign(console, { log() {}, info() {}, warn() {}, error() {} });
  try {
    return await run();
  } finally {
    Object.assign(console, { log, info, warn, error });
  }
}
