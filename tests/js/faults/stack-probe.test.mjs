// The space that the stack probe reserves, before and after an engine has optimised it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('probe-space.mjs', import.meta.url));

/** Minimum space that each check reserves, in kilobytes. */
const LEAST = { checkStack: 64, checkStackForSteps: 80, hasStackToAct: 96 };
/** Kilobytes that the calls between the failed check and the measurement take. */
const SLACK = 4;

/** Runs the checks in a process of its own. Returns how many kilobytes were left where each of them failed first. */
async function spaces({ calls, flags = [], argument = '' }) {
  const { stdout } = await run(process.execPath, [...flags, CHILD, String(calls), argument], { env: { ...process.env, NODE_OPTIONS: '' } });
  return JSON.parse(stdout);
}

function assertReserved(measured, what) {
  for (const [check, least] of Object.entries(LEAST)) {
    assert.ok(measured[check] >= least - SLACK, `${what}: ${check} left ${measured[check]} kB, and not ${least}`);
  }
}

test('the probe is valid WebAssembly', async () => {
  assert.equal((await spaces({ calls: 0 })).isValid, true);
});

for (const [what, flags] of [['as the engine compiles it', []], ['optimised from the start', ['--no-liftoff']], ['never optimised', ['--liftoff-only']]]) {
  test(`the stack probe reserves its space before and after a million calls, ${what}`, async () => {
    assertReserved(await spaces({ calls: 10, flags }), 'the first calls');
    assertReserved(await spaces({ calls: 1_000_000, flags }), 'a million calls');
  });
}

test('the stack probe reserves its space where nothing may be compiled', async () => {
  const measured = await spaces({ calls: 20_000, argument: 'uncompiled' });
  assert.equal(measured.isValid, false);
  assertReserved(measured, 'by arguments');
});
