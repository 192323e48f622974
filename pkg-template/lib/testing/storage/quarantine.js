import { entryOf, nothing, same, stateOf } from './desk.js';

const NEEDS = ['quarantine', 'listQuarantined', 'restoreQuarantined'];

/** Matches put out of the way, and back. */
export const QUARANTINE_CHECKS = [
  {
    name: 'a match in quarantine is gone, and a new one may begin',
    needs: NEEDS,
    async run(desk) {
      const [broken, sound] = [await desk.stored(), await desk.stored()];
      await desk.storage.setState(broken.matchID, stateOf({ G: 'broken', stateID: 1 }), [entryOf(0)]);
      const ids = new Set();
      for (let time = 0; time < 2; time += 1) {
        ids.add(await desk.storage.quarantine(broken.matchID));
        nothing(await desk.fetch(broken.matchID, desk.other), 'the match');
        if ((await desk.storage.listMatches()).includes(broken.matchID)) throw new Error('listMatches lists it');
        await desk.storage.createMatch(broken.matchID, { initialState: broken.initialState, metadata: broken.metadata });
        const { state, log } = await desk.fetch(broken.matchID);
        same([state, log ?? []], [broken.initialState, []], 'the new match');
      }
      const listed = (await desk.other.listQuarantined()).filter(({ matchID }) => matchID === broken.matchID);
      same(listed.map(({ id }) => id).sort(), [...ids].sort(), 'listQuarantined');
      same((await desk.fetch(sound.matchID)).state, sound.initialState, 'another match');
    },
  },
  {
    name: 'a match is put back as it was, and nothing is replaced by that',
    needs: NEEDS,
    async run(desk) {
      const { matchID, initialState, metadata } = await desk.stored();
      await desk.storage.setState(matchID, stateOf({ G: 'played', stateID: 2, revision: 7 }), [entryOf(0), entryOf(1)]);
      const before = await desk.fetch(matchID);
      const id = await desk.storage.quarantine(matchID);
      await desk.storage.createMatch(matchID, { initialState, metadata });
      same(await desk.other.restoreQuarantined(id), false, 'restoreQuarantined while another match has the ID');
      same((await desk.fetch(matchID)).state, initialState, 'the other match');
      await desk.storage.wipe(matchID);
      same(await desk.other.restoreQuarantined(id), true, 'restoreQuarantined');
      const { state, log, ...rest } = await desk.fetch(matchID);
      same([state, log, rest.metadata, rest.initialState], [before.state, before.log, before.metadata, before.initialState], 'the match');
      if (!(await desk.storage.listMatches()).includes(matchID)) throw new Error('listMatches does not list it');
      same(await desk.storage.restoreQuarantined(id), false, 'restoreQuarantined, once more');
      if ((await desk.storage.listQuarantined()).some((kept) => kept.id === id)) throw new Error('listQuarantined still lists it');
      const isStored = await desk.storage.compareAndSetState?.(matchID, 2, stateOf({ stateID: 3, revision: 8 }), [entryOf(2)], 7);
      if (isStored === false) throw new Error('compareAndSetState does not go on from it');
    },
  },
  {
    name: 'what is not there is neither put into quarantine nor put back',
    needs: NEEDS,
    async run(desk) {
      const matchID = desk.newID();
      same(await desk.storage.quarantine(matchID) ?? null, null, 'quarantine');
      same(await desk.storage.restoreQuarantined('nothing'), false, 'restoreQuarantined');
      nothing(await desk.fetch(matchID), 'a match that is not there');
      const { initialState, metadata } = await desk.stored();
      if (await desk.storage.createMatchIfAbsent?.(matchID, { initialState, metadata }) === false) throw new Error('it keeps a place');
    },
  },
];
