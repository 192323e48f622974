import type { Client } from '../lib/client/client.js';
import type { Game, PlayerID, State } from './game.js';
import type { Inspect, InspectMaster } from './inspect.js';

/** Options of the debug panel: the option `debug` of `Client`. */
export interface DebugOptions {
  /** Element that contains the panel. Default: the body of the page. */
  target?: Element | null | undefined;
  /** The panel, `Debug` of 'rondel/debug'. With it, the panel is also shown in production. Default in development: loaded when it is needed. */
  impl?: DebugPanel | undefined;
  /** `true` starts with the panel closed. Default: `true` on a page narrower than 700 pixels, which the panel would cover. */
  collapseOnLoad?: boolean | undefined;
  /** `true` hides the button that opens and closes the panel. The key `.` still does. @default false */
  hideToggleButton?: boolean | undefined;
}

/** A debug panel. One panel shows all clients of a page. */
export interface DebugPanel {
  /** Adds a client, and opens the panel with the first one. Returns a function that removes the client. */
  add(client: InspectedClient, options?: DebugOptions): () => void;
}

/** A client, with the access that a debug panel has. */
export type InspectedClient = Client<Game, unknown> & { [access: symbol]: unknown };

/** Access of a debug panel to a client. */
export interface PanelAccess {
  readonly gameName: string;
  /** Calls `fn` with the client's events. Returns a function that ends this. */
  inspect(fn: Inspect): () => void;
  /** Returns the newest state from the master, without predictions. `null` in one page, and before the first answer. */
  confirmed(): { readonly G: unknown, readonly ctx: State['ctx'] } | null;
  /** Returns the whole match if this page has it, with all secrets; otherwise `null`. */
  whole(): State | null;
  /** Returns the state from which the panel can replay the match, with the number of log entries before it; `null` if this page has none. */
  origin(): { readonly state: State, readonly length: number } | null;
  /** Returns `G` as a seat sees it; `null` for a spectator. */
  viewOf(state: Pick<State, 'G' | 'ctx'>, playerID: PlayerID | null): unknown;
  /** Calls `fn` with the events of the master, if it runs in this page. */
  inspectMaster(fn: InspectMaster): () => void;
  /** The simulated network of a `Local` master, if there is one. */
  readonly network: PanelNetwork | null;
  /** Returns a client in this page that continues from a state, without a panel. */
  fork(state: State): Client<Game, unknown>;
}

/** Conditions of a simulated network, which the panel may change. */
export interface PanelNetwork {
  latency: number;
  jitter: number;
  loss: number;
  readonly isConnected: boolean;
  disconnect(): void;
  reconnect(): void;
}
