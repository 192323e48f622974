// Takes the pictures of examples/games/README.md: a moment of each game, in headless Chromium. Called by scripts/picture.
// Usage: node scripts/game-pictures.mjs <folder of the pictures>

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGames } from './games-site.mjs';
import { launchChromium, picture } from './webp.mjs';

const WINDOW = { width: 640, height: 760 };
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];

/** Moments by the names of the games: the link, the number of players, choices of the form, and the moves that lead there. */
const MOMENTS = {
  'chess': { title: 'Chess', players: 2, choices: {}, play: openChess },
  'oh-hell': { title: 'Oh Hell', players: 4, choices: { Players: '4', 'First hand': '7 cards' }, play: playTricks },
  'strandline': { title: 'Strandline', players: 3, choices: { Players: '3' }, play: walkUntilGull },
};

const [folder] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
// The same seed gives the same pictures.
const site = await startGames({ seed: 'pictures' });
const browser = await launchChromium();
try {
  for (const [name, { title, players, choices, play }] of Object.entries(MOMENTS)) {
    const pages = await openMatch(title, NAMES.slice(0, players), choices);
    await play(pages);
    await pages[0].locator('.board').evaluate((board) => board.scrollIntoView());
    await pages[0].mouse.move(0, 0);
    await pages[0].waitForTimeout(500);
    await writeFile(join(folder, `${name}.webp`), await picture(pages[0]));
    for (const page of pages) await page.context().close();
  }
} finally {
  await browser.close();
  await site.stop();
}

/** Returns the pages of players who have taken the seats of a new match. */
async function openMatch(title, names, choices) {
  const pages = await Promise.all(names.map(() => browser.newPage({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' })));
  const [first, ...others] = pages;
  await enter(first, site.url, title, names[0]);
  for (const [label, value] of Object.entries(choices)) await first.getByLabel(label).selectOption(value);
  await first.getByRole('button', { name: 'New match' }).click();
  await first.getByRole('region', { name: 'Board' }).waitFor();
  const url = first.url();
  for (const [at, page] of others.entries()) {
    await enter(page, site.url, title, names[at + 1]);
    await page.goto(url);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Leave' }).waitFor();
  }
  return pages;
}

async function enter(page, url, title, name) {
  await page.goto(url);
  await page.getByRole('link', { name: title }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your name').blur();
}

async function openChess(pages) {
  const [white] = pages;
  for (const [from, to] of [['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5'], ['d8', 'd5'], ['b1', 'c3'], ['d5', 'a5'], ['d2', 'd4'], ['g8', 'f6'], ['g1', 'f3'], ['c8', 'g4']]) {
    const page = await turnOf(pages);
    await page.locator(`[data-square=${from}]`).click();
    await page.locator(`[data-square=${to}]`).click();
  }
  await white.getByText('Your move.').first().waitFor();
}

/** Returns the page whose player is to move. */
async function turnOf(pages) {
  return Promise.any(pages.map(async (page) => {
    await page.locator('.status', { hasText: 'Your move' }).waitFor();
    return page;
  }));
}

/** Plays two tricks of Oh Hell, and a part of the third, until the first player has to play. */
async function playTricks(pages) {
  const [first] = pages;
  for (let plays = 0; plays < 10 || await first.locator('.hand [aria-disabled="false"]').count() === 0;) {
    for (const page of pages) {
      const isCard = await page.locator('.bids').count() === 0;
      const button = isCard ? page.locator('.hand [aria-disabled="false"]').first() : page.locator('.bids button:not([aria-disabled="true"])').nth(1);
      if (await button.count() === 0 || (plays >= 10 && page === first)) continue;
      await button.click();
      await page.locator('.status', { hasText: /^(?!Your turn)/ }).waitFor();
      if (isCard) plays += 1;
    }
    await first.waitForTimeout(100);
  }
}

/** The first player keeps finds, the others gulls and crates, until a gull is after a card of the first player in the third pick or later. */
async function walkUntilGull(pages) {
  const [first] = pages;
  const isThere = async () => !/pick [12] of/.test(await first.locator('.facts').innerText()) && await first.getByRole('group', { name: 'A gull!' }).count() > 0;
  while (!await isThere()) {
    for (const page of pages) {
      const pass = page.locator('.reaction button').last();
      if (await pass.count() > 0 && (page !== first || !await isThere())) await pass.click();
      const cards = page.locator('.hand [aria-disabled="false"]');
      const card = page === first ? cards.first() : cards.last();
      if (await card.count() === 0) continue;
      await card.click();
      await page.getByRole('button', { name: /^Keep / }).click();
    }
    await first.waitForTimeout(100);
  }
}
