// The previous release's files in the folder of FlatFile and in the file of Sqlite, recorded by record-stored.mjs, are complete and
// continue.
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'rondel/client';
import { SocketIO } from 'rondel/multiplayer';
import { FlatFile, Sqlite } from 'rondel/server';
import { serve } from '../server/serve.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { throughJSON } from '../support/json.mjs';
import { until } from '../support/tasks.mjs';
import { game } from './game.mjs';

const stored = fileURLToPath(new URL('stored', import.meta.url));
const left = JSON.parse(readFileSync(join(stored, 'left.json'), 'utf8'));
const ALL = { state: true, metadata: true, log: true, initialState: true };
const STORAGES = {
  FlatFile: (dir) => new FlatFile({ dir: join(dir, 'flat-file') }),
  Sqlite: (dir) => new Sqlite(join(dir, 'matches.db')),
};

for (const [name, open] of Object.entries(STORAGES)) {
  test(`${name}: all matches of the previous release are there, are played on, and survive a reopening`, async (t) => {
    const dir = temporaryFolder(t);
    cpSync(stored, dir, { recursive: true });
    const { url, get, server } = await serve(t, { games: [game], db: open(dir) });
    for (const [matchID, match] of Object.entries(left[name])) {
      assert.deepEqual(throughJSON(await server.db.fetch(matchID, ALL)), match, matchID);
    }
    const { body: { matches } } = await get('/games/cards');
    assert.deepEqual(matches.map(({ matchID, gameover, players }) => [matchID, gameover, players.map(({ name }) => name)]).sort(), [
      ['begun', undefined, ['player 0', 'player 1']], ['in the middle', undefined, ['player 0', 'player 1']], ['over', { winner: '0' }, ['player 0', 'player 1']],
    ]);
    const sit = async (matchID, playerID) => {
      const client = Client({ game, matchID, playerID, credentials: `secret ${playerID}`, multiplayer: SocketIO({ server: url }), quiet: true });
      t.after(() => client.dispose());
      client.start();
      await until(() => client.getState()?.isConnected);
      return client;
    };
    for (const matchID of ['begun', 'in the middle']) {
      const [zero, one] = [await sit(matchID, '0'), await sit(matchID, '1')];
      assert.equal(zero.log.length, left[name][matchID].log.length);
      assert.deepEqual(await zero.moves.play('king').confirmed, { status: 'confirmed' });
      assert.deepEqual(await one.moves.roll().confirmed, { status: 'confirmed' });
      await until(() => zero.getState().G.rolled.length === left[name][matchID].state.G.rolled.length + 1);
    }
    const over = await sit('over', '0');
    assert.deepEqual(over.getState().ctx.gameover, { winner: '0' });
    assert.equal((await over.moves.mark().confirmed).status, 'rejected');
    const now = throughJSON(await server.db.fetch('in the middle', ALL));
    await server.db.close();
    const again = open(dir);
    await again.connect();
    t.after(() => again.close());
    assert.deepEqual(throughJSON(await again.fetch('in the middle', ALL)), now);
    assert.deepEqual(now.state.G.table, ['ace', 'ten', 'king']);
  });
}
