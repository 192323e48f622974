import { PANEL } from '../util/marks.js';
import { boundedCache } from '../util/bounded-cache.js';
import { focusField, messageOf, perform, savedState, saveState } from './actions.js';
import { Replay, replayOf } from './replay.js';
import type { InspectedClient, PanelAccess } from '../../types/debug.js';
import type { ClientState, LogEntry, State } from '../../types/game.js';
import type { InspectEvent, MasterEvent } from '../../types/inspect.js';
import type { Result } from './actions.js';
import type { Report } from './report.js';

/** An event of a client, or of its master in this page. */
export type PanelEvent = InspectEvent | MasterEvent;

export const TABS = ['state', 'play', 'log', 'network', 'bots', 'match'] as const;
export type Tab = (typeof TABS)[number];

/** Number of the newest events that the panel keeps for a client. */
const MOST_EVENTS = 1000;
/** Number of the newest states that the panel keeps for a client, to show earlier ones. */
const MOST_STATES = 1000;
/** Minimum time between two renderings, in milliseconds: a match may change more often than somebody can read. */
const INTERVAL = 100;

/** An entry of the log that the board shows. */
export interface Shown {
  index: number;
  /** `true` until Escape: the pointer does not change it. */
  isPinned: boolean;
}

/** A client in the panel. */
export class ClientEntry {
  readonly client: InspectedClient;
  readonly access: PanelAccess;
  readonly name: string;
  /** The newest events, without states and searches. */
  events: PanelEvent[] = [];
  /** Number of older events that were dropped. */
  droppedEvents = 0;
  /** The state before the last action. */
  previous: ClientState<unknown> | null = null;
  state: ClientState<unknown> | null;
  shown: Shown | null = null;
  /** Result of the last action that the panel has made. */
  result: Result | null = null;
  /** The last search of a bot. */
  search: Extract<MasterEvent, { type: 'search' }> | null = null;
  /** Finds earlier states that the panel has not seen. */
  replay = new Replay(this);
  /** Ends the client, if it is a copy that the panel has made. */
  end: (() => void) | null = null;
  /** State from which the match can be replayed. `undefined`: the one of `access`. */
  #restarted: { state: State, length: number } | undefined;
  /** States by `_stateID`. */
  #states = boundedCache<number, State>(MOST_STATES);
  #ends: (() => void)[];
  #changed: () => void;

  constructor(client: InspectedClient, name: string, changed: () => void) {
    [this.client, this.name, this.#changed] = [client, name, changed];
    this.access = (client[PANEL] as () => PanelAccess)();
    this.state = null;
    const note = (event: PanelEvent) => {
      if (event.type === 'search') this.search = event;
      // `subscribe` leads to each state.
      else if (event.type !== 'state') this.events.push(event);
      if (this.events.length > 2 * MOST_EVENTS) this.#dropEvents();
      changed();
    };
    this.#ends = [
      this.access.inspect(note),
      this.access.inspectMaster((event) => { if (event.source.matchID === String(client.matchID)) note(event); }),
      client.subscribe(() => {
        this.#noteState(this.#read());
        changed();
      }),
    ];
    this.#noteState(this.#read());
  }

  #dropEvents() {
    this.droppedEvents += this.events.length - MOST_EVENTS;
    this.events = this.events.slice(-MOST_EVENTS);
  }

  /** Reads the state. A `playerView` may throw. */
  #read() {
    try {
      return this.client.getState() as ClientState<unknown> | null;
    } catch (error) {
      this.report({ what: 'getState', text: messageOf(error), isError: true });
      return this.state;
    }
  }

  /** Makes an action for the panel. */
  run(what: string, act: () => unknown) {
    perform(what, act, this.client, (result) => this.report(result));
  }

  report(result: Result) {
    this.result = result;
    this.#changed();
  }

  /** Saves the match in the browser. */
  save() {
    try {
      saveState(this.client, this.access.gameName);
      this.report({ what: 'save', text: 'done', isError: false });
    } catch (error) {
      this.report({ what: 'save', text: messageOf(error), isError: true });
    }
  }

  /** Continues from the match that was saved last. */
  restore() {
    this.run('restore', () => this.client.loadState(savedState(this.access.gameName)));
  }

  /** Shows the board after an entry of the log; `null` ends that. */
  preview(shown: Shown | null, state: State | null) {
    const before = this.shown;
    // First: the subscribers of the client are called meanwhile.
    this.shown = shown;
    try {
      this.client.previewState(state);
    } catch (error) {
      this.shown = before;
      this.report({ what: 'log', text: messageOf(error), isError: true });
    }
    this.#changed();
  }

  get playerID() {
    return this.client.playerID ?? null;
  }

  /** Returns the state after an entry of the log, if the panel has seen it. */
  seenAfter(log: readonly LogEntry[], index: number): State | null {
    const next = log[index + 1];
    // The state before the next action: an entry has the `_stateID` of the state that its action was made in.
    const stateID = next ? nextActionID(log, index) : this.state?._stateID;
    const seen = stateID === undefined ? undefined : this.#states.get(stateID);
    return seen ? { G: seen.G, ctx: seen.ctx, plugins: seen.plugins, _stateID: seen._stateID, _undo: [], _redo: [], deltalog: [] } : null;
  }

  remove() {
    if (this.shown) this.client.previewState(null);
    for (const end of this.#ends) end();
    this.replay.dispose();
  }

  /** The log has started again: the match was reset, or another state was loaded. */
  #restart() {
    this.replay.dispose();
    this.replay = new Replay(this);
    this.#states = boundedCache(MOST_STATES);
    this.#restarted = this.client.transport ? undefined : { state: this.client.store.getState() as State, length: 0 };
  }

  /** Returns the state from which the match can be replayed, and the number of log entries before it. */
  origin() {
    return this.#restarted ?? this.access.origin() ?? { state: this.client.getInitialState() as State, length: 0 };
  }

  #noteState(state: ClientState<unknown> | null) {
    if (this.shown || state === this.state) return;
    if (state && this.state && state.log.length < this.state.log.length) this.#restart();
    // A prediction and its confirmation have the same number: both are compared with the state before the action.
    if (state?._stateID !== this.state?._stateID) this.previous = this.state;
    this.state = state;
    if (!state) return;
    // A page's own match has `playerView` applied when an earlier state is shown.
    const kept = this.client.transport ? state : this.access.whole();
    if (kept) this.#states.keep(state._stateID, kept);
  }
}

