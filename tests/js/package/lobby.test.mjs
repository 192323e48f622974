// Slow: clicks through four Reacts and Vue. `Lobby` of rondel/react, in React 16 to 19, and of rondel/vue, with a server of
// rondel/server: two players click through it.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach, describe } from 'node:test';
import { Server } from 'rondel/server';
import { fakeLocalStorage } from '../support/local-storage.mjs';
import { printing } from '../support/console.mjs';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { nextTask, until } from '../support/tasks.mjs';

const vue = await import('vue');
const { renderToString: renderVue } = await import('vue/server-renderer');
const vueBinding = await import('rondel/vue');

const cells = {
  name: 'cells',
  minPlayers: 2,
  maxPlayers: 3,
  setup: () => ({ cells: ['·', '·'] }),
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
  turn: { maxMoves: 1 },
};
const alone = { ...cells, name: 'alone', minPlayers: 1, maxPlayers: 1 };

/** A server on loopback with both games. */
async function serve(t) {
  printing(t);
  const server = Server({ games: [cells, alone], origins: ['http://localhost'] });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  return `http://127.0.0.1:${running.appServer.address().port}`;
}

/** A version of React, with a board for the cells and how its lobby is shown. */
async function frameworkOf(version) {
  const { React, bindings, createRoot, h, renderToString } = await reactOf(version);
  return {
    ...bindings,
    board: ({ G, moves }) => h('button', { className: 'cell', onClick: () => moves.mark(0) }, G.cells.join('')),
    mount(container, props) {
      const page = createRoot(container);
      page.render(h(React.StrictMode, null, h(bindings.Lobby, props)));
      return () => page.unmount();
    },
    custom: (show) => ({ renderer: (lobby) => h('p', null, show(lobby)) }),
    toHTML: async (props) => renderToString(h(bindings.Lobby, props)),
  };
}

/** All frameworks, behind one interface. */
const FRAMEWORKS = {
  ...Object.fromEntries(await Promise.all(VERSIONS.map(async (version) => [`React ${version}`, await frameworkOf(version)]))),
  Vue: {
    ...vueBinding,
    board: {
      props: ['G', 'moves'],
      setup: (props) => () => vue.h('button', { class: 'cell', onClick: () => props.moves.mark(0) }, props.G.cells.join('')),
    },
    mount(container, { slot, ...props }) {
      const app = vue.createApp({ render: () => vue.h(vueBinding.Lobby, props, slot && { default: slot }) });
      app.mount(container);
      return () => app.unmount();
    },
    custom: (show) => ({ slot: (lobby) => vue.h('p', show(lobby)) }),
    toHTML: (props) => renderVue(vue.createSSRApp(vueBinding.Lobby, props)),
  },
};

