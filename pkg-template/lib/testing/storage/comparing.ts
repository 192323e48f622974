import { entryOf, expectNothing, matchOf, same, stateOf } from './fixture.js';
import type { CheckedStorage, Fixture, StorageCheck } from './fixture.js';

const RACERS = 20;
const STEPS = 10;

/** Methods for several masters, in one process or in several. Each compares and writes atomically. */
export const COMPARING_CHECKS: StorageCheck[] = [
  {
    name: 'createMatchIfAbsent leaves a match that is there as it is',
    needs: ['createMatchIfAbsent'],
    async run(fixture) {
      const matchID = fixture.newID();
      const [first, second] = [matchOf({ G: { n: 1 } }), matchOf({ G: { n: 2 }, gameName: 'another' })];
      same(await fixture.storage.createMatchIfAbsent(matchID, first), true, 'the first');
      await fixture.storage.setState(matchID, stateOf({ G: { n: 3 }, stateID: 1 }), [entryOf(0)]);
      same(await fixture.other.createMatchIfAbsent(matchID, second), false, 'the second');
      const { state, metadata, initialState, log } = await fixture.fetch(matchID);
      same([state.G, metadata, initialState, log], [{ n: 3 }, first.metadata, first.initialState, [entryOf(0)]], 'the match');
      await fixture.storage.wipe(matchID);
      same(await fixture.other.createMatchIfAbsent(matchID, second), true, 'after wipe');
      same((await fixture.fetch(matchID)).initialState, second.initialState, 'the new match');
    },
  },
  {
    name: 'one of many simultaneous creations of a match succeeds',
    needs: ['createMatchIfAbsent'],
    async run(fixture) {
      const matchID = fixture.newID();
      const results = await race(fixture, (storage, n) => {
        return storage.createMatchIfAbsent(matchID, matchOf({ G: { n }, setupData: n }));
      });
      const winner = onlyWinner(results);
      const { state, metadata, initialState } = await fixture.fetch(matchID);
      same([state.G.n, metadata.setupData, initialState.G.n], [winner, winner, winner], 'the match');
    },
  },
  {
    name: 'compareAndSetState compares _stateID and _revision, and writes all or nothing',
    needs: ['compareAndSetState'],
    async run(fixture) {
      const { storage } = fixture;
      const { matchID, initialState } = await fixture.stored();
      const step = (expected: number, next: ReturnType<typeof stateOf>, revision?: number) => storage.compareAndSetState(matchID, expected, next, [entryOf(next._stateID)], revision);
      const [one, two] = [stateOf({ stateID: 1, revision: 1 }), stateOf({ stateID: 1, revision: 2 })];
      same(await step(1, one, 0), false, 'another _stateID');
      same(await step(0, one, 1), false, 'another _revision');
      same(await fixture.fetch(matchID), { ...await fixture.fetch(matchID), state: initialState, log: [] }, 'the refused write');
      same(await step(0, one, 0), true, 'a state without a _revision, which counts as 0');
      same(await step(1, two, 0), false, 'the _revision before');
      same(await storage.compareAndSetState(matchID, 1, two, [], 1), true, 'the same _stateID, and the next _revision');
      same(await step(1, stateOf({ stateID: 2, revision: 3 })), true, 'no _revision to compare');
      const { state, log } = await fixture.fetch(matchID, fixture.other);
      same([state, log], [stateOf({ stateID: 2, revision: 3 }), [entryOf(1), entryOf(2)]], 'state and log');
      const unknown = fixture.newID();
      same(await storage.compareAndSetState(unknown, 0, one, [entryOf(0)], 0), false, 'an unknown match');
      expectNothing(await fixture.fetch(unknown), 'the unknown match');
    },
  },
  {
    name: 'one of many simultaneous moves succeeds',
    needs: ['compareAndSetState'],
    async run(fixture) {
      const { matchID } = await fixture.stored();
      const results = await race(fixture, (storage, n) => {
        return storage.compareAndSetState(matchID, 0, stateOf({ G: { n }, stateID: 1, revision: 1 }), [entryOf(0, `by ${n}`)], 0);
      });
      const winner = onlyWinner(results);
      const { state, log } = await fixture.fetch(matchID);
      same([state.G, log], [{ n: winner }, [entryOf(0, `by ${winner}`)]], 'state and log');
    },
  },
  {
    name: 'many who go on from what is stored lose nothing, and do nothing twice',
    needs: ['compareAndSetState'],
    async run(fixture) {
      const { matchID } = await fixture.stored({ G: { by: [] } });
      await race(fixture, async (storage, n) => {
        for (let done = 0; done < STEPS;) {
          const { state: { G, _stateID: stateID } } = await storage.fetch(matchID, { state: true });
          const next = stateOf({ G: { by: [...G.by, n] }, stateID: stateID + 1, revision: stateID + 1 });
          if (await storage.compareAndSetState(matchID, stateID, next, [entryOf(stateID)], stateID)) done += 1;
        }
      });
      const { state, log } = await fixture.fetch(matchID);
      same(state.G.by.length, RACERS * STEPS, 'the moves');
      same(log.map((entry) => entry._stateID), Array.from({ length: RACERS * STEPS }, (_, i) => i), 'the log');
      for (let n = 0; n < RACERS; n += 1) same(state.G.by.filter((by: number) => by === n).length, STEPS, `the moves of ${n}`);
    },
  },
  {
    name: 'compareAndSetMetadata compares with what has been fetched',
    needs: ['compareAndSetMetadata'],
    async run(fixture) {
      const { matchID } = await fixture.stored({ setupData: { list: [1, { '': null }] } });
      const last = (await fixture.fetch(matchID, fixture.other)).metadata;
      const next = { ...last, gameover: true, updatedAt: 2000 };
      same(await fixture.storage.compareAndSetMetadata(matchID, { ...last, updatedAt: 1001 }, next), false, 'other metadata');
      same((await fixture.fetch(matchID)).metadata, last, 'the refused write');
      same(await fixture.storage.compareAndSetMetadata(matchID, last, next), true, 'the same metadata');
      same(await fixture.storage.compareAndSetMetadata(matchID, last, next), false, 'the metadata before');
      same((await fixture.fetch(matchID, fixture.other)).metadata, next, 'metadata');
    },
  },
  {
    name: 'compareAndWipe compares _stateID and _revision, and wipes all or nothing',
    needs: ['compareAndWipe', 'compareAndSetState'],
    async run(fixture) {
      const { storage } = fixture;
      const { matchID, initialState } = await fixture.stored();
      same(await storage.compareAndWipe(matchID, 1, 0), false, 'another _stateID');
      same(await storage.compareAndWipe(matchID, 0, 1), false, 'another _revision');
      same((await fixture.fetch(matchID, fixture.other)).state, initialState, 'the refused write');
      await storage.compareAndSetState(matchID, 0, stateOf({ stateID: 1, revision: 1 }), [entryOf(0)], 0);
      same(await storage.compareAndWipe(matchID, 0, 0), false, 'a match that has gone on');
      same((await fixture.fetch(matchID, fixture.other)).log, [entryOf(0)], 'its log');
      same(await storage.compareAndWipe(matchID, 1, 1), true, 'the stored state');
      expectNothing(await fixture.fetch(matchID, fixture.other), 'the wiped match');
      same(await storage.compareAndWipe(matchID, 1, 1), false, 'a match that has gone');
      expectNothing(await fixture.fetch(matchID), 'the match that has gone');
    },
  },
  {
    name: 'compareAndWipe compares metadata, if it is given some',
    needs: ['compareAndWipe'],
    async run(fixture) {
      const { storage } = fixture;
      const { matchID } = await fixture.stored({ setupData: { list: [1, { '': null }] } });
      const { state, metadata } = await fixture.fetch(matchID, fixture.other);
      same(await storage.compareAndWipe(matchID, 0, 0, { ...metadata, updatedAt: 1001 }), false, 'other metadata');
      same((await fixture.fetch(matchID)).state, state, 'the refused write');
      same(await storage.compareAndWipe(matchID, 1, 0, metadata), false, 'another _stateID');
      same((await fixture.fetch(matchID)).metadata, metadata, 'the refused write');
      same(await storage.compareAndWipe(matchID, 0, 0, metadata), true, 'the same metadata');
      expectNothing(await fixture.fetch(matchID, fixture.other), 'the wiped match');
      same(await storage.compareAndWipe(matchID, 0, 0, metadata), false, 'a match that has gone');
      expectNothing(await fixture.fetch(matchID), 'the match that has gone');
    },
  },
  {
    name: 'one of a change of a seat and many simultaneous deletions succeeds',
    needs: ['compareAndWipe', 'compareAndSetMetadata'],
    async run(fixture) {
      const { matchID, metadata } = await fixture.stored();
      const players = { ...metadata.players, 0: { id: 0, name: 'a' } };
      const results = await race(fixture, (storage, n) => {
        if (n !== 0) return storage.compareAndWipe(matchID, 0, 0, metadata);
        return storage.compareAndSetMetadata(matchID, metadata, { ...metadata, players });
      });
      const winner = onlyWinner(results);
      if (winner === 0) same((await fixture.fetch(matchID)).metadata.players, players, 'the players');
      else expectNothing(await fixture.fetch(matchID), 'the wiped match');
    },
  },
  {
    name: 'one of a move and many simultaneous deletions succeeds',
    needs: ['compareAndWipe', 'compareAndSetState'],
    async run(fixture) {
      const { matchID } = await fixture.stored();
      const results = await race(fixture, (storage, n) => {
        if (n !== 0) return storage.compareAndWipe(matchID, 0, 0);
        return storage.compareAndSetState(matchID, 0, stateOf({ stateID: 1, revision: 1 }), [entryOf(0)], 0);
      });
      const winner = onlyWinner(results);
      if (winner === 0) same((await fixture.fetch(matchID)).log, [entryOf(0)], 'the log');
      else expectNothing(await fixture.fetch(matchID), 'the wiped match');
    },
  },
  {
    name: 'one of many players who take the same seat gets it',
    needs: ['compareAndSetMetadata'],
    async run(fixture) {
      const { matchID, metadata } = await fixture.stored();
      const results = await race(fixture, (storage, n) => {
        const players = { ...metadata.players, 0: { id: 0, name: `player ${n}` } };
        return storage.compareAndSetMetadata(matchID, metadata, { ...metadata, players });
      });
      const winner = onlyWinner(results);
      same((await fixture.fetch(matchID)).metadata.players[0], { id: 0, name: `player ${winner}` }, 'the seat');
    },
  },
];

/** Runs the same work many times at once, half of it on the other storage. Returns all results. */
function race<Result>({ storage, other }: Fixture, work: (storage: CheckedStorage, n: number) => Result) {
  return Promise.all(Array.from({ length: RACERS }, async (_, n) => work(n % 2 === 0 ? storage : other, n)));
}

function onlyWinner(results: unknown[]) {
  const winners = results.flatMap((result, n) => (result === true ? [n] : []));
  same(results.filter((result) => result !== true && result !== false), [], 'results that are no booleans');
  same(winners.length, 1, 'how many have written, by their results');
  return winners[0];
}
