// Showdown with closed hands, and what bots need to play it: what a player sees, what they may do,
// what the cards that they do not see might be, and how well they stand.
import showdown, { standingFrom, whyNot } from './showdown.js';

const CHOICES = {
  turn: { throwSnowball: aimed, callFaceOff: aimed, startFlurry: held, pullSled: held, buildFort: held, drinkCocoa: held, finishTurn: plain },
  dodge: { duck: held, hideInFort: plain, takeHit: plain },
  answerFlurry: { throwBack: held, takeHit: plain },
  faceOff: { throwBack: held, takeHit: plain },
  chooseCard: { chooseCard: revealed },
  discardDown: { discard: held },
};

export default {
  ...showdown,

  name: 'closed-showdown',

  // A player sees their own hand, and of the other hands and the deck how many cards there are.
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.map(() => null),
    players: G.players.map((player, seat) => (String(seat) === playerID ? player : { ...player, hand: player.hand.map(() => null) })),
  }),

  ai: {
    enumerate(G, ctx, playerID) {
      const choices = CHOICES[ctx.activePlayers?.[playerID] ?? 'turn'];
      return Object.entries(choices).flatMap(([move, argumentsOf]) => argumentsOf(G, playerID)
        .filter((args) => whyNot(G, ctx, playerID, move, ...args) === null)
        .map((args) => ({ move, args })));
    },

    // A world in which all is as this player sees it: the cards that lie nowhere in sight are shuffled, and dealt to the gaps.
    determinize(G, ctx, playerID, random) {
      const inSight = new Set([
        ...G.discardPile, ...(G.pendingAction?.revealedCards ?? []), ...G.players.flatMap(({ hand, inPlay }) => [...hand, ...inPlay]),
      ]);
      const unseen = random.Shuffle(Object.keys(G.cardMap).filter((cardId) => !inSight.has(cardId)));
      const dealt = (cards) => cards.map((cardId) => cardId ?? unseen.pop());
      return { ...G, players: G.players.map((player) => ({ ...player, hand: dealt(player.hand) })), deck: dealt(G.deck) };
    },

    // A playout that is cut counts by the health that is left.
    score: (G, ctx, playerID) => G.players[playerID].health / G.players.reduce((sum, { health }) => sum + health, 0),
  },
};

// Lists of arguments. Of cards that do the same, one is enough.

function plain() {
  return [[]];
}

function held(G, seat) {
  return oneOfEachKind(G, G.players[seat].hand).map((cardId) => [cardId]);
}

function aimed(G, seat) {
  const [, ...targets] = standingFrom(G, seat);
  return held(G, seat).flatMap(([cardId]) => targets.map((target) => [cardId, target]));
}

function revealed(G) {
  return oneOfEachKind(G, G.pendingAction.revealedCards).map((cardId) => [cardId]);
}

function oneOfEachKind({ cardMap }, cards) {
  return cards.filter((cardId, at) => cards.findIndex((other) => cardMap[other]?.type === cardMap[cardId]?.type) === at);
}
