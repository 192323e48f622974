// A game in Rust in every place where games run: a server with its lobby, over both transports, tabs of one browser, hooks of React, and
// replay.
import assert from 'node:assert/strict';
import test from 'node:test';
import WebSocket from 'ws';
import { Client } from 'rondel/client';
import { Broadcast, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { replay } from 'rondel/testing';
import { duel, faults } from '../../rust-game/duel.mjs';
import { browser } from '../multiplayer/browsers.mjs';
import { disk } from '../multiplayer/transports.mjs';
import { serve } from '../server/serve.mjs';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { until } from '../support/tasks.mjs';
import { look, playOut } from './support.mjs';

/** Joins both seats of a new match, and connects a client to each. */
async function seated(t, { url, post }, transport, game = duel()) {
  const { body: { matchID } } = await post('/games/duel/create', { numPlayers: 2, setupData: { hand: 2 } });
  const clients = [];
  for (const playerID of ['0', '1']) {
    const { body: { playerCredentials: credentials } } = await post(`/games/duel/${matchID}/join`, { playerID, playerName: `Player ${playerID}` });
    const client = Client({ game, quiet: true, matchID, playerID, credentials, multiplayer: transport(url) });
    t.after(() => client.dispose());
    client.start();
    clients.push(client);
  }
  await until(() => clients.every((client) => client.getState()));
  return { clients, matchID };
}

for (const [name, transport] of [
  ['SocketIO', (url) => SocketIO({ server: url })], ['WebSocketTransport', (url) => WebSocketTransport({ url, WebSocket })],
]) {
  test(`on a server, by ${name}: two players play to the end of a match, which is replayed from the storage`, async (t) => {
    const game = duel();
    const { server, ...lobby } = await serve(t, { games: [game, faults()] });
    const { clients, matchID } = await seated(t, lobby, transport);
    assert.deepEqual(clients.map((client) => client.getState().G.hands.map((hand) => hand.length ?? hand)), [[2, 2], [2, 2]]);
    assert.deepEqual(clients.map((client) => look(client.getState(), Number(client.playerID)).leaks), [[], []]);
    const inStep = () => clients.every((client) => client.getState().pending === 0 && client.getState()._stateID === clients[0].getState()._stateID);
    const outcome = await playOut(clients, () => until(inStep));
    assert.ok(outcome);
    const { state, log, initialState } = await server.db.fetch(matchID, { state: true, log: true, initialState: true });
    assert.deepEqual(state.ctx.gameover, outcome);
    const { state: again } = replay({ state, log, initialState }, { game });
    assert.deepEqual([again.G, again.ctx], [state.G, state.ctx]);
  });
}

test('a lobby lists the game, and refuses setup data of the wrong type with the place', async (t) => {
  const { get, post } = await serve(t, { games: [duel(), faults()] });
  assert.deepEqual((await get('/games')).body, ['duel', 'faults']);
  for (const setupData of [{ hands: 3 }, { hand: 'three' }, [], 7]) {
    const { status, body } = await post('/games/duel/create', { numPlayers: 2, setupData });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /setupData/);
  }
  assert.equal((await post('/games/duel/create', { numPlayers: 2, setupData: { hand: 40 } })).status, 400);
  const { body } = await post('/games/duel/create', { numPlayers: 2, setupData: { ['x'.repeat(90_000)]: 3 } });
  assert.match(body, /^setupData: unknown field `x+…x+`, expected `hand`$/);
  assert.ok(body.length <= 500);
  assert.equal((await post('/games/duel/create', { numPlayers: 2 })).status, 200);
});

test('the game runs in tabs of one browser, one of which has the master', async (t) => {
  const [world, storage] = [browser(), disk()];
  const [zero, one] = ['0', '1'].map((playerID) => {
    const client = Client({ game: duel(), quiet: true, playerID, matchID: 'tabs', multiplayer: Broadcast({ storage }, world.openTab()) });
    t.after(() => client.dispose());
    client.start();
    return client;
  });
  await until(() => zero.getState() && one.getState());
  assert.deepEqual([zero, one].map((client) => client.getState().G.hands.map(Array.isArray)), [[true, false], [false, true]]);
  zero.moves.lay(0);
  await until(() => one.getState().G.round.length === 1);
  assert.equal(one.getState().G.hands[0], 2);
});

