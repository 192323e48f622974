// The cases of which boardgame.io 0.50.2 makes something wrong, on boardgame.io itself and on Rondel: should the first half
// of one fail, boardgame.io is otherwise than we say. Then boardgame.io's client at Rondel's master, and transports by
// boardgame.io's contract.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgioMultiplayer from 'boardgame.io/dist/cjs/multiplayer.js';
import { Client } from 'rondel/client';
import { INVALID_MOVE } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { GAMES, makeDice } from './games.mjs';
import { boardgameIO, guests, rondel, server, visitors } from './server.mjs';
import { LATENCY, history } from './support.mjs';

/** A purse whose limit only the master knows. */
const purse = () => ({
  setup: () => ({ taken: 0, secret: { limit: 5 } }),
  playerView: ({ G: { secret: _, ...G } }) => G,
  moves: {
    take: ({ G }, n) => {
      if (G.secret && G.taken + n > G.secret.limit) return INVALID_MOVE;
      G.taken += n;
    },
  },
});

const marks = (game) => ({
  setup: () => ({ marks: [] }),
  turn: { maxMoves: 1 },
  moves: { mark: ({ G, playerID }) => { G.marks.push(playerID); } },
  ...game,
});

const counters = (game) => ({
  setup: () => ({ counts: { 0: 0, 1: 0 } }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G, playerID }) => { G.counts[playerID] += 1; } },
  ...game,
});

/** boardgame.io reports what it refuses on the console. */
function quiet(t) {
  for (const method of ['log', 'info', 'warn', 'error']) t.mock.method(console, method, () => {});
}

/** Plays a story on both, each with its own master and client. */
async function compare(t, story, { boardgameIO: wrong, rondel: right }) {
  quiet(t);
  assert.deepEqual(await story(boardgameIO), wrong, 'boardgame.io');
  assert.deepEqual(await story(rondel), right, 'Rondel');
}

