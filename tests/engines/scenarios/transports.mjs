// Two clients at a match, over each transport; and clients of a server that is killed.
import { Client } from 'rondel/client';
import { Broadcast, Local, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { game } from '../../tabs/game.mjs';
import { connected, equal, shown } from './support.mjs';

const SERVED = {
  WebSocketTransport: (url) => WebSocketTransport({ url }),
  SocketIO: (url) => SocketIO({ server: url }),
  'SocketIO by polling': (url) => SocketIO({ server: url, socketOpts: { transports: ['polling'] } }),
};

/** Two players at the match of this name, connected. */
async function table(matchID, multiplayer) {
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, matchID, multiplayer, debug: false, quiet: true }));
  for (const client of clients) client.start();
  await Promise.all(clients.map(connected));
  return clients;
}

async function playTogether(clients) {
  const [first, second] = clients;
  equal((await first.moves.add('a').confirmed).status, 'confirmed');
  equal((await second.moves.add('b').confirmed).status, 'confirmed');
  for (const client of clients) await shown(client, ({ G }) => G.list.join() === 'a,b');
  for (const client of clients) client.dispose();
}

/** A player in the page, and one in a frame, which is a separate page. */
async function playWithFrame() {
  const frame = document.createElement('iframe');
  frame.src = '/frame.html';
  document.body.append(frame);
  const client = Client({ game, playerID: '0', matchID: 'broadcast', multiplayer: Broadcast(), debug: false, quiet: true });
  client.start();
  await shown(client, ({ G }) => G.list.join() === 'from the frame');
  equal((await client.moves.add('from the page').confirmed).status, 'confirmed');
  await shown(client, ({ G }) => G.list.join() === 'from the frame,from the page,seen');
  client.dispose();
  frame.remove();
}

async function playOnBeyondTheServer({ serverURL, post }) {
  const tables = await Promise.all(Object.entries(SERVED).map(([name, by]) => table(`restart ${name}`, by(serverURL))));
  await Promise.all(tables.map(async ([first]) => equal((await first.moves.add('before').confirmed).status, 'confirmed')));
  await post('/kill');
  await Promise.all(tables.flat().map((client) => shown(client, (state) => !state.isConnected)));
  const handles = tables.map(([first]) => first.moves.add('meanwhile'));
  await post('/restart');
  await Promise.all(tables.flatMap((clients, i) => [
    handles[i].confirmed.then(({ status }) => equal(status, 'confirmed')),
    ...clients.map((client) => shown(client, ({ G, isConnected }) => isConnected && G.list.join() === 'before,meanwhile')),
  ]));
  for (const client of tables.flat()) client.dispose();
  return /^rondel: (no server answers at|the server at .* cannot be reached)/;
}

/** Scenarios that need no page, by test name. */
export const transports = {
  'two clients play over Local': async () => playTogether(await table('Local', Local())),
  ...Object.fromEntries(Object.entries(SERVED).map(([name, by]) => [
    `two clients play at a server over ${name}`, async ({ serverURL }) => playTogether(await table(name, by(serverURL))),
  ])),
};

/** Scenarios that run only in pages. */
export const pages = {
  'two pages play over Broadcast': playWithFrame,
  'a move made while the server is dead is confirmed after its restart': playOnBeyondTheServer,
};