/** Returns the `_stateID` in which the next action of a player after an entry was made. */
function nextActionID(log: readonly LogEntry[], index: number) {
  return log.slice(index + 1).find(({ _stateID }) => _stateID > log[index]._stateID)?._stateID;
}

/** The panel's state: all clients of the page, and what the panel shows. */
export class Session {
  entries: ClientEntry[] = [];
  tab: Tab = 'state';
  isOpen = true;
  /** Root of the panel's elements. */
  root: ParentNode | null = null;
  #selected: ClientEntry | null = null;
  #count = 0;
  #listeners = new Set<() => void>();
  #isScheduled = false;
  #notifiedAt = -Infinity;

  get selected(): ClientEntry | null {
    return this.#selected;
  }

  /** Adds a client, and returns a function that removes it. */
  add(client: InspectedClient): () => void {
    this.#count += 1;
    const entry = new ClientEntry(client, `client ${this.#count}`, () => this.changed());
    this.entries = [...this.entries, entry];
    this.#selected ??= entry;
    this.changed();
    return () => {
      entry.remove();
      this.entries = this.entries.filter((other) => other !== entry);
      if (this.#selected === entry) this.#selected = this.entries[0] ?? null;
      this.changed();
    };
  }

  /** Adds a copy of a client's match in this page, which continues from a state, and shows it. */
  addFork(entry: ClientEntry, state: State) {
    this.#addOwn(entry.access.fork(state) as InspectedClient);
  }

  /** Adds a match of a file, as a copy in this page. Returns `false` if only its last state can be shown. */
  addReplay(entry: ClientEntry, report: Report): boolean {
    const { client, isComplete } = replayOf(entry.access, report);
    this.#addOwn(client as InspectedClient);
    return isComplete;
  }

  #addOwn(fork: InspectedClient) {
    const remove = this.add(fork);
    const copy = this.entries.at(-1)!;
    copy.end = () => {
      remove();
      fork.dispose();
    };
    this.select(copy);
  }

  select(entry: ClientEntry) {
    this.#selected = entry;
    this.#notify();
  }

  show(tab: Tab) {
    this.tab = tab;
    this.#notify();
  }

  /** Returns the client that plays at a seat of the match of another one. */
  entryAt({ access, client }: ClientEntry, seat: string | null): ClientEntry | undefined {
    if (!client.transport) return undefined;
    return this.entries.find((other) => (
      other.client.transport && other.access.gameName === access.gameName && other.client.matchID === client.matchID && other.playerID === seat
    ));
  }

  /** Shows the tab `Play`, and moves the focus to the arguments of a move or event. */
  focus(name: string) {
    this.show('play');
    // After the panel has rendered.
    setTimeout(() => {
      const field = this.root?.querySelector<HTMLInputElement>(`[data-call=${JSON.stringify(name)}]`);
      if (field) focusField(field);
    });
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.#notify();
  }

  /** Calls `fn` after changes, before the next frame, at most ten times a second. Returns a function that ends this. */
  subscribe(fn: () => void): () => void {
    this.#listeners.add(fn);
    return () => { this.#listeners.delete(fn); };
  }

  /** Notifies the subscribers soon. */
  changed() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#notify();
    }), this.#notifiedAt + INTERVAL - performance.now());
  }

  #notify() {
    this.#notifiedAt = performance.now();
    for (const listener of [...this.#listeners]) listener();
  }
}
