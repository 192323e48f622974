/** A page of `online-page.mjs`, a server that it plays at, and a browser, for the tests of a file. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Server, SocketIO } from 'rondel/server';
import { launchChrome } from '../support/chrome.mjs';
import { game } from './game.mjs';

/**
 * Returns `{ url, serverURL, browser }`, which are there when the tests run.
 *
 * @param {{ socketOpts: object, launch?: object }} options socket.io's, and Playwright's
 */
export function onlinePage({ socketOpts, launch }) {
  const opened = { url: '', serverURL: '', browser: undefined };
  let site;
  let server;
  let running;
  before(async () => {
    const { outputFiles: [{ text }] } = await build({
      entryPoints: [fileURLToPath(new URL('online-page.mjs', import.meta.url))],
      bundle: true, write: false, format: 'iife', logLevel: 'error', define: { 'process.env.NODE_ENV': '"development"' },
    });
    // Browsers keep no page that says no-store.
    site = createServer((request, response) => {
      response.setHeader('Content-Type', request.url === '/page.js' ? 'text/javascript' : 'text/html');
      response.end(request.url === '/page.js' ? text : '<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script>');
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    opened.url = urlOf(site);
    server = Server({ games: [game], origins: [opened.url], transport: new SocketIO({ socketOpts }) });
    running = await server.run({ port: 0, host: '127.0.0.1' });
    opened.serverURL = urlOf(running.appServer);
    opened.browser = await launchChrome(launch);
  });
  after(async () => {
    await opened.browser?.close();
    if (running) await server.kill(running);
    site?.closeAllConnections();
    site?.close();
  });
  return opened;
}

/** A page of a player's, who is connected. */
export async function openPlayer(context, { url, serverURL }, { by, playerID }) {
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(([by, playerID, url]) => globalThis.join(by, playerID, url), [by, playerID, serverURL]);
  await page.waitForFunction(() => globalThis.client.getState()?.isConnected);
  return page;
}

export const add = (page, thing) => page.evaluate((thing) => globalThis.client.moves.add(thing).confirmed, thing);
export const shows = (page, list) => page.waitForFunction((list) => globalThis.client.getState().G.list.join() === list, list.join());

const urlOf = (httpServer) => `http://127.0.0.1:${httpServer.address().port}`;
