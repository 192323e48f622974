// Showdown with closed hands, and what bots need to play it: what a player sees, what they may do,
// what the cards that they do not see might be, and how well they stand.
import showdown, { standingFrom, whyNot } from './showdown.js';

// Which move plays a card of a kind, by stage; what can be done without a card.
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

  // A player sees their own hand, and of the other hands and the deck how many cards there are.
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

function played(G, seat, stage, cardId) {
  const move = PLAYED[stage][G.cardMap[cardId].type];
  if (move === undefined) return [];
  if (move !== 'throwSnowball' && move !== 'callFaceOff') return [{ move, args: [cardId] }];
  return standingFrom(G, seat).slice(1).map((target) => ({ move, args: [cardId, target] }));
}

/** Of cards that do the same, one is enough. */
function oneOfEachKind({ cardMap }, cards) {
  const kinds = new Set();
  return cards.filter((cardId) => {
    const { type } = cardMap[cardId];
    return !kinds.has(type) && kinds.add(type);
  });
}
