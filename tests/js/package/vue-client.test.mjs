// `useClient` and `Client` of rondel/vue.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client as makeClient } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { printedBy } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';
import { withLostActions } from '../support/action-loss.mjs';
import { recordCalls } from '../support/transport-calls.mjs';

const { createApp, createSSRApp, defineComponent, effectScope, h, KeepAlive, nextTick, reactive, ref, shallowReactive, shallowRef } = await import('vue');
const { renderToString } = await import('vue/server-renderer');
const { Client, useClient, useGame } = await import('rondel/vue');
const { createPinia, defineStore, setActivePinia } = await import('pinia');

const makeGame = () => ({
  setup: () => ({ cells: ['·', '·'] }),
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
});

/** Shows a component with props that may be changed. */
function show(t, component, given = {}) {
  const props = shallowReactive(given);
  const container = document.body.appendChild(document.createElement('div'));
  const shown = ref();
  const app = createApp({ render: () => h(component, { ...props, ref: shown }) });
  app.mount(container);
  let isOpen = true;
  const close = async () => {
    if (isOpen) app.unmount();
    isOpen = false;
    await nextTask();
  };
  t.after(close);
  return { container, props, shown, close };
}

const Board = defineComponent({
  props: ['G', 'moves', 'playerID', 'title', 'chatMessages', 'isMultiplayer'],
  setup: (props) => () => h('button', { onClick: () => props.moves.mark(0) }, `${props.G.cells.join('')} ${props.title ?? ''}${props.chatMessages.length}`),
});

test('a component that is unmounted with a pending move settles it as unanswered, and leaves nothing running', async (t) => {
  const printed = await printedBy(async () => {
    const transports = [];
    const App = Client({ game: makeGame(), board: Board, multiplayer: withLostActions(Local(), transports) });
    const { shown, close } = show(t, App, { playerID: '0' });
    const handle = shown.value.client.moves.mark(1);
    await close();
    const { status, error } = await handle.confirmed;
    assert.deepEqual([status, error.type], ['rejected', 'update/unanswered']);
    assert.equal(transports.length, 1);
    const { calls } = transports[0];
    assert.equal(calls.filter((name) => name === 'connect').length, calls.filter((name) => name === 'disconnect').length);
  });
  assert.deepEqual(printed, []);
});

test('a replaced method of the client is called, and passed to the board', async (t) => {
  const App = Client({ game: makeGame(), board: Board });
  const { container, props, shown } = show(t, App, { credentials: 'foo' });
  const { client } = shown.value;
  const spies = ['updateMatchID', 'updatePlayerID', 'updateCredentials'].map((name) => t.mock.method(client, name));
  Object.assign(props, { matchID: 'next', playerID: '1', credentials: 'bar' });
  await nextTick();
  assert.deepEqual(spies.map(({ mock: { calls } }) => calls.map((call) => call.arguments)), [[['next']], [['1']], [['bar']]]);
  client.moves.mark = t.mock.fn();
  container.querySelector('button').click();
  assert.equal(client.moves.mark.mock.callCount(), 1);
  const mark = t.mock.fn();
  client.moves = { mark };
  client.chatMessages = ['hi', 'ho'];
  props.title = 'again ';
  await nextTick();
  container.querySelector('button').click();
  assert.equal(mark.mock.callCount(), 1);
  assert.match(container.textContent, /again 2$/);
});

test('a match of Local begins with the setupData of the component that shows it', (t) => {
  const game = { ...makeGame(), setup: (_context, setupData) => ({ cells: Array(setupData.size).fill('·') }) };
  const App = Client({ game, board: Board, multiplayer: Local(), setupData: { size: 5 } });
  assert.match(show(t, App, { playerID: '0' }).container.textContent, /^·····/);
});

test('useClient creates a client that runs with the component, and is disposed with it', async (t) => {
  const { calls, multiplayer } = recordCalls(Local(), ['connect', 'disconnect']);
  let client;
  const game = makeGame();
  const { container, close } = show(t, {
    setup() {
      client = useClient({ game, multiplayer, playerID: '0', debug: false, quiet: true });
      const cells = useGame(client, (state) => state?.G.cells.join(''));
      return () => h('p', cells.value);
    },
  });
  await nextTask();
  assert.deepEqual(calls, ['connect']);
  client.moves.mark(1);
  await nextTick();
  assert.equal(container.textContent, '·0');
  await close();
  assert.deepEqual([calls[0], calls[1], calls.lastIndexOf('connect')], ['connect', 'disconnect', 0]);
  // A client that was only stopped would refuse with another reason.
  assert.match(client.moves.mark(0).error.message, /disposed/);
});

