import { entryOf, expectNothing, same, stateOf } from './fixture.js';
import type { StorageCheck } from './fixture.js';

const NEEDS: StorageCheck['needs'] = ['quarantine', 'listQuarantined', 'restoreQuarantined'];

/** Quarantine of matches, and their restoration. */
export const QUARANTINE_CHECKS: StorageCheck[] = [
  {
    name: 'a match in quarantine is gone, and a new one may begin',
    needs: NEEDS,
    async run(fixture) {
      const [broken, sound] = [await fixture.stored(), await fixture.stored()];
      await fixture.storage.setState(broken.matchID, stateOf({ G: 'broken', stateID: 1 }), [entryOf(0)]);
      const ids = new Set();
      for (let time = 0; time < 2; time += 1) {
        ids.add(await fixture.storage.quarantine(broken.matchID));
        expectNothing(await fixture.fetch(broken.matchID, fixture.other), 'the match');
        if ((await fixture.storage.listMatches()).includes(broken.matchID)) throw new Error('listMatches lists it');
        await fixture.storage.createMatch(broken.matchID, { initialState: broken.initialState, metadata: broken.metadata });
        const { state, log } = await fixture.fetch(broken.matchID);
        same([state, log ?? []], [broken.initialState, []], 'the new match');
      }
      const listed = (await fixture.other.listQuarantined()).filter(({ matchID }) => matchID === broken.matchID);
      same(listed.map(({ id }) => id).sort(), [...ids].sort(), 'listQuarantined');
      same((await fixture.fetch(sound.matchID)).state, sound.initialState, 'another match');
    },
  },
  {
    name: 'a match is put back as it was, and nothing is replaced by that',
    needs: NEEDS,
    async run(fixture) {
      const { matchID, initialState, metadata } = await fixture.stored();
      await fixture.storage.setState(matchID, stateOf({ G: 'played', stateID: 2, revision: 7 }), [entryOf(0), entryOf(1)]);
      const before = await fixture.fetch(matchID);
      const id = await fixture.storage.quarantine(matchID) as string;
      await fixture.storage.createMatch(matchID, { initialState, metadata });
      same(await fixture.other.restoreQuarantined(id), false, 'restoreQuarantined while another match has the ID');
      same((await fixture.fetch(matchID)).state, initialState, 'the other match');
      await fixture.storage.wipe(matchID);
      same(await fixture.other.restoreQuarantined(id), true, 'restoreQuarantined');
      const { state, log, ...rest } = await fixture.fetch(matchID);
      same([state, log, rest.metadata, rest.initialState], [before.state, before.log, before.metadata, before.initialState], 'the match');
      if (!(await fixture.storage.listMatches()).includes(matchID)) throw new Error('listMatches does not list it');
      same(await fixture.storage.restoreQuarantined(id), false, 'restoreQuarantined, once more');
      if ((await fixture.storage.listQuarantined()).some((kept) => kept.id === id)) throw new Error('listQuarantined still lists it');
      const isStored = await fixture.storage.compareAndSetState?.(matchID, 2, stateOf({ stateID: 3, revision: 8 }), [entryOf(2)], 7);
      if (isStored === false) throw new Error('compareAndSetState does not go on from it');
    },
  },
  {
    name: 'an unknown match is neither put into quarantine nor restored',
    needs: NEEDS,
    async run(fixture) {
      const matchID = fixture.newID();
      same(await fixture.storage.quarantine(matchID) ?? null, null, 'quarantine');
      same(await fixture.storage.restoreQuarantined('nothing'), false, 'restoreQuarantined');
      expectNothing(await fixture.fetch(matchID), 'a match that is not there');
      const { initialState, metadata } = await fixture.stored();
      if (await fixture.storage.createMatchIfAbsent?.(matchID, { initialState, metadata }) === false) throw new Error('it keeps a place');
    },
  },
];