for (const [name, framework] of Object.entries(FRAMEWORKS)) {
  describe(name, () => {
    const { board } = framework;
    let open = [];
    beforeEach(() => {
      // The server answers in its own time.
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
      globalThis.localStorage = fakeLocalStorage();
    });
    afterEach(() => {
      for (const close of open.splice(0)) close();
      delete globalThis.localStorage;
    });

    /** The next lobby begins with the question for a name: two players share this browser. */
    function toTheDoor() {
      localStorage.setItem('lobbyState', JSON.stringify({ ...JSON.parse(localStorage.getItem('lobbyState')), phase: 'enter' }));
    }

    /** A lobby on the page, and functions that use it. */
    function lobby(url, given) {
      const container = document.body.appendChild(document.createElement('div'));
      const props = { gameComponents: [{ game: cells, board }, { game: alone, board }], lobbyServer: url, gameServer: url, refreshInterval: 20, ...given };
      const unmount = framework.mount(container, props);
      const close = () => {
        open = open.filter((one) => one !== close);
        unmount();
        container.remove();
      };
      open.push(close);
      /** The visible part. */
      const shown = () => [...container.querySelectorAll('.phase')].map((part) => part.textContent).join('');
      const buttons = () => [...container.querySelectorAll('.phase button, #lobby-exit button')];
      const press = async (text) => {
        await until(() => buttons().some((button) => button.textContent === text));
        buttons().find((button) => button.textContent === text).click();
      };
      const type = async (text) => {
        await until(() => container.querySelector('input'));
        const input = container.querySelector('input');
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value').set.call(input, text);
        input.dispatchEvent(new window.Event('input', { bubbles: true }));
      };
      const enter = async (player) => {
        await type(player);
        await press('Enter');
        await until(() => shown().includes(`Welcome, ${player}`));
      };
      return { container, shown, press, type, enter, close, board: () => container.querySelector('.cell')?.textContent };
    }

    test('two players create, join and play a match, leave it, and return after a reload', async (t) => {
      const url = await serve(t);
      const alice = lobby(url);
      await alice.enter('Alice');
      await alice.press('Create');
      await until(() => alice.shown().includes('cellsOPEN[free], [free]Join'));
      await alice.press('Join');
      await until(() => alice.shown().includes('OPENAlice, [free]Leave'));
      toTheDoor();
      const bob = lobby(url);
      await bob.enter('Bob');
      await bob.press('Join');
      await bob.press('Play');
      await until(() => bob.board() === '··');
      alice.close();
      toTheDoor();
      const back = lobby(url);
      await back.enter('Alice');
      await back.press('Play');
      await until(() => back.board() === '··');
      back.container.querySelector('.cell').click();
      await until(() => bob.board() === '0·');
      await back.press('Exit match');
      await back.press('Leave');
      await until(() => back.shown().includes('OPEN[free], Bob'));
      await bob.press('Exit lobby');
      await until(() => back.shown().endsWith('deleted.') && !back.shown().includes('OPEN'), 'the match is empty, and gone');
    });

    test('without a style sheet one phase shows, and an error once', async () => {
      const { container } = lobby('http://127.0.0.1:1');
      const phases = () => [...container.querySelectorAll('#lobby-view > div')].filter(({ className }) => ['phase', 'hidden'].includes(className));
      await until(() => phases().length === 3);
      assert.deepEqual(phases().map((part) => part.hasAttribute('hidden')), [false, true, true]);
      const press = [...container.querySelectorAll('button')].find((button) => button.textContent === 'Enter');
      press.click();
      await until(() => container.textContent.includes('failed to retrieve'));
      assert.deepEqual(phases().map((part) => part.hasAttribute('hidden')), [true, false, true]);
    });

    test('a spectator sees the match, and may not play', async (t) => {
      const url = await serve(t);
      const { LobbyClient } = await import('rondel/client');
      const client = new LobbyClient({ server: url });
      const { matchID } = await client.createMatch('cells', { numPlayers: 2 });
      for (const playerName of ['Alice', 'Bob']) await client.joinMatch('cells', matchID, { playerName });
      const guest = lobby(url);
      await guest.enter('Guest');
      await guest.press('Spectate');
      await until(() => guest.board() === '··');
      guest.container.querySelector('.cell').click();
      assert.equal(guest.board(), '··');
    });

    test('a match for one player is played in the page, also against bots of the page', async (t) => {
      const url = await serve(t);
      class Second {
        play() {
          return Promise.resolve({ action: { type: 'MAKE_MOVE', payload: { type: 'mark', args: [1], playerID: '1' } } });
        }
      }
      const solo = lobby(url, { gameComponents: [{ game: alone, board, bots: { 1: Second } }] });
      await solo.enter('Solo');
      await solo.press('Create');
      await solo.press('Join');
      await solo.press('Play');
      await until(() => solo.board() === '··');
      solo.container.querySelector('.cell').click();
      await until(() => solo.board() === '01');
    });

    test('the player and their credentials are remembered, and a played match is listed', async (t) => {
      const url = await serve(t);
      localStorage.setItem('lobbyState', JSON.stringify({ phase: 'play', playerName: 'Bob', credentialStore: { Bob: 'SECRET', Eve: 3 } }));
      const bob = lobby(url);
      await until(() => bob.shown().includes('Welcome, Bob'));
      assert.deepEqual(JSON.parse(localStorage.getItem('lobbyState')), { phase: 'list', playerName: 'Bob', credentialStore: { Bob: 'SECRET' } });
    });

    for (const [what, text] of [['nothing', undefined], ['no JSON', '{'], ['a list', '[1]'], ['invalid data', '{"phase":3,"playerName":[],"credentialStore":"x"}']]) {
      test(`a lobby starts afresh if ${what} is stored`, async () => {
        if (text !== undefined) localStorage.setItem('lobbyState', text);
        const { container, shown } = lobby('http://127.0.0.1:1');
        await until(() => container.querySelector('input'));
        assert.equal(container.querySelector('input').value, 'Visitor');
        assert.ok(shown().includes('Choose a player name'));
      });
    }

    test('a lobby on a page without localStorage remembers nothing', async (t) => {
      const url = await serve(t);
      globalThis.localStorage = { getItem() { throw new Error('denied'); }, setItem() { throw new Error('denied'); } };
      await lobby(url).enter('Alice');
    });

    test('a name is required', async () => {
      const visitor = lobby('http://127.0.0.1:1');
      await visitor.type('  ');
      await until(() => visitor.shown().includes('empty player name'));
      await visitor.press('Enter');
      assert.ok(visitor.shown().includes('Choose a player name'));
    });

    test('a name may have spaces inside, and none around it', async (t) => {
      const visitor = lobby(await serve(t));
      let typed = '';
      for (const letter of ' Ann Lee ') {
        typed += letter;
        await visitor.type(typed);
        await until(() => visitor.container.querySelector('input').value === typed);
      }
      await visitor.press('Enter');
      await until(() => visitor.shown().includes('Welcome, Ann LeeCreate'));
    });

    test('two players who keep the proposed name share a match, and both leave the lobby', async (t) => {
      const url = await serve(t);
      const first = lobby(url);
      await first.enter('Visitor');
      await first.press('Create');
      await first.press('Join');
      await until(() => first.shown().includes('OPENVisitor, [free]Leave'));
      first.close();
      // Another browser with its own storage.
      const other = globalThis.localStorage;
      globalThis.localStorage = fakeLocalStorage();
      const second = lobby(url);
      await second.enter('Visitor');
      await until(() => second.shown().includes('OPENVisitor, [free]Join'));
      await second.press('Join');
      await until(() => second.shown().includes('RUNNINGVisitor, VisitorPlayLeave'));
      await second.press('Play');
      await until(() => second.board() === '··');
      second.container.querySelector('.cell').click();
      assert.equal(second.board(), '··', 'it is the first one\'s turn');
      await second.press('Exit lobby');
      await until(() => second.shown().includes('Choose a player name'));
      assert.equal(second.board(), undefined, 'the match is over for the player who enters next');
      second.close();
      globalThis.localStorage = other;
      const back = lobby(url);
      await until(() => back.shown().includes('OPENVisitor, [free]Leave'));
    });

    test('a player who cannot leave their match leaves the lobby, and reads why', async (t) => {
      const url = await serve(t);
      localStorage.setItem('lobbyState', JSON.stringify({ credentialStore: { Ann: 'WRONG' } }));
      const { LobbyClient } = await import('rondel/client');
      const client = new LobbyClient({ server: url });
      const { matchID } = await client.createMatch('cells', { numPlayers: 2 });
      await client.joinMatch('cells', matchID, { playerName: 'Ann' });
      const ann = lobby(url);
      await ann.enter('Ann');
      await until(() => ann.shown().includes('Leave'));
      await ann.press('Exit lobby');
      await until(() => ann.shown().includes(`failed to leave match ${matchID} (HTTP status 403: Invalid credentials)`));
      assert.ok(ann.shown().includes('Choose a player name'));
      await ann.enter('Bob');
      assert.ok(!ann.shown().includes('failed'));
    });

    test('a server that does not answer is named, and asked again', async (t) => {
      const url = await serve(t);
      let isDown = true;
      const { fetch } = globalThis;
      globalThis.fetch = (...args) => (isDown ? Promise.reject(new Error('no network')) : fetch(...args));
      t.after(() => { globalThis.fetch = fetch; });
      const alice = lobby(url);
      await alice.enter('Alice');
      await until(() => alice.shown().includes('failed to retrieve list of matches (no network)'));
      await alice.press('Create');
      await until(() => alice.shown().includes('failed to create match for cells (no network)'));
      isDown = false;
      await alice.press('Create');
      await until(() => alice.shown().includes('OPEN') && !alice.shown().includes('no network'));
    });

    test('custom components receive all of boardgame.io\'s props', async (t) => {
      const url = await serve(t);
      let seen;
      lobby(url, framework.custom((lobbyNow) => {
        seen = lobbyNow;
        return lobbyNow.phase;
      }));
      await until(() => seen);
      assert.deepEqual(Object.keys(seen).sort(), [
        'errorMsg', 'gameComponents', 'handleCreateMatch', 'handleEnterLobby', 'handleExitLobby', 'handleExitMatch', 'handleJoinMatch',
        'handleLeaveMatch', 'handleMoreMatches', 'handleRefreshMatches', 'handleStartMatch', 'hasMoreMatches', 'matches', 'phase', 'playerName', 'runningMatch',
      ]);
      seen.handleEnterLobby('Alex');
      await until(() => seen.phase === 'list' && seen.playerName === 'Alex');
      await seen.handleCreateMatch('cells', 3);
      await until(() => seen.matches.length === 1);
      const [{ matchID, players }] = seen.matches;
      assert.equal(players.length, 3);
      await seen.handleCreateMatch('cells', 9);
      await until(() => /invalid number of players 9/.test(seen.errorMsg));
      await seen.handleJoinMatch('cells', matchID, '2');
      await until(() => seen.matches[0].players[2].name === 'Alex');
      await seen.handleJoinMatch('cells', matchID, '1');
      await until(() => /already joined/.test(seen.errorMsg));
      seen.handleStartMatch('chess', { matchID, playerID: '2', numPlayers: 3 });
      await until(() => seen.errorMsg === 'game chess not supported');
      seen.handleStartMatch('cells', { matchID, playerID: '2', numPlayers: 3 });
      await until(() => seen.phase === 'play');
      assert.equal(seen.runningMatch.playerID, '2');
      assert.equal(typeof seen.runningMatch.credentials, 'string');
      seen.handleExitMatch();
      await until(() => seen.phase === 'list');
      await seen.handleExitLobby();
      await until(() => seen.phase === 'enter');
    });

    test('a clientFactory receives boardgame.io\'s arguments', async (t) => {
      const url = await serve(t);
      let made;
      const given = { clientFactory: (options) => { made = options; return framework.Client(options); }, debug: false };
      let seen;
      lobby(url, { ...given, ...framework.custom((now) => { seen = now; return ''; }) });
      await until(() => seen);
      seen.handleStartMatch('cells', { matchID: 'm', numPlayers: 2 });
      await until(() => made);
      assert.deepEqual({ ...made, multiplayer: typeof made.multiplayer }, { game: cells, board, debug: false, multiplayer: 'function' });
    });

    test('a server renders the name form', async () => {
      const html = await framework.toHTML({ gameComponents: [{ game: cells, board }] });
      assert.match(html, /id="lobby-view"/);
      assert.match(html, /Choose a player name/);
    });

    test('an unmounted lobby sends no requests', async (t) => {
      const url = await serve(t);
      const alice = lobby(url);
      await alice.enter('Alice');
      const { fetch } = globalThis;
      let asked = 0;
      globalThis.fetch = (...args) => { asked += 1; return fetch(...args); };
      t.after(() => { globalThis.fetch = fetch; });
      await until(() => asked > 4);
      alice.close();
      await new Promise((resolve) => { setTimeout(resolve, 60); });
      const before = asked;
      await new Promise((resolve) => { setTimeout(resolve, 100); });
      assert.equal(asked, before);
    });
  });
}

