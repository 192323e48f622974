// A long log arrives in parts at Rondel's clients, and boardgame.io's get its newest entries.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { Master } from 'rondel/master';
import { slowStorage } from '../support/slow-storage.mjs';
import { CLIENTS, serve, sit, until } from './support.mjs';

const game = {
  name: 'long',
  setup: () => ({ n: 0 }),
  moves: { add: ({ G }) => { G.n += 1; }, whisper: { move: ({ G }) => { G.n += 1; }, redact: true } },
};
const MOVES = 300;

/** A storage with a match of many moves. */
async function played(moves = MOVES) {
  const storage = new InMemory();
  const master = new Master(game, storage, { send() {}, sendAll() {} });
  await master.onSync('m', '0', undefined, 2);
  for (let i = 0; i < moves; i += 1) await move(master, i);
  return { storage, master };
}

function move(master, i) {
  const type = i % 3 === 0 ? 'whisper' : 'add';
  return master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args: [i, 'x'.repeat(50)], playerID: '0' } }, i, 'm', '0');
}

/** Returns the state ID and first argument of each entry that a viewer may see. */
const argsOf = (log) => log.map(({ _stateID, action: { payload: { args } } }) => [_stateID, args?.[0] ?? null]);
const expected = (from, to, isAuthor = false) => Array.from({ length: to - from }, (_, i) => {
  return [from + i, (from + i) % 3 === 0 && !isAuthor ? null : from + i];
});

for (const [name, make] of Object.entries(CLIENTS).filter(([name]) => name.startsWith('Rondel'))) {
  test(`${name} has a long log when all parts have arrived, and before that its newest entries, in order`, async (t) => {
    const { storage } = await played();
    const { url } = await serve(t, { games: [game], db: storage, limits: { match: { answer: 4000 } } });
    for (const playerID of ['0', '1', null]) {
      const client = sit(t, make, url, { game, playerID, numPlayers: 2 });
      const seen = [];
      client.subscribe((state) => state && seen.push([client.isLogComplete, argsOf(state.log)]));
      await until([client], () => client.isLogComplete);
      const whole = expected(0, MOVES, playerID === '0');
      assert.deepEqual(argsOf(client.getState().log), whole);
      assert.ok(seen.length > 5, `${seen.length} states`);
      for (const [isComplete, log] of seen) {
        assert.ok(log.length > 0);
        assert.deepEqual(log, whole.slice(-log.length));
        assert.equal(isComplete, log.length === whole.length);
      }
      client.stop();
    }
  });

  test(`${name} adds entries while parts of the log are in transit, and continues after an outage`, async (t) => {
    const { storage } = await played();
    const asked = [];
    const db = slowStorage(storage, { compares: true, delay: () => 2 });
    db.before = (method, ...args) => method === 'fetchLogPart' && asked.push(args);
    const { url, cut } = await serve(t, { games: [game], db, limits: { match: { answer: 4000 } } });
    const [actor, viewer] = ['0', '1'].map((playerID) => sit(t, make, url, { game, playerID, numPlayers: 2 }));
    await until([actor, viewer], () => actor.getState() && viewer.getState());
    const made = [];
    for (let i = 0; i < 12; i += 1) {
      made.push(actor.moves.add(MOVES + i).confirmed);
      if (i === 6) {
        // Before all parts have arrived, and afterwards.
        assert.equal(viewer.isLogComplete, false);
        cut();
      }
      await Promise.race([made.at(-1), new Promise((done) => setTimeout(done, 20))]);
    }
    await until([actor], () => actor.getState().pending === 0, 'all is answered');
    await Promise.all(made);
    await until([actor, viewer], () => actor.isLogComplete && viewer.isLogComplete && viewer.getState().G.n === MOVES + 12);
    const numbers = argsOf(viewer.getState().log).map(([stateID]) => stateID);
    assert.deepEqual(numbers, Array.from({ length: MOVES + 12 }, (_, i) => i));
    assert.equal(actor.getState().log.length, MOVES + 12);
    asked.length = 0;
    cut();
    await until([actor, viewer], () => !viewer.getState().isConnected);
    // The master may answer both with one part of the log.
    await until([actor, viewer], () => actor.getState().isConnected && viewer.getState().isConnected && asked.length >= 1);
    await actor.moves.add('after').confirmed;
    await until([actor, viewer], () => viewer.getState().G.n === MOVES + 13 && actor.isLogComplete && viewer.isLogComplete);
    assert.equal(viewer.getState().log.length, MOVES + 13);
    // Known entries are not sent again.
    assert.ok(asked.every(([, { before }]) => before === undefined), JSON.stringify(asked));
  });
}

test("boardgame.io's client gets the newest entries of a long log that fit, and plays on", async (t) => {
  const { storage } = await played();
  const { url } = await serve(t, { games: [game], db: storage, limits: { match: { answer: 4000 } } });
  const client = sit(t, CLIENTS["boardgame.io's client"], url, { game, playerID: '0', numPlayers: 2 });
  await until([client], () => client.getState()?.G.n === MOVES);
  const { length } = client.log;
  assert.ok(length > 5 && length < 100, `${length} entries`);
  client.moves.add('next');
  await until([client], () => storage.fetch('m', { state: true }).state.G.n === MOVES + 1);
});

test('a part of a log is sent only to clients of its match', async (t) => {
  const { storage, master } = await played(30);
  await master.onSync('other', '0', undefined, 2);
  const { hub } = await serve(t, { games: [game], db: storage, limits: { match: { answer: 1000 } } });
  const heard = [];
  const { receive } = hub('long').connect((text) => heard.push(text));
  await receive({ type: 'log', args: ['m', 20] });
  await receive({ type: 'sync', args: ['other', null, undefined, 2] });
  heard.length = 0;
  await receive({ type: 'log', args: ['m', 20] });
  assert.deepEqual(heard, []);
  await receive({ type: 'sync', args: ['m', null, undefined, 2] });
  heard.length = 0;
  await receive({ type: 'log', args: ['m', 20] });
  assert.equal(JSON.parse(heard[0]).args[1].log.at(-1)._stateID, 19);
});
