/** The assembled page in a browser, for the tests in this folder. `scripts/test-demo` assembles it. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { serve } from '../../scripts/serve.mjs';
import { launchChrome } from '../support/chrome.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SITE = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'demo');
const ARTIFACTS = join(ROOT, 'artifacts');

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/**
 * Serves the page for the tests of a file and returns `open(t, address, options)`, which opens it in its own window. At the
 * end of test `t` the window, with all tabs that it opened, must have logged no error, thrown nothing, and requested nothing
 * from other machines.
 *
 * @param {() => Promise<{ url: string, close: () => any }>} [start] starts the server of the page
 */
export function demo(start = () => serve(SITE, 0)) {
  let site;
  let browser;
  before(async () => {
    site = await start();
    browser = await launchChrome();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  return async function open(t, address, { viewport = DESKTOP, colorScheme = 'light', ...options } = {}) {
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', ...options });
    const complaints = [];
    context.on('request', (request) => { if (!isHere(request.url())) complaints.push(`asked for ${request.url()}`); });
    context.setDefaultTimeout(120_000);
    context.on('console', (message) => { if (message.type() === 'error') complaints.push(`console: ${message.text()}`); });
    context.on('weberror', (error) => complaints.push(`thrown: ${error.error().stack}`));
    context.on('response', (response) => { if (!response.ok()) complaints.push(`${response.status()} for ${response.url()}`); });
    const page = await context.newPage();
    t.after(async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    });
    await page.goto(site.url + address);
    // The bots arrive last, and move what is below them: between the press and the release of a button nothing may move.
    for (const drawn of ['#table-title', '#bots-table > *']) await page.locator(drawn).first().waitFor();
    return page;
  };
}

/** Returns `true` for URLs of this machine, and for those that the page itself has created. */
const isHere = (url) => ['127.0.0.1', ''].includes(new URL(url).hostname);

/** A seat's place at the table. */
export function seat(page, number) {
  return page.locator(`[data-seat="${number}"]`);
}

/** The seats that may act now, as the page shows them. */
export function acting(page) {
  return page.locator('[data-acting]').evaluateAll((places) => places.map((place) => place.dataset.seat));
}

/** The line with the players who may move. */
export function status(page) {
  return page.locator('#table .status-text').innerText();
}

/** A field of the `ctx` panel, as written there. */
export async function ctx(page, field) {
  return (await page.locator(`[data-panel="ctx"] [data-field="${field}"] dd`).innerText()).replaceAll('\u00a0', ' ');
}

/** The fields of the `ctx` panel that are marked as changed. */
export function changed(page) {
  return page.locator('[data-panel="ctx"] > .fields .is-changed').evaluateAll((fields) => fields.map((field) => field.dataset.field));
}

/** The log, with the oldest entry of the newest turn first. */
export function log(page) {
  return page.locator('.log-entry code').allInnerTexts();
}

/** The visible refusal: the refused action, the reason, and the engine's type. `null` if there is none. */
export function refusal(page) {
  return page.evaluate(() => {
    const shown = document.querySelector('.refusal');
    const text = (selector) => shown.querySelector(selector)?.textContent ?? null;
    return shown && { what: text('code'), why: text('.refusal-reason'), type: text('.refusal-type') };
  });
}

/** The number in an element marked for the tests. */
export async function number(page, testid) {
  return Number(await page.getByTestId(testid).innerText());
}

/** Presses a button that is shown as unavailable: it can be pressed, and then shows the reason. */
export async function inVain(button) {
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  // By default, Playwright waits for such a button to become enabled.
  await button.click({ force: true });
}

/** Nothing is wider than the window. */
export async function assertFits(page) {
  const { wide, window } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, window: document.documentElement.clientWidth }));
  assert.ok(wide <= window, `the page is ${wide} wide in a window of ${window}`);
}

/** Keeps a picture of the page in artifacts/. */
export async function picture(page, name, options) {
  await mkdir(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `demo-${name}.png`), ...options });
}

/** Presses Tab until the focus is on a matching element, and returns it. */
export async function tabTo(page, selector, key = 'Tab') {
  for (let press = 0; press < 120; press++) {
    await page.keyboard.press(key);
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
    if (there) return page.locator(':focus');
  }
  throw new Error(`${key} never reaches ${selector}`);
}
