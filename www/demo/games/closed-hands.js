// Everybody discards, with closed hands: players see their own cards, and the number of the others' cards.
import everybodyDiscards from './everybody-discards.js';

export default {
  ...everybodyDiscards,

  name: 'closed-hands',
  minPlayers: 2,
  maxPlayers: 4,

  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => null))),
    discarded: G.discarded.map(() => null),
  }),
};
