// Random matches of several clients on a bad network. When the network is good again, all clients show the master's state,
// every action has one answer, and each confirmed action was made once.
//
// RONDEL_MATCHES=10000 plays more of them, RONDEL_MATCH=4711 that one alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { makeDice } from '../support/dice.mjs';
import { throughJSON } from '../support/json.mjs';
import { numberedMatches } from '../support/numbered-matches.mjs';
import { GAMES } from './random-games.mjs';
import { openServer, rondel } from './server.mjs';

const { count: MATCHES, title, isSample, playAll } = numberedMatches(150, import.meta.filename);

/** A viewer who sees everything: no player's ID, but known to `playerView`. */
const ALL = 'all';

test(`random matches on a bad network end in the master's state (${title})`, async () => {
  const totals = { games: new Set(), predictions: new Set(), confirmed: 0, rejected: 0, messages: 0 };
  await playAll((number) => play(number, totals));
  if (isSample) return;
  // Each kind of fault must have happened. On the three days 8.3 to 9.4 actions of a match are confirmed, and 27 to 30 rejected.
  assert.deepEqual([totals.games.size, totals.predictions.size], [Object.keys(GAMES).length, 4]);
  assert.ok(totals.confirmed > 7.5 * MATCHES && totals.rejected > 20 * MATCHES, JSON.stringify(totals));
});

async function play(number, totals) {
  const dice = makeDice(number);
  const name = dice.one(Object.keys(GAMES));
  const { game, view, commands, isFree, goesBack } = GAMES[name](dice);
  const numPlayers = dice.from(1, 4);
  const match = {
    dice, view, commands, goesBack, numPlayers,
    game: {
      ...game,
      seed: `match ${number}`,
      playerView: ({ G, ctx, playerID }) => (playerID === ALL ? G : view({ G, ctx, playerID })),
      ...(dice.happens(30) && { deltaState: true }),
      ...(dice.happens(30) && { predict: dice.one(['none', 'moves', 'flow']) }),
      ...(!goesBack && dice.happens(50) && { disableUndo: true }),
      ...(dice.happens(10) && { compat: '0.50' }),
    },
    time: network(),
    numAttempts: 0,
    deeds: [],
    tabs: [],
  };
  // boardgame.io refuses actions on an older state.
  match.isFree = isFree && !match.game.compat;
  // Some use a transport by boardgame.io's contract, where states arrive complete.
  const server = dice.happens(25) ? openServer(match.game, rondel) : null;
  match.multiplayer = (net) => (server ? server.multiplayer(net) : Local({ network: net }));
  const numTabs = dice.from(Math.max(2, numPlayers), 4);
  try {
    for (let i = 0; i < numTabs; i += 1) {
      // The players first, then second tabs and spectators.
      const playerID = i < numPlayers ? String(i) : dice.one([null, undefined, String(i % numPlayers)]);
      match.tabs.push(sit(match, playerID, { conditions: weather(dice) }));
    }
    await match.time.run(dice.from(0, 3_000));
    for (let step = dice.from(10, 30); step > 0; step -= 1) await happen(match);
    await settle(match);
    await judge(match);
  } finally {
    for (const { client } of match.tabs) client.dispose();
  }
  totals.games.add(name);
  for (const { predict } of match.tabs) totals.predictions.add(predict);
  for (const { status } of match.deeds) totals[status] += 1;
  for (const { numMessages } of match.tabs) totals.messages += numMessages;
}

function weather(dice) {
  return {
    seed: dice.below(1e9),
    latency: dice.from(0, 150),
    jitter: dice.happens(70) ? dice.below(500) : 0,
    loss: dice.happens(60) ? dice.below(30) / 100 : 0,
    duplicate: dice.happens(60) ? dice.below(30) / 100 : 0,
    reorder: dice.happens(50) ? dice.below(50) / 100 : 0,
  };
}

