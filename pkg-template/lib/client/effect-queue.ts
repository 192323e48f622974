import { reportUncaught } from '../util/print.js';
import { follow } from './follow.js';
import type { EffectInfo, EffectListener, EffectQueueOptions } from '../../types/effects.js';
import type { Followable } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';

/** Default of `limit`. */
const LIMIT = 5000;
/** Longest delay of a timer, in milliseconds. A longer one would end at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Members of a client that its effect queue uses. */
export interface Emitting<S> extends Followable<S> {
  onEffect(name: '*', listener: EffectListener): () => void;
}

interface Subscription {
  name: string;
  listener: EffectListener;
}

/** An effect that has not ended. */
interface Paced {
  data: unknown;
  info: EffectInfo;
  isBegun: boolean;
  /** `true` if it has ended or was taken back. */
  isOver: boolean;
  /** Timers of its beginning and its end. */
  timers: Timer[];
  /** Functions of listeners that take it back. */
  undo: (() => void)[];
}

/** Effects of one action. */
interface Group {
  action: number;
  effects: Paced[];
}

/** A state that is held back. */
interface Held {
  state: Foreign;
  /** Ends the waiting. */
  timer: Timer;
}

/** Values of `useEffectQueue`. */
interface Snapshot {
  state: Foreign;
  playing: boolean;
}

type Timer = ReturnType<typeof setTimeout>;

const queues = new WeakMap<object, EffectQueue>();

/** Returns the effect queue that all components of a client share. */
export function effectQueueOf(client: Foreign): EffectQueue {
  let queue = queues.get(client);
  if (!queue) queues.set(client, queue = new EffectQueue(client));
  return queue;
}

/** Returns `true` for a client. Hooks also take their options as the first argument. */
export function isEmitting(value: Foreign): value is Emitting<Foreign> {
  return typeof value?.onEffect === 'function';
}

/**
 * Passes the effects of a client to components, after they have rendered the state of the action. While a component paces, the effects of an action
 * begin at their moments, and the next state waits until they have ended. Follows the client as long as there are components.
 */
class EffectQueue {
  #client: Foreign;
  #followed: ReturnType<typeof follow>;
  #listeners = new Set<Subscription>();
  /** Options and notification of each component that paces. */
  #pacers = new Map<() => void, EffectQueueOptions>();
  /** `false` a moment after the last of them has ended. */
  #isPacing = false;
  /** Held states, and groups of effects that have not begun, in order. */
  #items: (Held | Group)[] = [];
  #playing: Group | null = null;
  /** Largest number of an action whose effects have begun. */
  #newest = -1;
  /** The last state of the client, and the one that components show. */
  #latest: Foreign;
  #shown: Foreign;
  #seat = '';
  #snapshot: Snapshot | null = null;
  #isScheduled = false;
  /** `true` while no effect takes time. */
  #hurries = false;
  /** Ends the subscriptions to the client; `null` while there are none. */
  #end: (() => void) | null = null;

  constructor(client: Foreign) {
    this.#client = client;
    this.#followed = follow(client);
  }

  /** Subscribes a listener to the effects of a name, or to all by `'*'`. Returns a function that unsubscribes it. */
  listen(name: string, listener: EffectListener): () => void {
    const subscription = { name, listener };
    this.#listeners.add(subscription);
    this.#open();
    return () => {
      this.#listeners.delete(subscription);
      this.#close();
    };
  }

  /** Begins to hold back states, and calls `fn` when `read()` returns another value. Returns a function that ends this. */
  pace(options: EffectQueueOptions, given: () => void): () => void {
    const fn = () => given();
    this.#pacers.set(fn, options);
    this.#open();
    this.#isPacing = true;
    this.#publish();
    return () => {
      this.#pacers.delete(fn);
      this.#close();
    };
  }

  /** Returns the state that components show: the same object until it changes. */
  read(): Snapshot {
    return this.#isPacing ? this.#snapshot! : this.#note(this.#followed.read());
  }

  /** Returns the state that a server has rendered. */
  readFirst(): Snapshot {
    return this.#note(this.#followed.readFirst());
  }

  /** Ends all waiting. The remaining effects take no time. */
  readonly skip = () => {
    const before = this.#hurries;
    this.#hurries = true;
    try {
      const playing = this.#playing;
      this.#playing = null;
      for (const effect of [...playing?.effects ?? []]) {
        stop(effect);
        if (!effect.isBegun) this.#pass(effect);
      }
      for (let item = this.#items.shift(); item; item = this.#items.shift()) {
        if (isHeld(item)) this.#show(item);
        else this.#begin(item);
      }
    } finally {
      this.#hurries = before;
    }
    this.#publish();
  };

