// What strangers, wrong clocks and faulty games can do to the time of players.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { InMemory } from 'rondel-server';
import { network } from 'rondel/testing';
import { WIRES } from '../server/raw.mjs';
import { serve } from '../server/serve.mjs';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const game = {
  name: 'timed',
  setup: () => ({ made: 0, late: [] }),
  turn: { maxMoves: 1, time: 60 * SECOND, onTimeout: ({ G, playerID }) => { G.late.push(playerID); } },
  moves: { go: ({ G }) => { G.made += 1; } },
};

/** Actions by which a client would change the clock. */
const hostile = (deadline) => [
  { type: 'TIMEOUT', payload: { playerID: '0', deadline } },
  { type: 'TIMEOUT', payload: { playerID: '1', deadline, type: 'go', args: [] } },
  { type: 'CLOCK', payload: { playerID: '1', order: 'restart' } },
  { type: 'GAME_EVENT', payload: { type: 'pauseClock', args: [], playerID: '1' } },
  { type: 'GAME_EVENT', payload: { type: 'resumeClock', args: [], playerID: '0' } },
  { type: 'MAKE_MOVE', payload: { type: 'TIMEOUT', args: [{ deadline }], playerID: '0' } },
  { type: 'PLUGIN', payload: { type: 'clock', args: [0], playerID: '0' } },
];

for (const [wire, open] of Object.entries(WIRES)) {
  test(`no message over ${wire} ends a time or stops the clock`, { timeout: 60_000 }, async (t) => {
    const db = new InMemory();
    const { url, post } = await serve(t, { games: [game], db });
    const { body: { matchID } } = await post('/games/timed/create', { numPlayers: 2 });
    const seats = [];
    for (const playerID of ['0', '1']) seats.push((await post(`/games/timed/${matchID}/join`, { playerID, playerName: playerID })).body.playerCredentials);
    const { state: before } = db.fetch(matchID, { state: true });
    const { send, heard, socket } = await open(url, 'timed');
    t.after(() => socket.close());
    for (const [playerID, credentials] of Object.entries(seats)) {
      send('sync', matchID, playerID, credentials, 2);
      for (const { type, payload } of hostile(before.ctx.clock.deadlines[0])) {
        for (const sync of [undefined, { session: `of ${playerID}`, seq: 1, first: 1, acted: 1 }]) {
          send('update', { type, payload: { ...payload, credentials }, sync }, before._stateID, matchID, playerID);
        }
      }
    }
    // The last request: its answer comes after those before it.
    while (heard.length < 3) await new Promise((done) => { setTimeout(done, 20); });
    await new Promise((done) => { setTimeout(done, 300); });
    const { state, log } = db.fetch(matchID, { state: true, log: true });
    assert.deepEqual([state.ctx, state.G, log.length], [before.ctx, before.G, 1]);
  });
}

test('the reducer ends no time', () => {
  const first = InitializeGame({ game });
  const reducer = CreateGameReducer({ game });
  for (const action of hostile(first.ctx.clock?.deadlines[0] ?? 0)) {
    const { G, ctx } = reducer(first, action);
    assert.deepEqual([G, ctx], [first.G, first.ctx], action.type);
  }
});

for (const hours of [-5, 5]) {
  test(`a client whose clock is wrong by ${hours} hours shows the master's time, and gains and loses nothing`, async () => {
    const net = network({ seed: 3, latency: 100 });
    const local = Local({ network: net, fresh: true });
    const wrong = { ...net.clock, now: () => net.clock.now() + hours * HOUR };
    const multiplayer = (options) => Object.assign(local(options), { clock: wrong });
    const played = { ...game, turn: { maxMoves: 1, time: { bank: 60 * SECOND } } };
    const client = Client({ game: played, playerID: '0', multiplayer, quiet: true });
    client.start();
    await net.run(20 * SECOND);
    assert.ok(Math.abs(client.clock().left[0] - 40 * SECOND) <= 200, String(client.clock().left[0]));
    client.moves.go();
    await net.run(SECOND);
    assert.ok(Math.abs(client.clock().left[0] - 40 * SECOND) <= 200, String(client.clock().left[0]));
    client.stop();
  });
}

/** A master whose clock can be set, with a match of two. */
async function masterWithClock(played = game) {
  let now = 1_000_000_000;
  const time = { now: () => now, setTimeout: () => undefined, clearTimeout: () => {} };
  const storage = new InMemory();
  const errors = [];
  const make = () => Object.assign(new Master(played, storage, { send: () => {}, sendAll: () => {} }, undefined, { time }), { onError: (error) => { errors.push(error); } });
  const master = make();
  await master.onSync('match', '0', undefined, 2);
  const stored = () => storage.fetch('match', { state: true, log: true });
  return {
    master, make, errors, stored,
    pass: (milliseconds) => { now += milliseconds; },
    types: () => stored().log.map(({ action }) => action.payload.order ?? action.type),
    go: (playerID) => {
      const { state } = stored();
      return master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'go', args: [], playerID } }, state._stateID, 'match', playerID);
    },
  };
}

