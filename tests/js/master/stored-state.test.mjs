// A match continues from the same state on every node and after every restart: the state's JSON, even if the storage keeps objects.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { inProduction } from '../support/environment.mjs';
import { throughJSON } from '../support/json.mjs';
import { withLocalStorage } from '../support/local-storage.mjs';
import { begun, event, move } from './support.mjs';

class Card {
  constructor(rank) {
    this.rank = rank;
  }

  get name() {
    return `card ${this.rank}`;
  }
}

/** Values that JSON changes or loses, and a few that it does not. */
const VALUES = [
  () => undefined,
  () => NaN,
  () => -Infinity,
  () => -0,
  () => new Date(0),
  () => () => 'a function',
  () => Symbol('s'),
  () => [1, undefined, () => {}],
  () => [1, , 3],
  () => Object.assign([1], { named: true }),
  () => new Card(3),
  () => new Map([[1, 2]]),
  () => new Number(3),
  () => Object.assign(Object.create(null), { a: undefined, b: 1 }),
  () => ({ get late() { return 1; } }),
  () => ({ [Symbol('s')]: 1, n: { toJSON: () => ['by toJSON'] } }),
  () => JSON.parse('{"__proto__":{"a":1}}'),
  () => 1,
  () => 'text',
  () => ({ list: [{ a: 1 }, { b: [] }] }),
];

/** A game whose callbacks record the state that they receive. */
function notingGame(notes = []) {
  const note = (where, { G, ctx, pad }) => {
    const inside = inspect({ G, gameover: ctx.gameover, pad: pad?.state }, { depth: 20, getters: true });
    notes.push(`${where}: ${inside} ${G.a !== undefined && G.a === G.b} ${Object.is(G.a, -0)}`);
  };
  return {
    name: 'notes',
    setup: (_, setupData) => ({ a: VALUES[3](), list: VALUES[7](), given: setupData ?? null }),
    plugins: [{
      name: 'pad',
      setup: () => ({ first: VALUES[0](), at: VALUES[4]() }),
      api: ({ data }) => {
        const pad = { state: data, write: (key, value) => { pad.state = { ...pad.state, [key]: value }; } };
        return pad;
      },
      flush: ({ api }) => api.state,
    }],
    turn: { activePlayers: { all: null }, onMove: (context) => note('onMove', context) },
    endIf: (context) => {
      note('endIf', context);
      return context.G.isOver && { at: new Date(0), winner: context.G.list, none: undefined };
    },
    moves: {
      put: (context, key, value) => {
        note('put', context);
        context.G[key] = VALUES[value]();
      },
      alias: ({ G }, from, to) => { G[to] = G[from]; },
      drop: ({ G }, key) => { delete G[key]; },
      write: ({ pad }, key, value) => { pad.write(key, VALUES[value]()); },
      log: ({ log, G }, value) => {
        G.a = 1;
        log.setMetadata({ noted: VALUES[value]() });
      },
      end: ({ events }, value) => { events.endGame({ outcome: VALUES[value]() }); },
      finish: ({ G }) => { G.isOver = true; },
    },
  };
}

/** A storage that is reopened before each read. */
class Restarted extends InMemory {
  fetch(...asked) {
    return throughJSON(super.fetch(...asked));
  }
}

const key = fc.constantFrom('a', 'b', 'c', '0');
const value = fc.nat(VALUES.length - 1);
const action = fc.oneof(
  { arbitrary: fc.tuple(fc.constant('put'), key, value), weight: 6 },
  fc.tuple(fc.constant('alias'), key, key),
  fc.tuple(fc.constant('drop'), key),
  { arbitrary: fc.tuple(fc.constant('write'), key, value), weight: 2 },
  fc.tuple(fc.constant('log'), value),
  fc.constant(['UNDO']),
  fc.constant(['REDO']),
);
const ending = fc.oneof(fc.tuple(fc.constant('end'), value), fc.constant(['finish']));

function asAction([type, ...args]) {
  return type === 'UNDO' || type === 'REDO' ? { type, payload: { playerID: '0' } } : move(type, '0', args);
}

const ALL = { state: true, log: true, initialState: true, metadata: true };

/** The result of a match in a storage: the states that its callbacks received, its stored values, and its answers. */
async function played(actions, storage) {
  const notes = [];
  const { master } = await begun(notingGame(notes), { storage });
  const answers = [];
  for (const made of actions) {
    const { _stateID } = storage.fetch('m', ALL).state;
    answers.push(await master.onUpdate(asAction(made), _stateID, 'm', '0') ?? null);
  }
  return { notes, answers, stored: storage.fetch('m', ALL) };
}

