// Orchard: a game without turns. Two pickers pick at once, and the pick that reaches the master first gets the fruit. A third seat keeps
// the dog, which nobody else can see.
import { INVALID_MOVE, PlayerView, Stage, invalid } from 'rondel/core';

export const KINDS = ['apple', 'pear', 'plum'];
export const KEEPER = '2';

const FRUIT = 16;
const PICKERS = [0, 1];

function pick({ G, playerID }, at) {
  if (playerID === KEEPER || !(at in G.fruit)) return INVALID_MOVE;
  if (G.pickers[at] !== null) return invalid({ why: 'somebody has picked it' });
  // No picker's client has `secret`: only the master can refuse this.
  if (G.secret?.dog) return invalid({ why: 'the dog is loose' });
  G.pickers[at] = Number(playerID);
}

function letDog({ G, playerID }, isLoose) {
  if (playerID !== KEEPER) return INVALID_MOVE;
  G.secret.dog = isLoose;
}

export default {
  name: 'orchard',

  // Its hooks are pure, so that clients may run them, too.
  predict: 'flow',

  setup: ({ random }) => ({
    fruit: random.Shuffle(Array.from({ length: FRUIT }, (_, at) => KINDS[at % KINDS.length])),
    pickers: Array(FRUIT).fill(null),
    baskets: [0, 0],
    players: Object.fromEntries(PICKERS.map((seat) => [seat, { favourite: KINDS[random.Die(KINDS.length) - 1] }])),
    secret: { dog: false },
  }),

  moves: { pick, letDog },

  turn: {
    activePlayers: { all: Stage.NULL },
    onMove({ G }) {
      G.baskets = PICKERS.map((seat) => G.pickers.filter((picker) => picker === seat).length);
    },
  },

  // A player's favourite fruit counts double; only the master knows the favourites.
  endIf({ G }) {
    if (G.pickers.includes(null)) return;
    const points = PICKERS.map((seat) => {
      const { favourite } = G.players[seat];
      return G.fruit.reduce((sum, kind, at) => sum + (G.pickers[at] === seat ? (kind === favourite ? 2 : 1) : 0), 0);
    });
    const best = Math.max(...points);
    return { points, winners: PICKERS.filter((seat) => points[seat] === best).map(String) };
  },

  playerView: (context) => (context.playerID === KEEPER ? context.G : PlayerView.STRIP_SECRETS(context)),
};
