// The example server in its own process, on a port and a file of this test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runExample } from '../support/examples.mjs';

/** A path for a database, which is removed after the test. */
export async function databaseFor(t) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-example-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'matches.db');
}

/** Like `runExample`, until the end of the test. */
export function runServer(t, environment) {
  const server = runExample('server', environment);
  t.after(() => server.kill('SIGKILL'));
  return server;
}

/** Like `runServer`, once it listens, with its `url` and `port`, and the operators' address. */
export async function startExample(t, environment = {}) {
  const server = runServer(t, { OPERATIONS_PORT: '0', DATABASE: environment.DATABASE ?? await databaseFor(t), ...environment });
  const url = await server.listening('listening');
  const { operations } = server.lines.find(({ event }) => event === 'listening');
  return Object.assign(server, { url, operations, port: new URL(url).port });
}

/** The server's metrics: a number for each name with its labels. */
export async function metricsOf({ operations }) {
  const answer = await fetch(`${operations}metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
