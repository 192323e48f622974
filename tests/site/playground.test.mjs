// Slow: it needs a browser.
// The playground: its games, links, errors, and games that somebody else has written; and the examples of the documents.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { test } from 'node:test';
import { BASE, assertFits, axeFaults, site } from './harness.mjs';

const open = site();

/** The end of an address with a game, as other tools could write it. */
const link = (code) => `playground/#code=${deflateRawSync(code).toString('base64url')}`;
const run = (page) => page.getByRole('button', { name: 'Run', exact: true }).click();
const status = (page) => page.locator('.playground-status');
const output = (page) => page.getByRole('list', { name: 'Output of the game' });
const seats = (page) => ['Player 0', 'Player 1'].map((name) => page.frameLocator('iframe').getByRole('region', { name }));
const says = (locator, text) => locator.filter({ hasText: text }).waitFor();

test('tic-tac-toe is played from both seats, with the debug panel', async (t) => {
  const page = await open(t, 'playground/');
  await run(page);
  const [zero, one] = seats(page);
  for (const [seat, cell] of [[zero, 1], [one, 4], [zero, 2], [one, 5], [zero, 3]]) await seat.getByRole('button', { name: `Cell ${cell}, empty` }).click();
  await says(zero.getByRole('status'), 'You win.');
  await says(one.getByRole('status'), 'You lose.');
  const panel = page.frameLocator('iframe').getByRole('region', { name: 'Debug panel' });
  await panel.getByRole('tab', { name: 'Log' }).click();
  await panel.getByText('mark').first().waitFor();
});

test('hands and bids are hidden from the other seat', async (t) => {
  const page = await open(t, 'playground/#example=secret-bids');
  const [zero, one] = seats(page);
  await zero.getByRole('button', { name: '5', exact: true }).click();
  await says(zero.getByRole('status'), 'You have bid 5, and wait.');
  await says(one.getByRole('status'), 'Bid for the prize');
  await one.getByRole('button', { name: '2', exact: true }).click();
  await one.getByText('Last bids: 2 to 5').waitFor();
});

test('a time limit of a game runs', async (t) => {
  const page = await open(t, 'playground/');
  await page.getByLabel('Example').selectOption('pig');
  const [zero] = seats(page);
  await zero.getByText(/^(20|1\d) seconds$/).waitFor();
  await zero.getByRole('button', { name: 'Roll' }).click();
  await zero.getByText(/Last die: [1-6]/).waitFor();
});

test('a shared link opens the same game, which waits for a click', async (t) => {
  const page = await open(t, 'playground/');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.cm-content').fill('export const game = { name: "shared", setup: () => ({ ä: "🎲" }), moves: {} };');
  await page.getByRole('button', { name: 'Share' }).click();
  await says(status(page), 'The link has been copied.');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(address, page.url());
  const friend = await open(t, address.slice(address.indexOf(BASE) + BASE.length));
  await says(status(friend), 'This game comes from a link.');
  assert.equal(await friend.locator('iframe').count(), 0);
  await run(friend);
  await seats(friend)[0].getByText('"ä": "🎲"').waitFor();
});

