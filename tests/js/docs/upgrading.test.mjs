// The examples of docs/reference/upgrading.md: a page that offers a reload, and rules that revert a faulty version.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { read, run } from './support.mjs';

const modules = await run(await read('docs/reference/upgrading.md'));

const marks = { name: 'marks', version: 3, setup: () => ({ n: 0 }), moves: { mark: ({ G }) => { G.n += 1; } } };
const faulty = {
  ...marks, version: 4, migrate: ({ G: { n }, ctx, plugins }) => ({ G: { list: Array(n).fill('x') }, ctx, plugins }), moves: { mark: ({ G }) => { G.list.push('x'); } },
};

test('reverted rules accept the matches of the faulty version, those before it and older ones', async () => {
  const { backFrom } = modules['back.js'];
  const back = backFrom(4, { ...marks, migrate: (state, from) => (from === 2 ? state : undefined) }, ({ G, ...rest }) => ({ ...rest, G: { n: G.list.length } }));
  const storage = new InMemory();
  const act = async (game, stateID, matchID) => {
    const master = new Master(game, storage, { send() {}, sendAll() {} });
    if (stateID === 0) await master.onSync(matchID, '0', undefined, 2);
    return master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'mark', args: [], playerID: '0' } }, stateID, matchID, '0');
  };
  for (const [matchID, ...games] of [['faulty', marks, faulty, back], ['before', marks, back], ['older', { ...marks, version: 2 }, back]]) {
    for (const [stateID, game] of games.entries()) assert.equal(await act(game, stateID, matchID), undefined);
    const { state } = storage.fetch(matchID, { state: true });
    assert.deepEqual([state.G, state._version], [{ n: games.length }, 5], matchID);
  }
});

test('a page offers a reload when the server has another version', () => {
  const offered = [];
  let tell;
  const client = { subscribe: (listener) => { tell = listener; } };
  modules['reload.js'].offerReload(client, (payload) => offered.push(payload));
  const payload = { client: 1, server: 2 };
  for (const state of [null, { lastError: null }, { lastError: { type: 'match/refused' } }, { lastError: { type: 'match/version', payload } }]) tell(state);
  assert.deepEqual(offered, [payload]);
});
