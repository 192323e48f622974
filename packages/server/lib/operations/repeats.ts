import { unref } from '../rondel.js';
import type { Logger } from '../../types/operations.js';

/** Milliseconds in which the same is logged once, and counted after that. */
const WINDOW = 60_000;
/** Maximum number of different entries of one level logged in that time. */
const MOST = 100;

type Level = 'info' | 'error';

/** Fields of one log entry. */
export type Fields = Parameters<Logger['info']>[0];

/** An entry logged in this window, and the number of its repeats. */
interface Counted {
  level: Level;
  fields: Fields;
  count: number;
}

/**
 * Logs what strangers can cause at each message: the first at once, and how often the same happened in the next minute. Each level has a limit of its
 * own: events of strangers displace no errors.
 */
export class Repeats {
  #write: (level: Level, fields: Fields) => void;
  /** Entries logged in this window, with the number of their repeats, by level and key. */
  #logged: Record<Level, Map<string, Counted>> = { info: new Map(), error: new Map() };
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (level: Level, fields: Fields) => void) {
    this.#write = write;
  }

  /** @param key the same for what is logged once */
  log(level: Level, fields: Fields, key: string) {
    const logged = this.#logged[level];
    const known = logged.get(key) ?? (logged.size < MOST ? undefined : this.#others(level));
    if (known) {
      known.count += 1;
      return;
    }
    logged.set(key, { level, fields, count: 0 });
    this.#timer ??= unref(setTimeout(() => this.end(), WINDOW));
    this.#write(level, fields);
  }

  /** Logs what has been counted, and begins again. */
  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const logged = Object.values(this.#logged).flatMap((entries) => [...entries.values()]);
    for (const entries of Object.values(this.#logged)) entries.clear();
    for (const { level, fields, count } of logged) if (count > 0) this.#write(level, { ...fields, count });
  }

  /** Counts what is beyond those that are logged. */
  #others(level: Level): Counted {
    const logged = this.#logged[level];
    const others = logged.get('') ?? { level, fields: { event: 'others' }, count: 0 };
    logged.set('', others);
    return others;
  }
}
