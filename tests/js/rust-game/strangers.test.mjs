// Strangers whose messages fail the instance of a game in Rust are refused, in however many matches, and all others play on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { act, look, served } from './strangers.mjs';

/** More matches than any stranger is let fail the instance in, and so many moves in each. */
const MANY = 200;
const MOVES = 10;
const [STRANGER, OTHER] = ['10.0.0.1', '10.0.0.2'];

for (const move of ['overflow', 'hoard']) {
  test(`who fails the instance in ever new matches is refused until others have had their time (${move})`, async (t) => {
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
    // Nobody else is refused: not at this game, and not the stranger at another.
    assert.match(await act(other, { game: 'faults', matchID: 'others', move: 'count' }), /count",1/);
    assert.match(await act(stranger, { game: 'board', matchID: 'board', move: 'mark', args: [3] }), /_stateID",1/);
  });
}

test('who fails the instance by setup data in the lobby is refused, and others make matches', async (t) => {
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

test('what a stranger has panic again and again is printed once in a while, for each place', async (t) => {
  const { at, printed } = await served(t);
  const stranger = at(STRANGER);
  for (let i = 0; i < 20; i += 1) assert.equal((await stranger.post('/games/faults/create', { numPlayers: 2, setupData: 'setup' })).status, 500);
  for (let i = 0; i < 20; i += 1) await act(stranger, { game: 'faults', matchID: `panic-${i}`, move: 'panic', args: [] });
  assert.equal(printed().match(/setup fails/g)?.length, 1);
  assert.equal(printed().match(/the move fails after/g)?.length, 1);
});
