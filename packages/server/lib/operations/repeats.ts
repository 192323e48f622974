import { unref } from '../rondel.js';
import type { Logger } from '../../types/operations.js';

/** Milliseconds in which the same is logged once, and counted after that. */
const WINDOW = 60_000;
/** So many different things are logged in that time. */
const MOST = 100;

type Level = 'info' | 'error';

/** What is logged at once. */
export type Fields = Parameters<Logger['info']>[0];

/** What was logged in this window, and how often it has happened since. */
interface Counted {
  level: Level;
  fields: Fields;
  count: number;
}

/** Logs what strangers can cause at each message: the first at once, and how often the same happened in the next minute. */
export class Repeats {
  #write: (level: Level, fields: Fields) => void;
  /** By key, what has been logged in this window, and how often it was since. */
  #logged = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (level: Level, fields: Fields) => void) {
    this.#write = write;
  }

  /** @param key the same for what is logged once */
  log(level: Level, fields: Fields, key: string) {
    const known = this.#logged.get(key) ?? (this.#logged.size < MOST ? undefined : this.#others(level));
    if (known) {
      known.count += 1;
      return;
    }
    this.#logged.set(key, { level, fields, count: 0 });
    this.#timer ??= unref(setTimeout(() => this.end(), WINDOW));
    this.#write(level, fields);
  }

  /** Logs what has been counted, and begins again. */
  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const logged = [...this.#logged.values()];
    this.#logged.clear();
    for (const { level, fields, count } of logged) if (count > 0) this.#write(level, { ...fields, count });
  }

  /** Counts what is beyond those that are logged. */
  #others(level: Level): Counted {
    const others = this.#logged.get(level) ?? { level, fields: { event: 'others' }, count: 0 };
    this.#logged.set(level, others);
    return others;
  }
}
