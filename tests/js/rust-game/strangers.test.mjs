// Strangers whose messages fail the instance of a game in Rust pay for it themselves, in however many matches, and all others play on.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { WebSocket } from 'ws';

const CHILD = new URL('./failing-child.mjs', import.meta.url);
/** More matches than any stranger is let fail the instance in, and so many moves in each. */
const MANY = 200;
const MOVES = 10;
const [STRANGER, OTHER] = ['10.0.0.1', '10.0.0.2'];

/** A server in a process of its own, and what asks it from an address. */
async function served(t) {
  const child = fork(CHILD, { silent: true });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { printed += text; });
  const ended = once(child, 'exit').then(() => { throw new Error(`The server has ended: ${printed}`); });
  const [{ url }] = await Promise.race([once(child, 'message'), ended]);
  return {
    at: (address) => clientAt(t, url, address),
    printed: () => printed,
    async instances() {
      child.send('instances');
      return (await once(child, 'message'))[0].instances;
    },
  };
}

function clientAt(t, url, address) {
  const headers = { 'X-Forwarded-For': address };
  return {
    async post(path, body) {
      const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
      const response = await fetch(url + path, init);
      return { status: response.status, text: await response.text() };
    },
    /** A socket at a game; `ask` resolves with the next message that `isAnswer`. */
    async open(game) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/${game}`, { headers });
      t.after(() => socket.terminate());
      await once(socket, 'open');
      return {
        ask(type, args, isAnswer) {
          const answered = new Promise((resolve) => {
            socket.on('message', function receive(data) {
              if (!isAnswer(String(data))) return;
              socket.off('message', receive);
              resolve(String(data));
            });
          });
          socket.send(JSON.stringify({ type, args }));
          return answered;
        },
        close: () => socket.close(),
      };
    },
  };
}

function moveOf(type, args, seq) {
  return { type: 'MAKE_MOVE', payload: { type, args, playerID: '0' }, sync: { session: 'mine', seq, first: seq } };
}

/** Comes to a match, which begins if there is none, and makes a move there, several times: what is answered the last time. */
async function act({ open }, { game, matchID, move, args = [], times = 1 }) {
  const socket = await open(game);
  await socket.ask('sync', [matchID, '0', undefined, 2], (text) => text.includes(matchID));
  let answer = '';
  for (let seq = 1; seq <= times; seq += 1) {
    answer = await socket.ask('update', [moveOf(move, args, seq), 0, matchID, '0'], (text) => text.includes(matchID) && text.includes('"mine"'));
  }
  socket.close();
  return answer;
}

for (const move of ['overflow', 'hoard']) {
  test(`who fails the instance in ever new matches is refused until others have had their time (${move})`, async (t) => {
    const { at, instances } = await served(t);
    const [stranger, other] = [at(STRANGER), at(OTHER)];
    let answer = '';
    for (let i = 0; i < MANY && !answer.includes('match/limited'); i += 1) {
      answer = await act(stranger, { game: 'faults', matchID: `${move}-${i}`, move, times: MOVES });
    }
    assert.match(answer, /match\/limited.*try again in \d+ seconds/);
    // After a full stack, which takes no time, they are accepted again at once.
    if (move === 'hoard') {
      const before = await instances();
      for (let i = 0; i < 5; i += 1) assert.match(await act(stranger, { game: 'faults', matchID: `again-${i}`, move }), /match\/limited/);
      assert.equal(await instances(), before);
    }
    // Nobody else pays for it: not at this game, and not the stranger at another.
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
