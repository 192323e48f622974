// Storages that answer late, fail, or are written by other processes.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { slowStorage } from '../support/slow-storage.mjs';
import { event, move, room } from './support.mjs';

const together = () => ({
  name: 'together',
  setup: () => ({ by: [] }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G, playerID }, what) => { G.by.push(what ?? playerID); } },
});

async function slowly(options) {
  const memory = new InMemory();
  const slow = slowStorage(memory, options);
  const table = room(together(), { storage: slow });
  await table.master.onSync('m', '0');
  table.news();
  return { ...table, slow, memory, now: () => memory.fetch('m', { state: true, log: true, metadata: true }) };
}

test('actions that race on a slow storage are all made, one after the other', async () => {
  const { master, now, news } = await slowly();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => {
    const player = String(i % 2);
    return master.onUpdate(move('add', player, [i]), 0, 'm', player);
  }));
  assert.deepEqual(answers, Array(40).fill(undefined));
  const numbers = Array.from({ length: 40 }, (_, i) => i);
  assert.deepEqual(now().state.G.by, numbers);
  assert.deepEqual(now().log.map(({ action }) => action.payload.args[0]), numbers);
  assert.deepEqual(news()[1].map(({ args }) => args[1]._stateID), numbers.map((i) => i + 1));
});

test('actions at two masters over one storage are all made', async () => {
  const { master, slow, now } = await slowly();
  const other = room(together(), { storage: slow });
  await Promise.all([
    ...Array.from({ length: 10 }, (_, i) => master.onUpdate(move('add', '0', [i]), 0, 'm', '0')),
    ...Array.from({ length: 10 }, (_, i) => other.master.onUpdate(move('add', '1', [i]), 0, 'm', '1')),
  ]);
  assert.equal(now().state.G.by.length, 20);
});

test('connections, departures of players and moves do not undo each other', async () => {
  const { master, now } = await slowly();
  await Promise.all([
    master.onConnectionChange('m', '0', undefined, true),
    master.onUpdate(move('add', '0'), 0, 'm', '0'),
    master.onConnectionChange('m', '1', undefined, true),
    master.onUpdate(event('endGame', '0', ['over']), 0, 'm', '0'),
    master.onConnectionChange('m', '0', undefined, false),
  ]);
  const { metadata } = now();
  assert.deepEqual([metadata.gameover, metadata.players[0].isConnected, metadata.players[1].isConnected], ['over', false, true]);
});

test('two syncs for the same new match get the same match', async () => {
  const { master, news } = room({ setup: ({ random }) => random.Number(), moves: {} }, { storage: slowStorage(new InMemory()) });
  await Promise.all([master.onSync('m', '0'), master.onSync('m', '1')]);
  const heard = news();
  assert.equal(heard[0][0].args[1].state.G, heard[1][0].args[1].state.G);
});

test('a slow match does not delay other matches', async () => {
  const { master, slow } = await slowly();
  await master.onSync('n', '0');
  let open;
  const closed = new Promise((resolve) => { open = resolve; });
  const { fetch } = slow;
  slow.fetch = async (matchID, ...rest) => {
    if (matchID === 'm') await closed;
    return fetch.call(slow, matchID, ...rest);
  };
  const waiting = master.onUpdate(move('add', '0'), 0, 'm', '0');
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'n', '0'), undefined);
  open();
  assert.equal(await waiting, undefined);
});

test('when a thousand messages wait for one match, further ones are refused', async () => {
  const { master, storage, state } = room(together());
  await master.onSync('m', '0');
  // A waiting message delays the others.
  let open;
  storage.fetch = (...args) => new Promise((resolve) => {
    delete storage.fetch;
    open = () => resolve(storage.fetch(...args));
  });
  const waiting = Array.from({ length: 1100 }, () => master.onUpdate(move('add', '0'), 0, 'm', '0'));
  open();
  const answers = await Promise.all(waiting);
  assert.equal(answers.filter((answer) => answer?.error === 'too many messages').length, 99);
  assert.equal(state().G.by.length, 1001);
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
});

// Each access to the storage fails once, in turn.
for (const isOurs of [false, true]) {
  test(`a storage that fails once leaves the match consistent, and ${isOurs ? 'our' : 'boardgame.io\'s'} client receives the error`, async () => {
    let failures = 0;
    for (let failing = 0; failing < 12; failing += 1) {
      const { master, slow, now, news, errors } = await slowly();
      let access = 0;
      slow.before = () => {
        access += 1;
        if (access === failing + 1) throw new Error('SECRET: no disk');
      };
      const act = (seq) => move('add', '0', [seq], isOurs ? { session: 'tab', seq, first: seq } : undefined);
      const first = await master.onUpdate(act(1), 0, 'm', '0');
      slow.before = () => {};
      const { state, log } = now();
      assert.ok(first === undefined || first.error === 'storage failed');
      assert.equal(state._stateID, first ? 0 : 1);
      assert.equal(log.length, state._stateID);
      const heard = news();
      if (first) {
        failures += 1;
        assert.deepEqual(heard[1], []);
        assert.match(errors[0].message, /no disk/);
        // Rondel's client asks again by itself; boardgame.io's gets a sync.
        assert.deepEqual(heard[0].map(({ type }) => type), isOurs ? [] : ['sync']);
        assert.equal(await master.onUpdate(act(1), 0, 'm', '0'), undefined);
      }
      assert.doesNotMatch(JSON.stringify([first, heard]), /SECRET/);
      await master.onUpdate(act(2), 1, 'm', '0');
      assert.deepEqual(now().state.G.by, [1, 2]);
      assert.deepEqual(now().log.map(({ action }) => action.payload.args[0]), [1, 2]);
    }
    assert.equal(failures, 2);
  });
}

