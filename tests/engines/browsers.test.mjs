// Slow: it needs three browsers.
// One page in Chromium, Firefox and WebKitGTK: every transport, frameworks, bots, the slim entries and a game in Rust.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BROWSERS, openBrowser } from './browsers.mjs';
import { openSite } from './site.mjs';

/** After that, a page hangs. */
const timeout = 300_000;

test('the page plays in every browser', { concurrency: true }, async (t) => {
  await Promise.all(Object.entries(BROWSERS).map(([name, { program, system = process.platform }]) => t.test(name, {
    skip: system !== process.platform && `it is for ${system}`, timeout,
  }, async (t) => {
    assert.ok(program, `${name} is not installed, or scripts/setup does not know where`);
    const site = await openSite(t);
    const ended = openBrowser(t, name, site.url);
    const { names, userAgent } = await Promise.race([site.begun, ended]);
    t.diagnostic(userAgent);
    assert.ok(names.length > 0);
    for (const scenario of names) {
      await t.test(scenario, async () => {
        const { error, complaints } = await Promise.race([site.outcomeOf(scenario), ended]);
        assert.equal(error, undefined);
        assert.deepEqual(complaints, []);
      });
    }
  })));
});
