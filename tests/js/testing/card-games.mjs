// Games whose cards are objects of common words: each keeps its secrets, and can be changed to leak them.
import { INVALID_MOVE } from 'rondel/core';

const SUITS = ['hearts', 'spades', 'diamonds', 'clubs'];
const RANKS = ['seven', 'nine', 'jack', 'queen', 'king', 'ace'];
const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => ({ suit, rank })));

/** Other players' hands are shown as counts. */
export const ownHand = ({ G: { secret, hands, ...G }, playerID }) => ({
  ...G,
  hands: Object.fromEntries(Object.entries(hands).map(([player, hand]) => [player, player === playerID ? hand : hand.length])),
});

export const othersHands = (G, ctx, playerID) => [
  G.secret, ctx.playOrder.filter((player) => player !== playerID).map((player) => G.hands[player]),
];

const deal = (deck, size) => ({ ctx, random }) => {
  const cards = random.Shuffle(deck);
  const hands = Object.fromEntries(ctx.playOrder.map((player) => [player, cards.splice(0, size)]));
  return { secret: { deck: cards }, hands, table: [] };
};

const find = (hand, card) => hand.findIndex((one) => JSON.stringify(one) === JSON.stringify(card));

function take(hand, card) {
  const at = find(hand, card);
  return at === -1 ? undefined : hand.splice(at, 1)[0];
}

/** Community cards, bets, and texts about past actions. */
export function poker(changes = {}) {
  return {
    setup: (context) => ({ ...deal(DECK, 2)(context), pot: 0, said: [] }),
    playerView: ownHand,
    turn: { maxMoves: 1 },
    moves: {
      bet: ({ G, playerID }, amount) => {
        G.pot += amount;
        G.said.push(`player ${playerID} bets ${amount}, and likes hearts`);
      },
      reveal: {
        move: ({ G, log }) => {
          const card = G.secret.deck.pop();
          if (!card) return INVALID_MOVE;
          G.table.push(card);
          log.setMetadata({ revealed: card, note: `the suit of hearts, or spades: ${card.suit}` });
        },
        client: false,
      },
      swap: {
        move: ({ G, playerID }, card) => {
          const mine = take(G.hands[playerID], card);
          if (!mine || G.secret.deck.length === 0) return INVALID_MOVE;
          G.hands[playerID].push(G.secret.deck.pop());
          G.secret.deck.unshift(mine);
        },
        redact: true,
      },
      fold: ({ events }) => { events.endTurn(); },
    },
    ai: {
      enumerate: (G, ctx, playerID) => [
        { move: 'bet', args: [5] }, { move: 'reveal' }, { move: 'fold' },
        ...(Array.isArray(G.hands[playerID]) ? G.hands[playerID] : []).map((card) => ({ move: 'swap', args: [card] })),
      ],
    },
    ...changes,
  };
}

/** Players ask for ranks, and for whole cards that they can only guess. */
export function goFish(changes = {}) {
  return {
    setup: (context) => ({ ...deal(DECK, 4)(context), books: { hearts: 0, spades: 0, diamonds: 0, clubs: 0 } }),
    playerView: ownHand,
    turn: { maxMoves: 1 },
    moves: {
      ask: ({ G, playerID }, other, rank) => {
        const given = G.hands[other]?.filter((card) => card.rank === rank) ?? [];
        if (other === playerID) return INVALID_MOVE;
        for (const card of given) G.hands[playerID].push(take(G.hands[other], card));
        if (given.length === 0 && G.secret.deck.length > 0) G.hands[playerID].push(G.secret.deck.pop());
      },
      guess: ({ G, playerID }, other, card) => {
        if (other === playerID || !G.hands[other]) return INVALID_MOVE;
        const hit = take(G.hands[other], card);
        if (hit) G.books[hit.suit] += 1;
      },
    },
    ai: {
      enumerate: (G, ctx, playerID, chance = () => 3) => {
        const hand = Array.isArray(G.hands[playerID]) ? G.hands[playerID] : [];
        const other = ctx.playOrder.find((player) => player !== playerID);
        const unknown = DECK.filter((card) => find(hand, card) === -1);
        return [
          ...hand.map(({ rank }) => ({ move: 'ask', args: [other, rank] })),
          { move: 'guess', args: [other, unknown[chance(unknown.length)]] },
        ];
      },
    },
    ...changes,
  };
}

const LETTERS = [
  ...Array(5).fill({ name: 'guard', value: 1 }), ...Array(2).fill({ name: 'priest', value: 2 }),
  ...Array(2).fill({ name: 'baron', value: 3 }), { name: 'king', value: 6 }, { name: 'countess', value: 7 },
  { name: 'princess', value: 8 },
];

