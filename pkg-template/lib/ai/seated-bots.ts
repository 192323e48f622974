import { rulesOf } from '../game/rules.js';
import { jsonCopy } from '../util/json-copy.js';
import { reportUncaught } from '../util/print.js';
import { isIdle } from './bot-failure.js';
import { hasEndedWorker } from './bot-worker.js';
import { fallbackActions } from './fallback-actions.js';
import { timeShare } from './time-share.js';
import type { BotProgress } from '../../types/bots.js';
import type { Ctx, State } from '../../types/game.js';
import type { MasterSearch } from '../../types/inspect.js';
import type { Foreign } from '../util/foreign.js';
import type { How, BotRequest, BotRunner, BotDecision } from './bot-runner.js';

/** Time between a state and a bot's move, in milliseconds, as in boardgame.io. */
const DEFAULT_PAUSE = 100;
/** Number of refused actions of a bot in one state after which a fallback replaces its action. */
const MAX_REFUSALS = 3;
/** Maximum number of searches in a row that a new state aborts. A bot can act even if people act all the time. */
const MAX_INTERRUPTIONS = 3;

/** A failure of a bot, with the master's fallback. */
export interface BotFailure {
  matchID: string;
  /** The bot's seat. */
  playerID: string;
  /** The refused action; `undefined` if there was none. */
  action: Foreign;
  /** The error, or the reason for the refusal. */
  reason: unknown;
  /** The action in place of the bot's. `null` if there was none: the bot waits for the next state. */
  standIn: Foreign;
}

/** A search of a bot, for the events of its master. */
export interface BotSearch extends Pick<MasterSearch, 'action' | 'milliseconds' | 'iterations' | 'candidates'> {
  matchID: string;
  playerID: string;
}

/** Bots by playerID, in the form that the runner takes. The same object as long as nothing changes. */
export type Seats<Spec> = Readonly<Record<string, Spec>>;

/** A bot runner whose specs may have another form than those of `openBotRunner`. */
export interface SeatRunner<Spec> extends Omit<BotRunner, 'think'> {
  think(question: Omit<BotRequest, 'spec'> & { matchID: string, spec: Spec }, how: How & { signal: AbortSignal }): Promise<BotDecision>;
}

/** The part of a hub that bots use. */
export interface SeatHub {
  game: object;
  /** Returns `true` if a player may act, by `ctx` alone. */
  isActive: (ctx: Ctx, playerID: string) => boolean;
  /** The viewer's filter. */
  viewOf: (playerID: string, payload: { type: 'update', args: [matchID: string, state: State] }) => { args: Foreign };
  /** Returns the receiver of searches; `null` if there is none. */
  inspector?: () => { searched(search: BotSearch): void } | null;
  /** Returns the present moment, in the master's time. */
  now: () => number;
  /** The master's `onUpdate`. */
  act: (action: Foreign, stateID: number, matchID: string, playerID: string) => Promise<{ error?: unknown } | void>;
}

/** Options of `seatBots`. */
interface SeatBotsOptions<Spec> extends SeatHub {
  runner: SeatRunner<Spec>;
  onFailure: (failure: BotFailure) => void;
  /** Time between a state and the start of a search, in milliseconds. Default: 100. */
  pauseOf?: (matchID: string, state: State) => number;
  /** Minimum time between a state and a bot's action, in milliseconds. Default: 0. */
  minTimeOf?: (matchID: string, playerID: string) => number;
  /**
   * Waits for permission to search. Resolves with a function to call when the bot uses no processor any more, perhaps twice. Rejects when
   * the signal ends the wait.
   */
  admit?: (matchID: string, signal: AbortSignal) => Promise<() => void>;
}

/** A match with bots. */
interface Match<Spec> {
  matchID: string;
  state: State;
  bots: Seats<Spec>;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which this state came, by `performance.now`. */
  stateTime: number;
  /** `true` from the start of a search to the result of its action. */
  isBusy: boolean;
  /** Aborts the running search. `null` if there is none. */
  controller: AbortController | null;
  interruptions: number;
  /** Number of refused actions in this state. */
  refusals: number;
  /** Players who can do nothing in this state. */
  stuck: Set<string>;
  /** The player whose bot acted last. */
  lastPlayer: string | null;
}

/** The reason why a bot did nothing, with its refused action. */
type Reason = Pick<BotFailure, 'action' | 'reason'>;

/**
 * Plays bots at the seats of a master's matches. In each match one bot searches at a time, with what its seat sees. A new state aborts the
 * search. If a bot fails in any way, the master passes or takes the first action that the game offers: no match waits for a failed bot.
 */
