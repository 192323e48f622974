/**
 * Showdown: a snowball fight, and reactive play in all its forms. A card is played, and others must answer: one
 * of them, one after another, all at once, or two by turns. The move sets who must answer by `setActivePlayers`, and keeps
 * what they answer to in `G.pendingAction`.
 */
import { INVALID_MOVE } from 'rondel/core';
import { createCards, KINDS } from './showdown-cards.js';

export const HEALTH = 4;
export const NAMES = ['Juniper', 'Marlow', 'Sable', 'Quill'];

/** Returns the reason why the rules refuse a move, or null. The moves and the page call it. */
export function whyNot(G, ctx, seat, move, ...args) {
  return RULES[move]?.(G, ctx, seat, ...args) ?? null;
}

/** Seats still in the game, clockwise from `from`. */
export function standingFrom({ players }, from) {
  const standing = [];
  for (let step = 0; step < players.length; step++) {
    const seat = (Number(from) + step) % players.length;
    if (!players[seat].out) standing.push(String(seat));
  }
  return standing;
}

// Conditions of the rules, by move.

const RULES = {
  throwSnowball: (G, ctx, seat, cardId, target) => notHeld(G, seat, cardId, 'SNOWBALL')
    ?? (G.players[seat].thrown >= 1 ? 'Only one Snowball a turn.' : null) ?? badTarget(G, seat, target),
  callFaceOff: (G, ctx, seat, cardId, target) => notHeld(G, seat, cardId, 'FACE_OFF') ?? badTarget(G, seat, target),
  buildFort: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'FORT')
    ?? (fortOf(G, seat) ? 'One fort is enough to hide in.' : null),
  startFlurry: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'FLURRY'),
  pullSled: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'SLED'),
  drinkCocoa: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'COCOA')
    ?? (G.players[seat].health >= HEALTH ? 'In full health already.' : null),
  duck: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'DUCK'),
  hideInFort: (G, ctx, seat) => (!fortOf(G, seat) ? 'No fort in play.' : null)
    ?? (G.pendingAction.fortTried ? 'The fort was tried already.' : null),
  throwBack: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'SNOWBALL'),
  chooseCard: (G, ctx, seat, cardId) => (G.pendingAction.revealedCards.includes(cardId) ? null : 'That card is gone.'),
  discard: (G, ctx, seat, cardId) => notHeld(G, seat, cardId),
};

function notHeld(G, seat, cardId, type) {
  if (!G.players[seat].hand.includes(cardId)) return 'That card is not in the hand.';
  return type && G.cardMap[cardId].type !== type ? `That card is no ${KINDS[type].title}.` : null;
}

function badTarget(G, seat, target) {
  if (target === seat) return 'Not at oneself.';
  return G.players[target] && !G.players[target].out ? null : 'No player is there.';
}

function guarded(moveName, move) {
  return (context, ...args) => (whyNot(context.G, context.ctx, context.playerID, moveName, ...args) ? INVALID_MOVE : move(context, ...args));
}

function guardAll(moves) {
  return Object.fromEntries(Object.entries(moves).map(([name, move]) => [name, guarded(name, move)]));
}

// The moves of a turn.

