// The props that `Client` of rondel/vue passes to boards of all kinds, in a page and on a server: the declared ones, and never attributes.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';
import { printedBy, printing } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';

const { createApp, createSSRApp, defineAsyncComponent, h, nextTick, reactive, Suspense } = await import('vue');
const { renderToString } = await import('vue/server-renderer');
const { Client } = await import('rondel/vue');

const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
const seat = { playerID: '0', credentials: 'SECRET' };

/** Shows the board's `n`, and adds to it when it is clicked. */
function render() {
  return h('button', { onClick: () => this.moves.add() }, `${this.G.n}`);
}

const Board = { props: ['G', 'moves'], render };

/** A board that is loaded now, or when `load` is called. */
const loadedNow = () => defineAsyncComponent(() => Promise.resolve(Board));
function loadedLater(options = {}) {
  let load;
  const loaded = new Promise((resolve, reject) => { load = { resolve: () => resolve(Board), reject }; });
  return { board: defineAsyncComponent({ loader: () => loaded, ...options }), ...load };
}

const BOARDS = {
  'that declares them': () => Board,
  'that declares them with types, written with hyphens': () => ({ props: { G: Object, moves: null, 'player-ID': String }, render }),
  'with a mixin': () => ({ mixins: [{ mixins: [{ props: ['G'] }] }, { props: { moves: Object } }], render }),
  'that extends another': () => ({ extends: Board }),
  'that is a class': () => class { static __vccOpts = Board; },
  'inside reactive()': () => reactive({ board: { ...Board } }).board,
  'that is loaded': loadedNow,
};

test('a board without a seat gets null for its playerID, whatever the page passes', async (t) => {
  const board = { props: ['playerID'], render() { return h('p', String(this.playerID)); } };
  for (const given of [{}, { playerID: undefined }, { playerID: null }]) {
    const container = await show(t, () => h(Client({ game, board }), given));
    assert.equal(container.textContent, 'null');
  }
});

for (const [what, boardOf] of Object.entries(BOARDS)) {
  test(`a board ${what} gets the props that it declares`, async (t) => {
    const App = Client({ game, board: boardOf() });
    const container = await show(t, () => h(App, { ...seat, title: 'a match' }));
    assert.equal(container.innerHTML, '<div class="bgio-client"><button title="a match">0</button></div>');
    container.querySelector('button').click();
    await nextTick();
    assert.equal(container.textContent, '1');
  });

  test(`a server renders a board ${what}, and the browser goes on from it`, async (t) => {
    const page = () => createSSRApp(Client({ game, board: boardOf() }), seat);
    const html = await renderToString(page());
    assert.equal(html, '<div class="bgio-client"><button>0</button></div>');
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = html;
    const button = container.querySelector('button');
    const printed = await printedBy(async () => {
      const app = page();
      t.after(() => app.unmount());
      app.mount(container);
      await nextTask();
      button.click();
      await nextTick();
    });
    assert.deepEqual(printed, []);
    assert.equal(container.innerHTML, '<div class="bgio-client"><button>1</button></div>');
    assert.equal(container.querySelector('button'), button);
  });
}

test('a board without declared props gets only the page\'s own', async (t) => {
  const board = { render: () => h('p', 'hello') };
  const App = Client({ game, board });
  const container = await show(t, () => h(App, { ...seat, title: 'a match' }));
  assert.equal(container.innerHTML, '<div class="bgio-client"><p title="a match">hello</p></div>');
  assert.equal(await renderToString(createSSRApp(Client({ game, board }), seat)), '<div class="bgio-client"><p>hello</p></div>');
});

for (const [where, around] of [['', (match) => match], [' inside Suspense', (match) => h(Suspense, null, { default: () => match, fallback: () => 'waits' })]]) {
  test(`a board that appears in the middle of a match${where} shows the present match`, async (t) => {
    const { board, resolve } = loadedLater({ loadingComponent: () => 'loads', delay: 0 });
    const App = Client({ game, board });
    let client;
    const container = await show(t, () => around(h(App, { ...seat, onVnodeBeforeMount: ({ component }) => { ({ client } = component.exposed); } })));
    assert.match(container.textContent, /loads|waits/);
    client.moves.add();
    resolve();
    await nextTask();
    assert.equal(container.innerHTML, '<div class="bgio-client"><button>1</button></div>');
  });
}

test('a board that another Vue loads receives everything', async (t) => {
  const board = { name: 'AsyncComponentWrapper', inheritAttrs: false, setup: (_, { attrs }) => () => h(Board, { G: attrs.G, moves: attrs.moves }) };
  const container = await show(t, () => h(Client({ game, board }), seat));
  assert.equal(container.textContent, '0');
});

test('a board that loads after hydration replaces the server\'s output', async (t) => {
  const html = await renderToString(createSSRApp(Client({ game, board: loadedNow() }), seat));
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  const { board, resolve } = loadedLater();
  const printed = await printedBy(async () => {
    const app = createSSRApp(Client({ game, board }), seat);
    t.after(() => app.unmount());
    const { client } = /** @type {any} */ (app.mount(container));
    await nextTask();
    assert.equal(container.textContent, '0');
    resolve();
    await nextTask();
    client.moves.add();
    await nextTick();
  });
  assert.deepEqual(printed, []);
  assert.equal(container.innerHTML, '<div class="bgio-client"><button>1</button></div>');
});

test('Vue reports a board that cannot be loaded', async (t) => {
  printing(t);
  const { board, reject } = loadedLater({ errorComponent: ({ error }) => error.message });
  const errors = [];
  const App = Client({ game, board });
  const container = await show(t, () => h(App), (app) => { app.config.errorHandler = (error) => errors.push(error.message); });
  reject(new Error('no network'));
  await nextTask();
  assert.equal(container.textContent, 'no network');
  assert.deepEqual(errors, ['no network']);
});

/** Shows the result of a render function in an app of its own. */
async function show(t, render, prepare = (_app) => {}) {
  const container = document.body.appendChild(document.createElement('div'));
  const app = createApp({ render });
  prepare(app);
  app.mount(container);
  t.after(() => app.unmount());
  await nextTask();
  return container;
}
