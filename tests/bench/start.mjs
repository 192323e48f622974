// How long a page takes from navigation to its first state, in headless Chromium: scripts/bench start.
// Each sample is a context of its own, which has nothing in its caches: the first visit is cold; the third is the revisit,
// because Chromium keeps compiled code from the second on.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { launchChrome } from '../support/chrome.mjs';
import { bundle } from './engines.mjs';
import { median, printTable } from './measure.mjs';

const SAMPLES = Number(process.argv[2] ?? 9);

const GAME = `
const winning = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const hasWon = (cells) => winning.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
const game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, id) {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => (hasWon(G.cells) ? { winner: ctx.currentPlayer } : undefined),
};
const client = Client({ game, debug: false, quiet: true });
client.start();
document.body.textContent = client.getState().G.cells.length;
globalThis.firstState = performance.now();
`;

const PAGES = [
  { name: 'Rondel', source: `import { Client } from 'rondel/client'; import { INVALID_MOVE } from 'rondel/core'; ${GAME}` },
  {
    name: 'rondel/slim',
    source: `import { Client, init } from 'rondel/slim'; import { INVALID_MOVE } from 'rondel/core'; await init(); ${GAME}`,
    files: ['engine.wasm'],
  },
  { name: 'boardgame.io', source: `import { Client } from 'boardgame.io/client'; import { INVALID_MOVE } from 'boardgame.io/core'; ${GAME}` },
];

const NETWORKS = [
  { name: 'unthrottled', offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  { name: '1,600 kbit/s, 150 ms', offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
];

const TYPES = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };

const files = await bundlePages();
const server = createServer(answer).listen(0, '127.0.0.1');
await new Promise((resolve) => { server.once('listening', resolve); });
const browser = await launchChrome();
try {
  await printSizes();
  console.log('\nmilliseconds from navigation to the first state, medians of', SAMPLES);
  for (const network of NETWORKS) {
    for (const cpu of [1, 4]) await printTimes(network, cpu);
  }
} finally {
  await browser.close();
  server.close();
}

/** What the server has, by path: gzipped, as hosts serve it. */
async function bundlePages() {
  const all = new Map();
  for (const [index, { source, files: others = [] }] of PAGES.entries()) {
    const { outputFiles: [script] } = await bundle(source, { write: false });
    // As docs/reference/loading.md advises: the module arrives beside the script.
    const links = others.map((name) => `<link rel="preload" href="/${index}/${name}" as="fetch" crossorigin>`).join('');
    const html = `<!doctype html><meta charset="utf-8"><title>Start</title>${links}<body><script type="module" src="/${index}/page.js"></script>`;
    all.set(`/${index}/index.html`, gzipSync(html));
    all.set(`/${index}/page.js`, gzipSync(script.contents, { level: 9 }));
    for (const name of others) all.set(`/${index}/${name}`, gzipSync(await readFile(`pkg/${name}`), { level: 9 }));
  }
  return all;
}

/** Pages are asked for again at each visit, what they load is kept. */
function answer({ url }, response) {
  const file = files.get(url);
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  const type = url.split('.').pop();
  const cached = type === 'html' ? 'no-cache' : 'max-age=31536000, immutable';
  response.writeHead(200, { 'content-type': TYPES[type], 'content-encoding': 'gzip', 'cache-control': cached, 'content-length': file.length });
  response.end(file);
}

function printSizes() {
  printTable(['bytes of a page with a client, gzipped', 'script', 'all'], PAGES.map(({ name }, index) => {
    const own = [...files].filter(([path]) => path.startsWith(`/${index}/`));
    const all = own.reduce((sum, [, file]) => sum + file.length, 0);
    return [name, String(files.get(`/${index}/page.js`).length), String(all)];
  }));
}

/** All pages in turns, so that what else the machine does slows each of them alike. */
async function printTimes(network, cpu) {
  const cold = PAGES.map(() => []);
  const revisit = PAGES.map(() => []);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const index of PAGES.keys()) {
      const [first, , third] = await visits(index, network, cpu);
      cold[index].push(first);
      revisit[index].push(third);
    }
  }
  console.log();
  printTable([`${network.name}, CPU ${cpu}x slower`, 'cold, ms', 'ratio', 'revisit, ms', 'ratio'], PAGES.map(({ name }, index) => {
    return [name, ...[cold, revisit].flatMap((times) => {
      const [own, theirs] = [times[index], times.at(-1)].map(median);
      return [own.toFixed(0), (own / theirs).toFixed(2)];
    })];
  }));
}

/** The milliseconds of three visits to a page in a new context. */
async function visits(index, network, cpu) {
  const context = await browser.newContext();
  const times = [];
  for (let visit = 0; visit < 3; visit += 1) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.goto(`http://127.0.0.1:${server.address().port}/${index}/index.html`);
    await page.waitForFunction('globalThis.firstState !== undefined');
    times.push(await page.evaluate('firstState'));
    // Compiled code is kept once the page has been idle.
    await page.waitForTimeout(300);
    await page.close();
  }
  await context.close();
  return times;
}
