// Slow: plays in four Reacts and in Vue. `useLobby` of rondel/react, in React 16 to 19, and of rondel/vue, with a server: players join,
// play, return and play again.
import '../support/dom.mjs';
import assert from 'node:assert/strict';
import test, { afterEach, beforeEach, describe } from 'node:test';
import { Server } from 'rondel/server';
import { printing } from '../support/console.mjs';
import { fakeLocalStorage } from '../support/local-storage.mjs';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { until } from '../support/tasks.mjs';

const vue = await import('vue');
const { renderToString: renderVue } = await import('vue/server-renderer');
const vueBinding = await import('rondel/vue');
const { Client, LobbyClient, keepSeat } = await import('rondel/client');
const { SocketIO } = await import('rondel/multiplayer');

const game = { name: 'cells', setup: () => ({ cells: ['·', '·'] }), moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } } };

/** A page that receives the events of another tab's changes to a storage, as by `remember`. */
function pageWithEvents(t) {
  const target = new EventTarget();
  let isHeard = false;
  globalThis.addEventListener = (...args) => { isHeard ||= args[0] === 'storage'; target.addEventListener(...args); };
  globalThis.removeEventListener = (...args) => target.removeEventListener(...args);
  t.after(() => {
    delete globalThis.addEventListener;
    delete globalThis.removeEventListener;
  });
  return {
    page: { isHeard: () => isHeard },
    remember(storage, stored) {
      storage.setItem('lobbyState', JSON.stringify(stored));
      target.dispatchEvent(Object.assign(new Event('storage'), { key: 'lobbyState' }));
    },
  };
}

async function serve(t, options) {
  printing(t);
  const server = Server({ games: [game], origins: ['http://localhost'], lobbyOnly: true, ...options });
  const running = await server.run({ port: 0, host: '127.0.0.1' });
  t.after(() => server.kill(running));
  return `http://127.0.0.1:${running.appServer.address().port}`;
}

/** A version of React: `mount(options, tell)` shows a page with a lobby, and passes its value to `tell` in each render. */
async function frameworkOf(version) {
  const { React, bindings, createRoot, h, keepSeat, renderToString } = await reactOf(version);
  return {
    keepSeat,
    mount(options, tell, container = document.createElement('div')) {
      const root = createRoot(container);
      const Page = () => {
        tell(bindings.useLobby(options));
        return null;
      };
      root.render(h(React.StrictMode, null, h(Page)));
      return () => root.unmount();
    },
    toHTML(options) {
      const Page = () => JSON.stringify(bindings.useLobby(options).seat);
      return renderToString(h(Page));
    },
  };
}

/** All frameworks, behind one interface. */
const FRAMEWORKS = {
  ...Object.fromEntries(await Promise.all(VERSIONS.map(async (version) => [`React ${version}`, await frameworkOf(version)]))),
  Vue: {
    keepSeat,
    mount(options, tell) {
      const app = vue.createApp({
        setup() {
          const lobby = vueBinding.useLobby(options);
          return () => {
            tell(Object.fromEntries(Object.entries(lobby).map(([name, value]) => [name, vue.unref(value)])));
            return null;
          };
        },
      });
      app.mount(document.createElement('div'));
      return () => app.unmount();
    },
    toHTML(options) {
      return renderVue(vue.createSSRApp({
        setup() {
          const { seat } = vueBinding.useLobby(options);
          return () => JSON.stringify(seat.value);
        },
      }));
    },
  },
};