test('useClient follows matchID, playerID and credentials of options in a getter', async () => {
  const seat = shallowReactive({ playerID: '0' });
  const scope = effectScope();
  const client = scope.run(() => useClient(() => ({ game: makeGame(), ...seat })));
  const now = () => [client.matchID, client.playerID, client.credentials];
  assert.deepEqual(now(), ['default', '0', undefined]);
  Object.assign(seat, { playerID: '1', matchID: 'm', credentials: 'c' });
  await nextTick();
  assert.deepEqual(now(), ['m', '1', 'c']);
  client.updatePlayerID('0');
  seat.matchID = 'n';
  await nextTick();
  assert.deepEqual(now(), ['n', '0', 'c']);
  scope.stop();
});

for (const [how, optionsOf] of [
  ['in a ref', (options) => ref(options)],
  ['in a shallow ref', (options) => shallowRef(options)],
  ['in reactive()', (options) => reactive(options)],
  ['in a getter, of reactive()', (options) => { const { game, ...more } = options; const all = reactive({ game }); return () => ({ ...all, ...more }); }],
]) {
  test(`options of useClient ${how}: the game is the page's own, in one match with others`, async () => {
    const options = { game: makeGame(), multiplayer: Local(), playerID: '0' };
    const scope = effectScope();
    const [one, other] = scope.run(() => [useClient(optionsOf(options)), useClient({ ...options, playerID: '1' })]);
    assert.equal(one.game, options.game);
    one.moves.mark(0);
    assert.deepEqual(other.getState().G.cells, ['0', '·']);
    scope.stop();
  });
}

test('options of Client in reactive(): the game is the page\'s own', (t) => {
  const game = makeGame();
  const { container, shown } = show(t, Client(reactive({ game, board: { ...Board } })));
  assert.equal(container.textContent, '·· 0');
  assert.equal(shown.value.client.game, game);
});

test('a number in place of its string, and omitted props, do not change seat or match', async () => {
  const seat = shallowReactive({ matchID: '1', playerID: '0' });
  const scope = effectScope();
  const client = scope.run(() => useClient(() => ({ game: makeGame(), ...seat })));
  Object.assign(seat, { matchID: 1, playerID: 0, credentials: null });
  await nextTick();
  assert.deepEqual([client.matchID, client.playerID, client.credentials], ['1', '0', undefined]);
  seat.matchID = '';
  await nextTick();
  assert.equal(client.matchID, 'default');
  scope.stop();
});

test('a client without an owner causes a warning; one in a scope does not', async () => {
  const scope = effectScope();
  const options = { game: makeGame() };
  assert.deepEqual(await printedBy(async () => scope.run(() => useClient(options))), []);
  scope.stop();
  const [text, ...more] = await printedBy(async () => useClient(options));
  assert.match(text, /^rondel: useClient: this client would never end/);
  assert.deepEqual(more, []);
  assert.deepEqual(await printedBy(async () => useClient({ ...options, debug: false, quiet: true })), []);
});

test('useClient keeps its client while KeepAlive hides the component', async (t) => {
  const isShown = ref(true);
  const clients = new Set();
  const game = makeGame();
  const Match = {
    setup() {
      const client = useClient({ game });
      clients.add(client);
      return () => h('p', client.getState().G.cells.join(''));
    },
  };
  show(t, () => h(KeepAlive, null, { default: () => (isShown.value ? h(Match) : h('i')) }));
  for (const next of [false, true]) {
    isShown.value = next;
    await nextTick();
  }
  const [client, ...more] = clients;
  assert.deepEqual([client.moves.mark(0).status, more.length], ['confirmed', 0]);
});

test('Client shows a board, which gets its declared props and the component\'s other props', async (t) => {
  const { container, props, shown } = show(t, Client({ game: makeGame(), board: Board }), { playerID: '0', title: 'One ' });
  assert.equal(container.innerHTML, '<div class="bgio-client"><button>·· One 0</button></div>');
  container.querySelector('button').click();
  await nextTick();
  assert.equal(container.textContent, '0· One 0');
  Object.assign(props, { playerID: '1', title: 'Two ' });
  await nextTick();
  container.querySelector('button').click();
  await nextTick();
  assert.equal(container.textContent, '0· Two 0', 'it is not their turn');
  assert.equal(shown.value.client.playerID, '1');
});