function sit(match, playerID, { predict = match.dice.one(['none', 'moves', 'flow', undefined]), conditions = {} } = {}) {
  const { game, numPlayers, time } = match;
  const net = network({ ...conditions, clock: time.clock });
  const tab = { playerID, predict, net, numMessages: 0, seen: {}, numPublished: 0 };
  const connect = match.multiplayer(net);
  const multiplayer = (options) => connect({
    ...options,
    transportDataCallback(data) {
      const before = tab.numPublished;
      options.transportDataCallback(data);
      tab.numMessages += 1;
      // A subscriber that acts publishes that, too.
      if (!tab.isEager) assert.ok(tab.numPublished <= before + 1, `a message notifies once, ${JSON.stringify(data)}`);
    },
  });
  tab.client = Client({ game, playerID, numPlayers, predict, multiplayer, debug: false, quiet: true });
  tab.client.subscribe((state) => {
    tab.numPublished += 1;
    if (state) watch(match, tab, state);
  });
  tab.client.start();
  return tab;
}

/** Confirmed actions of others are never taken back; nor are the player's own if no other action can come between. */
function watch({ goesBack, isFree }, tab, { G }) {
  for (const [id, count] of Object.entries(G.done)) {
    if (!goesBack && (isFree || id !== tab.playerID)) {
      if (count < (tab.seen[id] ?? 0)) tab.fault ??= `${id}'s count went from ${tab.seen[id]} to ${count}`;
    }
    tab.seen[id] = count;
  }
}

async function happen(match) {
  const { dice, tabs, time } = match;
  const tab = dice.one(tabs);
  switch (dice.below(24)) {
    case 0:
      tab.net.disconnect();
      break;
    case 1:
    case 2:
      tab.net.reconnect();
      break;
    case 3:
      // Pending actions are rolled back.
      tab.seen = {};
      tab.client.stop();
      break;
    case 4:
      tab.client.start();
      break;
    case 5:
      reload(match, tab);
      break;
    case 6:
      eager(match, tab);
      break;
    case 7:
      changeSeat(match, tab);
      break;
    case 8:
      // Long enough for every timeout.
      await time.run(dice.from(1_000, 8_000));
      break;
    default:
  }
  for (let i = dice.from(1, 3); i > 0; i -= 1) attempt(match, someone(match));
  await time.run(dice.happens(30) ? 0 : dice.below(400));
}

/** A tab, mostly of a player who may act. */
function someone({ dice, tabs }) {
  const active = tabs.filter(({ client, playerID }) => typeof playerID === 'string' && client.getState()?.isActive);
  return active.length > 0 && dice.happens(85) ? dice.one(active) : dice.one(tabs);
}

function reload(match, tab) {
  tab.client.dispose();
  match.tabs.splice(match.tabs.indexOf(tab), 1, sit(match, tab.playerID, { conditions: weather(match.dice) }));
}

function changeSeat({ dice, numPlayers }, tab) {
  tab.playerID = dice.one([null, String(dice.below(numPlayers))]);
  tab.seen = {};
  tab.client.updatePlayerID(tab.playerID);
}

/** Subscribes, and acts at the next few notifications. */
function eager(match, tab) {
  tab.isEager = true;
  let left = 3;
  tab.client.subscribe((state) => {
    if (state && left > 0) {
      left -= 1;
      attempt(match, tab);
    }
  });
}

function attempt(match, tab) {
  const { dice, commands, deeds } = match;
  const tag = `t${match.numAttempts++}`;
  const [kind, name, ...args] = dice.one(commands)(dice, tag);
  const { client, playerID } = tab;
  const handle = name === undefined ? client[kind]() : client[kind][name](...args);
  // With compat: '0.50', actions return nothing.
  if (handle === undefined) return;
  const deed = { tab, tag, kind, name, playerID, handle, answers: [] };
  deeds.push(deed);
  handle.confirmed.then((outcome) => deed.answers.push(outcome));
}

/** Pending actions of a page that stops, closes or leaves its seat may have been made or not. */
const isUncertain = ({ handle }) => handle.error?.type === 'update/unanswered';
const isSettled = ({ handle }) => handle.status === 'confirmed' || handle.status === 'rejected';

