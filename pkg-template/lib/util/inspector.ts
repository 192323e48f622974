import { reportUncaught } from './print.js';
import type { Inspect, InspectEvent, InspectSource } from '../../types/inspect.js';

/** The fields that an inspector adds to each event. */
type Common = 'version' | 'time' | 'source';
// Distributes over the union.
type WithoutCommon<Event> = Event extends unknown ? Omit<Event, Common> : never;

/** An event without the fields that all have. */
export type NewEvent = WithoutCommon<InspectEvent>;

/** `isRunning` is `true` while an `inspect` of this page or process runs. */
export const inspection = { isRunning: false };

let count = 0;

/** Calls the `inspect` of one client or master. Events wait in a queue until the current task has ended. */
export class Inspector {
  #inspect: Inspect;
  #sourceOf: () => Omit<InspectSource, 'name'>;
  #number = (count += 1);
  #queue: InspectEvent[] = [];
  #hasThrown = false;

  constructor(inspect: Inspect, sourceOf: () => Omit<InspectSource, 'name'>) {
    [this.#inspect, this.#sourceOf] = [inspect, sourceOf];
  }

  /** Number of events that wait. */
  get length() {
    return this.#queue.length;
  }

  /** Adds an event, at the end of the queue or at `position`. Actions that an `inspect` attempts are no events: they would lead to more without end. */
  add(event: NewEvent, position = this.#queue.length) {
    if (inspection.isRunning) return;
    const source = this.#sourceOf();
    const whole = { ...event, version: 1, time: Date.now(), source: { ...source, name: `${source.kind} ${this.#number}` } } as InspectEvent;
    if (this.#queue.length === 0) queueMicrotask(this.#flush);
    this.#queue.splice(position, 0, whole);
  }

  #flush = () => {
    const events = this.#queue;
    this.#queue = [];
    inspection.isRunning = true;
    try {
      for (const event of events) this.#call(event);
    } finally {
      inspection.isRunning = false;
    }
  };

  #call(event: InspectEvent) {
    try {
      this.#inspect(event);
    } catch (error) {
      if (!this.#hasThrown) reportUncaught(error);
      this.#hasThrown = true;
    }
  }
}

/** Returns the length of a message as JSON; `undefined` if it is not JSON. */
export function sizeOf(message: unknown): number | undefined {
  if (typeof message === 'string') return message.length;
  try {
    return JSON.stringify(message)?.length;
  } catch {
    return undefined;
  }
}