test('Vue: a lobby that KeepAlive hides sends no requests until it is shown again', async (t) => {
  globalThis.localStorage = fakeLocalStorage();
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  let asked = 0;
  t.mock.method(globalThis, 'fetch', async () => {
    asked += 1;
    return Response.json([]);
  });
  localStorage.setItem('lobbyState', '{"phase":"list","playerName":"Ann"}');
  const isShown = vue.ref(true);
  const lobbyOf = () => vue.h(vueBinding.Lobby, { gameComponents: [], lobbyServer: 'http://one.example', refreshInterval: 1000 });
  const app = vue.createApp({ render: () => vue.h(vue.KeepAlive, null, { default: () => (isShown.value ? lobbyOf() : vue.h({ render: () => 'other' })) }) });
  app.mount(document.createElement('div'));
  const askedAfter = async (milliseconds) => {
    await vue.nextTick();
    await nextTask();
    t.mock.timers.tick(milliseconds);
    return asked;
  };
  assert.equal(await askedAfter(0), 1);
  assert.equal(await askedAfter(1000), 2);
  isShown.value = false;
  assert.equal(await askedAfter(5000), 2);
  isShown.value = true;
  assert.equal(await askedAfter(0), 3);
  app.unmount();
  assert.equal(await askedAfter(5000), 3);
});
