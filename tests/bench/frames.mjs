// How a page's frames come while a bot thinks for three seconds, in headless Chromium: scripts/bench frames.
import { createServer } from 'node:http';
import { launchChrome } from '../support/chrome.mjs';
import { bundle } from './engines.mjs';
import { printTable } from './measure.mjs';

/** Milliseconds that each bot of Rondel's thinks. */
const THINKING_TIME = 3000;
/** In so many milliseconds a frame comes, if nothing holds it up: 60 in a second. */
const BAR = 20;
const ROUNDS = 3;

const PAGE = `
import { MCTSBot as TheirBot } from 'boardgame.io/ai';
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
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

globalThis.NAMES = Object.keys(BOTS);

/** How long each frame took while this bot thought about a move, and how many iterations it made. */
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
    : new Promise((done) => { setTimeout(done, thinkingTime); });
  let isOver = false;
  moved.then(() => { isOver = true; });
  const frames = [];
  let last = await frame();
  // What has held up a frame shows in the time of the next one.
  for (let more = 2; more > 0; more -= Number(isOver)) {
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  client.dispose();
  return { frames, iterations };
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
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => globalThis.framesOf);
  const rows = [];
  for (const name of await page.evaluate(() => globalThis.NAMES)) rows.push(await rowOf(page, name));
  printTable(['milliseconds of a frame', 'frames', 'median', '99 %', 'longest', `over ${BAR}`, 'iterations'], rows);
} finally {
  await browser.close();
  server.close();
}

async function textOf(source) {
  const { outputFiles: [{ text }] } = await bundle(source, { write: false });
  return text;
}

/** All frames of some rounds. */
async function rowOf(page, name) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await page.evaluate((bot) => globalThis.framesOf(bot), name));
  const frames = rounds.flatMap((round) => round.frames).sort((a, b) => a - b);
  const at = (share) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))].toFixed(1);
  const iterations = Math.round(rounds.reduce((sum, round) => sum + round.iterations, 0) / ROUNDS);
  return [name, String(frames.length), at(0.5), at(0.99), at(1), String(frames.filter((frame) => frame > BAR).length), iterations ? iterations.toLocaleString('en') : '–'];
}
