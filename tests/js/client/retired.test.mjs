// Clients whose engine instance has failed: every action returns an error, and they can be disposed of.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { loadEngine, loadOnline } from '../../../pkg/lib/engine/load-engine.js';
import { quietly } from '../support/console.mjs';
import { counter } from './support.mjs';

/** Fails the instance as if memory had run out during a call. */
function fail({ boundary }) {
  const guest = { uses: 1 };
  assert.throws(() => boundary.escape(guest, boundary.host, null, new Error('out of memory')), { code: 'engine/retired' });
}

test('a client whose engine has failed shows its last state, refuses to play, and can be disposed of', () => {
  const client = Client({ game: counter(), debug: false });
  client.moves.add(1);
  client.getState();
  fail(loadEngine());
  assert.throws(() => client.moves.add(1), { code: 'engine/retired' });
  client.dispose();
  client.dispose();
  assert.deepEqual(client.getState().G, { n: 1 });
  assert.equal(client.moves.add(1).status, 'rejected');
  const next = Client({ game: counter(), debug: false });
  assert.equal(next.moves.add(1).status, 'confirmed');
});

test('an online client whose instance has failed can be disposed of, and its pending actions are rejected', () => {
  const unanswering = () => {
    const local = Local();
    return (options) => {
      const transport = local(options);
      transport.sendAction = () => {};
      return transport;
    };
  };
  const client = Client({ game: counter(), multiplayer: unanswering(), playerID: '0', debug: false });
  client.start();
  const handle = client.moves.add(1);
  assert.equal(client.getState().pending, 1);
  fail(loadOnline());
  quietly(() => client.dispose());
  assert.equal(handle.status, 'rejected');
  client.dispose();
  const next = Client({ game: counter(), multiplayer: Local(), playerID: '0', debug: false });
  next.start();
  assert.equal(next.moves.add(1).status, 'confirmed');
});
