import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rondelError } from '../../util/error.js';

/** What a server needs besides `rondel`. Pages do not: to npm, these are optional peers. */
const NEEDED = ['koa', '@koa/router', '@koa/cors', '@koa/bodyparser', 'socket.io', 'ws'];

// A bundle in CommonJS has no `import.meta.url`.
const load = createRequire(import.meta.url ?? join(process.cwd(), 'index.js'));

/**
 * What `Server()` is built on. They are loaded when they are needed, and not by an import: where one is missing, Node
 * would name the file that imports it, and not what to do.
 *
 * @returns {{ Koa: any, Router: any, cors: any, bodyParser: any }}
 */
export function loadServerPackages() {
  const missing = NEEDED.filter((name) => !isInstalled(name));
  if (missing.length > 0) throw notInstalled("'rondel/server'", missing, NEEDED);
  const { bodyParser } = load('@koa/bodyparser');
  return { Koa: load('koa'), Router: load('@koa/router'), cors: load('@koa/cors'), bodyParser };
}

/**
 * A package that is an optional peer; throws an error that says how to install it.
 *
 * @param {string} name
 * @param {string} user who needs it, for the error: `Postgres`
 * @returns {any}
 */
export function loadPackage(name, user) {
  if (!isInstalled(name)) throw notInstalled(user, [name], NEEDED.includes(name) ? NEEDED : [name]);
  return load(name);
}

function isInstalled(name) {
  try {
    load.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function notInstalled(user, missing, command) {
  const message = `${user} needs ${missing.join(', ')}, not installed here: npm install ${command.join(' ')}`;
  return rondelError('server/package', message);
}