test('a functional board gets all of boardgame.io\'s props', (t) => {
  let seen;
  const functional = (props) => {
    seen = props;
    return h('p');
  };
  functional.inheritAttrs = false;
  show(t, Client({ game: makeGame(), board: functional }));
  for (const name of ['G', 'ctx', 'moves', 'events', 'undo', 'reset', 'log', 'matchID', 'isActive', 'isMultiplayer', 'isConnected', 'plugins']) {
    assert.ok(name in seen, name);
  }
});

test('online, Client shows `loading` first, then the board with the chat', async (t) => {
  const { multiplayer } = recordCalls(Local(), ['connect', 'disconnect']);
  let connect;
  const late = (options) => {
    const transport = multiplayer(options);
    const now = transport.connect;
    transport.connect = () => { connect = now; };
    return transport;
  };
  const { container, shown } = show(t, Client({ game: makeGame(), board: Board, multiplayer: late }), { playerID: '0' });
  assert.equal(container.innerHTML, '<div class="bgio-loading">connecting...</div>');
  connect();
  await nextTick();
  assert.equal(container.textContent, '·· 0');
  shown.value.client.sendChatMessage('hi');
  await nextTick();
  assert.equal(container.textContent, '·· 1');
});

test('a server renders the board, or `loading` online, and starts nothing', async () => {
  const { calls, multiplayer } = recordCalls(Local(), ['connect', 'disconnect']);
  assert.equal(await renderToString(createSSRApp(Client({ game: makeGame(), board: Board }))), '<div class="bgio-client"><button>·· 0</button></div>');
  const online = Client({ game: makeGame(), board: Board, multiplayer });
  assert.equal(await renderToString(createSSRApp(online)), '<div class="bgio-loading">connecting...</div>');
  assert.deepEqual(calls, []);
});

test('a component that Client creates while another renders causes one warning', async (t) => {
  const game = makeGame();
  const board = defineComponent({ props: ['G'], setup: ({ G }) => () => G.cells.join('') });
  const count = ref(0);
  const printed = await printedBy(async () => {
    const { close } = show(t, { render: () => h(Client({ game, board }), { key: count.value }) });
    for (let i = 0; i < 3; i += 1) {
      count.value += 1;
      await nextTick();
    }
    await close();
  });
  assert.deepEqual(printed, ['rondel: Client: the component is a new one at each render, which restarts its match: call Client outside of components']);
});

test('components with one board for several matches, side by side or in turn, cause no warning', async (t) => {
  const game = makeGame();
  const board = defineComponent({ props: ['G'], setup: ({ G }) => () => G.cells.join('') });
  const made = shallowReactive([Client({ game, board })]);
  const printed = await printedBy(async () => {
    const { close } = show(t, { render: () => made.map((component) => h(component)) });
    made.push(Client({ game, board }));
    await nextTick();
    made.shift();
    made.push(Client({ game, board }));
    await nextTick();
    await close();
  });
  assert.deepEqual(printed, []);
});

for (const [where, optionsOf, html] of [
  ['in the page', (game) => ({ game }), '<b>0</b>'],
  ['online', (game) => ({ game, multiplayer: Local(), playerID: '0' }), '<i>connecting</i>'],
]) {
  test(`a part that hydrates after a match ${where} has gone on begins as the server rendered it`, async (t) => {
    const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
    const partOf = (client) => ({
      setup() {
        const state = useGame(client);
        return () => (state.value ? h('b', state.value.G.n) : h('i', 'connecting'));
      },
    });
    const rendered = await renderToString(createSSRApp(partOf(makeClient(optionsOf(game)))));
    assert.equal(rendered, html);
    const client = makeClient(optionsOf(game));
    const containers = [0, 1].map(() => document.body.appendChild(document.createElement('div')));
    const printed = await printedBy(async () => {
      for (const container of containers) {
        container.innerHTML = rendered;
        const app = createSSRApp(partOf(client));
        app.mount(container);
        t.after(() => app.unmount());
        await nextTask();
        client.moves.add();
        await nextTask();
      }
    });
    assert.deepEqual(printed, []);
    assert.deepEqual(containers.map(({ innerHTML }) => innerHTML), ['<b>2</b>', '<b>2</b>']);
  });
}

