// Subscribers that act at each notification without end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { reporting } from '../support/console.mjs';
import { isOverflow } from '../faults/values.mjs';
import { counter } from './support.mjs';

/** The client and others go on. */
function goesOn(client) {
  const before = client.getState().G.n;
  assert.equal(client.moves.add(1).status, 'confirmed');
  assert.equal(client.getState().G.n, before + 1);
  assert.equal(client.getState().lastError, null);
  const other = Client({ game: counter() });
  assert.equal(other.moves.add(5).status, 'confirmed');
  assert.equal(other.getState().G.n, 5);
}

test('a subscriber that makes moves without end ends in one clear error, and the client goes on', () => {
  const client = Client({ game: counter() });
  const handles = [];
  const stop = client.subscribe(({ G }) => { if (G.n > 0) handles.push(client.moves.add(1)); });
  const { result, reports } = reporting(() => client.moves.add(1));
  assert.equal(result.status, 'confirmed');
  const [refused, ...others] = handles.filter(({ status }) => status === 'rejected');
  assert.equal(refused.error.type, 'action/action_invalid');
  assert.match(refused.error.message, /^moves\.add: subscribers act again at each notification, without end/);
  assert.ok(others.length <= 1, 'and once more when all are notified of the end');
  assert.deepEqual(reports.map(({ name, code }) => [name, code]), [['RondelError', 'client/runaway']]);
  assert.equal(reports[0].message, refused.error.message);
  assert.equal(client.getState().lastError.message, refused.error.message);
  assert.equal(client.getState().G.n, handles.filter(({ status }) => status === 'confirmed').length + 1);
  stop();
  goesOn(client);
});

test('all subscribers are notified of the final state', () => {
  const client = Client({ game: counter() });
  const seen = [];
  client.subscribe(({ G }) => { if (G.n > 0) client.moves.add(1); });
  client.subscribe((state) => { seen.push(state); });
  reporting(() => client.moves.add(1));
  assert.equal(seen.at(-1), client.getState());
  assert.match(seen.at(-1).lastError.message, /without end/);
});

test('a chain of hundreds of moves is allowed', () => {
  const client = Client({ game: counter() });
  client.subscribe(({ G }) => { if (G.n > 0 && G.n < 400) client.moves.add(1); });
  const { reports } = reporting(() => client.moves.add(1));
  assert.deepEqual(reports, []);
  assert.equal(client.getState().G.n, 400);
});

test('two subscribers that act at each notification are stopped as early as one', () => {
  const client = Client({ game: counter() });
  let calls = 0;
  const stops = [1, 2, 3].map(() => client.subscribe(({ G }) => {
    calls += 1;
    if (G.n > 0) client.moves.add(1);
  }));
  const { reports } = reporting(() => client.moves.add(1));
  assert.equal(reports.length, 1);
  assert.ok(calls < 5000, `${calls} calls`);
  for (const stop of stops) stop();
  goesOn(client);
});

test('two clients that answer each other without end are stopped, and both go on', () => {
  const clients = [Client({ game: counter() }), Client({ game: counter() })];
  const stops = clients.map((client, i) => client.subscribe(({ G }) => { if (G.n > 0) clients[1 - i].moves.add(1); }));
  const { reports } = reporting(() => clients[0].moves.add(1));
  assert.equal(reports.length, 1);
  for (const stop of stops) stop();
  for (const client of clients) goesOn(client);
});

test('moves that are refused each time are stopped too', () => {
  const client = Client({ game: counter() });
  let isArmed = false;
  const stop = client.subscribe(() => { if (isArmed) client.moves.refuse(); });
  isArmed = true;
  const { result, reports } = reporting(() => client.moves.refuse());
  assert.equal(result.error.type, 'action/invalid_move');
  assert.equal(reports.length, 1);
  stop();
  goesOn(client);
});

test('a stack overflow before the limit ends in the same error', () => {
  const client = Client({ game: counter() });
  const fill = (frames, work) => (frames === 0 ? work() : [fill(frames - 1, work)][0]);
  const stops = [1, 2].map(() => client.subscribe(({ G }) => { if (G.n > 0) fill(300, () => client.moves.add(1)); }));
  const { result, reports } = reporting(() => client.moves.add(1));
  assert.equal(result.status, 'confirmed');
  assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
  assert.match(reports[0].message, /without end/);
  assert.match(client.getState().lastError.message, /without end/);
  for (const stop of stops) stop();
  goesOn(client);
});

