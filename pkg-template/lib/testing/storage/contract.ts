import { entryOf, expectNothing, expectPromiseByType, matchOf, same, stateOf } from './fixture.js';
import type { StorageAPI } from '../../../types/master.js';
import type { MatchFields, StorageCheck } from './fixture.js';

/** boardgame.io's contract. */
export const CONTRACT_CHECKS: StorageCheck[] = [
  {
    name: 'methods return promises if type() is 1, and values if it is 0',
    async run(fixture) {
      const { storage } = fixture;
      const matchID = fixture.newID();
      if (![0, 1].includes(storage.type())) throw new Error('type() is neither 0 nor 1');
      const calls = {
        createMatch: () => storage.createMatch(matchID, matchOf()),
        setState: () => storage.setState(matchID, stateOf({ stateID: 1 }), [entryOf(0)]),
        setMetadata: () => storage.setMetadata(matchID, matchOf().metadata),
        fetch: () => storage.fetch(matchID, { state: true }),
        listMatches: () => storage.listMatches(),
        wipe: () => storage.wipe(matchID),
      };
      for (const [name, call] of Object.entries(calls)) {
        const result = call();
        expectPromiseByType(result, storage, name);
        await result;
      }
    },
  },
  {
    name: 'a match that is created is there, in full',
    async run(fixture) {
      const { matchID, initialState, metadata } = await fixture.stored({ setupData: { deck: [1, 2] }, unlisted: true });
      const { state, log, ...rest } = await fixture.fetch(matchID, fixture.other);
      same([state, log ?? []], [initialState, []], 'state and log');
      same([rest.metadata, rest.initialState], [metadata, initialState], 'metadata and initialState');
    },
  },
  {
    name: 'each field is there when it is asked for alone',
    async run(fixture) {
      const { matchID, initialState, metadata } = await fixture.stored();
      await fixture.storage.setState(matchID, stateOf({ stateID: 1 }), [entryOf(0)]);
      same((await fixture.storage.fetch(matchID, { state: true })).state, stateOf({ stateID: 1 }), 'state');
      same((await fixture.storage.fetch(matchID, { metadata: true })).metadata, metadata, 'metadata');
      same((await fixture.storage.fetch(matchID, { initialState: true })).initialState, initialState, 'initialState');
      same((await fixture.storage.fetch(matchID, { log: true })).log, [entryOf(0)], 'log');
    },
  },
  {
    name: 'an unknown match has no data',
    async run(fixture) {
      const matchID = fixture.newID();
      expectNothing(await fixture.fetch(matchID), 'fetch');
      await fixture.storage.wipe(matchID);
      expectNothing(await fixture.fetch(matchID), 'fetch after wipe');
      if ((await fixture.storage.listMatches()).includes(matchID)) throw new Error('listMatches lists it');
    },
  },
  {
    name: 'setState puts a state in the place of the last, and appends to the log',
    async run(fixture) {
      const { matchID, initialState, metadata } = await fixture.stored();
      await fixture.storage.setState(matchID, stateOf({ G: { n: 1 }, stateID: 1, revision: 1 }), [entryOf(0, 'a'), entryOf(0, 'b')]);
      await fixture.storage.setState(matchID, stateOf({ G: { n: 1 }, stateID: 1, revision: 2 }));
      await fixture.storage.setState(matchID, stateOf({ G: { n: 1 }, stateID: 1, revision: 3 }), []);
      const last = stateOf({ G: { n: 2 }, stateID: 2, revision: 4 });
      await fixture.storage.setState(matchID, last, [entryOf(1, 'c')]);
      const stored = await fixture.fetch(matchID, fixture.other);
      same(stored.state, last, 'state');
      same(stored.log, [entryOf(0, 'a'), entryOf(0, 'b'), entryOf(1, 'c')], 'log');
      same([stored.initialState, stored.metadata], [initialState, metadata], 'initialState and metadata');
    },
  },
  {
    name: 'setMetadata puts metadata in the place of the last, and leaves the rest',
    async run(fixture) {
      const { matchID, initialState } = await fixture.stored({ setupData: 1 });
      await fixture.storage.setState(matchID, stateOf({ stateID: 1 }), [entryOf(0)]);
      const metadata = matchOf({ gameover: { winner: '0' } }).metadata;
      await fixture.storage.setMetadata(matchID, metadata);
      const stored = await fixture.fetch(matchID, fixture.other);
      same(stored.metadata, metadata, 'metadata');
      same([stored.state, stored.log, stored.initialState], [stateOf({ stateID: 1 }), [entryOf(0)], initialState], 'the rest');
    },
  },
  {
    name: 'wipe removes one match and no other, and a new one begins without a log',
    async run(fixture) {
      const [gone, stays] = [await fixture.stored(), await fixture.stored({ G: { n: 7 } })];
      await fixture.storage.setState(gone.matchID, stateOf({ stateID: 1 }), [entryOf(0)]);
      await fixture.storage.setState(stays.matchID, stateOf({ stateID: 1 }), [entryOf(0)]);
      await fixture.storage.wipe(gone.matchID);
      expectNothing(await fixture.fetch(gone.matchID, fixture.other), 'the deleted match');
      const { state, log } = await fixture.fetch(stays.matchID, fixture.other);
      same([state, log], [stateOf({ stateID: 1 }), [entryOf(0)]], 'the other match');
      await fixture.storage.createMatch(gone.matchID, matchOf());
      same((await fixture.fetch(gone.matchID)).log ?? [], [], 'the log of the new match');
    },
  },
  {
    name: 'listMatches lists by game, end and time',
    async run(fixture) {
      const [game, another] = [fixture.newID('-game'), fixture.newID('-another')];
      const make = async (metadata: MatchFields) => (await fixture.stored(metadata)).matchID;
      const first = await make({ gameName: game, updatedAt: 10 });
      const over = await make({ gameName: game, updatedAt: 20, gameover: { winner: '0' } });
      const last = await make({ gameName: game, updatedAt: 30 });
      const elsewhere = await make({ gameName: another, updatedAt: 20 });
      const draw = await make({ gameName: another, updatedAt: 40, gameover: false });
      const list = async (options: StorageAPI.ListMatchesOpts | undefined, expected: string[]) => {
        const all = (await fixture.other.listMatches(options)).filter((id) => [first, over, last, elsewhere, draw].includes(id));
        same(all.sort(), expected.sort(), `listMatches(${JSON.stringify(options) ?? ''})`);
      };
      await list(undefined, [first, over, last, elsewhere, draw]);
      await list({ gameName: game }, [first, over, last]);
      await list({ gameName: fixture.newID() }, []);
      await list({ gameName: game, where: {} }, [first, over, last]);
      await list({ gameName: game, where: { isGameover: true } }, [over]);
      await list({ gameName: game, where: { isGameover: false } }, [first, last]);
      await list({ where: { isGameover: true } }, [over, draw]);
      await list({ gameName: game, where: { updatedBefore: 20 } }, [first]);
      await list({ gameName: game, where: { updatedAfter: 20 } }, [last]);
      await list({ gameName: game, where: { updatedAfter: 10, updatedBefore: 30 } }, [over]);
      await list({ gameName: another, where: { isGameover: false, updatedAfter: 10, updatedBefore: 30 } }, [elsewhere]);
      await fixture.storage.setMetadata(first, matchOf({ gameName: game, updatedAt: 50, gameover: 'a draw' }).metadata);
      await list({ gameName: game, where: { isGameover: true, updatedAfter: 20 } }, [first]);
      await fixture.storage.wipe(first);
      await list({ gameName: game }, [over, last]);
    },
  },
  {
    name: 'fetched values and stored values are independent copies',
    async run(fixture) {
      const { matchID, initialState, metadata } = await fixture.stored();
      const deltalog = [entryOf(0)];
      await fixture.storage.setState(matchID, stateOf({ stateID: 1 }), deltalog);
      const before = await fixture.fetch(matchID);
      await fixture.storage.setState(matchID, stateOf({ stateID: 2 }), [entryOf(1)]);
      await fixture.storage.setMetadata(matchID, matchOf({ gameover: true }).metadata);
      same(before, { ...before, state: stateOf({ stateID: 1 }), metadata, log: [entryOf(0)], initialState }, 'the fetched values');
      deltalog.push(entryOf(7));
      before.log.push(entryOf(8));
      same((await fixture.fetch(matchID)).log, [entryOf(0), entryOf(1)], 'the log');
    },
  },
];
