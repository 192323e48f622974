// useGame for Vue, with a simulated store and, once, with a real client.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createSSRApp, effectScope, h, isReactive, isReadonly, nextTick, reactive, ref, shallowRef, watch, watchEffect } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { Client as makeClient } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { useGame } from 'rondel/vue';
import { nextTask } from '../support/tasks.mjs';
import { calls, fakeClient } from './fixtures.mjs';

/** Runs the function in its own scope; `stop` ends it. */
function inScope(fn) {
  const scope = effectScope();
  return [scope.run(fn), async () => {
    scope.stop();
    await nextTask();
  }];
}

test('useGame returns the state and each change of it, not as a proxy', async () => {
  const client = fakeClient();
  const [state, stop] = inScope(() => useGame(client));
  assert.equal(state.value, client.getState());
  const next = { count: 1, list: [] };
  client.set(next);
  assert.equal(state.value, next);
  assert.ok(!isReactive(state.value));
  await stop();
});

test('the ref is read-only', async () => {
  const [state, stop] = inScope(() => useGame(fakeClient()));
  assert.ok(isReadonly(state));
  await stop();
});

test('effects run again only when the selected value has changed', async () => {
  const client = fakeClient();
  const seen = [];
  const [, stop] = inScope(() => {
    const picked = useGame(client, ({ count, list }) => [count, list.length]);
    watchEffect(() => seen.push(picked.value));
  });
  client.set({ count: 0, list: [5, 6] });
  await nextTick();
  client.set({ count: 1, list: [] });
  await nextTick();
  assert.deepEqual(seen, [[0, 2], [1, 0]]);
  await stop();
});

test('a selector may use other refs', async () => {
  const client = fakeClient({ names: ['a', 'b'] });
  const id = ref(0);
  const [name, stop] = inScope(() => useGame(client, ({ names }) => names[id.value]));
  id.value = 1;
  assert.equal(name.value, 'b');
  await stop();
});

test('the client runs until the scope ends', async () => {
  const client = fakeClient();
  const [, stop] = inScope(() => useGame(client));
  assert.deepEqual([calls(client.start), client.subscribed], [1, 1]);
  await nextTask();
  assert.equal(calls(client.stop), 0);
  await stop();
  assert.deepEqual([calls(client.stop), client.subscribed], [1, 0]);
});

test('two uses share a running client', async () => {
  const client = fakeClient();
  const [, stop] = inScope(() => useGame(client));
  const [, stopOther] = inScope(() => useGame(client));
  await stop();
  assert.deepEqual([calls(client.start), calls(client.stop)], [1, 0]);
  await stopOther();
  assert.equal(calls(client.stop), 1);
});

for (const [where, put] of [
  ['ref()', (client) => ref(client)],
  ['shallowRef()', (client) => shallowRef(client)],
  ['reactive()', (client) => reactive({ client }).client],
  ['a getter', (client) => () => client],
]) {
  test(`the client may be in ${where}`, async () => {
    // Vue makes a proxy of it, unlike of Rondel's clients.
    const client = { ...fakeClient({ count: 7 }) };
    const [count, stop] = inScope(() => useGame(put(client), (state) => state.count));
    assert.equal(count.value, 7);
    client.set({ count: 8 });
    assert.equal(count.value, 8);
    await stop();
    assert.deepEqual([calls(client.start), calls(client.stop)], [1, 1]);
  });
}

test('useGame follows another client in the ref', async () => {
  const [first, second] = [fakeClient({ count: 1 }), fakeClient({ count: 2 })];
  const client = shallowRef(first);
  const [count, stop] = inScope(() => useGame(client, (state) => state.count));
  client.value = second;
  await nextTask();
  assert.equal(count.value, 2);
  assert.deepEqual([calls(first.stop), first.subscribed, calls(second.start)], [1, 0, 1]);
  first.set({ count: 9 });
  assert.equal(count.value, 2);
  await stop();
});

test('useGame renders on a server, without starting the client', async () => {
  const client = fakeClient();
  const html = await renderToString(createSSRApp({
    setup() {
      const count = useGame(client, (state) => state.count);
      return () => h('p', count.value);
    },
  }));
  assert.equal(html, '<p>0</p>');
  assert.deepEqual([calls(client.start), client.subscribed], [0, 0]);
});

test('useGame shows a real game', async () => {
  const { Client } = await import('rondel/client');
  const client = Client({ game: { setup: () => ({ n: 0 }), moves: { add: ({ G }, by) => { G.n += by; } } } });
  const [n, stop] = inScope(() => useGame(ref(client), ({ G }) => G.n));
  client.moves.add(3);
  assert.equal(n.value, 3);
  client.undo();
  assert.equal(n.value, 0);
  await stop();
  client.dispose();
});

for (const [kind, multiplayer] of [['in the page', () => undefined], ['online', () => Local()]]) {
  test(`a client ${kind} that is put into reactive state is the same object, and nothing in it is observed`, async () => {
    const client = makeClient({ game: { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } }, multiplayer: multiplayer(), playerID: '0' });
    client.start();
    const held = reactive({ client, list: [client], moves: client.moves });
    assert.equal(held.client, client);
    assert.equal(held.list[0], client);
    assert.equal(ref(client).value, client);
    let told = 0;
    const end = watch(held, () => { told += 1; }, { deep: true });
    held.client.moves.add();
    // Its methods taken apart are proxies, which can still be called.
    held.moves.add();
    await nextTick();
    assert.equal(held.client.getState().G.n, 2);
    assert.equal(held.client.game, client.game);
    assert.equal(told, 0);
    end();
    client.dispose();
  });
}
