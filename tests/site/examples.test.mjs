// Slow: it needs a browser.
// Every example of the documents that has a button runs without an error in its frame. Pages take turns by day.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isForToday } from '../js/support/rotation.mjs';
import { SITE, site } from './harness.mjs';

const open = site();
const pages = ['guides', 'reference'].flatMap((folder) => readdirSync(join(SITE, folder)).sort().map((name) => `${folder}/${name}/`));

for (const [index, path] of pages.entries()) {
  test(`the examples of ${path}`, { skip: !isForToday(index, 4) && 'another day' }, async (t) => {
    // Some show refusals and warnings.
    const page = await open(t, path, { expects: /^rondel: / });
    const buttons = await page.getByRole('button', { name: /^Run and edit / }).all();
    const names = await Promise.all(buttons.map(async (button) => (await button.getAttribute('aria-label')).replace('Run and edit ', '')));
    for (const name of names) {
      await page.getByRole('button', { name: `Run and edit ${name}`, exact: true }).click();
      const editor = page.getByRole('textbox', { name, exact: true });
      await editor.waitFor();
      const status = page.locator('.example-tools', { has: page.getByRole('button', { name: `Run ${name}`, exact: true }) }).locator('~ .example-status').first();
      await status.filter({ hasText: /^(Done\.|The example has an error\.)$/ }).waitFor();
      const errors = await page.getByRole('list', { name: `Output of ${name}` }).locator('.error').allInnerTexts();
      assert.deepEqual([await status.innerText(), errors.filter((text) => !text.startsWith('rondel: '))], ['Done.', []], name);
    }
  });
}
