import { startListening } from '../util/http-server.js';
import { serving, healthRoutes } from './health.js';
import { Metrics } from './metrics.js';
import { watchRequests } from './handled-requests.js';
import type Koa from 'koa';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'rondel/master';
import type { OperationsOptions } from '../../types/operations.js';
import type { GameServer } from '../../types/server.js';
import type { InTurn } from './health.js';
import type { Log } from './log.js';
import type { Readiness } from './readiness.js';

interface WatchedParts {
  readiness: Readiness;
  log?: Log | null;
}

/** Metrics are not for strangers: other hosts can read them only if it is set. */
const HOST = '127.0.0.1';
const METRICS = '/metrics';
/** Milliseconds for which strangers get the same metrics. */
const HOLDS = 1000;

/** Health checks, metrics and log of a server, by the `OperationsOptions` of types/operations.ts. */
export class Operations {
  #options: OperationsOptions;
  #parts: WatchedParts;
  #metrics: Metrics | null;
  #server: HttpServer | undefined;

  constructor(options: OperationsOptions, parts: WatchedParts) {
    const { port, registry } = options;
    this.#options = { health: true, host: HOST, metrics: port !== undefined || registry !== undefined, ...options };
    this.#parts = parts;
    this.#metrics = this.#options.metrics ? new Metrics(registry) : null;
  }

  /** Returns the metrics and the log, which receive the server's events. */
  get watchers() {
    return [this.#metrics, this.#parts.log].filter((one) => one !== null && one !== undefined);
  }

  /**
   * Serves the paths of an app before its other middleware, save for routes of the same paths that a router has.
   *
   * @param app with the hubs in its context
   */
  serveAt(app: Server.App, { router, inTurn }: { router: Pick<GameServer['router'], 'match'>, inTurn: InTurn }) {
    const { watchers } = this;
    if (watchers.length > 0) app.use(watchRequests((request) => watchers.forEach((one) => one.handled(request))));
    const routes = {
      ...(this.#options.health && healthRoutes(this.#parts.readiness)),
      ...(this.#options.metrics === 'public' && { [METRICS]: nowAndThen(() => this.#text(app)) }),
    };
    const isOthers = (path: string, method: string) => router.match(path, method).route;
    app.use(serving(routes, { isOthers, inTurn }));
  }

  /**
   * Listens at the port of its own, if it is to have one.
   *
   * @param apps the server's, and one for that port alone
   * @returns the server that listens
   */
  async listen({ app, own }: { app: Server.App, own: Koa }): Promise<HttpServer | undefined> {
    const { port, host } = this.#options;
    if (port === undefined || this.#server) return this.#server;
    const metrics = this.#metrics && { [METRICS]: () => this.#text(app) };
    own.use(serving({ ...healthRoutes(this.#parts.readiness), ...metrics }));
    // The types of Koa know numbers alone. Node takes a text, too.
    this.#server = await startListening((done) => own.listen(port as number, host, done), { port, host, by: 'operations' });
    return this.#server;
  }

  /** The server at the port of its own, which is no more from now on. */
  forget() {
    const server = this.#server;
    this.#server = undefined;
    return server;
  }

  #text(app: Server.App) {
    return (this.#metrics as Metrics).text(app.context.hubs);
  }
}

/** Does something once a second at most: until then, its result holds. */
function nowAndThen<Result>(work: () => Result) {
  let result: Result;
  let until = 0;
  return () => {
    if (performance.now() >= until) [result, until] = [work(), performance.now() + HOLDS];
    return result;
  };
}