test('a refusal that cannot be stored is not acknowledged', async () => {
  const { master, slow, news } = await slowly();
  const nothing = move('nothing', '0', [], { session: 'tab', seq: 1, first: 1 });
  slow.before = (method) => { if (method === 'setState') throw new Error('no disk'); };
  assert.deepEqual(await master.onUpdate(nothing, 0, 'm', '0'), { error: 'storage failed' });
  assert.deepEqual(news()[0], []);
  slow.before = () => {};
  assert.deepEqual(await master.onUpdate(nothing, 0, 'm', '0'), { error: 'action/unavailable_move' });
  assert.equal(news()[0][0].sync.acks[0][1], 1);
});

test('when the storage is unavailable, every call returns an error, and no promise rejects', async () => {
  for (const storage of [
    { type: () => 0, fetch() { throw new Error('gone'); } },
    { type: () => 1, async fetch() { throw new Error('gone'); } },
    { type: () => 1, fetch: async () => undefined },
    { type: () => 1, fetch: async () => ({ state: 'nonsense', metadata: 'nonsense' }) },
    {},
  ]) {
    const { master, errors } = room(together(), { storage, auth: { authenticateCredentials: () => true } });
    for (const answer of await Promise.all([
      master.onUpdate(move('add', '0'), 0, 'm', '0'),
      master.onSync('m', '0'),
      master.onPlayerLeave('m', '0'),
      master.onConnectionChange('m', '0', undefined, true),
      master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }),
    ])) assert.equal(typeof answer?.error, 'string');
    assert.ok(errors.length > 0);
  }
});

test('when another process has stored a state meanwhile, the action is checked again', async () => {
  const { master, slow, memory, now, news } = await slowly({ compares: true });
  let times = 2;
  const elsewhere = new Master(together(), memory, { send() {}, sendAll() {} });
  slow.before = (method) => {
    if (method === 'compareAndSetState' && (times -= 1) >= 0) elsewhere.onUpdate(move('add', '1'), 0, 'm', '1');
  };
  assert.equal(await master.onUpdate(move('add', '0'), 0, 'm', '0'), undefined);
  assert.deepEqual(now().state.G.by, ['1', '1', '0']);
  assert.deepEqual(now().log.length, 3);
  assert.equal(news()[1].length, 1);
});

test('when other processes keep storing states, the author learns that the action failed', async () => {
  const { master, slow, now } = await slowly({ compares: true });
  slow.compareAndSetState = async () => false;
  assert.deepEqual(await master.onUpdate(move('add', '0'), 0, 'm', '0'), { error: 'storage failed' });
  assert.equal(now().state._stateID, 0);
});

/** Like third-party storages: on boardgame.io's own class, with texts in place of a database. */
class Database extends bgioInternal.Async {
  texts = new Map();

  async connect() {}

  async createMatch(matchID, { initialState, metadata }) {
    await this.#set(`${matchID}:initial`, initialState);
    await this.setState(matchID, initialState);
    await this.setMetadata(matchID, metadata);
  }

  async fetch(matchID, { state, metadata, log, initialState }) {
    const result = {};
    if (state) result.state = await this.#get(matchID);
    if (metadata) result.metadata = await this.#get(`${matchID}:metadata`);
    if (log) result.log = await this.#get(`${matchID}:log`);
    if (initialState) result.initialState = await this.#get(`${matchID}:initial`);
    return result;
  }

  async setState(matchID, state, deltalog) {
    if (deltalog && deltalog.length > 0) {
      await this.#set(`${matchID}:log`, [...((await this.#get(`${matchID}:log`)) || []), ...deltalog]);
    }
    await this.#set(matchID, state);
  }

  async setMetadata(matchID, metadata) {
    await this.#set(`${matchID}:metadata`, metadata);
  }

  async wipe() {}

  async #get(key) {
    return this.texts.has(key) ? JSON.parse(this.texts.get(key)) : undefined;
  }

  async #set(key, value) {
    this.texts.set(key, JSON.stringify(value));
  }
}

test('storages written for boardgame.io work unchanged', async () => {
  const storage = new Database();
  const { master, news } = room(together(), { storage });
  await master.onSync('m', '0');
  const moves = [0, 1, 2, 3].map((i) => master.onUpdate(move('add', String(i % 2), [i]), 0, 'm', String(i % 2)));
  assert.deepEqual(await Promise.all(moves), Array(4).fill(undefined));
  await master.onSync('m', '1');
  const [, , , , { args: [, { state, log, initialState }] }] = news()[1];
  assert.deepEqual([state.G.by, log.length, initialState.G.by], [[0, 1, 2, 3], 4, []]);
});
