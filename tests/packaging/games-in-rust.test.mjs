// Slow: it compiles games in Rust, and installs Vite.
// docs/08-games-in-rust.md, followed line by line: from an empty folder to a page in Vite, a server, and a second game.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { SHARED } from '../js/build-game/support.mjs';
import { RUST_GUIDE } from '../js/docs/support.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { onPage, says } from './on-page.mjs';
import { pack, project, root, run, serve, uninstall } from './project.mjs';

/** First line of a code block that is a file. */
const NAME = /^(?:\/\/|<!--) ([\w./-]+\.\w+)(?: -->)?\n/;
const running = [];
let folder;
let browser;
let vite;
/** Address of the game server. */
let server;

before(async () => {
  await pack();
  browser = await launchChrome();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  for (const { stop } of running.reverse()) await stop();
  await uninstall();
});

/** Steps of the reader under each heading, and checks of their result. */
const CAME_OF_IT = {
  'A page': async () => {
    await onPage(browser, async (page) => {
      await page.goto(vite.address);
      await says(page.locator('#says'), 'X is next');
      await page.locator('#board button').nth(4).click();
      await says(page.locator('#says'), 'O is next');
      await says(page.locator('#board'), 'X');
      for (const cell of [0, 3, 1, 5]) await page.locator('#board button').nth(cell).click();
      await says(page.locator('#says'), 'X wins');
    });
    await wrongType();
  },
  'While you work': async () => {
    const file = join(folder, 'rules/src/lib.rs');
    const source = await readFile(file, 'utf8');
    await onPage(browser, async (page) => {
      await page.goto(vite.address);
      await writeFile(file, source.replaceAll('limit(1..=1)', 'limit(2..=2)'));
      // Vite reloads the page, perhaps during a move.
      while (await playedTwice(page) !== 'XX') await page.waitForTimeout(200);
    });
    await writeFile(file, source);
    await running.pop().stop();
    await run('npx', ['rondel', 'build-game', 'rules'], { cwd: folder, env: SHARED });
  },
  'On a server': async () => {
    await onPage(browser, async (mine) => {
      await mine.goto(vite.address);
      await says(mine.locator('#says'), 'X is next');
      await onPage(browser, async (theirs) => {
        await theirs.goto(`${vite.address}?player=1`);
        await says(theirs.locator('#says'), 'X is next');
        await mine.locator('#board button').nth(0).click();
        await says(theirs.locator('#says'), 'O is next');
        await theirs.locator('#board button').nth(1).click();
        await says(mine.locator('#says'), 'X is next');
        await says(mine.locator('#board'), 'X O');
      });
    });
  },
  'Hidden cards': async () => {
    await run('npx', ['tsc'], { cwd: folder });
    await onPage(browser, async (page) => {
      await page.goto(vite.address);
      const seen = await laid(page);
      assert.deepEqual([seen.before.deck, seen.before.hands[0].length, seen.before.hands[1]], [12, 4, 4]);
      // The bot has believed or doubted the player.
      assert.deepEqual([seen.after.deck, seen.after.hands[0].length, seen.after.turnedUp.length + seen.after.laid[0].length], [11, 4, 1]);
    });
  },
};

const guide = await readFile(join(root, RUST_GUIDE), 'utf8');
for (const [title, blocks] of sections(guide)) {
  test(`${RUST_GUIDE}: ${title}`, { timeout: 900_000 }, async () => {
    for (const block of blocks) await follow(block);
    await CAME_OF_IT[title]?.();
  });
}

test('each heading with a check exists', () => {
  const titles = sections(guide).map(([title]) => title);
  assert.deepEqual(Object.keys(CAME_OF_IT).filter((title) => !titles.includes(title)), []);
});

/** The headings with blocks of code, and these blocks. */
function sections(text) {
  const found = text.split(/^## /m).slice(1).map((section) => [
    section.split('\n')[0],
    [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({ language, code })),
  ]);
  return found.filter(([, blocks]) => blocks.length > 0);
}

async function follow({ language, code }) {
  if (language !== 'sh') {
    const [, name] = NAME.exec(code) ?? assert.fail(`a block begins with the name of its file: ${code.slice(0, 40)}`);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), here(code));
    return;
  }
  for (const line of code.trim().split('\n')) await type(line);
}

/** Runs a line of the shell. A program that does not end continues in the background. */
async function type(line) {
  if (line === 'mkdir three && cd three') {
    folder = join(project.dir, 'three');
    await mkdir(folder);
  } else if (line === 'npx vite') {
    vite = await begin('node_modules/.bin/vite', ['--port', '0']);
  } else if (line === 'node server.js') {
    process.env.PORT = '0';
    server = (await begin(process.execPath, ['server.js'])).address.replace(/\/$/, '');
  } else if (/ --watch$/.test(line)) {
    await watch(line);
  } else {
    await run('bash', ['-ec', here(line)], { cwd: folder, env: SHARED });
  }
}

/** Replaces the guide's addresses and paths with those of this machine. */
function here(text) {
  const packed = [project.tarball, project.server].reduce((said, tarball) => said.replaceAll(`../rondel/${tarball}`, join(project.dir, tarball)), text);
  const local = packed.replace(/--path \.\.\/rondel$/m, `--path ${root}`)
    .replace(/^npm install .*/m, '$& --no-audit --no-fund --prefer-offline');
  return server ? local.replaceAll('http://localhost:8000', server) : local;
}

async function begin(name, args) {
  const served = await serve(name.startsWith('/') ? name : join(folder, name), args, { cwd: folder });
  running.push(served);
  return served;
}

/** Builds repeatedly, from now on. */
async function watch(line) {
  const [, ...args] = line.split(' ');
  const child = spawn(process.execPath, [join(folder, 'node_modules/rondel/bin/rondel.js'), ...args.slice(1)], { cwd: folder, env: SHARED });
  const ended = new Promise((done) => { child.once('exit', done); });
  running.push({ stop: () => child.kill() && ended });
  await new Promise((done) => {
    child.stderr.setEncoding('utf8').on('data', (text) => /watching/.test(text) && done());
  });
}

/** Plays two moves on a fresh page, and returns the texts of the cells. */
async function playedTwice(page) {
  try {
    await page.reload();
    await page.locator('#board button').nth(0).click();
    await page.locator('#board button').nth(1).click();
    return (await page.locator('#board').innerText()).replace(/\s/g, '');
  } catch {
    return '';
  }
}

/**
 * Returns the page's content before it lays a card, and after the bot's answer. Vite reloads a page whose packages are
 * new to it.
 */
async function laid(page) {
  const look = () => page.evaluate(async () => {
    const { client } = await import('/src/doubt.ts');
    const until = async (condition) => {
      while (!condition(client.getState())) await new Promise((done) => { setTimeout(done, 20); });
      return client.getState().G;
    };
    const before = await until((state) => state?.ctx.phase === 'claims');
    client.moves.lay(before.hands[0][0], 5);
    return { before, after: await until(({ G }) => G.deck < before.deck) };
  });
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!/context was destroyed/.test(error.message)) throw error;
      await page.waitForLoadState();
    }
  }
}

async function wrongType() {
  const file = join(folder, 'src/wrong.ts');
  await writeFile(file, "import { client } from './client';\n// @ts-expect-error a cell is a number\nclient.moves.mark('x');\n");
  await run('npx', ['tsc'], { cwd: folder });
}
