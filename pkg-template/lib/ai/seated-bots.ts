import { rulesOf } from '../game/rules.js';
import { jsonCopy } from '../util/json-copy.js';
import { reportUncaught } from '../util/print.js';
import { isIdle } from './bot-failure.js';
import { isCharged } from './bot-worker.js';
import { standIns } from './stand-ins.js';
import type { Ctx, State } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { How, Question, Thinker, Thought } from './thinker.js';

/** Milliseconds between a state and a bot's move, as in boardgame.io. */
const PAUSE = 100;
/** So often a bot's action may be refused in one state, until another one takes its place. */
const TRIES = 3;
/** So many thoughts in a row are broken off because the state changes: people who act all the time keep no bot from acting. */
const INTERRUPTIONS = 3;

/** A failure of a bot, and what was done about it. */
export interface BotFailure {
  matchID: string;
  /** The bot's seat. */
  playerID: string;
  /** What was refused; undefined if there was none. */
  action: Foreign;
  /** What was thrown, or why it was refused. */
  reason: unknown;
  /** The action that was done in its place; null if there was none: the bot waits until the match goes on. */
  standIn: Foreign;
}

/** Bots by playerID, each as the thinker takes it: the same object as long as nothing changes. */
export type Seats<Spec> = Readonly<Record<string, Spec>>;

/** A thinker for seated bots, whose specs may have another form than those of `openThinker`. */
export interface SeatThinker<Spec> extends Omit<Thinker, 'think'> {
  think(question: Omit<Question, 'spec'> & { matchID: string, spec: Spec }, how: How & { signal: AbortSignal }): Promise<Thought>;
}

/** The part of a hub that bots use. */
export interface SeatHub {
  game: object;
  /** Returns `true` if a player may act, by a `ctx` alone. */
  isActive: (ctx: Ctx, playerID: string) => boolean;
  /** The viewer's filter. */
  viewOf: (playerID: string, payload: { type: 'update', args: [matchID: string, state: State] }) => { args: Foreign };
  /** The master's `onUpdate`. */
  act: (action: Foreign, stateID: number, matchID: string, playerID: string) => Promise<{ error?: unknown } | void>;
}

/** Options of `seatBots`. */
interface Seating<Spec> extends SeatHub {
  thinker: SeatThinker<Spec>;
  failed: (failure: BotFailure) => void;
  /** Milliseconds between a state and the thought about it. */
  pauseOf?: (matchID: string, state: State) => number;
  /** Milliseconds between a state and a bot's action, at least. */
  minTimeOf?: (matchID: string, playerID: string) => number;
  /**
   * Resolves when there may be a thought about this match, with what is called when the bot uses no processor any more, perhaps twice.
   * Rejects when the signal ends it.
   */
  admit?: (matchID: string, signal: AbortSignal) => Promise<() => void>;
}

/** A match with bots. */
interface Match<Spec> {
  matchID: string;
  state: State;
  bots: Seats<Spec>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When this state came. */
  since: number;
  /** Between the beginning of a thought and the result of its action. */
  isBusy: boolean;
  /** Ends the thought; null while nothing is thought. */
  thought: AbortController | null;
  interruptions: number;
  /** Actions that were refused in this state. */
  refused: number;
  /** The players who can do nothing in this state. */
  stuck: Set<string>;
  /** The player who has acted last. */
  last: string | null;
}

/** The reason why a bot has done nothing, and its refused action. */
type Reason = Pick<BotFailure, 'action' | 'reason'>;

/**
 * Bots at the seats of a master's matches. In each match one of them thinks at a time, about what a player at its seat sees. Its
 * thought is broken off when the state changes. A bot that fails, by whatever it does, passes, or does the first thing that the game
 * offers: no match waits for it.
 */
