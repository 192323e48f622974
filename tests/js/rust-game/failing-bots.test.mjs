// Bots in a game in Rust whose code fails during a search: each match goes on, and the error names the game, the seat and the move.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ISMCTSBot, MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { InitializeGame } from 'rondel/internal';
import { openSearch } from '../../../pkg/lib/ai/search.js';
import { snares } from '../../rust-game/duel.mjs';
import { printing } from '../support/console.mjs';
import { table } from '../server/bot-race.mjs';
import { until } from '../support/tasks.mjs';

/** A state with these snares, after two steps. */
function positionWith(setupData) {
  const game = snares();
  const client = Client({ game: { ...game, seed: 'walk' }, quiet: true, setupData, numPlayers: 2 });
  client.start();
  client.moves.walk(2);
  const state = client.getState();
  client.dispose();
  return { game, state };
}

const playedBy = (bot, state) => bot.play(state, '1').then(({ action: { payload } }) => [payload.type, ...payload.args]);

test('a search skips a move that panics', async (t) => {
  const printed = printing(t);
  const { game, state } = positionWith({ snare: 'panic', from: 2 });
  for (const Bot of [MCTSBot, ISMCTSBot]) {
    const bot = new Bot({ game, seed: 'bot', iterations: 300 });
    // The player who leaves three steps wins.
    assert.deepEqual(await playedBy(bot, state), ['walk', 2]);
  }
  const search = openSearch(game, { playerID: '1', seed: 'a' });
  search.begin(state);
  while (!search.run(50));
  const { playerID, action, error } = search.failure;
  assert.match(error.message, /^game 'snares', player '[01]': panic\([12]\): a snare after \d+ and [12], at .*snares\.rs:\d+:\d+$/);
  assert.match(error.message, new RegExp(`player '${playerID}': panic\\(${action.payload.args[0]}\\)`));
  assert.equal(error.cause.code, 'game/panic');
  assert.deepEqual(search.candidates().map(({ action: { payload } }) => payload.type), ['walk', 'walk']);
  assert.match(printed[0], /a bot ignores a part of the possible outcomes: game 'snares', player '[01]': panic\([12]\): /);
});

test('the same seed makes the same move again despite panics', async () => {
  const { game, state } = positionWith({ snare: 'panic', from: 3 });
  const chosen = () => playedBy(new ISMCTSBot({ game, seed: 'bot', iterations: 100 }), state);
  assert.deepEqual(await chosen(), await chosen());
});

for (const snare of ['moves', 'outcome', 'determinize', 'overflow', 'hoard']) {
  test(`the error names the place where the game’s code fails (${snare}), and the bot can search again`, async () => {
    const { game, state } = positionWith({ snare, from: 3 });
    const bot = new ISMCTSBot({ game, seed: 'bot', iterations: 200 });
    const failing = { ...state, G: { ...state.G, from: snare === 'determinize' ? 2 : 3 } };
    await assert.rejects(bot.play(failing, '1'), { code: 'bot/failed', message: /^game 'snares', player '[01]': / });
    const { state: sound } = positionWith({ snare: 'nothing', from: 0 });
    assert.deepEqual(await playedBy(bot, sound), ['walk', 2]);
  });
}

test('the error names a move\'s argument that JSON cannot represent, in a search and among the legal moves', async () => {
  const { game, state } = positionWith({ snare: 'argument', from: 3 });
  const failing = { ...state, G: { ...state.G, from: 2 } };
  const nan = 'JSON cannot represent NaN';
  await assert.rejects(new ISMCTSBot({ game, seed: 'bot', iterations: 200 }).play(failing, '1'), { code: 'game/state', message: `moves[2].args[0]: ${nan}` });
  const search = openSearch(game, { playerID: '1', seed: 'a' });
  search.begin(failing);
  search.run(50);
  assert.throws(() => search.candidates(), { code: 'game/state', message: `moves.lean[0]: ${nan}` });
  const client = Client({ game, quiet: true, setupData: { snare: 'argument', from: 0 } });
  assert.throws(() => client.legalMoves(), { code: 'game/state', message: `moves[2].args[0]: ${nan}` });
});

for (const snare of ['panic', 'moves', 'determinize', 'overflow', 'hoard']) {
  test(`at a server, a match goes on, and so do others (${snare})`, async (t) => {
    printing(t);
    const errors = [];
    const { enter, post } = await table(t, {
      game: snares(), bots: { 0: { iterations: 60 }, 1: { iterations: 60 } }, setupData: { snare, from: 3 },
      options: { watch: (event) => event.type === 'error' && errors.push(event.error.message) },
    });
    const { body: { matchID } } = await post('/games/snares/create', { numPlayers: 2, bots: { 0: { iterations: 60 }, 1: { iterations: 60 } } });
    const [client, other] = [enter(), enter({ matchID })];
    // Players whose `moves` fail pass their turns forever.
    await until(() => other.getState()?.ctx.gameover && (client.getState()?.ctx.gameover || client.getState()?.ctx.turn > 6));
    const said = errors.join('\n');
    if (snare !== 'panic') assert.match(said, /game 'snares': the bot of player '[01]' has failed; .* was done in its place: game 'snares', player '[01]': /);
  });
}

test('a search whose instance another match has ended continues in the next one', async () => {
  const { game, state } = positionWith({ snare: 'nothing', from: 0 });
  const bot = new ISMCTSBot({ game, seed: 'bot', iterations: 20_000 });
  const thought = bot.play(state, '1');
  const client = Client({ game: snares(), quiet: true, setupData: { snare: 'nothing', from: 0 } });
  client.start();
  assert.throws(() => client.moves.overflow());
  const { action } = await thought;
  assert.deepEqual([action.payload.args, bot.iterationCounter], [[2], 20_000]);
});

test('a search uses only the seat\'s view of the state', () => {
  const game = snares();
  const state = InitializeGame({ game: { ...game, seed: 'a' }, numPlayers: 2 });
  const search = openSearch(game, { playerID: '0', seed: 'a' });
  search.begin({ ...state, G: { ...state.G, deck: 5 } });
  search.run(10);
  assert.equal(search.failure, undefined);
});
