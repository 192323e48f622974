import { answering, healthRoutes } from './health.js';

/** Metrics are not for strangers: whoever is to read them from elsewhere says so. */
const HOST = '127.0.0.1';

/** What a server has for those who operate it: see `operations` of server.d.ts. */
export class Operations {
  #options;
  #readiness;
  /** @type {any} */
  #server;

  /**
   * @param {import('../../../server.d.ts').OperationsOptions} options
   * @param {{ readiness: import('./readiness.js').Readiness }} parts
   */
  constructor(options, { readiness }) {
    this.#options = { health: true, host: HOST, ...options };
    this.#readiness = readiness;
  }

  /**
   * Has an app answer before anything that is hung on it, save for routes of the same paths that a router has.
   *
   * @param {any} app
   * @param {{ router: any, inTurn: (ctx: any, respond: () => Promise<void>) => Promise<any> }} ways
   */
  answerAt(app, { router, inTurn }) {
    if (!this.#options.health) return;
    const isOthers = (path, method) => router.match(path, method).route;
    app.use(answering(healthRoutes(this.#readiness), { isOthers, inTurn }));
  }

  /**
   * Listens at the port of its own, if it is to have one.
   *
   * @param {any} app that answers there, and there alone
   * @param {(start: (done: () => void) => any, address: object) => Promise<any>} listening
   * @returns {Promise<any>} the server that listens
   */
  async listen(app, listening) {
    const { port, host } = this.#options;
    if (port === undefined || this.#server) return this.#server;
    app.use(answering(healthRoutes(this.#readiness)));
    this.#server = await listening((done) => app.listen(port, host, done), { port, host, by: 'operations' });
    return this.#server;
  }

  /** The server at the port of its own, which is no more from now on. */
  forget() {
    const server = this.#server;
    this.#server = undefined;
    return server;
  }
}
