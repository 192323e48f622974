// Chromium keeps a page that is left, and shows it again as it was: its client hears all that it has missed, whatever it is connected by.
import assert from 'node:assert/strict';
import test from 'node:test';
import { add, onlinePage, openPlayer, shows } from './online-site.mjs';

/** Milliseconds after which socket.io finds out by itself: never. */
const NEVER = 3_600_000;
const TRANSPORTS = ['WebSocketTransport', 'SocketIO', 'SocketIO by polling', 'Broadcast'];

const opened = onlinePage({ socketOpts: { pingInterval: NEVER, pingTimeout: NEVER }, launch: { ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

for (const by of TRANSPORTS) {
  test(`${by}: a page that is left and shown again plays on`, async (t) => {
    const context = await opened.browser.newContext();
    t.after(() => context.close());
    const open = (playerID) => openPlayer(context, opened, { by, playerID });
    const [one, two] = [await open('0'), await open('1')];
    await add(one, 'a');
    await shows(two, ['a']);
    await two.goto(`${opened.url}/other`);
    await add(one, 'b');
    await two.goBack({ waitUntil: 'commit' });
    await two.waitForFunction(() => globalThis.wasKept === true);
    await shows(two, ['a', 'b']);
    assert.deepEqual(await add(two, 'c'), { status: 'confirmed' });
    await shows(one, ['a', 'b', 'c']);
  });
}
