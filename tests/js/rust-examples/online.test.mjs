// Slow: plays games in Rust, which have to be compiled. Random matches of the games in examples/rust on a bad network. Each confirmed state
// that a page has shown equals the state of the game's twin in JavaScript after the same actions.
// RONDEL_MATCHES=1000 plays more of them, RONDEL_MATCH=471 that one alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { replaySteps } from '../../../pkg/lib/testing/replay-steps.js';
import { openServer, rondel } from '../online/server.mjs';
import { makeDice } from '../support/dice.mjs';
import { throughJSON } from '../support/json.mjs';
import { numberedMatches } from '../support/numbered-matches.mjs';
import { GAMES } from './games.mjs';
import { attempt } from './support.mjs';

const { title, playAll } = numberedMatches(20, import.meta.filename);

for (const game of GAMES) {
  test(`${game.name} on a bad network shows the states of its twin (${title})`, () => playAll((number) => play(game, number)));
}

async function play(game, number) {
  const dice = makeDice(number);
  const match = { game, dice, numPlayers: dice.from(...game.seats), seed: `match ${number}`, time: network(), tabs: [], isLeft: false };
  const rules = { ...game.rust, seed: match.seed, deltaState: dice.happens(50) };
  // Some use a transport by boardgame.io's contract, where states arrive complete.
  const server = dice.happens(30) ? openServer(rules, rondel) : null;
  const connect = (net) => (server ? server.multiplayer(net) : Local({ network: net }));
  const seats = [...Array.from({ length: match.numPlayers }, (_, seat) => String(seat)), '0', null];
  try {
    for (const playerID of seats) match.tabs.push(sit(match, rules, playerID, connect));
    await match.time.run(2_000);
    for (let step = dice.from(20, 80); step > 0; step -= 1) await happen(match);
    await settle(match);
    await judge(match);
  } finally {
    for (const { client } of match.tabs) client.dispose();
  }
}

function sit({ dice, time, numPlayers }, game, playerID, connect) {
  const conditions = {
    latency: dice.from(0, 150), jitter: dice.below(500), loss: dice.below(30) / 100, duplicate: dice.below(30) / 100, reorder: dice.below(50) / 100,
  };
  const net = network({ ...conditions, seed: dice.below(1e9), clock: time.clock });
  const tab = { playerID, net, confirmed: new Map() };
  const predict = dice.one(['none', 'moves', 'flow', undefined]);
  tab.client = Client({ game, playerID, numPlayers, predict, multiplayer: connect(net), debug: false, quiet: true });
  tab.client.subscribe((state) => {
    if (state && state.pending === 0) tab.confirmed.set(state._stateID, throughJSON({ G: state.G, ctx: state.ctx }));
  });
  tab.client.start();
  return tab;
}

async function happen(match) {
  const { dice, tabs, time } = match;
  const { net } = dice.one(tabs);
  if (dice.happens(4)) net.disconnect();
  for (const tab of tabs) if (dice.happens(20)) tab.net.reconnect();
  const active = tabs.filter(({ client }) => client.getState()?.isActive);
  const { client } = active.length > 0 && dice.happens(90) ? dice.one(active) : dice.one(tabs);
  if (client.getState()) attempt(match, client.legalMoves())(client);
  await time.run(dice.happens(30) ? 0 : dice.below(600));
}

/** A good network, for long enough that every tab can request its missed messages. */
async function settle({ tabs, time }) {
  for (const { net } of tabs) {
    Object.assign(net, { latency: 10, jitter: 0, loss: 0, duplicate: 0, reorder: 0 });
    net.reconnect();
  }
  await time.run(45_000);
}

async function judge({ game, numPlayers, seed, tabs }) {
  const twin = { ...game.twin, seed };
  const states = new Map();
  for (const state of playedAgain(twin, await begun(twin, numPlayers), deedsOf(tabs))) states.set(state._stateID, state);
  const newest = Math.max(...states.keys());
  for (const { client, playerID, confirmed } of tabs) {
    assert.deepEqual([client.getState().pending, client.getState()._stateID], [0, newest]);
    for (const [stateID, shown] of confirmed) {
      const { G, ctx } = states.get(stateID);
      const view = twin.playerView?.({ G, ctx, playerID }) ?? G;
      assert.deepEqual(shown, throughJSON({ G: view, ctx }), `state ${stateID}, as player ${playerID} sees it`);
    }
  }
}

/** A match of the twin before any action. */
async function begun(twin, numPlayers) {
  const { master, storage } = openServer(twin, rondel);
  await master.onSync('default', '0', undefined, numPlayers);
  return storage.fetch('default').initialState;
}

function* playedAgain(twin, initialState, log) {
  yield initialState;
  for (const { state } of replaySteps(twin, { initialState, log })) yield state;
}

/** The players' actions, as each sees their own: others' may be redacted. */
function deedsOf(tabs) {
  const deeds = new Map();
  for (const { client, playerID } of tabs) {
    for (const entry of client.log) {
      // Actions that follow by themselves are repeated, too.
      const isOwn = entry.action.payload.playerID === playerID;
      if (!entry.automatic && isOwn && !deeds.has(entry._stateID)) deeds.set(entry._stateID, entry);
    }
  }
  return [...deeds.values()].toSorted((one, other) => one._stateID - other._stateID);
}
