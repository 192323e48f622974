// Frames of a page in headless Chromium: scripts/bench frames. A bot thinks for three seconds, and a page makes 50 moves a second
// with the debug panel.
import { createServer } from 'node:http';
import { launchChrome } from '../support/chrome.mjs';
import { bundle } from './engines.mjs';
import { printTable } from './measure.mjs';

/** Milliseconds that each bot of Rondel's thinks. */
const THINKING_TIME = 3000;
/** In so many milliseconds a frame comes, if nothing holds it up: 60 in a second. */
const BAR = 20;
const ROUNDS = 3;
const HEAD = ['milliseconds of a frame', 'frames', 'median', '99 %', 'longest', `over ${BAR}`];
/** The tab of the panel in each row. */
const PANELS = {
  'no panel': null, 'panel closed': 'closed', 'tab State': 'state', 'tab Play': 'play', 'tab Log': 'log', 'tab Network': 'network',
};

/** Moves per second of the page with the debug panel. */
const MOVES_PER_SECOND = 50;

const PAGE = `
import { MCTSBot as TheirBot } from 'boardgame.io/ai';
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Debug } from 'rondel/debug';
import { Local } from 'rondel/multiplayer';
import { game } from './tests/games/connect-four.mjs';

const worker = () => new Worker('/worker.js', { type: 'module' });
const thinkingTime = ${THINKING_TIME};
class Blocking extends TheirBot {
  constructor(options) {
    super({ ...options, iterations: 1000, playoutDepth: 50 });
  }
}
const BOTS = {
  'nobody thinks': null,
  'in the page': { bot: MCTSBot, thinkingTime },
  'in a worker': { thinkingTime, worker },
  'in two workers': { thinkingTime, worker, workers: 2 },
  "boardgame.io's, 1,000 iterations": Blocking,
};

const frame = () => new Promise((done) => { requestAnimationFrame(done); });
const later = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

globalThis.NAMES = Object.keys(BOTS);

/** How long each frame took until a promise was settled. */
async function framesUntil(end) {
  let isOver = false;
  end.then(() => { isOver = true; });
  const frames = [];
  let last = await frame();
  // What has held up a frame shows in the time of the next one.
  for (let more = 2; more > 0; more -= Number(isOver)) {
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return frames;
}

/** The frames while this bot thinks about a move, and its iterations. */
globalThis.framesOf = async (name) => {
  let iterations = 0;
  const spec = BOTS[name];
  const isRondels = spec && typeof spec !== 'function';
  const seat = isRondels ? { ...spec, onProgress: (progress) => { iterations = progress.iterations; } } : spec;
  const client = Client({ game, playerID: '0', multiplayer: Local({ bots: seat ? { 1: seat } : {} }), debug: false, quiet: true });
  client.start();
  client.moves.drop(3);
  const moved = spec
    ? new Promise((done) => { client.subscribe((state) => state?.ctx.turn > 2 && done()); })
    : later(thinkingTime);
  const frames = await framesUntil(moved);
  client.dispose();
  return { frames, iterations };
};

/** The frames while a page with a board of 64 cells makes moves, with a tab of the debug panel, with the panel closed ('closed'), or without it (null). */
globalThis.framesWithPanel = async (tab) => {
  const cells = document.body.appendChild(document.createElement('p'));
  const client = Client({
    game: { name: 'cells', setup: () => ({ cells: Array(64).fill(0) }), moves: { add: ({ G }, cell) => { G.cells[cell] += 1; } } },
    debug: tab !== null && { impl: Debug, collapseOnLoad: tab === 'closed' },
    quiet: true,
  });
  client.subscribe(({ G }) => { cells.textContent = G.cells.join(' '); });
  client.start();
  if (tab !== null && tab !== 'closed') {
    await later(100);
    document.querySelector('.rondel-debug').shadowRoot.querySelector(\`#tab-\${tab}\`).click();
  }
  const ended = (async () => {
    const began = performance.now();
    for (let i = 0; i < thinkingTime / 1000 * ${MOVES_PER_SECOND}; i += 1) {
      await later(began + i * 1000 / ${MOVES_PER_SECOND} - performance.now());
      client.moves.add(i % 64);
    }
  })();
  const frames = await framesUntil(ended);
  const moves = client.getState()._stateID;
  client.dispose();
  cells.remove();
  return { frames, moves };
};
`;

const WORKER = `
import { serveBots } from 'rondel/ai';
import { game } from './tests/games/connect-four.mjs';
serveBots(game);
`;

const files = new Map([
  ['/', '<!doctype html><meta charset="utf-8"><title>Frames</title><link rel="icon" href="data:,"><body><script type="module" src="/page.js"></script>'],
  ['/page.js', await textOf(PAGE)],
  ['/worker.js', await textOf(WORKER)],
]);
const server = createServer(({ url }, response) => {
  response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
  response.end(files.get(url));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => { server.once('listening', resolve); });
const browser = await launchChrome();
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.on('pageerror', (error) => console.log(String(error)));
  const open = async () => {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.framesOf);
  };
  await open();
  const rows = [];
  for (const name of await page.evaluate(() => globalThis.NAMES)) rows.push(await rowOf(page, name));
  printTable([...HEAD, 'iterations'], rows);
  console.log();
  const panelRows = [];
  for (const [name, tab] of Object.entries(PANELS)) {
    // A page has one panel, which keeps open or closed.
    await open();
    panelRows.push(await panelRowOf(page, name, tab));
  }
  printTable([...HEAD, 'moves'], panelRows);
} finally {
  await browser.close();
  server.close();
}

async function textOf(source) {
  const { outputFiles: [{ text }] } = await bundle(source, { write: false });
  return text;
}

async function rowOf(page, name) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await page.evaluate((bot) => globalThis.framesOf(bot), name));
  const iterations = Math.round(rounds.reduce((sum, round) => sum + round.iterations, 0) / ROUNDS);
  return [name, ...cellsOf(rounds), iterations ? iterations.toLocaleString('en') : '–'];
}

async function panelRowOf(page, name, tab) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await page.evaluate((shown) => globalThis.framesWithPanel(shown), tab));
  return [name, ...cellsOf(rounds), String(rounds.reduce((sum, { moves }) => sum + moves, 0))];
}

/** The cells of a row from the frames of some rounds. */
function cellsOf(rounds) {
  const frames = rounds.flatMap((round) => round.frames).sort((a, b) => a - b);
  const at = (share) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))].toFixed(1);
  return [String(frames.length), at(0.5), at(0.99), at(1), String(frames.filter((frame) => frame > BAR).length)];
}