for (const [name, framework] of Object.entries(FRAMEWORKS)) {
  describe(name, () => {
    let open = [];
    beforeEach(() => {
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
    });
    afterEach(() => {
      for (const close of open.splice(0)) close();
    });

    /** A player's tab: `now()` returns the last value of its page. A reload gives another page with the same storage. */
    function tab(server, { playerName, storage = fakeLocalStorage(), ...more }) {
      let shown;
      const seats = framework.keepSeat(storage);
      const close = framework.mount({ games: [game], server, playerName, refreshInterval: 20, seats, ...more }, (lobby) => { shown = lobby; });
      open.push(close);
      const reload = () => {
        close();
        return tab(server, { storage, ...more });
      };
      return { now: () => shown, seats, storage, reload, ready: () => until(() => shown && !shown.isLoading) };
    }

    async function twoPlayers(t, options) {
      const url = await serve(t, options);
      const [alice, bob] = [tab(url, { playerName: 'Alice' }), tab(url, { playerName: 'Bob' })];
      await alice.ready();
      await bob.ready();
      const matchID = await alice.now().create('cells', { numPlayers: 2 });
      await alice.now().join('cells', matchID);
      await until(() => bob.now().matches.some((match) => match.matchID === matchID));
      await bob.now().join('cells', matchID, '1');
      return { url, alice, bob, matchID };
    }

    test('a player creates a match, takes a seat, and has it after a reload', async (t) => {
      const { alice, bob, matchID } = await twoPlayers(t);
      const { credentials, ...seat } = alice.now().seat;
      assert.deepEqual(seat, { gameName: 'cells', matchID, playerID: '0' });
      assert.equal(bob.now().seat.playerID, '1');
      const again = alice.reload();
      await until(() => again.now()?.seat);
      assert.deepEqual([again.now().seat.credentials, again.now().playerName], [credentials, 'Alice']);
      await again.ready();
      assert.deepEqual(again.now().matches[0].players.map((player) => player.name), ['Alice', 'Bob']);
    });

    test('players change to the rematch, each to their seat, and a spectator to watch', async (t) => {
      const { url, alice, bob, matchID } = await twoPlayers(t);
      const guest = tab(url, { playerName: 'Guest' });
      await guest.ready();
      guest.now().goTo('cells', matchID);
      await until(() => guest.now().seat);
      assert.deepEqual({ ...guest.now().seat }, { gameName: 'cells', matchID, playerID: null, credentials: undefined });
      assert.equal(await guest.now().playAgain(), undefined);
      await until(() => guest.now().error !== '');
      assert.match(guest.now().error, /no player has started a rematch yet/);
      // Players at the match learn it from their client.
      const client = Client({ game, multiplayer: SocketIO({ server: url }), ...guest.now().seat, quiet: true });
      t.after(() => client.dispose());
      client.start();
      const { matchID: nextMatchID } = await bob.now().playAgain();
      assert.notEqual(nextMatchID, matchID);
      await until(() => client.nextMatchID === nextMatchID);
      // Pressing twice gives one match.
      const [first, second] = await Promise.all([alice.now().playAgain(), alice.now().playAgain()]);
      assert.deepEqual([first.matchID, second.matchID], [nextMatchID, nextMatchID]);
      await guest.now().playAgain();
      await until(() => [alice, bob, guest].every(({ now }) => now().seat.matchID === nextMatchID));
      assert.deepEqual([alice, bob, guest].map(({ now }) => now().seat.playerID), ['0', '1', null]);
      assert.equal(guest.now().error, '');
      const { players } = await new LobbyClient({ server: url }).getMatch('cells', nextMatchID);
      assert.deepEqual(players.map((player) => player.name), ['Alice', 'Bob']);
      // They still have the seat at the match before.
      assert.equal(alice.seats.recall(matchID).playerID, '0');
      assert.equal(alice.seats.recall().matchID, nextMatchID);
    });

    test('a player whose seat at the rematch is taken gets another one, or stays and learns why', async (t) => {
      const { url, alice, bob, matchID } = await twoPlayers(t);
      const { matchID: nextMatchID } = await bob.now().playAgain({ numPlayers: 3 });
      const lobby = new LobbyClient({ server: url });
      await lobby.joinMatch('cells', nextMatchID, { playerID: '0', playerName: 'Carol' });
      await alice.now().playAgain();
      await until(() => alice.now().seat.matchID === nextMatchID);
      assert.equal(alice.now().seat.playerID, '2');
      const late = tab(url, { playerName: 'Dave' });
      await late.ready();
      assert.equal(await late.now().join('cells', nextMatchID), undefined);
      await until(() => late.now().error);
      assert.match(late.now().error, /failed to join match .*HTTP status 409: Match .* reached maximum number of players/);
      assert.equal(late.now().seat, null);
      assert.notEqual(matchID, nextMatchID);
    });

    test('a player who leaves has no seat, even if the server has given it to somebody else', async (t) => {
      const { url, alice, bob, matchID } = await twoPlayers(t);
      await bob.now().leave();
      await until(() => bob.now().seat === null);
      assert.equal(bob.seats.recall(), null);
      const lobby = new LobbyClient({ server: url });
      const { playerID, credentials } = alice.now().seat;
      await lobby.joinMatch('cells', matchID, { playerName: 'Carol' });
      await lobby.leaveSlot('cells', matchID, { playerID, credentials });
      await lobby.joinMatch('cells', matchID, { playerID, playerName: 'Dave' });
      await alice.now().leave();
      await until(() => alice.now().seat === null);
      assert.equal(alice.now().error, '');
    });

    test('clients that follow a lost seat forget it', async (t) => {
      const { url, alice, matchID } = await twoPlayers(t);
      const client = Client({ game, multiplayer: SocketIO({ server: url }), ...alice.now().seat, quiet: true });
      t.after(() => client.dispose());
      t.after(alice.seats.follow(client));
      client.start();
      await until(() => client.getState());
      const { playerID, credentials } = alice.now().seat;
      await new LobbyClient({ server: url }).leaveSlot('cells', matchID, { playerID, credentials });
      client.stop();
      client.start();
      await until(() => alice.now().seat === null);
      assert.equal(alice.seats.recall(), null);
    });

    test('a seat survives an exception of the authenticator, and is played afterwards', async (t) => {
      let isAway = false;
      const authenticateCredentials = (credentials, player) => {
        if (isAway) throw new Error('the user database is unavailable');
        return credentials === player?.credentials;
      };
      const { url, alice } = await twoPlayers(t, { authenticateCredentials });
      const client = Client({ game, multiplayer: SocketIO({ server: url }), ...alice.now().seat, quiet: true });
      t.after(() => client.dispose());
      t.after(alice.seats.follow(client));
      isAway = true;
      client.start();
      await until(() => client.connection.status === 'refused');
      assert.deepEqual([client.connection.reason.type, client.connection.reason.message], ['match/refused', 'auth/failed']);
      assert.ok(alice.now().seat);
      isAway = false;
      client.reconnect();
      await until(() => client.getState());
    });

    test('a player can be renamed, also at the seat', async (t) => {
      const { alice, bob, matchID } = await twoPlayers(t);
      await alice.now().rename('Alicia');
      await until(() => alice.now().playerName === 'Alicia');
      assert.equal(alice.now().seat.matchID, matchID);
      await bob.now().refresh();
      await until(() => bob.now().matches[0].players[0].name === 'Alicia');
      const again = alice.reload();
      await until(() => again.now()?.seat?.matchID === matchID && again.now().playerName === 'Alicia');
    });

    test('a renamed player has the new name at all of their matches', async (t) => {
      const { url, alice, matchID } = await twoPlayers(t);
      alice.now().exitMatch();
      const [second, third] = [await alice.now().create('cells', { numPlayers: 2 }), await alice.now().create('cells', { numPlayers: 2 })];
      for (const one of [third, second]) await alice.now().join('cells', one, '1');
      const lobby = new LobbyClient({ server: url });
      // A seat that was given up elsewhere prevents no other from being renamed.
      const { credentials } = alice.now().ownSeats.find((seat) => seat.matchID === third);
      await lobby.leaveMatch('cells', third, { playerID: '1', credentials });
      await alice.now().rename('Alicia');
      await until(() => alice.now().playerName === 'Alicia');
      assert.equal(alice.now().error, '');
      const names = await Promise.all([[matchID, 0], [second, 1]].map(async ([id, seat]) => (await lobby.getMatch('cells', id)).players[seat].name));
      assert.deepEqual(names, ['Alicia', 'Alicia']);
    });

    test('a seat that a player takes again in another tab is found in the first', async (t) => {
      const { page, remember } = pageWithEvents(t);
      const { alice, matchID } = await twoPlayers(t);
      const before = alice.now().seat.credentials;
      remember(alice.storage, { playerName: 'Alice', credentialStore: { Alice: 'NEW' }, seatStore: { Alice: { matchID, playerID: '0', gameName: 'cells' } } });
      await until(() => alice.now().seat?.credentials === 'NEW');
      assert.notEqual(before, 'NEW');
      assert.equal(page.isHeard(), true);
    });

    test('pressing twice creates one match, and the page shows that a request is pending', async (t) => {
      const url = await serve(t);
      const alice = tab(url, { playerName: 'Alice' });
      await alice.ready();
      assert.equal(alice.now().isBusy, false);
      const enter = async () => {
        const matchID = await alice.now().create('cells', { numPlayers: 2 });
        return alice.now().join('cells', matchID);
      };
      // The server answers once the page has shown that it waits.
      const { fetch } = globalThis;
      t.after(() => { globalThis.fetch = fetch; });
      const isShown = new Promise((resolve) => {
        globalThis.fetch = (...request) => isShown.then(() => fetch(...request));
        until(() => alice.now().isBusy).then(resolve);
      });
      const both = [enter(), enter()];
      await isShown;
      globalThis.fetch = fetch;
      const [first, second] = await Promise.all(both);
      assert.deepEqual(first, second);
      await until(() => !alice.now().isBusy);
      assert.equal((await new LobbyClient({ server: url }).listMatches('cells')).matches.length, 1);
      // Values that JSON cannot represent are an error, and no exception.
      assert.equal(await alice.now().create('cells', { numPlayers: 2, setupData: 1n }), undefined);
      await until(() => /failed to create match .*Expected a body that JSON can represent/.test(alice.now().error));
      const others = [await alice.now().create('cells', { numPlayers: 2 }), await alice.now().create('cells', { numPlayers: 2 })];
      assert.notEqual(others[0], others[1]);
    });

    test('a player returns to the list, keeps the seat, and finds it there', async (t) => {
      const { url, alice, matchID } = await twoPlayers(t);
      const { credentials } = alice.now().seat;
      alice.now().exitMatch();
      await until(() => alice.now().seat === null);
      const again = alice.reload();
      await again.ready();
      assert.equal(again.now().seat, null);
      assert.deepEqual(again.now().matches[0].players.map((player) => player.name), ['Alice', 'Bob']);
      const { ownSeats: [own] } = again.now();
      assert.deepEqual({ ...own }, { gameName: 'cells', matchID, playerID: '0', credentials });
      assert.deepEqual(again.now().goTo(own.gameName, own.matchID), own);
      await until(() => again.now().seat?.matchID === matchID);
      const there = again.reload();
      await until(() => there.now()?.seat?.matchID === matchID);
      assert.equal((await new LobbyClient({ server: url }).getMatch('cells', matchID)).players[0].name, 'Alice');
    });

    test('a player at two matches sees both seats, the newest first, and leaves one', async (t) => {
      const { alice, matchID } = await twoPlayers(t);
      alice.now().exitMatch();
      const second = await alice.now().create('cells', { numPlayers: 2, unlisted: true });
      await alice.now().join('cells', second, '1');
      await until(() => alice.now().seat);
      assert.deepEqual(alice.now().ownSeats.map((seat) => [seat.matchID, seat.playerID]), [[second, '1'], [matchID, '0']]);
      alice.now().goTo('cells', matchID);
      await until(() => alice.now().seat.matchID === matchID);
      await alice.now().leave();
      await until(() => alice.now().seat === null);
      assert.deepEqual(alice.now().ownSeats.map((seat) => seat.matchID), [second]);
      // Other stored values do not remove them from the list.
      await alice.now().rename('Alicia');
      await until(() => alice.now().playerName === 'Alicia');
      assert.equal(alice.now().seat, null);
      const again = alice.reload();
      await again.ready();
      assert.deepEqual([again.now().seat, again.now().ownSeats.map((seat) => seat.matchID)], [null, [second]]);
    });

    test('joining a match returns to the own seat, and another seat is taken by its ID alone', async (t) => {
      const url = await serve(t);
      const alice = tab(url, { playerName: 'Alice' });
      await alice.ready();
      const matchID = await alice.now().create('cells', { numPlayers: 3 });
      const first = await alice.now().join('cells', matchID);
      alice.now().exitMatch();
      // Without a playerID, and with that of the own seat.
      assert.deepEqual(await alice.now().join('cells', matchID), first);
      alice.now().exitMatch();
      assert.deepEqual(await alice.now().join('cells', matchID, '0'), first);
      assert.deepEqual(alice.now().ownSeats, [first]);
      const third = await alice.now().join('cells', matchID, '2');
      await until(() => alice.now().seat.playerID === '2');
      const { players } = await new LobbyClient({ server: url }).getMatch('cells', matchID);
      assert.deepEqual(players.map((player) => player.name), ['Alice', undefined, 'Alice']);
      // The player can return to each of two seats at one match.
      assert.deepEqual(alice.now().goTo('cells', matchID, '0'), first);
      await until(() => alice.now().seat.playerID === '0');
      assert.deepEqual(alice.now().goTo('cells', matchID, '2'), third);
      assert.deepEqual(alice.now().goTo('cells', matchID), third);
      // Another player's seat is not an own seat.
      assert.equal(alice.now().goTo('cells', matchID, '1').playerID, null);
    });

    test('two tabs at two seats of one match each keep theirs, and get theirs at the rematch', async (t) => {
      const { remember } = pageWithEvents(t);
      const url = await serve(t);
      const storage = fakeLocalStorage();
      const [one, other] = [tab(url, { playerName: 'Alice', storage }), tab(url, { playerName: 'Alice', storage })];
      await one.ready();
      await other.ready();
      const matchID = await one.now().create('cells', { numPlayers: 2 });
      await one.now().join('cells', matchID, '0');
      other.now().exitMatch();
      await other.now().join('cells', matchID, '1');
      // An event tells this tab what the other one has stored.
      remember(storage, JSON.parse(storage.getItem('lobbyState')));
      await until(() => other.now().seat?.playerID === '1');
      assert.equal(one.now().seat.playerID, '0');
      await one.now().playAgain();
      await other.now().playAgain();
      await until(() => [one, other].every(({ now }) => now().seat.matchID !== matchID));
      assert.deepEqual([one, other].map(({ now }) => now().seat.playerID), ['0', '1']);
    });

    test('a player leaves the game, and the others play on', async (t) => {
      const left = [];
      const leaving = { ...game, onPlayerLeave: ({ G, playerID }) => { left.push(playerID); G.cells[0] = 'gone'; } };
      const { url, alice, bob, matchID } = await twoPlayers(t, { games: [leaving] });
      const client = Client({ game: leaving, multiplayer: SocketIO({ server: url }), ...bob.now().seat, quiet: true });
      t.after(() => client.dispose());
      client.start();
      await alice.now().leaveGame();
      await until(() => alice.now().seat === null);
      assert.deepEqual([alice.now().error, alice.now().ownSeats, alice.seats.recall(matchID)], ['', [], null]);
      await until(() => client.getState()?.G.cells[0] === 'gone');
      assert.deepEqual(client.getState().ctx.playOrder, ['1']);
      assert.ok(left.includes('0'));
    });

    test('the list is requested while it is visible, and its failures are not shown at a match', async (t) => {
      const requests = [];
      let isDown = false;
      const { fetch } = globalThis;
      t.after(() => { globalThis.fetch = fetch; });
      globalThis.fetch = async (address, ...rest) => {
        // The first request for the list.
        if (String(address).endsWith('/games')) {
          requests.push(new URL(address).origin);
          if (isDown) throw new Error('down');
        }
        return fetch(address, ...rest);
      };
      const { url, alice, bob } = await twoPlayers(t);
      await until(() => alice.now().seat && bob.now().seat);
      // Another player, at the list of another server, shows that time passes.
      isDown = true;
      requests.length = 0;
      tab('http://127.0.0.1:1', { playerName: 'Carol' });
      await until(() => requests.length >= 4);
      assert.ok(!requests.includes(url));
      await alice.now().refresh();
      assert.equal(requests.filter((origin) => origin === url).length, 1);
      assert.equal(alice.now().error, '');
      alice.now().exitMatch();
      await until(() => requests.filter((origin) => origin === url).length >= 4);
      await until(() => /failed to retrieve list of matches/.test(alice.now().error));
    });

    test('a missing server is an error, and no rejection', async () => {
      const alone = tab('http://127.0.0.1:1', { playerName: 'Alice' });
      await until(() => alone.now()?.error);
      assert.match(alone.now().error, /failed to retrieve list of matches/);
      assert.equal(await alone.now().create('cells', { numPlayers: 2 }), undefined);
      await until(() => alone.now().error.startsWith('failed to create match for cells'));
    });

    test('the error of an action stays until the next action, and that of a missing server until it answers', async (t) => {
      const { fetch } = globalThis;
      t.after(() => { globalThis.fetch = fetch; });
      let isDown = false;
      let lists = 0;
      globalThis.fetch = async (address, ...rest) => {
        if (isDown) throw new TypeError('fetch failed');
        if (String(address).endsWith('/games')) lists += 1;
        return fetch(address, ...rest);
      };
      const url = await serve(t);
      const alice = tab(url, { playerName: 'Alice' });
      await alice.ready();
      isDown = true;
      const failed = alice.now().create('cells', { numPlayers: 2 });
      assert.equal(await failed, undefined);
      await until(() => /failed to create match/.test(alice.now().error));
      isDown = false;
      await until(() => alice.now().error === '');
      // This error is the server's answer: arriving lists do not remove it before the player has read it.
      await alice.now().join('cells', 'typo');
      await until(() => /failed to join match typo .*HTTP status 404/.test(alice.now().error));
      const before = lists;
      await until(() => lists >= before + 3);
      assert.match(alice.now().error, /failed to join match typo/);
      await alice.now().create('cells', { numPlayers: 2 });
      await until(() => alice.now().error === '');
      await alice.now().join('cells', 'typo');
      await until(() => alice.now().error !== '');
      await alice.now().refresh();
      await until(() => alice.now().error === '');
    });

    test('a server renders nobody’s seat', async () => {
      const seats = framework.keepSeat(fakeLocalStorage());
      seats.keep({ matchID: 'm', playerID: '0', credentials: 'SECRET' });
      assert.equal(await framework.toHTML({ games: [game], seats }), 'null');
    });
  });
}
