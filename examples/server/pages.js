/** The demo's page: the files of www/demo, the package, its dependencies and a game in Rust, in the layout of scripts/demo. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@koa/send';

const PAGE = fileURLToPath(new URL('../../www/demo', import.meta.url));
/** A game with rules in Rust, as scripts/build-rust-games builds it. Without it the page has only the other games. */
const MAGPIES = fileURLToPath(new URL('../rust/magpies', import.meta.url));
const PACKAGE = dirname(createRequire(import.meta.url).resolve('rondel/package.json'));
/** The files of Rondel's dependencies for pages without a bundler, one per package. */
const VENDOR = {
  '/vendor/immer.js': inPackage('immer', 'dist/immer.production.mjs'),
  '/vendor/socket.io-client.js': inPackage('socket.io-client', 'dist/socket.io.esm.min.js'),
};

/**
 * Koa's middleware that answers what the page asks for, and tells it that there are games to be played over the network.
 *
 * @param {string[]} games their names
 */
export function pages(games) {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (ctx.path === '/network.json') {
      ctx.body = { games };
      return undefined;
    }
    try {
      await send(ctx, ...fileOf(ctx.path));
    } catch (error) {
      if (error.status !== 404) throw error;
      await next();
    }
    return undefined;
  };
}

function fileOf(path) {
  if (Object.hasOwn(VENDOR, path)) return VENDOR[path];
  if (path === '/rust/magpies/lib.rs') return ['/src/lib.rs', { root: MAGPIES }];
  if (path.startsWith('/rust/magpies/')) return [path.slice('/rust/magpies'.length), { root: join(MAGPIES, 'pkg') }];
  if (path.startsWith('/rondel/')) return [path.slice('/rondel'.length), { root: PACKAGE }];
  return [path, { root: PAGE, index: 'index.html' }];
}

function inPackage(name, file) {
  const ofPackage = createRequire(join(PACKAGE, 'package.json'));
  return [file, { root: dirname(ofPackage.resolve(`${name}/package.json`)) }];
}
