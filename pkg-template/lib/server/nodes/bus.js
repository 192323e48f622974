import { isPromise } from '../../util/promise.js';

/** Not a game's: nobody connects to it. */
const NAMESPACE = '/rondel/nodes';
/** What adapters call the clients of Redis's that they are given. */
const CLIENTS = ['pubClient', 'subClient'];

/**
 * Carries notices between the processes of a server, by whatever adapter socket.io has been given.
 *
 * @param {any} io socket.io's server
 * @param {{ hear: (notice: unknown) => void, regained: () => void }} listener
 * @returns {import('./node.js').Bus}
 */
export function openBus(io, { hear, regained }) {
  const namespace = io.of(NAMESPACE);
  namespace.use((_socket, next) => next(new Error('nobody connects to this namespace')));
  namespace.on('notice', hear);
  const { adapter } = namespace;
  const clients = CLIENTS.map((name) => adapter[name]).filter((client) => typeof client?.on === 'function');
  // Redis's clients say so when their connection is back.
  for (const client of clients) client.on('ready', regained);
  return {
    publish: (notice) => namespace.serverSideEmit('notice', notice),
    close() {
      namespace.off('notice', hear);
      for (const client of clients) client.off?.('ready', regained);
    },
  };
}

/**
 * As an adapter of socket.io's, but that its clients' promises are never rejected: it looks at none of them, and Node would
 * end the process. What was not published is found by looking again.
 *
 * @param {any} Adapter what `io.adapter()` takes
 */
export function withoutRejections(Adapter) {
  return function guarded(namespace) {
    const adapter = new Adapter(namespace);
    for (const name of CLIENTS) if (adapter[name]) adapter[name] = unfailing(adapter[name]);
    return adapter;
  };
}

function unfailing(client) {
  return new Proxy(client, {
    get(target, name) {
      const value = target[name];
      if (typeof value !== 'function') return value;
      return (...args) => {
        const answer = value.apply(target, args);
        return isPromise(answer) ? answer.then(undefined, () => undefined) : answer;
      };
    },
  });
}