test('a master whose clock is set back ends no time early, and a turn is never longer than its time', async () => {
  const { master, pass, go, stored, types } = await masterWithClock();
  pass(10 * SECOND);
  await go('0');
  pass(-HOUR);
  await go('1');
  const { clock } = stored().state.ctx;
  assert.deepEqual([clock.left[0], clock.deadlines[0] - clock.now], [60 * SECOND, 60 * SECOND]);
  await master.endTimes('match');
  assert.equal(types().includes('TIMEOUT'), false);
  pass(HOUR + 63 * SECOND);
  await master.endTimes('match');
  assert.equal(types().at(-2), 'TIMEOUT');
});

test('a master whose clock is set forward gives the time back', async () => {
  const { master, pass, stored, types } = await masterWithClock();
  pass(HOUR);
  await master.endTimes('match');
  assert.deepEqual(types(), ['restart']);
  const { clock } = stored().state.ctx;
  assert.equal(clock.deadlines[0] - clock.now, 60 * SECOND);
});

test('a master that starts while its clock is wrong gives the time back later', async () => {
  const { make, pass, stored } = await masterWithClock();
  pass(-HOUR);
  await make().endTimes('match');
  assert.equal(stored().log.length, 0);
  pass(HOUR + 20 * SECOND);
  await make().endTimes('match');
  assert.equal(stored().log.length, 0);
});

const FAULTS = {
  'onTimeout calls events without end': { turn: { ...game.turn, onTimeout: ({ events }) => { for (let i = 0; i < 10_000; i += 1) events.endTurn(); } } },
  'onTimeout leads to turns without end': { turn: { ...game.turn, onBegin: ({ G, events }) => { if (G.late.length > 0) events.endTurn(); } } },
  'onTimeout returns a promise': { turn: { ...game.turn, onTimeout: async ({ G }) => { G.late.push('async'); } } },
  'onTimeout fills the stack': { turn: { ...game.turn, onTimeout: function full(context) { context.G.late.push(full(context)); } } },
  'onTimeout returns what cannot be stored': { turn: { ...game.turn, onTimeout: ({ G }) => { G.big = 1n; } } },
};

for (const [fault, fields] of Object.entries(FAULTS)) {
  test(`the turn ends if ${fault}`, async () => {
    const { master, pass, stored, errors } = await masterWithClock({ ...game, ...fields });
    const { currentPlayer } = stored().state.ctx;
    pass(62 * SECOND);
    await master.endTimes('match');
    const { state, log } = stored();
    assert.deepEqual([log[0]?.action.type, state.ctx.currentPlayer !== currentPlayer || state.ctx.turn > 1, errors.length <= 1], ['TIMEOUT', true, true]);
  });
}

test('a match whose rules throw at each end of a turn stays as it is, and others go on', async () => {
  const { master, pass, stored, errors } = await masterWithClock({ ...game, turn: { ...game.turn, onEnd: () => { throw new Error('a fault of the game'); } } });
  await master.onSync('another', '0', undefined, 2);
  pass(62 * SECOND);
  await master.endTimes('match');
  assert.deepEqual([stored().log, errors.length > 0], [[], true]);
});

const stages = {
  ...game,
  turn: {
    time: { bank: 60 * SECOND },
    stages: { pick: { time: 30 * SECOND, moves: { look: ({ G }) => { G.made += 1; }, back: ({ events }) => events.endStage() } } },
  },
  moves: {
    enter: ({ events }) => events.setStage('pick'),
    call: ({ G, events }) => { G.made += 1; events.pauseClock(); },
    ...game.moves,
  },
};

for (const [what, moves] of Object.entries({ 'enters a stage with its own time': ['enter'], 'leaves one': ['enter', 'back'], 'stops the clock': ['call'] })) {
  test(`a move that ${what} cannot be undone, to gain time`, async () => {
    const net = network({ seed: 3, latency: 10 });
    const client = Client({ game: stages, playerID: '0', multiplayer: Local({ network: net, fresh: true }), quiet: true });
    client.start();
    await net.run(SECOND);
    for (const move of moves) {
      client.moves[move]();
      await net.run(5 * SECOND);
    }
    const before = client.getState();
    assert.equal(before.canUndo, false);
    const undo = client.undo();
    await net.run(SECOND);
    assert.match(undo.error?.message, /nothing to undo/);
    assert.deepEqual(client.getState().ctx, before.ctx);
    client.stop();
  });
}

test('a move within a stage with its own time can be undone, and the time goes on', async () => {
  const net = network({ seed: 3, latency: 10 });
  const client = Client({ game: stages, playerID: '0', multiplayer: Local({ network: net, fresh: true }), quiet: true });
  client.start();
  await net.run(SECOND);
  client.moves.enter();
  await net.run(SECOND);
  const { deadlines } = client.getState().ctx.clock;
  client.moves.look();
  await net.run(SECOND);
  client.undo();
  await net.run(SECOND);
  client.redo();
  await net.run(SECOND);
  assert.deepEqual([client.getState().G.made, client.getState().ctx.clock.deadlines], [1, deadlines]);
  client.stop();
});
