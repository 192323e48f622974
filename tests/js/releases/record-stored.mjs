// Records a release's files in the folder of FlatFile and in the file of Sqlite: see stored.test.mjs. Usage: node
// tests/js/releases/record-stored.mjs ROOT     (ROOT: a built tree of that release)
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { game } from './game.mjs';

const root = resolve(process.argv[2]);
const load = (file) => import(pathToFileURL(resolve(root, 'pkg', file)).href);
const { Master } = await load('master.js');
const { createMatch } = await load('internal.js');
const { FlatFile, Sqlite } = await load('server.js');

const ALL = { state: true, metadata: true, log: true, initialState: true };
const folder = fileURLToPath(new URL('stored', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const left = {};
for (const [name, storage] of Object.entries({ FlatFile: new FlatFile({ dir: join(folder, 'flat-file') }), Sqlite: new Sqlite(join(folder, 'matches.db')) })) {
  await storage.connect();
  const matches = { begun: [], 'in the middle': [['0', 'mark'], ['0', 'play', 'ace'], ['1', 'roll'], ['1', 'play', 'ten']], over: [['1', 'roll'], ['0', 'end']] };
  for (const [matchID, moves] of Object.entries(matches)) await play(storage, matchID, moves);
  left[name] = {};
  for (const matchID of Object.keys(matches)) left[name][matchID] = await storage.fetch(matchID, ALL);
  await storage.close();
}
writeFileSync(join(folder, 'left.json'), `${JSON.stringify(left, null, 1)}\n`);

async function play(storage, matchID, moves) {
  const match = createMatch({ game, numPlayers: 2 });
  match.metadata.players = Object.fromEntries(['0', '1'].map((id) => [id, { id: Number(id), name: `player ${id}`, credentials: `secret ${id}` }]));
  await storage.createMatch(matchID, match);
  const master = new Master(game, storage, { send() {}, sendAll() {} });
  for (const [playerID, type, ...args] of moves) {
    const { state } = await storage.fetch(matchID, { state: true });
    const refusal = await master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args, playerID, credentials: `secret ${playerID}` } }, state._stateID, matchID, playerID);
    if (refusal) throw new Error(`${type} of ${matchID} was refused: ${JSON.stringify(refusal)}`);
  }
}
