// boardgame.io's tutorial, chapter by chapter, with only the imports changed, clicked through in Chromium. The same clicks on
// boardgame.io itself are the control: boardgame.io meets each expectation of the tests.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { VERSIONS, VICTORY, boardOf, playOn } from './tutorial-board.mjs';
import { panelOf } from './tutorial-panel.mjs';
import { LIBRARIES, closeBrowser, eventually, startProject } from './tutorial-project.mjs';

/** Message of each library on the console for a refused move. */
const REFUSED = { 'boardgame.io': /^ERROR: /, rondel: /^rondel: moves\.clickCell was refused: / };

after(closeBrowser);

for (const { library, options } of LIBRARIES) {
  for (const [version, view] of Object.entries(VERSIONS)) {
    const chapter = (title, play) => test(`${library}, ${version}: ${title}`, options, async (t) => play(await startProject(t, library)));

    chapter('a client without a board, then turns, a victory and a draw on a board, then moves for bots', async (project) => {
      await project.follow('game-1-moves', `${version}-1-client`);
      await project.build(view);
      const { page, complaints } = await project.open();
      const panel = panelOf(page, library);
      await panel.isThere();
      assert.equal((await page.locator('#app, #root').innerText()).trim(), '');
      // “You can make a move by clicking on `clickCell` on the Debug Panel, entering a number between 0 and 8, and pressing Enter.”
      await panel.run('clickCell', '0');
      await panel.shows('0........');
      await panel.run('clickCell', '4');
      await panel.shows('0...0....');
      await panel.run('endTurn');
      await panel.run('clickCell', '8');
      await panel.shows('0...0...1');
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
      await page.reload();
      // “You can make some manual moves to get two in a row and then verify that the bot makes a block.”
      for (const cell of [0, 8, 1]) await board.click(cell);
      await panel.play();
      await board.shows('001.....1');
      await panel.simulate();
      await board.says(/^(Winner: [01]|Draw!)$/);
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
