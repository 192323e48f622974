import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rondelError } from '../rondel.js';
import type Libsql from 'libsql';

// A bundle in CommonJS has no `import.meta.url`.
const load = createRequire(import.meta.url ?? join(process.cwd(), 'index.js'));

interface Packages {
  libsql: typeof Libsql;
  pg: typeof import('pg');
  pino: typeof import('pino');
  'prom-client': typeof import('prom-client');
}

/** The optional peers. Each name has its own call: tools that trace the files of a server find the package by it. */
const PACKAGES: { [Name in keyof Packages]: () => Packages[Name] } = {
  libsql: () => load('libsql'),
  pg: () => load('pg'),
  pino: () => load('pino'),
  'prom-client': () => load('prom-client'),
};

/**
 * Loads an optional peer. Throws an error that names the command to install it.
 *
 * @param user what needs the package, for the error: `Postgres`
 */
export function loadPackage<Name extends keyof Packages>(name: Name, user: string): Packages[Name] {
  if (isInstalled(name)) return PACKAGES[name]();
  throw rondelError('server/package', `${user} needs the package ${name}: npm install ${name}`);
}

function isInstalled(name: string) {
  try {
    load.resolve(name);
    return true;
  } catch {
    return false;
  }
}
