// Slow: many engines. Released engines and engines that fail to start: the module's memory is freed once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openEngine, startMatch } from '../../../pkg/lib/game/match.js';
import { rulesOf } from '../../../pkg/lib/game/rules.js';
import { loadEngine } from '../../../pkg/lib/engine/load-engine.js';
import { leakOf } from '../support/leak.mjs';

const SILENT = { development: false, warn() {} };

test('an engine with values that cannot be released is freed once', () => {
  const match = openEngine(rulesOf({ setup: () => ({ n: 0 }), moves: {} }), SILENT);
  startMatch(match, 2);
  match.host.release = () => {
    throw new Error('no release');
  };
  assert.throws(() => match.engine.free(), { message: 'no release' });
  match.engine.free();
  assert.throws(() => match.engine.undo(), { code: 'engine/freed' });
  assert.equal(loadEngine().boundary.isRetired, false);
});

test('a refused definition leaves nothing in the engine\'s memory', async () => {
  const leak = await leakOf(new URL('leaks.mjs', import.meta.url), 'refusedDefinitions', 1500);
  assert.ok(leak < 2, `${leak.toFixed(1)} MB stay behind`);
});
