// Exceptions after a state was replaced: the action counts, the other subscribers are notified, and the match continues.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { network } from 'rondel/testing';
import { Transport } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { playsOn, rules } from '../crew.mjs';
import { THROWN, assertThrows, isFault, textOf, thrownBy } from '../values.mjs';

const METHODS = ['error', 'warn', 'info', 'log', 'debug'];

/** Globals of an unusual page, while a case runs. */
const PAGES = {
  'a console that throws': (value) => Object.fromEntries(METHODS.map((method) => [method, () => { throw value; }])),
  'a console whose methods throw when they are looked up': (value) => Object.defineProperties({}, Object.fromEntries(METHODS.map((method) => [method, { get() { throw value; } }]))),
  'a console without methods': () => ({}),
};

const cases = {};

cases['a subscriber throws: the action counts, and the others are notified'] = () => eachValue((value, kind) => {
  const client = Client({ game: rules(), quiet: true });
  const seen = [];
  client.subscribe(() => { throw value; });
  client.subscribe(({ G }) => seen.push(G.n));
  assert.equal(client.moves.add(2).status, 'confirmed', kind);
  assert.equal(client.undo().status, 'confirmed', kind);
  assert.equal(client.moves.refuse().status, 'rejected', kind);
  client.updatePlayerID('0');
  assert.deepEqual(seen, [0, 2, 0, 0, 0], kind);
  playsOn(client, kind);
});

cases['a subscriber throws under compat: the action counts'] = () => eachValue((value, kind) => {
  const client = Client({ game: rules({ compat: '0.50' }), quiet: true });
  const isTold = thrownBy(() => client.subscribe(() => { throw value; }));
  assert.ok(isTold.length === 0 || Object.is(isTold[0], value), kind);
  for (const [i, act] of [client.moves.add, client.moves.roll, client.undo, client.redo].entries()) {
    const thrown = thrownBy(act);
    assert.ok(thrown.length === 0 || Object.is(thrown[0], value), `${kind}: ${textOf(thrown[0])}`);
    assert.equal(client.getState()._stateID, i + 1, kind);
  }
});

cases['a playerView throws during a notification: the action counts, and the next notification follows'] = () => eachValue((value, kind) => {
  let isBlind = false;
  const playerView = ({ G }) => {
    if (isBlind) throw value;
    return G;
  };
  const client = Client({ game: rules({ playerView }), quiet: true });
  const seen = [];
  client.subscribe(({ G }) => seen.push(G.n));
  isBlind = true;
  assert.equal(client.moves.add(2).status, 'confirmed', kind);
  assertThrows(() => client.getState(), value, kind);
  isBlind = false;
  assert.equal(client.moves.add(2).status, 'confirmed', kind);
  assert.deepEqual(seen, [0, 4], kind);
});

for (const [page, make] of Object.entries(PAGES)) {
  cases[`on a page with ${page}, refusals, warnings and reports cause no error`] = () => eachValue((value, kind) => withGlobals({ console: make(value) }, () => {
    // Not `quiet: true`: the client prints its refusals.
    const client = Client({ game: rules({ moves: { ...rules().moves, warned: ({ events }) => events.endGame('x') }, onEnd: ({ events }) => events.endTurn() }) });
    client.subscribe(() => { throw value; });
    assert.equal(client.moves.refuse().status, 'rejected', kind);
    assert.equal(client.getState().lastError.type, 'action/invalid_move', kind);
    playsOn(client, kind);
    assert.equal(client.moves.warned().status, 'confirmed', kind);
    assert.equal(client.moves.add().status, 'rejected', kind);
    Client({ game: rules({ moves: { add: () => {} }, turn: { moveLimit: 1 } }) }).moves.add();
  }));

  cases[`on a page with ${page}, clients over Local() continue`] = () => eachValue((value, kind) => withGlobals({ console: make(value) }, () => {
    const { clients, end } = seated(rules({ moves: { ...rules().moves, boom: () => { throw value; } } }));
    const [client, other] = clients;
    client.subscribe(() => { throw value; });
    client.moves.refuse();
    client.moves.boom();
    client.moves.roll();
    client.moves.add(2);
    client.events.endTurn();
    other.moves.add(3);
    assert.deepEqual(clients.map(({ getState }) => getState().G.n), [5, 5], kind);
    end();
  }));
}

cases['a reportError that throws causes no error'] = () => eachValue((value, kind) => withGlobals({ reportError: () => { throw value; } }, () => {
  const client = Client({ game: rules(), quiet: true });
  const seen = [];
  client.subscribe(() => { throw value; });
  client.subscribe(({ G }) => seen.push(G.n));
  assert.equal(client.moves.add(2).status, 'confirmed', kind);
  assert.deepEqual(seen, [0, 2], kind);
  playsOn(client, kind);
}));

