/** The built site in a browser, below a folder of its host. `scripts/test-site` builds it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../../scripts/serve.mjs';
import { launchChrome } from '../support/chrome.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Folder of the site on its host, as scripts/test-site builds it. */
export const BASE = '/rondel/';
/** The host's files. */
export const HOST = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'site-test');
/** The site's files. */
export const SITE = join(HOST, BASE);

/** A page of each kind. */
export const KINDS = {
  'the first page': '',
  'a guide': 'guides/secrets/',
  'a reference page': 'reference/client/',
  'an API page': 'api/rondel/multiplayer/',
  'the page for boardgame.io': 'guides/coming-from-boardgame-io/',
  'a game': 'games/connect-four/',
};

/**
 * Serves the site for the tests of a file and returns `open(t, path, options)`, which opens a page in its own window. At the end of test `t` the
 * page must have logged no error, thrown nothing, and requested nothing from other machines. `expects`: lines of the console and
 * errors that may be there.
 */
export function site() {
  let server;
  let browser;
  before(async () => {
    server = await serve(HOST, 0);
    browser = await launchChrome();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return async function open(t, path, { width = 1200, expects, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce', ...options });
    const complaints = [];
    context.on('request', (request) => {
      const url = new URL(request.url());
      const isHere = url.protocol === 'data:' || url.protocol === 'blob:' || (url.origin === new URL(server.url).origin && url.pathname.startsWith(BASE));
      if (!isHere) complaints.push(`asked for ${request.url()}`);
    });
    context.on('response', (response) => { if (!response.ok()) complaints.push(`${response.status()} for ${response.url()}`); });
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !expects?.test(message.text())) complaints.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => { if (!expects?.test(error.error().message)) complaints.push(`thrown: ${error.error().stack}`); });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    t.after(async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    });
    await page.goto(new URL(BASE + path, server.url).href);
    return page;
  };
}

/** The faults that axe finds on a page, each with the elements. */
export async function axeFaults(page) {
  // The page marks what scrolls when it is idle, in the order of requests.
  await page.evaluate(() => new Promise((resolve) => { requestIdleCallback(resolve); }));
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('\n')}`);
}

/** Nothing is wider than the window. */
export async function assertFits(page) {
  const { wide, window, widest } = await page.evaluate(() => {
    const root = document.documentElement;
    const beyond = [...document.querySelectorAll('main *')].filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1);
    return { wide: root.scrollWidth, window: root.clientWidth, widest: beyond.at(0)?.outerHTML.slice(0, 200) };
  });
  assert.ok(wide <= window, `the page is ${wide} wide in a window of ${window}: ${widest}`);
}
