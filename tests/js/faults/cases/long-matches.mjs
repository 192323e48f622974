// The memory of long matches is released with hardly any stack left.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { playsOn, rules } from '../crew.mjs';
import { Notes, fromTheEnd } from '../depth.mjs';

const cases = {};

for (const [what, end] of Object.entries({
  'loaded over': (client, first) => client.loadState(first),
  reset: (client) => client.reset(),
  'disposed of': (client) => client.dispose(),
  'ended by a turn': (client) => client.events.endTurn(),
})) {
  cases[`a turn of thirty thousand moves is ${what} at the end of the stack`] = () => {
    for (const padding of [0, 3]) {
      const notes = new Notes();
      const client = Client({ game: { setup: () => ({ n: 0 }), moves: { add: ({ G }, by) => ({ n: G.n + by }) } }, quiet: true });
      const first = client.getState();
      for (let i = 0; i < 30_000; i += 1) client.moves.add(1);
      assert.equal(client.getState()._undo.length, 30_001);
      fromTheEnd(200, () => end(client, first), { padding, note: notes.note });
      notes.assertClean(what);
      if (what === 'disposed of') {
        client.dispose();
        continue;
      }
      client.reset();
      playsOn(client, 'the client');
    }
  };
}

cases['states are collected at the end of the stack'] = async () => {
  const client = Client({ game: rules(), quiet: true });
  let states = [];
  for (let i = 0; i < 2000; i += 1) {
    client.moves.add(1);
    states.push(client.getState());
  }
  const dropped = Array.from({ length: 100 }, () => Client({ game: rules(), quiet: true }));
  for (const other of dropped) other.moves.add(1);
  states = null;
  dropped.length = 0;
  const notes = new Notes();
  fromTheEnd(20, () => { globalThis.gc(); client.moves.add(1); }, { note: notes.note });
  notes.assertClean('gc');
  for (let i = 0; i < 5; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    globalThis.gc();
  }
  playsOn(client, 'the client');
};

export default cases;
