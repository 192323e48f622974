// The JavaScript engines in which speed is measured: Node, and Chromium. Both load the same two bundles: a library, and the slices of a
// bench, whose function `slice` plays one scenario with it.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChrome } from '../support/chrome.mjs';
import { bundle, withEngines } from './engines.mjs';
import { printTable, times, us } from './measure.mjs';
import { forked, inTurns } from './turns.mjs';

/** Answered by `context.route`; no server is needed. */
const ORIGIN = 'http://127.0.0.1';
const PLAYER = fileURLToPath(new URL('player.mjs', import.meta.url));
const PAGE = '<!doctype html><meta charset="utf-8"><title>Bench</title>';

/**
 * A JavaScript engine.
 * @typedef {object} Runtime
 * @property {string} name with its version
 * @property {(library: string, part: string) => Promise<import('./turns.mjs').Player>} open starts a new process
 */

/**
 * Bundles the libraries and the slices of a bench, and starts Chromium. They exist until `use` has ended.
 *
 * @param {string} slices a module that exports `slice(library, part, isWarmUp)`
 * @param {(runtimes: Runtime[], libraries: string[]) => Promise<void>} use gets Rondel's bundle first
 */
export async function withRuntimes(slices, use) {
  await withEngines(async (libraries) => {
    const file = join(dirname(libraries[0]), 'slices.mjs');
    await bundle(`export { slice } from ${JSON.stringify(slices)}`, { outfile: file });
    const browser = await launchChrome();
    try {
      await use([inNode(file), inChromium(browser, file)], libraries);
    } finally {
      await browser.close();
    }
  });
}

/**
 * Prints a row for each scenario, with the time of a move of Rondel and of boardgame.io and their ratio in each runtime.
 *
 * @param {string} what the head of the table
 * @param {{ name: string, isFresh?: boolean, isTooMuch?: boolean }[]} scenarios; `isFresh`: each slice is played in a new process;
 *   `isTooMuch`: boardgame.io cannot play it
 * @param {{ runtimes: Runtime[], libraries: string[], rounds: number }} how
 */
export async function compareAll(what, scenarios, { runtimes, libraries, rounds }) {
  const head = [what, ...runtimes.flatMap(({ name }) => [`${name}: Rondel`, 'boardgame.io', 'ratio'])];
  const rows = [];
  for (const [index, scenario] of scenarios.entries()) {
    const row = [scenario.name];
    process.stderr.write(`  … ${scenario.name}\n`);
    for (const runtime of runtimes) {
      const able = scenario.isTooMuch ? libraries.slice(0, 1) : libraries;
      const open = (library) => runtime.open(library, String(index));
      const players = await Promise.all(able.map((library) => (scenario.isFresh ? renewed(() => open(library)) : open(library))));
      const [ours, theirs] = await inTurns(players, rounds);
      row.push(us(ours), ...(theirs ? [us(theirs), times(theirs / ours)] : ['-', '-']));
    }
    rows.push(row);
  }
  printTable(head, rows);
}

/** @returns {Runtime} */
function inNode(slices) {
  return {
    name: `Node ${process.versions.node.split('.')[0]}`,
    open: async (library, part) => forked(PLAYER, slices, library, part),
  };
}

/** Pages of different contexts are in processes of their own. */
function inChromium(browser, slices) {
  return {
    name: `Chromium ${browser.version().split('.')[0]}`,
    async open(library, part) {
      const context = await browser.newContext();
      await context.route(`${ORIGIN}/**`, async (route) => {
        const name = basename(new URL(route.request().url()).pathname);
        const file = [slices, library].find((path) => basename(path) === name);
        if (file) await route.fulfill({ contentType: 'text/javascript', body: await readFile(file) });
        else await route.fulfill({ contentType: 'text/html', body: PAGE });
      });
      const page = await context.newPage();
      await page.goto(`${ORIGIN}/`);
      await page.evaluate(async (names) => {
        const [{ slice }, loaded] = await Promise.all(names.map((name) => import(name)));
        globalThis.play = (...how) => slice(loaded, ...how);
      }, [slices, library].map((path) => `/${basename(path)}`));
      return {
        slice: (isWarmUp) => page.evaluate((how) => globalThis.play(...how), [part, isWarmUp]),
        close: () => context.close(),
      };
    },
  };
}

/** A player that is a new one for each slice. */
function renewed(open) {
  return {
    async slice(isWarmUp) {
      const player = await open();
      try {
        return await player.slice(isWarmUp);
      } finally {
        await player.close();
      }
    },
    close() {},
  };
}
