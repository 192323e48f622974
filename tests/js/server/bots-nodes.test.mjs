// Bots at matches that several nodes have connections at: one of them thinks, and another goes on when it says nothing any more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { Thinking } from '../../../pkg-server/lib/bots/thinking.js';
import { Auth } from '../../../pkg-server/lib/auth.js';
import { NEVER, quiet, until } from '../support/tasks.mjs';
import { race, said, say } from './bot-race.mjs';
import { openNodes } from './two-nodes.mjs';

/** Two nodes at one match, at which seat 1 is a bot's, who says 1 at the first node and 2 at the second; `asked` says which have thought. */
function table(t, { hangs = [] } = {}) {
  const asked = [];
  const games = [0, 1].map((node) => race({
    ai: {
      bots: {
        own: class {
          async play(_state, playerID) {
            asked.push(node);
            await (hangs.includes(node) && new Promise(() => {}));
            return say(node + 1, playerID);
          }
        },
      },
    },
  }));
  const storage = new InMemory();
  storage.createMatch('m', createMatch({ game: games[0], numPlayers: 2, bots: { 1: 'own' } }));
  const thinkings = [0, 1].map(() => new Thinking({ games: null, workers: 1, thinkingTime: 1 }));
  const nodes = openNodes({ games, storage, thinkings, auth: new Auth() });
  t.after(nodes.close);
  return { ...nodes, asked };
}

test('the node that a move was made at thinks, and the others show what comes of it', async (t) => {
  const { sit, asked, errors } = table(t);
  const player = sit('0', { at: 0 });
  await until(() => player.client.getState());
  const watcher = sit(null, { at: 1 });
  for (let turn = 1; turn <= 3; turn += 1) {
    await player.client.moves.say(1).confirmed;
    await until(() => said(watcher.client)?.length === 2 * turn);
  }
  assert.deepEqual(said(watcher.client).filter((text) => text.startsWith('1')), ['1: 1', '1: 1', '1: 1']);
  assert.deepEqual([asked, errors], [[0, 0, 0], []]);
});

test('another node thinks when nothing comes of it', { timeout: NEVER }, async (t) => {
  const { sit, asked } = table(t, { hangs: [0] });
  const player = sit('0', { at: 0 });
  await until(() => player.client.getState());
  const watcher = sit(null, { at: 1 });
  await until(() => watcher.client.getState());
  await player.client.moves.say(1).confirmed;
  await until(() => said(player.client).length === 2);
  assert.deepEqual(said(player.client), ['0: 1', '1: 2']);
  assert.deepEqual(asked, [0, 1]);
});

test('a node that players come to goes on with what the bot was to do', async (t) => {
  const { sit, asked } = table(t, { hangs: [0] });
  const player = sit('0', { at: 0 });
  await until(() => player.client.getState());
  await player.client.moves.say(1).confirmed;
  await until(() => asked.length === 1);
  player.goTo(1);
  await until(() => said(player.client).length === 2);
  assert.deepEqual(said(player.client), ['0: 1', '1: 2']);
  await quiet();
  assert.deepEqual(asked, [0, 1]);
});
