// rondel/vue on a server without a document: it renders, and starts nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Local } from 'rondel/multiplayer';
import { useClient, useEffectListener, useEffectQueue, useGame } from 'rondel/vue';
import { createSSRApp, effectScope, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { printedBy } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';
import { recordCalls } from '../support/transport-calls.mjs';

const FOLLOWS_NOTHING = 'rondel: useClient: without a page, this client is not started and follows nothing; call useClient in a component before the first await, or in an effectScope';

const makeGame = () => ({ setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });

/** Options of an online player, and the number of connections of their clients. */
function seated() {
  const { calls, multiplayer } = recordCalls(Local(), ['connect']);
  return { calls, options: { game: makeGame(), multiplayer, playerID: '0' } };
}

/** Shows a client's match through the hooks. */
function match(options) {
  const state = useGame(useClient(options));
  return () => h('p', state.value ? `${state.value.G.n}` : 'connecting');
}

test('a component that uses its hooks after an await starts nothing, and warns', async () => {
  const { calls, options } = seated();
  const page = {
    async setup() {
      await null;
      return match(options);
    },
  };
  const printed = await printedBy(async () => {
    assert.equal(await renderToString(createSSRApp(page)), '<p>connecting</p>');
    await nextTask();
  });
  assert.deepEqual(calls, []);
  assert.deepEqual(printed.filter((text) => text.startsWith('rondel')), [FOLLOWS_NOTHING]);
});

test('a component renders its paced state, and starts nothing', async () => {
  const { calls, options } = seated();
  const page = {
    setup() {
      const client = useClient(options);
      useEffectListener(client, 'boom', () => {});
      const { state, playing } = useEffectQueue(client);
      return () => h('p', `${state.value} ${playing.value}`);
    },
  };
  assert.equal(await renderToString(createSSRApp(page)), '<p>null false</p>');
  await nextTask();
  assert.deepEqual(calls, []);
});

test('a plugin of an app starts nothing before the app is rendered', async () => {
  const { calls, options } = seated();
  let render;
  const plugin = { install: (app) => app.runWithContext(() => effectScope(true).run(() => { render = match(options); })) };
  const app = createSSRApp({ render: () => render() }).use(plugin);
  assert.equal(await renderToString(app), '<p>connecting</p>');
  await nextTask();
  assert.deepEqual(calls, []);
});

test('a script without an app plays in an effect scope', async () => {
  const { calls, options } = seated();
  const scope = effectScope();
  const render = scope.run(() => match(options));
  assert.equal(render().children, '0');
  scope.stop();
  await nextTask();
  assert.deepEqual(calls, ['connect']);
});

test('useClient outside of components and without a page warns that it follows nothing', async () => {
  const printed = await printedBy(() => {
    useClient({ game: {}, quiet: true });
    useClient({ game: {} });
  });
  assert.deepEqual(printed, [FOLLOWS_NOTHING]);
});
