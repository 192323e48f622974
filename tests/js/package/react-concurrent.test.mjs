// React's features other than mounting and updating: hidden parts of a page, transitions, partial hydration. In React 16 to 19, as far as
// each has them.
import assert from 'node:assert/strict';
import test, { afterEach, before, beforeEach, describe } from 'node:test';
import { Client as makeClient } from 'rondel/client';
import { printedBy } from '../support/console.mjs';
import { CONCURRENT, reactOf, VERSIONS } from '../support/react.mjs';
import { nextTask } from '../support/tasks.mjs';
import { recordCalls } from '../support/transport-calls.mjs';

/** A new game: clients of one game share its master in the page. */
const counting = () => ({ setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } });

/** A promise that is thrown to suspend, until it is resolved. */
function makeGate() {
  const gate = { isOpen: false, open() {}, pass };
  const opened = new Promise((resolve) => {
    gate.open = () => {
      gate.isOpen = true;
      resolve(undefined);
    };
  });
  return gate;

  function pass() {
    if (!gate.isOpen) throw opened;
  }
}

const CALLS = ['connect', 'disconnect', 'updateMatchID'];

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    const only = { skip: !CONCURRENT.includes(version) && 'this React has no such thing' };
    let react;
    let React;
    let h;
    let act;
    let useGame;
    let game;
    before(async () => {
      react = await reactOf(version);
      ({ React, h, act, bindings: { useGame } } = react);
    });
    beforeEach(() => { game = counting(); });
    afterEach(() => react.closeAll());

    /** The component and the hook, with the same board. */
    function matchesWith(board, multiplayer) {
      const { Client, useClient } = react.bindings;
      const Hooked = (seat) => {
        const client = useClient({ game, multiplayer, ...seat });
        const state = useGame(client);
        return state && h(board, { ...state, matchID: client.matchID, playerID: client.playerID, moves: client.moves });
      };
      return { Client: Client({ game, board, multiplayer }), useClient: Hooked };
    }

    const showSeat = ({ matchID, playerID }) => `${matchID} as ${playerID}`;

    for (const name of ['Client', 'useClient']) {
      test(`${name}: a seat that changes in an update that suspends takes effect when both show`, async () => {
        const Match = matchesWith(showSeat, react.Local())[name];
        const gate = makeGate();
        const Comments = ({ of }) => { if (of === 'b') gate.pass(); return ` with comments of ${of}`; };
        const page = (matchID, playerID) => h(React.Suspense, { fallback: '' }, h(Match, { matchID, playerID }), h(Comments, { of: matchID }));
        const { container, again } = await react.show(page('a', '0'));
        assert.equal(container.textContent, 'a as 0 with comments of a');
        await again(page('b', '1'));
        await act(async () => gate.open());
        assert.equal(container.textContent, 'b as 1 with comments of b');
      });

      test(`${name}: a seat that changes while Activity hides it takes effect when it shows`, async (t) => {
        if (!React.Activity) return t.skip('this React has none');
        const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
        const Match = matchesWith(showSeat, multiplayer)[name];
        const page = (matchID, mode) => h(React.Activity, { mode }, h(Match, { matchID, playerID: '0' }));
        const { container, again } = await react.show(page('a', 'visible'));
        await again(page('a', 'hidden'));
        await again(page('b', 'hidden'));
        await nextTask();
        assert.deepEqual(calls.slice(0, 2), ['connect', 'disconnect']);
        await again(page('b', 'visible'));
        assert.equal(container.textContent, 'b as 0');
        assert.deepEqual(calls.filter((call) => call !== 'connect'), ['disconnect', 'updateMatchID b']);
      });

      test(`${name}: the client stays and goes on while its board suspends`, async () => {
        const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
        const gate = makeGate();
        let moves;
        const Match = matchesWith((props) => {
          ({ moves } = props);
          if (props.G.n > 0) gate.pass();
          return props.G.n;
        }, multiplayer)[name];
        const page = await react.show(h(React.Suspense, { fallback: ' suspended' }, h(Match, { playerID: '0' })));
        await act(async () => { moves.add(); });
        await nextTask();
        assert.match(page.container.textContent, / suspended$/);
        await act(async () => assert.equal(moves.add().status, 'confirmed'));
        await act(async () => gate.open());
        assert.equal(page.container.textContent, '2');
        assert.deepEqual(calls, ['connect']);
        await page.close();
        assert.deepEqual(calls, ['connect', 'disconnect']);
      });
    }

    test('Lobby: a server that changes in an update that suspends is asked when both show', async (t) => {
      const asked = [];
      t.mock.method(globalThis, 'fetch', async (address) => {
        asked.push(new URL(address).origin);
        return Response.json([]);
      });
      const gate = makeGate();
      let enter;
      const renderer = ({ handleEnterLobby }) => { enter = handleEnterLobby; return null; };
      const Comments = ({ of }) => { if (of === 'http://b.example') gate.pass(); return null; };
      const page = (lobbyServer) => h(
        React.Suspense, { fallback: '' }, h(react.bindings.Lobby, { lobbyServer, gameComponents: [], renderer }), h(Comments, { of: lobbyServer }),
      );
      const { again } = await react.show(page('http://a.example'));
      await again(page('http://b.example'));
      await act(async () => gate.open());
      await act(async () => enter('Alice'));
      assert.deepEqual([...new Set(asked)], ['http://b.example']);
    });

    test('components that mount in one transition show one state, although the client goes on meanwhile', only, async (t) => {
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
      t.after(() => { globalThis.IS_REACT_ACT_ENVIRONMENT = true; });
      const client = makeClient({ game });
      const Count = () => useGame(client, ({ G }) => G.n);
      // Other code of the page runs between two components.
      let isMoved = false;
      const Meanwhile = () => {
        if (!isMoved) client.moves.add();
        isMoved = true;
        return ' and ';
      };
      const container = document.createElement('div');
      const page = react.createRoot(container);
      const text = await new Promise((resolve) => {
        const Page = () => {
          const [isShown, setShown] = React.useState(false);
          React.useEffect(() => React.startTransition(() => setShown(true)), []);
          React.useLayoutEffect(() => { if (isShown) resolve(container.textContent); }, [isShown]);
          return isShown && h('p', null, h(Count), h(Meanwhile), h(Count));
        };
        page.render(h(Page));
      });
      page.unmount();
      assert.equal(text, '1 and 1');
    });

    for (const [where, options, html, shows] of [
      ['in the page', () => ({}), '0', '1'],
      ['online', () => ({ multiplayer: react.Local(), playerID: '0' }), 'connecting', '1'],
    ]) {
      const Count = ({ client, selector }) => {
        const shown = useGame(client, selector);
        return h('b', null, (selector ? shown : shown?.G.n) ?? 'connecting');
      };

      for (const [how, selector] of [['', undefined], [' with a selector', (state) => state?.G.n]]) {
        test(`a second root${how} hydrates after a match ${where} has gone on`, async () => {
          const element = (client) => h(Count, { client, selector });
          const text = react.renderToString(element(makeClient({ game, ...options() })));
          assert.equal(text.replace(' data-reactroot=""', ''), `<b>${html}</b>`);
          const client = makeClient({ game, ...options() });
          const containers = [0, 1].map(() => document.body.appendChild(document.createElement('div')));
          for (const container of containers) container.innerHTML = text;
          const pages = [];
          const hydrate = (container) => act(async () => {
            pages.push(react.hydrateRoot(container, element(client), { onRecoverableError: (error) => console.error(error) }));
          });
          const printed = await printedBy(async () => {
            await hydrate(containers[0]);
            await act(async () => { client.moves.add(); });
            await hydrate(containers[1]);
          });
          assert.deepEqual(containers.map(({ textContent }) => textContent), [shows, shows]);
          await act(async () => { for (const page of pages) page.unmount(); });
          // React 16 and 17 do not report whether they hydrate: they show the present state with a warning.
          if (CONCURRENT.includes(version)) assert.deepEqual(printed, []);
        });
      }

      test(`a Suspense boundary hydrates after a match ${where} has gone on`, only, async () => {
        const gate = makeGate();
        let isOnServer = true;
        const Late = ({ client }) => {
          if (!isOnServer) gate.pass();
          return h(Count, { client });
        };
        const page = (client) => h('div', null, h(Count, { client }), h(React.Suspense, { fallback: '' }, h(Late, { client })));
        const container = document.body.appendChild(document.createElement('div'));
        container.innerHTML = react.renderToString(page(makeClient({ game, ...options() })));
        assert.equal(container.textContent, html + html);
        isOnServer = false;
        const client = makeClient({ game, ...options() });
        let root;
        const printed = await printedBy(async () => {
          await act(async () => {
            root = react.hydrateRoot(container, page(client), { onRecoverableError: (error) => console.error(error) });
          });
          assert.equal(container.textContent, (where === 'online' ? '0' : html) + html);
          await act(async () => { client.moves.add(); });
          await act(async () => gate.open());
        });
        assert.equal(container.textContent, shows + shows);
        await act(async () => root.unmount());
        assert.deepEqual(printed, []);
      });
    }

    test('a server renders the present state of a client that has played', () => {
      const client = makeClient({ game });
      const Count = () => useGame(client, ({ G }) => G.n);
      assert.equal(react.renderToString(h(Count)), '0');
      client.moves.add();
      assert.equal(react.renderToString(h(Count)), '1');
    });
  });
}
