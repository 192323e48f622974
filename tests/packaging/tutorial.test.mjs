// boardgame.io's tutorial, chapter by chapter, with only the imports changed, clicked through in Chromium. The same clicks on
// boardgame.io itself are the control: boardgame.io meets each expectation of the tests.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { VERSIONS, VICTORY, boardOf, playOn } from './tutorial-board.mjs';
import { LIBRARIES, closeBrowser, eventually, startProject } from './tutorial-project.mjs';

/** Message of each library on the console for a refused move. */
const REFUSED = { 'boardgame.io': /^ERROR: /, rondel: /^rondel: moves\.clickCell was refused: / };

after(closeBrowser);

for (const library of LIBRARIES) {
  for (const [version, view] of Object.entries(VERSIONS)) {
    const chapter = (title, play) => test(`${library}, ${version}: ${title}`, async (t) => play(await startProject(t, library)));

    chapter('a client without a board, then turns, a victory and a draw on a board, then moves for bots', async (project) => {
      await project.follow('game-1-moves', `${version}-1-client`);
      await project.build(view);
      const { page, complaints } = await project.open();
      await hasPanel(page, library);
      assert.equal((await page.locator('#app, #root').innerText()).trim(), '');
      assert.deepEqual(complaints, []);

      await project.follow('game-2-improvements', `${version}-2-board`);
      await project.build(view);
      await page.reload();
      const board = boardOf(page, view);
      await playOn([board, board]);
      await board.click(0);
      await board.click(8);
      await board.shows('00011....');
      await eventually(() => assert.equal(complaints.length, view.takenCellsMove ? 2 : 1));
      for (const complaint of complaints) assert.match(complaint, REFUSED[library]);

      await project.follow('game-3-bots');
      await project.build(view);
      await page.reload();
      for (const cell of [0, 1, 2, 4, 3, 5, 7, 6, 8]) await board.click(cell);
      await board.shows('010011100');
      await board.says('Draw!');
      await hasPanel(page, library);
    });

    chapter('two players on one page, by Local', async (project) => {
      await project.follow('game-2-improvements', `${version}-1-client`, `${version}-2-board`, `${version}-3-local`);
      await project.build(view);
      const { page, complaints } = await project.open();
      await playOn([boardOf(page, view, 0), boardOf(page, view, 1)]);
      assert.deepEqual(complaints, []);
    });

    chapter('a server, for both players on one page, in two tabs, and then for one in each', async (project) => {
      await project.follow('game-2-improvements', 'server', `${version}-1-client`, `${version}-2-board`, `${version}-4-remote`);
      await project.serveGames();
      await project.build(view);
      const tabs = [await project.open()];
      await project.seated('default', 'default');
      tabs.push(await project.open());
      const [here, there] = tabs.map(({ page }) => [0, 1].map((nth) => boardOf(page, view, nth)));
      await here[0].click(0);
      for (const board of [...here, ...there]) await board.shows('0........');
      await there[1].click(3);
      for (const board of [...here, ...there]) await board.shows('0..1.....');

      await project.follow(`${version}-5-seats`);
      await project.build(view);
      for (const [seat, { page }] of tabs.entries()) {
        await page.evaluate((hash) => { window.location.hash = hash; }, String(seat));
        // “State is not lost even if you refresh the page.”
        await page.reload();
      }
      await playOn([here[0], there[0]], VICTORY.slice(2));
      assert.deepEqual(tabs.flatMap(({ complaints }) => complaints), []);
    });
  }
}

/** boardgame.io shows its debug panel on every page; Rondel has none yet. */
async function hasPanel(page, library) {
  const panels = library === 'rondel' ? 0 : 1;
  await eventually(async () => assert.equal(await page.locator('.debug-panel').count(), panels));
}
