// `checkStorage` names the faults of a storage, and passes third-party storages by boardgame.io's contract.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioServer from 'boardgame.io/dist/cjs/server.js';
import { Async, Sync } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { checkStorage } from 'rondel/testing';
import { temporaryFolder } from '../support/folders.mjs';
import { slowStorage } from '../support/slow-storage.mjs';

/** Storages with a fault, and the checks that find it. */
const FAULTY = {
  'returns a promise, though its type says that it does not': [
    class extends InMemory { async setState(...args) { super.setState(...args); } },
    ['methods return promises if type() is 1, and values if it is 0'],
  ],
  'forgets the initial state': [
    class extends InMemory { fetch(id, wanted) { return { ...super.fetch(id, wanted), initialState: undefined }; } },
    ['a match that is created is there, in full', 'each field is there when it is asked for alone'],
  ],
  'makes up a match': [
    class extends InMemory { fetch(id, wanted) { return { state: { G: {}, _stateID: 0 }, ...present(super.fetch(id, wanted)) }; } },
    ['an unknown match has no data', 'wipe removes one match and no other, and a new one begins without a log'],
  ],
  'stores the last log alone': [
    class extends InMemory {
      setState(id, state, deltalog) {
        if (deltalog?.length > 0) this.log.delete(id);
        super.setState(id, state, deltalog);
      }
    },
    ['setState puts a state in the place of the last, and appends to the log'],
  ],
  'adds metadata to those that are there': [
    class extends InMemory { setMetadata(id, metadata) { super.setMetadata(id, { ...this.metadata.get(id), ...metadata }); } },
    ['setMetadata puts metadata in the place of the last, and leaves the rest'],
  ],
  'keeps the log of what is wiped': [
    class extends InMemory {
      wipe(id) {
        const log = this.log.get(id);
        super.wipe(id);
        if (log) this.log.set(id, log);
      }
    },
    ['wipe removes one match and no other, and a new one begins without a log'],
  ],
  'lists everything': [
    class extends InMemory { listMatches() { return super.listMatches(); } },
    ['listMatches lists by game, end and time'],
  ],
  'returns its own log': [
    class extends InMemory { fetch(id, wanted) { return { ...super.fetch(id, wanted), ...(wanted.log && { log: this.log.get(id) ?? [] }) }; } },
    ['fetched values and stored values are independent copies'],
  ],
  'sorts keys, as jsonb does': [
    class extends InMemory { setState(id, state, log) { super.setState(id, sorted(state), log); } },
    ['values are kept as JSON keeps them, with the order of keys'],
  ],
  'drops NUL': [
    class extends InMemory { setState(id, state, log) { super.setState(id, JSON.parse(JSON.stringify(state).replaceAll('\\u0000', '')), log); } },
    ['values are kept as JSON keeps them, with the order of keys'],
  ],
  'refuses large states': [
    class extends InMemory {
      createMatch(id, match) {
        if (JSON.stringify(match).length > 100_000) throw new Error('too large');
        super.createMatch(id, match);
      }
    },
    ['states may be large and deep, and logs long'],
  ],
  'takes names for the same that differ in their case': [renaming((id) => id.toLowerCase()), ['a match may have any name, and has it for itself']],
  'cuts names at NUL': [renaming((id) => id.split('\u0000')[0]), ['a match may have any name, and has it for itself']],
  'keeps names in UTF-8': [renaming((id) => Buffer.from(id).toString()), ['a match may have any name, and has it for itself']],
  'overwrites a match that is there': [
    class extends InMemory {
      createMatchIfAbsent(id, match) {
        this.createMatch(id, match);
        return true;
      }
    },
    ['createMatchIfAbsent leaves a match that is there as it is', 'one of many simultaneous creations of a match succeeds'],
  ],
  'compares the _stateID alone': [
    class extends InMemory { compareAndSetState(id, stateID, state, log) { return super.compareAndSetState(id, stateID, state, log); } },
    ['compareAndSetState compares _stateID and _revision, and writes all or nothing'],
  ],
  'logs what it refuses': [
    class extends InMemory {
      compareAndSetState(id, stateID, state, log, revision) {
        const isDone = super.compareAndSetState(id, stateID, state, log, revision);
        if (!isDone) this.log.set(id, [...(this.log.get(id) ?? []), ...log]);
        return isDone;
      }
    },
    ['compareAndSetState compares _stateID and _revision, and writes all or nothing', 'one of many simultaneous moves succeeds'],
  ],
  'does not compare metadata': [
    class extends InMemory {
      compareAndSetMetadata(id, expected, metadata) {
        this.setMetadata(id, metadata);
        return true;
      }
    },
    ['compareAndSetMetadata compares with what has been fetched', 'one of many players who take the same seat gets it'],
  ],
  'wipes without a look': [
    class extends InMemory {
      compareAndWipe(id) {
        this.wipe(id);
        return true;
      }
    },
    ['compareAndWipe compares _stateID and _revision, and wipes all or nothing', 'one of a move and many simultaneous deletions succeeds'],
  ],
  'wipes the rest when it puts something into quarantine': [
    class extends InMemory {
      quarantine(matchID) {
        const quarantined = super.quarantine(matchID);
        for (const id of this.listMatches()) this.wipe(id);
        return quarantined;
      }
    },
    ['a match in quarantine is gone, and a new one may begin'],
  ],
  'puts a match back over another one': [
    class extends InMemory {
      restoreQuarantined(id) {
        const known = this.listQuarantined().find((kept) => kept.id === id);
        if (known) this.wipe(known.matchID);
        return super.restoreQuarantined(id);
      }
    },
    ['a match is put back as it was, and nothing is replaced by that'],
  ],
  'returns the whole log': [
    class extends InMemory { fetchLogSince(id) { return super.fetchLogSince(id, 0); } },
    ['fetchLogSince returns the end of the log'],
  ],
  'returns more of a log than was requested': [
    class extends InMemory { fetchLogPart(id, { before }) { return super.fetchLogPart(id, { before, bytes: 10_000 }); } },
    ['fetchLogPart returns the log in parts'],
  ],
  'leaves out what comes between two parts': [
    class extends InMemory { fetchLogPart(id, { before, bytes }) { return super.fetchLogPart(id, { before: before && before - 1, bytes }); } },
    ['fetchLogPart returns the log in parts'],
  ],
  'forgets no lease': [
    class extends InMemory { renewLease(node) { return super.renewLease(node, 1e9); } },
    ['a lease lasts until it runs out, or is ended'],
  ],
};

