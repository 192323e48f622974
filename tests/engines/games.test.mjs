// Slow: it needs three browsers.
// A match of each game of examples/games, played to its end by two players in frames of one page, in Chromium, Firefox and WebKitGTK.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { startGames } from '../../scripts/games-site.mjs';
import { BROWSERS, openBrowser } from './browsers.mjs';

/** After that, a page hangs. */
const timeout = 600_000;
const DRIVER = fileURLToPath(new URL('games-driver.mjs', import.meta.url));
const MATCHES = [['chess', /won by checkmate\.$/], ['oh-hell', /wins?\.$/], ['strandline', /wins?\.$/]];

/** The players have different origins, and therefore different seats. */
const page = (name, port) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module">
  const frameOf = (host, role, match) => {
    const frame = document.createElement('iframe');
    frame.style = 'width: 400px; height: 700px';
    frame.src = 'http://' + host + ':${port}/player?' + new URLSearchParams({ role, game: '${name}', match });
    document.body.append(frame);
  };
  const outcomes = [];
  addEventListener('message', ({ data: { match, outcome, error } }) => {
    if (match) return frameOf('localhost', 'joiner', match);
    outcomes.push(error ?? outcome);
    if (error || outcomes.length === 2) fetch('/outcome', { method: 'POST', body: JSON.stringify({ name: '${name}', outcomes, userAgent: navigator.userAgent }) });
  });
  frameOf('127.0.0.1', 'creator', '');
</script>`;

test('two players play each game to its end in every browser', { concurrency: true }, async (t) => {
  await Promise.all(Object.entries(BROWSERS).map(([browser, { program, system = process.platform }]) => t.test(browser, {
    skip: system !== process.platform && `it is for ${system}`, timeout,
  }, async (t) => {
    assert.ok(program, `${browser} is not installed, or scripts/setup does not know where`);
    for (const [name, outcome] of MATCHES) {
      await t.test(name, async (t) => {
        const reported = Promise.withResolvers();
        const pages = {};
        const site = await startGames({ driver: DRIVER, pages, answers: { '/outcome': reported.resolve } });
        t.after(() => site.stop());
        pages['/match'] = page(name, site.port);
        const { outcomes, userAgent } = await Promise.race([reported.promise, openBrowser(t, browser, `${site.url}match`)]);
        t.diagnostic(userAgent);
        assert.equal(outcomes.length, 2, outcomes.join());
        for (const text of outcomes) assert.match(text, outcome);
      });
    }
  })));
});
