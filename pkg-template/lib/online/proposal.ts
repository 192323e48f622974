import { ADMITTED_LOADED, ADMITTED_YES, ANNOUNCEMENT_NOTHING, GAME_THREW, REFUSAL_INVALID_MOVE } from '../engine/codes.js';
import { Draws } from '../engine/match-host.js';
import { boundedCache } from '../util/bounded-cache.js';
import { copyOf } from './protocol/limited-copy.js';
import { whyUnserializable } from '../util/serializable.js';
import { sizeOfLog } from './match-log.js';
import { replayable } from './replay-entries.js';
import { ledgerOfNumbers } from './storage/stored-codec.js';
import { historyAfter } from './stored-history.js';
import type { Slot } from '../game/engine-states.js';
import type { LogEntry, PlayerID } from '../../types/game.js';
import type { RondelError } from '../util/error.js';
import type { Conclusion, MatchHost, Refusal } from '../engine/match-host.js';
import type { Ledger, Refused } from './storage/stored-codec.js';
import type { MasterAction } from './match-engine.js';
import type { StoredEntry } from './replay-entries.js';
import type { StoredState } from './stored-states.js';

/** A state that an action has led to, with what it adds to the log. */
export type MadeState = StoredState & { deltalog: LogEntry[] };

/** A refusal that is remembered in the ledger. Clients are sent it as an `ActionError`, whose types are those of the engine and of masters. */
export type Remembered = { type: string, message: string, payload?: unknown };

interface Options {
  bounds?: Bounds;
  /** `true` if the log keeps the data to replay an action. */
  keepsReplay: boolean;
  /** Has the engine load a state, and returns what is wrong with it. */
  load: (state: StoredState) => Refusal | undefined;
}

/** The log of the match has no space for what an action adds to it. */
const LOG_FULL = { type: 'match/log_full', message: 'the log of the match is full: nobody can act in it any more' };

/** How much of the payload of a game's refusal is remembered. */
const PAYLOAD = { values: 1000, text: 10_000, longest: 10_000 };

/** The refusal of an action in which the game has thrown something. */
export const THREW = { type: REFUSAL_INVALID_MOVE, message: GAME_THREW };

/** How many bytes may be added to the log, the random numbers that are drawn first, and the present moment: `NaN` if the clock does not run. */
export type Bounds = { logSpace: number, known: readonly number[], now: number };

const UNBOUNDED: Bounds = { logSpace: Infinity, known: [], now: NaN };

/**
 * The outcome of an action at a master, and the callbacks of the engine that computes it. There are four outcomes:
 * - `done`: the master stores the new state with the `ledger`.
 * - an `error`: the action is refused. If there is a `ledger`, the master stores it with the unchanged state.
 * - `refused`: the author is not a player of the match, and receives these refusals.
 * - nothing: the master sends the same acknowledgement again.
 */
export class Proposal {
  /** The state before the action. */
  declare state: StoredState;
  /** The action. It is not read without one: no state is admitted then. */
  declare action: MasterAction;
  /** The random numbers that it draws securely. */
  declare draws: Draws;
  /** The present moment. */
  declare now: number;
  /** The state that it has led to. */
  done: MadeState | undefined = undefined;
  /** The entries that it adds to the stored log if it is done. */
  deltalog: StoredEntry[] | undefined = undefined;
  /** About how many bytes it adds to the log. */
  logged = 0;
  ledger: Ledger | undefined = undefined;
  error: Remembered | undefined = undefined;
  /** Code of the message that is sent after storing, and of its recipients. */
  announcement: number = ANNOUNCEMENT_NOTHING;
  refused: Refused[] | undefined = undefined;
  /** IDs of leaves, by the player who leaves the match with this action. */
  left: Record<PlayerID, string> | undefined = undefined;
  /** The value that the game has thrown. */
  thrown: { error: unknown } | undefined = undefined;
  /** The engine's slot of the state that will be stored. */
  slot: Slot | undefined = undefined;
  #logSpace: number;
  #keepsReplay: boolean;
  #load: Options['load'];

  /** @param action null if it makes no sense */
  constructor(state: StoredState, action: MasterAction | null, { bounds: { logSpace, known, now } = UNBOUNDED, keepsReplay, load }: Options) {
    this.state = state;
    this.action = action as MasterAction;
    this.#logSpace = logSpace;
    this.#keepsReplay = keepsReplay;
    this.#load = load;
    this.draws = new Draws(known);
    this.now = now;
  }

