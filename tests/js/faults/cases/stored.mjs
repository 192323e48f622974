// Stored matches with mistakes. Each is that match's error, returned to the sender and reported; the other matches of the
// master go on. A persisted match that cannot be read stays as it is: none begins in its place.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { getFilterPlayerView } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { InMemory } from '../../../../pkg/lib/online/storage/storage.js';
import { throughJSON } from '../../support/json.mjs';
import { fakeLocalStorage } from '../../support/local-storage.mjs';
import { rules } from '../crew.mjs';
import { HOSTILE, chances, mutated } from '../mutate.mjs';
import { Problems } from '../problems.mjs';
import { isFault, textOf, thrownBy } from '../values.mjs';

const RUNS = Number(process.env.RONDEL_FAULTS_RUNS ?? 400);
const sync = (seq) => ({ session: 'tab', seq, first: seq });
const move = (type, playerID, more = {}) => ({ type: 'MAKE_MOVE', payload: { type, args: [1], playerID }, ...more });
const cases = {};

/** A game whose code never throws, whatever `G` is. */
function game() {
  const count = ({ G }) => { if (Number.isSafeInteger(G?.n)) G.n += 1; };
  const { refuse } = rules().moves;
  return { seed: 'stored', setup: () => ({ n: 0 }), turn: { activePlayers: { all: null } }, moves: { add: count, roll: ({ random }) => { random.D6(); }, refuse } };
}

/** The stored parts of a match, and the fields that may be wrong. */
const PARTS = {
  'states': { part: 'state' },
  'ledgers': { part: 'state', within: ['_sync'] },
  'undo histories': { part: 'state', within: ['_history'] },
  'undo histories of boardgame.io': { part: 'state', as: 'whole', within: ['_undo', '_redo'] },
  'metadata': { part: 'metadata' },
  'logs': { part: 'log' },
  'first states': { part: 'initial' },
};

for (const [what, { part, as = part, within }] of Object.entries(PARTS)) {
  for (const later of [false, true]) {
    cases[`mutated ${what} come out of a storage that answers ${later ? 'later' : 'at once'}`] = async () => {
      const played = await storedMatch();
      const problems = new Problems();
      const chance = chances(part.length + (within?.[0].length ?? 0));
      const errors = [];
      const storage = later ? new Later() : new InMemory();
      const master = masterOf(game(), storage);
      master.onError = (error) => errors.push(error);
      await master.onSync('other', '0');
      for (let i = 0; i < (later ? RUNS / 4 : RUNS) && !problems.areMany; i += 1) {
        const { value, what: mistake } = mutated(played[as], chance, { within });
        for (const field of ['state', 'metadata', 'log', 'initial']) storage[field].set('m', field === part ? value : structuredClone(played[field]));
        await askedEverything(master, i, (problem) => problems.note(problem, mistake));
        // A value that changes after its check may be reported in any way.
        const isFickle = mistake.includes('something else each time');
        for (const error of errors.splice(0)) problems.note(isAllowed(error) || (isFickle && !isFault(error)) ? undefined : `reported ${textOf(error)}`, mistake);
        const { G, _stateID } = storage.state.get('other');
        const answer = await master.onUpdate(move('add', '0'), _stateID, 'other', '0');
        if (answer !== undefined || storage.state.get('other').G.n !== G.n + 1) problems.note('the other match no longer goes on', mistake);
      }
      problems.assertNone();
    };
  }
}

cases['mutated texts come out of localStorage'] = () => withLocalStorage((texts) => {
  const rules = game();
  const storageKey = 'sound';
  const first = seated(rules, storageKey);
  first.moves.add(2);
  first.moves.roll();
  first.undo();
  first.dispose();
  const sound = new Map(texts);
  assert.ok(sound.size >= 3);
  const problems = new Problems();
  const chance = chances(5);
  const keys = [...sound.keys()];
  const initial = keys.find((key) => key.endsWith('_initial'));
  let count = 0;
  for (let i = 0; i < RUNS && !problems.areMany; i += 1) {
    // Each match has its own key, because clients with the same key share a master.
    const name = `try ${i}`;
    for (const [key, text] of sound) texts.set(key.replace(storageKey, name), text);
    const broken = keys[i % keys.length];
    const { text, what } = mutatedText(sound.get(broken), chance);
    texts.set(broken.replace(storageKey, name), text);
    const before = JSON.stringify([...texts]);
    const [thrown] = thrownBy(() => {
      const client = seated(rules, name);
      const begun = client.getState();
      if (!begun) {
        client.dispose();
        if (JSON.stringify([...texts]) !== before) problems.note('an unreadable match is overwritten', `${broken}: ${what}`);
        return;
      }
      count += 1;
      // Only the beginning of a match writes its first state.
      const firstState = initial.replace(storageKey, name);
      if (texts.get(firstState) !== new Map(JSON.parse(before)).get(firstState)) problems.note('another match begins', `${broken}: ${what}`);
      // It may be another player's turn now, or the game may be over.
      const { status, error } = client.moves.add(1);
      if (status !== 'confirmed' && !error?.type.startsWith('action/')) problems.note(`a move is ${status}: ${error?.message}`, `${broken}: ${what}`);
      client.dispose();
    });
    if (thrown !== undefined) problems.note(`it throws ${textOf(thrown)}`, `${broken}: ${what}`);
    for (const key of [...texts.keys()]) if (key.includes(name)) texts.delete(key);
  }
  problems.assertNone();
  assert.ok(count > 0 && count < RUNS, `${count} of ${RUNS} can be read`);
});

