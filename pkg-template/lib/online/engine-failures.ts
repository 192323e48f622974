import { countingFailures } from '../engine/failure-count.js';
import { boundedCache } from '../util/bounded-cache.js';
import { limitedBy, withProblem } from './request.js';
import type { Around } from './steps.js';
import type { ActionRequest, Sender } from './request.js';

/** The most senders that are remembered. */
const MOST_SENDERS = 10_000;
/** Failures that a sender may cause at once. */
const CAPACITY = 5;
/** Milliseconds after which a sender may cause one more. */
const REFILL = 60_000;

/** The failures that a sender may cause. It is negative where one request has caused more than that. */
interface Bucket {
  tokens: number;
  /** The time of `tokens`, as `performance.now()`. */
  at: number;
}

/**
 * A token bucket for each sender, such as an address, of the engine's failures that their messages cause by a full stack or memory. The instance is
 * replaced, and all matches of its games are loaded again: a sender without tokens is refused, so that the others have their time.
 */
export class EngineFailures {
  #buckets = boundedCache<string, Bucket>(MOST_SENDERS);

  /** Takes a token for each failure that a sender has caused. */
  note(sender: string, failures: number, now = performance.now()) {
    // One request can cause many failures. The longest wait is `CAPACITY + 1` refills.
    const tokens = Math.max(-CAPACITY, this.#tokensOf(sender, now) - failures);
    this.#buckets.keep(sender, { tokens, at: now });
  }

  /** Returns the seconds until a sender is accepted again; 0 if they are now. */
  wait(sender: string, now = performance.now()): number {
    return Math.max(0, Math.ceil(((1 - this.#tokensOf(sender, now)) * REFILL) / 1000));
  }

  #tokensOf(sender: string, now: number) {
    const bucket = this.#buckets.get(sender);
    return bucket === undefined ? CAPACITY : Math.min(CAPACITY, bucket.tokens + (now - bucket.at) / REFILL);
  }
}

/** Returns the name of a sender at one game: at another they are another sender. */
export function senderName(gameName: string, who: string) {
  return JSON.stringify([gameName, who]);
}

/** Returns the message of the refusal of a sender without tokens. */
export function tooManyFailures(seconds: number) {
  return `your requests made the game's engine fail too often: try again in ${seconds} seconds`;
}

/** The failures of those who send messages to one master. Where its host does not tell senders apart, they are counted for the match. */
export class FailuresOfSenders {
  #master: { addressOf: (sender: Sender | undefined) => string | undefined };
  #failures: EngineFailures;
  #gameName: string;

  constructor(master: { addressOf: (sender: Sender | undefined) => string | undefined }, failures: EngineFailures, gameName: string) {
    this.#master = master;
    this.#failures = failures;
    this.#gameName = gameName;
  }

  /** Returns a function that runs work, and counts the failures that it causes for a sender. */
  counting(matchID: string, sender: Sender | undefined): Around {
    const charge = (failures: number) => this.#failures.note(this.#nameOf(matchID, sender), failures);
    return (work) => countingFailures(charge, work);
  }

  /** Returns why a sender is refused; `null` if they are not. */
  whyNot(matchID: string, sender: Sender | undefined) {
    const seconds = this.#failures.wait(this.#nameOf(matchID, sender));
    return seconds > 0 ? tooManyFailures(seconds) : null;
  }

  /** Returns a request, with a problem if its sender is refused. */
  admitted(request: ActionRequest): ActionRequest {
    return request.problem ? request : withProblem(request, limitedBy(this.whyNot(request.matchID, request.sender)));
  }

  #nameOf(matchID: string, sender: Sender | undefined) {
    return senderName(this.#gameName, this.#master.addressOf(sender) || `match ${matchID}`);
  }
}
