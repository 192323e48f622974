// Hostile requests about bots: invalid bodies, and requests in the name of a bot.
import assert from 'node:assert/strict';
import test from 'node:test';
import { race, said, table } from './bot-race.mjs';
import { WIRES } from './raw.mjs';
import { serve } from './serve.mjs';
import { until } from './support.mjs';
import { until as untilSo } from '../support/tasks.mjs';

const LEVELS = "'easy', 'medium', 'hard', 'teller'";
const BODIES = [
  [{ bots: 'hard' }, 'bots: expected an object of bots by playerID, got "hard"'],
  [{ bots: ['hard'] }, 'bots: expected an object of bots by playerID, got a list'],
  [{ bots: 7 }, 'bots: expected an object of bots by playerID, got 7'],
  [{ bots: { 2: 'hard' } }, 'bots: there is no seat "2" among those of 2 players'],
  [{ bots: { '01': 'hard' } }, 'bots: there is no seat "01" among those of 2 players'],
  [{ bots: { constructor: 'hard' } }, 'bots: there is no seat "constructor" among those of 2 players'],
  [{ bots: { 1: 'toString' } }, `bots.1: expected ${LEVELS} or { difficulty, thinkingTime, iterations }, got "toString"`],
  [{ bots: { 1: null } }, `bots.1: expected ${LEVELS} or { difficulty, thinkingTime, iterations }, got null`],
  [{ bots: { 1: {} } }, 'bots.1: expected one of difficulty, thinkingTime, iterations'],
  [{ bots: { 1: { workers: 9 } } }, 'bots.1: there is no option "workers": expected difficulty, thinkingTime, iterations'],
  [{ bots: { 1: { bot: 'teller' } } }, 'bots.1: there is no option "bot": expected difficulty, thinkingTime, iterations'],
  [{ bots: { 1: { difficulty: 'valueOf' } } }, 'bots.1.difficulty: expected easy, medium, hard, got "valueOf"'],
  [{ bots: { 1: { difficulty: ['hard'] } } }, 'bots.1.difficulty: expected easy, medium, hard, got a list'],
  [{ bots: { 1: { difficulty: { toString: 1 } } } }, 'bots.1.difficulty: expected easy, medium, hard, got an object'],
  [{ botsTakeOver: { difficulty: [['hard']] } }, 'botsTakeOver.difficulty: expected easy, medium, hard, got a list'],
  [{ bots: { 1: { thinkingTime: -1 } } }, 'bots.1.thinkingTime: expected milliseconds, 86400000 at most, got -1'],
  [{ bots: { 1: { thinkingTime: '100' } } }, 'bots.1.thinkingTime: expected milliseconds, 86400000 at most, got "100"'],
  [{ bots: { 1: { iterations: 1.5 } } }, 'bots.1.iterations: expected a whole number above 0, got 1.5'],
  [{ bots: { 1: { iterations: { valueOf: 1 } } } }, 'bots.1.iterations: expected a whole number above 0, got an object'],
  [{ botsTakeOver: true }, `botsTakeOver: expected ${LEVELS} or { difficulty, thinkingTime, iterations }, got true`],
];

test('a body that names unknown bots is answered with 400, which names the field', async (t) => {
  const { post, get } = await serve(t, { games: [race()] });
  for (const [body, message] of BODIES) {
    const answer = await post('/games/race/create', { numPlayers: 2, ...body });
    assert.deepEqual([answer.status, answer.body], [400, message]);
  }
  assert.equal((await post('/games/race/create', '{"numPlayers": 2, "bots": {"__proto__": "hard"}}')).status, 400);
  assert.deepEqual((await get('/games/race')).body.matches, []);
});

test('a game without ai.enumerate has only its own bots, and a server may have none', async (t) => {
  const { ai: { bots }, ...rules } = race();
  const { post } = await serve(t, { games: [{ ...rules, ai: { bots } }, race({ name: 'other' })] });
  const answer = await post('/games/race/create', { numPlayers: 2, bots: { 1: 'hard' } });
  assert.deepEqual([answer.status, answer.body], [400, "bots.1: game 'race' has no ai.enumerate, which lists a bot's possible actions"]);
  assert.equal((await post('/games/race/create', { numPlayers: 2, bots: { 1: 'teller' } })).status, 200);
  const without = await serve(t, { games: [race()], bots: false });
  assert.deepEqual((await without.post('/games/race/create', { numPlayers: 2, bots: { 1: 'hard' } })).body, 'bots: this server has none');
  assert.equal((await without.post('/games/race/create', { numPlayers: 2, bots: {} })).status, 200);
});

