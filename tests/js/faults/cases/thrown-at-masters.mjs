// Games, storages, transports, loggers and subscribers that throw in a master, at once or later. None of its promises
// rejects, no action is half done, and its other matches continue.
import assert from 'node:assert/strict';
import { Master } from 'rondel/master';
import { InMemory } from '../../../../pkg/lib/online/storage/storage.js';
import { rules } from '../crew.mjs';
import { THROWN, textOf } from '../values.mjs';
import { nextTask } from '../../support/tasks.mjs';

const STORES = ['createMatch', 'setState', 'setMetadata', 'fetch'];
const move = (type, playerID = '0', ...args) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
const cases = {};

cases['a game throws: the master reports this very value, and the match is unchanged'] = () => eachValue(async (value, kind) => {
  const boom = () => { throw value; };
  const table = await open(rules({ moves: { ...rules().moves, boom }, onPlayerLeave: boom }));
  const before = table.state();
  for (const attempt of [() => table.master.onUpdate(move('boom'), 0, 'm', '0'), () => table.master.onPlayerLeave('m', '1')]) {
    const reported = table.errors.length;
    assert.equal(typeof (await attempt())?.error, 'string', kind);
    assert.equal(table.errors.length, reported + 1, `${kind}: it is reported once`);
    assert.ok(Object.is(table.errors.at(-1), value), `${kind}: something else is reported: ${textOf(table.errors.at(-1))}`);
    assert.equal(table.state().G, before.G, kind);
  }
  await table.goesOn(kind);
});

cases['a game throws when its match starts: there is no match, and others start'] = () => eachValue(async (value, kind) => {
  let isLit = true;
  const setup = () => {
    if (isLit) throw value;
    return { n: 0, rolls: [], turns: 0 };
  };
  const table = await open(rules({ setup }));
  assert.equal(typeof (await table.master.onSync('another', '0'))?.error, 'string', kind);
  assert.deepEqual([...table.storage.state.keys()], [], kind);
  isLit = false;
  await table.goesOn(kind);
});

for (const later of [false, true]) {
  const how = later ? 'answers with a rejected promise' : 'throws at once';
  for (const method of STORES) {
    cases[`a storage whose ${method} ${how}: the error is reported, and the match continues when the storage works again`] = () => eachValue(async (value, kind) => {
      const table = await open(rules());
      table.storage.before = (called) => {
        if (called !== method) return undefined;
        if (later) return Promise.reject(value);
        throw value;
      };
      const before = table.state();
      const answers = await table.everything();
      for (const [what, answer] of Object.entries(answers)) assert.ok(answer === undefined || typeof answer.error === 'string', `${what}: ${kind}`);
      if (method === 'setState' || method === 'fetch') {
        assert.equal(table.state(), before, `${kind}: nothing is stored`);
        assert.equal(answers.move.error, 'storage failed', kind);
      }
      assert.ok(table.errors.length > 0 && table.errors.every((error) => Object.is(error, value)), `${kind}: what it threw is reported, and not ${table.errors.map(textOf)}`);
      table.storage.before = () => undefined;
      await table.goesOn(kind);
    });
  }
}

cases['a storage that returns invalid answers'] = async () => {
  const odd = [undefined, null, 0, 'x', [], {}, THROWN['a proxy whose traps throw'], THROWN['a revoked proxy'], THROWN['a thenable that throws'], { get state() { throw null; } }];
  for (const answer of odd) {
    const table = await open(rules());
    table.storage.answer = () => answer;
    for (const [what, told] of Object.entries(await table.everything())) {
      assert.ok(told === undefined || typeof told.error === 'string', `${what}: ${textOf(answer)}`);
    }
    table.storage.answer = undefined;
    await table.goesOn(textOf(answer));
  }
};

for (const method of ['send', 'sendAll']) {
  cases[`a transport whose ${method} throws: the action counts`] = () => eachValue(async (value, kind) => {
    const table = await open(rules());
    for (const fail of [() => { throw value; }, () => Promise.reject(value)]) {
      table.transport[method] = fail;
      const before = table.state();
      await table.everything();
      assert.equal(table.state()._stateID, before._stateID + 1, kind);
    }
    table.transport[method] = () => {};
    await table.goesOn(kind);
  });
}

cases['a subscriber of the master throws: the action counts, and clients are notified'] = () => eachValue(async (value, kind) => {
  const table = await open(rules());
  for (const fail of [() => { throw value; }, () => Promise.reject(value)]) {
    table.master.subscribe(fail);
    const told = table.told();
    assert.equal(await table.master.onUpdate(move('add', '0', 1), table.state()._stateID, 'm', '0'), undefined, kind);
    assert.equal(table.told(), told + 1, kind);
  }
  await table.goesOn(kind);
});

