import { EngineCache } from '../game/engine-cache.js';
import { boundedCache } from '../util/bounded-cache.js';
import type { Client } from '../client/client.js';
import type { Game, LogEntry, State } from '../../types/game.js';
import type { PanelAccess } from '../../types/debug.js';
import type { Report } from './report.js';
import type { ClientEntry } from './session.js';

type Origin = ReturnType<ClientEntry['origin']>;

/** An earlier state, or the reason why it cannot be shown. */
export type Earlier = { state: State, why?: undefined } | { state?: undefined, why: string };

const WAITS = 'The match has not arrived yet.';
const IN_PARTS = 'Parts of the log have not arrived yet.';
const UNKNOWN = 'This page cannot compute it: moves depend on secrets or random numbers that it does not have. It can show states that were shown while the '
  + 'panel was open.';

/** Maximum time that a replay takes from the page at once, in milliseconds. */
const SLICE = 8;
/** Maximum number of states that a replay keeps. */
const MOST_CHECKPOINTS = 100;
/** Number of the last states that were shown. */
const MOST_SHOWN = 50;

/** A place in the log. */
interface Place {
  /** Number of log entries before it. */
  length: number;
  /** The last of them. A log that goes on has it at the same index. */
  last: LogEntry | undefined;
}

/** A state on the way of a replay. */
interface Checkpoint extends Place {
  state: State;
}

/** A replay in progress. */
interface Run extends Checkpoint {
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Replays the match of a client once, in slices of time, and keeps states on the way, from which it goes on to the state after any entry. */
export class Replay {
  #entry: ClientEntry;
  /** The checkpoints in order. The first one is the origin. */
  #checkpoints: Checkpoint[] = [];
  /** Number of log entries between two checkpoints. */
  #distance = 1;
  /** Number of log entries after which the replay has led to the match's own state; 0 if it has never. */
  #provenLength = 0;
  #run: Run | null = null;
  #engine: EngineCache | null = null;
  #waiting: { index: number, done: (earlier: Earlier) => void } | null = null;
  #shown = boundedCache<number, State>(MOST_SHOWN);

  constructor(entry: ClientEntry) {
    this.#entry = entry;
  }

  /** Calls `done` with the state after an entry of the log: at once, or when the match is replayed, unless another one is asked for meanwhile. */
  find(index: number, done: (earlier: Earlier) => void): void {
    this.cancel();
    const { client, access, state } = this.#entry;
    const seen = this.#entry.seenAfter(this.#log, index);
    if (seen) return done({ state: seen });
    if (!state) return done({ why: WAITS });
    if (!client.isLogComplete) return done({ why: IN_PARTS });
    const origin = this.#entry.origin();
    if (index < origin.length) return done({ why: UNKNOWN });
    if (!this.#isStillReplayed(origin)) this.#begin(origin);
    if (index < this.#provenLength) return done(this.#earlier(index, access));
    this.#waiting = { index, done };
    if (!this.#run) this.#continue();
    return undefined;
  }

  /** Forgets the state that was asked for last. */
  cancel(): void {
    this.#waiting = null;
  }

  dispose(): void {
    this.cancel();
    this.#end();
    this.#engine?.free();
    this.#engine = null;
  }

  get #log(): readonly LogEntry[] {
    return this.#entry.state?.log ?? [];
  }

  get #newest(): Checkpoint {
    return this.#checkpoints.at(-1)!;
  }

  #isStillReplayed(origin: Origin) {
    const [first] = this.#checkpoints;
    if (!first || first.length !== origin.length || first.state._stateID !== origin.state._stateID) return false;
    const { length, last } = this.#run ?? this.#newest;
    return length === origin.length || isSameEntry(this.#log[length - 1], last);
  }

  #begin(origin: Origin) {
    this.#end();
    this.#checkpoints = [{ ...origin, last: undefined }];
    this.#distance = 1;
    this.#provenLength = 0;
    this.#shown = boundedCache(MOST_SHOWN);
  }

  /** Goes on from the newest checkpoint. */
  #continue() {
    this.#run = { ...this.#newest, timer: undefined };
    this.#advance(this.#run);
  }

