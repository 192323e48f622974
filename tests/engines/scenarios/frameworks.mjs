// Boards of React and Vue, clicked.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as forReact from 'rondel/react';
import * as forVue from 'rondel/vue';
import { createApp, h } from 'vue';
import { Local } from 'rondel/multiplayer';
import { seen } from './support.mjs';

const game = { name: 'count', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };

function container() {
  const element = document.createElement('div');
  document.body.append(element);
  return element;
}

/** Clicks the button in the element, once it shows the first text, until it shows the last. */
async function clickThrough(element, [first, ...others]) {
  await seen(element, first);
  for (const text of others) {
    element.querySelector('button').click();
    await seen(element, text);
  }
}

async function hooksOfReact() {
  const Counter = () => {
    const client = forReact.useClient({ game, debug: false, quiet: true });
    const n = forReact.useGame(client, ({ G }) => G.n);
    return createElement('button', { onClick: () => client.moves.add() }, n);
  };
  const element = container();
  const root = createRoot(element);
  root.render(createElement(Counter));
  await clickThrough(element, ['0', '1', '2']);
  root.unmount();
}

async function boardOfReact() {
  const board = ({ G, moves, isConnected }) => createElement('button', { onClick: () => moves.add() }, `${G.n} ${isConnected}`);
  const Match = forReact.Client({ game, board, multiplayer: Local(), loading: () => null, debug: false, quiet: true });
  const element = container();
  const root = createRoot(element);
  root.render(createElement(Match, { playerID: '0' }));
  await clickThrough(element, ['0 true', '1 true']);
  root.unmount();
}

async function hooksOfVue() {
  const Counter = {
    setup() {
      const client = forVue.useClient({ game, debug: false, quiet: true });
      const n = forVue.useGame(client, ({ G }) => G.n);
      return () => h('button', { onClick: () => client.moves.add() }, n.value);
    },
  };
  const element = container();
  const app = createApp(Counter);
  app.mount(element);
  await clickThrough(element, ['0', '1', '2']);
  app.unmount();
}

/** Scenarios by test name. */
export const frameworks = {
  'a component with the hooks of rondel/react shows each move': hooksOfReact,
  'a board of rondel/react shows each move': boardOfReact,
  'a component with the functions of rondel/vue shows each move': hooksOfVue,
};