test('a move that the master alone refuses: boardgame.io stays wrong until a reload', (t) => compare(t, async (engine) => {
  const match = server(t, purse(), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.take(6);
  await match.run();
  for (let i = 0; i < 3; i += 1) {
    p0.client.moves.take(1);
    await match.run();
  }
  return [p0, p1].map(({ client }) => client.getState().G.taken);
}, { boardgameIO: [9, 0], rondel: [3, 3] }));

test("... and so it is on boardgame.io's own Local", (t) => {
  quiet(t);
  const play = (engine, local) => {
    const game = purse();
    const multiplayer = local();
    const [p0, p1] = ['0', '1'].map((playerID) => engine({ game, playerID, debug: false, multiplayer }));
    p0.start();
    p1.start();
    p0.moves.take(6);
    for (let i = 0; i < 3; i += 1) p0.moves.take(1);
    const taken = [p0, p1].map((client) => client.getState().G.taken);
    p0.stop();
    p1.stop();
    return taken;
  };
  assert.deepEqual(play(boardgameIO.Client, bgioMultiplayer.Local), [9, 0]);
  assert.deepEqual(play(Client, Local), [3, 3]);
});

test("a second quick move past the end of the turn: boardgame.io goes on showing it, where the other player's follows", (t) => (
  compare(t, async (engine) => {
    const match = server(t, marks(), engine);
    const [p0, p1] = await match.seated('0', '1');
    p0.client.moves.mark();
    p0.client.moves.mark();
    await match.run();
    return [p0, p1].map(({ client }) => [client.getState().G.marks.join(''), client.getState().ctx.currentPlayer]);
  }, { boardgameIO: [['00', '0'], ['0', '1']], rondel: [['0', '1'], ['0', '1']] })
));

test('two active players move at once: boardgame.io loses one move without a word', (t) => compare(t, async (engine) => {
  const match = server(t, counters(), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  p1.client.moves.add();
  await match.run();
  return [p0, p1].map(({ client }) => client.getState().G.counts);
}, { boardgameIO: [{ 0: 1, 1: 0 }, { 0: 1, 1: 0 }], rondel: [{ 0: 1, 1: 1 }, { 0: 1, 1: 1 }] }));

test('one of them has two moves in flight: boardgame.io loses and takes back, even with ignoreStaleStateID', (t) => (
  compare(t, async (engine) => {
    const add = { move: ({ G, playerID }) => { G.counts[playerID] += 1; }, ignoreStaleStateID: true };
    const match = server(t, counters({ moves: { add } }), engine);
    const [p0, p1] = await match.seated('0', '1');
    p0.client.moves.add();
    p1.client.moves.add();
    await match.run(10);
    p0.client.moves.add();
    await match.run();
    return [history(p0, ({ G }) => G.counts[0]), p1.client.getState().G.counts];
  }, { boardgameIO: [[0, 1, 2, 1, 2], { 0: 2, 1: 1 }], rondel: [[0, 1, 2], { 0: 2, 1: 1 }] })
));

test("deltaState: boardgame.io's acting client never learns that its turn has ended", (t) => compare(t, async (engine) => {
  const match = server(t, marks({ deltaState: true }), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.mark();
  await match.run();
  return [p0, p1].map(({ client }) => client.getState().ctx.currentPlayer);
}, { boardgameIO: ['0', '1'], rondel: ['1', '1'] }));

test('a lost move: boardgame.io shows it for ever, and refuses all that follow', (t) => compare(t, async (engine) => {
  const match = server(t, counters({ turn: {} }), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.net.loss = 1;
  p0.client.moves.add();
  p0.net.loss = 0;
  await match.run(10_000);
  p0.client.moves.add();
  await match.run(10_000);
  return [p0, p1].map(({ client }) => client.getState().G.counts[0]);
}, { boardgameIO: [2, 0], rondel: [2, 2] }));

test('a move that arrives twice: with ignoreStaleStateID, boardgame.io does it twice', (t) => compare(t, async (engine) => {
  const add = { move: ({ G, playerID }) => { G.counts[playerID] += 1; }, ignoreStaleStateID: true };
  const match = server(t, counters({ moves: { add } }), engine);
  const [p0, p1] = await match.seated('0', '1');
  p0.net.duplicate = 1;
  p0.client.moves.add();
  await match.run();
  return [p0, p1].map(({ client }) => client.getState().G.counts[0]);
}, { boardgameIO: [2, 2], rondel: [1, 1] }));

test('sync: boardgame.io sends everybody the initial state with the deck and the seed', (t) => compare(t, async (engine) => {
  const match = server(t, {
    seed: 'the seed',
    setup: () => ({ deck: ['the ace'], n: 0 }),
    playerView: ({ G: { deck: _, ...G } }) => G,
    moves: { add: ({ G }) => { G.n += 1; } },
  }, engine);
  const [spectator] = await match.seated(null);
  const text = JSON.stringify(spectator.heard);
  return ['the ace', 'the seed'].map((secret) => text.includes(secret));
}, { boardgameIO: [true, true], rondel: [false, false] }));

// boardgame.io's client at Rondel's master

test("boardgame.io's clients play a match at Rondel's master, to its end", async (t) => {
  quiet(t);
  const match = server(t, marks({ endIf: ({ G }) => (G.marks.length === 4 ? { winner: '1' } : undefined) }), guests);
  const [p0, p1, spectator] = await match.seated('0', '1', null);
  for (const seat of [p0, p1, p0, p1]) {
    seat.client.moves.mark();
    assert.equal(seat.client.getState().G.marks.at(-1), seat.client.playerID);
    await match.run();
  }
  const { G } = match.storage.fetch('default').state;
  for (const { client } of [p0, p1, spectator]) {
    const state = client.getState();
    assert.deepEqual(state.G, G);
    assert.deepEqual(state.ctx.gameover, { winner: '1' });
    assert.equal(state._stateID, 4);
    assert.deepEqual(client.log.map(({ action }) => [action.type, action.payload.type]).slice(0, 3), [
      ['MAKE_MOVE', 'mark'], ['GAME_EVENT', 'endTurn'], ['MAKE_MOVE', 'mark'],
    ]);
  }
  assert.deepEqual(match.answers.filter(Boolean), []);
});

test("boardgame.io's client recovers from a refused move, and its next one counts", async (t) => {
  quiet(t);
  const match = server(t, purse(), guests);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.take(6);
  assert.equal(p0.client.getState().G.taken, 6);
  await match.run();
  assert.equal(p0.client.getState().G.taken, 0);
  p0.client.moves.take(5);
  await match.run();
  for (const { client } of [p0, p1]) assert.equal(client.getState().G.taken, 5);
  assert.deepEqual(match.answers.filter(Boolean), [{ error: 'action/invalid_move' }]);
});

test("boardgame.io's clients: a second quick move past the end of the turn, and two moves at once, end right", async (t) => {
  quiet(t);
  const turns = server(t, marks(), guests);
  const [a, b] = await turns.seated('0', '1');
  a.client.moves.mark();
  a.client.moves.mark();
  await turns.run();
  for (const { client } of [a, b]) {
    assert.deepEqual(client.getState().G.marks, ['0']);
    assert.equal(client.getState().ctx.currentPlayer, '1');
  }
  const match = server(t, counters(), guests);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  p1.client.moves.add();
  await match.run();
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

test("boardgame.io's clients learn with deltaState that their own turn has ended", async (t) => {
  quiet(t);
  const match = server(t, marks({ deltaState: true }), guests);
  const [p0, p1] = await match.seated('0', '1');
  for (const seat of [p0, p1, p0]) {
    seat.client.moves.mark();
    await match.run();
  }
  for (const seat of [p0, p1]) {
    assert.deepEqual(seat.client.getState().G.marks, ['0', '1', '0']);
    assert.equal(seat.client.getState().ctx.currentPlayer, '1');
    assert.ok(seat.heard.some(({ type }) => type === 'patch'));
    assert.equal(seat.client.log.length, 6);
  }
});

test("boardgame.io's clients undo, redo, end turns, chat and see who is there", async (t) => {
  quiet(t);
  const match = server(t, marks({ turn: {} }), guests);
  const [p0, p1] = await match.seated('0', '1');
  const marked = () => [p0, p1].map(({ client }) => client.getState().G.marks.length);
  p0.client.moves.mark();
  await match.run();
  p0.client.undo();
  await match.run();
  assert.deepEqual(marked(), [0, 0]);
  p0.client.redo();
  await match.run();
  assert.deepEqual(marked(), [1, 1]);
  p0.client.events.endTurn();
  await match.run();
  p1.client.moves.mark();
  await match.run();
  assert.deepEqual(marked(), [2, 2]);
  p0.client.sendChatMessage('hello');
  await match.run();
  assert.deepEqual(p1.client.chatMessages.map(({ sender, payload }) => [sender, payload]), [['0', 'hello']]);
  assert.deepEqual(p0.client.matchData.map(({ isConnected }) => isConnected), [true, true]);
});

test("random matches of boardgame.io's clients, over slow lines, end with the master's state", async (t) => {
  quiet(t);
  const names = Object.keys(GAMES).filter((name) => !/hands/.test(name));
  for (let number = 0; number < 100; number += 1) {
    const dice = makeDice(number);
    const { game, commands } = GAMES[dice.one(names)](dice);
    const numPlayers = dice.from(2, 4);
    const match = server(t, { ...game, seed: `match ${number}`, deltaState: dice.happens(30) }, guests, { numPlayers });
    const seats = await match.seated(...Array.from({ length: numPlayers }, (_, i) => String(i)), null);
    for (const { net } of seats) Object.assign(net, { latency: dice.from(0, 150), jitter: dice.below(200) });
    for (let i = 0; i < 40; i += 1) {
      const { client } = dice.one(seats.slice(0, numPlayers));
      const [kind, name, ...args] = dice.one(commands)(dice, `t${i}`);
      if (name === undefined) client[kind]();
      else client[kind][name](...args);
      await match.run(dice.below(100));
    }
    await match.run(5_000);
    const { state } = match.storage.fetch('default');
    assert.ok(state._stateID > 0);
    for (const { client } of seats) {
      const shown = client.store.getState();
      for (const part of ['G', 'ctx', '_stateID']) {
        assert.deepEqual(shown[part], state[part], `match ${number}, player ${client.playerID}: ${part}`);
      }
    }
  }
});

test("boardgame.io's and Rondel's clients play one match", async (t) => {
  quiet(t);
  const match = server(t, marks(), rondel);
  const p0 = match.sit('0');
  // The same line, with the other's client at its end.
  const p1 = match.sit('1', { client: boardgameIO.Client });
  await match.run();
  for (const seat of [p0, p1, p0, p1]) {
    seat.client.moves.mark();
    seat.client.moves.mark();
    await match.run();
  }
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.marks, ['0', '1', '0', '1']);
    assert.equal(client.getState().ctx.turn, 5);
    assert.equal(client.log.length, 8);
  }
});

// Rondel's client at boardgame.io's master, which tells nobody what it has refused

test("at boardgame.io's master, quick moves are sent one after the other, and all of them are done", async (t) => {
  quiet(t);
  const match = server(t, counters(), visitors);
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p0.client.moves.add(), p0.client.moves.add()];
  assert.equal(p0.client.getState().G.counts[0], 3, 'and show at once');
  await match.run();
  assert.deepEqual(handles.map(({ status }) => status), ['confirmed', 'confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 0 });
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2, 3], 'none was taken back meanwhile');
});

test("at boardgame.io's master, of two moves at once the one that it dropped is made again", async (t) => {
  quiet(t);
  const match = server(t, counters(), visitors);
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.add(), p1.client.moves.add()];
  await match.run(10_000);
  assert.deepEqual(await Promise.all(handles.map(({ confirmed }) => confirmed)), [{ status: 'confirmed' }, { status: 'confirmed' }]);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 1 });
});

