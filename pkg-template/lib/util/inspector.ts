import { reportUncaught } from './print.js';
import { ifRejected } from './promise.js';
import type { Handle } from '../../types/client.js';
import type { ActionError } from '../../types/game.js';
import type { Inspect, InspectedAction, InspectEvent, InspectSource } from '../../types/inspect.js';

/** The fields that an inspector adds to each event. */
type Common = 'version' | 'time' | 'source';
// Distributes over the union.
type WithoutCommon<Event> = Event extends unknown ? Omit<Event, Common> : never;

/** An event without the fields that all have. */
export type NewEvent = WithoutCommon<InspectEvent>;

/** A place in the queue, with the source as it was then. */
export interface Mark {
  readonly position: number;
  readonly source: InspectSource;
}

/** `isRunning` is `true` while an `inspect` of this page or process runs. */
export const inspection = { isRunning: false };

let count = 0;

/** Calls the `inspect` of one client. Events wait in a queue until the running code has returned. */
export class Inspector {
  #inspect: Inspect;
  #sourceOf: () => Omit<InspectSource, 'name'>;
  #number = (count += 1);
  #queue: InspectEvent[] = [];
  #hasThrown = false;

  constructor(inspect: Inspect, sourceOf: () => Omit<InspectSource, 'name'>) {
    [this.#inspect, this.#sourceOf] = [inspect, sourceOf];
  }

  /** Returns the end of the queue. */
  mark(): Mark {
    const source = this.#sourceOf();
    return { position: this.#queue.length, source: { ...source, name: `${source.kind} ${this.#number}` } };
  }

  /** Adds an event, at the end of the queue by default. Drops the actions that an `inspect` attempts: they would lead to events without end. */
  add(event: NewEvent, { position, source } = this.mark()) {
    if (inspection.isRunning) return;
    if (this.#queue.length === 0) queueMicrotask(this.#flush);
    this.#queue.splice(position, 0, { ...event, version: 1, time: Date.now(), source } as InspectEvent);
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
      ifRejected(this.#inspect(event), this.#report);
    } catch (error) {
      this.#report(error);
    }
  }

  #report = (error: unknown) => {
    if (!this.#hasThrown) reportUncaught(error);
    this.#hasThrown = true;
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
