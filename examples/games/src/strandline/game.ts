import type { Ctx, EventsAPI, Game, PlayerID, RandomAPI } from 'rondel';
import { INVALID_MOVE } from 'rondel/core';
import {
  HIDDEN, answerCrate, answerGull, cratesFor, deal, differentCards, emptyBeach, hasAllPicked, isMatchOver, isReacting, questionFor, reveal, settle,
  totalOf, waitingFor, type Beach,
} from './beach.ts';
import { CARDS, type Card } from './cards.ts';

export interface Setup {
  /** Number of tides, 1 to 3. Default: 3. */
  tides?: number;
  /** Number of cards in a hand, 3 to 7. Default: 7. */
  cards?: number;
  /** Seconds for each decision, at most 600. Default: 0, no limit. */
  time?: number;
}

interface Context {
  G: Beach;
  ctx: Ctx;
  events: EventsAPI;
  random: RandomAPI;
}
type MoveContext = Pick<Context, 'G' | 'ctx' | 'events'> & { playerID: PlayerID };

const DEFAULTS = { tides: 3, cards: 7, time: 0 };
const LIMITS: Record<keyof Setup, [number, number]> = { tides: [1, 3], cards: [3, 7], time: [0, 600] };

/** Moves and rules end turns and stages. Players cannot call events themselves. boardgame.io knows only this form of `events: false`. */
const NO_EVENTS = {
  endGame: false, endPhase: false, endStage: false, endTurn: false, pass: false, setActivePlayers: false, setPhase: false, setStage: false,
};

function pick({ G, playerID }: MoveContext, card: Card) {
  if (G.picks[playerID] !== null || !G.hands[playerID].includes(card)) return INVALID_MOVE;
  G.picks[playerID] = card;
}

/** Decides about a gull, and goes on to the next question. */
function answer({ G, events, playerID }: MoveContext, shoos: boolean) {
  if (questionFor(G, playerID) !== 'gull') return INVALID_MOVE;
  answerGull(G, playerID, shoos);
  const next = questionFor(G, playerID);
  if (next) events.setStage(next);
  else events.endStage();
}

const shoo = (context: MoveContext) => answer(context, true);
const letGo = (context: MoveContext) => answer(context, false);

function claim({ G, ctx, events, playerID }: MoveContext, owner: PlayerID) {
  if (!cratesFor(G, playerID, ctx.playOrder).some((crate) => crate.owner === owner)) return INVALID_MOVE;
  answerCrate(G, playerID, owner);
  events.endStage();
}

function pass({ G, events, playerID }: MoveContext) {
  if (questionFor(G, playerID) !== 'crate') return INVALID_MOVE;
  answerCrate(G, playerID, null);
  events.endStage();
}

/** Reveals the cards after the last pick, and ends the wave after the last reaction. */
function goOn({ G, ctx, events, random }: Context) {
  const { playOrder } = ctx;
  if (!isReacting(G)) {
    if (!hasAllPicked(G)) return;
    reveal(G, playOrder);
    const asked = waitingFor(G, playOrder);
    if (asked.length > 0) return events.setActivePlayers({ value: Object.fromEntries(asked.map((id) => [id, questionFor(G, id)!])) });
  }
  if (waitingFor(G, playOrder).length > 0) return;
  settle(G, playOrder, (cards) => random.Shuffle(cards));
  if (!isMatchOver(G)) events.endTurn();
}

/** Picks any card for a player who is late. */
function pickLate(context: Context & { playerID: PlayerID }) {
  const { G, playerID, random } = context;
  const hand = differentCards(G.hands[playerID]);
  G.picks[playerID] = hand[random.Die(hand.length) - 1];
  goOn(context);
}

/** A move that others make at the same time. boardgame.io's masters would refuse the later one as stale. */
const atOnce = <Move>(move: Move) => ({ move, ignoreStaleStateID: true });

const timeOf = ({ G }: { G: Beach }) => (G.time > 0 ? G.time * 1000 : undefined);