cases['a localStorage that throws, is full, or is none'] = () => {
  const refuse = () => { throw HOSTILE; };
  const kinds = {
    'throws at each access': { getItem: refuse, setItem: refuse, removeItem: refuse },
    'is full': { getItem: () => null, setItem: refuse, removeItem: () => {} },
    'cannot be read': { getItem: refuse, setItem: () => {}, removeItem: () => {} },
    'answers numbers': { getItem: () => 7, setItem: () => {}, removeItem: () => {} },
  };
  for (const [kind, storage] of Object.entries(kinds)) {
    globalThis.localStorage = storage;
    try {
      const [thrown] = thrownBy(() => {
        const client = seated(game(), kind);
        client.moves.add(1);
        client.getState();
        client.dispose();
      });
      assert.ok(thrown === undefined, `${kind}: ${textOf(thrown)}`);
    } finally {
      delete globalThis.localStorage;
    }
  }
};

export default cases;

/** A stored match with something of everything. */
async function storedMatch() {
  const storage = new InMemory();
  const master = masterOf(game(), storage);
  await master.onSync('m', '0', undefined, 3);
  await master.onUpdate(move('add', '0', { sync: sync(1) }), 0, 'm', '0');
  await master.onUpdate(move('refuse', '0', { sync: sync(2) }), 1, 'm', '0');
  await master.onUpdate(move('add', '1', { sync: { session: 'another', seq: 1, first: 1 } }), 1, 'm', '1');
  await master.onUpdate({ type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID: '0' } }, 2, 'm', '0');
  await master.onUpdate(move('add', '1', { sync: { session: 'another', seq: 2, first: 2 } }), 3, 'm', '1');
  await master.onConnectionChange('m', '0', undefined, true);
  const parts = Object.fromEntries(['state', 'metadata', 'log', 'initial'].map((field) => [field, storage[field].get('m')]));
  assert.equal(parts.state._stateID, 4);
  return throughJSON({ ...parts, whole: whole(parts.state) });
}

/** A state with whole entries, as boardgame.io stores it. */
function whole({ _history, ...state }) {
  const { G, ctx, plugins } = state;
  const entry = { G, ctx, plugins, playerID: '1', moveType: 'add' };
  return { ...state, _undo: [{ G, ctx, plugins }, entry, entry], _redo: [entry] };
}

function masterOf(game, storage) {
  const filter = getFilterPlayerView(game);
  const told = ({ playerID = null, sender: _, ...payload }) => {
    const message = filter(playerID, payload, { patches: true });
    // A value without a JSON text is the transport's problem.
    thrownBy(() => JSON.stringify(message));
  };
  return new Master(game, storage, { send: told, sendAll: told });
}

/** Calls every method of a master for the match `m`: each returns nothing, or an error with a message. */
async function askedEverything(master, i, note) {
  const asked = {
    onSync: () => master.onSync('m', '0'),
    onUpdate: () => master.onUpdate(move('add', '0', { sync: sync(3 + (i % 2)) }), 4, 'm', '0'),
    'onUpdate of an old client': () => master.onUpdate(move('roll', '1'), 5, 'm', '1'),
    'onUpdate of an event': () => master.onUpdate({ type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID: '1' } }, 6, 'm', '1'),
    'onUpdate of an undo': () => master.onUpdate({ type: 'UNDO', payload: { playerID: '1' } }, 6, 'm', '1'),
    onConnectionChange: () => master.onConnectionChange('m', '0', undefined, i % 2 === 0),
    onPlayerLeave: () => master.onPlayerLeave('m', '2'),
    onChatMessage: () => master.onChatMessage('m', { id: 'x', sender: '0', payload: 'x' }),
  };
  for (const [what, ask] of Object.entries(asked)) {
    try {
      const answer = await ask();
      if (answer !== undefined && typeof answer?.error !== 'string') note(`${what} answers ${textOf(answer)}`);
    } catch (error) {
      note(`${what} is rejected with ${textOf(error)}`);
    }
  }
}

/** Accepts what a master may report: what the stored value itself throws, and errors of Rondel's. */
function isAllowed(error) {
  return error === HOSTILE || (error?.name === 'RondelError' && !isFault(error));
}

class Later extends InMemory {
  type() { return 1; }
  async fetch(...args) { return super.fetch(...args); }
}

function seated(game, storageKey) {
  const client = Client({ game, playerID: '0', multiplayer: Local({ persist: true, storageKey }), debug: false, quiet: true });
  client.start();
  return client;
}

function mutatedText(text, chance) {
  if (chance() < 0.2) {
    const at = Math.floor(chance() * text.length);
    return { text: text.slice(0, at) + (chance() < 0.5 ? '' : '}'), what: `cut off at ${at}` };
  }
  const { value, what } = mutated(JSON.parse(text), chance, { plain: true });
  return { text: JSON.stringify(value), what };
}

function withLocalStorage(run) {
  globalThis.localStorage = fakeLocalStorage();
  try {
    run(globalThis.localStorage.texts);
  } finally {
    delete globalThis.localStorage;
  }
}
