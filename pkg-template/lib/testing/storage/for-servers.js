import { entryOf, nothing, same, stateOf } from './desk.js';

const MINUTE = 60_000;

/** What servers can use besides. */
export const SERVER_CHECKS = [
  {
    name: 'a match that is set aside is gone, and a new one may begin',
    needs: ['setAside'],
    async run(desk) {
      const [broken, sound] = [await desk.stored(), await desk.stored()];
      await desk.storage.setState(broken.matchID, stateOf({ G: 'broken', stateID: 1 }), [entryOf(0)]);
      for (let time = 0; time < 2; time += 1) {
        await desk.storage.setAside(broken.matchID);
        nothing(await desk.fetch(broken.matchID, desk.other), 'the match');
        if ((await desk.storage.listMatches()).includes(broken.matchID)) throw new Error('listMatches lists it');
        await desk.storage.createMatch(broken.matchID, { initialState: broken.initialState, metadata: broken.metadata });
        const { state, log } = await desk.fetch(broken.matchID);
        same([state, log ?? []], [broken.initialState, []], 'the new match');
      }
      same((await desk.fetch(sound.matchID)).state, sound.initialState, 'another match');
    },
  },
  {
    name: 'a match that can be read is not set aside',
    needs: ['setAside'],
    async run(desk) {
      const { matchID, initialState, metadata } = await desk.stored();
      const asked = [];
      const answering = (answer) => (stored) => {
        asked.push(stored);
        return answer;
      };
      await desk.storage.setAside(matchID, answering(true));
      const [told = {}] = asked;
      same([told.state, told.metadata, told.log ?? [], told.initialState], [initialState, metadata, [], initialState], 'what is asked');
      same((await desk.fetch(matchID)).state, initialState, 'the match');
      const missing = desk.newID();
      await desk.storage.setAside(missing, answering(true));
      nothing(await desk.fetch(missing), 'a match that is not there');
      if (await desk.storage.createMatchIfAbsent?.(missing, { initialState, metadata }) === false) throw new Error('it keeps a place');
      await desk.storage.setAside(matchID, answering(false));
      nothing(await desk.fetch(matchID), 'the match that cannot be read');
    },
  },
  {
    name: 'fetchLogSince answers the end of the log',
    needs: ['fetchLogSince'],
    async run(desk) {
      const { matchID } = await desk.stored();
      const log = [entryOf(0), entryOf(1, 'a'), entryOf(1, 'b'), entryOf(3), entryOf(10)];
      await desk.storage.setState(matchID, stateOf({ stateID: 11 }), log);
      for (const [since, first] of [[0, 0], [1, 1], [2, 3], [3, 3], [9, 4], [11, 5]]) {
        same(await desk.other.fetchLogSince(matchID, since), log.slice(first), `since ${since}`);
      }
      same(await desk.storage.fetchLogSince(desk.newID(), 0), [], 'of an unknown match');
    },
  },
  {
    name: 'a lease lasts until it runs out, or is ended',
    needs: ['renewLease', 'fetchLeases', 'endLease'],
    async run(desk) {
      const nodes = [desk.newID('-\u0000'), desk.newID('-b'), desk.newID('-c')];
      const [one, two, late] = nodes;
      const alive = async () => (await desk.other.fetchLeases()).filter((node) => nodes.includes(node)).sort();
      same(await alive(), [], 'before');
      same(await desk.storage.renewLease(one, MINUTE), false, 'the first time');
      same(await desk.other.renewLease(two, MINUTE), false, 'the first time of another');
      same(await desk.other.renewLease(one, MINUTE), true, 'the second time');
      same(await desk.storage.renewLease(late, 0), false, 'a lease without time');
      same(await alive(), [one, two].sort(), 'who is alive');
      same(await desk.storage.renewLease(late, MINUTE), false, 'after it has run out');
      for (const node of nodes) await desk.storage.endLease(node);
      same(await alive(), [], 'after the end');
      same(await desk.storage.renewLease(one, MINUTE), false, 'after the end, anew');
      await desk.storage.endLease(one);
      await desk.storage.endLease(one);
    },
  },
];
