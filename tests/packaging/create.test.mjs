// `create-rondel` from its tarball: a project is created, installed, checked, built, served, and played in Chromium. Each day has one of the
// templates, with a server or without: RONDEL_DAY=0 to 3 are those with a server, 4 to 7 those without.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { SHARED } from '../js/build-game/support.mjs';
import { TEMPLATES } from '../js/create/support.mjs';
import { partOfToday } from '../js/support/rotation.mjs';
import { launchChrome } from '../support/chrome.mjs';
import { freePort } from '../support/server-process.mjs';
import { inspect, playToEnd, reasonAgainstFirstCard } from './last-card.mjs';
import { onPage } from './on-page.mjs';
import { pack, project, root, run, uninstall } from './project.mjs';

const part = partOfToday(2 * TEMPLATES.length);
const template = TEMPLATES[part % TEMPLATES.length];
const isOnline = part < TEMPLATES.length;
const name = isOnline ? template : `${template} --no-online`;

let browser;
let packages;
let dir;

before(async () => {
  await pack();
  // Inside the repository: rules in Rust find the crate above it. The project is outside.
  await mkdir(join(root, 'target'), { recursive: true });
  packages = await mkdtemp(join(root, 'target/create-'));
  for (const file of [project.tarball, project.server]) await cp(join(project.dir, file), join(packages, file));
  dir = join(project.dir, 'my-game');
  browser = await launchChrome();
}, { timeout: 300_000 });
after(async () => {
  await browser?.close();
  await uninstall();
  if (packages) await rm(packages, { recursive: true, force: true });
});

test(`${name}: created from the tarball, installed without asking a registry for Rondel`, async () => {
  const tool = join(project.dir, 'tool');
  await mkdir(tool);
  await install(tool, `file:${join(project.dir, project.create)}`);
  const options = ['--template', template, '--packages', packages, ...(isOnline ? [] : ['--no-online'])];
  const { stdout } = await run(join(tool, 'node_modules/.bin/create-rondel'), ['my-game', ...options]);
  assert.match(stdout, /my-game is ready/);
  await install(dir);
});

async function install(cwd, ...packages) {
  const { stderr } = await run('npm', ['install', ...packages, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'http'], { cwd });
  assert.match(stderr, /npm http /);
  assert.deepEqual(stderr.split('\n').filter((line) => /https?:\/\/[^/\s]+\/(create-)?rondel/.test(line)), []);
}

test(`${name}: lint, tests and build succeed`, async () => {
  // The build checks the types.
  for (const script of ['lint', 'test', 'build']) await run('npm', ['run', script], { cwd: dir, env: { ...SHARED, NODE_OPTIONS: '' } });
});

test(`${name}: npm run dev serves the page, and the lobby at the same address`, async (t) => {
  const address = await serve(t, ['run', 'dev', '--', '--port', String(await freePort())]);
  assert.match(await (await fetch(address)).text(), /<title>my-game<\/title>/);
  assert.equal((await fetch(`${address}src/game.ts`)).status, 200);
  if (isOnline) await eventually(async () => assert.deepEqual(await (await fetch(`${address}games`)).json(), ['last-card']));
});

test(`${name}: a match against bots in the page`, async (t) => {
  const address = await serveBuilt(t);
  await onPage(browser, async (page) => {
    await page.goto(address);
    if (isOnline) await page.getByRole('button', { name: 'Play here' }).click();
    await page.getByLabel('Opponents').selectOption('2');
    await page.getByRole('region', { name: 'Table' }).getByText('Bot 2').waitFor();
    await page.getByLabel('Opponents').selectOption('1');
    await page.getByText('Your turn').waitFor();
    await inspect(page);
    const [text] = await playToEnd([page]);
    assert.match(text, /^(You|Bot 1|You and Bot 1) won\.$/);
    await page.getByRole('button', { name: 'New match' }).click();
    await page.getByText('Your turn').waitFor();
  });
});

test(`${name}: an online match of two pages, and one with a bot`, { skip: !isOnline }, async (t) => {
  const address = await serveBuilt(t);
  await onPage(browser, (alice) => onPage(browser, async (bob) => {
    await alice.goto(address);
    await alice.getByLabel('Your name').fill('Alice');
    await inspect(alice);
    await alice.getByRole('button', { name: 'New match' }).click();
    await alice.getByText('Connected').waitFor();
    await inspect(alice);

    // The link leads to the match, first as a spectator.
    await bob.goto(alice.url());
    await bob.getByText('Alice is next.').waitFor();
    assert.equal(await bob.locator('.hand button').count(), 0);
    await bob.getByRole('button', { name: 'Join' }).click();
    await bob.locator('.hand button').nth(4).waitFor();
    assert.equal(await reasonAgainstFirstCard(bob), 'It is not your turn.');
    await alice.getByText('Visitor').waitFor();

    // The seat survives a reload, and a visit to the list.
    await bob.reload();
    await bob.locator('.hand button').nth(4).waitFor();
    await bob.getByRole('button', { name: 'All matches' }).click();
    await inspect(bob);
    await bob.getByRole('button', { name: 'Go on' }).click();
    await bob.locator('.hand button').nth(4).waitFor();

    const texts = await playToEnd([alice, bob]);
    assert.ok([['You won.', 'Alice won.'], ['Visitor won.', 'You won.'], ['You and Visitor won.', 'Alice and You won.']].some((pair) => pair.join() === texts.join()), texts.join());
    await alice.getByRole('button', { name: 'Play again' }).click();
    await alice.getByText('Free seat').waitFor();
    await bob.getByRole('button', { name: 'Leave' }).click();
    await bob.getByRole('heading', { name: 'Matches' }).waitFor();
    await bob.getByLabel('Bots').selectOption('1');
    await bob.getByRole('button', { name: 'New match' }).click();
    await bob.getByRole('region', { name: 'Table' }).getByText('Bot (medium)').first().waitFor();
  }));
});

/** Serves what the build has made. */
const serveBuilt = async (t) => serve(t, isOnline ? ['start'] : ['run', 'preview', '--', '--port', String(await freePort())]);

/** Runs a script of the project until the test ends. Resolves with the address that it prints. */
async function serve(t, args) {
  // npm passes no signals on: its whole group ends.
  const child = spawn('npm', args, {
    cwd: dir, detached: true, stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...SHARED, NO_COLOR: '1', PORT: String(await freePort()), DATABASE: join(dir, `${args[0]}.db`) },
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    process.kill(-child.pid);
    await ended;
  });
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        const found = /(http:\/\/[\w.:[\]]+)\/?\s/.exec(said);
        if (found) resolve(`${found[1]}/`);
      });
    }
    ended.then(() => reject(new Error(`npm ${args.join(' ')} ended early:\n${said}`)));
  });
}

async function eventually(assertion) {
  for (const end = Date.now() + 60_000; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
}
