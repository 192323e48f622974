// Chromium keeps a page that is left, and shows it again as it was: its client hears all that it has missed, whatever it is connected by.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Server, SocketIO } from 'rondel/server';
import { launchChrome } from '../support/chrome.mjs';
import { game } from './game.mjs';

/** Milliseconds after which socket.io finds out by itself: never. */
const NEVER = 3_600_000;
const TRANSPORTS = ['WebSocketTransport', 'SocketIO', 'SocketIO by polling', 'Broadcast'];

let site;
let browser;
let server;
let running;

before(async () => {
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [fileURLToPath(new URL('online-page.mjs', import.meta.url))],
    bundle: true, write: false, format: 'iife', logLevel: 'error', define: { 'process.env.NODE_ENV': '"development"' },
  });
  // A page that says no-store is not kept.
  site = createServer((request, response) => {
    response.setHeader('Content-Type', request.url === '/page.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/page.js' ? text : '<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script>');
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const transport = new SocketIO({ socketOpts: { pingInterval: NEVER, pingTimeout: NEVER } });
  server = Server({ games: [game], origins: [urlOf(site)], transport });
  running = await server.run({ port: 0, host: '127.0.0.1' });
  browser = await launchChrome({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
});

after(async () => {
  await browser?.close();
  if (running) await server.kill(running);
  site?.closeAllConnections();
  site?.close();
});

const urlOf = (httpServer) => `http://127.0.0.1:${httpServer.address().port}`;
const add = (page, thing) => page.evaluate((thing) => globalThis.client.moves.add(thing).confirmed, thing);
const shows = (page, list) => page.waitForFunction((list) => globalThis.client.getState().G.list.join() === list, list.join());

for (const by of TRANSPORTS) {
  test(`${by}: a page that is left and shown again plays on`, async (t) => {
    const context = await browser.newContext();
    t.after(() => context.close());
    const open = async (playerID) => {
      const page = await context.newPage();
      await page.goto(urlOf(site));
      await page.evaluate(([by, playerID, url]) => globalThis.join(by, playerID, url), [by, playerID, urlOf(running.appServer)]);
      await page.waitForFunction(() => globalThis.client.getState()?.isConnected);
      return page;
    };
    const [one, two] = [await open('0'), await open('1')];
    await add(one, 'a');
    await shows(two, ['a']);
    await two.goto(`${urlOf(site)}/other`);
    await add(one, 'b');
    await two.goBack({ waitUntil: 'commit' });
    await two.waitForFunction(() => globalThis.wasKept === true);
    await shows(two, ['a', 'b']);
    assert.deepEqual(await add(two, 'c'), { status: 'confirmed' });
    await shows(one, ['a', 'b', 'c']);
  });
}
