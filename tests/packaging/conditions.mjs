// One set of modules for all conditions: NODE_ENV decides whether this is development.
import assert from 'node:assert/strict';
import test from 'node:test';
import { run } from './project.mjs';

for (const [how, args] of [
  ['imports', ['play.mjs']],
  ['requires', ['-e', "const { Client } = require('rondel/client'); Client({ game: { moves: { no: () => 'INVALID_MOVE' } } }).moves.no();"]],
]) {
  test(`a program that ${how} it prints refusals unless NODE_ENV is production`, async () => {
    const printed = async (NODE_ENV) => (await run('node', args, { env: { NODE_ENV } })).stderr;
    assert.equal(await printed('production'), '');
    for (const other of ['', 'development', 'test']) assert.match(await printed(other), /^rondel: moves\.\w+ was refused/);
  });
}

test('Node finds one instance by import and by require, under any condition', async () => {
  for (const condition of ['production', 'development']) {
    const { stdout } = await run('node', [`--conditions=${condition}`, 'play.cjs']);
    assert.deepEqual(JSON.parse(stdout), { n: 3, online: 'confirmed', isOne: true });
  }
});
