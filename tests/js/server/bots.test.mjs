// Bots in a server's matches: their creation, their view, their moves and their rematches.
import assert from 'node:assert/strict';
import test from 'node:test';
import { race, said, table, tellerOf } from './bot-race.mjs';
import { until } from './support.mjs';
import { quiet, until as untilSo } from '../support/tasks.mjs';

test('a bot from the lobby plays its seat, and sees what a player there sees', async (t) => {
  const asked = [];
  const { join, enter } = await table(t, { game: race({ ai: { enumerate: () => [], bots: { teller: tellerOf(asked) } } }) });
  const client = enter(await join('0'));
  await until([client], () => client.getState());
  client.moves.say(1);
  await until([client], () => said(client)?.length === 2);
  assert.deepEqual(said(client), ['0: 1', '1: 2']);
  const [{ state, playerID }] = asked;
  assert.equal(playerID, '1');
  assert.deepEqual(state.G, { said: ['0: 1'], minds: { 1: 'one' } });
  assert.ok(!JSON.stringify(state).includes('zero'));
});

test('lists and matches show bots as connected, and their seats are taken', async (t) => {
  const { get, post, matchID, lobby, join, enter } = await table(t, { bots: { 1: 'hard' } });
  const seats = [{ id: 0 }, { id: 1, name: 'Bot (hard)', bot: 'hard', isConnected: true }];
  assert.deepEqual((await get(`/games/race/${matchID}`)).body.players, seats);
  assert.deepEqual((await lobby.listMatches('race')).matches[0].players, seats);
  assert.equal((await post(`/games/race/${matchID}/join`, { playerName: 'eve', playerID: '1' })).status, 409);
  const client = enter(await join('0'));
  await until([client], () => client.matchData?.[1]);
  assert.deepEqual(client.matchData[1], { id: 1, name: 'Bot (hard)', bot: 'hard', isConnected: true });
  assert.equal((await post(`/games/race/${matchID}/join`, { playerName: 'eve' })).status, 409);
  assert.ok(!JSON.stringify((await get(`/games/race/${matchID}`)).body).includes('_bots'));
});

test('a match of bots alone is played while a spectator is connected', async (t) => {
  const { enter } = await table(t, { bots: { 0: 'teller', 1: 'teller' } });
  const client = enter();
  await until([client], () => client.getState()?.ctx.gameover);
  assert.equal(said(client).length, 10);
});

test('a bot does not search while no client is connected, and moves when one connects', async (t) => {
  const asked = [];
  const game = race({ ai: { enumerate: () => [], bots: { teller: tellerOf(asked) } } });
  const { join, enter, server, matchID } = await table(t, { game, bots: { 0: 'teller' } });
  const seat = await join('1');
  await quiet();
  assert.equal(asked.length, 0);
  const client = enter(seat);
  await until([client], () => said(client)?.length === 1);
  client.moves.say(1);
  client.dispose();
  const stored = async () => (await server.db.fetch(matchID, { state: true })).state;
  await untilSo(async () => (await stored())._stateID === 2);
  const again = enter(seat);
  await until([again], () => said(again)?.length === 3);
  assert.deepEqual(said(again), ['0: 2', '1: 1', '0: 2']);
});

test('a bot replaces a player who leaves, but not the last one', async (t) => {
  const { join, enter, lobby, matchID, get } = await table(t, { bots: null, botsTakeOver: 'teller' });
  const seats = [await join('0'), await join('1')];
  const [client, other] = seats.map(enter);
  await until([client, other], () => client.getState() && other.getState());
  await lobby.leaveSlot('race', matchID, seats[1]);
  await until([client], () => client.matchData?.[1].bot);
  assert.deepEqual(client.matchData[1], { id: 1, isConnected: true, name: 'Bot (teller)', bot: 'teller' });
  client.moves.say(1);
  await until([client], () => said(client)?.length === 2);
  assert.deepEqual(said(client), ['0: 1', '1: 2']);
  // A client that has left receives no more of the seat's view.
  assert.equal(said(other).length, 0);
  await lobby.leaveSlot('race', matchID, seats[0]);
  assert.equal((await get(`/games/race/${matchID}`)).status, 404);
});

test('bots join the rematch of their players', async (t) => {
  const { join, enter, lobby, matchID, get, url, post } = await table(t, { bots: { 1: 'teller' }, botsTakeOver: 'medium' });
  const { nextMatchID } = await lobby.playAgain('race', matchID, await join('0'));
  assert.deepEqual((await get(`/games/race/${nextMatchID}`)).body.players, [{ id: 0 }, { id: 1, name: 'Bot (teller)', bot: 'teller', isConnected: true }]);
  const { playerCredentials: credentials } = await lobby.joinMatch('race', nextMatchID, { playerID: '0', playerName: 'Ann' });
  const without = await post(`/games/race/${nextMatchID}/playAgain`, { playerID: '0', credentials, bots: {} });
  assert.equal(without.status, 200);
  assert.deepEqual((await get(`/games/race/${without.body.nextMatchID}`)).body.players, [{ id: 0 }, { id: 1 }]);
  assert.ok(enter && url);
});

test('a failing bot is reported once, and the first action that the game offers replaces its move', async (t) => {
  class Failing {
    play() { throw new Error('no idea'); }
  }
  const events = [];
  const game = race({ ai: { enumerate: () => [{ move: 'say', args: [1] }], bots: { failing: Failing } } });
  const { join, enter } = await table(t, { game, bots: { 1: 'failing' }, options: { watch: (event) => event.type === 'error' && events.push(event) } });
  const client = enter(await join('0'));
  for (const turn of [0, 1]) {
    await until([client], () => said(client)?.length === 2 * turn);
    client.moves.say(2);
    await until([client], () => said(client)?.length === 2 * turn + 2);
  }
  assert.deepEqual(said(client), ['0: 2', '1: 1', '0: 2', '1: 1']);
  assert.deepEqual(events.map(({ gameName, error }) => [gameName, error.code]), [['race', 'bot/failed']]);
  assert.match(events[0].error.message, /game 'race': the bot of player '1' has failed; say\(1\) was done in its place: no idea/);
});

test('an operator who kicks a bot frees its seat', async (t) => {
  const { server, matchID, join, get } = await table(t);
  await server.admin.kick(matchID, '1');
  assert.deepEqual((await get(`/games/race/${matchID}`)).body.players, [{ id: 0 }, { id: 1 }]);
  await join('1');
});