test('a component renders again only for parts that a move has changed', async (t) => {
  const react = await reactOf(VERSIONS.at(-1));
  t.after(() => react.closeAll());
  const client = Client({ game: duel({ seed: 'duel' }), quiet: true, playerID: '0' });
  t.after(() => client.dispose());
  client.start();
  const renderings = { hand: 0, points: 0, round: 0 };
  const shows = (part, select) => () => {
    renderings[part] += 1;
    return JSON.stringify(react.bindings.useGame(client, select));
  };
  const parts = {
    hand: shows('hand', ({ G }) => G.hands[0]), points: shows('points', ({ G }) => G.points), round: shows('round', ({ G }) => G.round),
  };
  const { container } = await react.show(react.h('div', null, ...Object.values(parts).map((Part, key) => react.h(Part, { key }))));
  await react.act(async () => client.moves.lay(0));
  await react.act(async () => client.events.endTurn());
  assert.deepEqual(renderings, { hand: 2, points: 1, round: 2 });
  assert.match(container.textContent, /"seat":0/);
});

test('a browser\'s event behind the arguments is not an argument of the move', (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const client = Client({ game: duel({ seed: 'duel' }), playerID: '0' });
  t.after(() => client.dispose());
  client.start();
  const event = { preventDefault() {}, stopPropagation() {}, get target() { throw new Error('this must not be read'); } };
  assert.equal(/** @type {any} */ (client.moves).draw(event).status, 'confirmed');
  assert.deepEqual(client.log.at(-1).action.payload.args, []);
  assert.equal(warn.mock.callCount(), 0);
});

test('a copy of the game may set some fields, and the others belong to its code', () => {
  const opened = (fields) => Client({ game: { ...duel(), ...fields }, quiet: true });
  const cards = (fields) => JSON.stringify(opened(fields).store.getState().G);
  assert.equal(cards({ seed: 'a' }), cards({ seed: 'a' }));
  assert.equal(cards({ seed: 7 }), cards({ seed: '7' }));
  assert.notEqual(cards({}), cards({}));
  assert.deepEqual(opened({ random: 'secure' }).store.getState().plugins.random, { drawn: 6 });
  for (const [fields, message] of [
    [{ moves: {} }, /^moves: a game that is written in Rust/], [{ compat: '0.50' }, /^compat: /], [{ disableUndo: true }, /^disableUndo: /],
    [{ seed: {} }, /^seed: expected/], [{ random: 'dice' }, /^random: expected/], [{ random: 'secure', seed: 'a' }, /^seed: a game with random: 'secure' has no seed/],
    [{ refuseOtherVersions: true }, /^refuseOtherVersions: needs/], [{ ai: { enumerate: () => [] } }, /^ai\.enumerate: /],
    [{ deltaState: 7 }, /^deltaState: expected true or false, got 7$/], [{ refuseOtherVersions: 'yes' }, /^refuseOtherVersions: expected true or false/],
    [{ minPlayers: '2' }, /^minPlayers: expected a whole number from 1 on, got "2"$/], [{ maxPlayers: Infinity }, /^maxPlayers: expected a whole number/],
    [{ minPlayers: 3, maxPlayers: 2 }, /^maxPlayers: 2, which is less than minPlayers, 3$/], [{ predict: 'all' }, /^predict: expected 'moves', 'flow' or 'none', got "all"$/],
    [{ name: '' }, /^name: expected a name without spaces/], [{ validateChatMessage: true }, /^validateChatMessage: expected a function, got true$/],
    [{ ai: [] }, /^ai: expected an object, got a list$/],
  ]) assert.throws(() => opened(fields), { code: 'game/definition', message });
});
