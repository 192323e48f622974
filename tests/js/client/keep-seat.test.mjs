// `keepSeat`: stores seats across reloads of the page, as `Lobby` does.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, keepSeat } from 'rondel/client';
import { fakeLocalStorage, withLocalStorage } from '../support/local-storage.mjs';

const SEAT = { matchID: 'm', playerID: '1', credentials: 'SECRET' };
const KEPT = { ...SEAT, playerName: 'Visitor' };

test('a stored seat survives a reload until it is forgotten', (t) => {
  withLocalStorage(t);
  assert.equal(keepSeat().recall(), null);
  keepSeat().keep(SEAT);
  const reloaded = keepSeat();
  assert.deepEqual(reloaded.recall(), KEPT);
  reloaded.forget();
  assert.equal(keepSeat().recall(), null);
  reloaded.forget();
});

test('tabs have their own seats in sessionStorage, also for a seat that is requested later', () => {
  const tabs = [fakeLocalStorage(), fakeLocalStorage()];
  keepSeat(tabs[0]).keep(SEAT);
  keepSeat(() => tabs[1]).keep({ ...SEAT, playerID: '0' });
  assert.deepEqual(tabs.map((tab) => keepSeat(tab).recall().playerID), ['1', '0']);
});

test('a client takes the stored seat', (t) => {
  withLocalStorage(t);
  keepSeat().keep({ ...SEAT, playerID: 0, gameName: 'nim' });
  const { matchID, playerID, credentials } = Client({ game: {}, ...keepSeat().recall() });
  assert.deepEqual([matchID, playerID, credentials], ['m', '0', 'SECRET']);
  assert.equal(keepSeat().recall().gameName, 'nim');
});

test('the newest fifty seats are stored, each with its match', (t) => {
  withLocalStorage(t);
  const seats = keepSeat();
  for (let i = 0; i < 60; i += 1) seats.keep({ ...SEAT, matchID: `m${i}` });
  assert.deepEqual(['m59', 'm20', 'm9', 'm8'].map((matchID) => keepSeat().recall(matchID)?.matchID), ['m59', 'm20', 'm9', undefined]);
  // Another seat at the same match, in another tab of a developer, does not replace the first.
  seats.keep({ ...SEAT, matchID: 'm59', playerID: '0', credentials: 'OTHER' });
  seats.forget('m59');
  assert.equal(keepSeat().recall('m59').playerID, '1');
  assert.equal(keepSeat().recall(), null);
});

test('keepSeat reads and writes Lobby\'s stored form', (t) => {
  const storage = withLocalStorage(t);
  const stored = { phase: 'list', playerName: 'Ann', credentialStore: { Ann: 'SECRET', Bob: 'BOBS' }, seatStore: { Ann: { matchID: 'm', playerID: '1' } } };
  storage.setItem('lobbyState', JSON.stringify(stored));
  assert.deepEqual(keepSeat().recall(), { ...KEPT, playerName: 'Ann' });
  assert.equal(keepSeat().recall('elsewhere'), null);
  keepSeat().keep({ ...SEAT, credentials: 'NEW' });
  assert.deepEqual(JSON.parse(storage.getItem('lobbyState')), { ...stored, credentialStore: { Ann: 'NEW', Bob: 'BOBS' } });
});

for (const [what, storage] of [
  ['throws', { getItem() { throw new Error('denied'); }, setItem() { throw new Error('denied'); } }],
  ['is none, and throws where it is asked for', () => { throw new Error('denied'); }],
  ['is full', Object.assign(fakeLocalStorage(), { quota: 0 })],
]) {
  test(`the page keeps the seat in memory if the browser's storage ${what}`, () => {
    const seats = keepSeat(storage);
    assert.equal(seats.recall(), null);
    seats.keep(SEAT);
    assert.deepEqual(seats.recall(), KEPT);
    assert.equal(keepSeat(storage).recall(), null);
  });
}

for (const text of ['{', '[1]', '{"earlierSeats":[null,{"matchID":3}],"seatStore":{"Visitor":7},"credentialStore":{"Visitor":[]}}', '{"playerName":{}}']) {
  test(`an invalid stored seat is ignored: ${text}`, (t) => {
    withLocalStorage(t).setItem('lobbyState', text);
    const seats = keepSeat();
    assert.deepEqual([seats.recall(), seats.recall('m')], [null, null]);
    seats.keep(SEAT);
    assert.deepEqual(keepSeat().recall('m').credentials, 'SECRET');
  });
}

