import { matchNameOf, nameOf } from './rondel.js';

/**
 * A rate limit, in tokens.
 *
 * Attack: floods of messages, requests, chat and refused actions. Tests: tests/js/server/hostile.test.mjs, refusals.test.mjs,
 * chat.test.mjs, address-limits.test.mjs, match-starts.test.mjs.
 */
export interface Rate {
  /** Tokens per period in the long run. */
  rate: number;
  /** Length of the period, in seconds. @default 1 */
  per?: number;
  /** Maximum number of tokens: how many can be taken at once. */
  burst: number;
}

/** Maximum number of keys. The least recently used bucket is dropped first; an attacker with more addresses has as many buckets anyway. */
const MOST_KEYS = 10_000;

/** Bytes of a message that cost another token. */
const BYTES_PER_TOKEN = 1024;

const HOUR_SECONDS = 3600;

/** A rate limit of one connection, player or address. */
export class TokenBucket {
  #rate: number;
  /** Milliseconds. */
  #period: number;
  #burst: number;
  #now: () => number;
  #tokens: number;
  #updatedAt: number;

  /** @param now returns the current time in milliseconds */
  constructor({ rate, per = 1, burst }: Rate, now: () => number = () => performance.now()) {
    [this.#rate, this.#period, this.#burst, this.#now] = [rate, per * 1000, burst, now];
    this.#tokens = burst;
    this.#updatedAt = now();
  }

  /** Takes tokens, also those that are not there: the bucket may owe some. Returns `false` if it does. */
  charge(tokens: number): boolean {
    this.#refill();
    this.#tokens -= tokens;
    return this.#tokens >= 0;
  }

  /** Takes tokens only if all of them are there, and returns whether they were. */
  tryTake(tokens = 1): boolean {
    this.#refill();
    if (this.#tokens < tokens) return false;
    this.#tokens -= tokens;
    return true;
  }

  /** Returns the milliseconds until the bucket has this number of tokens. Default: 0, the end of a negative balance. */
  wait(tokens = 0): number {
    this.#refill();
    return this.#tokens >= tokens ? 0 : ((tokens - this.#tokens) / this.#rate) * this.#period;
  }

  #refill() {
    const now = this.#now();
    if (now > this.#updatedAt) this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#updatedAt) / this.#period) * this.#rate);
    this.#updatedAt = now;
  }
}

/** One token bucket per key, for example per seat. A new bucket is full. */
export class TokenBuckets {
  #limit: Rate;
  #now: () => number;
  /** The most recently used bucket is the last. */
  #buckets: Map<string, TokenBucket> = new Map();

  /** @param limit of each bucket */
  constructor(limit: Rate, now: () => number = () => performance.now()) {
    [this.#limit, this.#now] = [limit, now];
  }

  /** Returns the bucket of a key, as the most recently used one. */
  of(key: string) {
    const bucket = this.peek(key);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MOST_KEYS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return bucket;
  }

  /** As `of`, only to read: a stranger's keys replace no buckets. */
  peek(key: string) {
    return this.#buckets.get(key) ?? new TokenBucket(this.#limit, this.#now);
  }
}

/** Quota of each address per hour or another period. All of it may be used at once. */
export class AddressQuota {
  #amount: number;
  #seconds: number;
  #buckets: TokenBuckets;

  /** @param seconds length of the period */
  constructor(amount: number, seconds: number = HOUR_SECONDS, now?: () => number) {
    [this.#amount, this.#seconds] = [amount, seconds];
    this.#buckets = new TokenBuckets({ rate: amount, per: seconds, burst: amount }, now);
  }

  /** Takes an amount and returns 0, or takes nothing and returns the seconds until it is there. */
  take(address: string, amount = 1) {
    return this.#amount === Infinity || this.#buckets.of(address).tryTake(amount) ? 0 : this.wait(address, amount);
  }

  /** Returns the seconds until an amount is there. With a quota of 0, these are the whole period. */
  wait(address: string, amount = 1) {
    if (this.#amount === Infinity) return 0;
    const seconds = Math.ceil(this.#buckets.peek(address).wait(amount) / 1000);
    return seconds === 0 ? 0 : Math.max(1, Math.min(this.#seconds, seconds));
  }
}

/** Returns the tokens that a message costs: one, and one for each kilobyte. */
export function messageCost(bytes: number) {
  return 1 + bytes / BYTES_PER_TOKEN;
}

/** Returns the key of a seat's bucket, from a match ID and a player ID that a stranger may have made up. */
export function seatKey(matchID: unknown, playerID: unknown) {
  return JSON.stringify([matchNameOf(matchID), nameOf(playerID)]);
}
