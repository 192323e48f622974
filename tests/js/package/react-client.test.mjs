// `Client` of rondel/react, boardgame.io's component, in React 16 to 19.
import assert from 'node:assert/strict';
import test, { afterEach, before, beforeEach, describe, mock } from 'node:test';
import { nextTask } from '../support/tasks.mjs';
import { printedBy, printing } from '../support/console.mjs';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { withLostActions } from '../support/action-loss.mjs';
import { recordCalls } from '../support/transport-calls.mjs';

/** The props that boardgame.io's documentation and types promise a board, and the ID of the next match. */
const PROPS = [
  'G', 'ctx', 'moves', 'events', 'undo', 'redo', 'reset', 'log', 'matchID', 'playerID', 'matchData', 'nextMatchID', 'notices', 'isActive', 'isMultiplayer',
  'canMove', 'legalMoves', 'isConnected', 'credentials', 'sendChatMessage', 'chatMessages', 'plugins', 'debug',
];

/** A new game: clients of one game share its master in the page. */
const cells = () => ({
  setup: () => ({ cells: [null, null, null] }),
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
  turn: { maxMoves: 1 },
});

const CALLS = ['connect', 'disconnect', 'updateMatchID', 'updatePlayerID', 'updateCredentials'];

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    let Client;
    let game;
    before(async () => {
      react = await reactOf(version);
      ({ Client } = react.bindings);
    });
    beforeEach(() => { game = cells(); });
    afterEach(() => react.closeAll());

    /** A board that keeps its last props, and shows the cells. */
    function watchedBoard() {
      const Board = (props) => {
        Board.props = props;
        return react.h('p', null, props.G.cells.map((owner) => owner ?? '·').join(''));
      };
      return Board;
    }

    test('React has the expected version', () => assert.match(react.React.version, new RegExp(`^${version}\\.`)));

    test('the board gets all of boardgame.io\'s props, and the component\'s other props', async () => {
      const board = watchedBoard();
      const App = Client({ game, board, numPlayers: 3 });
      const { container } = await react.show(react.h(App, { title: 'a match', credentials: 'secret' }));
      assert.equal(container.innerHTML, '<div class="bgio-client"><p>···</p></div>');
      for (const name of PROPS) assert.ok(name in board.props, name);
      const { ctx, matchID, playerID, isActive, isMultiplayer, isConnected, title, credentials, debug } = board.props;
      assert.deepEqual(
        { numPlayers: ctx.numPlayers, matchID, playerID, isActive, isMultiplayer, isConnected, title, credentials, debug },
        { numPlayers: 3, matchID: 'default', playerID: null, isActive: true, isMultiplayer: false, isConnected: true, title: 'a match', credentials: 'secret', debug: true },
      );
    });

    test('a component that is unmounted with a pending move settles it as unanswered, and leaves nothing running', async () => {
      const printed = await printedBy(async () => {
        const board = watchedBoard();
        const transports = [];
        const App = Client({ game, board, multiplayer: withLostActions(react.Local(), transports) });
        const { close } = await react.show(react.h(App, { playerID: '0' }));
        let handle;
        await react.act(async () => { handle = board.props.moves.mark(1); });
        await close();
        const { status, error } = await handle.confirmed;
        assert.deepEqual([status, error.type], ['rejected', 'update/unanswered']);
        assert.ok(transports.length > 0);
        for (const { calls } of transports) assert.equal(calls.filter((name) => name === 'connect').length, calls.filter((name) => name === 'disconnect').length);
      });
      assert.deepEqual(printed, []);
    });

    test('a match of Local begins with the setupData of the component that shows it', async () => {
      const sized = { ...game, setup: (_context, setupData) => ({ cells: Array(setupData.size).fill(null) }) };
      const App = Client({ game: sized, board: watchedBoard(), multiplayer: react.Local(), setupData: { size: 5 } });
      const { container } = await react.show(react.h(App, { playerID: '0' }));
      assert.match(container.innerHTML, /<p>·····<\/p>/);
    });

    test('the board shows each change: moves, events, undo, reset', async () => {
      const board = watchedBoard();
      const { container } = await react.show(react.h(Client({ game, board })));
      const does = async (act, shows) => {
        await react.act(async () => { act(board.props); });
        assert.equal(container.textContent, shows);
      };
      await does(({ moves }) => moves.mark(1), '·0·');
      assert.equal(board.props.log.length, 2);
      await does(({ moves }) => moves.mark(2), '·01');
      await does(({ events }) => events.endTurn(), '·01');
      assert.equal(board.props.ctx.currentPlayer, '1');
      await does(({ reset }) => reset(), '···');
    });

    test('undo and redo change the board', async () => {
      const board = watchedBoard();
      const { container } = await react.show(react.h(Client({ game: { ...game, turn: {} }, board })));
      for (const [act, shows] of [[({ moves }) => moves.mark(0), '0··'], [({ undo }) => undo(), '···'], [({ redo }) => redo(), '0··']]) {
        await react.act(async () => act(board.props));
        assert.equal(container.textContent, shows);
      }
    });

    test('a plugin\'s data are among the props', async () => {
      const board = watchedBoard();
      const plugins = [{ name: 'score', setup: () => ({ points: 3 }), api: ({ data }) => data }];
      await react.show(react.h(Client({ game: { ...game, plugins }, board })));
      assert.deepEqual(board.props.plugins.score.data, { points: 3 });
    });

    test('online, it shows `loading` until the master has answered, then the board', async () => {
      const board = watchedBoard();
      let connect;
      const late = (options) => {
        const transport = react.Local()(options);
        const now = transport.connect.bind(transport);
        transport.connect = () => { connect = now; };
        return transport;
      };
      for (const [loading, text] of [[undefined, '<div class="bgio-loading">connecting...</div>'], [() => 'one moment', 'one moment']]) {
        const { container } = await react.show(react.h(Client({ game, board, loading, multiplayer: late }), { playerID: '0' }));
        assert.equal(container.innerHTML, text);
        await react.act(async () => connect());
        assert.equal(container.textContent, '···');
        assert.equal(board.props.isMultiplayer, true);
      }
    });

    test('a master that answers at once is shown at once', async () => {
      const { container } = await react.show(react.h(Client({ game, board: watchedBoard(), multiplayer: react.Local() }), { playerID: '0' }));
      assert.equal(container.textContent, '···');
    });

    test('changed props change the client\'s seat and match; equal ones do not', async () => {
      const board = watchedBoard();
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const App = Client({ game, board, multiplayer });
      const { again } = await react.show(react.h(App, { matchID: 'a', playerID: '0', credentials: 'x' }));
      assert.deepEqual(calls, ['connect']);
      await again(react.h(App, { matchID: 'a', playerID: '0', credentials: 'x', title: 'new' }));
      assert.deepEqual(calls.splice(0), ['connect']);
      assert.equal(board.props.title, 'new');
      await again(react.h(App, { matchID: 'b', playerID: '1', credentials: 'y' }));
      assert.deepEqual(calls.filter((call) => call !== 'connect'), ['updateMatchID b', 'updatePlayerID 1', 'updateCredentials y']);
      assert.deepEqual([board.props.matchID, board.props.playerID, board.props.credentials], ['b', '1', 'y']);
    });

    for (const nothing of [null, '', undefined]) {
      test(`matchID={${nothing === '' ? "''" : nothing}} after a match is boardgame.io's 'default'`, async () => {
        const board = watchedBoard();
        const App = Client({ game, board, multiplayer: react.Local() });
        const { container, again } = await react.show(react.h(App, { matchID: 'm', playerID: '0' }));
        await again(react.h(App, { matchID: nothing, playerID: '0' }));
        assert.equal(container.textContent, '···');
        assert.equal(board.props.matchID, 'default');
      });
    }

    test('a number in place of its string, and omitted props, do not change seat or match', async () => {
      const { useClient, useGame } = react.bindings;
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const Hooked = (seat) => useGame(useClient({ game, multiplayer, ...seat }))?.ctx.turn ?? null;
      for (const App of [Client({ game, multiplayer }), Hooked]) {
        const { again, close } = await react.show(react.h(App, { matchID: '1', playerID: '0' }));
        calls.splice(0);
        await again(react.h(App, { matchID: 1, playerID: 0, credentials: null }));
        await again(react.h(App, { matchID: 1, playerID: 0, credentials: undefined }));
        assert.deepEqual(calls, []);
        await close();
      }
    });

    test('two clients in one match exchange chat messages', async () => {
      const [zero, one] = [watchedBoard(), watchedBoard()];
      const multiplayer = react.Local();
      const page = [zero, one].map((board, seat) => react.h(Client({ game, board, multiplayer }), { key: seat, playerID: `${seat}` }));
      const { container } = await react.show(page);
      await react.act(async () => { zero.props.moves.mark(2); });
      assert.equal(container.textContent, '··0··0');
      await react.act(async () => one.props.sendChatMessage('well done'));
      assert.deepEqual(zero.props.chatMessages.map(({ sender, payload }) => [sender, payload]), [['1', 'well done']]);
      assert.deepEqual(one.props.matchData.map(({ id, isConnected }) => [id, isConnected]), [[0, true], [1, true]]);
    });

    test('StrictMode mounts twice: one client is used, and stays connected until the component unmounts', async () => {
      const { calls, multiplayer } = recordCalls(react.Local(), CALLS);
      const App = Client({ game, board: watchedBoard(), multiplayer });
      const { container, close } = await react.show(react.h(App, { playerID: '0' }), { strict: true });
      await nextTask();
      assert.equal(container.textContent, '···');
      assert.deepEqual(calls, ['connect']);
      await close();
      assert.deepEqual(calls, ['connect', 'disconnect']);
    });

    test('a ref has the client', async () => {
      const ref = react.React.createRef();
      const App = Client({ game, board: watchedBoard() });
      const { container } = await react.show(react.h(App, { ref }));
      assert.ok(ref.current instanceof App);
      await react.act(async () => { ref.current.client.moves.mark(0); });
      assert.equal(container.textContent, '0··');
    });

    test('a replaced method of the client is called, and passed to the board', async () => {
      const ref = react.React.createRef();
      const board = watchedBoard();
      const App = Client({ game, board });
      const { again } = await react.show(react.h(App, { ref, credentials: 'foo' }));
      const { client } = ref.current;
      const spies = ['updateMatchID', 'updatePlayerID', 'updateCredentials'].map((name) => mock.method(client, name));
      await again(react.h(App, { ref, matchID: 'next', playerID: '1', credentials: 'bar' }));
      assert.deepEqual(spies.map(({ mock: { calls } }) => calls.map((call) => call.arguments)), [[['next']], [['1']], [['bar']]]);
      client.moves.mark = mock.fn();
      board.props.moves.mark(1);
      assert.equal(client.moves.mark.mock.callCount(), 1);
      client.moves = { mark: () => 'mine' };
      client.chatMessages = ['hi'];
      await again(react.h(App, { ref, matchID: 'next', playerID: '1', credentials: 'bar', title: 'again' }));
      assert.equal(board.props.moves.mark(), 'mine');
      assert.deepEqual(board.props.chatMessages, ['hi']);
    });

    test('without a board it shows nothing, and plays', async () => {
      const ref = react.React.createRef();
      const { container } = await react.show(react.h(Client({ game }), { ref }));
      assert.equal(container.innerHTML, '<div class="bgio-client"></div>');
      await react.act(async () => assert.equal(ref.current.client.moves.mark(1).status, 'confirmed'));
    });

    for (const [what, options, props, isReported] of [
      ['has none of the options', {}, {}, true],
      ['has `quiet: true`', { quiet: true }, {}, false],
      ['gets `debug={false}`', {}, { debug: false }, true],
    ]) {
      test(`a component that ${what} ${isReported ? 'reports' : 'does not report'} refusals`, async () => {
        const board = watchedBoard();
        await react.show(react.h(Client({ game, board, ...options }), { playerID: '1', ...props }));
        const printed = await printedBy(() => react.act(async () => { board.props.moves.mark(0); }));
        assert.equal(printed.some((text) => /moves\.mark was refused/.test(text)), isReported);
      });
    }

    test('the store\'s enhancer is used', async () => {
      const seen = [];
      const enhancer = (createStore) => (...args) => {
        const store = createStore(...args);
        return { ...store, dispatch: (action) => { seen.push(action.type); return store.dispatch(action); } };
      };
      const board = watchedBoard();
      await react.show(react.h(Client({ game, board, enhancer })));
      await react.act(async () => { board.props.moves.mark(0); });
      assert.deepEqual(seen, ['MAKE_MOVE']);
    });

    test('a mistake in the definition reaches an error boundary, with its path', async (t) => {
      printing(t);
      class Boundary extends react.React.Component {
        state = { message: '' };
        static getDerivedStateFromError = ({ message }) => ({ message });
        render() { return this.state.message || this.props.children; }
      }
      const App = Client({ game: { moves: { mark: 3 } } });
      const { container } = await react.show(react.h(Boundary, null, react.h(App)));
      assert.match(container.textContent, /moves\.mark/);
    });

    test('a server renders the board, or `loading` online, and the browser hydrates it', async () => {
      const local = Client({ game, board: watchedBoard() });
      const online = Client({ game, board: watchedBoard(), multiplayer: react.Local() });
      for (const [App, html, shows] of [
        [local, '<div class="bgio-client"><p>···</p></div>', '···'],
        [online, '<div class="bgio-loading">connecting...</div>', '···'],
      ]) {
        const element = react.h(App, { playerID: '0' });
        // React 16 and 17 mark the root.
        assert.equal(react.renderToString(element).replace(' data-reactroot=""', ''), html);
        const container = document.body.appendChild(document.createElement('div'));
        container.innerHTML = html;
        let page;
        const printed = await printedBy(() => react.act(async () => { page = react.hydrateRoot(container, element); }));
        assert.equal(container.textContent, shows);
        await react.act(async () => page.unmount());
        assert.deepEqual(printed, []);
      }
    });
  });
}
