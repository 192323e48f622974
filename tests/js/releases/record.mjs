// Records the messages between clients and a server of a release, and their stored match: see releases.test.mjs. Usage: node
// tests/js/releases/record.mjs ROOT NAME > tests/js/releases/recorded.json     (ROOT: a built tree of that release)
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withMessages } from '../support/boardgame-io-messages.mjs';
import { game } from './game.mjs';

const root = resolve(process.argv[2]);
const load = (file, folder = 'pkg') => import(pathToFileURL(resolve(root, folder, file)).href);
const { Client } = await load('client.js');
const { Transport, createMatch } = await load('internal.js');
const { InMemory } = await load('server.js');
const { openServerHub } = await load('lib/hub.js', 'pkg-server');
const { decode } = await load('lib/online/protocol/wire.js');

const ALL = { state: true, metadata: true, log: true, initialState: true };
const storage = new InMemory();
const match = createMatch({ game });
match.metadata.players = Object.fromEntries(['0', '1'].map((id) => [id, { id: Number(id), name: `player ${id}`, credentials: `secret ${id}` }]));
storage.createMatch('m', match);
const auth = { authenticateCredentials: ({ playerID, credentials, metadata }) => metadata.players[playerID]?.credentials === credentials };
const hub = openServerHub({ game, storage, auth });
const begun = copyOf(storage.fetch('m', ALL));
/** In order, the messages that each client sent and received. */
const said = [];
const clients = ['0', '1', null].map(sit);
await pause();

const [zero, one] = clients;
await done(zero.moves.mark());
await done(zero.undo());
await done(zero.moves.play('ace'));
await done(one.moves.play('ace'));
await done(one.moves.roll());
one.sendChatMessage('hello');
await pause();
await done(one.moves.play('ten'));
await done(zero.moves.mark());
await done(one.moves.mark());

const views = clients.map(({ getState, log }) => copyOf({ G: getState().G, ctx: getState().ctx, log }));
const release = execFileSync('git', ['-C', root, 'log', '-1', '--format=%h %cs'], { encoding: 'utf8' }).trim();
process.stdout.write(`${JSON.stringify({ release, begun, left: copyOf(storage.fetch('m', ALL)), said, views }, null, 1)}\n`);
process.exit();

function sit(playerID, number) {
  const multiplayer = (options) => new (class extends withMessages(Transport) {
    #connection;

    connect() {
      this.#connection = hub.connect((text) => {
        said.push({ client: number, heard: text });
        this.notifyClient(decode(text));
      });
      this.setConnectionStatus(true);
      this.requestSync();
    }

    disconnect() {}

    say(type, ...args) {
      const message = copyOf({ type, args });
      said.push({ client: number, sent: message });
      this.#connection.receive(copyOf(message));
    }
  })(options);
  const client = Client({ game, matchID: 'm', playerID, credentials: playerID === null ? undefined : `secret ${playerID}`, multiplayer, quiet: true });
  client.start();
  return client;
}

async function done(handle) {
  await handle.confirmed;
  await pause();
}

function pause() {
  return new Promise((resolve) => { setTimeout(resolve, 50); });
}

function copyOf(value) {
  return JSON.parse(JSON.stringify(value));
}
