// Bots that choose a move for a player whose time has run out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { InMemory } from 'rondel-server';
import { Local } from 'rondel/multiplayer';
import { network, replay } from 'rondel/testing';
import { askBots } from '../../../pkg/lib/ai/timeout-bots.js';
import { nextTask } from '../support/tasks.mjs';

const SECOND = 1000;

/** Plays the player's highest card, which it sees, and notes what it has been asked. */
function highest(asked = []) {
  return class {
    async play(state, playerID, { time } = {}) {
      asked.push({ state, playerID, time });
      return { action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [Math.max(...state.G.hands[playerID])], playerID } } };
    }
  };
}

function gameWith(bot, { turn, moves, ...fields } = {}) {
  return {
    name: 'cards',
    setup: () => ({ hands: { 0: [3, 7, 5], 1: [4, 9, 2] }, played: [] }),
    turn: { maxMoves: 1, time: 10 * SECOND, onTimeout: 'careful', ...turn },
    moves: {
      play: ({ G, playerID }, card) => {
        if (!G.hands[playerID].includes(card)) return INVALID;
        G.hands[playerID] = G.hands[playerID].filter((one) => one !== card);
        G.played.push([playerID, card]);
        return undefined;
      },
      ...moves,
    },
    playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
    ai: { enumerate: (G, ctx, playerID) => G.hands[playerID].map((card) => ({ move: 'play', args: [card] })), bots: { careful: { bot } } },
    ...fields,
  };
}

const INVALID = 'INVALID_MOVE';

async function begin(game, playerIDs = ['0', '1', null]) {
  const net = network({ seed: 3, latency: 0 });
  const multiplayer = Local({ network: net, fresh: true });
  const clients = playerIDs.map((playerID) => Client({ game, playerID, multiplayer, quiet: true }));
  for (const client of clients) client.start();
  await net.run(SECOND);
  return { net, clients, end: () => clients.forEach((client) => client.stop()) };
}

/** Bots have the real time: the network's stands still until they have chosen. */
async function changed({ net, clients: [client] }, times = 1) {
  while (client.getState()._stateID < times) {
    await nextTask();
    await net.run(1);
  }
}

test('the bot chooses the move, of what the player sees, and the log has it', async () => {
  const asked = [];
  const match = await begin(gameWith(highest(asked)));
  const { net, clients: [alice, bob, spectator], end } = match;
  await net.run(11.5 * SECOND);
  await changed(match);
  for (const client of [alice, bob, spectator]) {
    assert.deepEqual(client.getState().G.played, [['0', 7]]);
    const [{ action: { type, payload } }, next] = client.log;
    assert.deepEqual([type, payload.type, payload.args, payload.failed, next.action.payload.type], ['TIMEOUT', 'play', [7], undefined, 'endTurn']);
  }
  assert.equal(asked.length, 1);
  const [{ state, playerID, time }] = asked;
  assert.deepEqual([playerID, state.G.hands, time <= 2000], ['0', { 0: [3, 7, 5] }, true]);
  assert.equal(JSON.stringify(state).includes('seed'), false);
  end();
});

test('the log replays without the bot', async () => {
  const match = await begin(gameWith(highest()));
  const { net, clients: [alice], end } = match;
  await net.run(11.5 * SECOND);
  await changed(match);
  const without = gameWith(class { play() { throw new Error('a bot is asked'); } });
  const { state } = replay({ initialState: alice.getInitialState(), log: alice.log }, { game: without });
  assert.deepEqual(state.G, { hands: { 0: [3, 5] }, played: [['0', 7]] });
  assert.deepEqual(state.ctx, alice.getState().ctx);
  end();
});

const FAULTS = {
  'throws': () => { throw new Error('oops'); },
  'rejects': () => Promise.reject(new Error('oops')),
  'returns nothing': async () => undefined,
  'chooses an event': async (_, playerID) => ({ action: { type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID } } }),
  'chooses an unknown move': async (_, playerID) => ({ action: { type: 'MAKE_MOVE', payload: { type: '__proto__', args: [], playerID } } }),
  'chooses a move that the rules refuse': async (_, playerID) => ({ action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [100], playerID } } }),
  'chooses a move that throws': async (_, playerID) => ({ action: { type: 'MAKE_MOVE', payload: { type: 'fail', args: [], playerID } } }),
  'returns what throws when it is read': async () => ({ get action() { throw new Error('oops'); } }),
};

for (const [fault, play] of Object.entries(FAULTS)) {
  test(`the turn ends without a move if the bot ${fault}`, async () => {
    const match = await begin(gameWith(class { play = play; }, { moves: { fail: () => { throw new Error('oops'); } } }));
    const { net, clients: [alice], end } = match;
    await net.run(11.5 * SECOND);
    await changed(match);
    const { G, ctx } = alice.getState();
    assert.deepEqual([G.played, ctx.currentPlayer], [[], '1']);
    const { deadline, ...payload } = alice.log[0].action.payload;
    assert.deepEqual(payload, { playerID: '0', failed: true });
    end();
  });
}