/** Walk the beach together: all pick a card of their hands at the same time, and pass the others on. */
export const game = {
  name: 'strandline',
  minPlayers: 2,
  maxPlayers: 5,
  disableUndo: true,
  events: NO_EVENTS,

  validateSetupData: (data: unknown): string | undefined => {
    const setup = { ...DEFAULTS, ...(data as Setup | undefined) };
    const wrong = (Object.keys(LIMITS) as (keyof Setup)[]).find((name) => {
      const [least, most] = LIMITS[name];
      return !Number.isInteger(setup[name]) || setup[name] < least || setup[name] > most;
    });
    return wrong && `${wrong}: expected a whole number from ${LIMITS[wrong].join(' to ')}`;
  },

  setup: ({ ctx, random }: { ctx: Ctx; random: RandomAPI }, setupData?: Setup): Beach => {
    const G = emptyBeach(ctx.playOrder, { ...DEFAULTS, ...setupData });
    deal(G, ctx.playOrder, (cards) => random.Shuffle(cards));
    return G;
  },

  playerView: ({ G, playerID }): Beach => ({
    ...G,
    sea: G.sea.map(() => null),
    hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.map(() => null)])),
    picks: Object.fromEntries(Object.entries(G.picks).map(([id, card]) => [id, id === playerID || card === null ? card : HIDDEN])),
  }),

  /** Each turn is a wave: all players pick, then some of them react. */
  turn: {
    activePlayers: { all: 'pick', maxMoves: 1 },
    onMove: goOn,
    stages: {
      // A time only ends a player's hesitation: without one, the match waits.
      pick: { moves: { pick: { ...atOnce(pick), redact: true } }, time: timeOf, onTimeout: pickLate },
      gull: { moves: { shoo: atOnce(shoo), letGo: atOnce(letGo) }, time: timeOf, onTimeout: { move: 'letGo' } },
      crate: { moves: { claim: atOnce(claim), pass: atOnce(pass) }, time: timeOf, onTimeout: { move: 'pass' } },
    },
  },

  endIf: ({ G, ctx }): { winners: PlayerID[] } | undefined => {
    if (!isMatchOver(G)) return undefined;
    const most = Math.max(...ctx.playOrder.map((id) => totalOf(G, id)));
    return { winners: ctx.playOrder.filter((id) => totalOf(G, id) === most) };
  },

  ai: {
    enumerate: (G, ctx, playerID) => {
      const stage = ctx.activePlayers?.[playerID];
      if (stage === 'pick') return differentCards(G.hands[playerID]).map((card) => ({ move: 'pick', args: [card] }));
      if (stage === 'gull') return [{ move: 'shoo' }, { move: 'letGo' }];
      if (stage !== 'crate') return [];
      return [...cratesFor(G, playerID, ctx.playOrder).map(({ owner }) => ({ move: 'claim', args: [owner] })), { move: 'pass' }];
    },
    // A bot guesses the hands of the others. It looks no further than this tide.
    determinize: (view, _ctx, _playerID, random) => {
      const open = view.wave && !view.wave.isSettled ? [...Object.values(view.wave.picks), ...view.wave.crates.map(({ card }) => card)] : [];
      const seen = new Set([...Object.values(view.hands).flat(), ...Object.values(view.finds).flat(), ...open]);
      const unseen = random.Shuffle(CARDS.filter((card) => !seen.has(card)));
      const fill = (cards: readonly (Card | null)[]) => cards.map((card) => card ?? unseen.pop()!);
      const hands = Object.fromEntries(Object.entries(view.hands).map(([id, hand]) => [id, fill(hand)]));
      // Each hidden hand is shuffled: its first card is as good a guess as any.
      const picks = Object.fromEntries(Object.entries(view.picks).map(([id, card]) => [id, card === HIDDEN ? hands[id][0] : card]));
      return { ...view, hands, picks, sea: fill(view.sea), tides: view.results.length + 1 };
    },
    score: (G, ctx, playerID) => {
      const all = ctx.playOrder.reduce((sum, id) => sum + totalOf(G, id), 0);
      return totalOf(G, playerID) - all / ctx.numPlayers;
    },
    // A tide has six waves, in each of which five players pick, and few react.
    playoutDepth: 80,
    bots: { keen: { bot: 'ismcts', iterations: 1000, thinkingTime: 1200 } },
  },
} satisfies Game<Beach>;
