// Games for the checks of rondel/testing: correct ones, and parts to make faulty ones.
import { INVALID_MOVE, PlayerView, Stage, TurnOrder, invalid, legacyGame } from 'rondel/core';
import { PluginPlayer } from 'rondel/plugins';

const SUITS = ['clubs', 'hearts', 'spades'];
const CARDS = SUITS.flatMap((suit) => ['seven', 'ten', 'king', 'ace'].map((rank) => `${rank} of ${suit}`));

/** Hands that only their owners see, cards passed face down, notes kept by a plugin, and a secret vote. */
export function hiddenHands(changes = {}) {
  return {
    name: 'hidden-hands',
    setup: ({ ctx, random }) => {
      const deck = random.Shuffle(CARDS);
      const hands = Object.fromEntries(ctx.playOrder.map((player) => [player, deck.splice(0, 3)]));
      return { secret: { deck, bottom: deck.splice(0, 1) }, players: hands, table: [], asked: 0 };
    },
    playerView: PlayerView.STRIP_SECRETS,
    plugins: [notes()],
    turn: {
      order: TurnOrder.DEFAULT,
      activePlayers: { currentPlayer: 'play', others: Stage.NULL },
      stages: {
        play: {
          moves: {
            draw, play, pass: { move: pass, redact: true }, quote: { move: quote, redact: ({ G }) => G.table.length < 5 },
          },
        },
      },
      onEnd: ({ G, random }) => { G.asked = random.D6(); },
    },
    moves: { remember: { move: remember, redact: true, undoable: false }, cheat },
    ...changes,
  };
}

/** The actions that a player can take in it. */
export function enumerate(G, ctx, playerID, chance) {
  const hand = G.players[playerID] ?? [];
  const others = ctx.playOrder.filter((player) => player !== playerID);
  return [
    { move: 'draw' },
    ...hand.map((card) => ({ move: 'play', args: [card] })),
    ...hand.map((card) => ({ move: 'pass', args: [card, others[0]] })),
    { move: 'quote', args: [`a line known to ${playerID} alone, ${ctx.turn}`] },
    { move: 'remember', args: [`a plan of ${playerID} in turn ${ctx.turn}`] },
    { move: 'cheat' },
    { event: 'endTurn' },
  ];
}

export function notes(changes = {}) {
  return {
    name: 'notes',
    setup: ({ ctx: { playOrder } }) => ({
      of: Object.fromEntries(playOrder.map((player) => [player, [`first note of player ${player}`]])),
    }),
    api: ({ data, playerID }) => {
      const api = { data, write };
      return api;

      function write(text) {
        api.data = { of: { ...data.of, [playerID]: [...data.of[playerID], text] } };
      }
    },
    flush: ({ api }) => api.data,
    playerView: ({ data, playerID }) => ({ of: playerID === null ? {} : { [playerID]: data.of[playerID] } }),
    ...changes,
  };
}

/** A game without secrets that uses every feature of the engine. */
export function busy() {
  return {
    setup: ({ ctx, random }, setupData) => ({
      order: random.Shuffle(ctx.playOrder), size: setupData?.size ?? 3, cells: [], score: { 0: 0, 1: 0 }, note: '',
    }),
    plugins: [PluginPlayer({ setup: (player) => ({ gold: Number(player) }) })],
    phases: {
      build: {
        start: true, next: 'sell',
        onBegin: ({ G }) => { G.cells = []; },
        endIf: ({ G }) => G.cells.length >= G.size,
        moves: {
          place: ({ G, playerID }, at) => (typeof at === 'number' ? void G.cells.push({ at, by: playerID }) : INVALID_MOVE),
        },
      },
      sell: {
        next: 'build',
        turn: {
          order: TurnOrder.CUSTOM_FROM('order'), minMoves: 1, maxMoves: 2,
          onEnd: ({ G, log }) => { G.note += '.'; log.setMetadata(G.note); },
        },
        moves: {
          sell: { move: sell, undoable: false },
          haggle: ({ G }, price) => (price > 5 ? invalid({ most: 5 }) : { ...G, note: `${price}` }),
          again: ({ events }) => events.setPhase('build'),
        },
      },
    },
    endIf: ({ G }) => (G.score[0] > 60 ? { winner: '0' } : undefined),
  };
}

/** The same in the positional style. */
export function positional() {
  return legacyGame({
    setup: (ctx) => ({ count: 0, dice: ctx.random.D6(2) }),
    moves: {
      add: (G, ctx, by) => ({ ...G, count: G.count + (Number(by) || 1) }),
      roll: (G, ctx) => { G.dice = ctx.random.D6(2); },
    },
    turn: { moveLimit: 2, onBegin: (G, ctx) => { G.turn = ctx.turn; } },
  });
}

function draw({ G, playerID }) {
  const { deck } = G.secret;
  if (deck.length === 0) return INVALID_MOVE;
  G.players[playerID].push(deck.pop());
}

function play({ G, playerID, events }, card) {
  if (!take(G, playerID, card)) return invalid({ holds: G.players[playerID].length });
  G.table.push(card);
  events.endTurn();
}

function pass({ G, playerID }, card, to) {
  if (!G.players[to] || !take(G, playerID, card)) return INVALID_MOVE;
  G.players[to].push(card);
}

/** A secret note that becomes public later. */
function quote({ G, notes: { write } }, line) {
  if (G.table.length < 5) write(line);
  else G.table.push(line);
}

function remember({ notes: { write } }, thought) {
  write(thought);
}

function sell({ G, playerID, random, player }) {
  G.score[playerID] += random.Die(9);
  player.set({ gold: player.get().gold + 1 });
}

/** Throws an error whose message is a secret. */
function cheat({ G }) {
  throw new Error(`the next card is ${G.secret.deck.at(-1)}`);
}

function take(G, playerID, card) {
  const hand = G.players[playerID];
  const at = hand.indexOf(card);
  if (at !== -1) hand.splice(at, 1);
  return at !== -1;
}
