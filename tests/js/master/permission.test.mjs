// The master asks for permission before a message's turn at the match: nobody else waits for the answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Master } from 'rondel/master';
import { openHub } from '../../../pkg/lib/online/transports/hub.js';
import { PATCHES } from '../../../pkg/lib/online/wire-formats.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { nextTask } from '../support/tasks.mjs';
import { slowStorage } from '../support/slow-storage.mjs';
import { move, room } from './support.mjs';

const SECRETS = ['secret 0', 'secret 1'];
const together = () => ({
  name: 'together',
  setup: () => ({ by: [] }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G }, what) => { G.by.push(what); } },
});

/** An authentication whose answer is `answer`: a promise that a test controls, or a boolean. */
function authOf() {
  const asked = [];
  const isRight = ({ playerID, credentials, metadata }) => metadata.players[playerID].credentials === credentials;
  return {
    asked,
    isHung: () => false,
    authenticateCredentials(question) {
      if (!this.isHung(question)) return isRight(question);
      return new Promise((resolve) => asked.push({ ...question, answer: (value = isRight(question)) => resolve(value) }));
    },
  };
}

async function guarded({ storage = new InMemory(), memory = storage, authTimeout } = {}) {
  const auth = authOf();
  const table = room(together(), { storage });
  await table.master.onSync('m', null);
  seat(memory, SECRETS);
  table.news();
  Object.assign(table.master, { auth }, authTimeout && { authTimeout });
  return { ...table, auth, played: () => memory.fetch('m', { state: true }).state.G.by };
}

function seat(storage, secrets, names = []) {
  const { metadata } = storage.fetch('m', { metadata: true });
  const players = secrets.map((credentials, id) => ({ id, credentials, name: names[id] }));
  storage.setMetadata('m', { ...metadata, players: { ...players } });
}

const act = ({ master }, player, what, { credentials = SECRETS[player], sync, sender } = {}) => {
  const { payload, ...action } = move('add', player, [what], sync);
  return master.onUpdate({ ...action, payload: { ...payload, credentials } }, 0, 'm', player, sender);
};

test('a stranger whose authentication hangs blocks nobody at the match', async () => {
  const table = await guarded();
  table.auth.isHung = ({ credentials }) => credentials === 'stolen';
  const stranger = [
    table.master.onSync('m', '0', 'stolen'), act(table, '0', 'theft', { credentials: 'stolen' }),
    table.master.onPlayerLeave('m', '0', 'stolen'), table.master.onConnectionChange('m', '0', 'stolen', true),
    table.master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }, 'stolen'),
  ];
  assert.equal(await act(table, '0', 'a'), undefined);
  assert.equal(await act(table, '1', 'b'), undefined);
  assert.equal(await table.master.onSync('m', '0', SECRETS[0]), undefined);
  assert.deepEqual(table.played(), ['a', 'b']);
  while (table.auth.asked.length > 0 || (await nextTask(), table.auth.asked.length > 0)) table.auth.asked.shift().answer(false);
  assert.deepEqual((await Promise.all(stranger)).map(({ error }) => error), [
    'unauthorized', 'unauthorized action', 'unauthorized', 'unauthorized', 'unauthorized',
  ]);
  assert.deepEqual(table.played(), ['a', 'b']);
});

test('one player\'s actions are done in order, in whichever order permission arrives', async () => {
  for (const sync of [(seq) => ({ session: 'tab', seq, first: 1 }), () => undefined]) {
    const table = await guarded();
    table.auth.isHung = () => true;
    const answers = ['a', 'b', 'c'].map((what, i) => act(table, '0', what, { sync: sync(i + 1) }));
    await nextTask();
    for (const question of table.auth.asked.splice(0).reverse()) {
      question.answer();
      await nextTask();
    }
    assert.deepEqual(await Promise.all(answers), [undefined, undefined, undefined]);
    assert.deepEqual(table.played(), ['a', 'b', 'c']);
  }
});

test('an authentication that times out is a refusal and is reported', async (t) => {
  const alive = setInterval(() => {}, 1000);
  t.after(() => clearInterval(alive));
  const table = await guarded({ authTimeout: 20 });
  table.auth.isHung = () => true;
  const late = { error: 'auth/timeout' };
  assert.deepEqual(await act(table, '0', 'a'), late);
  assert.deepEqual(await table.master.onSync('m', '0', SECRETS[0]), late);
  assert.deepEqual(await table.master.onPlayerLeave('m', '0', SECRETS[0]), late);
  assert.deepEqual(await table.master.onConnectionChange('m', '0', SECRETS[0], true), late);
  assert.deepEqual(await table.master.onChatMessage('m', { id: 'x', sender: '0', payload: '' }, SECRETS[0]), late);
  assert.deepEqual(table.errors.map(({ code }) => code), Array(5).fill('auth/timeout'));
  assert.deepEqual(table.news(), { 0: [], 1: [], null: [] });
  // Its late result changes nothing.
  for (const question of table.auth.asked) question.answer();
  await nextTask();
  assert.deepEqual(table.played(), []);
  table.auth.isHung = () => false;
  assert.equal(await act(table, '0', 'b'), undefined);
});