export function seatBots<Spec>({ game, isActive, viewOf, act, thinker, failed, pauseOf = () => PAUSE, minTimeOf = () => 0, admit = atOnce }: Seating<Spec>) {
  const matches = new Map<string, Match<Spec>>();
  return { lookAt, forget };

  /** The match has come to this state, or has other bots: one of them may have to move. */
  function lookAt(matchID: string, state: State, bots: Seats<Spec>) {
    const match = matches.get(matchID) ?? begin(matchID);
    if (match.state?._stateID === state._stateID && match.bots === bots) return;
    Object.assign(match, { state, bots, since: performance.now(), refused: 0, stuck: new Set() });
    if (match.thought && match.interruptions < INTERRUPTIONS) {
      match.interruptions += 1;
      match.thought.abort();
    }
    if (!match.isBusy) plan(match);
  }

  /** No client is connected any more: the bots stop until one is. */
  function forget(matchID: string) {
    const match = matches.get(matchID);
    if (!match) return;
    matches.delete(matchID);
    clearTimeout(match.timer);
    match.thought?.abort();
    thinker.forget(matchID);
  }

  /** A match that is given a state at once. */
  function begin(matchID: string) {
    const match: Match<Spec> = {
      matchID, state: null as unknown as State, bots: {}, timer: undefined,
      since: 0,
      isBusy: false,
      thought: null,
      interruptions: 0,
      refused: 0,
      stuck: new Set(),
      last: null,
    };
    matches.set(matchID, match);
    return match;
  }

  function plan(match: Match<Spec>) {
    clearTimeout(match.timer);
    if (nextOf(match) !== undefined) match.timer = setTimeout(() => play(match), pauseOf(match.matchID, match.state));
  }

  /** The bot that is to act: those who may take turns. */
  function nextOf({ state, bots, stuck, last }: Match<Spec>): string | undefined {
    const able = Object.keys(bots).filter((playerID) => !stuck.has(playerID) && isActive(state.ctx, playerID));
    // Nobody stands before the first.
    return able[(able.indexOf(last!) + 1) % able.length];
  }

  async function play(match: Match<Spec>) {
    const { state, matchID } = match;
    // The timer was set because there is one.
    const playerID = nextOf(match)!;
    match.isBusy = true;
    try {
      const failure = await attempt(match, playerID);
      if (failure && isAsItWas(match, state)) await makeGood(match, playerID, failure);
    } catch (thrown) {
      // Thrown by the caller's own callbacks: the match does not wait for these either.
      match.stuck.add(playerID);
      reportUncaught(thrown);
    }
    match.isBusy = false;
    match.last = playerID;
    if (matches.get(matchID) === match) plan(match);
  }

  /** Whether a client is still connected, and nothing has happened. */
  function isAsItWas(match: Match<Spec>, state: State) {
    return match.state === state && matches.get(match.matchID) === match;
  }

  /** Thinks and acts. Returns why nothing was done, if the bot is the reason. */
  async function attempt(match: Match<Spec>, playerID: string): Promise<Reason | undefined> {
    const { matchID } = match;
    let action: Foreign;
    try {
      const thought = await think(match, playerID);
      ({ action } = thought);
      // Bots are not trusted: they may change the action object later.
      action = jsonCopy(action);
      if (matches.get(matchID) !== match) return undefined;
      const refusal = await act(action, thought.stateID, matchID, playerID);
      return { action, reason: refusal?.error ?? 'it changed nothing' };
    } catch (reason) {
      return { action, reason };
    }
  }

  /** What the bot would do, and in which state: the match may have gone on before it was admitted. */
  async function think(match: Match<Spec>, playerID: string) {
    const { matchID, bots, since } = match;
    const thought = new AbortController();
    const { signal } = match.thought = thought;
    const search = async () => {
      const done = await admit(matchID, signal);
      const held: Promise<unknown>[] = [];
      try {
        const { _stateID: stateID } = match.state;
        const state = jsonCopy(viewFor(match, playerID));
        const hold = (playing: Promise<unknown>) => held.push(playing);
        const { action } = await thinker.think({ matchID, playerID, spec: bots[playerID], state }, { signal, hold, onIdle: done });
        return { action, stateID };
      } finally {
        Promise.all(held).then(done);
      }
    };
    try {
      return await paced(search(), { until: since + minTimeOf(matchID, playerID), signal });
    } finally {
      match.thought = null;
      if (!signal.aborted) match.interruptions = 0;
    }
  }

  function viewFor({ matchID, state }: Match<Spec>, playerID: string): State {
    return viewOf(playerID, { type: 'update', args: [matchID, state] }).args[1];
  }

  /** An action that was refused may have been chosen by chance: there is another try. */
  async function makeGood(match: Match<Spec>, playerID: string, { action, reason }: Reason) {
    if (action !== undefined && (match.refused += 1) < TRIES) return;
    const { matchID } = match;
    const standIn = await doInPlace(match, playerID, !isCharged(reason));
    if (standIn === null) match.stuck.add(playerID);
    // A player who can do nothing while others act waits as a person would.
    if (standIn === null && isIdle(reason) && mayOthersAct(match)) return;
    failed({ matchID, playerID, action, reason, standIn });
  }

  function mayOthersAct({ state: { ctx }, stuck }: Match<Spec>) {
    return Object.keys(ctx.activePlayers ?? {}).some((playerID) => !stuck.has(playerID) && isActive(ctx, playerID));
  }

  async function doInPlace(match: Match<Spec>, playerID: string, canBeAsked: boolean) {
    const { matchID, state } = match;
    const view = canBeAsked ? () => viewFor(match, playerID) : undefined;
    for (const action of standIns(rulesOf(game), view, playerID)) {
      await act(action, state._stateID, matchID, playerID);
      if (!isAsItWas(match, state)) return action;
    }
    return null;
  }
}

async function atOnce() {
  return () => {};
}

/**
 * Settles like a promise, but not before a given time, so that people can follow a bot. A signal ends the wait; then the result rejects
 * with the signal's reason.
 *
 * @param how.until the time, as `performance.now` measures it
 */
async function paced<T>(promise: Promise<T>, { until, signal }: { until: number, signal: AbortSignal }): Promise<T> {
  try {
    return await promise;
  } finally {
    const left = until - performance.now();
    if (left > 0 && !signal.aborted) await pause(left, signal);
    signal.throwIfAborted();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
