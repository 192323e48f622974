/**
 * Showdown: a small table of gunslingers, and reactive play in all its forms. A card is played, and others must answer: one
 * of them, one after another, all at once, or two by turns. The move sets who must answer by `setActivePlayers`, and keeps
 * what they answer to in `G.pendingAction`.
 */
import { INVALID_MOVE } from 'rondel/core';
import { createCards, KINDS } from './showdown-cards.js';

export const HEALTH = 4;
export const NAMES = ['Juniper', 'Marlow', 'Sable', 'Quill'];

/** Why the rules refuse a move, or null: the moves ask it, and so does the page. */
export function whyNot(G, ctx, seat, move, ...args) {
  return RULES[move]?.(G, ctx, seat, ...args) ?? null;
}

/** Seats still in the game, clockwise from `from`. */
export function aliveFrom(G, from) {
  const seats = G.players.length;
  return Array.from({ length: seats }, (_, step) => String((Number(from) + step) % seats)).filter((seat) => !G.players[seat].dead);
}

// What the rules ask, by move.

const RULES = {
  playBang: (G, ctx, seat, cardId, target) => notHeld(G, seat, cardId, 'BANG')
    ?? (G.players[seat].bangsPlayed >= 1 ? 'Only one BANG! a turn.' : null) ?? badTarget(G, seat, target),
  playDuel: (G, ctx, seat, cardId, target) => notHeld(G, seat, cardId, 'DUEL') ?? badTarget(G, seat, target),
  playBarrel: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'BARREL')
    ?? (barrelOf(G, seat) ? 'One barrel is enough to hide behind.' : null),
  playIndians: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'INDIANS'),
  playGeneralStore: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'GENERAL_STORE'),
  playBeer: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'BEER')
    ?? (G.players[seat].health >= HEALTH ? 'In full health already.' : null),
  playMissed: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'MISSED'),
  useBarrel: (G, ctx, seat) => (!barrelOf(G, seat) ? 'No barrel in play.' : null)
    ?? (G.pendingAction.barrelTried ? 'The barrel was tried already.' : null),
  discardBang: (G, ctx, seat, cardId) => notHeld(G, seat, cardId, 'BANG'),
  chooseCard: (G, ctx, seat, cardId) => (G.pendingAction.revealedCards.includes(cardId) ? null : 'That card is gone.'),
  discard: (G, ctx, seat, cardId) => notHeld(G, seat, cardId),
};

function notHeld(G, seat, cardId, type) {
  if (!G.players[seat].hand.includes(cardId)) return 'That card is not in the hand.';
  return type && G.cardMap[cardId].type !== type ? `That card is no ${KINDS[type].title}` : null;
}

function badTarget(G, seat, target) {
  if (target === seat) return 'Not at oneself.';
  return G.players[target] && !G.players[target].dead ? null : 'Nobody is there.';
}

function guarded(moveName, move) {
  return (context, ...args) => (whyNot(context.G, context.ctx, context.playerID, moveName, ...args) ? INVALID_MOVE : move(context, ...args));
}

function guardAll(moves) {
  return Object.fromEntries(Object.entries(moves).map(([name, move]) => [name, guarded(name, move)]));
}

// The moves of a turn.

