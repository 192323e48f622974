// A seeded game played at random, for Node and for a page: it uses what both have.
import { Client } from 'rondel/client';
import { INVALID_MOVE, TurnOrder } from 'rondel/core';

const PLAYERS = 4;

/** A trading game with everything that could depend on order, time or chance. */
const makeGame = (seed) => ({
  seed,
  setup: ({ ctx, random }) => ({
    deck: random.Shuffle(Array.from({ length: 40 }, (_, i) => i)),
    hands: Object.fromEntries(ctx.playOrder.map((player) => [player, []])),
    odds: random.Number(),
    tricks: 0,
    text: 'née 🂡',
  }),
  turn: { order: TurnOrder.DEFAULT, maxMoves: 3, stages: { answer: { moves: { give: { move: give, undoable: false }, roll } } } },
  phases: {
    draw: { start: true, next: 'trade', endIf: ({ G }) => G.deck.length < 20, moves: { draw, roll } },
    trade: {
      onBegin: ({ G, random }) => { G.odds += random.Number() / 3; },
      moves: { draw, ask, roll },
      next: 'draw',
      turn: { order: TurnOrder.CONTINUE, minMoves: 1, onEnd: ({ G, log }) => { G.tricks += 1; log.setMetadata({ tricks: G.tricks }); } },
    },
  },
  endIf: ({ G }) => G.deck.length === 0 && { left: G.hands },
});

function draw({ G, playerID }, count) {
  if (count > G.deck.length) return INVALID_MOVE;
  G.hands[playerID].push(...G.deck.splice(0, count));
}

function ask({ G, events }, factor) {
  G.odds = (G.odds * factor) % 1;
  events.setActivePlayers({ others: 'answer', minMoves: 1, maxMoves: 1, revert: true });
}

function give({ G, playerID, random }) {
  const hand = G.hands[playerID];
  if (hand.length === 0) return INVALID_MOVE;
  G.deck.push(hand.splice(random.Die(hand.length) - 1, 1)[0]);
}

function roll({ G, random, events }) {
  G.odds = random.Number() / (random.D6() + random.D20(2)[1]);
  if (G.odds > 0.2) events.endTurn({ next: String(random.Die(PLAYERS) - 1) });
}

/** Plays the game of this seed; returns the JSON of each state, its log and undo stacks included. */
export function playRandomly(seed) {
  const client = Client({ game: makeGame(seed), numPlayers: PLAYERS, quiet: true });
  const choose = chooser(seed);
  const states = [JSON.stringify(client.getState())];
  for (let step = 0; step < 40; step += 1) {
    const { ctx } = client.getState();
    const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
    client.updatePlayerID(active[choose(active.length)] ?? null);
    [
      () => client.moves.draw(1 + choose(3)),
      () => client.moves.ask(1.7),
      () => client.moves.give(),
      () => client.moves.give(),
      () => client.moves.roll(),
      () => client.undo(),
      () => client.redo(),
      () => client.events.endTurn(),
      () => client.events.endPhase(),
    ][choose(9)]();
    states.push(JSON.stringify(client.getState()));
  }
  client.dispose();
  return states;
}

/** Chooses a number below another; it depends on the seed alone. */
function chooser(seed) {
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.codePointAt(0), 7) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 4294967296 * below);
  };
}
