// Seed document 000: reactive play, on a small Bang!-like table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, acting, assertFits, ctx, demo, inVain, log, number, picture, refusal, seat, status } from './harness.mjs';
import { play, table } from './gunslingers.mjs';

const open = demo();

test('000: every reaction, from the first card to the last one standing', async (t) => {
  const page = await open(t, '?seed=duel-5#showdown');
  const seen = await play(page);
  t.diagnostic(JSON.stringify(seen));
});
