// The tavern of docs/reference/game.md, which has been deployed twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { read, run } from './support.mjs';

const { tavern } = (await run(await read('docs/reference/game.md')))['tavern.js'];

const empty = ({ G }) => {
  if (Array.isArray(G.mugs)) G.mugs.pop();
  else G.mugs -= 1;
};
const earlier = (version, phase, mugs) => ({
  name: 'tavern', version, setup: () => ({ mugs }), phases: { [phase]: { start: true, moves: { empty } } },
});

for (const old of [earlier(1, 'drink', 3), earlier(2, 'drink', ['beer', 'beer', 'beer'])]) {
  test(`the tavern continues matches of version ${old.version}`, async () => {
    const storage = new InMemory();
    const act = async (game, stateID) => {
      const master = new Master(game, storage, { send() {}, sendAll() {} });
      if (stateID === 0) await master.onSync('m', '0', undefined, 2);
      return master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'empty', args: [], playerID: '0' } }, stateID, 'm', '0');
    };
    assert.equal(await act(old, 0), undefined);
    assert.equal(await act(tavern, 1), undefined);
    const { state } = storage.fetch('m', { state: true });
    assert.deepEqual([state.G, state.ctx.phase, state._version], [{ mugs: ['beer'] }, 'evening', 3]);
    assert.deepEqual(await act({ ...old, migrate: tavern.migrate }, 2), {
      error: `match 'm' was last played with version 3; these rules are version ${old.version}`,
      payload: { match: 3, server: old.version },
    });
  });
}