cases['a logger throws at each report: nothing stops'] = () => eachValue(async (value, kind) => {
  const boom = () => { throw value; };
  const table = await open(rules({ moves: { ...rules().moves, boom } }));
  for (const onError of [boom, () => Promise.reject(value), undefined, null, 7]) {
    table.master.onError = onError;
    table.master.subscribe(boom);
    assert.equal(typeof (await table.master.onUpdate(move('boom'), table.state()._stateID, 'm', '0'))?.error, 'string', kind);
    const { G } = table.state();
    assert.equal(await table.master.onUpdate(move('add', '0', 1), table.state()._stateID, 'm', '0'), undefined, kind);
    assert.equal(table.state().G.n, G.n + 1, kind);
    await table.everything();
  }
  table.master.onError = () => {};
  await table.goesOn(kind);
});

cases['a logger and a console that throw: nothing stops'] = () => eachValue(async (value, kind) => {
  const boom = () => { throw value; };
  const table = await open(rules({ moves: { ...rules().moves, boom } }));
  const { error, warn } = console;
  table.master.onError = boom;
  Object.assign(console, { error: boom, warn: boom });
  try {
    assert.equal(typeof (await table.master.onUpdate(move('boom'), 0, 'm', '0'))?.error, 'string', kind);
    await table.goesOn(kind);
  } finally {
    Object.assign(console, { error, warn });
  }
});

cases['authentication throws: no player is accepted, and the match continues'] = () => eachValue(async (value, kind) => {
  for (const fail of [() => { throw value; }, () => Promise.reject(value)]) {
    const table = await open(rules());
    table.master.auth = { authenticateCredentials: fail };
    const answers = await table.everything();
    assert.equal(answers.move.error, 'auth/failed', kind);
    table.master.auth = undefined;
    await table.goesOn(kind);
  }
});

export default cases;

/** A storage in memory that fails on demand. */
class Failing {
  /** Called before each access, with the method's name. */
  before = () => undefined;
  answer;
  #memory = new InMemory();
  state = this.#memory.state;

  type() { return 0; }
  createMatch(...args) { return this.#call('createMatch', args); }
  setState(...args) { return this.#call('setState', args); }
  setMetadata(...args) { return this.#call('setMetadata', args); }
  fetch(...args) { return this.#call('fetch', args); }

  #call(method, args) {
    return this.before(method) ?? (this.answer ? this.answer() : this.#memory[method](...args));
  }
}

/** A master with a match `m`, if it can begin, and another match. */
async function open(game) {
  const storage = new Failing();
  const errors = [];
  let told = 0;
  const transport = { send: () => {}, sendAll: () => {} };
  const master = new Master(game, storage, {
    send: (payload) => transport.send(payload),
    sendAll: (payload) => { told += 1; return transport.sendAll(payload); },
  });
  master.onError = (error) => errors.push(error);
  await master.onSync('m', '0');
  await master.onSync('other', '0');
  errors.length = 0;
  const state = (matchID = 'm') => storage.state.get(matchID);
  return {
    master, storage, errors, transport, state,
    told: () => told,
    /** Calls every method of a master; returns the answers. */
    async everything() {
      const { _stateID } = state();
      return {
        move: await master.onUpdate(move('add', state().ctx.currentPlayer, 1), _stateID, 'm', state().ctx.currentPlayer),
        refused: await master.onUpdate(move('refuse'), _stateID, 'm', '0'),
        sync: await master.onSync('m', '1'),
        begin: await master.onSync(`new ${Math.random()}`, '0'),
        connect: await master.onConnectionChange('m', '0', undefined, true),
        chat: await master.onChatMessage('m', { id: 'x', sender: '0', payload: 'x' }),
        leave: await master.onPlayerLeave('none', '0'),
      };
    },
    async goesOn(kind) {
      await nextTask();
      for (const matchID of ['m', 'other', 'new']) {
        await master.onSync(matchID, '0');
        const { G, ctx, _stateID } = state(matchID);
        const answer = await master.onUpdate(move('add', ctx.currentPlayer, 2), _stateID, matchID, ctx.currentPlayer);
        assert.equal(answer, undefined, `${kind}: ${matchID} goes on`);
        assert.equal(state(matchID).G.n, G.n + 2, `${kind}: ${matchID} goes on`);
      }
    },
  };
}

async function eachValue(play) {
  for (const [kind, value] of Object.entries(THROWN)) await play(value, kind);
}
