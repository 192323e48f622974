// The cache of bots that wait for their next question, and their release.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Local } from 'rondel/multiplayer';
import { BotCache } from '../../../pkg/lib/ai/bot-cache.js';
import { silence } from '../support/console.mjs';
import { race, say } from '../multiplayer/race.mjs';
import { move, sit } from '../multiplayer/transports.mjs';
import { nextTask, until } from '../support/tasks.mjs';

/** Bots by name, and the names of released bots. */
function some() {
  const freed = [];
  return { freed, bot: (name) => ({ name, free: () => freed.push(name) }) };
}

test('taking a bot removes it from the cache, and keeping it returns it', () => {
  const kept = new BotCache();
  const { bot, freed } = some();
  const one = bot('one');
  assert.equal(kept.take('seat', { match: 'm' }), undefined);
  kept.add('seat', one, { match: 'm' });
  assert.equal(kept.take('seat', { match: 'm' }), one);
  assert.equal(kept.take('seat', { match: 'm' }), undefined);
  assert.deepEqual(freed, []);
});

test('the cache releases a bot if its place is taken, its spec changes, it has no match, its match is forgotten, or the cache is full', () => {
  const kept = new BotCache(2);
  const { bot, freed } = some();
  const keep = (name, key, place) => {
    kept.take(key, place);
    kept.add(key, bot(name), place);
  };
  keep('without a match', 'a', {});
  keep('one', 'b', { match: 'm' });
  kept.add('b', bot('second'), { match: 'm' });
  assert.deepEqual(freed, ['without a match', 'second']);
  assert.equal(kept.take('b', { match: 'm', spec: {} }), undefined);
  assert.deepEqual(freed.splice(0), ['without a match', 'second', 'one']);
  for (const name of ['c', 'd', 'e']) keep(name, name, { match: name });
  assert.deepEqual(freed, ['c']);
  kept.forget('d');
  kept.add('late', bot('from a forgotten match'), { match: 'd' });
  kept.forgetAll();
  assert.deepEqual(freed, ['c', 'd', 'from a forgotten match', 'e']);
});

test('the cache accepts a bot without a release method', (t) => {
  silence(t);
  const kept = new BotCache();
  kept.add('a', { free() { throw new Error('not now'); } }, {});
  kept.add('b', {}, {});
});

test('the bots of a match release their memory when no client is connected, also during a search', async (t) => {
  const freed = [];
  let go;
  class Bot {
    async play(_state, playerID) {
      await new Promise((done) => { go = done; });
      return say(playerID, 1);
    }

    free() {
      freed.push(this);
    }
  }
  const tab = sit(Local({ bots: { 1: Bot } }), race(), { playerID: '0' });
  t.after(() => tab.transport.disconnect());
  move(tab, 'say', 1);
  await until(() => go);
  go();
  await until(() => tab.state.ctx.turn === 3);
  assert.equal(freed.length, 0);
  tab.transport.disconnect();
  assert.equal(freed.length, 1);
  tab.transport.connect();
  go = undefined;
  move(tab, 'say', 1);
  await until(() => go);
  tab.transport.disconnect();
  go();
  await nextTask();
  assert.equal(freed.length, 2);
});
