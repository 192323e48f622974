import { reportUncaught } from '../util/print.js';
import type { AnyBot } from './bot-spec.js';

/** Match and spec of a bot. Without a match, the bot is not cached. */
export interface Owner {
  match?: string;
  spec?: object;
}

interface Entry extends Owner {
  bot: AnyBot;
}

/** Cache of idle bots with their search trees. Frees the memory of a bot that it drops. */
export class BotCache {
  #maxSize: number;
  /** Entries by key, the most recent last. */
  #entries = new Map<string, Entry>();
  /** Matches that have begun and are not forgotten. */
  #matches = new Set<string>();

  /** @param most maximum number of bots; the oldest are dropped */
  constructor(most: number = Infinity) {
    this.#maxSize = most;
  }

  /** Removes and returns the bot under this key; `undefined` if there is none with this spec. */
  take(key: string, { match, spec }: Owner) {
    if (match !== undefined) this.#matches.add(match);
    const known = this.#entries.get(key);
    if (known && known.spec !== spec) this.#drop(key);
    this.#entries.delete(key);
    return known?.spec === spec ? known?.bot : undefined;
  }

  /** Adds a bot, unless its match has been forgotten or the key is taken. */
  add(key: string, bot: AnyBot, { match, spec }: Owner) {
    if (match === undefined || !this.#matches.has(match) || this.#entries.has(key)) return freeBot(bot);
    this.#entries.set(key, { bot, match, spec });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#maxSize) this.#drop(oldest);
    return undefined;
  }

  forget(match: string) {
    this.#matches.delete(match);
    for (const [key, { match: own }] of this.#entries) if (own === match) this.#drop(key);
  }

  forgetAll() {
    this.#matches.clear();
    for (const key of this.#entries.keys()) this.#drop(key);
  }

  #drop(key: string) {
    freeBot(this.#entries.get(key)!.bot);
    this.#entries.delete(key);
  }
}

/** Frees the memory of a bot's search, which the garbage collector would free late. The bot may be of any class, and may throw. */
export function freeBot(bot: { free?(): void } | undefined) {
  try {
    bot?.free?.();
  } catch (thrown) {
    reportUncaught(thrown);
  }
}
