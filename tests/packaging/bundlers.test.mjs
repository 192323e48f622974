// A page for each bundler, in both modes, as docs/reference/loading.md describes, in Chromium. Each production page plays each day; a bundler's
// page for development, and its page with rondel/slim, take turns.
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { serve as serveFolder } from '../../scripts/serve.mjs';
import { isForToday } from '../js/support/rotation.mjs';
import { until } from '../js/support/tasks.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { PLAYED, fixtures, installInto, pack, project, run, serve, uninstall } from './project.mjs';

const TOOLS = {
  '@rollup/plugin-commonjs': '^29.0.0',
  '@rollup/plugin-node-resolve': '^16.0.3',
  '@rollup/plugin-replace': '^6.0.3',
  '@rspack/core': '^2.3.2',
  esbuild: '^0.28.2',
  parcel: '^2.16.4',
  rollup: '^4.68.7',
  'vite-7': 'npm:vite@^7.3.8',
  'vite-8': 'npm:vite@^8.3.8',
  webpack: '^5.112.2',
};

const PAGE = `<!doctype html>
<title>Playing</title>
<script type="module" src="main.js"></script>
`;

/** Message on the console for a refused move. */
const REFUSAL = /^rondel: moves\.click was refused: /;

let browser;

before(async () => {
  await pack();
  await cp(join(fixtures, 'bundle.mjs'), join(project.dir, 'bundle.mjs'));
  await installInto(project.dir, TOOLS);
  browser = await launchChrome();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  await uninstall();
});

const WAYS = ['esbuild', 'parcel', 'rollup', 'rspack', 'vite-7', 'vite-8', 'webpack'].flatMap((bundler, index) => [
  { bundler, mode: 'production', does: 'bundles', playsToday: true, playsSlimToday: isForToday(index + 1) },
  { bundler, mode: 'development', does: bundler.startsWith('vite') ? 'serves' : 'bundles', playsToday: isForToday(index), playsSlimToday: isForToday(index) },
]);
const TOMORROW = 'plays tomorrow, or with RONDEL_DAY=each';

/** Bundlers that make a worker of `new Worker(new URL(…, import.meta.url))`. */
const MAKES_WORKERS = /^(parcel|rspack|vite|webpack)/;

for (const { bundler, mode, does, playsToday, playsSlimToday } of WAYS) {
  const hasBots = MAKES_WORKERS.test(bundler);
  test(`a page that ${bundler} ${does} for ${mode} plays${hasBots ? ', and so does a bot that searches in its workers' : ''}`, { skip: !playsToday && TOMORROW }, async (t) => {
    const folder = await makeFolder(`${bundler}-${mode}`);
    if (hasBots) await cp(join(fixtures, 'bots'), folder, { recursive: true });
    await cp(join(fixtures, 'play.mjs'), join(folder, 'play.mjs'));
    await writeFile(join(folder, 'main.js'), `import './play.mjs';\n${hasBots ? "import './bots.js';\n" : ''}`);
    await writeFile(join(folder, 'index.html'), PAGE);
    const { logs, complaints } = await open(t, await addressOf(t, { bundler, mode, does, folder }));
    const expected = hasBots ? [PLAYED, { winner: '1' }] : [PLAYED];
    await until(() => logs.size >= expected.length || complaints.some((text) => !REFUSAL.test(text)));
    // The longer one is that of the page.
    assert.deepEqual([...logs].sort((a, b) => b.length - a.length).map((text) => JSON.parse(text)), expected, complaints.join('\n'));
    // The refused move is explained to developers.
    assert.deepEqual(new Set(complaints.map((text) => REFUSAL.test(text) || text)), new Set(mode === 'development' ? [true] : []));
    // The debug panel is a part of development alone.
    if (does === 'bundles') assert.equal(await contains(join(folder, 'dist'), 'rondel-debug'), mode === 'development');
  });

  // In development Parcel serves no module with a top-level await, such as this one.
  if (does === 'bundles' && mode === 'development') continue;
  test(`a page with rondel/slim that ${bundler} ${does} loads the module and plays`, { skip: !playsSlimToday && TOMORROW }, async (t) => {
    const folder = await makeFolder(`${bundler}-${mode}-slim`);
    await cp(join(fixtures, 'slim'), folder, { recursive: true });
    if (bundler === 'vite-7' && does === 'serves') await nameModule(join(folder, 'main.js'));
    const { page, complaints, requested } = await open(t, await addressOf(t, { bundler, mode, does, folder }));
    await page.locator('button', { hasText: '0 0' }).click().catch(({ message }) => complaints.push(message));
    assert.deepEqual(complaints, []);
    await page.locator('button', { hasText: '1 1' }).waitFor();
    assert.deepEqual(complaints, []);
    assert.equal(requested.filter((url) => url.endsWith('.wasm')).length, 1);
  });
}

/** Adds the module's address for Vite 7, which needs it in development, as the document says. */
async function nameModule(file) {
  const script = await readFile(file, 'utf8');
  await writeFile(file, `import engine from 'rondel/engine.wasm?url';\n${script.replace('init()', 'init(engine)')}`);
}

/** Returns `true` if a file of a folder contains a text. */
async function contains(folder, text) {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile() && (await readFile(join(file.parentPath, file.name), 'utf8')).includes(text)) return true;
  }
  return false;
}

async function makeFolder(name) {
  const folder = join(project.dir, name);
  await mkdir(folder);
  // Each page has its own cache of Vite's optimized packages; all other settings are Vite's defaults.
  await writeFile(join(folder, 'vite.config.mjs'), "export default { cacheDir: '.vite' };\n");
  return folder;
}

/** Serves the page until the test ends. Returns its address. */
async function addressOf(t, { bundler, mode, does, folder }) {
  if (does === 'serves') {
    const { address, stop } = await serve(`../${bundler}/bin/vite.js`, ['--host', '127.0.0.1', '--port', '0'], { cwd: folder });
    t.after(stop);
    return address;
  }
  await bundle({ bundler, mode, folder });
  const { url, close } = await serveFolder(join(folder, 'dist'));
  t.after(close);
  return url;
}

function bundle({ bundler, mode, folder }) {
  return run('node', ['bundle.mjs', bundler, mode, folder], { env: { NODE_ENV: mode } });
}

/** Opens the page; returns its requests, its complaints and its logs, each once: Vite reloads a page whose packages are new to it. */
async function open(t, address) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const [logs, complaints, requested] = [new Set(), [], []];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isOurs = !message.location().url.endsWith('/favicon.ico');
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
    if (message.type() === 'log') logs.add(message.text());
  });
  await page.goto(address);
  return { page, logs, complaints, requested };
}
