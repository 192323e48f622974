// The server of examples/operating in its own processes, as systemd would run it, and players who connect through a proxy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, LobbyClient } from 'rondel/client';
import { SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { WebSocket } from 'ws';
import { nim } from '../../examples/operating/nim.js';
import { freePort, guard } from './server-process.mjs';

const SERVER = fileURLToPath(new URL('../../examples/operating/server.js', import.meta.url));

/** A socket that accepts the self-signed certificate of tests. */
class Trusting extends WebSocket {
  constructor(url) {
    super(url, { rejectUnauthorized: false });
  }
}
const TRUSTING = { rejectUnauthorized: false };

/** Functions that connect clients, by transport. */
export const WAYS = {
  'SocketIO()': (server) => SocketIO({ server, socketOpts: TRUSTING }),
  'SocketIO() that polls': (server) => SocketIO({ server, socketOpts: { ...TRUSTING, transports: ['polling'] } }),
  'WebSocketTransport()': (url) => WebSocketTransport({ url, WebSocket: Trusting }),
};

/**
 * Starts a node. `stop` ends it by a signal, and returns its status; `start` starts it again, at the same ports.
 *
 * @param {Record<string, string>} environment
 * @param {{ hasLobbyApart?: boolean }} [options]
 */
export async function startNode(environment, { hasLobbyApart = false } = {}) {
  const [port, apiPort, operationsPort] = [await freePort(), await freePort(), await freePort()];
  const { PATH, NODE_OPTIONS } = process.env;
  const env = {
    PATH, NODE_OPTIONS, NODE_ENV: 'production', PORT: String(port), OPERATIONS_PORT: String(operationsPort),
    ...hasLobbyApart && { API_PORT: String(apiPort) }, ...environment,
  };
  let child;
  let said = '';
  const node = { port, apiPort, operationsPort, url: `http://127.0.0.1:${port}`, start, stop, get said() { return said; } };
  await start();
  return node;

  async function start() {
    child = spawn(process.execPath, [SERVER], /** @type {any} */ ({ env, stdio: ['ignore', 'pipe', 'pipe'] }));
    guard(child);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said = `${said}${text}`.slice(-20_000); });
    const lines = createInterface({ input: child.stdout });
    const failed = once(child, 'exit').then(([status]) => { throw new Error(`the node has ended with ${status}: ${said}`); });
    failed.catch(() => {});
    const listens = new Promise((resolve) => { lines.on('line', (line) => line.includes('"listening"') && resolve(undefined)); });
    await Promise.race([listens, failed]);
  }

  async function stop(signal = 'SIGTERM') {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [status] = await ended;
    return status;
  }
}

/** Creates a match in the lobby and seats two players: `{ matchID, players }`. */
export async function seatTwo(url, way, sticks = 99) {
  const lobby = new LobbyClient({ server: url });
  const { matchID } = await lobby.createMatch('nim', { numPlayers: 2, setupData: { sticks } });
  const players = [];
  for (const playerName of ['Alice', 'Bob']) {
    const { playerID, playerCredentials: credentials } = await lobby.joinMatch('nim', matchID, { playerName });
    const client = Client({ game: nim, matchID, playerID, credentials, quiet: true, multiplayer: WAYS[way](url) });
    client.start();
    players.push(client);
  }
  return { matchID, players };
}
