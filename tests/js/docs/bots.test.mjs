// Slow: bots search in workers and at a server. The matches against bots of docs/09-bots.md, played further: in the page, in workers and on a server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { lobbyAt } from '../server/serve.mjs';
import { printedBy } from '../support/console.mjs';
import { until } from '../support/tasks.mjs';
import { read, run } from './support.mjs';

let started = 0;
// A page has it, too.
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    started += 1;
  }
};
let shown;
await printedBy(async () => { shown = await run(await read('docs/09-bots.md')); });

/** Marks the first free cell in each of this player's turns, or makes the move that `choose` returns, to the end. */
async function playOut(client, choose = ({ cells }) => ['mark', cells.indexOf(null)]) {
  client.start();
  for (;;) {
    await until(() => client.getState()?.isActive || client.getState()?.ctx.gameover);
    const { G, ctx } = client.getState();
    if (ctx.gameover) return ctx.gameover;
    const [name, ...args] = choose(G);
    const handle = client.moves[name](...args);
    assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
  }
}

test('a bot at a seat plays a match to its end', async (t) => {
  const { client } = shown['against.js'];
  t.after(() => client.dispose());
  assert.ok(await playOut(client));
});

test('two workers play a match to its end, and do not lose it', async (t) => {
  const { client } = shown['in-workers.js'];
  t.after(() => client.dispose());
  assert.notEqual((await playOut(client)).winner, '0');
  assert.equal(started, 2);
});

test('a server\'s bot that the lobby created plays a match with hidden hands to its end', async (t) => {
  const { running } = shown['server.js'];
  const client = await shown['table.js'].playAt(lobbyAt(running.appServer).url);
  t.after(() => client.dispose());
  const { winner } = await playOut(client, ({ hands }) => ['play', hands[0][0]]);
  assert.match(winner, /^[01]$/);
  assert.match(client.matchData[1].name, /hard/);
});
