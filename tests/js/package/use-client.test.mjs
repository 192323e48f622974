// Slow: it mounts hundreds of components.
// `useClient` of rondel/react, in React 16 to 19.
import assert from 'node:assert/strict';
import test, { afterEach, before, beforeEach, describe } from 'node:test';
import { nextTask } from '../support/tasks.mjs';
import { printing } from '../support/console.mjs';
import { testLeaks } from '../support/memory.mjs';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { recordCalls } from '../support/transport-calls.mjs';

const makeGame = () => ({
  setup: () => ({ left: 0, right: 0 }),
  moves: { count: ({ G }, side) => { G[side] += 1; } },
});

/** Returns `true` if the client has been disposed. */
const isOver = (client) => client.moves.count('left').status === 'rejected';

const CALLS = ['connect', 'disconnect', 'updatePlayerID'];

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    let hooks;
    let game;
    before(async () => {
      react = await reactOf(version);
      hooks = react.bindings;
    });
    beforeEach(() => { game = makeGame(); });
    afterEach(() => react.closeAll());

    /** A component that keeps the clients of its renders. */
    function match() {
      const Match = (options) => {
        const client = hooks.useClient({ game, quiet: true, ...options });
        Match.clients.add(client);
        Match.client = client;
        return hooks.useGame(client, (state) => (state ? `${state.G.left}:${state.G.right}` : 'connecting'));
      };
      return Object.assign(Match, { clients: new Set() });
    }

    test('a component has one client, which is disposed with it', async () => {
      const Match = match();
      const { container, again, close } = await react.show(react.h(Match));
      await react.act(async () => { Match.client.moves.count('left'); });
      await again(react.h(Match, { title: 'again' }));
      assert.equal(container.textContent, '1:0');
      assert.equal(Match.clients.size, 1);
      await close();
      assert.ok(isOver(Match.client));
    });

    test('in StrictMode the used client runs without an interruption, and two components have two', async () => {
      const Match = match();
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const { container, close } = await react.show(react.h(Match, { multiplayer, playerID: '0' }), { strict: true });
      await nextTask();
      assert.equal(container.textContent, '0:0');
      assert.deepEqual(calls, ['connect']);
      await close();
      assert.deepEqual(calls, ['connect', 'disconnect']);
      assert.ok(isOver(Match.client));
      const Two = match();
      await react.show([react.h(Two, { key: 0 }), react.h(Two, { key: 1 })]);
      assert.equal(Two.clients.size, 2);
    });

    test('the client runs without useGame', async () => {
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const Lone = () => { hooks.useClient({ game, multiplayer, playerID: '0' }); return null; };
      const { close } = await react.show(react.h(Lone));
      assert.deepEqual(calls, ['connect']);
      await close();
      assert.equal(calls[1], 'disconnect');
    });

    test('a component that selects one slice does not render when another changes', async () => {
      const rendered = [];
      const Side = ({ client, side }) => {
        rendered.push(side);
        return hooks.useGame(client, ({ G }) => G[side]);
      };
      let client;
      const Both = () => {
        client = hooks.useClient({ game });
        rendered.push('both');
        return ['left', 'right'].map((side) => react.h(Side, { key: side, client, side }));
      };
      await react.show(react.h(Both));
      assert.deepEqual(rendered.splice(0), ['both', 'left', 'right']);
      await react.act(async () => { client.moves.count('left'); });
      assert.deepEqual(rendered, ['left']);
    });

    test('matchID, playerID and credentials follow the options; values that the page itself set stay', async () => {
      const Match = match();
      const { again } = await react.show(react.h(Match, { playerID: '0' }), { strict: true });
      const seat = () => [Match.client.matchID, Match.client.playerID, Match.client.credentials];
      assert.deepEqual(seat(), ['default', '0', undefined]);
      await again(react.h(Match, { playerID: '1', matchID: 'm', credentials: 'c' }));
      assert.deepEqual(seat(), ['m', '1', 'c']);
      await react.act(async () => Match.client.updatePlayerID('0'));
      await again(react.h(Match, { playerID: '1', matchID: 'n', credentials: 'c' }));
      assert.deepEqual(seat(), ['n', '0', 'c']);
      assert.equal(isOver(Match.client), false);
    });

    test('another game creates another client, as after a hot reload, and stops the first', async () => {
      const Match = match();
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const { container, again } = await react.show(react.h(Match, { multiplayer, playerID: '0' }));
      const next = { ...makeGame(), setup: () => ({ left: 7, right: 7 }) };
      await again(react.h(Match, { game: next, multiplayer, playerID: '0' }));
      await nextTask();
      assert.equal(container.textContent, '7:7');
      assert.equal(Match.clients.size, 2);
      assert.deepEqual(calls, ['connect', 'connect', 'disconnect']);
    });

    test('a game that is defined in the component is a new match in each render, without a loop', async () => {
      const Match = match();
      const Inline = () => react.h(Match, { game: makeGame() });
      const { again } = await react.show(react.h(Inline));
      await again(react.h(Inline, { title: 'again' }));
      assert.equal(Match.clients.size, 2);
    });

    test('a hidden component stops its client, and continues with the same match', async (t) => {
      const { Activity } = react.React;
      if (!Activity) return t.skip('this React has no Activity');
      const Match = match();
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const page = (mode) => react.h(Activity, { mode }, react.h(Match, { multiplayer, playerID: '0' }));
      const { again, close } = await react.show(page('visible'));
      await react.act(async () => { Match.client.moves.count('right'); });
      await again(page('hidden'));
      await nextTask();
      assert.deepEqual(calls, ['connect', 'disconnect']);
      await again(page('visible'));
      assert.deepEqual(calls, ['connect', 'disconnect', 'connect']);
      assert.equal(Match.client.getState().G.right, 1);
      await again(page('hidden'));
      await close();
      assert.ok(isOver(Match.client));
      return undefined;
    });

    test('a server renders it without starting anything', () => {
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      assert.equal(react.renderToString(react.h(match(), { multiplayer, playerID: '0' })), 'connecting');
      assert.equal(react.renderToString(react.h(match())), '0:0');
      assert.deepEqual(calls, []);
    });

    test('the component throws a mistake in the definition', async (t) => {
      printing(t);
      await assert.rejects(react.show(react.h(match(), { game: { moves: { count: 3 } } })), /moves\.count/);
    });
  });
}

testLeaks(new URL('react-leaks.mjs', import.meta.url), [
  ['500 components that useClient in StrictMode', 'hooks', 500],
  ['500 components of Client in StrictMode', 'components', 500],
]);