const playMoves = {
  throwSnowball({ G, playerID, events, log }, cardId, target) {
    toDiscard(G, playerID, cardId);
    G.players[playerID].thrown++;
    G.pendingAction = { type: 'SNOWBALL', sourcePlayerId: playerID, targetPlayerId: target, cardId, fortTried: false };
    ask(events, target, 'dodge');
    tell(log, `${name(playerID)} throws a Snowball at ${name(target)}`);
  },

  callFaceOff({ G, playerID, events, log }, cardId, target) {
    toDiscard(G, playerID, cardId);
    G.pendingAction = { type: 'FACE_OFF', sourcePlayerId: playerID, targetPlayerId: target, currentTarget: target, cardId };
    ask(events, target, 'faceOff');
    tell(log, `${name(playerID)} calls ${name(target)} to a Face-off`);
  },

  startFlurry({ G, playerID, events, log }, cardId) {
    toDiscard(G, playerID, cardId);
    const [currentTarget, ...remainingTargets] = standingFrom(G, playerID).slice(1);
    G.pendingAction = { type: 'FLURRY', sourcePlayerId: playerID, currentTarget, remainingTargets, cardId };
    ask(events, currentTarget, 'answerFlurry');
    tell(log, `${name(playerID)} starts a Flurry`);
  },

  pullSled({ G, playerID, events, log, random }, cardId) {
    toDiscard(G, playerID, cardId);
    const standing = standingFrom(G, playerID);
    const revealedCards = standing.map(() => draw(G, random)).filter(Boolean);
    G.pendingAction = { type: 'SLED', sourcePlayerId: playerID, revealedCards, cardId };
    const value = Object.fromEntries(standing.slice(0, revealedCards.length).map((seat) => [seat, 'chooseCard']));
    events.setActivePlayers({ value, minMoves: 1, maxMoves: 1 });
    tell(log, `${name(playerID)} pulls in the Supply sled`);
  },

  buildFort({ G, playerID, log }, cardId) {
    take(G.players[playerID].hand, cardId);
    G.players[playerID].inPlay.push(cardId);
    tell(log, `${name(playerID)} builds a Snow fort`);
  },

  drinkCocoa({ G, playerID, log }, cardId) {
    toDiscard(G, playerID, cardId);
    G.players[playerID].health++;
    tell(log, `${name(playerID)} drinks Hot cocoa`);
  },

  finishTurn({ G, playerID, events, log }) {
    const excess = excessOf(G, playerID);
    if (excess === 0) {
      events.endTurn();
      return;
    }
    events.setActivePlayers({ currentPlayer: { stage: 'discardDown', minMoves: excess, maxMoves: excess } });
    tell(log, `${name(playerID)} holds more cards than health and discards ${excess}`);
  },
};

// The answers, by stage.

const dodge = {
  duck({ G, playerID, log }, cardId) {
    toDiscard(G, playerID, cardId);
    G.pendingAction = null;
    tell(log, `${name(playerID)} ducks`);
  },

  hideInFort({ G, playerID, events, log, random }) {
    const drawn = draw(G, random);
    const hearts = drawn !== undefined && G.cardMap[drawn].suit === 'hearts';
    if (drawn !== undefined) G.discardPile.push(drawn);
    G.drawn = drawn ?? null;
    if (hearts) {
      G.pendingAction = null;
    } else {
      G.pendingAction.fortTried = true;
      ask(events, playerID, 'dodge');
    }
    tell(log, `${name(playerID)} turns up a card for the Snow fort: ${hearts ? 'hearts, it holds' : 'no hearts'}`);
  },

  takeHit(context) {
    hit(context, context.playerID);
    context.G.pendingAction = null;
  },
};

const answerFlurry = {
  throwBack(context, cardId) {
    toDiscard(context.G, context.playerID, cardId);
    tell(context.log, `${name(context.playerID)} throws a Snowball back`);
    nextTarget(context);
  },

  takeHit(context) {
    hit(context, context.playerID);
    nextTarget(context);
  },
};

const faceOff = {
  throwBack({ G, playerID, events, log }, cardId) {
    toDiscard(G, playerID, cardId);
    const { sourcePlayerId, targetPlayerId } = G.pendingAction;
    G.pendingAction.currentTarget = playerID === targetPlayerId ? sourcePlayerId : targetPlayerId;
    ask(events, G.pendingAction.currentTarget, 'faceOff');
    tell(log, `${name(playerID)} answers with a Snowball`);
  },

  takeHit(context) {
    hit(context, context.playerID);
    context.G.pendingAction = null;
  },
};

