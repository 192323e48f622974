// A server's limits do not apply to masters in a page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Broadcast, Local } from 'rondel/multiplayer';
import { until } from '../support/tasks.mjs';
import { browser } from './browsers.mjs';
import { disk } from './transports.mjs';

const TRANSPORTS = {
  Local: () => Local(),
  Broadcast: () => Broadcast({ storage: disk() }, browser().openTab()),
};

/** A map as an editor loads it: 60 kB. */
const MAP = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`hex${at}`, { id: `hex${at}`, q: at, r: 20 - at, altitude: 1, terrain: 'grass', zones: [] }]));

for (const [name, transport] of Object.entries(TRANSPORTS)) {
  test(`${name}: a move may have a map as its argument, and a log may be longer than a server's`, async (t) => {
    const game = { name: 'editor', setup: () => ({ map: {} }), moves: { load: ({ G }, map) => { G.map = map; }, note: () => {} } };
    const client = Client({ game, playerID: '0', multiplayer: transport() });
    t.after(() => client.stop());
    client.start();
    await until(() => client.getState());
    await client.moves.load(MAP).confirmed;
    assert.deepEqual(client.getState().G.map, MAP);
    for (let i = 0; i < 12; i += 1) await client.moves.note('x'.repeat(900_000)).confirmed;
    assert.equal(client.getState()._stateID, 13);
  });
}
