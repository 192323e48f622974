import { entryOf, same, stateOf } from './fixture.js';
import type { LogEntry } from '../../../types/game.js';
import type { CheckedStorage, StorageCheck } from './fixture.js';

const MINUTE = 60_000;

/** Returns all parts of a log, in order. */
async function partsOf(storage: CheckedStorage, matchID: string, bytes: number) {
  const parts: LogEntry[][] = [];
  let before: number | undefined;
  do {
    const part = await storage.fetchLogPart(matchID, before === undefined ? { bytes } : { before, bytes });
    parts.unshift(part.log);
    if (part.before !== null && part.log.length === 0) throw new Error('fetchLogPart returns no entry, but says that there are more');
    before = part.before ?? undefined;
  } while (before !== undefined);
  return parts;
}

/** Returns the length of the entries as JSON text, in characters. */
function sizeOf(log: LogEntry[]) {
  return log.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
}

/** Optional methods that servers use. */
export const SERVER_CHECKS: StorageCheck[] = [
  {
    name: 'fetchLogSince returns the end of the log',
    needs: ['fetchLogSince'],
    async run(fixture) {
      const { matchID } = await fixture.stored();
      const log = [entryOf(0), entryOf(1, 'a'), entryOf(1, 'b'), entryOf(3), entryOf(10)];
      await fixture.storage.setState(matchID, stateOf({ stateID: 11 }), log);
      for (const [since, first] of [[0, 0], [1, 1], [2, 3], [3, 3], [9, 4], [11, 5]]) {
        same(await fixture.other.fetchLogSince(matchID, since), log.slice(first), `since ${since}`);
      }
      same(await fixture.storage.fetchLogSince(fixture.newID(), 0), [], 'the log of an unknown match');
    },
  },
  {
    name: 'fetchLogPart returns the log in parts',
    needs: ['fetchLogPart'],
    async run(fixture) {
      const { matchID } = await fixture.stored();
      const log = Array.from({ length: 60 }, (_, i) => entryOf(i, i % 7 === 0 ? 'x'.repeat(400) : 'ü'));
      // In one action, in several, and with another match in between.
      await fixture.storage.setState(matchID, stateOf({ stateID: 20 }), log.slice(0, 20));
      await fixture.storage.setState((await fixture.stored()).matchID, stateOf({ stateID: 1 }), [entryOf(0)]);
      for (let i = 20; i < 60; i += 1) await fixture.storage.setState(matchID, stateOf({ stateID: i + 1 }), [log[i]]);
      for (const bytes of [1, 1000, 5000, 1e6, Infinity]) {
        const parts = await partsOf(fixture.other, matchID, bytes);
        same(parts.flat(), log, `all parts of ${bytes} bytes`);
        const most = Math.max(...parts.filter((part) => part.length > 1).map((part) => sizeOf(part)));
        if (most > bytes) throw new Error(`a part of ${bytes} bytes has ${most}`);
        if (bytes === 1) same(parts.length, log.length, 'the number of parts of one entry');
        if (bytes >= 1e6) same(parts.length, 1, 'the number of parts, if all fits into one');
      }
      const none = { log: [], before: null };
      same(await fixture.storage.fetchLogPart(fixture.newID(), { bytes: 100 }), none, 'the log of an unknown match');
      same(await fixture.storage.fetchLogPart(matchID, { before: 0, bytes: 100 }), none, 'before the first');
      // Strangers may send any number.
      for (const before of [1, 7, 1234, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        const { log: some } = await fixture.storage.fetchLogPart(matchID, { before, bytes: 1000 });
        const texts = log.map((entry) => JSON.stringify(entry));
        if (some.some((entry) => !texts.includes(JSON.stringify(entry)))) throw new Error(`before ${before}: what is not in the log`);
      }
    },
  },
  {
    name: 'fetchDue lists the matches in which the time of a player has run out',
    needs: ['fetchDue'],
    async run(fixture) {
      const timed = (stateID: number, deadlines: Record<string, number>) => (
        { ...stateOf({ stateID }), ctx: { ...stateOf({ stateID }).ctx, clock: { now: 0, left: {}, deadlines, _lags: { 0: 0, 1: 0 } } } }
      );
      const [{ matchID: first }, { matchID: second }, { matchID: later }] = [await fixture.stored(), await fixture.stored(), await fixture.stored()];
      await fixture.storage.setState(second, timed(1, { 0: -1500, 1: 9e12 }));
      await fixture.storage.setState(first, timed(1, { 1: -2000 }));
      await fixture.storage.setState(later, timed(1, { 0: 9e12 }));
      const due = async () => {
        const found = await fixture.other.fetchDue(-1000, 100);
        return found.filter(({ matchID }) => [first, second, later].includes(matchID));
      };
      same((await due()).map(({ matchID, due: moment }) => [matchID, moment]), [[first, -2000], [second, -1500]], 'the earliest first');
      same((await fixture.other.fetchDue(-1000, 1)).length, 1, 'the limit');
      await fixture.storage.setState(first, timed(2, {}));
      same((await due()).map(({ matchID }) => matchID), [second], 'after a state without a deadline');
      await fixture.storage.wipe(second);
      same(await due(), [], 'after the match was wiped');
    },
  },
  {
    name: 'all processes have one ID of the storage',
    needs: ['fetchStorageID'],
    async run(fixture) {
      const id = await fixture.storage.fetchStorageID();
      same(typeof id === 'string' && id !== '', true, 'a text');
      same(await fixture.other.fetchStorageID(), id, 'the ID as another process reads it');
      same(await fixture.storage.fetchStorageID(), id, 'the second time');
    },
  },
  {
    name: 'a lease lasts until it runs out, or is ended',
    needs: ['renewLease', 'fetchLeases', 'endLease'],
    async run(fixture) {
      const nodes = [fixture.newID('-\u0000'), fixture.newID('-b'), fixture.newID('-c')];
      const [one, two, late] = nodes;
      const alive = async () => (await fixture.other.fetchLeases()).filter((node) => nodes.includes(node)).sort();
      same(await alive(), [], 'before');
      same(await fixture.storage.renewLease(one, MINUTE), false, 'the first time');
      same(await fixture.other.renewLease(two, MINUTE), false, 'the first time of another');
      same(await fixture.other.renewLease(one, MINUTE), true, 'the second time');
      same(await fixture.storage.renewLease(late, 0), false, 'a lease without time');
      same(await alive(), [one, two].sort(), 'the list of live processes');
      same(await fixture.storage.renewLease(late, MINUTE), false, 'after it has run out');
      for (const node of nodes) await fixture.storage.endLease(node);
      same(await alive(), [], 'after the end');
      same(await fixture.storage.renewLease(one, MINUTE), false, 'after the end, renewed');
      await fixture.storage.endLease(one);
      await fixture.storage.endLease(one);
    },
  },
];