test('the error about an invalid seat or storage names it', (t) => {
  withLocalStorage(t);
  for (const name of ['matchID', 'playerID', 'credentials']) {
    for (const wrong of [undefined, null, '', {}]) {
      assert.throws(() => keepSeat().keep({ ...SEAT, [name]: wrong }), { code: 'client/seat', message: new RegExp(`^keep: ${name}: expected a text`) });
    }
  }
  for (const wrong of [null, 3, {}, 'localStorage']) assert.throws(() => keepSeat(wrong), { code: 'client/seat' });
  assert.equal(keepSeat().recall(), null);
});

test('subscribers are called when a seat is stored or forgotten, until they unsubscribe', (t) => {
  withLocalStorage(t);
  const seats = keepSeat();
  let calls = 0;
  const off = seats.subscribe(() => { calls += 1; });
  seats.keep(SEAT);
  seats.forget();
  off();
  seats.keep(SEAT);
  assert.equal(calls, 2);
});

/** A page that receives the events of another tab's changes to its `localStorage`. */
function pageWithEvents(t) {
  const target = new EventTarget();
  const listeners = new Set();
  globalThis.addEventListener = (type, listener) => { listeners.add(listener); target.addEventListener(type, listener); };
  globalThis.removeEventListener = (type, listener) => { listeners.delete(listener); target.removeEventListener(type, listener); };
  t.after(() => {
    delete globalThis.addEventListener;
    delete globalThis.removeEventListener;
  });
  const notice = (key) => target.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { notice, listeners };
}

test('subscribers are called when another tab stores or forgets a seat, until they unsubscribe', (t) => {
  withLocalStorage(t);
  const { notice, listeners } = pageWithEvents(t);
  const heard = [];
  const seats = keepSeat();
  const ends = [seats.subscribe(() => heard.push('one')), seats.subscribe(() => heard.push('two'))];
  notice('lobbyState');
  notice('something else');
  // Clears the whole storage.
  notice(null);
  assert.deepEqual(heard, ['one', 'two', 'one', 'two']);
  for (const end of [...ends, ...ends]) end();
  notice('lobbyState');
  assert.deepEqual([heard.length, listeners.size], [4, 0]);
});

test('a followed client that loses its seat takes the credentials that another tab stored', (t) => {
  const { setItem } = withLocalStorage(t);
  const { notice, listeners } = pageWithEvents(t);
  const client = fakeClient(SEAT);
  const seats = keepSeat();
  seats.keep(SEAT);
  const end = seats.follow(client);
  client.lose('match/seat_lost');
  assert.equal(seats.recall(), null);
  const keptElsewhere = (credentials, playerID) => {
    setItem('lobbyState', JSON.stringify({ credentialStore: { Visitor: credentials }, seatStore: { Visitor: { matchID: 'm', playerID } } }));
    notice('lobbyState');
  };
  keptElsewhere('OTHERS', '0');
  assert.equal(client.credentials, SEAT.credentials);
  keptElsewhere('NEW', '1');
  assert.equal(client.credentials, 'NEW');
  // These credentials are invalid too: the seat is forgotten, and there is no further attempt.
  client.lose('match/seat_lost');
  assert.deepEqual([seats.recall(), client.credentials], [null, 'NEW']);
  end();
  assert.equal(listeners.size, 0);
});

test('a refused followed client takes newer stored credentials', (t) => {
  withLocalStorage(t);
  const client = fakeClient(SEAT);
  const seats = keepSeat();
  seats.keep({ ...SEAT, credentials: 'NEW' });
  seats.follow(client);
  client.lose('match/unauthorized');
  assert.deepEqual([client.credentials, seats.recall().credentials], ['NEW', 'NEW']);
});

/** A client at a seat, with the members that `follow` uses. */
function fakeClient(seat) {
  const subscribers = new Set();
  const announce = () => { for (const fn of subscribers) fn(); };
  const client = {
    ...seat,
    connection: { status: 'connected' },
    subscribe(fn) {
      subscribers.add(fn);
      return () => subscribers.delete(fn);
    },
    updateCredentials(credentials) {
      Object.assign(client, { credentials, connection: { status: 'connecting' } });
      announce();
    },
    lose(type) {
      client.connection = { status: 'refused', reason: { type, message: 'lost' } };
      announce();
    },
  };
  return client;
}