const playMoves = {
  playBang({ G, playerID, events, log }, cardId, target) {
    toDiscard(G, playerID, cardId);
    G.players[playerID].bangsPlayed++;
    G.pendingAction = { type: 'BANG', sourcePlayerId: playerID, targetPlayerId: target, cardId, barrelTried: false };
    ask(events, target, 'respondToBang');
    tell(log, `${name(playerID)} fires a BANG! at ${name(target)}`);
  },

  playDuel({ G, playerID, events, log }, cardId, target) {
    toDiscard(G, playerID, cardId);
    G.pendingAction = { type: 'DUEL', sourcePlayerId: playerID, targetPlayerId: target, currentTarget: target, cardId };
    ask(events, target, 'respondToDuel');
    tell(log, `${name(playerID)} calls ${name(target)} to a Duel`);
  },

  playIndians({ G, playerID, events, log }, cardId) {
    toDiscard(G, playerID, cardId);
    const [currentTarget, ...remainingTargets] = aliveFrom(G, playerID).slice(1);
    G.pendingAction = { type: 'INDIANS', sourcePlayerId: playerID, currentTarget, remainingTargets, cardId };
    ask(events, currentTarget, 'respondToIndians');
    tell(log, `${name(playerID)} plays Indians!`);
  },

  playGeneralStore({ G, playerID, events, log, random }, cardId) {
    toDiscard(G, playerID, cardId);
    const alive = aliveFrom(G, playerID);
    const revealedCards = alive.map(() => draw(G, random)).filter(Boolean);
    G.pendingAction = { type: 'GENERAL_STORE', sourcePlayerId: playerID, revealedCards, cardId };
    const value = Object.fromEntries(alive.slice(0, revealedCards.length).map((seat) => [seat, 'chooseCard']));
    events.setActivePlayers({ value, minMoves: 1, maxMoves: 1 });
    tell(log, `${name(playerID)} opens the General Store`);
  },

  playBarrel({ G, playerID, log }, cardId) {
    take(G.players[playerID].hand, cardId);
    G.players[playerID].inPlay.push(cardId);
    tell(log, `${name(playerID)} hides behind a Barrel`);
  },

  playBeer({ G, playerID, log }, cardId) {
    toDiscard(G, playerID, cardId);
    G.players[playerID].health++;
    tell(log, `${name(playerID)} has a Beer`);
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

const respondToBang = {
  playMissed({ G, playerID, log }, cardId) {
    toDiscard(G, playerID, cardId);
    G.pendingAction = null;
    tell(log, `${name(playerID)} dodges: Missed!`);
  },

  useBarrel({ G, playerID, events, log, random }) {
    const drawn = draw(G, random);
    const hearts = drawn !== undefined && G.cardMap[drawn].suit === 'hearts';
    if (drawn !== undefined) G.discardPile.push(drawn);
    G.drawn = drawn ?? null;
    if (hearts) {
      G.pendingAction = null;
    } else {
      G.pendingAction.barrelTried = true;
      ask(events, playerID, 'respondToBang');
    }
    tell(log, `${name(playerID)} draws! for the Barrel: ${hearts ? 'hearts, dodged' : 'no hearts'}`);
  },

  takeDamage(context) {
    hurt(context, context.playerID);
    context.G.pendingAction = null;
  },
};

const respondToIndians = {
  discardBang(context, cardId) {
    toDiscard(context.G, context.playerID, cardId);
    tell(context.log, `${name(context.playerID)} drives them off with a BANG!`);
    nextTarget(context);
  },

  takeDamage(context) {
    hurt(context, context.playerID);
    nextTarget(context);
  },
};

const respondToDuel = {
  discardBang({ G, playerID, events, log }, cardId) {
    toDiscard(G, playerID, cardId);
    const { sourcePlayerId, targetPlayerId } = G.pendingAction;
    G.pendingAction.currentTarget = playerID === targetPlayerId ? sourcePlayerId : targetPlayerId;
    ask(events, G.pendingAction.currentTarget, 'respondToDuel');
    tell(log, `${name(playerID)} answers the Duel with a BANG!`);
  },

  takeDamage(context) {
    hurt(context, context.playerID);
    context.G.pendingAction = null;
  },
};

const chooseCard = {
  chooseCard({ G, playerID, log }, cardId) {
    take(G.pendingAction.revealedCards, cardId);
    G.players[playerID].hand.push(cardId);
    if (G.pendingAction.revealedCards.length === 0) G.pendingAction = null;
    tell(log, `${name(playerID)} takes ${KINDS[G.cardMap[cardId].type].title} from the store`);
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
      health: HEALTH, hand: deck.splice(0, HEALTH), inPlay: [], bangsPlayed: 0, dead: false,
    }));
    return { cardMap, deck, discardPile: [], players, pendingAction: null, drawn: null };
  },

  moves: guardAll(playMoves),

  turn: {
    order: {
      first: () => 0,
      next: ({ G, ctx }) => Number(aliveFrom(G, ctx.playOrderPos).find((seat) => seat !== ctx.currentPlayer)),
    },
    onBegin: ({ G, ctx, random }) => {
      const player = G.players[ctx.currentPlayer];
      player.bangsPlayed = 0;
      player.hand.push(...[draw(G, random), draw(G, random)].filter(Boolean));
    },
    onEnd: ({ G }) => { G.pendingAction = null; },
    stages: {
      respondToBang: { moves: guardAll(respondToBang) },
      respondToIndians: { moves: guardAll(respondToIndians) },
      respondToDuel: { moves: guardAll(respondToDuel) },
      chooseCard: { moves: guardAll(chooseCard) },
      discardDown: { moves: guardAll(discardDown) },
    },
  },

  endIf: ({ G }) => {
    const alive = aliveFrom(G, 0);
    if (alive.length === 1) return { winner: alive[0] };
  },
};

// What the moves are made of.

/** One player, and nobody else, must answer exactly once. */
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
  ask(events, next, 'respondToIndians');
}

function hurt({ G, ctx, events, log }, seat) {
  const player = G.players[seat];
  player.health--;
  if (player.health > 0) {
    tell(log, `${name(seat)} is hurt`);
    return;
  }
  player.dead = true;
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

function barrelOf(G, seat) {
  return G.players[seat].inPlay.some((cardId) => G.cardMap[cardId].type === 'BARREL');
}

function name(seat) {
  return NAMES[seat];
}

function tell(log, text) {
  log.setMetadata({ text });
}
