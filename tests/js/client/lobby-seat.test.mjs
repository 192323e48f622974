// A player's seat at a match of a lobby: its owner, its credentials, and leaving, which is always possible.
import assert from 'node:assert/strict';
import test from 'node:test';
import { matchOf, settled, slowLobby } from '../support/slow-lobby.mjs';

const MINE = { credentialStore: { Ann: 'SECRET' }, seatStore: { Ann: { matchID: 'm1', playerID: '0' } } };

/** A lobby with these matches that Ann has entered, and with her browser's stored data. */
async function lobbyOfAnn(t, matches, remembered = {}) {
  const lobby = slowLobby(t);
  localStorage.setItem('lobbyState', JSON.stringify(remembered));
  lobby.store.handlers.handleEnterLobby('Ann');
  await lobby.list(...matches);
  return lobby;
}

/** The stored data about Ann: her credentials and her seat. */
function remembered() {
  const { credentialStore, seatStore } = JSON.parse(localStorage.getItem('lobbyState'));
  return [credentialStore?.Ann, seatStore?.Ann?.matchID];
}

test('another client with a seated player\'s name may join, and leave the lobby', async (t) => {
  const { asked, list, store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Ann'), matchOf('m2')]);
  assert.equal(store.getState().seat, undefined);
  await store.handlers.handleLeaveMatch('nim', 'm1');
  assert.equal(store.getState().errorMsg, 'failed to leave match m1 (player not found in match)');
  const joined = store.handlers.handleJoinMatch('nim', 'm1', '1');
  await settled();
  await take('/join').answer({ playerID: '1', playerCredentials: 'SECOND' });
  await list(matchOf('m1', 'Ann', 'Ann'), matchOf('m2'));
  await joined;
  assert.deepEqual(store.getState().seat, { gameName: 'nim', matchID: 'm1', playerID: '1', credentials: 'SECOND' });
  const exited = store.handlers.handleExitLobby();
  await settled();
  const question = take('/leave');
  assert.deepEqual(question.body, { playerID: '1', credentials: 'SECOND' });
  await question.answer({});
  await exited;
  assert.deepEqual([store.getState().phase, store.getState().errorMsg, remembered()], ['enter', '', [undefined, undefined]]);
  assert.deepEqual(asked, []);
});

test('pressing twice joins once and leaves once', async (t) => {
  const { asked, list, store, take } = await lobbyOfAnn(t, [matchOf('m1')]);
  const join = () => store.handlers.handleJoinMatch('nim', 'm1', '0');
  const joined = [join(), join()];
  await settled();
  await take('/join').answer({ playerID: '0', playerCredentials: 'SECRET' });
  await list(matchOf('m1', 'Ann'));
  await Promise.all(joined);
  assert.deepEqual([store.getState().errorMsg, store.getState().seat?.playerID, asked], ['', '0', []]);
  const leave = () => store.handlers.handleLeaveMatch('nim', 'm1');
  const left = [leave(), leave()];
  await settled();
  await take('/leave').answer({});
  await list(matchOf('m1'));
  await Promise.all(left);
  assert.deepEqual([store.getState().errorMsg, store.getState().seat, asked], ['', undefined, []]);
  // Later it is another attempt.
  const again = join();
  await settled();
  await take('/join').answer({ playerID: '0', playerCredentials: 'SECOND' });
  await list(matchOf('m1', 'Ann'));
  await again;
  assert.equal(store.getState().seat.credentials, 'SECOND');
});

test('a player without credentials leaves the lobby without a request', async (t) => {
  const { asked, store } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')]);
  await store.handlers.handleExitLobby();
  assert.deepEqual([store.getState().phase, store.getState().errorMsg, asked], ['enter', '', []]);
});

test('credentials without a seat, as boardgame.io stores them, belong to the name', async (t) => {
  const { store } = await lobbyOfAnn(t, [matchOf('m0'), matchOf('m1', 'Bob', 'Ann')], { credentialStore: { Ann: 'SECRET' } });
  assert.deepEqual(store.getState().seat, { gameName: 'nim', matchID: 'm1', playerID: '1', credentials: 'SECRET' });
});

for (const [what, how, why] of [['refuses', (question) => question.fail('busy'), 'busy'], ['does not answer', (_, t) => t.mock.timers.tick(10_000), 'no answer within 10 seconds']]) {
  test(`a player can leave the lobby from a match that the server ${what} to let them leave, and keeps the seat`, async (t) => {
    const { list, store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')], MINE);
    store.handlers.handleStartMatch('nim', { matchID: 'm1', playerID: '0', numPlayers: 2 });
    assert.equal(store.getState().runningMatch.credentials, 'SECRET');
    const exited = store.handlers.handleExitLobby();
    const again = store.handlers.handleExitLobby();
    await settled();
    await how(take('/leave'), t);
    await Promise.all([exited, again]);
    const { phase, runningMatch, errorMsg } = store.getState();
    assert.deepEqual([phase, runningMatch, errorMsg], ['enter', null, `failed to leave match m1 (${why})`]);
    assert.deepEqual(remembered(), ['SECRET', 'm1']);
    store.handlers.handleEnterLobby('Bob');
    await list(matchOf('m1', 'Ann'));
    const { playerName, errorMsg: ofBob } = store.getState();
    assert.deepEqual([playerName, ofBob, store.getState().runningMatch], ['Bob', '', null]);
  });
}

test('the list is requested while a player waits to leave', async (t) => {
  const { list, store } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')], MINE);
  store.handlers.handleExitLobby();
  await settled();
  t.mock.timers.tick(1000);
  await list(matchOf('m1', 'Ann'), matchOf('m2'));
  assert.equal(store.getState().matches.length, 2);
});

test('a late answer does not send away a player who entered again while leaving', async (t) => {
  const { store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')], MINE);
  const exited = store.handlers.handleExitLobby();
  store.handlers.handleEnterLobby('Bob');
  await settled();
  await take('/leave').answer({});
  await exited;
  assert.deepEqual([store.getState().phase, store.getState().playerName], ['list', 'Bob']);
});

test('a player can leave the lobby even if the page switches to another server meanwhile', async (t) => {
  const { options, store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')], MINE);
  const exited = store.handlers.handleExitLobby();
  await settled();
  store.update({ ...options, lobbyServer: 'http://two.example' });
  await take('/leave').answer({});
  await exited;
  assert.equal(store.getState().phase, 'enter');
});

test('the second of two matches joined before the server answers is refused', async (t) => {
  const { asked, list, store, take } = await lobbyOfAnn(t, [matchOf('m1'), matchOf('m2')]);
  const joins = [store.handlers.handleJoinMatch('nim', 'm1', '0'), store.handlers.handleJoinMatch('nim', 'm2', '0')];
  await settled();
  assert.deepEqual(asked.map(({ path }) => path), ['/games/nim/m1/join']);
  await take('/join').answer({ playerID: '0', playerCredentials: 'FIRST' });
  assert.deepEqual(asked.map(({ path }) => path), ['/games']);
  await list(matchOf('m1', 'Ann'), matchOf('m2'));
  await Promise.all(joins);
  assert.deepEqual(remembered(), ['FIRST', 'm1']);
  assert.equal(store.getState().errorMsg, 'failed to join match m2 (player has already joined m1)');
});

test('a list requested before a player joined does not remove their seat', async (t) => {
  const { list, store, take } = await lobbyOfAnn(t, [matchOf('m1'), matchOf('m2')]);
  store.handlers.handleJoinMatch('nim', 'm1', '0');
  t.mock.timers.tick(1000);
  await settled();
  await take('/join').answer({ playerID: '0', playerCredentials: 'FIRST' });
  await list(matchOf('m1'), matchOf('m2'));
  await store.handlers.handleJoinMatch('nim', 'm2', '0');
  assert.equal(store.getState().errorMsg, 'failed to join match m2 (player has already joined m1)');
});

test('the credentials of a seat are stored as soon as the server answers', async (t) => {
  const { open, store, take } = await lobbyOfAnn(t, [matchOf('m1')]);
  store.handlers.handleJoinMatch('nim', 'm1', '0');
  await settled();
  await take('/join').answer({ playerID: '0', playerCredentials: 'FIRST' });
  assert.deepEqual(remembered(), ['FIRST', 'm1']);
  assert.deepEqual(store.getState().matches, [matchOf('m1', 'Ann')]);
  // The page reloads before the list arrives.
  store.stop();
  take('/games');
  const again = open();
  await take('/games').answer(['nim']);
  await take('/games/nim').answer({ matches: [matchOf('m1', 'Ann')] });
  assert.equal(again.getState().seat.credentials, 'FIRST');
});

test('the player takes the seat that the server chose', async (t) => {
  const { store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Bob')]);
  store.handlers.handleJoinMatch('nim', 'm1');
  await settled();
  await take('/join').answer({ playerID: '1', playerCredentials: 'FIRST' });
  assert.equal(store.getState().seat.playerID, '1');
});

test('a player who joins before the answer to their leaving waits for it, and keeps the new seat', async (t) => {
  const { list, store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Ann'), matchOf('m2')], MINE);
  const leaving = store.handlers.handleLeaveMatch('nim', 'm1');
  t.mock.timers.tick(1000);
  await list(matchOf('m1'), matchOf('m2'));
  const joining = store.handlers.handleJoinMatch('nim', 'm2', '0');
  await settled();
  await take('/leave').answer({});
  await take('/join').answer({ playerID: '0', playerCredentials: 'SECOND' });
  // Each action requests the list.
  await list(matchOf('m1'), matchOf('m2', 'Ann'));
  await list(matchOf('m1'), matchOf('m2', 'Ann'));
  await Promise.all([leaving, joining]);
  assert.deepEqual([store.getState().errorMsg, remembered()], ['', ['SECOND', 'm2']]);
});

test('a seat that another tab takes meanwhile stays stored and is known here', async (t) => {
  const { list, store, take } = await lobbyOfAnn(t, [matchOf('m1', 'Ann'), matchOf('m2')], MINE);
  store.handlers.handleLeaveMatch('nim', 'm1');
  await settled();
  localStorage.setItem('lobbyState', JSON.stringify({ credentialStore: { Ann: 'OTHER' }, seatStore: { Ann: { matchID: 'm2', playerID: '1' } } }));
  await take('/leave').answer({});
  await list(matchOf('m1'), matchOf('m2', '', 'Ann'));
  assert.deepEqual(remembered(), ['OTHER', 'm2']);
  assert.equal(store.getState().seat.credentials, 'OTHER');
});

for (const [what, act] of [
  ['create match for nim', (handlers) => handlers.handleCreateMatch('nim', 2)],
  ['join match m2', (handlers) => handlers.handleJoinMatch('nim', 'm2', '0')],
]) {
  test(`a failure to ${what} for lack of an answer is reported, and the next action is done`, async (t) => {
    const { asked, store, take } = await lobbyOfAnn(t, [matchOf('m2')]);
    act(store.handlers);
    await settled();
    const [{ signal }] = asked.splice(0);
    store.handlers.handleJoinMatch('nim', 'm2', '1');
    store.stop();
    t.mock.timers.tick(10_000);
    await settled();
    assert.equal(store.getState().errorMsg, `failed to ${what} (no answer within 10 seconds)`);
    assert.equal(signal.aborted, true);
    await take('/join').answer({ playerID: '1', playerCredentials: 'SECRET' });
    assert.equal(store.getState().errorMsg, '');
  });
}

test('a lobby whose storage is full keeps the seat until the player leaves', async (t) => {
  const { list, store, take } = await lobbyOfAnn(t, [matchOf('m1')]);
  localStorage.quota = 0;
  store.handlers.handleJoinMatch('nim', 'm1', '0');
  await settled();
  await take('/join').answer({ playerID: '0', playerCredentials: 'FIRST' });
  await list(matchOf('m1', 'Ann'));
  assert.equal(store.getState().seat.credentials, 'FIRST');
  assert.deepEqual(remembered(), [undefined, undefined]);
});

test('pressing Create twice creates one match', async (t) => {
  const { asked, store, take } = await lobbyOfAnn(t, []);
  const both = [store.handlers.handleCreateMatch('nim', 2), store.handlers.handleCreateMatch('nim', 2)];
  await settled();
  await take('/create').answer({ matchID: 'm1' });
  assert.deepEqual([asked.filter(({ path }) => path.endsWith('/create')).length, both[0] === both[1]], [0, true]);
});

test('a shown match takes the credentials that another tab stores for its seat', async (t) => {
  const target = new EventTarget();
  globalThis.addEventListener = (...args) => target.addEventListener(...args);
  globalThis.removeEventListener = (...args) => target.removeEventListener(...args);
  t.after(() => {
    delete globalThis.addEventListener;
    delete globalThis.removeEventListener;
  });
  const { store } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')], MINE);
  store.stop();
  store.start();
  store.handlers.handleStartMatch('nim', { matchID: 'm1', playerID: '0', numPlayers: 2 });
  const keptElsewhere = (credentials, seat) => {
    localStorage.setItem('lobbyState', JSON.stringify({ credentialStore: { Ann: credentials }, seatStore: { Ann: seat } }));
    target.dispatchEvent(Object.assign(new Event('storage'), { key: 'lobbyState' }));
  };
  keptElsewhere('OTHER', { matchID: 'm2', playerID: '0' });
  assert.equal(store.getState().runningMatch.credentials, 'SECRET');
  const { app } = store.getState().runningMatch;
  keptElsewhere('NEW', { matchID: 'm1', playerID: '0' });
  assert.deepEqual(store.getState().runningMatch, { app, matchID: 'm1', playerID: '0', credentials: 'NEW' });
});

const PROXYS_PAGE = '<html><body>502 Bad Gateway</body></html>';
for (const [what, fetched, expected] of [
  ['a proxy without its server', () => new Response(PROXYS_PAGE, { status: 502 }),
    'failed to leave match m1 (HTTP status 502: the server at http://one.example is not available now: try again later)'],
  ['a server that says why', () => new Response('The lobby takes too long: try again later', { status: 503 }),
    'failed to leave match m1 (HTTP status 503: The lobby takes too long: try again later)'],
  ['no server', () => { throw new TypeError('Failed to fetch'); },
    'failed to leave match m1 (Failed to fetch: the server at http://one.example cannot be reached, or its apiOrigins do not allow this page)'],
]) {
  test(`the error after ${what} says what happened, where, and what to do`, async (t) => {
    const { store } = await lobbyOfAnn(t, [matchOf('m1', 'Ann')], MINE);
    t.mock.method(globalThis, 'fetch', async () => fetched());
    await store.handlers.handleLeaveMatch('nim', 'm1');
    assert.equal(store.getState().errorMsg, expected);
  });
}
