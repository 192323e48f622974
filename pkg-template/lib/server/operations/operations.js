import { serving, healthRoutes } from './health.js';
import { Metrics } from './metrics.js';
import { watchRequests } from './requests.js';

/** Metrics are not for strangers: other hosts can read them only if it is set. */
const HOST = '127.0.0.1';
const METRICS = '/metrics';
/** Milliseconds for which strangers get the same metrics. */
const HOLDS = 1000;

/** What a server has for those who operate it: see `operations` of server.d.ts. */
export class Operations {
  #options;
  #parts;
  #metrics;
  /** @type {any} */
  #server;

  /**
   * @param {import('../../../server.d.ts').OperationsOptions} options
   * @param {{ readiness: import('./readiness.js').Readiness, log?: import('./log.js').Log | null }} parts
   */
  constructor(options, parts) {
    const { port, registry } = options;
    this.#options = { health: true, host: HOST, metrics: port !== undefined || registry !== undefined, ...options };
    this.#parts = parts;
    this.#metrics = this.#options.metrics ? new Metrics(registry) : null;
  }

  /** The metrics and the log, which are notified of what happens. */
  get watchers() {
    return [this.#metrics, this.#parts.log].filter((one) => one !== null && one !== undefined);
  }

  /**
   * Serves the paths of an app before its other middleware, save for routes of the same paths that a router has.
   *
   * @param {any} app with the hubs in its context
   * @param {{ router: any, inTurn: (ctx: any, respond: () => Promise<void>) => Promise<any> }} ways
   */
  serveAt(app, { router, inTurn }) {
    const { watchers } = this;
    if (watchers.length > 0) app.use(watchRequests((request) => watchers.forEach((one) => one.handled(request))));
    const routes = {
      ...(this.#options.health && healthRoutes(this.#parts.readiness)),
      ...(this.#options.metrics === 'public' && { [METRICS]: nowAndThen(() => this.#text(app)) }),
    };
    const isOthers = (path, method) => router.match(path, method).route;
    app.use(serving(routes, { isOthers, inTurn }));
  }

  /**
   * Listens at the port of its own, if it is to have one.
   *
   * @param {{ app: any, own: any }} apps the server's, and one for that port alone
   * @param {(start: (done: () => void) => any, address: object) => Promise<any>} listening
   * @returns {Promise<any>} the server that listens
   */
  async listen({ app, own }, listening) {
    const { port, host } = this.#options;
    if (port === undefined || this.#server) return this.#server;
    const metrics = this.#metrics && { [METRICS]: () => this.#text(app) };
    own.use(serving({ ...healthRoutes(this.#parts.readiness), ...metrics }));
    this.#server = await listening((done) => own.listen(port, host, done), { port, host, by: 'operations' });
    return this.#server;
  }

  /** The server at the port of its own, which is no more from now on. */
  forget() {
    const server = this.#server;
    this.#server = undefined;
    return server;
  }

  #text(app) {
    return /** @type {Metrics} */ (this.#metrics).text(app.context.hubs);
  }
}

/** Does something once a second at most: until then, its result holds. */
function nowAndThen(work) {
  let result;
  let until = 0;
  return () => {
    if (performance.now() >= until) [result, until] = [work(), performance.now() + HOLDS];
    return result;
  };
}
