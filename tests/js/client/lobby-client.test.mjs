// LobbyClient: its requests to a server, and its results. The server's side is in tests/js/server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LobbyClient, LobbyClientError } from 'rondel/client';

const seat = { playerID: '0', credentials: 'secret' };

/** A lobby whose `fetch` records its requests and returns this response. */
function lobbyWith(t, { status = 200, body = '{}', ...options } = {}) {
  const asked = [];
  t.mock.method(globalThis, 'fetch', async (url, init) => {
    asked.push([init?.method ?? 'get', url, init?.body && JSON.parse(init.body)]);
    return new Response(body, { status });
  });
  return { lobby: new LobbyClient(options), asked };
}

test('each method sends boardgame.io\'s request', async (t) => {
  const { lobby, asked } = lobbyWith(t, { server: 'http://api.example/' });
  await lobby.listGames();
  await lobby.listMatches('chess');
  await lobby.listMatches('chess', { isGameover: false, updatedBefore: 5, updatedAfter: 3 });
  await lobby.getMatch('chess', 'm');
  await lobby.createMatch('chess', { numPlayers: 2, unlisted: true });
  await lobby.joinMatch('chess', 'm', { playerName: 'Al' });
  await lobby.updatePlayer('chess', 'm', { ...seat, newName: 'Ali' });
  for (const method of ['leaveMatch', 'leaveSlot', 'leaveGame', 'playAgain']) await lobby[method]('chess', 'm', seat);
  const at = 'http://api.example/games';
  assert.deepEqual(asked, [
    ['get', at, undefined],
    ['get', `${at}/chess`, undefined],
    ['get', `${at}/chess?isGameover=false&updatedBefore=5&updatedAfter=3`, undefined],
    ['get', `${at}/chess/m`, undefined],
    ['post', `${at}/chess/create`, { numPlayers: 2, unlisted: true }],
    ['post', `${at}/chess/m/join`, { playerName: 'Al' }],
    ['post', `${at}/chess/m/update`, { ...seat, newName: 'Ali' }],
    ['post', `${at}/chess/m/leave`, seat],
    ['post', `${at}/chess/m/leaveSlot`, seat],
    ['post', `${at}/chess/m/leaveGame`, seat],
    ['post', `${at}/chess/m/playAgain`, seat],
  ]);
});

test('names are escaped in paths', async (t) => {
  const { lobby, asked } = lobbyWith(t);
  await lobby.getMatch('a/b', '../c?d');
  assert.equal(asked[0][1], '/games/a%2Fb/..%2Fc%3Fd');
});

test('init is passed to fetch, and its headers are merged with the others', async (t) => {
  const given = [];
  t.mock.method(globalThis, 'fetch', async (_url, init) => {
    given.push(init);
    return new Response('{}');
  });
  const init = { headers: { Authorization: 'Bearer x' }, credentials: 'include' };
  await new LobbyClient().listGames(init);
  await new LobbyClient().createMatch('chess', { numPlayers: 2 }, init);
  assert.deepEqual(given, [init, {
    method: 'post', body: '{"numPlayers":2}', credentials: 'include',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x' },
  }]);
});

for (const [body, details] of [['Match m not found', 'Match m not found'], ['{"why":"gone"}', { why: 'gone' }]]) {
  test(`a status other than success is an error with the details ${body}`, async (t) => {
    const { lobby } = lobbyWith(t, { status: 404, body });
    await assert.rejects(lobby.getMatch('chess', 'm'), (error) => {
      assert.ok(error instanceof LobbyClientError && error instanceof Error);
      assert.deepEqual([error.message, error.details], ['HTTP status 404', details]);
      return true;
    });
  });
}

test('wrong arguments throw without a request', async (t) => {
  const { lobby, asked } = lobbyWith(t);
  const wrong = [
    [() => lobby.listMatches(''), 'Expected game name string, got "".'],
    [() => lobby.getMatch('chess', 2), 'Expected match ID string, got "2".'],
    [() => lobby.createMatch('chess'), 'Expected body, got “undefined”.'],
    [() => lobby.createMatch('chess', { numPlayers: '2' }), 'Expected body.numPlayers to be of type number, got “2”.'],
    [() => lobby.joinMatch('chess', 'm', { playerID: 0 }), 'Expected body.playerID to be of type string|undefined, got “0”.'],
    [() => lobby.joinMatch('chess', 'm', {}), 'Expected body.playerName to be of type string, got “undefined”.'],
    [() => lobby.leaveSlot('chess', 'm', { playerID: '0' }), 'Expected body.credentials to be of type string, got “undefined”.'],
  ];
  for (const [ask, message] of wrong) await assert.rejects(ask, { message });
  assert.deepEqual(asked, []);
});

test('methods check their arguments first, also without a client', async () => {
  const { leaveMatch, leaveSlot, leaveGame, updatePlayer, playAgain, createMatch, joinMatch } = LobbyClient.prototype;
  for (const method of [leaveMatch, leaveSlot, leaveGame, updatePlayer, playAgain, createMatch, joinMatch]) {
    await assert.rejects(method.call(undefined, undefined), /Expected game name string, got "undefined"/);
  }
  for (const method of [leaveMatch, leaveSlot, leaveGame, updatePlayer, playAgain, joinMatch]) {
    await assert.rejects(method.call(undefined, 'nim', undefined), /Expected match ID string, got "undefined"/);
    await assert.rejects(method.call(undefined, 'nim', 'm', {}), /Expected body.player/);
  }
});
