import type { MetricsRegistry } from './dependencies.js';

/** Health checks and metrics. */
export interface OperationsOptions {
  /** `true` serves `/healthz` and `/readyz` at the server's own ports. @default true */
  health?: boolean;
  /** Additional port that serves only health checks and metrics. 0 takes any free port. Default: no such port. */
  port?: number | string;
  /** Address of this machine to listen at with `port`. `0.0.0.0` is all IPv4 addresses. @default '127.0.0.1' */
  host?: string;
  /**
   * `true` serves `/metrics` for Prometheus at `port`, with the package `prom-client`. `'public'` serves them to everybody at the server's
   * own ports, too. Default: `true` with `port` or `registry`, otherwise `false`.
   */
  metrics?: boolean | 'public';
  /** Registry of prom-client for the metrics, in addition to your own. Default: a new registry, which also has the metrics of Node. */
  registry?: MetricsRegistry;
}

/** A logger for the option `log`: one of pino, or any other with these methods. */
export interface Logger {
  error(fields: { event: string; [field: string]: unknown }): void;
  info(fields: { event: string; [field: string]: unknown }): void;
  debug(fields: { event: string; [field: string]: unknown }): void;
}

/** Lowest level that the server logs, by pino's names. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Graceful shutdown at a signal. */
export interface ShutdownOptions {
  /** Timeout of the shutdown, in milliseconds, after `drain`. The process ends when it elapses. @default 8000 */
  within?: number;
  /** Time in which `/readyz` responds with 503 while players continue, so that proxies can react. In milliseconds. @default 0 */
  drain?: number;
}
