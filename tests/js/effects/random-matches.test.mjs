// Slow: random matches. Effects in random matches on a bad network. When the network is good again, each viewer has received each effect
// that they may see once, and the listeners have taken back every prediction that did not come true, once.
//
// RONDEL_MATCHES=10000 plays more of them, RONDEL_MATCH=4711 that one alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { makeDice } from '../support/dice.mjs';
import { numberedMatches } from '../support/numbered-matches.mjs';

const { count: MATCHES, title, isSample, playAll } = numberedMatches(100, import.meta.filename);

/** Each effect has the tag of its move, so that a repeated or lost one is found. Some depend on the moves of others. */
const makeGame = (dice) => ({
  setup: () => ({ total: 0 }),
  turn: dice.happens(60)
    ? { activePlayers: { all: null }, ...(dice.happens(50) && { onMove: ({ G, effects }) => effects.emit('moved', { total: G.total }) }) }
    : { maxMoves: dice.from(1, 3), onEnd: ({ effects, ctx }) => effects.emit('turn', { turn: ctx.turn }) },
  predict: dice.one(['moves', 'flow', 'none']),
  effects: {
    add: { duration: 100 }, whisper: {}, moved: {}, turn: {}, late: {},
    half: { playerView: ({ data, playerID }) => (playerID === data.by ? data : playerID === null ? undefined : { tag: data.tag }) },
  },
  moves: {
    add: ({ G, effects }, tag, n) => {
      G.total += n;
      effects.emit('add', { tag, total: G.total });
      if (n > 1) effects.emit('add', { tag, again: true });
    },
    whisper: ({ effects, playerID }, tag, to) => effects.emit('whisper', { tag, by: playerID }, { to: [playerID, to] }),
    half: ({ effects, playerID }, tag) => effects.emit('half', { tag, by: playerID, secret: tag }),
    limited: ({ G, effects }, tag) => {
      if (G.total > 12) return 'INVALID_MOVE';
      G.total += 3;
      effects.emit('add', { tag });
    },
    late: { move: ({ effects }, tag) => effects.emit('late', { tag }), client: false },
    roll: ({ G, random, effects }, tag) => { G.total = random.D6(); effects.emit('late', { tag, total: G.total }); },
    silent: ({ G }) => { G.total += 1; },
  },
});

test(`each viewer receives each effect once (${title})`, async () => {
  const totals = { played: 0, predicted: 0, undone: 0 };
  await playAll((number) => play(number, totals));
  if (isSample) return;
  assert.ok(totals.played > 30 * MATCHES && totals.predicted > 5 * MATCHES && totals.undone > MATCHES, JSON.stringify(totals));
});

async function play(number, totals) {
  const dice = makeDice(number);
  const match = { dice, game: { ...makeGame(dice), seed: `match ${number}` }, numPlayers: dice.from(2, 3), time: network(), numTags: 0, tabs: [] };
  match.multiplayer = (net) => Local({ network: net });
  // The whole log with all effects.
  const log = [];
  try {
    for (let i = 0; i < 4; i += 1) match.tabs.push(sit(match, i < match.numPlayers ? String(i) : dice.one([null, '0', '1'])));
    await match.time.run(2_000);
    for (let step = dice.from(10, 30); step > 0; step -= 1) await happen(match);
    for (const { net, client } of match.tabs) {
      Object.assign(net, { latency: 10, jitter: 0, loss: 0, duplicate: 0, reorder: 0 });
      client.start();
      net.reconnect();
    }
    await match.time.run(45_000);
    for (const { client } of match.tabs) log.push(client.log);
    for (const tab of match.tabs) judge(tab, totals);
    assert.ok(log.every((one) => one.length === log[0].length));
  } finally {
    for (const { client } of match.tabs) client.dispose();
  }
}

function sit(match, playerID) {
  const { game, numPlayers, time, dice } = match;
  const conditions = { seed: dice.below(1e9), latency: dice.from(0, 150), jitter: dice.below(500), loss: dice.below(30) / 100, duplicate: dice.below(30) / 100, reorder: dice.below(50) / 100 };
  const net = network({ ...conditions, clock: time.clock });
  const tab = { playerID, net, first: null, received: [], predicted: 0, undone: 0 };
  tab.client = Client({ game, playerID, numPlayers, multiplayer: match.multiplayer(net), debug: false, quiet: true });
  tab.client.subscribe((state) => { if (state) tab.first ??= state._stateID; });
  tab.client.onEffect('*', (data, { name, playerID: by, predicted, at, duration }) => {
    const effect = { text: JSON.stringify([name, by, data, at, duration]), isTakenBack: false };
    tab.received.push(effect);
    if (predicted) tab.predicted += 1;
    return () => {
      assert.ok(predicted, 'only a prediction is taken back');
      assert.ok(!effect.isTakenBack, 'a prediction is taken back once');
      effect.isTakenBack = true;
      tab.undone += 1;
    };
  });
  tab.client.start();
  return tab;
}

async function happen(match) {
  const { dice, tabs, time } = match;
  const tab = dice.one(tabs);
  switch (dice.below(16)) {
    case 0:
      tab.net.disconnect();
      break;
    case 1:
    case 2:
      tab.net.reconnect();
      break;
    case 3:
      tab.client.stop();
      break;
    case 4:
      tab.client.start();
      break;
    case 5:
      tab.client.dispose();
      tabs.splice(tabs.indexOf(tab), 1, sit(match, tab.playerID));
      break;
    case 6:
      await time.run(dice.from(1_000, 8_000));
      break;
    default:
  }
  for (let i = dice.from(1, 3); i > 0; i -= 1) attempt(match);
  await time.run(dice.happens(30) ? 0 : dice.below(400));
}

function attempt(match) {
  const { dice, tabs, numPlayers } = match;
  const active = tabs.filter(({ client }) => client.getState()?.isActive);
  const { client } = dice.one(active.length > 0 && dice.happens(85) ? active : tabs);
  const name = dice.one(['add', 'add', 'add', 'whisper', 'half', 'limited', 'late', 'roll', 'silent', 'endTurn']);
  if (name === 'endTurn') client.events.endTurn();
  else client.moves[name](`t${match.numTags++}`, name === 'add' ? dice.from(1, 3) : String(dice.below(numPlayers)));
}

/** Compares what a tab has received with the log as its viewer sees it. The log tells which effects there were since the tab began. */
function judge({ client, first, received, predicted, undone, playerID }, totals) {
  const expected = client.log.filter(({ _stateID }) => _stateID >= first).flatMap(({ action, effects = [] }) => {
    const by = action.type === 'MAKE_MOVE' ? action.payload.playerID : null;
    let end = 0;
    return effects.map(({ name, data, at = end, duration = 0, to }) => {
      assert.equal(to, undefined, 'no viewer learns who else receives an effect');
      end = Math.max(end, at + duration);
      return JSON.stringify([name, by, data, at, duration]);
    });
  });
  const kept = received.filter(({ isTakenBack }) => !isTakenBack).map(({ text }) => text);
  assert.deepEqual(kept.toSorted(), expected.toSorted(), `player ${playerID}`);
  totals.played += kept.length;
  totals.predicted += predicted;
  totals.undone += undone;
}
