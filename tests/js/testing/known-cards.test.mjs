// Slow: many random matches.
// checkSecrecy on cards that everybody has seen, and that are then taken and played face down: their present places are secrets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { checkSecrecy } from 'rondel/testing';
import { partOfToday } from '../support/rotation.mjs';

/** Another one on each of three days. */
const SEED = 1 + partOfToday(3);

const CARDS = {
  texts: ['ruby', 'opal', 'jade', 'onyx', 'pearl', 'amber', 'topaz', 'beryl'],
  records: ['hearts', 'spades'].flatMap((suit) => ['seven', 'nine', 'jack', 'king'].map((rank) => ({ suit, rank }))),
  numbers: [11, 12, 13, 14, 15, 16, 17, 18],
};

const same = (card) => (other) => JSON.stringify(other) === JSON.stringify(card);

/** Takes a card out of a list; undefined if it is not there. */
function out(list, card) {
  const at = list.findIndex(same(card));
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

/** All cards lie open at first. They are drafted one by one, and bid; a bid is turned over, and may be picked up. */
const draft = (cards, { bid = {}, ...changes } = {}) => ({
  setup: ({ ctx }) => ({
    market: [...cards], table: [],
    hands: Object.fromEntries(ctx.playOrder.map((player) => [player, []])),
    bids: Object.fromEntries(ctx.playOrder.map((player) => [player, []])),
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(Object.entries(G.hands).map(([player, hand]) => [player, player === playerID ? hand : hand.length])),
    bids: Object.fromEntries(Object.entries(G.bids).map(([player, down]) => [player, player === playerID ? down : down.length])),
  }),
  turn: { maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, card) => {
      const taken = out(G.market, card);
      if (taken === undefined) return INVALID_MOVE;
      G.hands[playerID].push(taken);
    },
    bid: {
      move: ({ G, playerID }, card) => {
        const mine = out(G.hands[playerID], card);
        if (mine === undefined) return INVALID_MOVE;
        G.bids[playerID].push(mine);
      },
      redact: true,
      ...bid,
    },
    show: ({ G, playerID }, card) => {
      const mine = out(G.bids[playerID], card);
      if (mine === undefined) return INVALID_MOVE;
      G.table.push(mine);
    },
    pick: ({ G, playerID }, card) => {
      const open = out(G.table, card);
      if (open === undefined) return INVALID_MOVE;
      G.hands[playerID].push(open);
    },
  },
  ai: {
    enumerate: (G, ctx, playerID) => [
      ...G.market.map((card) => ({ move: 'take', args: [card] })),
      ...(Array.isArray(G.hands[playerID]) ? G.hands[playerID] : []).map((card) => ({ move: 'bid', args: [card] })),
      ...(Array.isArray(G.bids[playerID]) ? G.bids[playerID] : []).map((card) => ({ move: 'show', args: [card] })),
      ...G.table.map((card) => ({ move: 'pick', args: [card] })),
    ],
  },
  ...changes,
});

/** Open cards are public. */
const secrets = (G, ctx, playerID) => ctx.playOrder.filter((player) => player !== playerID).map((player) => [G.hands[player], G.bids[player]]);

for (const [kind, cards] of Object.entries(CARDS)) {
  for (const [how, options] of [['by itself', {}], ['with secrets', { secrets }], ['with three players and secrets', { secrets, numPlayers: 3 }]]) {
    test(`nothing leaks from a draft of ${kind} ${how}, with seed ${SEED}: descriptions of open cards stay in the log`, async () => {
      await checkSecrecy(draft(cards), { games: 4, seed: SEED, ...options });
    });

    // Small numbers are only searched by path.
    if (kind === 'numbers' && !options.secrets) continue;
    test(`a bid of ${kind} without redact is found ${how}, although all have seen the card before`, async () => {
      const error = await checkSecrecy(draft(cards, { bid: { redact: false } }), options).then(() => assert.fail('nothing was found'), (thrown) => thrown);
      assert.equal(error.code, 'testing/leak', error.stack);
      for (const { path, why } of error.payload.leaks) {
        assert.match(path, /action\.payload\.args/);
        assert.match(why, /is hidden from them$|^a secret$/);
      }
      assert.match(error.message, /moves\.bid\(/);
    });
  }
}

test("a bid in the log's metadata is found, unless the move is redacted", async () => {
  const move = ({ G, playerID, log }, card) => {
    const mine = out(G.hands[playerID], card);
    if (mine === undefined) return INVALID_MOVE;
    G.bids[playerID].push(mine);
    log.setMetadata({ bid: mine });
  };
  for (const options of [{}, { secrets }]) {
    const open = checkSecrecy(draft(CARDS.texts, { bid: { move, redact: false } }), options);
    await assert.rejects(open, ({ payload }) => payload.leaks.some(({ path }) => /\.metadata\.bid$/.test(path)));
    await checkSecrecy(draft(CARDS.texts, { bid: { move } }), { games: 4, seed: SEED, ...options });
  }
});
