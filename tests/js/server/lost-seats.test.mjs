// A seat that changes owners at another node, without a notice: its former player receives no more states.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { cards } from '../multiplayer/transports.mjs';
import { nextTask, quiet, until } from '../support/tasks.mjs';
import { openNodes } from './two-nodes.mjs';

const GAME = cards({ name: 'cards' });
/** Credentials that are checked elsewhere. */
const LATE = {
  async authenticateCredentials(question) {
    await nextTask();
    return new Auth().authenticateCredentials(question);
  },
};

/** Player 1 at the first node, player 0 at the second; then another player joins seat 0 and connects to the first. */
async function table(t, auth) {
  const storage = new InMemory();
  const { initialState, metadata } = createMatch({ game: GAME });
  storage.createMatch('m', { initialState, metadata });
  const give = (credentials) => {
    const { metadata: now } = storage.fetch('m', { metadata: true });
    storage.setMetadata('m', { ...now, players: { ...now.players, 0: { id: 0, name: credentials, credentials }, 1: { id: 1, credentials: 'one' } } });
  };
  give('Ann');
  const nodes = openNodes({ game: GAME, storage, auth, carry: () => {} });
  t.after(nodes.close);
  const [ann, p1] = [nodes.sit('0', { at: 1, credentials: 'Ann' }), nodes.sit('1', { at: 0, credentials: 'one' })];
  await until(() => ann.client.getState() && p1.client.getState());
  await quiet();
  give('Bob');
  const bob = nodes.sit('0', { at: 0, credentials: 'Bob' });
  await until(() => bob.client.getState());
  await bob.client.moves.draw('queen').confirmed;
  await quiet();
  return { ...nodes, ann, bob, p1 };
}

const states = ({ heard }) => heard.filter(({ type }) => ['sync', 'update', 'patch'].includes(type)).length;

for (const [name, auth] of /** @type {const} */ ([['at once', new Auth()], ['late', LATE]])) {
  const what = `where the authenticator returns ${name}`;

  test(`after others act, connect or sync, a player who has lost the seat sees no hand of its new player, ${what}`, async (t) => {
    const { ann, bob, nodes: [, second], sit } = await table(t, auth);
    const before = states(ann);
    const p1 = sit('1', { at: 1, credentials: 'one' });
    await until(() => p1.client.getState());
    await p1.client.moves.play('king').confirmed;
    await second.node.lookAgain();
    await bob.client.moves.draw('knave').confirmed;
    await second.node.lookAgain();
    await quiet();
    assert.deepEqual(p1.client.getState().G.table, ['king']);
    assert.equal(states(ann), before);
    assert.ok(!JSON.stringify(ann.heard).includes('queen') && !JSON.stringify(ann.heard).includes('knave'));
  });

  test(`a player who has lost the seat is refused an action, and receives nothing of its new player, ${what}`, async (t) => {
    const { ann } = await table(t, auth);
    const before = states(ann);
    ann.client.moves.play('ace');
    await quiet();
    assert.deepEqual([states(ann) - before, JSON.stringify(ann.heard).includes('queen')], [0, false]);
  });

  test(`a player who keeps the seat keeps receiving when another seat changes owners, ${what}`, async (t) => {
    const { bob, p1, sit, nodes: [, second] } = await table(t, auth);
    const there = sit('1', { at: 1, credentials: 'one' });
    await until(() => there.client.getState());
    await bob.client.moves.play('ace').confirmed;
    await second.node.lookAgain();
    await quiet();
    for (const { client } of [bob, p1, there]) assert.deepEqual(client.getState().G.table, ['ace']);
    assert.equal(there.heard.filter(({ type }) => type === 'sync').length, 1);
  });
}