for (const [what, [Faulty, expected]] of Object.entries(FAULTY)) {
  test(`checkStorage finds a storage that ${what}`, async () => {
    const error = await checkStorage(() => new Faulty()).then(() => assert.fail('nothing was found'), (thrown) => thrown);
    assert.equal(error.code, 'testing/storage', error.message);
    const names = error.payload.failures.map(({ name }) => name);
    for (const name of expected) assert.ok(names.includes(name), `${name}\n${error.message}`);
    for (const name of names) assert.ok(error.message.includes(`- ${name}: `));
  });
}

test('checkStorage finds a storage that compares and writes in two steps', async () => {
  class TwoSteps extends InMemory {
    type() { return 1; }
    async createMatchIfAbsent(id, match) {
      const isAbsent = !this.state.has(id);
      await null;
      if (isAbsent) this.createMatch(id, match);
      return isAbsent;
    }
    async compareAndSetState(id, stateID, state, log, revision) {
      const last = this.state.get(id);
      const isAt = last?._stateID === stateID && (revision === undefined || (last._revision ?? 0) === revision);
      await null;
      if (isAt) this.setState(id, state, log);
      return isAt;
    }
  }
  const late = ['createMatch', 'setState', 'setMetadata', 'fetch', 'listMatches', 'wipe'];
  for (const name of late) TwoSteps.prototype[name] = async function later(...args) { return InMemory.prototype[name].apply(this, args); };
  const { payload } = await checkStorage(() => new TwoSteps()).then(() => assert.fail(), (error) => error);
  const names = payload.failures.map(({ name }) => name);
  for (const name of ['one of many simultaneous creations of a match succeeds', 'one of many simultaneous moves succeeds']) assert.ok(names.includes(name), name);
});

test('checkStorage finds storages that are declared to share their matches and do not', async () => {
  await assert.rejects(checkStorage(() => new InMemory(), { shared: true }), /a match that is created is there, in full/);
});

test('the checks wipe all their matches at the end', async () => {
  const storage = new InMemory();
  storage.createMatch('mine', { initialState: {}, metadata: { gameName: 'a', players: {} } });
  storage.createMatch('a', { initialState: { mine: true }, metadata: {} });
  await checkStorage(() => storage);
  assert.deepEqual([storage.listMatches().sort(), storage.state.get('a')], [['a', 'mine'], { mine: true }]);
});

test('a storage that resolves late, and one with only boardgame.io\'s methods, pass without the other checks', async () => {
  const { lacking } = await checkStorage(() => slowStorage(new InMemory(), { delay: () => 0 }));
  assert.equal(lacking.length, 16);
  class Plain extends Sync {
    #memory = new InMemory();
    createMatch(...args) { this.#memory.createMatch(...args); }
    setState(...args) { this.#memory.setState(...args); }
    setMetadata(...args) { this.#memory.setMetadata(...args); }
    fetch(...args) { return this.#memory.fetch(...args); }
    wipe(...args) { this.#memory.wipe(...args); }
    listMatches(...args) { return this.#memory.listMatches(...args); }
  }
  assert.equal((await checkStorage(async () => new Plain())).lacking.length, 16);
});

test('a storage that lacks a method is refused with its name', async () => {
  class Unopened extends Async {
    async setState() {}
    async setMetadata() {}
    async fetch() { return {}; }
  }
  await assert.rejects(checkStorage(() => new Unopened()), ({ code, message, payload: { failures } }) => {
    assert.deepEqual([code, failures.map(({ name }) => name)], ['testing/storage', ['connect', 'wipe']]);
    return message.includes('connect: there is no such method');
  });
  await assert.rejects(checkStorage(() => undefined), { code: 'testing/storage' });
});

test("boardgame.io's FlatFile passes, except for a match that is called __proto__", async (t) => {
  const dir = temporaryFolder(t);
  await assert.rejects(checkStorage(() => new bgioServer.FlatFile({ dir })), ({ payload: { failures, lacking } }) => {
    assert.deepEqual(failures.map(({ name }) => name), ['a match may have any name, and has it for itself']);
    return lacking.length === 16;
  });
});

function present(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function sorted(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

function renaming(nameOf) {
  return class extends InMemory {
    createMatch(id, match) { super.createMatch(nameOf(id), match); }
    setState(id, ...rest) { super.setState(nameOf(id), ...rest); }
    fetch(id, wanted) { return super.fetch(nameOf(id), wanted); }
  };
}
