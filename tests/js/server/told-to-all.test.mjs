// What is the same for all at a match: it is made once, however many there are.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const GAME = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, what somebody says and who plays is made as often for twelve as for two`, async (t) => {
    const made = [];
    for (const count of [2, 12]) {
      const { url, hub, db } = await serve(t, { games: [GAME] });
      const clients = await Promise.all(Array.from({ length: count }, () => open(url, 'nim')));
      for (const { send } of clients) send('sync', 'm', null, undefined, 2);
      await until([], () => clients.every(({ heard }) => heard.some((text) => /\\?"n\\?":0/.test(text))));
      const { metadata } = db.fetch('m', { metadata: true });
      db.setMetadata('m', { ...metadata, players: { ...metadata.players, 0: { id: 0, name: 'ANN' } } });
      const texts = await textsDuring(t, ['HELLO', 'ANN'], async () => {
        clients[0].send('chat', 'm', { id: 'c', sender: '0', payload: 'HELLO' });
        await hub('nim').tellMatchData('m');
        await until([], () => clients.every(({ heard }) => ['HELLO', 'ANN'].every((word) => heard.some((text) => text.includes(word)))));
      });
      made.push(texts.length);
      for (const { heard } of clients) assert.deepEqual(said(heard), said(clients[0].heard));
    }
    assert.equal(made[0], made[1]);
  });
}

/** What of all JSON that is made meanwhile has one of these words in it. */
async function textsDuring(t, words, work) {
  const { mock } = t.mock.method(JSON, 'stringify');
  await work();
  const texts = mock.calls.map(({ result }) => result).filter((text) => words.some((word) => text?.includes(word)));
  mock.restore();
  return texts;
}

function said(heard) {
  return heard.filter((text) => /HELLO|ANN/.test(text)).toSorted();
}
