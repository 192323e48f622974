// What readers of boardgame.io's documentation have before them: a project to which each chapter adds files, its bundle in a
// browser, and its server in a process of its own. The chapters are in tutorial/, as boardgame.io's documentation prints them at
// v0.50.2 (https://github.com/boardgameio/boardgame.io/tree/v0.50.2/docs/documentation, MIT licence, © 2017 The boardgame.io
// Authors). Rules make a chapter of Rondel's of it; nothing else is changed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serve } from '../../scripts/serve.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { root } from './project.mjs';

const chapters = fileURLToPath(new URL('tutorial/', import.meta.url));

/** The rule: `'boardgame.io/x'` is `'rondel/x'`. For the control, boardgame.io plays its tutorial itself. */
const IMPORTS = {
  'boardgame.io': (code) => code,
  rondel: (code) => code.replace(/(['"])boardgame\.io(\/\w+)?\1/g, '$1rondel$2$1'),
};
export const LIBRARIES = Object.keys(IMPORTS);

/** The port of the documentation; a server of a test listens at a free one. */
const PORT = /\b8000\b/g;

/**
 * A project for as long as a test runs.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} library whose imports it has
 */
export async function startProject(t, library) {
  await mkdir(join(root, 'target'), { recursive: true });
  // Inside the repository, so that packages are found.
  const dir = await mkdtemp(join(root, 'target/tutorial-'));
  t.after(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  // As `npm init` of the tutorial's days left it: neither kind of module.
  await writeFile(join(dir, 'package.json'), '{}');
  let port = 0;
  return { dir, follow, write, servePage, serveGames };

  /** Does what chapters say: their files take the place of those of the same names. */
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
    await writeFile(file, IMPORTS[library](text));
  }

  /** Bundles a script into dist/, where the page asks for it. */
  async function bundle(script) {
    const { outputFiles: [{ text }] } = await build({
      entryPoints: [join(dir, script)],
      bundle: true,
      loader: { '.js': 'jsx' },
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
      write: false,
    });
    await mkdir(dirname(join(dir, 'dist', script)), { recursive: true });
    await writeFile(join(dir, 'dist', script), text.replace(PORT, port || '8000'));
  }

  /** Builds the page and serves it. Answers what opens it in a window of its own. */
  async function servePage({ html, script }) {
    await bundle(script);
    await cp(join(dir, html), join(dir, 'dist/index.html'));
    const site = await serve(join(dir, 'dist'));
    t.after(() => site.close());
    return (address = '', options = {}) => openPage(t, site.url.replace('127.0.0.1', 'localhost') + address, options);
  }

  /** Starts the server; pages that are built from now on know its port. */
  async function serveGames(script = 'src/server.js') {
    const file = join(dir, script);
    await writeFile(file, (await readFile(file, 'utf8')).replace(PORT, '0'));
    const child = spawn('node', [library === 'rondel' ? file : await withoutEsm(file)], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => stop(child));
    port = await servingAt(child);
    return port;
  }
}

/** The tutorial has Node read modules by `-r esm`. That reads boardgame.io, whose `core` no module can import, but no newer code. */
async function withoutEsm(file) {
  const outfile = file.replace(/\.js$/, '.cjs');
  await build({ entryPoints: [file], outfile, bundle: true, platform: 'node', packages: 'external' });
  return outfile;
}

async function servingAt(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { said += chunk; });
  const ended = once(child, 'exit').then(() => null);
  const lines = createInterface({ input: child.stdout });
  const serving = new Promise((resolve) => {
    lines.on('line', (line) => {
      const found = /App serving on (\d+)/.exec(line);
      if (found) resolve(found[1]);
    });
  });
  const port = await Promise.race([serving, ended]);
  if (port === null) assert.fail(`the server has ended:\n${said}`);
  return port;
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
 * Opens a page; `complaints` are what it has thrown, and what it has said on the console as an error.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} options
 */
async function openPage(t, url, options) {
  browser ??= await launchChrome();
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  t.after(() => context.close());
  const complaints = [];
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().stack}`));
  context.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  // Browsers ask for it of themselves.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  const page = await context.newPage();
  await page.goto(url);
  return { page, complaints };
}

/** Waits until an assertion holds; fails as it does. */
export async function eventually(assertion) {
  for (const end = performance.now() + 20_000; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}