test("at boardgame.io's master, what it refused in silence is taken back, and what comes then counts", async (t) => {
  quiet(t);
  const match = server(t, purse(), visitors);
  const [p0] = await match.seated('0', '1');
  const [refused, onTop] = [p0.client.moves.take(6), p0.client.moves.take(1)];
  assert.equal(p0.client.getState().G.taken, 7);
  await match.run(10_000);
  for (const handle of [refused, onTop]) {
    assert.equal((await handle.confirmed).error.message, 'the master has passed it over');
  }
  assert.equal(p0.client.getState().G.taken, 0);
  const next = p0.client.moves.take(5);
  await match.run();
  assert.deepEqual([next.status, p0.client.getState().G.taken, match.storage.fetch('default').state.G.taken], ['confirmed', 5, 5]);
});

test("random matches of Rondel's clients at boardgame.io's master end with its state, and every handle is settled", async (t) => {
  quiet(t);
  const names = Object.keys(GAMES).filter((name) => !/hands/.test(name));
  for (let number = 0; number < 60; number += 1) {
    const dice = makeDice(number);
    const { game, commands } = GAMES[dice.one(names)](dice);
    const numPlayers = dice.from(2, 4);
    const match = server(t, { ...game, seed: `match ${number}` }, visitors, { numPlayers });
    const seats = await match.seated(...Array.from({ length: numPlayers }, (_, i) => String(i)), null);
    for (const { net } of seats) Object.assign(net, { latency: dice.from(0, 150), jitter: dice.below(200) });
    const handles = [];
    for (let i = 0; i < 30; i += 1) {
      const { client } = dice.one(seats.slice(0, numPlayers));
      const [kind, name, ...args] = dice.one(commands)(dice, `t${i}`);
      handles.push(name === undefined ? client[kind]() : client[kind][name](...args));
      await match.run(dice.below(300));
    }
    // A dropped move is found out only by silence, one after the other.
    await match.run(600_000);
    const { state } = match.storage.fetch('default');
    for (const { client } of seats) {
      const { G, ctx, _stateID, pending } = client.getState();
      assert.deepEqual({ G, ctx, _stateID, pending }, { ...part(state), pending: 0 }, `match ${number}, player ${client.playerID}`);
    }
    for (const handle of handles) assert.ok(['confirmed', 'rejected'].includes(handle?.status ?? 'confirmed'), `match ${number}`);
  }
});

