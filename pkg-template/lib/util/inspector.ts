import { reportUncaught } from './print.js';
import { ifRejected } from './promise.js';
import type { Handle } from '../../types/client.js';
import type { ActionError } from '../../types/game.js';
import type { InspectedAction, InspectEvent, InspectSource, MasterEvent, MasterSource } from '../../types/inspect.js';

/** The fields that an inspector adds to each event. */
type Common = 'version' | 'time' | 'source';
// Distributes over the union.
type WithoutCommon<Event> = Event extends unknown ? Omit<Event, Common> : never;

/** An event without the fields that all have. */
export type NewEvent = WithoutCommon<InspectEvent>;
export type NewMasterEvent = WithoutCommon<MasterEvent>;

type AnySource = InspectSource | MasterSource;
/** Its events are those of one kind of source. */
export type Subscriber = (event: never) => unknown;

/** A place in the queue, with the source as it was then. */
export interface Mark<Source> {
  readonly position: number;
  readonly source: Source;
}

/** `isRunning` is `true` while an `inspect` of this page or process runs. */
export const inspection = { isRunning: false };

let count = 0;

/**
 * Passes the events of one client or master to its subscribers, such as the option `inspect`. Events wait in a queue until the running code
 * has returned.
 */
export class Inspector<Source extends AnySource = InspectSource> {
  #subscribers = new Set<Subscriber>();
  #hasThrown = new WeakSet<Subscriber>();
  #name: string;
  #sourceOf: () => Omit<Source, 'name'>;
  #queue: unknown[] = [];

  /** @param sourceOf returns the source of an event that names none */
  constructor(kind: Source['kind'], sourceOf: () => Omit<Source, 'name'>) {
    this.#name = `${kind} ${count += 1}`;
    this.#sourceOf = sourceOf;
  }

  /** Returns `true` if nobody receives the events. */
  get isIdle() {
    return this.#subscribers.size === 0;
  }

  /** Calls `fn` with each event. Returns a function that ends this. */
  subscribe(fn: Subscriber) {
    this.#subscribers.add(fn);
    return () => { this.#subscribers.delete(fn); };
  }

  /** Returns the end of the queue. */
  mark(source: Omit<Source, 'name'> = this.#sourceOf()): Mark<Source> {
    return { position: this.#queue.length, source: { ...source, name: this.#name } as Source };
  }

  /** Adds an event, at the end of the queue by default. Drops the actions that a subscriber attempts: they would lead to events without end. */
  add(event: Source extends MasterSource ? NewMasterEvent : NewEvent, { position, source } = this.mark()) {
    if (inspection.isRunning) return;
    if (this.#queue.length === 0) queueMicrotask(this.#flush);
    this.#queue.splice(position, 0, { ...event, version: 1, time: Date.now(), source });
  }

  #flush = () => {
    const events = this.#queue;
    this.#queue = [];
    inspection.isRunning = true;
    try {
      for (const event of events) for (const subscriber of [...this.#subscribers]) this.#call(subscriber, event);
    } finally {
      inspection.isRunning = false;
    }
  };

  #call(subscriber: Subscriber, event: unknown) {
    const report = (error: unknown) => {
      if (!this.#hasThrown.has(subscriber)) reportUncaught(error);
      this.#hasThrown.add(subscriber);
    };
    try {
      ifRejected(subscriber(event as never), report);
    } catch (error) {
      report(error);
    }
  }
}

/** An owner of an inspector, which exists while somebody receives its events. */
interface Inspected<Watcher> {
  inspector: Watcher | null;
}

/**
 * Calls `fn` with the events of an owner. Returns a function that ends this.
 *
 * @param make creates the inspector for the first subscriber
 */
export function subscribeTo<Fn, Watcher extends { readonly isIdle: boolean, subscribe(fn: Fn): () => void }>(owner: Inspected<Watcher>, make: () => Watcher, fn: Fn): () => void {
  const inspector = (owner.inspector ??= make());
  const end = inspector.subscribe(fn);
  return () => {
    end();
    if (inspector.isIdle && owner.inspector === inspector) owner.inspector = null;
  };
}

/** Returns the length of data as JSON; `undefined` if they are not JSON. */
export function sizeOf(data: unknown): number | undefined {
  try {
    return JSON.stringify(data)?.length;
  } catch {
    return undefined;
  }
}

/** Returns the event of an action, by the status of its handle. */
export function outcomeOf(action: InspectedAction, status: Handle['status'], error: ActionError | null | undefined): NewEvent {
  if (error) return { type: 'refusal', action, error };
  return status === 'confirmed' ? { type: 'action', action } : { type: 'prediction', action, isShown: status === 'predicted' };
}
