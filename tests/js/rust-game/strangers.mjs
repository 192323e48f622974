// A server of games in Rust in its own process, and hostile clients over sockets and the lobby, from addresses of their choice.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { WebSocket } from 'ws';

const CHILD = new URL('./failing-child.mjs', import.meta.url);

/** Timeout of an answer, in milliseconds. */
const PATIENCE = 5000;

/** A server in its own process, and functions that send requests from a given address. */
export async function served(t) {
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
    /** A socket at a game; `next` resolves with the next message that `isAnswer` accepts, and `ask` with the answer to a message. */
    async open(game) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/${game}`, { headers });
      t.after(() => socket.terminate());
      await once(socket, 'open');
      const say = (type, args) => socket.send(JSON.stringify({ type, args }));
      const next = (isAnswer) => Promise.race([firstOf(socket, isAnswer), later(PATIENCE, 'nothing', { ref: false })]);
      return {
        say,
        next,
        ask(type, args, isAnswer) {
          const answered = next(isAnswer);
          say(type, args);
          return answered;
        },
        close: () => socket.close(),
      };
    },
  };
}

function firstOf(socket, isAnswer) {
  return new Promise((resolve) => {
    socket.on('message', function receive(data) {
      if (!isAnswer(String(data))) return;
      socket.off('message', receive);
      resolve(String(data));
    });
  });
}

/** Joins a match, makes a move without waiting if one is given, and requests it: returns the answer. */
export async function look({ open }, { game, matchID, seat = null, move }) {
  const socket = await open(game);
  if (move) socket.say('update', [moveOf(move, [], 1), 0, matchID, seat]);
  const answer = await socket.ask('sync', [matchID, seat, undefined, 2], (text) => text.includes(matchID));
  socket.close();
  return answer;
}

function moveOf(type, args, seq) {
  return { type: 'MAKE_MOVE', payload: { type, args, playerID: '0' }, sync: { session: 'mine', seq, first: seq } };
}

/** Joins a match, which begins if there is none, and makes a move there, several times: returns the last answer. */
export async function act({ open }, { game, matchID, numPlayers = 2, move, args = [], first = 1, times = 1 }) {
  const socket = await open(game);
  await socket.ask('sync', [matchID, '0', undefined, numPlayers], (text) => text.includes(matchID));
  let answer = '';
  for (let seq = first; seq < first + times; seq += 1) {
    answer = await socket.ask('update', [moveOf(move, args, seq), 0, matchID, '0'], (text) => text.includes(matchID) && /"mine"|set_aside/.test(text));
  }
  socket.close();
  return answer;
}
