// When a server loads the search of bots.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import test from 'node:test';

const loaded = new Set();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});

// The hooks see only modules that are loaded after them.
const [{ said, table }, { until }] = await Promise.all([import('./bot-race.mjs'), import('./support.mjs')]);

/** `rondel/ai`, and the module of the search. */
const SEARCH = ['ai.js', 'lib/ai/bots-wasm.js'].map((file) => new URL(`../../../pkg/${file}`, import.meta.url).href);
const loadedOfSearch = () => SEARCH.filter((url) => loaded.has(url));

test('a server loads rondel/ai only when a bot plays at a match', async (t) => {
  const people = await table(t, { bots: null });
  const [client, other] = [people.enter(await people.join('0')), people.enter(await people.join('1'))];
  await until([client, other], () => client.getState() && other.getState());
  client.moves.say(1);
  await until([client, other], () => said(other).length === 1);
  assert.deepEqual(loadedOfSearch(), []);

  const withBot = await table(t);
  const player = withBot.enter(await withBot.join('0'));
  await until([player], () => player.getState());
  assert.deepEqual(loadedOfSearch(), []);
  player.moves.say(1);
  await until([player], () => said(player).length === 2);
  assert.deepEqual(loadedOfSearch(), SEARCH);
});
