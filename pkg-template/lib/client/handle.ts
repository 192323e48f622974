import { REFUSAL_ACTION_INVALID } from '../engine/codes.js';
import { noop } from '../util/noop.js';
import { hasMembers } from '../util/objects.js';
import type { Handle as DeclaredHandle, Outcome } from '../../types/client.js';
import type { ActionError } from '../../types/game.js';
import type { PlayerAction } from './online-engine.js';
import type { InspectedAction } from '../../types/inspect.js';

export type { ActionError };

/** Tells whether the result of an action is already shown. */
interface Predictions {
  isPredicted(seq: number): boolean;
}

/** An action or a chat message of an online client, until the master's answer: the match's half of its handle. */
export class Pending {
  /** Name of the action in messages. */
  readonly what: string;
  /** The action, for an inspector; `null` without one, and for chat messages. */
  readonly action: InspectedAction | null;
  /** Number of the action; 0 before the engine has it, and for chat messages. */
  seq = 0;
  /** Moment of the action by the master's time; null if that is not known. */
  acted: number | null = null;
  /** The action as it was sent; null for chat messages. */
  sent: PlayerAction | null = null;
  /** `true` once the match has tried to make the action. */
  isTried = false;
  /** `true` for an action that was not made, and will not be. */
  isGivenUp = false;
  /** Reason why the action could not be made. */
  refusal: ActionError | null = null;
  outcome: Outcome | null = null;
  #predictions: Predictions | null;
  #handle: Handle | null = null;
  #confirmed: Promise<Outcome> | null = null;
  #resolve: (outcome: Outcome) => void = noop;

  constructor(what: string, predictions: Predictions | null, action: InspectedAction | null = null) {
    this.what = what;
    this.action = action;
    this.#predictions = predictions;
  }

  /** Records the master's answer. */
  settle(error: ActionError | undefined) {
    this.outcome = error ? { status: 'rejected', error: Object.freeze(error) } : { status: 'confirmed' };
    this.#predictions = null;
    this.#resolve(this.outcome);
  }

  /** Returns the handle for the page, which then reports errors. */
  open(): DeclaredHandle {
    if (this.outcome !== null) return this.outcome.status === 'rejected' ? rejected(this.outcome.error) : CONFIRMED;
    return (this.#handle ??= new Handle(this));
  }

  get isOpen() {
    return this.#handle !== null;
  }

  get status(): DeclaredHandle['status'] {
    if (this.outcome !== null) return this.outcome.status;
    return this.seq > 0 && this.#predictions?.isPredicted(this.seq) ? 'predicted' : 'sent';
  }

  get confirmed(): Promise<Outcome> {
    return (this.#confirmed ??= new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.outcome) resolve(this.outcome);
    }));
  }
}

/** The handle of an action that awaits a master's answer. */
class Handle implements DeclaredHandle {
  #pending: Pending;

  constructor(pending: Pending) {
    this.#pending = pending;
    Object.freeze(this);
  }

  get status() {
    return this.#pending.status;
  }

  get error(): ActionError | null {
    return this.#pending.outcome?.error ?? null;
  }

  get confirmed() {
    return this.#pending.confirmed;
  }
}

/** Returns the error of an action that cannot be made now. */
export function invalid(message: string): ActionError {
  return { type: REFUSAL_ACTION_INVALID, message };
}

/** Refusal of each action after a client was disposed of. */
export const DISPOSED = invalid('the client has been disposed of');

/** Handle of every completed action of a match in the page. */
export const CONFIRMED = makeHandle('confirmed', null);

/** Returns the handle of a refused action. */
export const rejected = (error: ActionError) => makeHandle('rejected', Object.freeze(error));

function makeHandle(status: 'confirmed' | 'rejected', error: ActionError | null): DeclaredHandle {
  return Object.freeze({
    status,
    error,
    get confirmed() {
      return Promise.resolve((error === null ? { status } : { status, error }) as Outcome);
    },
  });
}

/** Returns `true` for the reason of a refusal: a master or transport may send anything in its place. */
export function isReason(value: unknown): value is ActionError {
  return hasMembers(value) && typeof value.type === 'string' && typeof value.message === 'string';
}