  /** Called by the engine: whether the match can go on from this state. `ADMITTED`, or the error that shows why not. */
  admit(next: MadeState, isEnd: boolean) {
    const { type } = this.action;
    next._history = historyAfter(this.state, next, { type, isEnd });
    const isStep = type === 'UNDO' || type === 'REDO';
    // After an undo the engine does not know the step below.
    const error = (isStep ? this.#load(next) : undefined) ?? this.#obstacle(next);
    if (error) return error;
    this.done = next;
    return isStep ? ADMITTED_LOADED : ADMITTED_YES;
  }

  /** Returns the refusal of a state that cannot be serialised: it is the game's mistake, like an exception. */
  #obstacle(next: MadeState): Refusal | undefined {
    const obstacle = obstacleToSending(next);
    if (obstacle) {
      this.thrown = { error: obstacle };
      return THREW;
    }
    const deltalog = this.#kept(next);
    const logged = sizeOfLog(deltalog);
    if (logged > 0 && logged > this.#logSpace) return LOG_FULL;
    this.deltalog = deltalog;
    this.logged = logged;
    return undefined;
  }

  #kept({ deltalog }: MadeState): StoredEntry[] {
    if (!this.#keepsReplay) return deltalog;
    const { numbers } = this.draws;
    return replayable(this.state, { deltalog, action: this.action, drawn: numbers.length > 0 ? numbers : undefined });
  }

  /** A refusal as it is remembered: the engine has shortened its message, and the game's payload is checked here. */
  remembered({ type, message, payload }: Refusal): Partial<Remembered> {
    const error = { type, message };
    if (payload === undefined) return error;
    try {
      return { ...error, payload: copyOf(payload, PAYLOAD) };
    } catch {
      return error;
    }
  }

  /** The game has thrown something, or the match cannot go on from the state that it has made. */
  fail(error: unknown) {
    this.thrown = { error };
    this.done = undefined;
    this.deltalog = undefined;
    this.logged = 0;
    this.ledger = undefined;
    this.announcement = ANNOUNCEMENT_NOTHING;
  }

  /** Called by the engine with what it has decided. */
  conclude({ announcement, error, first, last, ledger }: Conclusion, host: MatchHost) {
    this.announcement = announcement;
    this.error = error;
    if (ledger.length > 0) this.ledger = ledgerOfNumbers(ledger, host);
    // An author who is no player of the match.
    if (last > 0) this.refused = Array.from({ length: last - first + 1 }, (_, i): Refused => [first + i, error]);
  }

  refuse(error: Remembered) {
    this.error = error;
  }
}

/** Returns an error if an argument in the log entries of an action cannot be serialized. The host checks the rest (`asStored`). */
function obstacleToSending({ deltalog }: { deltalog: LogEntry[] }): RondelError | undefined {
  return deltalog.every(hasPlainArguments) ? undefined : whyUnserializable(deltalog);
}

/** Arguments of clients are a list, which was text before. Arguments of calls in a game's code may be anything. */
function hasPlainArguments({ action: { payload: { args } } }: LogEntry) {
  return args === true || Array.isArray(args);
}

/** Maximum number of matches that `RefusedDraws` remembers. */
const MOST_MATCHES = 1000;
/** Maximum number of random numbers for each of them. */
const MOST_NUMBERS = 1000;

/**
 * Random numbers of actions that the game refused or threw in. The next action in the same state of the match draws the same numbers: a
 * player cannot try again until the dice are better.
 */
export class RefusedDraws {
  /** Refused draws by match. */
  #noted = boundedCache<string, { stateID: number, numbers: readonly number[] }>(MOST_MATCHES);

  /** Returns the numbers that an action in this state draws first. */
  of(matchID: string, { _stateID }: StoredState): readonly number[] {
    const noted = this.#noted.get(matchID);
    return noted !== undefined && noted.stateID === _stateID ? noted.numbers : [];
  }

  /**
   * Remembers the numbers of a refused action.
   *
   * @param drawn begins with the numbers that `of` has returned
   */
  note(matchID: string, state: StoredState, drawn: readonly number[]) {
    const known = this.of(matchID, state);
    if (drawn.length <= known.length) return;
    this.#noted.keep(matchID, { stateID: state._stateID, numbers: drawn.slice(0, MOST_NUMBERS) });
  }
}
