import type { MetricsRegistry } from './dependencies.js';

export interface OperationsOptions {
  /** `true`: the server's own ports answer `/healthz` and `/readyz`, whatever stands behind them. @default true */
  health?: boolean;
  /** A port of its own, for these alone: 0 takes any. Left out: none. */
  port?: number | string;
  /** The address to listen at with `port`: `127.0.0.1` if it is left out, `0.0.0.0` for all of the machine's. */
  host?: string;
  /**
   * `true`: there is `/metrics`, for Prometheus, by `prom-client`, answered at `port`; the default with `port`. `'public'`: the server's own ports
   * answer them as well, to everybody.
   */
  metrics?: boolean | 'public';
  /** Where the metrics are kept, with yours: left out, a registry that has those of Node besides. */
  registry?: MetricsRegistry;
}

/** A logger that `log` may be in place of a level: one of pino's, or one that takes fields as that does. */
export interface Logger {
  error(fields: { event: string; [field: string]: unknown }): void;
  info(fields: { event: string; [field: string]: unknown }): void;
  debug(fields: { event: string; [field: string]: unknown }): void;
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface ShutdownOptions {
  /** Milliseconds in which what is under way may end, 8,000 if it is left out: then the process ends at once. */
  within?: number;
  /** Milliseconds before that, 0 if it is left out, in which `/readyz` says no and players play on: until proxies have noticed. */
  drain?: number;
}
