// useGame, for React and for Vue, with clients that wait for their match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Window } from 'happy-dom';
import { effectScope } from 'vue';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { useGame as useGameInVue } from 'rondel/vue';
import { A_WHILE, LATENCY } from './support.mjs';

function connect(t) {
  const game = { predict: 'flow', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
  const net = network({ latency: LATENCY });
  const client = Client({ game, playerID: '0', quiet: true, multiplayer: Local({ network: net }) });
  t.after(() => client.dispose());
  return { net, client };
}

test('in React useGame returns null, then the match, predictions, and lost connections', async (t) => {
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
  // Node's own cannot be assigned.
  Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
  const React = (await import('react')).default;
  const { createRoot } = await import('react-dom/client');
  const { useGame } = await import('rondel/react');
  const { net, client } = connect(t);
  let renderings = 0;
  function Board() {
    renderings += 1;
    const state = useGame(client);
    return state ? `${state.G.n} ${state.isConnected ? 'on' : 'off'}` : 'waiting';
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  await React.act(async () => root.render(React.createElement(React.StrictMode, null, React.createElement(Board))));
  assert.equal(container.textContent, 'waiting');
  await React.act(() => net.run(A_WHILE));
  assert.equal(container.textContent, '0 on');
  await React.act(async () => { client.moves.add(); });
  assert.equal(container.textContent, '1 on');
  // The prediction is confirmed: there is nothing to render.
  const before = renderings;
  await React.act(() => net.run(A_WHILE));
  assert.equal(renderings, before);
  await React.act(async () => net.disconnect());
  assert.equal(container.textContent, '1 off');
  await React.act(async () => root.unmount());
  assert.equal(client.getState().isConnected, false);
});

test('in Vue useGame returns null until the match arrives', async (t) => {
  const { net, client } = connect(t);
  const scope = effectScope();
  const [state, n] = scope.run(() => [useGameInVue(client), useGameInVue(client, (shown) => shown?.G.n)]);
  assert.deepEqual([state.value, n.value], [null, undefined]);
  await net.run(A_WHILE);
  assert.equal(n.value, 0);
  client.moves.add();
  assert.deepEqual([state.value.G.n, n.value], [1, 1]);
  scope.stop();
  await net.run(A_WHILE);
  assert.equal(client.getState().isConnected, false);
});
