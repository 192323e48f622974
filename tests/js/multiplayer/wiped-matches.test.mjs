// A wiped match does not return by a sync of pages that have joined it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Transport } from 'rondel/internal';
import { Broadcast } from 'rondel/multiplayer';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { silence } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { cards } from './transports.mjs';

const REFUSED = { type: 'match/not_found', message: 'game not found' };

function open(t, game, multiplayer) {
  const client = Client({ game, playerID: '0', multiplayer, quiet: true });
  t.after(() => client.dispose());
  client.start();
  return client;
}

test('a wiped match stays wiped for a tab that has joined it, and begins for a tab that opens later', async (t) => {
  silence(t);
  const [world, storage] = [browser(), new InMemory()];
  const tab = open(t, cards(), Broadcast({ storage }, world.openTab()));
  await until(() => tab.getState());
  await tab.moves.play('ten').confirmed;
  storage.wipe('default');
  tab.stop();
  tab.start();
  await until(() => tab.getState().lastError);
  assert.deepEqual([tab.getState().lastError, storage.listMatches()], [REFUSED, []]);
  const later = open(t, cards(), Broadcast({ storage }, world.openTab()));
  await until(() => later.getState());
  assert.deepEqual([later.getState().G.table, storage.listMatches()], [[], ['default']]);
});

test('a contract transport knows its client\'s version and whether it has joined', (t) => {
  silence(t);
  const said = [];
  class Line extends Transport {
    connect() {
      this.setConnectionStatus(true);
      this.requestSync();
    }
    disconnect() { this.setConnectionStatus(false); }
    requestSync() {
      said.push(this.about);
      const state = { G: { n: 1 }, ctx: { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0, phase: null, activePlayers: null }, plugins: {}, _stateID: 0 };
      this.notifyClient({ type: 'sync', args: [this.matchID, { state, log: [], filteredMetadata: [] }] });
    }
    updateMatchID(id) {
      this.matchID = id;
      this.requestSync();
    }
  }
  const client = open(t, { name: 'nim', setup: () => ({ n: 1 }) }, (options) => new Line(options));
  client.stop();
  client.start();
  client.updateMatchID('another');
  client.updateMatchID('default');
  assert.deepEqual(said, [undefined, { known: true }, undefined, { known: true }]);
});
