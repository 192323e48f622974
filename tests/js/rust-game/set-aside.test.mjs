// Slow: engines fail again and again.
// A match that fails the instance of a game in Rust whenever it is read or shown is set aside: it costs the others once, for any number of
// requests.
import assert from 'node:assert/strict';
import test from 'node:test';
import { act, look, served } from './strangers.mjs';

const [STRANGER, OTHER, THIRD] = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
const SET_ASIDE = /"refused".*match\/set_aside.*the match is set aside for a minute/;
/** Number of players of a match. */
const MANY = 20;
/** Number of requests for it. */
const TIMES = 10;
/** A server with a match of a stranger, whose code fails from now on in a given place. */
async function trapped(t, place) {
  const server = await served(t);
  const match = { game: 'traps', matchID: 'trapped' };
  const at = { stranger: server.at(STRANGER), other: server.at(OTHER), third: server.at(THIRD) };
  await act(at.stranger, { ...match, move: 'set', args: [place] });
  // It may have failed for the stranger already: the next request creates a new instance.
  await act(at.third, { game: 'board', matchID: 'first', move: 'mark', args: [0] });
  return { ...server, ...at, match };
}

/** Returns the answers to each request for the match, and the number of instances that they took. */
async function answers({ instances }, times, asked) {
  const before = await instances();
  const all = [];
  for (let i = 0; i < times; i += 1) all.push(await asked(i));
  return { all, failures: await instances() - before };
}

async function assertOthersPlay({ other, third }) {
  assert.match(await act(other, { game: 'traps', matchID: 'others', move: 'count' }), /count",1/);
  assert.match(await act(third, { game: 'board', matchID: 'board', move: 'mark', args: [3] }), /_stateID",1/);
}

test('a match that cannot be shown is tried once, for all clients', async (t) => {
  const server = await trapped(t, 'show');
  const { other, third, match } = server;
  const spectators = await answers(server, TIMES, (i) => look(i % 2 === 0 ? other : third, match));
  for (const answer of spectators.all) assert.match(answer, SET_ASIDE);
  assert.ok(spectators.failures <= 1);
  await assertOthersPlay(server);
});

test('a match that cannot be shown to one player is shown to all others, who play on', async (t) => {
  const server = await trapped(t, 'show 1');
  const { stranger, other, match } = server;
  const views = await answers(server, TIMES, () => look(other, { ...match, seat: '1' }));
  for (const answer of views.all) assert.match(answer, SET_ASIDE);
  assert.ok(views.failures <= 1);
  assert.match(await look(other, match), /"sync".*"count":0/);
  const moves = await answers(server, TIMES, () => act(stranger, { ...match, move: 'count' }));
  assert.equal(moves.failures, 0);
  await assertOthersPlay(server);
});

/** On a slow machine, a client that has failed it once more has to wait. */
const NOT_TRIED = new RegExp(`${SET_ASIDE.source}|match/limited`);

test('a state that cannot be read or migrated is tried once, for all kinds of requests', async (t) => {
  const server = await trapped(t, 'read');
  const { stranger, other, third, match } = server;
  // Another instance has to read it again.
  await act(third, { game: 'faults', matchID: 'overflow', move: 'overflow' });
  await act(third, { game: 'board', matchID: 'second', move: 'mark', args: [0] });
  for (const it of [match, { ...match, matchID: 'old' }]) {
    const looks = await answers(server, TIMES, (i) => look(i % 2 === 0 ? other : third, it));
    for (const answer of looks.all) assert.match(answer, NOT_TRIED);
    const moves = await answers(server, TIMES, () => look(stranger, { ...it, seat: '0', move: 'count' }));
    for (const answer of moves.all) assert.match(answer, NOT_TRIED);
    // It may fail in the view of spectators, that of a player, the rights to undo, and a move.
    assert.ok(looks.failures + moves.failures <= 4, `${it.matchID}: ${looks.failures} and ${moves.failures}`);
  }
  await assertOthersPlay(server);
});

test('an action that cannot be shown to any of many players is tried for some of them', async (t) => {
  const { at, instances } = await served(t);
  const [stranger, match] = [at(STRANGER), { game: 'traps', matchID: 'trapped', numPlayers: MANY }];
  const seats = [];
  for (let seat = 0; seat < MANY; seat += 1) {
    const socket = await at(OTHER).open(match.game);
    await socket.ask('sync', [match.matchID, String(seat), undefined, MANY], (text) => text.includes('"sync"'));
    seats.push(socket);
  }
  const before = await instances();
  const refused = seats.map((socket) => socket.next((text) => SET_ASIDE.test(text)));
  await act(stranger, { ...match, move: 'set', args: ['fill'] });
  for (const answer of await Promise.all(refused)) assert.match(answer, SET_ASIDE);
  assert.ok(await instances() - before <= 6, `${await instances() - before} failures`);
});

test('a result whose state fails when it is dropped was stored and sent before', async (t) => {
  const { at } = await served(t);
  const match = { game: 'open-traps', matchID: 'trapped' };
  await act(at(STRANGER), { ...match, move: 'set', args: ['drop'] });
  assert.match(await act(at(STRANGER), { ...match, move: 'set', args: [''], first: 2 }), /_stateID",2/);
  assert.match(await look(at(OTHER), match), /"sync".*"_stateID":2/);
  await assertOthersPlay({ other: at(OTHER), third: at(THIRD) });
});

test('a sender of more and more failing matches is refused until others were served', async (t) => {
  const { at, instances } = await served(t);
  const stranger = at(STRANGER);
  let answer = '';
  let count = 0;
  for (; count < 200 && !answer.includes('try again in'); count += 1) {
    const match = { game: 'traps', matchID: `trapped-${count}` };
    await act(at(`10.1.0.${count}`), { ...match, move: 'set', args: ['fill'] });
    answer = await look(stranger, match);
  }
  assert.match(answer, /"refused".*match\/limited.*try again in \d+ seconds/);
  const before = await instances();
  assert.match(await look(stranger, { game: 'traps', matchID: 'trapped-0' }), /match\/limited/);
  assert.equal(await instances(), before);
  assert.match(await look(at(THIRD), { game: 'traps', matchID: 'third', seat: '0' }), /"sync"/);
});
