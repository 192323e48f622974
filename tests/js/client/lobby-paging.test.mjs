// A lobby whose server returns lists in pages: further pages, and the player's own match on any page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { matchOf, settled, slowLobby } from '../support/slow-lobby.mjs';

const MINE = { credentialStore: { Ann: 'SECRET' }, seatStore: { Ann: { matchID: 'mine', playerID: '0' } } };

/** Answers a request for the list with these pages, and returns the requested URLs. */
async function answer({ take }, ...pages) {
  await take('/games').answer(['nim']);
  const asked = [];
  for (const page of pages) {
    const question = take('/games/nim');
    asked.push(question.search);
    await question.answer(page);
  }
  return asked;
}

const shown = ({ store }) => [store.getState().matches.map(({ matchID }) => matchID), store.getState().hasMoreMatches];

test('a lobby shows the first page of a list, and further pages on request', async (t) => {
  const lobby = slowLobby(t);
  lobby.store.handlers.handleEnterLobby('Ann');
  assert.deepEqual(await answer(lobby, { matches: [matchOf('m9')], next: 'p2' }), ['']);
  assert.deepEqual(shown(lobby), [['m9'], true]);
  const more = lobby.store.handlers.handleMoreMatches();
  assert.deepEqual(await answer(lobby, { matches: [matchOf('m9')], next: 'p2' }, { matches: [matchOf('m8')], next: 'p3' }), ['', '?after=p2']);
  await more;
  assert.deepEqual(shown(lobby), [['m9', 'm8'], true]);
  // They stay; after the last page nothing is requested.
  t.mock.timers.tick(1000);
  assert.deepEqual(await answer(lobby, { matches: [matchOf('m9')], next: 'p2' }, { matches: [matchOf('m8')] }), ['', '?after=p2']);
  assert.deepEqual([shown(lobby), lobby.asked], [[['m9', 'm8'], false], []]);
  t.mock.timers.tick(1000);
  assert.deepEqual(await answer(lobby, { matches: [matchOf('m9')] }), ['']);
  assert.deepEqual([shown(lobby), lobby.asked], [[['m9'], false], []]);
});

test("a player's own match is shown and can be left even if no visible page has it", async (t) => {
  const lobby = slowLobby(t);
  localStorage.setItem('lobbyState', JSON.stringify(MINE));
  lobby.store.handlers.handleEnterLobby('Ann');
  await answer(lobby, { matches: [matchOf('m9')], next: 'p2' });
  await lobby.take('/games/nim/mine').answer(matchOf('mine', 'Ann'));
  assert.deepEqual(shown(lobby), [['mine', 'm9'], true]);
  assert.equal(lobby.store.getState().seat.matchID, 'mine');
  const left = lobby.store.handlers.handleLeaveMatch('nim', 'mine');
  await settled();
  await lobby.take('/leave').answer({});
  await answer(lobby, { matches: [matchOf('m9')], next: 'p2' });
  await left;
  assert.deepEqual([shown(lobby), lobby.asked], [[['m9'], true], []]);
});

test('a deleted own match, or a failed request for it, does not affect the list', async (t) => {
  const lobby = slowLobby(t);
  localStorage.setItem('lobbyState', JSON.stringify(MINE));
  lobby.store.handlers.handleEnterLobby('Ann');
  for (const settle of [(question) => question.fail('not found'), (question) => question.answer({ no: 'match' }), (question) => question.answer(null)]) {
    await answer(lobby, { matches: [matchOf('m9')], next: 'p2' });
    await settle(lobby.take('/games/nim/mine'));
    assert.deepEqual([shown(lobby), lobby.store.getState().errorMsg], [[['m9'], true], '']);
    t.mock.timers.tick(1000);
  }
});

test('the list is requested once if the server\'s cursor is not a string', async (t) => {
  const lobby = slowLobby(t);
  lobby.store.handlers.handleEnterLobby('Ann');
  for (const next of [null, 7, {}, '', ['x'], true]) {
    assert.deepEqual(await answer(lobby, { matches: [matchOf('m9')], next }), ['']);
    assert.deepEqual([shown(lobby), lobby.asked], [[['m9'], false], []]);
    t.mock.timers.tick(1000);
  }
});
