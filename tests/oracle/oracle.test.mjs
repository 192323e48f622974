// Random games on boardgame.io 0.50.2 and on Rondel with compat: '0.50'; and the oracle itself, on two boardgame.io's.
import assert from 'node:assert/strict';
import test from 'node:test';
import { partOfToday } from '../js/support/rotation.mjs';
import { oracle, silenced } from './engines.mjs';
import { replay } from './game.mjs';
import { playRangeOn } from './range.mjs';
import { kinds, summary, transcript } from './report.mjs';
import { run } from './run.mjs';

/** In three days: each has games of its own. `scripts/oracle 0 3000` plays all. */
const GAMES = 3000;
const DAILY = GAMES / 3;
const FIRST = partOfToday(3) * DAILY;
/** Fewer for scripts/test --fast. */
const PLAYED = process.env.RONDEL_FAST ? 300 : DAILY;

test('the oracle agrees with itself', async () => {
  const totals = await silenced(() => playRangeOn({ oracle, rondel: oracle }, { first: 0, last: 150 }));
  assert.deepEqual(totals.failures, []);
  assert.equal(totals.played, 150);
  assert.ok(totals.aside < 15, `${totals.aside} games set aside`);
});

test('the oracle catches a rule that is slightly different, and shrinks the game', async () => {
  const forgetful = {
    ...oracle,
    Client: ({ game, ...options }) => {
      const { maxMoves, ...turn } = game.turn ?? {};
      return oracle.Client({ ...options, game: { ...game, turn: maxMoves ? { ...turn, maxMoves: maxMoves + 1 } : game.turn } });
    },
  };
  const engines = { oracle, rondel: forgetful };
  const [failure, ...others] = (await silenced(() => playRangeOn(engines, { first: 0, last: 60, shrinkEach: 1 }))).failures;
  assert.ok(others.length > 3, 'many games have maxMoves');
  const { definition, actions } = failure.shrunk;
  assert.ok(actions.length <= 3, transcript(failure));
  assert.ok(definition.turn.maxMoves, transcript(failure));
  const again = await silenced(() => replay(definition, actions, engines));
  assert.equal(again.result, 'differs');
});

test(`${PLAYED} random games from number ${FIRST} end alike on boardgame.io 0.50.2 and on Rondel with compat: '0.50'`, async (t) => {
  const began = Date.now();
  const totals = await run(FIRST, PLAYED);
  t.diagnostic(summary(totals, Date.now() - began));
  const told = totals.failures.filter((failure) => failure.shrunk).map(transcript).join('\n\n');
  assert.equal(totals.differing, 0, `${kinds(totals.failures)}\n\n${told}`);
});
