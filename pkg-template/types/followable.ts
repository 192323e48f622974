/** Part of a client that `useGame` uses. */
export interface Followable<S, C = unknown> {
  /** Status of the connection, if the client has one. `subscribe` also notifies of its changes. */
  readonly connection?: C;
  getState(): S;
  subscribe(fn: (state: S) => void): () => void;
  start(): void;
  stop(): void;
}