/** A good network, for long enough that every tab can request its missed messages. */
async function settle({ tabs, time }) {
  for (const { net, client } of tabs) {
    Object.assign(net, { latency: 10, jitter: 0, loss: 0, duplicate: 0, reorder: 0 });
    client.start();
    net.reconnect();
  }
  await time.run(45_000);
}

async function judge(match) {
  const { game, tabs, deeds, view, time, goesBack, isFree } = match;
  const master = sit(match, ALL);
  const fresh = tabs.map(({ playerID, predict }) => sit(match, playerID, { predict }));
  await time.run(1_000);
  const { G, ctx, _stateID, log } = master.client.getState();
  for (const [i, tab] of tabs.entries()) {
    assert.equal(tab.fault, undefined);
    const state = tab.client.getState();
    const { playerID } = tab;
    assert.deepEqual([state.G, state.ctx, state._stateID], [view({ G, ctx, playerID }), ctx, _stateID]);
    assert.deepEqual([state.pending, state.isConnected], [0, true]);
    assert.deepEqual(whole(state), whole(fresh[i].client.getState()), `as player ${playerID} sees it after a sync`);
  }
  for (const deed of deeds) judgeDeed(deed, isFree);
  if (!game.compat) judgeLog(log, deeds);
  if (!goesBack) judgeTags(G.tags, deeds);
  for (const { client } of [master, ...fresh]) client.dispose();
}

/** Without undefined members, which a prediction may have. */
function whole({ G, ctx, plugins, log, _stateID, isActive, canUndo, canRedo }) {
  return throughJSON({ G, ctx, plugins, log, _stateID, isActive, canUndo, canRedo });
}

function judgeDeed(deed, isFree) {
  deed.status = deed.handle.status;
  assert.ok(isSettled(deed), `${deed.name} ${deed.tag} is ${deed.status}`);
  assert.equal(deed.answers.length, 1);
  assert.equal(deed.answers[0].status, deed.status);
  assert.equal(deed.answers[0].error ?? null, deed.handle.error);
  assert.equal(deed.handle.error === null, deed.status === 'confirmed');
  // If no other action can come between, only actions that cannot be sent are refused.
  const isSent = deed.playerID !== null && deed.playerID !== undefined && deed.handle.error?.type !== 'action/action_invalid';
  if (isFree && isSent && !isUncertain(deed)) assert.equal(deed.status, 'confirmed', JSON.stringify(deed.handle.error));
}

/** Each confirmed move was made once, and no other. */
function judgeTags(tags, deeds) {
  assert.equal(new Set(tags).size, tags.length, 'something was done twice');
  for (const { kind, tag, name, status, handle } of deeds) {
    if (kind !== 'moves' || isUncertain({ handle })) continue;
    assert.equal(tags.includes(tag), status === 'confirmed', `${name} ${tag} was ${status}: ${JSON.stringify(handle.error)}`);
  }
}

/** The log has as many of each player's moves, undos and redos as were confirmed. */
function judgeLog(log, deeds) {
  const kinds = { MAKE_MOVE: 'moves', UNDO: 'undo', REDO: 'redo' };
  for (const [type, kind] of Object.entries(kinds)) {
    for (const playerID of ['0', '1', '2', '3']) {
      const own = deeds.filter((deed) => deed.kind === kind && deed.playerID === playerID);
      const entries = log.filter(({ action }) => action.type === type && action.payload.playerID === playerID);
      const confirmed = own.filter(({ status }) => status === 'confirmed').length;
      const uncertain = own.filter(isUncertain).length;
      const isRight = entries.length >= confirmed && entries.length <= confirmed + uncertain;
      assert.ok(isRight, `${type} by ${playerID}: ${entries.length} done, ${confirmed} confirmed, ${uncertain} uncertain`);
    }
  }
  assert.deepEqual(log.map(({ _stateID }) => _stateID), log.map(({ _stateID }) => _stateID).toSorted((a, b) => a - b));
}
