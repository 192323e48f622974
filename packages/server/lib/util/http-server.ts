import { messageOf, rondelError } from '../rondel.js';
import { printErrorNowAndThen } from './recent-errors.js';
import type { Server } from 'node:http';

/** Timeout of requests and other work when a server ends, in milliseconds. */
const PATIENCE = 3000;
/** Timeout of a request to arrive, in milliseconds. Node checks every half minute. */
const REQUEST_TIMEOUT = 30_000;
/** Node's default of it, in milliseconds. */
const NODES_OWN = 300_000;

/** Address at which a server listens, for errors. */
export interface Address {
  port?: unknown;
  host?: string;
  /** Function whose argument the address is. @default `run()` */
  by?: string;
}

/**
 * Resolves with an HTTP server when it listens. Otherwise it is rejected with an error that says what to do.
 *
 * @param start makes the server, and calls `listen`
 */
export function startListening(start: (onListening: () => void) => Server, address: Address): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(failureOf(error as NodeJS.ErrnoException | null | undefined, address));
    try {
      const server = start(() => {
        server.off('error', fail);
        // When a process has no file descriptor left, for instance: without a listener it would end.
        server.on('error', (error) => printErrorNowAndThen('rondel: the server cannot take a connection:', error));
        resolve(server);
      });
      server.on('error', fail);
      if (server.requestTimeout === NODES_OWN) server.requestTimeout = REQUEST_TIMEOUT;
    } catch (error) {
      fail(error);
    }
  });
}

/** Accepts no more connections, and resolves when the last has ended. */
export function closeServer(server: Server) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections?.(), PATIENCE);
    // Connections with a request under way end with its response.
    server.keepAliveTimeout = 1;
    server.close(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

/** Resolves with `ending`, or rejects after a timeout: a database may never respond. */
export async function endInTime(ending: unknown) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it has not ended within ${PATIENCE / 1000} seconds`)), PATIENCE);
  });
  try {
    return await Promise.race([ending, late]);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(error: NodeJS.ErrnoException | null | undefined, address: Address) {
  if (error?.name === 'RondelError') return error;
  const { port, host, by = 'run()' } = address;
  switch (error?.code) {
    case 'EADDRINUSE':
      return rondelError('server/port', `port ${port} is in use: end the program that listens there, or give ${by} another port`);
    case 'EACCES':
      return rondelError('server/port', `port ${port}: this user may not listen there: give ${by} a port above 1023`);
    case 'ERR_SOCKET_BAD_PORT':
      return rondelError('server/port', `port: expected a number from 0 to 65535, got ${String(port)}`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return rondelError('server/host', `host: this machine has no address '${host}'; without a host, ${by === 'run()' ? 'run() listens at all of them' : `${by} listen at 127.0.0.1`}`);
    default:
      return rondelError('server/port', `port ${port}: ${messageOf(error)}`);
  }
}
