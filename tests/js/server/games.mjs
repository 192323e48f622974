// Games for interoperability tests: each as boardgame.io and Rondel both play it, with the legal moves of a player.
const marks = {
  name: 'marks',
  seed: 'marks',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, i) => (G.cells[i] === null ? void (G.cells[i] = playerID) : 'INVALID_MOVE') },
  endIf: ({ G }) => (G.cells.includes(null) ? undefined : { draw: true }),
  ai: { enumerate: (G) => G.cells.flatMap((cell, i) => (cell === null ? [{ move: 'mark', args: [i] }] : [])) },
};

/** Cards: a phase in which all players draw from a hidden deck, and one in which they play their cards. */
const cards = {
  name: 'cards',
  // boardgame.io does not know this field.
  version: 3,
  seed: 'cards',
  setup: ({ ctx, random }) => ({
    deck: random.Shuffle([...'abcdefghijklmnop']),
    hands: Object.fromEntries(ctx.playOrder.map((id) => [id, []])),
    table: [],
  }),
  playerView: ({ G: { deck, hands, ...G }, playerID }) => ({
    ...G,
    deck: deck.length,
    hands: Object.fromEntries(Object.entries(hands).map(([id, hand]) => [id, id === playerID ? hand : hand.length])),
  }),
  phases: {
    take: {
      start: true,
      next: 'play',
      turn: { minMoves: 1, maxMoves: 1 },
      // Only a master knows which card it is.
      moves: { draw: { move: ({ G, playerID }) => { G.hands[playerID].push(G.deck.pop()); }, client: false } },
      endIf: ({ G }) => (G.deck.length ?? G.deck) <= 10,
    },
    play: {
      turn: { activePlayers: { currentPlayer: 'putting' }, stages: { putting: {} } },
      moves: {
        put: ({ G, playerID, events }, card) => {
          G.hands[playerID] = G.hands[playerID].filter((other) => other !== card);
          G.table.push(card);
          events.endTurn();
        },
      },
      endIf: ({ G }) => G.table.length === 6,
    },
  },
  endIf: ({ G }) => (G.table.length === 6 ? { over: true } : undefined),
  ai: {
    enumerate: (G, ctx, playerID) => (ctx.phase === 'take'
      ? [{ move: 'draw', args: [] }]
      : G.hands[playerID].map((card) => ({ move: 'put', args: [card] }))),
  },
};

/** Dice, whose numbers follow from the seed, and stages that each player passes at their own pace. */
const race = {
  name: 'race',
  seed: 'race',
  setup: ({ ctx }) => ({ places: Object.fromEntries(ctx.playOrder.map((id) => [id, 0])), rolls: [] }),
  turn: {
    activePlayers: { all: 'rolling' },
    stages: {
      rolling: {
        moves: {
          roll: {
            move: ({ G, playerID, random, events }) => {
              const roll = random.D6();
              G.rolls.push(roll);
              G.places[playerID] += roll;
              events.setStage('resting');
            },
            client: false,
          },
        },
      },
      resting: { moves: { rest: ({ events }) => { events.setStage('rolling'); } } },
    },
  },
  endIf: ({ G }) => {
    const winner = Object.keys(G.places).find((id) => G.places[id] >= 12);
    return winner === undefined ? undefined : { winner };
  },
  ai: {
    enumerate: (_G, ctx, playerID) => {
      const stage = ctx.activePlayers?.[playerID];
      if (stage === 'rolling') return [{ move: 'roll', args: [] }];
      return stage === 'resting' ? [{ move: 'rest', args: [] }] : [];
    },
  },
};

/** All players count at any time, up to ten. */
const counters = {
  name: 'counters',
  setup: ({ ctx }) => ({ counts: Object.fromEntries(ctx.playOrder.map((id) => [id, 0])) }),
  turn: { activePlayers: { all: null } },
  moves: { add: ({ G, playerID }, n) => (n > 10 ? 'INVALID_MOVE' : void (G.counts[playerID] += n)) },
};

export const games = [marks, cards, race, counters];
/** The games that are played to their end. */
export const whole = [marks, cards, race];
export { counters };

/** Returns the view of a state that a viewer should get. */
export function viewOf(game, { G, ctx, _stateID }, playerID) {
  return { G: game.playerView ? game.playerView({ G, ctx, playerID }) : G, ctx, _stateID };
}
