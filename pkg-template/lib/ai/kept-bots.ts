import { reportUncaught } from '../util/print.js';
import type { AnyBot } from './bot-spec.js';

/** In which match a bot thinks, and by which spec; without a match, it is not kept. */
export interface Place {
  match?: string;
  spec?: object;
}

interface KeptBot extends Place {
  bot: AnyBot;
}

/**
 * Bots that wait for their next question: each goes on from what it has found out. Those that nobody waits for give back their memory.
 */
export class KeptBots {
  #most: number;
  /** By key, the latest last. */
  #kept = new Map<string, KeptBot>();
  /** Those that have begun, and are not forgotten. */
  #matches = new Set<string>();

  /** @param most beyond so many, those that have waited longest are dropped */
  constructor(most: number = Infinity) {
    this.#most = most;
  }

  /** The bot that waits under this key, which is kept for nobody else then; undefined if there is none of this spec. */
  take(key: string, { match, spec }: Place) {
    if (match !== undefined) this.#matches.add(match);
    const known = this.#kept.get(key);
    if (known && known.spec !== spec) this.#drop(key);
    this.#kept.delete(key);
    return known?.spec === spec ? known?.bot : undefined;
  }

  /** Keeps a bot, unless its match has been forgotten, or another one waits in its place. */
  keep(key: string, bot: AnyBot, { match, spec }: Place) {
    if (match === undefined || !this.#matches.has(match) || this.#kept.has(key)) return freeBot(bot);
    this.#kept.set(key, { bot, match, spec });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most) this.#drop(oldest);
    return undefined;
  }

  forget(match: string) {
    this.#matches.delete(match);
    for (const [key, { match: own }] of this.#kept) if (own === match) this.#drop(key);
  }

  forgetAll() {
    this.#matches.clear();
    for (const key of this.#kept.keys()) this.#drop(key);
  }

  #drop(key: string) {
    freeBot(this.#kept.get(key)!.bot);
    this.#kept.delete(key);
  }
}

/** Has a bot free the memory of its search, which would be collected late. The bot may be of any class, and may throw. */
export function freeBot(bot: { free?(): void } | undefined) {
  try {
    bot?.free?.();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
