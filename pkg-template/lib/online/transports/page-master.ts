import { noop } from '../../util/noop.js';
import type { State } from '../../../types/game.js';
import type { InspectMaster } from '../../../types/inspect.js';
import type { PageHost } from '../../client/panel-access.js';
import type { Master } from '../master.js';

/** First and present state of a match. */
type States = NonNullable<ReturnType<PageHost['statesOf']>>;

interface Observer {
  fn: InspectMaster;
  end: () => void;
}

/** The master of a channel, while this page hosts it, for the debug panel. A page may host at any time: when the tab that hosts is closed. */
class PageMaster implements PageHost {
  readonly network = null;
  #master: Master | null = null;
  #observers = new Set<Observer>();
  /** Matches by ID, as far as somebody has asked for them; `null` until the storage has answered. */
  #matches = new Map<string, States | null>();

  inspect(fn: InspectMaster, matchID: string): () => void {
    this.statesOf(matchID);
    return this.#observe(fn);
  }

  #observe(fn: InspectMaster) {
    const observer = { fn, end: this.#master?.inspect(fn) ?? noop };
    this.#observers.add(observer);
    return () => {
      observer.end();
      this.#observers.delete(observer);
    };
  }

  statesOf(matchID: string): States | null {
    if (!this.#matches.has(matchID)) this.#fetch(matchID);
    return this.#matches.get(matchID) ?? null;
  }

  /** Sets the master that the page hosts now. */
  begin(master: Master): void {
    this.#connect(master);
    for (const matchID of this.#matches.keys()) this.#fetch(matchID);
  }

  /** Ends a master, unless the page hosts another one since. */
  end(master: Master): void {
    if (this.#master !== master) return;
    this.#connect(null);
    for (const matchID of this.#matches.keys()) this.#matches.set(matchID, null);
  }

  #connect(master: Master | null) {
    this.#master = master;
    for (const observer of this.#observers) {
      observer.end();
      observer.end = master?.inspect(observer.fn) ?? noop;
    }
  }

  /** Fetches the states of a match, and follows the match from then on. */
  async #fetch(matchID: string) {
    if (this.#matches.size === 0) this.#observe((event) => { if (event.type === 'state') this.#note(event.source.matchID, event.state); });
    this.#matches.set(matchID, null);
    const master = this.#master;
    if (!master) return;
    try {
      const { initialState, state } = await master.storageAPI.fetch(matchID, { state: true, initialState: true });
      if (this.#master === master && state) this.#matches.set(matchID, { initialState: initialState as State, state: state as State });
    } catch {
      // The master reports failures of its storage.
    }
  }

  #note(matchID: string, state: State) {
    const known = this.#matches.get(matchID);
    if (known && state._stateID > known.state._stateID) known.state = state;
    // The match is new, or begins again.
    else if (this.#matches.has(matchID)) this.#fetch(matchID);
  }
}

/** The masters of `Broadcast` in this page, by channel. */
const masters = new Map<string, PageMaster>();

/** Returns the master of a channel in this page. */
export function pageMasterOf(channel: string): PageMaster {
  const known = masters.get(channel) ?? new PageMaster();
  masters.set(channel, known);
  return known;
}
