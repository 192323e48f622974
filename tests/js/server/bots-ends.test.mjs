// The end of a search of a server's bots: it ends with the match and the server, and survives a failing storage.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from 'rondel/server';
import { race, said, say, table } from './bot-race.mjs';
import { until } from './support.mjs';
import { nextTask, until as untilSo } from '../support/tasks.mjs';

/** A bot that searches until its signal aborts; `thoughts` are the signals that it received. */
function botThatThinksUntilStopped(thoughts) {
  return class Pondering {
    play(_state, _playerID, { signal }) {
      thoughts.push(signal);
      return new Promise((_done, fail) => { signal.addEventListener('abort', () => fail(signal.reason)); });
    }
  };
}

/** A bot searches for its move, and player 0 waits. */
async function thinking(t, options = {}) {
  const thoughts = [];
  const at = await table(t, { game: race({ ai: { enumerate: () => [], bots: { pondering: botThatThinksUntilStopped(thoughts) } } }), bots: { 1: 'pondering' }, options });
  const seat = await at.join('0');
  const client = at.enter(seat);
  await until([client], () => client.getState());
  await client.moves.say(1).confirmed;
  await untilSo(() => thoughts.length === 1);
  return { ...at, thoughts, client, seat };
}

test('a search ends when no client is connected any more', async (t) => {
  const { client, thoughts } = await thinking(t);
  client.dispose();
  await untilSo(() => thoughts[0].aborted);
});

test('a search ends when the match is deleted, or its player leaves it', async (t) => {
  const { server, matchID, thoughts } = await thinking(t);
  await server.admin.deleteMatch(matchID);
  await untilSo(() => thoughts[0].aborted);
  const other = await thinking(t);
  await other.lobby.leaveSlot('race', other.matchID, other.seat);
  await untilSo(() => other.thoughts[0].aborted);
});

test("a search ends when an operator frees the bot's seat", async (t) => {
  const { server, matchID, thoughts, join } = await thinking(t);
  await server.admin.kick(matchID, '1');
  await untilSo(() => thoughts[0].aborted);
  await join('1');
});

test('a server can end while bots search and wait', async (t) => {
  const { server, running, thoughts } = await thinking(t);
  await server.kill(running);
  assert.ok(thoughts[0].aborted);
});

test('a bot acts when a storage that has failed works again', async (t) => {
  let isBroken = false;
  const db = new InMemory();
  const compareAndSetState = db.compareAndSetState.bind(db);
  db.compareAndSetState = (...args) => {
    if (isBroken) throw new Error('the disk is full');
    return compareAndSetState(...args);
  };
  let failures = 0;
  const teller = class { async play(_state, playerID) { isBroken = failures === 0; return say(2, playerID); } };
  const { join, enter } = await table(t, {
    game: race({ ai: { enumerate: () => [], bots: { teller } } }),
    options: {
      db,
      watch({ type }) {
        if (type !== 'error') return;
        failures += 1;
        isBroken = false;
      },
    },
  });
  const client = enter(await join('0'));
  await until([client], () => client.getState());
  client.moves.say(1);
  await until([client], () => said(client).length === 2);
  assert.equal(failures, 1);
});

test('while a bot computes after its search has ended, no other bot starts a search', async (t) => {
  let underWay = 0;
  const beside = [];
  class Deaf {
    async play(_state, playerID) {
      underWay += 1;
      for (const end = performance.now() + 1000; performance.now() < end;) {
        for (const slice = performance.now() + 5; performance.now() < slice;);
        await nextTask();
      }
      underWay -= 1;
      return say(2, playerID);
    }
  }
  class Watching {
    async play(_state, playerID) {
      beside.push(underWay);
      return say(2, playerID);
    }
  }
  const { post, lobby, join, enter } = await table(t, { game: race({ ai: { enumerate: () => [], bots: { deaf: Deaf, watching: Watching } } }), bots: { 1: 'deaf' } });
  const client = enter(await join('0'));
  await until([client], () => client.getState());
  await client.moves.say(1).confirmed;
  await untilSo(() => underWay === 1);
  client.dispose();
  const { body: { matchID } } = await post('/games/race/create', { numPlayers: 2, bots: { 1: 'watching' } });
  const { playerCredentials: credentials } = await lobby.joinMatch('race', matchID, { playerID: '0', playerName: 'Ann' });
  const other = enter({ matchID, playerID: '0', credentials });
  await until([other], () => other.getState());
  other.moves.say(1);
  await until([other], () => said(other).length === 2);
  assert.deepEqual(beside, [0]);
});
