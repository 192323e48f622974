// The debug panels of both libraries, as boardgame.io's tutorial uses them.
import assert from 'node:assert/strict';
import { eventually } from './tutorial-project.mjs';

/** How each panel is used. boardgame.io's pane Main is the tabs State and Play of Rondel, its AI is Bots. */
const PANELS = {
  'boardgame.io': {
    root: '.debug-panel',
    moves: (panel) => panel.getByRole('button', { name: 'Main' }).click(),
    state: (panel) => panel.getByRole('button', { name: 'Main' }).click(),
    bots: (panel) => panel.getByRole('button', { name: 'AI', exact: true }).click(),
    tree: (panel) => panel.locator('.tree').first(),
    cell: /^(\d): ("\d"|null)$/gm,
    move: (panel, name) => panel.locator('.move', { hasText: name }).first(),
    play: (panel) => panel.getByRole('button', { name: /^play/ }),
    simulate: (panel) => panel.getByRole('button', { name: /^simulate/ }),
  },
  rondel: {
    root: '.rondel-debug .panel',
    moves: (panel) => panel.getByRole('tab', { name: 'Play' }).click(),
    state: (panel) => panel.getByRole('tab', { name: 'State' }).click(),
    bots: (panel) => panel.getByRole('tab', { name: 'Bots' }).click(),
    tree: (panel) => panel.getByRole('list', { name: 'state' }),
    cell: /^(\d)\n("\d"|null)$/gm,
    move: (panel, name) => panel.getByRole('button', { name, exact: true }),
    play: (panel) => panel.getByRole('button', { name: 'Play a move' }),
    simulate: (panel) => panel.getByRole('button', { name: 'Simulate' }),
  },
};

/** The panel of a page, by the tutorial's words. */
export function panelOf(page, library) {
  const how = PANELS[library];
  const panel = page.locator(how.root);
  return {
    isThere: () => eventually(async () => assert.equal(await panel.count(), 1)),
    async run(name, args = '') {
      await how.moves(panel);
      await how.move(panel, name).click();
      await page.keyboard.type(args);
      await page.keyboard.press('Enter');
    },
    /** Waits for the nine cells of `G`, a dot for an empty one. */
    async shows(expected) {
      await how.state(panel);
      await eventually(async () => {
        const cells = [...(await how.tree(panel).innerText()).matchAll(how.cell)].slice(0, 9);
        assert.equal(cells.map(([, , value]) => (value === 'null' ? '.' : value[1])).join(''), expected);
      });
    },
    async play() {
      await how.bots(panel);
      await how.play(panel).click();
    },
    async simulate() {
      await how.bots(panel);
      await how.simulate(panel).click();
    },
  };
}