for (const [what, code, expected] of [
  ['a game that does not compile', 'export const game = {\n  moves: { a( };\n', /^game\.tsx: .*\(2:/],
  ['an import that does not exist', "import 'node:fs';", /^game\.tsx: 'node:fs' cannot be imported here\. Choose from rondel, /],
]) {
  test(`${what} is reported with its place`, async (t) => {
    const page = await open(t, link(code));
    await run(page);
    await status(page).filter({ hasText: expected }).waitFor();
  });
}

for (const [what, code, expected] of [
  ['an error while it is loaded', '\nthrow new TypeError("no luck");', /TypeError: no luck\n\s*at game\.tsx:2:\d+/],
  ['an invalid definition', 'export const game = { turn: { maxMoves: -1 }, moves: {} };', /maxMoves/],
]) {
  test(`a game with ${what} shows the error`, async (t) => {
    const page = await open(t, link(code), { expects: expected });
    await run(page);
    await output(page).locator('.error').filter({ hasText: expected }).waitFor();
  });
}

for (const [what, text] of [['cut', link('export const game = {};'.repeat(20)).slice(0, -9)], ['no game', 'playground/#code=AAAA']]) {
  test(`a link that is ${what} is refused`, async (t) => {
    const page = await open(t, text);
    await says(status(page), 'The link has no complete game.');
  });
}

test('a link that expands to many megabytes is refused', async (t) => {
  const page = await open(t, link('x'.repeat(50_000_000)));
  await says(status(page), 'The game of the link is longer than 200000 characters.');
});

test('a game reads nothing of the site, stores nothing, and reaches no network', async (t) => {
  const code = `
    const tried: Record<string, unknown> = {};
    const attempt = (name: string, act: () => unknown) => { try { tried[name] = String(act()); } catch (error) { tried[name] = error.name; } };
    attempt('parent', () => parent.document.title);
    attempt('top', () => { top.location.href = 'https://evil.example/'; return 'left'; });
    attempt('storage', () => localStorage.getItem('x'));
    attempt('cookie', () => document.cookie);
    attempt('popup', () => open('https://evil.example/'));
    for (const [name, act] of Object.entries({ fetch: () => fetch('https://evil.example/'), site: () => fetch('/rondel/llms.txt') })) {
      await act().then(() => { tried[name] = 'reached'; }, (error) => { tried[name] = error.name; });
    }
    console.log('tried', tried);`;
  const page = await open(t, link(code), { expects: /Content Security Policy|sandbox|evil\.example|navigat/i });
  await run(page);
  await says(output(page).getByRole('listitem').first(), 'tried');
  assert.equal(
    (await output(page).getByRole('listitem').allInnerTexts()).find((text) => text.startsWith('tried')),
    "tried { parent: 'SecurityError', top: 'SecurityError', storage: 'SecurityError', cookie: 'SecurityError', popup: 'null', fetch: 'TypeError', site: 'TypeError' }",
  );
});

test('a game cannot lead its frame to another address', async (t) => {
  const page = await open(t, link("location.href = 'https://evil.example/';"), { expects: /Content Security Policy|Refused to frame|Framing/i });
  const asked = [];
  page.context().on('request', (request) => asked.push(request.url()));
  const refusal = page.waitForEvent('console', (message) => /frame-src|Framing|Refused to frame/i.test(message.text()));
  await run(page);
  await refusal;
  assert.deepEqual(asked.filter((url) => url.includes('evil')), []);
  assert.ok(page.frames().every((frame) => !frame.url().includes('evil')));
});

for (const [what, code] of [
  ['reports without end', "for (const i of Array(20_000).keys()) parent.postMessage({ type: 'console', isError: false, text: 'line ' + i }, '*');"],
  ['reports of any kind', "for (const data of [null, 7, 'x', { type: 'console', text: {} }, { type: 'console', isError: {}, text: 'x' }, { type: 'height', height: 'x' }, { type: 'ready' }]) parent.postMessage(data, '*');"],
  ['huge reports', "for (const _ of Array(20)) parent.postMessage({ type: 'console', isError: false, text: 'x'.repeat(1e6) + '\\n'.repeat(1e5) }, '*');"],
  ['many empty lines', '\n'.repeat(190_000)],
]) {
  test(`a game with ${what} does not stop the page`, async (t) => {
    const page = await open(t, link(code));
    await run(page);
    await status(page).filter({ hasText: /The file exports no game|The game has an error/ }).waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
  });
}

test('two clicks on Run start one game', async (t) => {
  const page = await open(t, 'playground/');
  await page.getByRole('button', { name: 'Run', exact: true }).dblclick();
  await seats(page)[0].getByRole('button', { name: 'Cell 1, empty' }).waitFor();
  assert.equal(await page.locator('iframe').count(), 1);
});

test('a link within a board does not end the game', async (t) => {
  const page = await open(t, link("export const game = { moves: {} }; export const Board = () => <a href='#x'>a link</a>;"));
  await run(page);
  await seats(page)[0].getByRole('link').click();
  await page.frames()[1].waitForFunction(() => location.hash === '#x');
  await seats(page)[0].getByRole('link').waitFor();
});

test('moves of a game without a board get their arguments from a field', async (t) => {
  const page = await open(t, link("export const game = { setup: () => ({ heap: 7 }), moves: { take: ({ G }, n) => { G.heap -= n; } } };"));
  await run(page);
  await seats(page)[0].getByLabel('Arguments').fill('3');
  await seats(page)[0].getByRole('button', { name: 'take' }).click();
  await seats(page)[1].getByText('"heap": 4').waitFor();
});

for (const [address, expected] of [['%25%25', 'The link has no complete game.'], ['a+b&c=1', 'The link has no complete game.']]) {
  test(`the link #code=${address} is refused`, async (t) => {
    const page = await open(t, `playground/#code=${address}`);
    await says(status(page), expected);
  });
}

test('a game that prints without end neither fills nor stops the page', async (t) => {
  const page = await open(t, link('const print = () => { console.log("line"); }; setInterval(() => { Array.from({ length: 20 }, print); }, 10);'));
  await run(page);
  await says(output(page).getByRole('listitem').last(), 'More lines are in the console of the browser.');
  assert.ok(await output(page).getByRole('listitem').count() <= 200);
  await page.getByRole('button', { name: 'Share' }).click();
});

for (const [width, colorScheme] of [[360, 'light'], [1200, 'dark']]) {
  test(`axe finds no fault, ${width} pixels wide, ${colorScheme}, before and while a game runs`, async (t) => {
    const page = await open(t, 'playground/', { width, colorScheme });
    await page.locator('.cm-content').waitFor();
    await assertFits(page);
    assert.deepEqual(await axeFaults(page), []);
    await run(page);
    await seats(page)[0].getByRole('button', { name: 'Cell 1, empty' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
  });
}

test('all examples of a guide run where they are, and can be changed', async (t) => {
  const page = await open(t, 'guides/first-game/');
  await page.getByRole('button', { name: 'Run and edit play.js' }).click();
  const lines = page.getByRole('list', { name: 'Output of play.js' }).getByRole('listitem');
  await says(lines.first(), 'client.getState().G → { points: [0, 0], pot: 6 }');
  await page.getByRole('button', { name: 'Run and edit pig.js' }).click();
  await page.frameLocator('iframe[title="Result of pig.js"]').getByRole('button', { name: 'roll' }).first().waitFor();
  // A change of one example counts in those that import it.
  await page.getByRole('textbox', { name: 'pig.js' }).fill(`export const pig = {
    setup: () => ({ rolled: 100 }), moves: { roll: ({ G }) => { G.rolled += 1; }, hold: () => {} },
  };`);
  await page.getByRole('button', { name: 'Run play.js' }).click();
  await says(lines.first(), 'client.getState().G → { rolled: 101 }');
});

test('a component without props is shown, and examples that a frame cannot run have no button', async (t) => {
  const page = await open(t, 'guides/time/');
  await page.getByRole('button', { name: 'Run and edit App.jsx' }).click();
  const frame = page.frameLocator('iframe[title="Result of App.jsx"]');
  await frame.getByText(/^(1:00|0:5\d)$/).waitFor();
  await frame.getByRole('button', { name: 'Claim 7' }).click();
  await frame.getByText('Player 1').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Run and edit Countdown.jsx' }).count(), 0);
});
