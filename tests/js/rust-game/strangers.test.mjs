// Clients whose messages fail the instance of a game in Rust are refused, across all matches, and all others play on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { act, look, served } from './strangers.mjs';

/** More matches than a sender may fail the instance in, and the number of moves in each. */
const MANY = 200;
const MOVES = 10;
const [STRANGER, OTHER] = ['10.0.0.1', '10.0.0.2'];

for (const move of ['overflow', 'hoard']) {
  test(`a client that fails the instance in many matches is refused until others were served (${move})`, async (t) => {
    const { at, instances } = await served(t);
    const [stranger, other] = [at(STRANGER), at(OTHER)];
    let answer = '';
    for (let i = 0; i < MANY && !answer.includes('match/limited'); i += 1) {
      answer = await act(stranger, { game: 'faults', matchID: `${move}-${i}`, move, times: MOVES });
    }
    assert.match(answer, /match\/limited.*try again in \d+ seconds/);
    const before = await instances();
    for (let i = 0; i < 5; i += 1) assert.match(await look(stranger, { game: 'faults', matchID: `again-${i}`, seat: '0' }), /match\/limited/);
    assert.equal(await instances(), before);
    // No other client is refused at this game, nor is this one at another game.
    assert.match(await act(other, { game: 'faults', matchID: 'others', move: 'count' }), /count",1/);
    assert.match(await act(stranger, { game: 'board', matchID: 'board', move: 'mark', args: [3] }), /_stateID",1/);
  });
}

test('a client that fails the instance by setup data in the lobby is refused, and others create matches', async (t) => {
  const { at, instances } = await served(t);
  const [stranger, other] = [at(STRANGER), at(OTHER)];
  const create = ({ post }, setupData) => post('/games/faults/create', { numPlayers: 2, setupData });
  const statuses = new Set();
  for (let i = 0; i < MANY && !statuses.has(429); i += 1) statuses.add((await create(stranger, 'hoard')).status);
  assert.deepEqual([...statuses], [500, 429]);
  const before = await instances();
  const { status, text } = await create(stranger, 'hoard');
  assert.deepEqual([status, await instances()], [429, before]);
  assert.match(text, /try again in \d+ seconds/);
  assert.equal((await create(other, '')).status, 200);
});

test('repeated panics that a client causes are printed once in a while, for each place', async (t) => {
  const { at, printed } = await served(t);
  const stranger = at(STRANGER);
  for (let i = 0; i < 20; i += 1) assert.equal((await stranger.post('/games/faults/create', { numPlayers: 2, setupData: 'setup' })).status, 500);
  for (let i = 0; i < 20; i += 1) await act(stranger, { game: 'faults', matchID: `panic-${i}`, move: 'panic', args: [] });
  assert.equal(printed().match(/setup fails/g)?.length, 1);
  assert.equal(printed().match(/the move fails after/g)?.length, 1);
});
