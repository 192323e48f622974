// The documents' components in React and in Vue: clicked through, in StrictMode, and rendered on a server.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { nextTask } from '../support/tasks.mjs';
import { printedBy } from '../support/console.mjs';
import { read, run } from './support.mjs';

const { default: React } = await import('react');
const { createRoot, hydrateRoot } = await import('react-dom/client');
const { renderToString } = await import('react-dom/server');
const { Local } = await import('rondel/multiplayer');
const { createElement, StrictMode, act } = React;

const readme = await read('README.md');
// All before the first test: awaiting between two tests, the runner may end the file and remove the folders first.
const shown = await run(await read('docs/02-react-and-vue.md'));
const secrets = await run(await read('docs/04-secrets.md'));
const { Scores, Total, client: scores } = shown['Scores.jsx'];
const { Match, Page } = shown['Match.jsx'];
const { Deal } = shown['Deal.jsx'];

const open = [];
afterEach(async () => {
  for (const page of open.splice(0)) await act(async () => page.unmount());
});

/** Shows an element; returns its container, and a function that shows another element in its place. */
async function show(element) {
  const container = document.body.appendChild(document.createElement('div'));
  const page = createRoot(container);
  open.push(page);
  await act(async () => page.render(element));
  return { container, again: (next) => act(async () => page.render(next)), click: (at) => act(async () => container.querySelectorAll('button')[at].click()) };
}

/** The same for a component of Vue. */
async function mount(t, component, props) {
  const { createApp } = await import('vue');
  const container = document.body.appendChild(document.createElement('div'));
  const app = createApp(component, props);
  app.mount(container);
  t.after(() => app.unmount());
  return container;
}

/** Plays Pig by its buttons, holding at the first points, until a player wins; the page always shows the state. */
async function playByButtons(container, client, click) {
  for (let clicks = 0; clicks < 5000; clicks += 1) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) {
      assert.equal(container.textContent, `Player ${ctx.gameover.winner} wins`);
      assert.ok(G.points[ctx.gameover.winner] >= 20);
      return;
    }
    assert.match(container.textContent, new RegExp(`^Player ${ctx.currentPlayer}: ${G.pot} in the pot, ${G.points.join(' to ')}`));
    const [roll, hold] = container.querySelectorAll('button');
    assert.equal(hold.disabled, G.pot === 0);
    await click(G.pot > 0 ? hold : roll);
  }
  assert.fail('the game does not end');
}

test('the game of the README has twenty lines, and its component shows it to its end', async () => {
  const { code } = readme.blocks.find(({ name }) => name === 'pig.js');
  assert.equal(code.split('\n').filter((line) => line.trim() && !line.startsWith('//')).length, 20);
  const modules = await run(readme);
  const { container } = await show(createElement(modules['Pig.jsx'].Pig));
  await playByButtons(container, modules['pig.js'].client, (button) => act(async () => button.click()));
});

test('the component for Vue shows the game to its end', async (t) => {
  const container = await mount(t, shown['Pig.vue'].default);
  await playByButtons(container, shown['pig.js'].client, async (button) => {
    button.click();
    await nextTask();
  });
});

for (const [framework, showLog] of [
  ['React', async (client) => (await show(createElement(shown['Log.jsx'].Log, { client }))).container],
  ['Vue', (client, t) => mount(t, shown['Log.vue'].default, { client })],
]) {
  test(`the log in ${framework} lists moves, strikes out undone ones, and grows with the match`, async (t) => {
    const { Client } = await import('rondel/client');
    const client = Client({ game: { moves: { play: () => {}, hide: { move: () => {}, redact: true } } }, quiet: true });
    client.moves.play('ace', 7);
    const container = await showLog(client, t);
    await act(async () => {
      client.moves.hide('queen');
      client.undo();
      client.moves.play('king');
      await nextTask();
    });
    const items = [...container.querySelectorAll('li')];
    assert.deepEqual(items.map((item) => item.textContent.trim()), [
      'Turn 1: player 0 plays ace, 7', 'Turn 1: player 0 hides something', 'Turn 1: player 0 plays king',
    ]);
    assert.deepEqual(items.map(({ style }) => style.textDecoration), ['none', 'line-through', 'none']);
  });
}

test('both documents show the same Pig', async () => {
  const guide = await read('docs/02-react-and-vue.md');
  const [one, other] = [readme, guide].map(({ blocks }) => blocks.find(({ name }) => name === 'pig.js').code);
  assert.equal(one, other);
});

test('a selector renders a component again only when its choice changes', async () => {
  let renderings = 0;
  const Counted = () => {
    renderings += 1;
    return Total();
  };
  const { container } = await show([createElement(Scores, { key: 0 }), createElement(Counted, { key: 1 })]);
  await act(async () => container.querySelector('button').click());
  assert.match(container.textContent, /Player 0 has 1.*1 in all/);
  assert.equal(renderings, 2);
  await act(async () => scores.events.endTurn());
  assert.match(container.textContent, /Player 1 has 0/);
  assert.equal(renderings, 2);
});

