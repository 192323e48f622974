// Values of every kind, thrown by subscribers, consoles and games.
import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { reporting, silence } from '../support/console.mjs';
import { counter } from './support.mjs';

const hostile = () => { throw new Error('a trap'); };
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

/** Thrown values that must not be inspected. */
const THROWN = {
  undefined,
  null: null,
  'a symbol': Symbol('thrown'),
  'NaN': NaN,
  'an error': new Error('plain'),
  'an error whose message throws': Object.defineProperty(new Error(), 'message', { get: hostile }),
  'a frozen object': Object.freeze({}),
  'an object without a prototype': Object.create(null),
  'a proxy whose traps throw': new Proxy(function target() {}, { get: hostile, has: hostile, getPrototypeOf: hostile, ownKeys: hostile, apply: hostile }),
  'a revoked proxy': revoked,
  'a function': () => {},
};

const original = { ...console };
afterEach(() => {
  Object.assign(console, original);
  delete globalThis.reportError;
});

for (const [name, value] of Object.entries(THROWN)) {
  const thrower = () => { throw value; };

  test(`a subscriber throws ${name}: the action counts, the value is reported once, and the other subscribers are called`, () => {
    const client = Client({ game: counter() });
    const seen = [];
    let isArmed = false;
    client.subscribe(() => { if (isArmed) thrower(); });
    client.subscribe(({ G }) => { seen.push(G.n); });
    isArmed = true;
    for (let times = 0; times < 2; times += 1) {
      const { result, reports } = reporting(() => client.moves.add(1));
      assert.equal(result.status, 'confirmed');
      assert.equal(reports.length, 1);
      assert.ok(Object.is(reports[0], value));
    }
    assert.deepEqual(seen, [0, 1, 2]);
  });

  test(`under compat a subscriber throws ${name} to the caller of the action, and the client goes on`, () => {
    const client = Client({ game: { ...counter(), compat: '0.50' } });
    const seen = [];
    let isArmed = false;
    client.subscribe(() => { if (isArmed) thrower(); });
    client.subscribe(({ G }) => { seen.push(G.n); });
    isArmed = true;
    let thrown = 'nothing';
    try {
      client.moves.add(1);
    } catch (error) {
      thrown = error;
    }
    assert.ok(Object.is(thrown, value));
    isArmed = false;
    client.moves.add(1);
    assert.deepEqual(seen, [0, 2]);
  });

  test(`the console and reportError throw ${name}: nothing stops`, () => {
    for (const level of ['log', 'info', 'warn', 'error']) console[level] = thrower;
    globalThis.reportError = thrower;
    const game = counter();
    const client = Client({ game: { ...game, phases: { one: { unknown: 1 } } } });
    let isArmed = false;
    client.subscribe(() => { if (isArmed) throw new Error('from a subscriber'); });
    isArmed = true;
    assert.equal(client.moves.refuse().status, 'rejected');
    assert.equal(client.moves.add(1).status, 'confirmed');
    const [online, other] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local() }));
    online.start();
    other.start();
    assert.equal(online.moves.refuse().status, 'rejected');
    assert.equal(online.moves.add(1).status, 'confirmed');
    assert.equal(other.getState().G.n, 1);
    for (const each of [client, online, other]) each.dispose();
  });

  test(`a predicted move throws ${name}: it waits for the master, which refuses it`, (t) => {
    silence(t);
    const game = { ...counter(), moves: { ...counter().moves, bad: thrower } };
    const client = Client({ game, playerID: '0', multiplayer: Local() });
    client.start();
    assert.equal(client.moves.bad().error.type, 'action/invalid_move');
    assert.equal(client.moves.add(1).status, 'confirmed');
    client.dispose();
  });

  test(`a subscriber of an online client throws ${name}: the others are notified`, () => {
    const game = counter();
    const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local(), quiet: true, predict: 'flow' }));
    let isArmed = false;
    const seen = [];
    for (const client of clients) {
      client.start();
      client.subscribe(() => { if (isArmed) thrower(); });
      client.subscribe(({ G }) => { seen.push(G.n); });
    }
    isArmed = true;
    const { result, reports } = reporting(() => clients[0].moves.add(1));
    assert.equal(result.status, 'confirmed');
    isArmed = false;
    assert.ok(reports.length >= 2);
    assert.ok(reports.every((report) => Object.is(report, value)));
    assert.deepEqual([...new Set(seen)], [0, 1]);
    assert.equal(clients[0].moves.add(1).status, 'confirmed');
    assert.equal(clients[1].getState().G.n, 2);
    for (const client of clients) client.dispose();
  });
}

test('a console without methods stops nothing', () => {
  Object.assign(console, { info: undefined, warn: undefined, error: undefined });
  const client = Client({ game: counter() });
  assert.equal(client.moves.refuse().status, 'rejected');
  assert.equal(client.moves.add(1).status, 'confirmed');
});

test('a playerView that throws is reported once for each notification, and the move counts', () => {
  let isArmed = false;
  const client = Client({ game: { ...counter(), playerView: ({ G }) => { if (isArmed) throw new Error('no view'); return G; } } });
  for (let i = 0; i < 3; i += 1) client.subscribe(() => {});
  isArmed = true;
  const { result, reports } = reporting(() => client.moves.add(1));
  assert.equal(result.status, 'confirmed');
  assert.equal(reports.length, 1);
  assert.throws(() => client.getState(), /no view/);
  isArmed = false;
  assert.equal(client.getState().G.n, 1);
  isArmed = true;
  client.updatePlayerID('0');
  client.dispose();
});