const chooseCard = {
  chooseCard({ G, playerID, log }, cardId) {
    take(G.pendingAction.revealedCards, cardId);
    G.players[playerID].hand.push(cardId);
    if (G.pendingAction.revealedCards.length === 0) G.pendingAction = null;
    tell(log, `${name(playerID)} takes ${KINDS[G.cardMap[cardId].type].title} from the sled`);
  },
};

const discardDown = {
  discard({ G, playerID, events, log }, cardId) {
    toDiscard(G, playerID, cardId);
    tell(log, `${name(playerID)} discards a card`);
    if (excessOf(G, playerID) === 0) events.endTurn();
  },
};

export default {
  name: 'showdown',
  minPlayers: 3,
  maxPlayers: 4,

  setup: ({ ctx, random }) => {
    const cardMap = createCards();
    const deck = random.Shuffle(Object.keys(cardMap));
    const players = Array.from({ length: ctx.numPlayers }, () => ({
      health: HEALTH, hand: deck.splice(0, HEALTH), inPlay: [], thrown: 0, out: false,
    }));
    return { cardMap, deck, discardPile: [], players, pendingAction: null, drawn: null };
  },

  moves: guardAll(playMoves),

  turn: {
    order: {
      first: () => 0,
      next: ({ G, ctx }) => Number(standingFrom(G, ctx.playOrderPos).find((seat) => seat !== ctx.currentPlayer)),
    },
    onBegin: ({ G, ctx, random }) => {
      const player = G.players[ctx.currentPlayer];
      player.thrown = 0;
      player.hand.push(...[draw(G, random), draw(G, random)].filter(Boolean));
    },
    onEnd: ({ G }) => { G.pendingAction = null; },
    stages: {
      dodge: { moves: guardAll(dodge) },
      answerFlurry: { moves: guardAll(answerFlurry) },
      faceOff: { moves: guardAll(faceOff) },
      chooseCard: { moves: guardAll(chooseCard) },
      discardDown: { moves: guardAll(discardDown) },
    },
  },

  endIf: ({ G }) => {
    const standing = standingFrom(G, 0);
    if (standing.length === 1) return { winner: standing[0] };
  },
};

// Parts of the moves.

/** Makes one player, and nobody else, answer exactly once. */
function ask(events, seat, stage) {
  events.setActivePlayers({ value: { [seat]: stage }, minMoves: 1, maxMoves: 1 });
}

function nextTarget({ G, events }) {
  const [next, ...rest] = G.pendingAction.remainingTargets;
  if (next === undefined) {
    G.pendingAction = null;
    return;
  }
  Object.assign(G.pendingAction, { currentTarget: next, remainingTargets: rest });
  ask(events, next, 'answerFlurry');
}

function hit({ G, ctx, events, log }, seat) {
  const player = G.players[seat];
  player.health--;
  if (player.health > 0) {
    tell(log, `${name(seat)} is hit`);
    return;
  }
  player.out = true;
  G.discardPile.push(...player.hand.splice(0), ...player.inPlay.splice(0));
  tell(log, `${name(seat)} is out`);
  if (seat === ctx.currentPlayer) events.endTurn();
}

function draw(G, random) {
  if (G.deck.length === 0) G.deck = random.Shuffle(G.discardPile.splice(0));
  return G.deck.pop();
}

function toDiscard(G, seat, cardId) {
  take(G.players[seat].hand, cardId);
  G.discardPile.push(cardId);
}

function take(cards, cardId) {
  cards.splice(cards.indexOf(cardId), 1);
}

function excessOf(G, seat) {
  return Math.max(0, G.players[seat].hand.length - G.players[seat].health);
}

function fortOf(G, seat) {
  return G.players[seat].inPlay.some((cardId) => G.cardMap[cardId].type === 'FORT');
}

function name(seat) {
  return NAMES[seat];
}

function tell(log, text) {
  log.setMetadata({ text });
}
