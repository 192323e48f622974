// Slow: it needs other runtimes than Node.js.
// A server with its lobby and its players, bots, the slim entries and a game in Rust, in one process of each runtime.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RUNTIMES } from './runtimes.mjs';

const PLAY = fileURLToPath(new URL('play.mjs', import.meta.url));

for (const [name, [program, ...args]] of Object.entries({ 'Node.js': [process.execPath], ...RUNTIMES })) {
  test(`${name} plays at a server over each transport, against bots, slim, and a game in Rust`, async () => {
    assert.ok(program, `${name} is not installed: scripts/setup runtimes`);
    const { stdout, stderr } = await promisify(execFile)(program, [...args, PLAY], { timeout: 300_000 });
    assert.equal(stdout.trim().split('\n').at(-1), 'played', stderr);
  });
}
