// Slow: it compiles a game in Rust, and bundles pages.
// A game from `npx rondel build-game` in a project: with a bundler, in Chromium, with the module inlined and as a file.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { serve as serveFolder } from '../../scripts/serve.mjs';
import { NINE, SHARED, manifest } from '../js/build-game/support.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { WASM } from './inlined.mjs';
import { filesIn, fixtures, installInto, pack, project, root, run, serve, tool, uninstall } from './project.mjs';

const TOOLS = { esbuild: '^0.28.2', 'vite-7': 'npm:vite@^7.3.8', 'vite-8': 'npm:vite@^8.3.8', webpack: '^5.112.2' };
const PAGE = '<!doctype html>\n<title>Playing</title>\n<script type="module" src="main.js"></script>\n';
const PLAY = `
const client = Client({ game });
client.moves.mark(4);
console.log(JSON.stringify(client.getState().G.cells));
`;
const INSIDE = `import { Client } from 'rondel/client';\nimport game from 'nine-cells';\n${PLAY}`;
const BESIDE = `import { Client } from 'rondel/slim';\nimport game, { init } from 'nine-cells/slim';\nawait init();\n${PLAY}`;
/** A match against a bot that searches in a worker: the page has no search. */
const AGAINST = `
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import game from 'nine-cells';

let iterations = 0;
const worker = () => new Worker(new URL('./bot-worker.js', import.meta.url), { type: 'module' });
const bot = { difficulty: 'easy', worker, workers: 2, onProgress: (progress) => { iterations = progress.iterations; } };
const client = Client({ game, playerID: '0', quiet: true, multiplayer: Local({ bots: { 1: bot } }) });
client.subscribe((state) => state?.ctx.turn === 3 && console.log(JSON.stringify({ iterations, cells: state.G.cells })));
client.start();
client.moves.mark(4);
`;
const WORKER = "import { serveBots } from 'rondel/ai';\nimport game from 'nine-cells';\n\nserveBots(game);\n";
/** The game with the `moves` that bots call. */
const LISTED = NINE.replace('    fn play', `    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        out.extend((0..9).filter(|&cell| self.cells[cell].is_none()).map(|cell| Move::Mark { cell }));
    }

    fn play`);

let browser;

before(async () => {
  await pack();
  await cp(join(fixtures, 'bundle.mjs'), join(project.dir, 'bundle.mjs'));
  await installInto(project.dir, TOOLS);
  const game = join(project.dir, 'game');
  await mkdir(join(game, 'src'), { recursive: true });
  await writeFile(join(game, 'Cargo.toml'), manifest('nine-cells', `[dependencies]\nrondel = { path = "${root}" }\n`));
  await writeFile(join(game, 'src/lib.rs'), `${LISTED}rondel::export!(Nine);\n`);
  await tool('rondel', ['build-game', '--release'], { cwd: game, env: SHARED });
  await run('npm', ['install', './game/pkg', '--no-audit', '--no-fund', '--prefer-offline']);
  browser = await launchChrome();
}, { timeout: 600_000 });
after(async () => {
  await browser?.close();
  await uninstall();
});

// The pages with bots below have the module inside as well.
test('a page that esbuild bundles plays it', async (t) => {
  assert.deepEqual(await loggedBy(t, await bundled(t, { bundler: 'esbuild', name: 'inside', script: INSIDE })), { logged: marked(4), wasm: 0, complaints: [] });
});

for (const bundler of ['vite-7', 'vite-8', 'webpack']) {
  test(`a page that ${bundler} bundles loads its module, and no other engine`, async (t) => {
    const name = `${bundler}-beside`;
    const url = await bundled(t, { bundler, name, script: BESIDE });
    assert.deepEqual(await loggedBy(t, url), { logged: marked(4), wasm: 1, complaints: [] });
    const folder = join(project.dir, name, 'dist');
    const scripts = (await filesIn(folder)).filter((file) => file.endsWith('.js'));
    for (const file of scripts) assert.ok(!(await readFile(join(folder, file), 'utf8')).includes(WASM), file);
  });
}

for (const bundler of ['vite-7', 'vite-8', 'webpack']) {
  test(`a bot searches in workers on a page that ${bundler} bundles`, async (t) => {
    const url = await bundled(t, { bundler, name: `${bundler}-bots`, script: AGAINST, worker: WORKER });
    checkAnswered(await loggedBy(t, url));
  });
}

test('a bot searches in workers on a page that Vite serves', async (t) => {
  const folder = await pageOf('served-bots', AGAINST, WORKER);
  const { address, stop } = await serve('../vite-8/bin/vite.js', ['--host', '127.0.0.1', '--port', '0'], { cwd: folder });
  t.after(stop);
  checkAnswered(await loggedBy(t, address));
});

test("a bot searches in workers on a page without a bundler, of which only the worker's file is bundled", async (t) => {
  const folder = await pageOf('bare-bots', AGAINST.replace('bot-worker.js', 'bot-worker.bundle.js'), WORKER);
  const imports = {
    'rondel/client': '/node_modules/rondel/client.js',
    'rondel/multiplayer': '/node_modules/rondel/multiplayer.js',
    'rondel/rust-game': '/node_modules/rondel/rust-game.js',
    'nine-cells': '/node_modules/nine-cells/index.js',
    immer: '/node_modules/immer/dist/immer.production.mjs',
  };
  await writeFile(join(folder, 'index.html'), PAGE.replace('<script', `<script type="importmap">${JSON.stringify({ imports })}</script>\n<script`));
  await run('node_modules/.bin/esbuild', ['bare-bots/bot-worker.js', '--bundle', '--format=esm', '--outfile=bare-bots/bot-worker.bundle.js']);
  const { url, close } = await serveFolder(project.dir);
  t.after(close);
  checkAnswered(await loggedBy(t, new URL('bare-bots/index.html', url).href));
});

/** Checks that the bot has marked a cell, that a worker has searched for it, and that the module is inside. */
function checkAnswered({ logged, wasm, complaints }) {
  assert.deepEqual([wasm, complaints], [0, []]);
  assert.ok(logged.iterations > 0);
  assert.deepEqual(logged.cells.filter((cell) => cell !== null).sort(), ['0', '1']);
}

const marked = (cell) => Array.from({ length: 9 }, (_, i) => (i === cell ? '0' : null));

async function pageOf(name, script, worker) {
  const folder = join(project.dir, name);
  await mkdir(folder);
  await writeFile(join(folder, 'vite.config.mjs'), "export default { cacheDir: '.vite' };\n");
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'main.js'), script);
  if (worker) await writeFile(join(folder, 'bot-worker.js'), worker);
  return folder;
}

/** Serves the bundled page until the test ends. Returns its address. */
async function bundled(t, { bundler, name, script, worker }) {
  const folder = await pageOf(name, script, worker);
  await run('node', ['bundle.mjs', bundler, 'production', folder], { env: { NODE_ENV: 'production' } });
  const { url, close } = await serveFolder(join(folder, 'dist'));
  t.after(close);
  return url;
}

/** Returns the first log of a page, the number of modules that it requests, and its complaints. */
async function loggedBy(t, address) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const [complaints, requested] = [[], []];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const logged = page.waitForEvent('console', (message) => message.type() === 'log').catch(() => null);
  await page.goto(address);
  const message = await logged;
  return { logged: message ? JSON.parse(message.text()) : null, wasm: requested.filter((url) => url.endsWith('.wasm')).length, complaints };
}
