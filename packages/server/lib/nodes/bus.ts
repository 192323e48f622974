import { isPromise } from '../rondel.js';
import type { Namespace, Server, ServerOptions } from 'socket.io';
import type { Foreign } from 'rondel/private';
import type { Bus, BusListener } from './node.js';

/** An adapter of any package: its further members are its own. */
type Adapter = Namespace['adapter'] & Record<string, Foreign>;

type AdapterClass = new (namespace: Namespace) => Adapter;

/** A client of Redis. */
interface RedisClient {
  on(event: 'ready', listener: () => void): unknown;
  off?(event: 'ready', listener: () => void): unknown;
}

/** A connection of a pool of the package `pg`. */
interface PoolConnection {
  on(event: 'error', listener: () => void): unknown;
  prependListener(event: 'end', listener: () => void): unknown;
  /** @param isEnded whether the pool is to have another one in its place */
  release(isEnded: boolean): void;
}

/** Part of the adapter for Postgres that listens for notices. */
interface Listening {
  pool?: {
    on(event: 'error', listener: () => void): unknown;
    on(event: 'connect', listener: (connection: PoolConnection) => void): unknown;
    listeners(event: 'error'): unknown[];
  };
  client?: PoolConnection;
}

/** A method of an adapter, or of a client. */
type Method = (...args: Foreign[]) => Foreign;

/** Namespace of the nodes' notices. No client connects to it, and no game has it: names of games do not begin with a `/`. */
const NAMESPACE = '//rondel/nodes';
/** The properties in which adapters keep the clients of Redis that they are given. */
const CLIENTS = ['pubClient', 'subClient'];
/** The adapters' methods that receive messages of others: those for Redis, and those that are made as socket.io's `ClusterAdapter`. */
const EARS = ['onmessage', 'onrequest', 'onresponse', 'onMessage', 'onResponse', 'onRawMessage', 'onEvent'];

/**
 * Carries notices between the processes of a server, by whatever adapter socket.io has been given.
 *
 * @param io socket.io's server
 */
export function openBus(io: Server, { receive, regained }: BusListener): Bus {
  const namespace = io.of(NAMESPACE);
  namespace.use((_socket, next) => next(new Error('no client connects to this namespace')));
  namespace.on('notice', receive);
  const { adapter } = namespace;
  const clients: RedisClient[] = CLIENTS.map((name) => (adapter as Adapter)[name]).filter((client) => typeof client?.on === 'function');
  // Redis's clients say so when their connection is back.
  for (const client of clients) client.on('ready', regained);
  return {
    publish: (notice) => namespace.serverSideEmit('notice', notice),
    close() {
      namespace.off('notice', receive);
      for (const client of clients) client.off?.('ready', regained);
    },
  };
}

/**
 * As an adapter of socket.io's, for a server that shares its channel with others:
 *
 * - Their messages reach no player. The namespaces of games have the adapter `Usual`, of this process alone: matches are notified by
 *   notices, and each process sends what it has read.
 * - Their messages end no process. Adapters do not handle rejections of their own promises, nor of their clients', and Node ends at one.
 *   Other processes find the change when they read the storage again.
 *
 * @param Adapter what `io.adapter()` takes
 */
export function guardedAdapter(
  Adapter: ServerOptions['adapter'], { games, Usual }: { games: string[], Usual: ServerOptions['adapter'] | undefined },
) {
  const isGame = (namespace: Namespace) => games.some((game) => namespace.name === `/${game}`);
  return function guarded(namespace: Namespace): Adapter {
    if (isGame(namespace)) return new (Usual as AdapterClass)(namespace);
    const adapter = new (Adapter as AdapterClass)(namespace);
    for (const name of CLIENTS) if (adapter[name]) adapter[name] = unfailing(adapter[name]);
    outlive(adapter.client);
    for (const name of EARS) if (typeof adapter[name] === 'function') adapter[name] = ignoring(adapter[name].bind(adapter));
    listenBy(adapter);
    return adapter;
  };
}

/** Clients of `ioredis` have been handed what the adapter's methods were before. */
function listenBy({ redisListeners, subClient }: Adapter) {
  if (!(redisListeners instanceof Map) || typeof subClient?.listeners !== 'function') return;
  for (const [event, listener] of redisListeners) {
    if (!subClient.listeners(event).includes(listener)) continue;
    const guarded = ignoring(listener);
    subClient.off(event, listener);
    subClient.on(event, guarded);
    redisListeners.set(event, guarded);
  }
}

/** As `receive`, but ignores what it throws. */
function ignoring(receive: Method): Method {
  return (...args) => {
    try {
      const result = receive(...args);
      return isPromise(result) ? result.then(undefined, () => undefined) : result;
    } catch {
      return undefined;
    }
  };
}

/**
 * The adapter for Postgres listens by a connection of its pool's: it handles no error of it, which ends the process; and gives it
 * back never, so that the pool has one less each time that it is lost.
 */
function outlive(listening: Listening | undefined) {
  const { pool } = listening ?? {};
  if (typeof pool?.on !== 'function' || pool.listeners('error').includes(ignore)) return;
  const follow = (connection: PoolConnection) => {
    connection.on('error', ignore);
    connection.prependListener('end', () => (listening as Listening).client === connection && connection.release(true));
  };
  pool.on('error', ignore);
  pool.on('connect', follow);
  if ((listening as Listening).client) follow((listening as { client: PoolConnection }).client);
}

function ignore() {}

function unfailing(client: Record<PropertyKey, Foreign>) {
  return new Proxy(client, {
    get(target, name) {
      const value = target[name];
      if (typeof value !== 'function') return value;
      return (...args: Foreign[]) => {
        const result = value.apply(target, args);
        return isPromise(result) ? result.then(undefined, () => undefined) : result;
      };
    },
  });
}
