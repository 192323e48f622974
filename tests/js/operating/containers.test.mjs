// The Dockerfiles of the examples, as far as that goes without Docker: what they copy is there, and in a folder that is laid out as the image is,
// their command runs, their check of its health finds that out, and SIGTERM ends it in good order.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort, guard } from '../../support/server-process.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** By Dockerfile, the folder that it is built from. */
const CONTEXTS = { 'examples/operating/Dockerfile': 'examples/operating', 'examples/server/Dockerfile': '.' };
/** Where the user's data lies in the image. */
const DATA = '/data';

for (const [file, context] of Object.entries(CONTEXTS)) {
  test(`the image of ${file} serves, says whether it does, and ends in good order`, async (t) => {
    const { image, env, command, health } = await laidOut(t, { file, context: join(ROOT, context) });
    const isHealthy = () => spawnSync(health[0], health.slice(1), { env }).status === 0;
    assert.equal(isHealthy(), false, 'before it runs');
    const [program, ...args] = command;
    const server = spawn(program, args, { cwd: image, env, stdio: ['ignore', 'ignore', 'inherit'] });
    guard(server);
    const ended = once(server, 'exit');
    await until(() => server.exitCode !== null || isHealthy());
    assert.ok(existsSync(env.DATABASE), 'the matches lie in the volume');
    server.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });
}

/** A folder as the last stage of a Dockerfile lays it out, with the ports and the volume of the test. */
async function laidOut(t, { file, context }) {
  const stage = lastStage(readFileSync(join(ROOT, file), 'utf8'));
  const of = (name) => stage.filter(([one]) => one === name).map(([, rest]) => rest);
  const [image, data] = [temporaryFolder(t), temporaryFolder(t)];
  // Where the stage before has it from.
  cpSync(join(ROOT, dirname(file), 'package.json'), join(image, 'package.json'));
  for (const copied of of('COPY')) {
    // What an earlier stage has installed.
    if (copied.startsWith('--from=install ')) continue;
    const names = copied.split(' ');
    const to = join(image, names.pop() ?? '');
    for (const name of names) {
      const isFolder = !copied.endsWith('./');
      if (isFolder) mkdirSync(join(to, '..'), { recursive: true });
      cpSync(join(context, name), isFolder ? to : join(to, basename(name)), { recursive: true, filter: (from) => basename(from) !== 'node_modules' });
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const settings = Object.fromEntries(of('ENV').flatMap((line) => line.split(' ')).map((pair) => pair.split('=')));
  const env = { PATH: process.env.PATH, ...settings, DATABASE: settings.DATABASE.replace(DATA, data), PORT: String(await freePort()) };
  if ('OPERATIONS_PORT' in settings) env.OPERATIONS_PORT = String(await freePort());
  assert.ok(settings.DATABASE.startsWith(`${DATA}/`) && of('VOLUME').includes(DATA));
  const [health] = of('HEALTHCHECK');
  return { image, env, command: JSON.parse(of('CMD')[0]), health: JSON.parse(health.slice(health.indexOf('CMD ') + 4)) };
}

/** Its instructions, each with what follows the name. */
function lastStage(text) {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '').split('\n').filter(Boolean);
  const instructions = lines.map((line) => /** @type {RegExpExecArray} */ (/^([A-Z]+) (.*)$/.exec(line)).slice(1));
  return instructions.slice(instructions.map(([name]) => name).lastIndexOf('FROM'));
}
