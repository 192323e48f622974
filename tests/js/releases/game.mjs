// The game at servers of two releases: secret hands, random numbers, undo, a stage, refusals, an end.

export const game = {
  name: 'cards',
  seed: 'two releases',
  setup: () => ({ hands: { 0: ['ace', 'king'], 1: ['queen', 'ten'] }, table: [], rolled: [], marks: 0 }),
  playerView: ({ G: { hands, ...rest }, playerID }) => ({ ...rest, hands: Object.hasOwn(hands, playerID) ? { [playerID]: hands[playerID] } : {} }),
  turn: { activePlayers: { all: 'playing' }, stages: { playing: { moves: { play: undoable(play), mark: undoable(({ G }) => { G.marks += 1; }), roll: undoable(roll), end } } } },
};

/** All releases store the history of such a move alike. */
function undoable(move) {
  return { move, undoable: true };
}

function play({ G, playerID }, card) {
  const hand = G.hands[playerID];
  if (!hand.includes(card)) return 'INVALID_MOVE';
  hand.splice(hand.indexOf(card), 1);
  G.table.push(card);
  return undefined;
}

function roll({ G, random }) {
  G.rolled.push(random.D20());
}

function end({ events }) {
  events.endGame({ winner: '0' });
}
