// The page's client for comparison shows what boardgame.io 0.50.2 itself shows,
// message by message, when two play the same over the same network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import bgioClient from 'boardgame.io/dist/cjs/client.js';
import bgioInternal from 'boardgame.io/dist/cjs/internal.js';
import bgioMaster from 'boardgame.io/dist/cjs/master.js';
import { INVALID_MOVE } from 'rondel/core';
import { network } from 'rondel/testing';
import { InMemory } from '../../pkg/lib/online/storage/storage.js';
import orchard, { KEEPER } from '../../www/demo/games/orchard.js';
import { joinAsBoardgameIO, openServer } from '../../www/demo/lib/online/boardgameios-way.js';

const MATCH = 'orchard';
const SEATS = 3;
const LATENCIES = [97, 131];
const MATCHES = 20;
const STEPS = 40;

process.env.NODE_ENV = 'production';

/** boardgame.io knows no `invalid(…)`. */
const pick = (context, at) => (orchard.moves.pick(context, at) === undefined ? undefined : INVALID_MOVE);
const game = (seed) => ({ ...orchard, seed, moves: { ...orchard.moves, pick } });

test('the client for comparison shows what boardgame.io shows, wrong or right', async (t) => {
  t.mock.method(console, 'error', () => {});
  let wrong = 0;
  for (let seed = 1; seed <= MATCHES; seed++) {
    const random = numbers(seed);
    const [ours, theirs] = [ourTable(game(seed)), theirTable(game(seed))];
    await both((table) => table.run(1000));
    assert.notEqual(ours.shown('0'), undefined);
    assert.deepEqual(ours.shown('0'), theirs.shown('0'));
    for (let step = 0; step < STEPS; step++) {
      const [who, at, pause] = [random(5), random(16), random(3) === 0 ? 1000 : random(300)];
      if (who === 4) await both((table) => table.move(KEEPER, 'letDog', at < 6));
      else await both((table) => table.move(String(who % 2), 'pick', at));
      await both((table) => table.run(pause));
      for (const seat of ['0', '1', KEEPER]) assert.deepEqual(ours.shown(seat), theirs.shown(seat), `match ${seed}, step ${step}, seat ${seat}`);
      if (pause === 1000 && ours.shown('0').pickers.join() !== ours.shown(KEEPER).pickers.join()) wrong += 1;
    }

    async function both(act) {
      await act(ours);
      await act(theirs);
    }
  }
  assert.notEqual(wrong, 0, 'a phone is wrong while nothing is on its way');
});

function ourTable(game) {
  const { clock, networks } = lines();
  const server = openServer({ game, matchID: MATCH, numPlayers: SEATS });
  const seats = [...networks.keys()].map((playerID) => {
    return [playerID, joinAsBoardgameIO({ game, playerID, server, network: networks.get(playerID), onChange() {} })];
  });
  const players = Object.fromEntries(seats);
  return {
    run: (ms) => clock.run(ms),
    move: (playerID, name, ...args) => players[playerID].move(name, ...args),
    shown: (playerID) => players[playerID].shown?.G,
  };
}

function theirTable(game) {
  const { clock, networks } = lines();
  const processed = bgioInternal.ProcessGameConfig(game);
  const viewOf = bgioInternal.getFilterPlayerView(processed);
  const links = new Map();
  const tell = (playerID, payload) => links.get(playerID)?.(viewOf(playerID, payload));
  const master = new bgioMaster.Master(processed, new InMemory(), {
    send: ({ playerID, ...payload }) => tell(playerID, payload),
    sendAll: (payload) => [...links.keys()].forEach((playerID) => tell(playerID, payload)),
  });
  const seats = [...networks].map(([playerID, net]) => {
    const client = bgioClient.Client({ game, playerID, matchID: MATCH, numPlayers: SEATS, debug: false, quiet: true, multiplayer: transport });
    client.start();
    return [playerID, client];

    function transport({ transportDataCallback }) {
      links.set(playerID, net.link(transportDataCallback).send);
      const up = net.link(({ type, args }) => (type === 'sync' ? master.onSync(...args) : master.onUpdate(...args)));
      return {
        isConnected: true,
        subscribeToConnectionStatus() {},
        connect: () => up.send({ type: 'sync', args: [MATCH, playerID, undefined, SEATS] }),
        disconnect() {},
        sendAction: (state, action) => up.send({ type: 'update', args: [action, state._stateID, MATCH, playerID] }),
      };
    }
  });
  const players = Object.fromEntries(seats);
  return {
    run: (ms) => clock.run(ms),
    move: (playerID, name, ...args) => players[playerID].moves[name](...args),
    shown: (playerID) => players[playerID].getState()?.G,
  };
}

/** A phone each, and the keeper beside the master: one time for all. */
function lines() {
  const keeper = network();
  const { clock } = keeper;
  const networks = new Map(LATENCIES.map((latency, at) => [String(at), network({ latency, clock })]));
  return { clock, networks: networks.set(KEEPER, keeper) };
}

function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}