  #open() {
    if (this.#end) return;
    this.#seat = this.#seatNow();
    this.#latest = this.#shown = this.#followed.read();
    const endStates = this.#followed.subscribe(() => this.#take());
    const endEffects = this.#client.onEffect('*', (data: unknown, info: EffectInfo) => this.#add(data, info));
    const endHiding = onHidden(this.skip);
    this.#end = () => {
      endHiding();
      endEffects();
      endStates();
    };
    // The client may have started, and show another state.
    this.#take();
  }

  #close() {
    // Delayed: a component that is replaced, or mounted twice by StrictMode, must not end the animation.
    queueMicrotask(() => {
      if (this.#pacers.size > 0) return;
      this.skip();
      this.#isPacing = false;
      if (this.#listeners.size > 0) return;
      this.#end?.();
      this.#end = null;
    });
  }

  /** Takes the client's state, after a notification. */
  #take() {
    const state = this.#followed.read();
    const before = this.#latest;
    if (state === before) return;
    this.#latest = state;
    const seat = this.#seatNow();
    if (state === null || seat !== this.#seat) this.#clear();
    this.#seat = seat;
    if (!this.#isPacing || (this.#items.length === 0 && !this.#playing)) {
      this.#shown = state;
      this.#publish();
      return;
    }
    this.#items.push({ state, timer: this.#after(this.#limit(), this.skip) });
    // A refused prediction, or another match: nothing to wait for. Delayed, because the refused effects are still to be taken back.
    if (before && state._stateID < before._stateID) queueMicrotask(this.skip);
  }

  /** Adds an effect to its action. Returns a function that takes it back. */
  #add(data: unknown, info: EffectInfo) {
    const effect: Paced = { data, info, isBegun: false, isOver: false, timers: [], undo: [] };
    const group = this.#items.find((item) => !isHeld(item) && item.action === info.action) as Group | undefined;
    if (group) group.effects.push(effect);
    else this.#items.push({ action: info.action, effects: [effect] });
    this.#schedule();
    return () => {
      stop(effect);
      for (const fn of effect.undo.splice(0)) guarded(fn);
      for (const group of [this.#playing, ...this.#items]) if (group && !isHeld(group)) this.#remove(effect, group);
    };
  }

  /** Continues when components have rendered what they show. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#advance();
    });
  }

  #advance() {
    while (!this.#playing && this.#items.length > 0) {
      const item = this.#items.shift()!;
      if (isHeld(item)) {
        this.#show(item);
        const [next] = this.#items;
        if (next && !isHeld(next)) {
          // Components render the state first.
          this.#schedule();
          break;
        }
      } else {
        this.#begin(item);
      }
    }
    this.#publish();
  }

  #show({ state, timer }: Held) {
    clearTimeout(timer);
    this.#shown = state;
  }

  #begin(group: Group) {
    const effects = [...group.effects];
    // Effects that replace a prediction begin at once: their action began earlier.
    const first = group.action > this.#newest ? 0 : Math.min(...effects.map(({ info }) => info.at));
    this.#newest = Math.max(this.#newest, group.action);
    if (!this.#isPacing || this.#isInHurry()) {
      for (const effect of effects) this.#pass(effect);
      return;
    }
    if (effects.length > 0) this.#playing = group;
    // Those at the same moment in the order of the action.
    for (const effect of effects.sort((one, other) => one.info.at - other.info.at)) {
      const at = effect.info.at - first;
      this.#wait(effect, at, () => this.#pass(effect));
      this.#wait(effect, at + effect.info.duration, () => this.#remove(effect, group));
    }
  }

  /** Removes an effect that has ended. */
  #remove(effect: Paced, group: Group) {
    effect.isOver = true;
    const index = group.effects.indexOf(effect);
    if (index === -1) return;
    group.effects.splice(index, 1);
    if (group !== this.#playing || group.effects.length > 0) return;
    this.#playing = null;
    this.#schedule();
  }

  #wait(effect: Paced, delay: number, then: () => void) {
    if (effect.isOver) return;
    if (delay > 0) effect.timers.push(this.#after(delay, then));
    else then();
  }

  /** Passes an effect to the listeners. */
  #pass(effect: Paced) {
    effect.isBegun = true;
    const { data, info, undo } = effect;
    const passed = this.#isPacing && this.#isInHurry() ? Object.freeze({ ...info, duration: 0 }) : info;
    for (const subscription of [...this.#listeners]) {
      if (!this.#listeners.has(subscription) || (subscription.name !== '*' && subscription.name !== info.name)) continue;
      const fn = guarded(() => subscription.listener(data, passed));
      if (info.predicted && typeof fn === 'function') undo.push(fn);
    }
  }

  /** Forgets everything that waits, before another match or seat. */
  #clear() {
    for (const item of this.#items) if (isHeld(item)) clearTimeout(item.timer);
    for (const effect of this.#playing?.effects ?? []) stop(effect);
    this.#items = [];
    this.#playing = null;
  }

  /** Notifies the components that pace of another state. */
  #publish() {
    const before = this.#snapshot;
    if (this.#note(this.#shown) === before) return;
    for (const fn of [...this.#pacers.keys()]) if (this.#pacers.has(fn)) guarded(fn);
  }

  #note(state: Foreign): Snapshot {
    const playing = this.#isPacing && (this.#playing !== null || this.#items.length > 0);
    if (!this.#snapshot || this.#snapshot.state !== state || this.#snapshot.playing !== playing) this.#snapshot = { state, playing };
    return this.#snapshot;
  }

  #isInHurry() {
    return this.#hurries || isHidden() || [...this.#pacers.values()].some(({ reducedMotion }) => reducedMotion ?? prefersReducedMotion());
  }

  #limit() {
    return Math.min(...[...this.#pacers.values()].map(({ limit = LIMIT }) => limit));
  }

  #seatNow() {
    return JSON.stringify([this.#client.matchID, this.#client.playerID]);
  }

  #after(delay: number, fn: () => void): Timer {
    return setTimeout(fn, Math.min(delay, LONGEST_DELAY));
  }
}

function isHeld(item: Held | Group): item is Held {
  return 'state' in item;
}

function stop({ timers }: Paced) {
  for (const timer of timers) clearTimeout(timer);
}

function guarded<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    reportUncaught(error);
    return undefined;
  }
}

function isHidden() {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
}

/** Calls `fn` when the page is hidden. Browsers delay the timers of hidden pages. */
function onHidden(fn: () => void): () => void {
  if (typeof document === 'undefined') return () => {};
  const listener = () => { if (isHidden()) fn(); };
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function prefersReducedMotion() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}
