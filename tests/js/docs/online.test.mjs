// The matches of docs/03-online.md, played further: one in a page, one between tabs, and one on a server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { lobbyAt } from '../server/serve.mjs';
import { nextTask, until } from '../support/tasks.mjs';
import { printedBy } from '../support/console.mjs';
import { read, run } from './support.mjs';

let shown;
await printedBy(async () => { shown = await run(await read('docs/03-online.md')); });

test('the two clients play their match in turns', async () => {
  const { alice, bob } = shown['online.js'];
  await nextTask();
  for (let cell = 0; cell < 8; cell += 1) {
    const [mover, other] = cell % 2 === 1 ? [alice, bob] : [bob, alice];
    const handle = mover.moves.mark(cell);
    assert.equal(mover.getState().ctx.turn, cell + 3, 'its consequences show at once');
    assert.deepEqual(await handle.confirmed, { status: 'confirmed' });
    assert.equal(other.getState().G.cells[cell], mover.playerID);
  }
  for (const client of [alice, bob]) client.dispose();
});

test('tabs play with each other, with any host', async (t) => {
  const { join } = shown['tabs.js'];
  const tabs = [join('0'), join('1')];
  t.after(() => {
    for (const tab of tabs) tab.dispose();
    shown['worker.js'].host.close();
  });
  await printedBy(async () => {
    for (const tab of tabs) tab.start();
    await until(() => tabs.every((tab) => tab.getState()));
    assert.deepEqual(await tabs[0].moves.add().confirmed, { status: 'confirmed' });
    await until(() => tabs[1].getState().G.n > 0);
  });
  assert.equal(tabs[1].getState().G.n, 1);
});

test('two pages create a match on the server, join it and play', async (t) => {
  const { create, join } = shown['between-machines.js'];
  const { url } = lobbyAt(shown['server.js'].running.appServer);
  const matchID = await create(url);
  const [alice, bob] = [await join(url, matchID, 'Alice'), await join(url, matchID, 'Bob')];
  t.after(() => {
    for (const client of [alice, bob]) client.dispose();
  });
  assert.deepEqual([alice.playerID, bob.playerID], ['0', '1']);
  for (const client of [alice, bob]) client.start();
  await until(() => [alice, bob].every((client) => client.getState()?.isConnected));
  assert.deepEqual(await alice.moves.add().confirmed, { status: 'confirmed' });
  await until(() => bob.getState().G.n === 1);
});