  #advance(run: Run) {
    const until = performance.now() + SLICE;
    try {
      while (run.length < this.#log.length) {
        if (performance.now() > until) {
          run.timer = setTimeout(() => this.#advance(run));
          return;
        }
        this.#step(run);
      }
      // The next replay goes on from here.
      if (run.length > this.#newest.length) this.#keep(run);
      // The last state is known: without the same random numbers and secrets, the replay leads elsewhere.
      const { access, state } = this.#entry;
      if (isSame(run.state, access.whole() ?? state!)) this.#provenLength = run.length;
    } catch {
      // A log may have actions that this page cannot replay.
    }
    this.#finish();
  }

  #step(run: Run) {
    const entry = this.#log[run.length];
    run.state = this.#after(run.state, entry);
    run.length += 1;
    run.last = entry;
    const isEndOfAction = this.#log[run.length]?._stateID !== entry._stateID;
    if (isEndOfAction && run.length - this.#newest.length >= this.#distance) this.#keep(run);
  }

  /** Keeps a checkpoint. Drops every second one if there are too many. */
  #keep({ length, last, state }: Run) {
    this.#checkpoints.push({ length, last, state });
    if (this.#checkpoints.length <= MOST_CHECKPOINTS) return;
    this.#distance *= 2;
    this.#checkpoints = this.#checkpoints.filter((_, i) => i % 2 === 0);
  }

  #finish() {
    this.#end();
    const waiting = this.#waiting;
    this.cancel();
    waiting?.done(waiting.index < this.#provenLength ? this.#earlier(waiting.index, this.#entry.access) : { why: UNKNOWN });
  }

  #end() {
    clearTimeout(this.#run?.timer);
    this.#run = null;
  }

  #earlier(index: number, access: PanelAccess): Earlier {
    try {
      const state = this.#shown.get(index) ?? this.#shown.keep(index, this.#stateAfter(index));
      const { client, playerID } = this.#entry;
      return { state: client.transport ? { ...state, G: access.viewOf(state, playerID) } : state };
    } catch {
      return { why: UNKNOWN };
    }
  }

  #stateAfter(index: number): State {
    const { state, length } = this.#checkpoints.filter((checkpoint) => checkpoint.length <= index + 1).at(-1)!;
    return this.#log.slice(length, index + 1).reduce((before, entry) => this.#after(before, entry), state);
  }

  /** Returns the state after the action of an entry, at its moment. Automatic entries follow from others. */
  #after(state: State, { action, automatic, time, lag = 0 }: LogEntry): State {
    if (automatic) return state;
    this.#engine ??= new EngineCache(this.#entry.client.game as Game);
    const outcome = this.#engine.apply(state, action, undefined, time === undefined ? undefined : { now: time, lag });
    if ('thrown' in outcome) throw outcome.thrown;
    return outcome.state ?? state;
  }
}

/** Returns a client in this page with the match of a file. Its log starts with the match if the page can replay it; otherwise at its last state. */
export function replayOf(access: PanelAccess, { initialState, state, log }: Report): { client: Client<Game, unknown>, isComplete: boolean } {
  const client = access.fork(initialState as State);
  try {
    for (const entry of log) replayEntry(client, entry);
    if (isSame(stored(client), state)) return { client, isComplete: true };
  } catch {
    // A file may contain any action.
  }
  client.dispose();
  return { client: access.fork(state as State), isComplete: false };
}

/** Returns the index of the last entry of the action that an entry belongs to: hooks and events of an action add entries of their own. */
export function lastOfAction(log: readonly LogEntry[], index: number): number {
  let last = index;
  while (log[last + 1]?._stateID === log[index]._stateID) last += 1;
  return last;
}

/** Makes the action of an entry. Automatic ones follow from others. */
function replayEntry(client: Client<Game, unknown>, { action, automatic }: LogEntry) {
  if (!automatic) client.store.dispatch(action);
}

function isSameEntry(one: LogEntry | undefined, other: LogEntry | undefined) {
  return one === other || (one?._stateID === other?._stateID && JSON.stringify(one?.action) === JSON.stringify(other?.action));
}

function stored(client: Client<Game, unknown>): State {
  return client.store.getState() as State;
}

function isSame(one: Pick<State, 'G' | 'ctx'>, other: Pick<State, 'G' | 'ctx'>) {
  return JSON.stringify([one.G, one.ctx]) === JSON.stringify([other.G, other.ctx]);
}