test('a match has the same result whether its state stays in memory or is read again before each action', async (t) => {
  inProduction(t);
  await fc.assert(fc.asyncProperty(fc.array(action, { maxLength: 12 }), ending, async (actions, end) => {
    const [kept, read] = [await played([...actions, end], new InMemory()), await played([...actions, end], new Restarted())];
    assert.deepEqual(kept.notes, read.notes);
    assert.deepEqual(kept.answers, read.answers);
    for (const part of ['state', 'initialState']) {
      const { G, ctx, plugins } = kept.stored[part];
      assert.deepStrictEqual({ G, ctx, plugins }, throughJSON({ G, ctx, plugins }));
      assert.equal(JSON.stringify({ G, ctx, plugins }), JSON.stringify({ G: read.stored[part].G, ctx: read.stored[part].ctx, plugins: kept.stored[part].plugins }));
    }
    for (const entry of kept.stored.log) assert.deepStrictEqual(entry.metadata, entry.metadata && throughJSON(entry.metadata));
  }), { numRuns: 60 });
});

for (const [what, actions, sees] of [
  ['undefined in a list', [['put', 'a', 7]], { a: [1, null, null] }],
  ['a key that is set again after it was undefined', [['put', 'a', 0], ['put', 'c', 17], ['put', 'a', 17]], { c: 1, a: 1 }],
  ['a Date', [['put', 'a', 4]], { a: '1970-01-01T00:00:00.000Z' }],
  ['NaN', [['put', 'a', 1]], { a: null }],
]) {
  test(`a master continues with the stored value of ${what}`, async (t) => {
    inProduction(t);
    const { stored } = await played(actions, new InMemory());
    const { list, given, ...own } = stored.state.G;
    assert.deepStrictEqual([own, Object.keys(own)], [sees, Object.keys(sees)]);
  });
}

test('a value that a game keeps a reference to does not change in the stored state', async (t) => {
  inProduction(t);
  const shared = { n: 0 };
  const game = { setup: () => ({ shared }), moves: { count: ({ G }) => { G.made = true; shared.n += 1; } } };
  const { master, state } = await begun(game);
  await master.onUpdate(move('count', '0'), 0, 'm', '0');
  assert.deepEqual([state().G, shared], [{ shared: { n: 0 }, made: true }, { n: 1 }]);
});

test('a hostile list that is too long for any text is refused, and the match goes on', async (t) => {
  inProduction(t);
  const game = { setup: () => ({ list: [1] }), turn: { activePlayers: { all: null } }, moves: { put: ({ G }, at) => { G.list[at] = 2; } } };
  const { master, state, errors } = await begun(game);
  assert.deepEqual(await master.onUpdate(move('put', '0', [2 ** 32 - 2]), 0, 'm', '0'), { error: 'action/invalid_move' });
  assert.deepEqual(errors.map(({ code, message }) => [code, message]), [['game/unserializable', 'a list of length 4294967295']]);
  await master.onUpdate(move('put', '0', [1]), 0, 'm', '0');
  assert.deepEqual(state().G, { list: [1, 2] });
});

test('the setup data and the outcome of a match are their JSON', async (t) => {
  inProduction(t);
  const { metadata, initialState } = (await import('rondel/internal')).createMatch({ game: notingGame(), numPlayers: 2, setupData: { at: new Date(0), none: undefined } });
  assert.deepStrictEqual([metadata.setupData, initialState.G.given], [{ at: '1970-01-01T00:00:00.000Z' }, { at: '1970-01-01T00:00:00.000Z' }]);
  const { master, state } = await begun(notingGame());
  await master.onUpdate(event('endGame', '0', [{ n: 1 }]), 0, 'm', '0');
  assert.deepStrictEqual(state().ctx.gameover, { n: 1 });
});

test('a player sees at once the state that the master will send', async (t) => {
  inProduction(t);
  const multiplayer = Local({ latency: 1 });
  const client = Client({ game: notingGame(), playerID: '0', multiplayer, quiet: true });
  client.start();
  t.after(() => client.dispose());
  while (client.getState() === null) await new Promise((resolve) => { setTimeout(resolve, 1); });
  const handle = client.moves.put('b', 7);
  assert.deepStrictEqual([client.getState().pending, client.getState().G.b], [1, [1, null, null]]);
  await handle.confirmed;
  assert.deepStrictEqual(client.getState().G.b, [1, null, null]);
});

test('a match that a page stores has the same result before and after a reload', (t) => {
  inProduction(t);
  const story = (reload) => {
    withLocalStorage(t);
    const notes = [];
    let client;
    const open = () => {
      client?.dispose();
      client = Client({ game: notingGame(notes), playerID: '0', multiplayer: Local({ persist: true, storageKey: 'k' }), quiet: true });
      client.start();
    };
    open();
    for (const made of [['put', 'a', 0], ['put', 'b', 7], ['put', 'c', 4], ['put', 'a', 17], ['put', 'b', 2]]) {
      const [name, ...args] = made;
      client.moves[name](...args);
      if (reload) open();
    }
    const { G } = client.getState();
    client.dispose();
    return [JSON.stringify(G), notes.filter((note) => note.startsWith('put'))];
  };
  assert.deepEqual(story(false), story(true));
});