/** Few names, some rare and some frequent; players name cards that others may hold, and their own. */
export function loveLetter(changes = {}) {
  return {
    setup: (context) => ({ ...deal(LETTERS, 2)(context), out: [] }),
    playerView: ownHand,
    turn: { maxMoves: 1 },
    moves: {
      guess: ({ G, playerID }, other, name) => {
        if (other === playerID || !G.hands[other]) return INVALID_MOVE;
        if (G.hands[other].some((card) => card.name === name)) G.out.push(other);
      },
      discard: ({ G, playerID }, at) => {
        const [card] = G.hands[playerID].splice(at, 1);
        if (!card) return INVALID_MOVE;
        G.table.push(card);
        if (G.secret.deck.length > 0) G.hands[playerID].push(G.secret.deck.pop());
      },
    },
    ai: {
      enumerate: (G, ctx, playerID) => [
        ...ctx.playOrder.flatMap((other) => LETTERS.map(({ name }) => ({ move: 'guess', args: [other, name] }))),
        ...[0, 1, 0, 1, 0, 1, 0, 1].map((at) => ({ move: 'discard', args: [at] })),
      ],
    },
    ...changes,
  };
}

const COLOURED = ['red', 'green', 'blue'].flatMap((color) => [1, 2, 3, 'skip', 'reverse'].flatMap((face) => [{ color, face }, { color, face }]));

/** Each card twice, with numbers for faces; with `text` each card is a string. */
export function uno({ text = false, ...changes } = {}) {
  const cards = text ? COLOURED.map(({ color, face }) => `${color} ${face}`) : COLOURED;
  return {
    setup: (context) => ({ ...deal(cards, 4)(context), color: 'red' }),
    playerView: ownHand,
    turn: { maxMoves: 1 },
    moves: {
      play: ({ G, playerID }, card) => {
        const played = take(G.hands[playerID], card);
        if (!played) return INVALID_MOVE;
        G.table.push(played);
      },
      draw: ({ G, playerID }) => {
        if (G.secret.deck.length === 0) return INVALID_MOVE;
        G.hands[playerID].push(G.secret.deck.pop());
      },
      wish: ({ G }, color) => { G.color = color; },
    },
    ai: {
      enumerate: (G, ctx, playerID) => [
        ...(Array.isArray(G.hands[playerID]) ? G.hands[playerID] : []).map((card) => ({ move: 'play', args: [card] })),
        { move: 'draw' }, ...['red', 'green', 'blue'].map((color) => ({ move: 'wish', args: [color] })),
      ],
    },
    ...changes,
  };
}

const WORDS = ['apple', 'bridge', 'castle', 'dragon', 'engine', 'forest', 'garden', 'hammer', 'island'];

/** A board of words whose colours only player 0 knows; each is revealed when it is named. */
export function wordsOnBoard(changes = {}) {
  return {
    setup: ({ random }) => {
      const colours = random.Shuffle(['assassin', ...Array(4).fill('crimson'), ...Array(4).fill('yellow')]);
      return { key: WORDS.map((word, i) => ({ word, colour: colours[i] })), board: WORDS.map((word) => ({ word, colour: 'unknown' })), clues: [] };
    },
    playerView: ({ G: { key, ...G }, playerID }) => (playerID === '0' ? { ...G, key } : G),
    turn: { maxMoves: 1 },
    moves: {
      clue: ({ G }, word, count) => { G.clues.push({ word, count }); },
      name: ({ G, log }, word) => {
        const at = G.key.findIndex((card) => card.word === word);
        if (at === -1) return INVALID_MOVE;
        G.board[at].colour = G.key[at].colour;
        log.setMetadata({ colour: G.key[at].colour });
      },
      accuse: (_, colour) => { if (colour === undefined) return INVALID_MOVE; },
    },
    ai: {
      enumerate: (G, ctx, playerID, chance = () => 1) => [
        { move: 'clue', args: [`clue ${chance(1000)}`, 2] }, { move: 'name', args: [WORDS[chance(WORDS.length)]] },
        ...['crimson', 'yellow', 'assassin'].map((colour) => ({ move: 'accuse', args: [colour] })),
      ],
    },
    ...changes,
  };
}

/** Cards passed on face down, in the arguments of a move. */
export function passing(redact, changes = {}) {
  return {
    setup: deal(DECK, 5),
    playerView: ownHand,
    turn: { maxMoves: 1 },
    moves: {
      pass: {
        move: ({ G, playerID, ctx }, card) => {
          const passed = take(G.hands[playerID], card);
          if (!passed) return INVALID_MOVE;
          G.hands[ctx.playOrder.find((player) => player !== playerID)].push(passed);
        },
        redact,
      },
    },
    ai: {
      enumerate: (G, ctx, playerID) => (Array.isArray(G.hands[playerID]) ? G.hands[playerID] : []).map((card) => ({ move: 'pass', args: [card] })),
    },
    ...changes,
  };
}
