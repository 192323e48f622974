// The example server in a process of its own, on a port and a file of a test's own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, LobbyClient } from 'rondel/client';
import { until } from '../support/tasks.mjs';

const SERVER = fileURLToPath(new URL('../../../examples/server', import.meta.url));

/** A path for a database, which is removed after the test. */
export async function databaseFor(t) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-example-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'matches.db');
}

/**
 * Runs the server: `lines` is what it has logged, parsed; `said`, the text of both its outputs. `ended` resolves to its
 * exit status, or the signal that has ended it.
 */
export function runServer(t, environment = {}) {
  const { PATH, NODE_OPTIONS } = process.env;
  const child = spawn(process.execPath, [SERVER], { env: { PATH, NODE_OPTIONS, PORT: '0', ...environment } });
  const lines = [];
  let said = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said += text; });
  const ended = once(child, 'exit').then(([status, signal]) => status ?? signal);
  t.after(() => child.kill('SIGKILL'));
  return { lines, ended, kill: (signal) => child.kill(signal), get said() { return said; } };
}

/** As `runServer`, once it listens, with its `url` and `port`. */
export async function startExample(t, environment = {}) {
  const server = runServer(t, { DATABASE: environment.DATABASE ?? await databaseFor(t), ...environment });
  const failed = server.ended.then((status) => { throw new Error(`it ended with ${status}: ${server.said}`); });
  failed.catch(() => {});
  await Promise.race([until(() => server.lines.some(({ event }) => event === 'listening')), failed]);
  const { url } = server.lines.find(({ event }) => event === 'listening');
  return Object.assign(server, { url, port: new URL(url).port });
}

/** A match of a game with all its seats taken: `{ matchID, credentials }`. */
export async function takenMatch({ url }, gameName, numPlayers = 2) {
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch(gameName, { numPlayers });
  const credentials = [];
  for (let seat = 0; seat < numPlayers; seat += 1) {
    const { playerCredentials } = await lobby.joinMatch(gameName, matchID, { playerID: String(seat), playerName: `Player ${seat}` });
    credentials.push(playerCredentials);
  }
  return { matchID, credentials };
}

/** A client that is ended with the test. */
export function sit(t, options) {
  const client = Client({ debug: false, ...options });
  t.after(() => client.dispose());
  client.start();
  return client;
}

/** The server's metrics: a number by each name with its labels. */
export async function metricsOf(url) {
  const answer = await fetch(`${url}metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
