// The connection of a client in components, in React and in Vue.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { Client as makeClient } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { nextTask } from '../support/tasks.mjs';

const { createApp, defineComponent, h, isReadonly, nextTick, watch } = await import('vue');
const vue = await import('rondel/vue');

const makeGame = () => ({ setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });

/** A client's options over a disconnected line; `up()` connects it. */
function line() {
  const net = network({ clock: 'real' });
  net.disconnect();
  return { options: { game: makeGame(), playerID: '0', debug: false, quiet: true, multiplayer: Local({ network: net }) }, up: () => net.reconnect(), down: () => net.disconnect() };
}

/** Waits until a container shows a text. */
async function shows(container, text, act = (work) => work()) {
  for (let i = 0; i < 500 && container.textContent !== text; i += 1) await act(async () => { await new Promise((done) => { setTimeout(done, 4); }); });
  assert.equal(container.textContent, text);
}

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    before(async () => { react = await reactOf(version); });
    after(() => react.closeAll());

    test('useGame renders again when the connection changes, without a state, and passes it to a selector', async () => {
      const { options, up, down } = line();
      const client = makeClient(options);
      let renders = 0;
      const Whole = () => {
        renders += 1;
        return `${react.bindings.useGame(client) === null} ${client.connection.status}`;
      };
      const Picked = () => react.bindings.useGame(client, (state, { status }) => ` ${status} ${state?.G.n}`);
      const { container } = await react.show(react.h('p', null, react.h(Whole), react.h(Picked)));
      await shows(container, 'true unreachable unreachable undefined', react.act);
      const before = renders;
      await react.act(async () => client.subscribe(() => {})());
      assert.equal(renders, before);
      await react.act(async () => up());
      await shows(container, 'false connected connected 0', react.act);
      await react.act(async () => down());
      await shows(container, 'false unreachable unreachable 0', react.act);
    });

    test('loading receives the connection and a function that reconnects, and so does the board', async () => {
      const { options: { playerID, ...options }, up } = line();
      const loading = ({ connection, reconnect }) => react.h('i', null, `${connection.status} ${connection.reason?.type} ${typeof reconnect}`);
      const board = ({ connection, reconnect, G }) => `${connection.status} ${typeof reconnect} ${G.n}`;
      const { container } = await react.show(react.h(react.bindings.Client({ ...options, loading, board }), { playerID }));
      await shows(container, 'unreachable connection/unreachable function', react.act);
      await react.act(async () => up());
      await shows(container, 'connected function 0', react.act);
    });

    test('the default loading component shows the reason, and no reason while it connects', async () => {
      const { options: { playerID, ...options } } = line();
      const App = react.bindings.Client(options);
      // React 16 and 17 mark the root.
      assert.equal(react.renderToString(react.h(App)).replace(' data-reactroot=""', ''), '<div class="bgio-loading">connecting...</div>');
      const { container } = await react.show(react.h(App, { playerID }));
      await shows(container, 'the master cannot be reached', react.act);
    });
  });
}

describe('Vue', () => {
  function show(t, component, props) {
    const container = document.body.appendChild(document.createElement('div'));
    const app = createApp(component, props);
    app.mount(container);
    t.after(async () => {
      app.unmount();
      await nextTask();
    });
    return container;
  }

  test('useGame renders again when the connection changes, without a state, and passes it to a selector', async (t) => {
    const { options, up } = line();
    const client = makeClient(options);
    const container = show(t, {
      setup() {
        const status = vue.useGame(client, (_, connection) => connection.status);
        const state = vue.useGame(client);
        return () => `${status.value} ${state.value?.G.n}`;
      },
    });
    await nextTick();
    assert.equal(container.textContent, 'unreachable undefined');
    up();
    await shows(container, 'connected 0');
  });

  test('a render that reads useGame and client.connection runs again when the connection changes and the state stays null; a watch of the state does not', async (t) => {
    const game = makeGame();
    const client = makeClient({ game, matchID: 'typo', playerID: '0', debug: false, quiet: true, multiplayer: Local({ create: false }) });
    let watched = 0;
    const container = show(t, {
      setup() {
        const state = vue.useGame(client);
        watch(state, () => { watched += 1; });
        assert.ok(isReadonly(state));
        return () => `${state.value} ${client.connection.status} ${client.connection.reason?.type}`;
      },
    });
    assert.equal(container.textContent, 'null connecting undefined');
    await shows(container, 'null refused match/not_found');
    assert.equal(watched, 0);
  });

  test('loading receives the connection and a function that reconnects, and so does the board', async (t) => {
    const { options: { playerID, ...options }, up } = line();
    const loading = defineComponent({
      props: ['connection', 'reconnect'],
      setup: (props) => () => h('i', `${props.connection.status} ${props.connection.reason?.type} ${typeof props.reconnect}`),
    });
    const board = ({ connection, reconnect, G }) => `${connection.status} ${typeof reconnect} ${G.n}`;
    const container = show(t, vue.Client({ ...options, loading, board }), { playerID });
    await nextTick();
    assert.equal(container.innerHTML, '<i>unreachable connection/unreachable function</i>');
    up();
    await shows(container, 'connected function 0');
  });

  test('the default loading component shows the reason', async (t) => {
    const { options: { playerID, ...options } } = line();
    const container = show(t, vue.Client(options), { playerID });
    await shows(container, 'the master cannot be reached');
  });
});
