// Slow: it needs a browser.
// Frozen pages: Chromium freezes and slows down hidden pages, and their code pauses for seconds or days. A match continues without
// them, and they settle when they run again.
import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';
import test from 'node:test';
import { add, onlinePage, openPlayer, shows } from './online-site.mjs';

/** Milliseconds after which the server has disconnected a silent client. */
const LONG = 3000;

const opened = onlinePage({ socketOpts: { pingInterval: 500, pingTimeout: 1000 } });

/** A page for each player; `freeze()` pauses all its code. */
async function openPages(t, by) {
  const context = await opened.browser.newContext();
  t.after(() => context.close());
  const open = async (playerID) => {
    const page = await openPlayer(context, opened, { by, playerID });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Debugger.enable');
    // Nothing else freezes a visible page.
    return { page, freeze: () => cdp.send('Debugger.pause'), thaw: () => cdp.send('Debugger.resume') };
  };
  return [await open('0'), await open('1')];
}

for (const by of ['WebSocketTransport', 'SocketIO', 'SocketIO by polling', 'Broadcast']) {
  test(`${by}: a frozen page delays no other player, and settles when it runs again`, async (t) => {
    const [one, two] = await openPages(t, by);
    const made = [];
    const play = async ({ page }) => {
      made.push(String(made.length));
      assert.deepEqual(await add(page, made.at(-1)), { status: 'confirmed' });
    };
    await play(one);
    await shows(two.page, made);
    const turns = [[two, one]];
    // The first hosts, and another one takes its place.
    if (by === 'Broadcast') turns.push([one, two]);
    for (const [frozen, other] of turns) {
      await frozen.freeze();
      await play(other);
      await later(LONG);
      await play(other);
      await frozen.thaw();
      await shows(frozen.page, made);
      await play(frozen);
      await shows(other.page, made);
    }
  });
}