test('a stack overflow before the limit ends in the same error, even if a subscriber catches everything', () => {
  const client = Client({ game: counter() });
  const stop = client.subscribe(({ G }) => {
    const fill = (frames) => (frames === 0 ? client.moves.add(1) : [fill(frames - 1)][0]);
    for (let i = 0; i < 2; i += 1) {
      try {
        if (G.n > 0) fill(300);
      } catch {
        // The subscriber ignores the exception that it caught.
      }
    }
  });
  const { reports } = reporting(() => client.moves.add(1));
  assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
  stop();
  goesOn(client);
});

test('the caller gets the stack overflow of an endlessly recursive move, also in a subscriber', () => {
  const recurse = () => [recurse()][0];
  const game = counter();
  game.moves.recurse = recurse;
  const client = Client({ game });
  assert.throws(() => client.moves.recurse(), isOverflow);
  let thrown;
  const stop = client.subscribe(({ G }) => {
    if (G.n !== 1) return;
    try {
      client.moves.recurse();
    } catch (error) {
      thrown = error;
    }
  });
  const { reports } = reporting(() => client.moves.add(1));
  assert.ok(isOverflow(thrown));
  assert.deepEqual(reports, []);
  stop();
  goesOn(client);
});

for (const [what, change] of Object.entries({
  updatePlayerID: (client, i) => client.updatePlayerID(String(i % 2)),
  updateMatchID: (client, i) => client.updateMatchID(`match ${i}`),
  updateCredentials: (client, i) => client.updateCredentials(`secret ${i}`),
  previewState: (client) => client.previewState(null),
  subscribe: function again(client) { client.subscribe(() => again(client)); },
})) {
  test(`${what} without end ends in one clear error`, () => {
    const client = Client({ game: counter() });
    let i = 0;
    let isArmed = false;
    let last;
    const act = () => { if (isArmed) change(client, (i += 1)); };
    const stops = [client.subscribe(act), client.subscribe((state) => { last = state; })];
    isArmed = true;
    const { reports } = reporting(() => client.moves.add(1));
    assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
    assert.ok(reports[0].message.startsWith(`${what}: `), reports[0].message);
    assert.equal(last, client.getState());
    isArmed = false;
    for (const stop of stops) stop();
    if (what === 'subscribe') return;
    client.updatePlayerID(null);
    goesOn(client);
  });
}

test('a store between the client and its listeners makes no difference', () => {
  const client = Client({ game: counter() });
  const listeners = new Set();
  let shown;
  const stop = client.subscribe((state) => {
    shown = state;
    for (const listener of [...listeners]) listener();
  });
  listeners.add(() => { if (shown.G.n > 0) client.moves.add(1); });
  listeners.add(() => { if (shown.G.n > 0) client.moves.add(1); });
  const { reports } = reporting(() => client.moves.add(1));
  assert.equal(reports.length, 1);
  assert.equal(shown, client.getState());
  stop();
  goesOn(client);
});

test('under compat endless subscribers are stopped too, and nothing is thrown', () => {
  const client = Client({ game: { ...counter(), compat: '0.50' } });
  const stop = client.subscribe(({ G }) => { if (G.n > 0) client.moves.add(1); });
  const { reports } = reporting(() => client.moves.add(1));
  assert.deepEqual(reports.map(({ code }) => code), ['client/runaway']);
  assert.match(client.getState().lastError.message, /without end/);
  stop();
  const { n } = client.getState().G;
  client.moves.add(1);
  assert.equal(client.getState().G.n, n + 1);
});

test('a subscriber that disposes the client ends the chain', () => {
  const client = Client({ game: counter() });
  client.subscribe(({ G }) => {
    if (G.n > 0) client.moves.add(1);
    if (G.n === 100) client.dispose();
  });
  reporting(() => client.moves.add(1));
  assert.equal(client.moves.add(1).status, 'rejected');
});
