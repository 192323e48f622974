// The site of the page, and the server that it plays at, until a test ends.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startServerProcess } from '../support/server-process.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const SCRIPTS = ['page.mjs', 'frame.mjs', 'bots-worker.mjs'];

const filesOfSite = makeFiles();

/**
 * Opens a site. `begun` resolves with the names of the scenarios that the page plays, and with its user agent; `outcomeOf(name)`, with the
 * outcome that it reports.
 *
 * @param {import('node:test').TestContext} t
 */
export async function openSite(t) {
  const files = await filesOfSite;
  const begun = Promise.withResolvers();
  const outcomes = new Map();
  const outcomeOf = (name) => outcomes.get(name) ?? outcomes.set(name, Promise.withResolvers()).get(name);
  let gameServer;

  const answers = {
    '/begun': begun.resolve,
    '/outcome': ({ name, ...outcome }) => outcomeOf(name).resolve(outcome),
    '/kill': () => gameServer.kill(),
    '/restart': () => gameServer.restart(),
    '/settings': () => ({ serverURL: `http://127.0.0.1:${gameServer.port}` }),
  };
  const site = createServer(async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    const answer = answers[request.url];
    if (answer) {
      const body = await text(request);
      response.end(JSON.stringify(await answer(body && JSON.parse(body)) ?? null));
      return;
    }
    const file = files.get(request.url);
    if (!file) response.statusCode = 404;
    response.setHeader('Content-Type', file?.type ?? 'text/plain');
    response.end(file?.contents ?? '');
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    site.close();
    site.closeAllConnections();
  });
  const url = `http://127.0.0.1:${site.address().port}`;
  gameServer = await startGameServer(t, url);
  return { url: `${url}/`, begun: begun.promise, outcomeOf: (name) => outcomeOf(name).promise };
}

async function startGameServer(t, origin) {
  const folder = await mkdtemp(join(tmpdir(), 'rondel-engines-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const server = await startServerProcess({
    command: process.execPath, argsFor: (port) => [here('server.mjs'), String(port), origin, join(folder, 'matches')], ready: /App serving on/, folder,
  });
  t.after(() => server.stop());
  return server;
}

/** The files of the site by their paths: the page with its frame and its worker, and the module of `rondel/slim`. */
async function makeFiles() {
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map(here), outdir: here('out'), bundle: true, splitting: true, write: false, format: 'esm', target: 'es2022', logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"development"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return new Map([
    ['/', html('page.js')],
    ['/frame.html', html('frame.js')],
    ['/engine.wasm', { type: 'application/wasm', contents: await readFile(here('../../pkg/engine.wasm')) }],
    ...outputFiles.map(({ path, contents }) => [`/${relative(here('out'), path)}`, { type: 'text/javascript', contents }]),
  ]);
}

function html(script) {
  return { type: 'text/html', contents: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="/${script}"></script>` };
}
