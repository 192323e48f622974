// Slow: many random matches.
// Random matches at two nodes with one storage: clients switch between the nodes, and notices arrive late, twice, in another
// order or not at all. At the end all views agree with the storage, no action is lost, and none has run twice.
//
// RONDEL_MATCHES=5000 plays more matches, RONDEL_MATCH=4711 that one alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { makeDice } from '../support/dice.mjs';
import { throughJSON } from '../support/json.mjs';
import { numberedMatches } from '../support/numbered-matches.mjs';
import { pass } from '../support/slow-storage.mjs';
import { openNodes } from './two-nodes.mjs';

const { count: MATCHES, title, isSample, playAll } = numberedMatches(170, import.meta.filename);
/** Number of concurrent matches, each at nodes of its own. */
const AT_ONCE = 50;

test(`two nodes act as one (${title})`, async () => {
  const totals = { confirmed: 0, rejected: 0, lost: 0, late: 0, moved: 0, patches: 0, syncs: 0 };
  await playAll((number) => play(number, totals), AT_ONCE);
  if (isSample) return;
  // Each kind of event must have happened.
  assert.ok(totals.confirmed > 3 * MATCHES && totals.rejected > MATCHES, JSON.stringify(totals));
  assert.ok(totals.lost > MATCHES && totals.late > MATCHES && totals.moved > MATCHES, JSON.stringify(totals));
  assert.ok(totals.patches > 5 * MATCHES, JSON.stringify(totals));
});

/** Each player has a hand that the others do not see. */
function cards(dice, numPlayers) {
  const isForAll = dice.happens(60);
  return {
    name: 'cards',
    ...(dice.happens(20) && { deltaState: true }),
    setup: () => ({ heap: 3, table: [], hands: Object.fromEntries(Array.from({ length: numPlayers }, (_, id) => [id, []])) }),
    playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
    turn: isForAll ? { activePlayers: { all: null } } : {},
    moves: {
      play: { move: ({ G }, tag) => { G.table.push(tag); G.heap += 1; }, ignoreStaleStateID: dice.happens(50) },
      draw: {
        move: ({ G, playerID }, tag) => {
          if (G.heap === 0) return INVALID_MOVE;
          G.heap -= 1;
          G.hands[playerID].push(tag);
          return undefined;
        },
        client: dice.happens(50),
        redact: true,
        ignoreStaleStateID: dice.happens(70),
      },
      pass: ({ G, events }, tag) => {
        G.table.push(tag);
        if (!isForAll) events.endTurn();
      },
    },
  };
}

async function play(number, totals) {
  const dice = makeDice(number);
  const numPlayers = dice.from(2, 3);
  const game = cards(dice, numPlayers);
  const loss = dice.one([0, 20, 100]);
  const underWay = [];
  const carry = (deliver) => {
    const isLost = dice.happens(loss);
    if (isLost) totals.lost += 1;
    for (let copies = isLost ? 0 : dice.from(1, 2); copies > 0; copies -= 1) {
      const delay = dice.below(30);
      if (delay > 15) totals.late += 1;
      underWay.push(pass(delay).then(deliver));
    }
  };
  const table = openNodes({ game, delay: () => dice.below(6), carry });
  const seats = [];
  for (let player = 0; player < numPlayers; player += 1) {
    for (let i = dice.from(1, 2); i > 0; i -= 1) seats.push(table.sit(String(player), { at: dice.below(2), numPlayers }));
  }
  seats.push(table.sit(null, { at: dice.below(2), numPlayers }));
  while (seats.some(({ client }) => !client.getState())) await pass(20);

  const deeds = [];
  for (let step = dice.from(6, 12); step > 0; step -= 1) {
    const seat = dice.one(seats);
    if (seat.playerID !== null) act(seat, { dice, deeds });
    if (dice.happens(15)) {
      totals.moved += 1;
      seat.goTo(dice.below(2));
    }
    if (dice.happens(50)) await pass(dice.below(20));
  }
  await settle({ table, deeds, underWay });
  judge({ table, seats, deeds, totals });
  await table.close();
  const { metadata } = table.storage.fetch('m', { metadata: true });
  assert.deepEqual(Object.values(metadata.players).filter(({ isConnected }) => isConnected), [], 'everybody has gone');
}

function act({ client, playerID }, { dice, deeds }) {
  const tag = `${playerID}/${deeds.length}`;
  const handle = client.moves[dice.one(['play', 'play', 'draw', 'draw', 'draw', 'pass'])](tag);
  const deed = { tag, answers: [] };
  deeds.push(deed);
  handle.confirmed.then((answer) => deed.answers.push(answer.status));
}

/** Waits until every action has an answer, and the last notice has arrived. */
async function settle({ table: { clock, nodes }, deeds, underWay }) {
  for (let round = 0; round < 50; round += 1) {
    await pass(30);
    await Promise.all(underWay.splice(0));
    if (deeds.every(({ answers }) => answers.length > 0)) break;
    await clock.run(3000);
  }
  // As after a while, or when the bus is back.
  for (const { node } of nodes) await node.lookAgain();
  await pass(30);
}

function judge({ table: { storage, errors }, seats, deeds, totals }) {
  assert.deepEqual(errors, []);
  const { state, log } = storage.fetch('m', { state: true, log: true });
  for (const { answers } of deeds) assert.equal(answers.length, 1, 'each action is answered once');
  const done = deeds.filter(({ answers }) => answers[0] === 'confirmed').map(({ tag }) => tag);
  const stored = [...state.G.table, ...Object.values(state.G.hands).flat()];
  assert.deepEqual(stored.sort(), [...done].sort(), 'each confirmed action ran once, and no other did');
  totals.confirmed += done.length;
  totals.rejected += deeds.length - done.length;
  for (const seat of seats) {
    const shown = seat.client.getState();
    assert.deepEqual(shown.G, throughJSON({ ...state.G, hands: { [seat.playerID]: state.G.hands[seat.playerID] } }), `player ${seat.playerID}`);
    assert.deepEqual([shown._stateID, throughJSON(shown.ctx)], [state._stateID, throughJSON(state.ctx)]);
    assert.deepEqual(seat.client.log.map(({ _stateID }) => _stateID), log.map(({ _stateID }) => _stateID), `the log of ${seat.playerID}`);
    for (const { type } of seat.heard) {
      if (type === 'patch') totals.patches += 1;
      if (type === 'sync') totals.syncs += 1;
    }
    const hidden = Object.entries(state.G.hands).filter(([owner]) => owner !== seat.playerID).flatMap(([, hand]) => hand);
    const text = JSON.stringify(seat.heard);
    for (const tag of hidden) assert.ok(!text.includes(`"${tag}"`), `player ${seat.playerID} has heard of ${tag}`);
  }
}
