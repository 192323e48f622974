// A server under load, and its clients, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { answer, ask } from '../../support/child-process.mjs';

/**
 * A server whose code is warm, with clients that are connected. `before` is its memory without a match.
 *
 * @param {{ name: string, place: string, isRondel: boolean, matches: number, warmUp: { matches: number, seconds: number } }} options `name` is one of
 *   server.mjs's, and `place` where it stores
 */
export async function startLoad({ name, place, isRondel, matches, warmUp }) {
  const server = fork(here('server.mjs'), [name, place], {
    execArgv: ['--expose-gc', ...serverFlags()], stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await answer(server);
  const first = await connected({ port, isRondel, matches: warmUp.matches });
  await ask(first, ['play', 'warm', warmUp.seconds]);
  await ask(first, ['leave']);
  await ended(first);
  const before = await ask(server, 'emptyMemory');
  return { server, clients: await connected({ port, isRondel, matches }), before };
}

/** Plays for so long, at a rate or as fast as it can. Returns how many moves were made, in how many milliseconds, and what it has cost the server (`spent`) and the clients. */
export async function playLoad({ server, clients }, { name, seconds, rate }) {
  const before = await ask(server, 'spent');
  const { moves, milliseconds, spent } = await ask(clients, ['play', name, seconds, ...rate === undefined ? [] : [rate]]);
  return { moves, milliseconds, spent: await ask(server, 'spent') - before, clients: spent };
}

export async function endLoad({ server, clients }) {
  for (const child of [clients, server]) await ended(child);
}

async function connected({ port, isRondel, matches }) {
  const clients = fork(here('clients.mjs'), [port, matches, isRondel ? 'rondel' : ''].map(String));
  await answer(clients);
  await ask(clients, ['connect']);
  return clients;
}

async function ended(child) {
  child.disconnect();
  await once(child, 'exit');
}

/** For `node --cpu-prof` of the servers, for instance. */
function serverFlags() {
  return (process.env.LOAD_SERVER_FLAGS ?? '').split(' ').filter(Boolean);
}

function here(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}