export function seatBots<Spec>({ game, isActive, viewOf, act, now, inspector = () => null, runner, onFailure, pauseOf = () => DEFAULT_PAUSE, minTimeOf = () => 0, admit = admitAtOnce }: SeatBotsOptions<Spec>) {
  const matches = new Map<string, Match<Spec>>();
  return { lookAt, forget };

  /** Handles a new state, or new bots, of a match. */
  function lookAt(matchID: string, state: State, bots: Seats<Spec>) {
    const match = matches.get(matchID) ?? addMatch(matchID);
    if (match.state?._stateID === state._stateID && match.bots === bots) return;
    Object.assign(match, { state, bots, stateTime: performance.now(), refusals: 0, stuck: new Set() });
    if (match.controller && match.interruptions < MAX_INTERRUPTIONS) {
      match.interruptions += 1;
      match.controller.abort();
    }
    if (!match.isBusy) schedule(match);
  }

  /** Stops the bots of a match. The master calls it when no client is connected. */
  function forget(matchID: string) {
    const match = matches.get(matchID);
    if (!match) return;
    matches.delete(matchID);
    clearTimeout(match.timer);
    match.controller?.abort();
    runner.forget(matchID);
  }

  /** Adds a match. The caller sets its state at once. */
  function addMatch(matchID: string) {
    const match: Match<Spec> = {
      matchID, state: null as unknown as State, bots: {}, timer: undefined,
      stateTime: 0,
      isBusy: false,
      controller: null,
      interruptions: 0,
      refusals: 0,
      stuck: new Set(),
      lastPlayer: null,
    };
    matches.set(matchID, match);
    return match;
  }

  function schedule(match: Match<Spec>) {
    clearTimeout(match.timer);
    const playerID = nextPlayer(match);
    if (playerID !== undefined) match.timer = setTimeout(() => play(match), Math.min(pauseOf(match.matchID, match.state), timeFor(match, playerID) ?? Infinity));
  }

  function timeFor({ state }: Match<Spec>, playerID: string) {
    return timeShare(state.ctx.clock, playerID, now);
  }

  /** Returns the player whose bot acts next. Active bots take turns. */
  function nextPlayer({ state, bots, stuck, lastPlayer }: Match<Spec>): string | undefined {
    const able = Object.keys(bots).filter((playerID) => !stuck.has(playerID) && isActive(state.ctx, playerID));
    // `indexOf` returns -1 if nobody has acted.
    return able[(able.indexOf(lastPlayer!) + 1) % able.length];
  }

  async function play(match: Match<Spec>) {
    const { state, matchID } = match;
    // The timer only runs if there is one.
    const playerID = nextPlayer(match)!;
    match.isBusy = true;
    try {
      const failure = await attempt(match, playerID);
      if (failure && isUnchanged(match, state)) await handleFailure(match, playerID, failure);
    } catch (thrown) {
      // A callback of the caller threw. The match continues without this bot.
      match.stuck.add(playerID);
      reportUncaught(thrown);
    }
    match.isBusy = false;
    match.lastPlayer = playerID;
    if (matches.get(matchID) === match) schedule(match);
  }

  /** Returns `true` if a client is still connected and the state has not changed. */
  function isUnchanged(match: Match<Spec>, state: State) {
    return match.state === state && matches.get(match.matchID) === match;
  }

  /** Searches and acts. Returns the reason if the bot failed. */
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

  /** Returns the bot's action with its state. The state may be a later one, because `admit` waits. */
  async function think(match: Match<Spec>, playerID: string) {
    const { matchID, bots, stateTime } = match;
    const controller = new AbortController();
    const { signal } = match.controller = controller;
    const search = async () => {
      const done = await admit(matchID, signal);
      const held: Promise<unknown>[] = [];
      try {
        const { _stateID: stateID } = match.state;
        const state = jsonCopy(viewFor(match, playerID));
        const hold = (playing: Promise<unknown>) => held.push(playing);
        const observer = inspector();
        const begun = performance.now();
        let progress: BotProgress | undefined;
        const onProgress = observer ? (latest: BotProgress) => { progress = latest; } : undefined;
        const { action } = await runner.think({ matchID, playerID, spec: bots[playerID], state, time: timeFor(match, playerID) }, { signal, hold, onIdle: done, onProgress });
        const { iterations, candidates = [] } = progress ?? {} as Partial<BotProgress>;
        observer?.searched({ matchID, playerID, action: jsonCopy(action), milliseconds: performance.now() - begun, iterations, candidates });
        return { action, stateID };
      } finally {
        Promise.all(held).then(done);
      }
    };
    try {
      const latest = performance.now() + (timeFor(match, playerID) ?? Infinity);
      return await paced(search(), { until: Math.min(stateTime + minTimeOf(matchID, playerID), latest), signal });
    } finally {
      match.controller = null;
      if (!signal.aborted) match.interruptions = 0;
    }
  }

  function viewFor({ matchID, state }: Match<Spec>, playerID: string): State {
    return viewOf(playerID, { type: 'update', args: [matchID, state] }).args[1];
  }

  /** Handles a bot's failure. A refused action may have been chosen by chance, so the bot gets more tries. */
  async function handleFailure(match: Match<Spec>, playerID: string, { action, reason }: Reason) {
    if (action !== undefined && (match.refusals += 1) < MAX_REFUSALS) return;
    const { matchID } = match;
    const fallback = await playFallback(match, playerID, !hasEndedWorker(reason));
    if (fallback === null) match.stuck.add(playerID);
    // A player who can do nothing while others act waits as a person would.
    if (fallback === null && isIdle(reason) && mayOthersAct(match)) return;
    onFailure({ matchID, playerID, action, reason, standIn: fallback });
  }

  function mayOthersAct({ state: { ctx }, stuck }: Match<Spec>) {
    return Object.keys(ctx.activePlayers ?? {}).some((playerID) => !stuck.has(playerID) && isActive(ctx, playerID));
  }

  async function playFallback(match: Match<Spec>, playerID: string, canBeAsked: boolean) {
    const { matchID, state } = match;
    const view = canBeAsked ? () => viewFor(match, playerID) : undefined;
    for (const action of fallbackActions(rulesOf(game), view, playerID)) {
      await act(action, state._stateID, matchID, playerID);
      if (!isUnchanged(match, state)) return action;
    }
    return null;
  }
}

async function admitAtOnce() {
  return () => {};
}

/**
 * Settles like a promise, but not before a given time, so that people can follow a bot. A signal ends the wait, and the result rejects with
 * its reason.
 *
 * @param how.until the time, by `performance.now`
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