test('the turn ends without a move if the bot takes too long, and its signal is aborted', async () => {
  let signal;
  const match = await begin(gameWith(class {
    play(state, playerID, options) {
      ({ signal } = options);
      return new Promise(() => {});
    }
  }));
  const { net, clients: [alice], end } = match;
  await net.run(11.5 * SECOND);
  await changed(match);
  assert.deepEqual([alice.getState().ctx.currentPlayer, alice.log[0].action.payload.failed, signal.aborted], ['1', true, true]);
  end();
});

test('a player who acts after their time while the bot chooses is too late', async () => {
  const chosen = Promise.withResolvers();
  const match = await begin(gameWith(class { play() { return chosen.promise; } }));
  const { net, clients: [alice], end } = match;
  await net.run(11.5 * SECOND);
  alice.moves.play(3);
  await net.run(SECOND);
  assert.deepEqual(alice.log, []);
  chosen.resolve({ action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [5], playerID: '0' } } });
  await changed(match);
  await net.run(5 * SECOND);
  assert.deepEqual(alice.getState().G.played, [['0', 5]]);
  end();
});

test('nobody else sees the arguments of a redacted move', async () => {
  const match = await begin(gameWith(highest(), { moves: { play: { move: ({ G, playerID }, card) => { G.played.push([playerID, card]); }, redact: true } } }));
  const { net, clients: [alice, bob, spectator], end } = match;
  await net.run(11.5 * SECOND);
  await changed(match);
  assert.deepEqual([alice, bob, spectator].map(({ log }) => log[0].action.payload.args), [[7], null, null]);
  end();
});

test('all players whose time runs out at once have their bots', async () => {
  const stages = { choosing: { time: 5 * SECOND, onTimeout: 'careful', moves: gameWith().moves } };
  const turn = { activePlayers: { all: 'choosing', maxMoves: 1 }, stages, time: undefined, maxMoves: undefined, onTimeout: ({ G }) => { G.played.push('the turn'); } };
  const match = await begin(gameWith(highest(), { turn }));
  const { net, clients: [alice], end } = match;
  await net.run(6.5 * SECOND);
  await changed(match, 2);
  assert.deepEqual(alice.getState().G.played, [['0', 7], ['1', 9]]);
  end();
});

test('a stage whose bot fails ends without the onTimeout of its turn', async () => {
  const stages = { choosing: { time: 5 * SECOND, onTimeout: 'careful' } };
  const turn = { activePlayers: { currentPlayer: 'choosing' }, stages, onTimeout: ({ G }) => { G.played.push('the turn'); } };
  const match = await begin(gameWith(class { play() { throw new Error('oops'); } }, { turn }));
  const { net, clients: [alice], end } = match;
  await net.run(6.5 * SECOND);
  await changed(match);
  assert.deepEqual([alice.getState().G.played, alice.getState().ctx.activePlayers], [[], null]);
  end();
});

test('two masters of a match ask their bots, and the first choice counts', async () => {
  const game = gameWith(highest());
  const storage = new InMemory();
  let now = 1_000_000;
  const time = { now: () => now, setTimeout: () => undefined, clearTimeout: () => {} };
  const outlets = { send: () => {}, sendAll: () => {} };
  const masters = [0, 1].map(() => Object.assign(new Master(game, storage, outlets, undefined, { time }), { askTimeoutBot: askBots(game) }));
  await masters[0].onSync('match', '0', undefined, 2);
  now += 13 * SECOND;
  await Promise.all(masters.map((master) => master.endTimes('match')));
  const { state, log } = storage.fetch('match', { state: true, log: true });
  assert.deepEqual([state.G.played, log.filter(({ action }) => action.type === 'TIMEOUT').length], [[['0', 7]], 1]);
});

test('onTimeout names a bot of the game', () => {
  assert.throws(() => Client({ game: gameWith(highest(), { turn: { onTimeout: 'nobody' } }) }), /turn\.onTimeout: expected .* a name of ai\.bots, got "nobody"/);
});

test('a client without a master ends the turn', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
  const steady = performance.now();
  let passed = 0;
  t.mock.method(performance, 'now', () => steady + passed);
  const client = Client({ game: gameWith(highest()) });
  passed = 11 * SECOND;
  t.mock.timers.tick(11 * SECOND);
  assert.deepEqual([client.getState().ctx.currentPlayer, client.getState().G.played, client.log[0].action.payload.failed], ['1', [], true]);
});

test('onMove after a time-out sees no move of another action or match', async () => {
  const seen = [];
  const onMove = ({ move }) => { seen.push([move.name, ...move.args]); };
  const game = gameWith(highest(), { turn: { onMove, onTimeout: { move: 'play', args: [3] } } });
  const { net, clients: [alice], end } = await begin(game);
  const other = Client({ game, playerID: '0', matchID: 'another', multiplayer: Local({ fresh: true }), quiet: true });
  other.start();
  other.moves.play(7);
  await net.run(11.5 * SECOND);
  assert.equal(alice.getState().ctx.currentPlayer, '1');
  end();
  other.stop();
  assert.deepEqual(seen, [['play', 7], ['play', 3]]);
});
