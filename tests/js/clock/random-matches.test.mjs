// Random timed matches over bad networks, with a simulated clock: each deadline ends once, not before its time, all see the same, and the log
// leads to the same state again.
// RONDEL_MATCHES=1000 is the long form.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network, replay } from 'rondel/testing';
import { HOST } from '../../../pkg/lib/util/marks.js';
import { makeDice } from '../support/dice.mjs';

const MATCHES = Number(process.env.RONDEL_MATCHES ?? 40);
const SECOND = 1000;

const TIMES = [5 * SECOND, { bank: 20 * SECOND, increment: SECOND }, { limit: 3 * SECOND, bank: 10 * SECOND }, { limit: 2 * SECOND, delay: SECOND },
  ({ ctx }) => (ctx.turn % 3 === 0 ? undefined : 4 * SECOND)];
const REACTIONS = [undefined, ({ G, playerID }) => { G.late.push(playerID); }, { move: 'go', args: [0] }, { move: 'refused' },
  ({ events }) => { events.pauseClock(); events.endTurn(); }, ({ random, G }) => { G.late.push(random.D6()); }, () => { throw new Error('a fault of the game'); }];

function randomGame(dice) {
  const stages = { wait: { time: dice.one(TIMES), onTimeout: dice.one(REACTIONS) } };
  const activePlayers = dice.one([undefined, { all: 'wait', maxMoves: 1 }, { currentPlayer: 'wait' }, { all: null }]);
  return {
    name: 'random',
    setup: () => ({ made: [], late: [] }),
    turn: { time: dice.one(TIMES), onTimeout: dice.one(REACTIONS), minMoves: dice.one([undefined, 1]), maxMoves: dice.one([1, 2, undefined]), stages, activePlayers },
    moves: {
      go: { move: ({ G, playerID, events }, stop) => {
        G.made.push(playerID);
        events.resumeClock();
        if (stop === 1) events.endTurn();
        if (stop === 2) events.endStage();
      }, ignoreStaleStateID: true },
      refused: () => 'INVALID_MOVE',
    },
    predict: dice.one(['flow', undefined]),
  };
}

async function playOne(seed) {
  const dice = makeDice(seed);
  const game = randomGame(dice);
  const net = network({ seed, latency: dice.below(300), jitter: dice.below(300), loss: dice.below(3) / 10, duplicate: 0.1, reorder: 0.2 });
  const multiplayer = Local({ network: net, fresh: true });
  const clients = ['0', '1', '2', null].map((playerID) => Client({ game, numPlayers: 3, playerID, multiplayer, quiet: true }));
  for (const client of clients) client.start();
  for (let step = 0; step < 40; step += 1) {
    await net.run(dice.below(4 * SECOND));
    const client = dice.one(clients);
    const what = dice.below(10);
    if (what < 7) client.moves.go(dice.below(4));
    else if (what === 7) client.undo();
    else if (what === 8) net.disconnect();
    else net.reconnect();
  }
  net.reconnect();
  Object.assign(net, { loss: 0, jitter: 0, reorder: 0, duplicate: 0 });
  const stored = () => clients[3].transport[HOST].statesOf('default');
  const sameState = () => clients.every((client) => client.getState()?._stateID === stored().state._stateID) && clients.every((client) => client.getState()?.pending === 0);
  for (let tries = 0; tries < 2000 && !sameState(); tries += 1) await net.run(100);
  const views = clients.map((client) => {
    const { G, ctx, _stateID } = client.getState();
    return { G, ctx, _stateID, log: client.log };
  });
  const match = { ...stored(), log: clients[3].log };
  for (const client of clients) client.stop();
  return { game, views, match };
}

test(`${MATCHES} random timed matches over bad networks`, { timeout: 1_800_000 }, async (t) => {
  // Events that are not possible, and the faults.
  for (const method of /** @type {const} */ (['error', 'warn'])) t.mock.method(console, method, () => {});
  let timeouts = 0;
  let failed = 0;
  for (let seed = 1; seed <= MATCHES; seed += 1) {
    const { game, views, match } = await playOne(seed);
    for (const view of views.slice(1)) assert.deepEqual(view, views[0], `match ${seed}: all see the same`);
    const ended = match.log.filter(({ action }) => action.type === 'TIMEOUT');
    const places = ended.map(({ action: { payload } }) => `${payload.playerID} ${payload.deadline}`);
    assert.equal(new Set(places).size, places.length, `match ${seed}: each deadline ends once`);
    for (const { time, action } of ended) assert.ok(time >= action.payload.deadline, `match ${seed}: early`);
    // Compares each entry, and the last state.
    replay(match, { game });
    assert.deepEqual(match.state.G, views[0].G);
    timeouts += ended.length;
    failed += ended.filter(({ action }) => action.payload.failed).length;
  }
  t.diagnostic(`${timeouts} time-outs, ${failed} of them without their onTimeout`);
  assert.ok(timeouts > MATCHES && failed > 0);
});