test('a client created by useState plays in StrictMode without a disconnection, and a key creates another', async () => {
  const connections = [];
  const local = Local();
  const multiplayer = (options) => {
    const transport = local(options);
    const connect = transport.connect.bind(transport);
    const disconnect = transport.disconnect.bind(transport);
    transport.connect = () => { connections.push('connect'); connect(); };
    transport.disconnect = () => { connections.push('disconnect'); disconnect(); };
    return transport;
  };
  const page = (matchID) => createElement(StrictMode, null, createElement(Page, { matchID, multiplayer, playerID: '0' }));
  const { container, again, click } = await show(page('one'));
  assert.deepEqual(connections, ['connect'], 'one of the two clients is used');
  await click(1);
  await act(nextTask);
  assert.equal(container.textContent, '·0·');
  assert.deepEqual(connections, ['connect']);
  await again(page('two'));
  await act(nextTask);
  assert.equal(container.textContent, '···');
  assert.deepEqual(connections.slice(1).sort(), ['connect', 'disconnect']);
});

test('a client that an effect disposes refuses everything in StrictMode', async () => {
  const { Client } = await import('rondel/client');
  let client;
  const Disposing = () => {
    [client] = React.useState(() => Client({ game: { moves: { go: () => {} } } }));
    React.useEffect(() => () => client.dispose(), []);
    return null;
  };
  await show(createElement(StrictMode, null, createElement(Disposing)));
  await printedBy(async () => assert.equal(client.moves.go().status, 'rejected'));
});

test('online, a server renders the browser\'s first output', () => {
  const html = renderToString(createElement(Match, { multiplayer: Local(), matchID: 'm', playerID: '0' }));
  assert.equal(html, '<p>Connecting …</p>');
});

for (const [seeds, seed] of [['a seed', 'one'], ['no seed', undefined]]) {
  test(`a server's rendering with ${seeds} ${seed ? 'equals' : 'differs from'} the hydrated one`, async () => {
    const differences = [];
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(createElement(Deal, { seed }));
    await printedBy(() => act(async () => {
      open.push(hydrateRoot(container, createElement(Deal, { seed }), { onRecoverableError: (error) => differences.push(error.message) }));
    }));
    assert.equal(differences.length, seed ? 0 : 1);
  });
}

/** A player's view on a shared device, and how it continues. */
async function passRound(container, click) {
  const buttons = () => [...container.querySelectorAll('button')];
  const texts = () => buttons().map(({ textContent }) => textContent.trim());
  const seen = [];
  for (const player of ['0', '1', '0']) {
    assert.deepEqual(texts(), [`Player ${player} has the device`]);
    await click(buttons()[0]);
    seen.push(texts());
    await click(buttons()[0]);
  }
  const [first, second, third] = seen;
  assert.deepEqual([first.length, second.length], [3, 3]);
  assert.equal(new Set([...first, ...second]).size, 6);
  assert.deepEqual(third, first.slice(1));
}

test('a shared device shows each player only their own hand, in React', async () => {
  const { container } = await show(createElement(StrictMode, null, createElement(secrets['Device.jsx'].Device)));
  await passRound(container, (button) => act(async () => button.click()));
});

test('a shared device shows each player only their own hand, in Vue', async (t) => {
  const container = await mount(t, secrets['Device.vue'].default);
  await passRound(container, async (button) => {
    button.click();
    await nextTask();
  });
});

test('a store of Pinia’s holds a client and refs that follow it', async () => {
  const { createPinia, setActivePinia } = await import('pinia');
  setActivePinia(createPinia());
  const table = shown['table.js'].useTable();
  table.client.moves.mark(1);
  assert.deepEqual([table.state.G.cells, table.legalMoves.length], [[null, '0', null], 2]);
  table.$dispose();
  await nextTask();
  assert.equal(table.client.moves.mark(0).status, 'rejected');
});

test('a router\'s page joins the match in its address, and keeps its place when KeepAlive shows it again', async (t) => {
  const { createApp } = await import('vue');
  const { createMemoryHistory } = await import('vue-router');
  const router = shown['router.js'].makeRouter(createMemoryHistory());
  const container = document.body.appendChild(document.createElement('div'));
  globalThis.history = window.history;
  await router.push('/rules');
  const app = createApp(shown['Site.vue'].default).use(router);
  app.mount(container);
  t.after(() => {
    app.unmount();
    delete globalThis.history;
  });
  const at = async (path) => {
    await router.push(path);
    await nextTask();
    return container.textContent;
  };
  assert.equal(await at('/match/a'), '···');
  container.querySelector('button').click();
  await nextTask();
  assert.equal(container.textContent, '0··');
  assert.equal(await at('/match/b'), '···');
  assert.equal(await at('/rules'), 'The rules');
  assert.equal(await at('/match/a'), '0··');
});
