// A small static server for one folder, on the loopback address only. The site, the demo and their tests use it.
//   import { serve } from './serve.mjs';  const { url, close } = await serve('target/site', 0);
//   node scripts/serve.mjs <folder>       PORT sets the port; by default 8080, or any free port if that is in use
// As a command it opens the browser where there is a desktop, and ends on Ctrl-C or SIGTERM.

import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Serves the files below `dir` on 127.0.0.1.
 * @param {string} dir
 * @param {number} [port] 0 for any free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(dir, port = 0) {
  const root = await realpath(dir);
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${taken}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        // Browsers keep connections open, which would delay the end of the server.
        server.closeAllConnections();
      }),
  };
}

async function answer(root, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const file = await find(root, request.url);
  if (file === null) return refuse(response, 404);
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file.path)] ?? 'application/octet-stream',
    'Content-Length': file.size,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

// Returns the file for a URL, or `null` if it is outside of the folder.
async function find(root, url) {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    const wanted = join(root, decodeURIComponent(pathname));
    const index = (await stat(wanted)).isDirectory() ? join(wanted, 'index.html') : wanted;
    const path = await realpath(index);
    const info = await stat(path);
    return path.startsWith(root + sep) && info.isFile() ? { path, size: info.size } : null;
  } catch {
    return null;
  }
}

function refuse(response, status) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${status}\n`);
}

async function main() {
  const [dir] = process.argv.slice(2);
  const { url, close } = await serveSomewhere(dir);
  const end = () => close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  openBrowser(url);
  console.log(`\nThe site is at ${url}, with the demo at ${url}demo/ (Ctrl-C ends it)`);
}

async function serveSomewhere(dir) {
  const { PORT } = process.env;
  if (PORT) {
    if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65535) return fail(`PORT=${PORT} is not a port`);
    return serve(dir, Number(PORT)).catch((error) => fail(`cannot serve on port ${PORT}: ${error.message}`));
  }
  return serve(dir, 8080).catch(() => serve(dir, 0));
}

function openBrowser(url) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const desktop = process.platform === 'darwin' || DISPLAY || WAYLAND_DISPLAY;
  if (CI || !desktop) return;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  // The server also works without a browser: the address is on the screen.
  spawn(opener, [url], { stdio: 'ignore', detached: true }).on('error', () => {}).unref();
}

/** @returns {never} */
function fail(message) {
  console.error(`\nerror: ${message}`);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) await main();