const part = ({ G, ctx, _stateID }) => ({ G, ctx, _stateID });

// Transports by boardgame.io's contract, with Rondel's client

test('over a transport by the contract alone, states come whole and everything ends right', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1, spectator] = await match.seated('0', '1', undefined);
  const handles = [p0.client.moves.add(), p1.client.moves.add(), p0.client.moves.add()];
  await match.run();
  assert.deepEqual(handles.map(({ status }) => status), Array(3).fill('confirmed'));
  for (const { client, heard } of [p0, p1, spectator]) {
    assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 1 });
    assert.equal(client.log.length, 3);
    assert.deepEqual(heard.filter(({ type }) => type === 'update').map(({ args }) => args[1]._stateID), [1, 2, 3]);
  }
  assert.deepEqual(history(p0, ({ G }) => G.counts[0]), [0, 1, 2]);
});

test('over a transport by the contract, an update that is lost is noticed by its entries of the log', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p1.net.loss = 1;
  p0.client.moves.add();
  await match.run();
  p1.net.loss = 0;
  p0.client.moves.add();
  await match.run();
  assert.deepEqual(p1.client.getState().G.counts, { 0: 2, 1: 0 });
  assert.equal(p1.client.log.length, 2);
});

test('over a transport by the contract, two tabs of one player do not take answers for each other', async (t) => {
  const match = server(t, purse(), rondel);
  const [left, right] = await match.seated('0', '0');
  const [refused, done] = [left.client.moves.take(6), right.client.moves.take(2)];
  await match.run();
  assert.deepEqual([refused.status, done.status], ['rejected', 'confirmed']);
  for (const { client } of [left, right]) assert.equal(client.getState().G.taken, 2);
  assert.equal(right.client.getState().lastError, null);
});

test('what another match has to say, over a transport that does not tell them apart, is not heard', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.updateMatchID('other');
  await match.run();
  p1.client.moves.add();
  p1.client.sendChatMessage('hello');
  const handle = p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual(p0.client.getState().G.counts, { 0: 1, 1: 0 });
  assert.deepEqual(p1.client.getState().G.counts, { 0: 0, 1: 1 });
  assert.deepEqual(p0.client.chatMessages, []);
});

