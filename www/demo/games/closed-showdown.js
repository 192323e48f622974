// Showdown with closed hands, and the `ai` that bots need for it: views, possible moves, deals of the hidden cards, and scores.
import showdown, { standingFrom, whyNot } from './showdown.js';

// Moves by stage and kind of card, and the moves without a card.
const PLAYED = {
  turn: { SNOWBALL: 'throwSnowball', FACE_OFF: 'callFaceOff', FLURRY: 'startFlurry', SLED: 'pullSled', FORT: 'buildFort', COCOA: 'drinkCocoa' },
  dodge: { DUCK: 'duck' },
  answerFlurry: { SNOWBALL: 'throwBack' },
  faceOff: { SNOWBALL: 'throwBack' },
};
const PLAIN = { turn: ['finishTurn'], dodge: ['hideInFort', 'takeHit'], answerFlurry: ['takeHit'], faceOff: ['takeHit'] };

export default {
  ...showdown,

  name: 'closed-showdown',

  // Players see their own hand, and the number of cards in the other hands and the deck.
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.map(() => null),
    players: G.players.map((player, seat) => (String(seat) === playerID ? player : { ...player, hand: player.hand.map(() => null) })),
  }),

  ai: {
    enumerate(G, ctx, playerID) {
      const stage = ctx.activePlayers?.[playerID] ?? 'turn';
      if (stage === 'chooseCard') return oneOfEachKind(G, G.pendingAction.revealedCards).map((cardId) => ({ move: stage, args: [cardId] }));
      const cards = oneOfEachKind(G, G.players[playerID].hand);
      if (stage === 'discardDown') return cards.map((cardId) => ({ move: 'discard', args: [cardId] }));
      const choices = [...cards.flatMap((cardId) => played(G, playerID, stage, cardId)), ...PLAIN[stage].map((move) => ({ move, args: [] }))];
      return choices.filter(({ move, args }) => whyNot(G, ctx, playerID, move, ...args) === null);
    },

    // Returns a state that is consistent with the player's view: all unseen cards are shuffled and dealt to the gaps.
    determinize(G, ctx, playerID, random) {
      const inSight = new Set([
        ...G.discardPile, ...(G.pendingAction?.revealedCards ?? []), ...G.players.flatMap(({ hand, inPlay }) => [...hand, ...inPlay]),
      ]);
      const unseen = random.Shuffle(Object.keys(G.cardMap).filter((cardId) => !inSight.has(cardId)));
      const dealt = (cards) => cards.map((cardId) => cardId ?? unseen.pop());
      return { ...G, players: G.players.map((player) => ({ ...player, hand: dealt(player.hand) })), deck: dealt(G.deck) };
    },

    // A playout that is cut off counts by the remaining health.
    score: (G, ctx, playerID) => G.players[playerID].health / G.players.reduce((sum, { health }) => sum + health, 0),
  },
};

function played(G, seat, stage, cardId) {
  const move = PLAYED[stage][G.cardMap[cardId].type];
  if (move === undefined) return [];
  if (move !== 'throwSnowball' && move !== 'callFaceOff') return [{ move, args: [cardId] }];
  return standingFrom(G, seat).slice(1).map((target) => ({ move, args: [cardId, target] }));
}

/** Returns one card of each kind: cards of a kind have the same effect. */
function oneOfEachKind({ cardMap }, cards) {
  const kinds = new Set();
  return cards.filter((cardId) => {
    const { type } = cardMap[cardId];
    return !kinds.has(type) && kinds.add(type);
  });
}