for (const [wire, open] of Object.entries(WIRES)) {
  test(`no client can act, see or chat as a bot, by ${wire}`, async (t) => {
    // No player has joined, and so all clients may act for each other.
    const { url, matchID, server } = await table(t);
    const { heard, send } = await open(url, 'race');
    send('sync', matchID, '1', undefined, 2);
    send('update', { type: 'MAKE_MOVE', payload: { type: 'say', args: [1], playerID: '0' } }, 0, matchID, '0');
    const stored = async () => (await server.db.fetch(matchID, { state: true })).state;
    await untilSo(async () => (await stored())._stateID === 1);
    for (const credentials of [undefined, '', 'x']) {
      send('update', { type: 'MAKE_MOVE', payload: { type: 'say', args: [1], playerID: '1', credentials } }, 1, matchID, '1');
      send('chat', matchID, { id: 'a', sender: '1', payload: 'hello' }, credentials);
    }
    send('sync', matchID, '0', undefined, 2);
    await untilSo(() => heard.some((text) => text.includes('zero')));
    await untilSo(async () => (await stored())._stateID === 2);
    assert.deepEqual((await stored()).G.said, ['0: 1', '1: 2']);
    assert.ok(!heard.some((text) => text.includes('one') && text.includes('minds') || text.includes('hello')));
  });
}

test("no player can change or leave a bot's seat through the lobby, even after joining", async (t) => {
  const { post, matchID, join, get } = await table(t, { options: { authenticateCredentials: () => true } });
  for (const isJoined of [false, true]) {
    if (isJoined) await join('0');
    for (const [what, body] of [['leaveSlot', {}], ['leave', {}], ['leaveGame', {}], ['update', { newName: 'Eve' }], ['playAgain', {}]]) {
      assert.equal((await post(`/games/race/${matchID}/${what}`, { playerID: '1', credentials: 'x', ...body })).status, 403, what);
    }
    assert.equal((await post(`/games/race/${matchID}/join`, { playerID: '1', playerName: 'Eve' })).status, 409);
  }
  assert.equal((await get(`/games/race/${matchID}`)).body.players[1].bot, 'teller');
});

test('invalid bot settings in the metadata are reported, and the bot plays the first action that the game offers', async (t) => {
  const events = [];
  const { server, matchID, join, enter } = await table(t, { options: { watch: (event) => event.type === 'error' && events.push(event) } });
  const seat = await join('0');
  const { metadata } = await server.db.fetch(matchID, { metadata: true });
  await server.db.setMetadata(matchID, { ...metadata, _bots: { settings: { 1: { difficulty: 7 } }, share: {} } });
  const client = enter(seat);
  await until([client], () => client.getState());
  client.moves.say(2);
  await until([client], () => said(client)?.length === 2);
  assert.deepEqual(said(client), ['0: 2', '1: 1']);
  assert.match(events[0].error.message, /bots\.difficulty: expected/);
});


test('matches share search time by the address that created them, which is not stored', async (t) => {
  const { post, server } = await serve(t, { games: [race()], trustedProxies: 1 });
  const shareOfMatchFrom = async (address) => {
    const { body: { matchID } } = await post('/games/race/create', { numPlayers: 2, bots: { 1: 'hard' } }, { 'X-Forwarded-For': address });
    const { metadata } = await server.db.fetch(matchID, { metadata: true });
    assert.ok(!JSON.stringify(metadata).includes(address));
    return metadata._bots.share;
  };
  const [one, same, other] = [await shareOfMatchFrom('192.0.2.1'), await shareOfMatchFrom('192.0.2.1'), await shareOfMatchFrom('198.51.100.7')];
  assert.equal(one, same);
  assert.notEqual(one, other);
});
