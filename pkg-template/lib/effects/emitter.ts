import { reportUncaught } from '../util/print.js';
import { Store } from './store.js';
import type { EffectInfo } from '../../types/effects.js';
import type { EffectsEmitter as Emitter, EffectsOptions } from '../../types/effects-plugin.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';

/** An effect on the timeline of an update. Times are in milliseconds. */
interface Entry {
  name: string;
  payload: unknown;
  at: number;
  duration: number;
  isBegun: boolean;
  isEnded: boolean;
}

/** Effects of one update of the state. */
interface Run {
  entries: Entry[];
  /** Number of the last action with effects, and the moment at which it begins. */
  action: number | null;
  offset: number;
  /** `true` if the state has arrived. In React it comes after the effects. */
  hasState: boolean;
  timers: ReturnType<typeof setTimeout>[];
}

/** Listener of the effects of a name. */
interface Subscription {
  name: string;
  onStart: ForeignFunction | undefined;
  onEnd: ForeignFunction | undefined;
}

/**
 * Plays the effects of a client over time, as the emitter of bgio-effects does: the effects of an update begin at their moments, and the next update
 * begins the remaining ones at once.
 *
 * @example
 * const emitter = EffectsEmitter(client);
 * emitter.on('explode', (payload, state) => { … });
 */
export function EffectsEmitter<State>(
  client: { subscribe(fn: (state: State) => void): () => void, onEffect(name: '*', listener: (data: any, info: EffectInfo) => void | (() => void)): () => void, getState(): State },
  options: EffectsOptions = {},
): Emitter<State> {
  const player = new EffectsPlayer(client.getState(), options);
  client.subscribe((state) => player.update(state));
  client.onEffect('*', (data, info) => player.add(data, info));
  return player;
}

/** The emitter, with the methods by which it gets states and effects. */
export class EffectsPlayer implements Emitter {
  readonly size = new Store(0);
  readonly state: Store<Foreign>;
  #latest: Foreign;
  #subscriptions = new Set<Subscription>();
  #speed: number;
  #isLate: boolean;
  /** Effects that begin in the next tick. */
  #next: Run | null = null;
  #current: Run | null = null;

  constructor(state: Foreign, { speed = 1, updateStateAfterEffects = false }: EffectsOptions) {
    this.state = new Store(state);
    this.#latest = state;
    this.#speed = speed;
    this.#isLate = updateStateAfterEffects;
  }

  readonly on = (name: string, onStart?: ForeignFunction, onEnd?: ForeignFunction) => {
    const subscription = { name, onStart, onEnd };
    this.#subscriptions.add(subscription);
    return () => { this.#subscriptions.delete(subscription); };
  };

  readonly clear = () => {
    this.#end((entry) => entry.isBegun);
    this.state.set(this.#latest);
  };

  readonly flush = () => {
    this.#end(() => true);
    this.state.set(this.#latest);
  };

  /** Shows the newest state. The effects go on. */
  readonly showLatest = () => this.state.set(this.#latest);

  /** Takes the newest state. A first state, and one that follows a lost match, has no effects. */
  update(state: Foreign) {
    const before = this.#latest;
    if (state === before) return;
    const [from, to] = [before?._stateID, state?._stateID];
    if (from === undefined || to === undefined || to < from) this.clear();
    else if (to > from) this.#open(true);
    this.#latest = state;
    if (!this.#isLate || !(this.#next ?? this.#current)) this.state.set(state);
  }

  /** Adds an effect to the update that is about to begin. Returns a function that takes it back. */
  add(payload: unknown, { name, action, at, duration }: EffectInfo) {
    const run = this.#open(false);
    const end = run.entries.pop()!;
    if (run.action !== null && run.action !== action) run.offset = end.at;
    run.action = action;
    const entry = makeEntry(name, payload, run.offset + at / this.#speed, duration / this.#speed);
    run.entries.push(entry, { ...end, at: Math.max(end.at, entry.at + entry.duration) });
    this.#count();
    return () => {
      run.entries = run.entries.filter((one) => one !== entry || one.isBegun);
      this.#count();
    };
  }

  /** Stops without calling listeners. */
  stop() {
    for (const run of [this.#current, this.#next]) run?.timers.forEach((timer) => clearTimeout(timer));
    [this.#current, this.#next] = [null, null];
  }

  /** Returns the run that is about to begin. */
  #open(hasState: boolean): Run {
    if (this.#next && !(hasState && this.#next.hasState)) {
      this.#next.hasState ||= hasState;
      return this.#next;
    }
    this.flush();
    const run: Run = { entries: [makeEntry('effects:start'), makeEntry('effects:end')], action: null, offset: 0, hasState, timers: [] };
    this.#next = run;
    this.#count();
    // Later effects of this tick belong to it, and React renders the state first.
    run.timers.push(setTimeout(() => this.#begin(run), 0));
    return run;
  }

  #begin(run: Run) {
    [this.#current, this.#next] = [run, null];
    for (const entry of [...run.entries].sort((one, other) => one.at - other.at)) {
      this.#after(run, entry.at, () => this.#start(entry));
      this.#after(run, entry.at + entry.duration, () => this.#finish(entry));
    }
    this.#note(run);
  }

  #after(run: Run, delay: number, fn: () => void) {
    if (this.#current !== run) return;
    if (delay <= 0) {
      fn();
      return;
    }
    run.timers.push(setTimeout(() => {
      fn();
      this.#note(run);
    }, delay));
  }

  /** Shows the progress of a run. */
  #note(run: Run) {
    if (this.#current !== run) return;
    if (run.entries.every(({ isEnded }) => isEnded)) {
      this.#current = null;
      this.state.set(this.#latest);
    }
    this.#count();
  }

  /** Ends the present effects at once: begins those that have not begun and that `begins` returns `true` for. */
  #end(begins: (entry: Entry) => boolean) {
    const entries = [this.#current, this.#next].flatMap((run) => run?.entries ?? []);
    this.stop();
    const ended = entries.filter(begins);
    for (const entry of ended) this.#start(entry);
    for (const entry of ended) this.#finish(entry);
    this.#count();
  }

  #start(entry: Entry) {
    if (entry.isBegun) return;
    entry.isBegun = true;
    this.#call('onStart', entry);
  }

  #finish(entry: Entry) {
    if (entry.isEnded) return;
    entry.isEnded = true;
    this.#call('onEnd', entry);
  }

  #call(method: 'onStart' | 'onEnd', { name, payload }: Entry) {
    for (const subscription of [...this.#subscriptions]) {
      if (!this.#subscriptions.has(subscription)) continue;
      try {
        if (subscription.name === '*') subscription[method]?.(name, payload, this.#latest);
        else if (subscription.name === name) subscription[method]?.(payload, this.#latest);
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  #count() {
    this.size.set([this.#current, this.#next].flatMap((run) => run?.entries ?? []).filter(({ isBegun }) => !isBegun).length);
  }
}

function makeEntry(name: string, payload: unknown = undefined, at = 0, duration = 0): Entry {
  return { name, payload, at, duration, isBegun: false, isEnded: false };
}