test('an update that comes late, after a newer one, changes nothing and adds nothing to the log', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p1.net.latency = 400;
  p0.client.moves.add();
  await match.run(LATENCY + 10);
  p1.net.latency = 10;
  p1.net.reorder = 1;
  p0.client.moves.add();
  await match.run(10_000);
  assert.deepEqual(history(p1, ({ G }) => G.counts[0]), [0, 2]);
  assert.equal(p1.client.log.length, 2);
});

test('a master that has lost its memory is still the master, and what it cannot know any more is refused', async (t) => {
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  await match.run();
  const { state } = match.storage.fetch('default');
  p0.client.moves.add();
  p0.client.moves.add();
  await match.run();
  assert.equal(p1.client.getState().G.counts[0], 3);
  match.storage.setState('default', state);
  const handle = p0.client.moves.add();
  await match.run(60_000);
  assert.equal(handle.status, 'rejected');
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.counts, { 0: 1, 1: 0 });
    assert.equal(client.getState().pending, 0);
  }
  const next = [p0.client.moves.add(), p1.client.moves.add()];
  await match.run();
  assert.deepEqual(next.map(({ status }) => status), ['confirmed', 'confirmed']);
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 1 });
});

test('a storage that fails for a while loses nothing and does nothing twice', async (t) => {
  quiet(t);
  const match = server(t, counters(), rondel);
  const [p0, p1] = await match.seated('0', '1');
  const { setState } = match.storage;
  match.storage.setState = () => { throw new Error('the disk is full'); };
  const handles = [p0.client.moves.add(), p0.client.moves.add(), p1.client.moves.add()];
  await match.run(5_000);
  assert.deepEqual(handles.map(({ status }) => status), Array(3).fill('predicted'));
  assert.ok(match.answers.some((answer) => answer?.error === 'storage failed'));
  match.storage.setState = setState;
  await match.run(10_000);
  assert.deepEqual(handles.map(({ status }) => status), Array(3).fill('confirmed'));
  for (const { client } of [p0, p1]) {
    assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 1 });
    assert.equal(client.log.length, 3);
  }
});

test('with deltaState, a transport by the contract gets patches', async (t) => {
  const match = server(t, marks({ deltaState: true }), rondel);
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.mark();
  await match.run();
  p1.client.moves.mark();
  await match.run();
  for (const { client, heard } of [p0, p1]) {
    assert.deepEqual(client.getState().G.marks, ['0', '1']);
    assert.deepEqual(heard.filter(({ type }) => type === 'update'), []);
    assert.equal(heard.filter(({ type }) => type === 'patch').length, 2);
  }
});

test('updates of the seat over a transport by the contract show nothing of the other seat', async (t) => {
  const match = server(t, {
    setup: () => ({ hands: { 0: ['ace'], 1: ['king'] } }),
    playerView: ({ G, playerID }) => ({ hands: { [playerID]: G.hands[playerID] } }),
    turn: { activePlayers: { all: null } },
    moves: { put: ({ G, playerID }, card) => { G.hands[playerID].push(card); } },
  }, rondel);
  const [seat] = await match.seated('0');
  seat.client.moves.put('ten');
  await match.run();
  seat.client.updatePlayerID('1');
  assert.equal(seat.client.getState(), null);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, { 1: ['king'] });
});

test('with wrong credentials there is no state; an action that was refused for them is done with the right ones', async (t) => {
  const passwords = { 0: 'right', 1: 'also right' };
  const auth = { authenticateCredentials: ({ playerID, credentials }) => passwords[playerID] === credentials };
  const match = server(t, counters(), rondel, { auth });
  const p0 = match.sit('0', { credentials: 'wrong' });
  const p1 = match.sit('1', { credentials: 'also right' });
  await match.run();
  assert.equal(p0.client.getState(), null);
  assert.equal(p0.client.moves.add().status, 'rejected');
  p0.client.updateCredentials('right');
  await match.run();
  p0.client.moves.add();
  await match.run();
  passwords[0] = 'new';
  const handle = p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'predicted');
  p0.client.updateCredentials('new');
  await match.run(10_000);
  assert.equal(handle.status, 'confirmed');
  for (const { client } of [p0, p1]) assert.deepEqual(client.getState().G.counts, { 0: 2, 1: 0 });
  assert.doesNotMatch(JSON.stringify([p0.heard, p1.heard]), /right|wrong|"new"/);
});
