// The project of boardgame.io's documentation: each chapter adds files, its bundle runs in a browser, and its server in its
// own process. The chapters are in tutorial/, as boardgame.io's documentation prints them at
// v0.50.2 (https://github.com/boardgameio/boardgame.io/tree/v0.50.2/docs/documentation, MIT licence, © 2017 The boardgame.io
// Authors). Two rules turn it into a project of Rondel: that of imports and that of the port. Nothing else is changed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { serve } from '../../scripts/serve.mjs';
import { isForToday } from '../js/support/rotation.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { freePort } from '../support/server-process.mjs';
import { root } from './project.mjs';

const chapters = fileURLToPath(new URL('tutorial/', import.meta.url));

/** The rule of imports: `'boardgame.io/x'` is `'rondel/x'`. For the control, boardgame.io plays its tutorial itself. */
const IMPORTS = {
  'boardgame.io': (code) => code,
  rondel: (code) => code.replace(/(['"])boardgame\.io(\/\w+)?\1/g, '$1rondel$2$1'),
};
/**
 * The libraries, each with the options of its tests. The control plays each fourth day: boardgame.io 0.50.2 does not change, and so can fail
 * only after a change of the tests.
 */
export const LIBRARIES = Object.keys(IMPORTS).map((library) => ({
  library, options: { skip: library === 'boardgame.io' && !isForToday(0, 4) && 'plays each fourth day, or with RONDEL_DAY=each' },
}));

/** The rule of the port: a free one replaces that of the documentation. */
const PORT = /\b8000\b/g;

/** Milliseconds after which a condition counts as failed. */
const NEVER = 300_000;

/**
 * A project, until the test ends.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} library whose imports it has
 */
export async function startProject(t, library) {
  await mkdir(join(root, 'target'), { recursive: true });
  // Inside the repository, so that packages are found.
  const dir = await mkdtemp(join(root, 'target/tutorial-'));
  t.after(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  // As `npm init` of the tutorial's time left it: neither kind of module.
  await writeFile(join(dir, 'package.json'), '{}');
  const port = String(await freePort());
  let site;
  return { follow, write, build, open, serveGames, seated };

  /** Follows chapters: their files replace those of the same names. */
  async function follow(...names) {
    for (const name of names) {
      const files = await readdir(join(chapters, name), { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => entry.isFile())) {
        const path = join(file.parentPath, file.name);
        await write(path.slice(chapters.length + name.length + 1), await readFile(path, 'utf8'));
      }
    }
  }

  async function write(path, text) {
    const file = join(dir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, IMPORTS[library](text).replace(PORT, port));
  }

  /** Builds the page into dist/, where an open page finds it after a reload. */
  async function build({ html, script }) {
    const { outputFiles: [{ text }] } = await bundle({
      entryPoints: [join(dir, script)],
      bundle: true,
      loader: { '.js': 'jsx' },
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
      write: false,
    });
    await mkdir(dirname(join(dir, 'dist', script)), { recursive: true });
    await writeFile(join(dir, 'dist', script), text);
    await cp(join(dir, html), join(dir, 'dist/index.html'));
  }

  /** Opens the page in its own window. */
  async function open(options) {
    if (!site) {
      site = await serve(join(dir, 'dist'));
      t.after(() => site.close());
    }
    return openPage(t, site.url.replace('127.0.0.1', 'localhost'), options);
  }

  /** Starts the server of the project. */
  async function serveGames() {
    const file = join(dir, 'src/server.js');
    const child = spawn('node', [library === 'rondel' ? file : await withoutEsm(file)], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => stop(child));
    await serving(child);
  }

  /** Waits until all players of a match are connected: a move before the page knows the match is refused. */
  async function seated(game, matchID) {
    await eventually(async () => {
      const { players } = await (await fetch(`http://localhost:${port}/games/${game}/${matchID}`)).json();
      assert.deepEqual(players.map(({ isConnected }) => isConnected), [true, true]);
    });
  }
}

/** The tutorial's Node reads modules by `-r esm`. That reads boardgame.io, whose `core` no module can import, but no newer code. */
async function withoutEsm(file) {
  const outfile = file.replace(/\.js$/, '.cjs');
  await bundle({ entryPoints: [file], outfile, bundle: true, platform: 'node', packages: 'external' });
  return outfile;
}

async function serving(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { said += chunk; });
  const ended = once(child, 'exit').then(() => assert.fail(`the server has ended:\n${said}`));
  const lines = createInterface({ input: child.stdout });
  await Promise.race([ended, new Promise((serves) => { lines.on('line', (line) => /App serving on/.test(line) && serves(line)); })]);
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

let browser;

export async function closeBrowser() {
  await browser?.close();
}

/**
 * Opens a page; `complaints` are its exceptions, and the errors on its console.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function openPage(t, url, options) {
  browser ??= await launchChrome();
  const context = await browser.newContext(options);
  context.setDefaultTimeout(NEVER);
  t.after(() => context.close());
  const complaints = [];
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().stack}`));
  context.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  // Browsers request it on their own.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  await page.goto(url);
  return { page, complaints };
}

/** Waits until an assertion holds; fails with its error. */
export async function eventually(assertion) {
  for (const end = performance.now() + NEVER; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}