for (const [hook, use] of [
  ['useGame', (client) => useGame(client)],
  ['useClient', (_client, options) => useClient(options)],
  ['Client', null],
]) {
  test(`${hook}: a component that KeepAlive hides stops its client, and continues with the same match`, async (t) => {
    const { calls, multiplayer } = recordCalls(Local(), ['connect', 'disconnect']);
    const options = { game: makeGame(), multiplayer, playerID: '0' };
    const client = use && makeClient(options);
    const Match = use ? { setup() { use(client, options); return () => h('p'); } } : Client({ ...options, board: () => h('p') });
    const isShown = ref(true);
    const Other = { render: () => h('i') };
    const { close } = show(t, { render: () => h(KeepAlive, null, { default: () => h(isShown.value ? Match : Other, use ? {} : { playerID: '0' }) }) });
    const settle = async () => { await nextTick(); await nextTask(); };
    await settle();
    assert.deepEqual(calls, ['connect']);
    isShown.value = false;
    await settle();
    assert.deepEqual(calls, ['connect', 'disconnect']);
    isShown.value = true;
    await settle();
    assert.deepEqual(calls, ['connect', 'disconnect', 'connect']);
    await close();
    assert.deepEqual(calls, ['connect', 'disconnect', 'connect', 'disconnect']);
  });
}

for (const [where, inScope] of [
  ['a store of Pinia’s', (make) => { setActivePinia(createPinia()); return defineStore('table', () => { make(); return {}; })(); }],
  ['a scope of its own', (make) => effectScope(true).run(make)],
]) {
  test(`values that ${where} follows keep updating while KeepAlive hides the component that requested them first`, async (t) => {
    const isShown = ref(true);
    const client = makeClient({ game: makeGame(), playerID: '0', multiplayer: Local({ fresh: true }) });
    let [state, own] = [];
    const Page = {
      setup() {
        inScope(() => {
          own = useClient({ game: makeGame(), playerID: '0', multiplayer: Local({ fresh: true }) });
          state = useGame(client);
        });
        return () => h('p', 'page');
      },
    };
    show(t, () => h(KeepAlive, null, { default: () => (isShown.value ? h(Page) : h('i')) }));
    isShown.value = false;
    await nextTick();
    await nextTask();
    assert.deepEqual([client.connection.status, own.connection.status], ['connected', 'connected']);
    client.moves.mark(0);
    assert.equal(state.value.G.cells[0], '0');
  });
}

test('a scope within a component stops with it', async (t) => {
  const isShown = ref(true);
  let own;
  const Page = {
    setup() {
      effectScope().run(() => { own = useClient({ game: makeGame(), playerID: '0', multiplayer: Local({ fresh: true }) }); });
      return () => h('p', 'page');
    },
  };
  show(t, () => h(KeepAlive, null, { default: () => (isShown.value ? h(Page) : h('i')) }));
  assert.equal(own.connection.status, 'connected');
  isShown.value = false;
  await nextTick();
  await nextTask();
  assert.equal(own.connection.status, 'stopped');
});

test('a component that KeepAlive shows again shows the changes since', async (t) => {
  const client = makeClient({ game: makeGame() });
  const Match = { setup() { const cells = useGame(client, ({ G }) => G.cells.join('')); return () => h('p', cells.value); } };
  const isShown = ref(true);
  const { container } = show(t, { render: () => h(KeepAlive, null, { default: () => (isShown.value ? h(Match) : h({ render: () => 'other' })) }) });
  isShown.value = false;
  await nextTick();
  client.moves.mark(1);
  isShown.value = true;
  await nextTick();
  assert.equal(container.textContent, '·0');
  client.moves.mark(0);
  await nextTick();
  assert.equal(container.textContent, '00');
});

test('a client that the page started keeps running after the component unmounts', async (t) => {
  for (const isBefore of [true, false]) {
    const client = makeClient({ game: makeGame(), multiplayer: Local(), playerID: '0' });
    if (isBefore) client.start();
    const { close } = show(t, { setup() { useGame(client); return () => h('p'); } });
    if (!isBefore) client.start();
    await close();
    assert.equal(client.connection.status, 'connected');
    client.dispose();
  }
});

test('a board receives the actions that are possible now', async (t) => {
  const game = { ...makeGame(), ai: { enumerate: () => [{ move: 'mark', args: [1] }] } };
  let given;
  const board = defineComponent({ props: ['canMove', 'legalMoves'], setup: (props) => () => { given = props; return h('p'); } });
  show(t, Client({ game, board }));
  assert.equal(given.canMove('mark', 0), true);
  assert.equal(given.canMove('nothing'), false);
  assert.deepEqual(given.legalMoves(), [{ move: 'mark', args: [1] }]);
});