cases['a move that throws over Local() waits for the master, who reports it; the match continues'] = () => eachValue(async (value, kind) => {
  for (const over of ['the page', 'a network']) {
    const net = over === 'a network' ? network({ latency: 50 }) : undefined;
    const { clients, end } = seated(rules({ moves: { ...rules().moves, boom: () => { throw value; } } }), { network: net });
    await net?.run();
    const [client, other] = clients;
    const handle = client.moves.boom();
    await net?.run();
    assert.equal(handle.status, 'rejected', `${kind}, ${over}`);
    const added = client.moves.add(2);
    client.events.endTurn();
    await net?.run();
    other.moves.add(3);
    await net?.run();
    assert.equal(added.status, 'confirmed', `${kind}, ${over}`);
    assert.deepEqual(clients.map(({ getState }) => getState().G.n), [5, 5], `${kind}, ${over}`);
    end();
  }
});

cases['a subscriber of an online client throws: the action counts, and the others are notified'] = () => eachValue((value, kind) => {
  const { clients, end } = seated(rules());
  const [client, other] = clients;
  const seen = [];
  client.subscribe(() => { throw value; });
  client.subscribe((state) => seen.push(state?.G.n));
  other.subscribe(() => { throw value; });
  client.moves.add(2);
  client.moves.roll();
  client.events.endTurn();
  other.moves.add(3);
  assert.deepEqual([seen.at(-1), client.getState().G.n, other.getState().G.n], [5, 5, 5], kind);
  end();
});

for (const compat of [undefined, '0.50']) {
  cases[`transports throw in each method${compat ? ' under compat' : ''}: the client continues when they no longer do`] = () => eachValue((value, kind) => {
    for (const method of ['connect', 'disconnect', 'sendAction', 'sendChatMessage', 'requestSync', 'updateMatchID', 'updatePlayerID', 'updateCredentials']) {
      const what = `${method}: ${kind}`;
      const state = { isBroken: false, value };
      const client = Client({ game: rules({ compat }), playerID: '0', multiplayer: throwing(Local(), method, state), quiet: true });
      client.start();
      client.moves.add(1);
      state.isBroken = true;
      const calls = {
        start: () => client.start(), stop: () => client.stop(), 'a move': () => client.moves.add(1), chat: () => client.sendChatMessage('x'),
        updatePlayerID: () => client.updatePlayerID('0'), updateCredentials: () => client.updateCredentials('x'), updateMatchID: () => client.updateMatchID('default'),
      };
      for (const [name, call] of Object.entries(calls)) {
        const thrown = thrownBy(call);
        assert.ok(thrown.length === 0, `${what}: ${name} throws ${textOf(thrown[0])}`);
      }
      state.isBroken = false;
      client.stop();
      client.start();
      const { G } = client.getState();
      client.moves.add(1);
      assert.equal(client.getState().G.n, G.n + 1, what);
      client.stop();
    }
  });
}

cases['invalid messages are ignored'] = () => {
  const clients = [];
  let notify;
  class Odd extends Transport {
    constructor(options) { super(options); notify = (data) => this.notifyClient(data); }
    connect() {} disconnect() {} sendAction() {} sendChatMessage() {} requestSync() {} updateMatchID() {} updatePlayerID() {} updateCredentials() {}
  }
  const trap = THROWN['a proxy whose traps throw'];
  const odd = [undefined, null, 0, 'x', [], {}, trap, THROWN['a revoked proxy'], { type: 'sync', args: trap }, { type: trap, args: ['default'] }];
  for (const type of ['sync', 'update', 'patch', 'matchData', 'chat']) {
    for (const value of [undefined, null, 0, NaN, 'x', [], {}, trap, { state: null }, { state: {} }, { state: { G: {}, ctx: trap, _stateID: 0 } }, { G: 0, ctx: 0 }]) {
      for (const args of [value, [], ['default'], ['default', value], ['default', 0, 0, value], ['default', 0, 1, [value], value]]) odd.push({ type, args, sync: value });
    }
  }
  for (const message of odd) {
    const client = Client({ game: rules(), playerID: '0', multiplayer: (options) => new Odd(options), quiet: true });
    clients.push(client);
    const thrown = thrownBy(() => {
      notify(message);
      client.getState();
      client.moves.add(1);
      client.legalMoves();
    });
    if (thrown.length > 0 && isFault(thrown[0])) assert.fail(textOf(thrown[0]));
  }
  for (const client of clients) client.dispose();
};

export default cases;

/** Two clients on `Local()`. */
function seated(game, options = {}) {
  const multiplayer = Local(options.network ? options : {});
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer }));
  for (const client of clients) client.start();
  return { clients, end: () => clients.forEach((client) => client.dispose()) };
}

/** A transport of which one method throws while the state `isBroken`. */
function throwing(multiplayer, method, state) {
  return (options) => {
    const transport = multiplayer(options);
    const call = transport[method];
    transport[method] = function (...args) {
      if (state.isBroken) throw state.value;
      return call.apply(transport, args);
    };
    return transport;
  };
}

async function eachValue(play) {
  for (const [kind, value] of Object.entries(THROWN)) await play(value, kind);
}

/** Runs with replaced globals, and restores them. */
function withGlobals(globals, run) {
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const back = () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    back();
  }
}