test('authTimeout is an option of a master, in milliseconds', () => {
  const make = (options) => new Master(together(), new InMemory(), { send() {}, sendAll() {} }, undefined, options);
  assert.equal(make({ authTimeout: 5 }).authTimeout, 5);
  assert.equal(make().authTimeout, 10_000);
  for (const authTimeout of [0, -1, '5', Number.NaN, {}]) {
    assert.throws(() => make({ authTimeout }), { code: 'master/options', message: /authTimeout: expected .* milliseconds/ });
  }
});

test('a player who has lost the seat at their turn is authenticated again and refused', async () => {
  const memory = new InMemory();
  const table = await guarded({ memory, storage: slowStorage(memory) });
  table.auth.isHung = () => true;
  const answer = act(table, '0', 'a');
  await asked(table, 1);
  seat(memory, ['another', SECRETS[1]]);
  table.auth.asked.shift().answer(true);
  await asked(table, 1);
  assert.equal(table.auth.asked[0].metadata.players[0].credentials, 'another');
  table.auth.asked.shift().answer();
  assert.deepEqual(await answer, { error: 'unauthorized action' });
  assert.deepEqual(table.played(), []);
});

test('a player who still has the seat acts, even under a new name', async () => {
  const memory = new InMemory();
  const table = await guarded({ memory, storage: slowStorage(memory) });
  table.auth.isHung = () => true;
  const answers = [act(table, '0', 'a'), act(table, '0', 'b')];
  await asked(table, 2);
  seat(memory, SECRETS, ['Ann']);
  for (const question of table.auth.asked.splice(0)) question.answer();
  for (let i = 0; i < 2; i += 1) {
    await asked(table, 1);
    table.auth.asked.shift().answer();
  }
  assert.deepEqual(await Promise.all(answers), [undefined, undefined]);
  assert.deepEqual(table.played(), ['a', 'b']);
});

test('a permission for a wiped match is invalid for a new match with its ID', async () => {
  const memory = new InMemory();
  const table = await guarded({ memory, storage: slowStorage(memory) });
  table.auth.isHung = () => true;
  const answers = [act(table, '0', 'a'), table.master.onSync('m', '0', SECRETS[0]), table.master.onPlayerLeave('m', '0', SECRETS[0])];
  await asked(table, 1);
  memory.wipe('m');
  const other = new Master(together(), memory, { send() {}, sendAll() {} });
  await other.onSync('m', null);
  seat(memory, ['theirs', 'others']);
  table.news();
  while (!(await settled(answers))) table.auth.asked.shift()?.answer();
  assert.deepEqual((await Promise.all(answers)).map(({ error }) => error), ['unauthorized action', 'unauthorized', 'unauthorized']);
  assert.deepEqual([table.played(), table.news()], [[], { 0: [], 1: [], null: [] }]);
});

test('requests of a closed connection are dropped, except for its actions', async () => {
  const storage = new InMemory();
  const auth = authOf();
  const hub = openHub({ game: together(), storage, auth });
  const spectator = hub.connect(() => {}, PATCHES);
  await spectator.receive({ type: 'sync', args: ['m', null] });
  seat(storage, SECRETS);
  const connection = hub.connect(() => {}, PATCHES);
  auth.isHung = () => true;
  const { payload, ...action } = move('add', '0', ['last']);
  const sync = connection.receive({ type: 'sync', args: ['m', '0', SECRETS[0]] });
  const last = connection.receive({ type: 'update', args: [{ ...action, payload: { ...payload, credentials: SECRETS[0] } }, 0, 'm', '0'] });
  await nextTask();
  await connection.close();
  assert.equal(typeof (await sync).error, 'string');
  for (const question of auth.asked) question.answer();
  assert.equal(await last, undefined);
  assert.deepEqual(storage.fetch('m', { state: true }).state.G.by, ['last']);
});

test('a later sync of a connection for another seat does not get the permission of the first', async () => {
  const table = await guarded();
  table.auth.isHung = () => true;
  const sender = { connection: {} };
  const own = table.master.onSync('m', '0', SECRETS[0], undefined, sender);
  await asked(table, 1);
  const others = ['wrong', undefined, { not: 'text' }].map((credentials) => table.master.onSync('m', '1', credentials, undefined, sender));
  while (!(await settled([own, ...others]))) table.auth.asked.shift()?.answer();
  assert.deepEqual(await Promise.all([own, ...others]), [undefined, ...others.map(() => ({ error: 'unauthorized' }))]);
  assert.deepEqual(table.payloads.filter(({ type }) => type === 'sync').map(({ to }) => to).slice(-1), ['0']);
});

test('many requests for permission at once are read one after another', async () => {
  const memory = new InMemory();
  const slow = slowStorage(memory);
  const table = await guarded({ memory, storage: slow });
  let reads = 0;
  let most = 0;
  let now = 0;
  slow.before = (method, _, wanted) => {
    if (method !== 'fetch' || wanted.state) return;
    reads += 1;
    now += 1;
    most = Math.max(most, now);
  };
  slow.after = (answer) => { if (answer?.metadata && !answer.state) now -= 1; };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => table.master.onSync('m', '0', `wrong ${i}`)));
  assert.ok(answers.every(({ error }) => error === 'unauthorized'));
  assert.equal(most, 1);
  assert.ok(reads <= 3, `${reads} reads`);
});

async function asked({ auth }, count) {
  while (auth.asked.length < count) await nextTask();
}

async function settled(promises) {
  let isSettled = false;
  Promise.all(promises).then(() => { isSettled = true; });
  for (let i = 0; i < 20; i += 1) await nextTask();
  return isSettled;
}
