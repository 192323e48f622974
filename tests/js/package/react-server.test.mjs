// Server rendering with rondel/react, without a document, in React 16 to 19.
import assert from 'node:assert/strict';
import test, { before, describe } from 'node:test';
import { printedBy } from '../support/console.mjs';
import { libraryOf, VERSIONS } from '../support/react-library.mjs';
import { recordCalls } from '../support/transport-calls.mjs';
import { calls, fakeClient } from './fixtures.mjs';

const counting = () => ({ setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });
const CALLS = ['connect', 'disconnect'];

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    let h;
    let hooks;
    before(async () => {
      react = await libraryOf(version);
      h = react.React.createElement;
      hooks = react.bindings;
    });

    /** The HTML of an element; the console must stay empty. */
    async function htmlOf(element) {
      let html;
      assert.deepEqual(await printedBy(() => { html = react.renderToString(element); }), []);
      // React 16 and 17 mark the root.
      return html.replace(' data-reactroot=""', '');
    }

    test('useGame renders the state, without starting the client', async () => {
      const client = fakeClient();
      assert.equal(await htmlOf(h(() => hooks.useGame(client, (state) => `count ${state.count}`))), 'count 0');
      assert.equal(calls(client.start), 0);
    });

    test('useClient renders its client, and starts nothing', async () => {
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const Match = (options) => hooks.useGame(hooks.useClient({ game: counting(), ...options }), (state) => (state ? `${state.G.n}` : 'connecting'));
      assert.equal(await htmlOf(h(Match)), '0');
      assert.equal(await htmlOf(h(Match, { multiplayer, playerID: '0' })), 'connecting');
      assert.deepEqual(calls, []);
    });

    test('useEffectQueue and useEffectListener render the state, without starting the client', async () => {
      const client = { ...fakeClient(), onEffect() {} };
      const Board = () => {
        hooks.useEffectListener(client, 'boom', () => {});
        const { state, playing } = hooks.useEffectQueue(client);
        return `count ${state.count} ${playing}`;
      };
      assert.equal(await htmlOf(h(Board)), 'count 0 false');
      assert.equal(calls(client.start), 0);
    });

    test('Client renders the board, or `loading` online', async () => {
      const board = ({ G }) => h('p', null, G.n);
      assert.equal(await htmlOf(h(hooks.Client({ game: counting(), board }))), '<div class="bgio-client"><p>0</p></div>');
      const online = hooks.Client({ game: counting(), board, multiplayer: react.Local() });
      assert.equal(await htmlOf(h(online, { playerID: '0' })), '<div class="bgio-loading">connecting...</div>');
    });

    test('Lobby renders the name form', async () => {
      const html = await htmlOf(h(hooks.Lobby, { gameComponents: [{ game: { name: 'counting', ...counting() }, board: () => null }] }));
      assert.match(html, /Choose a player name/);
    });
  });
}
