// The examples' Dockerfiles, as far as possible without Docker: the copied files exist, and in a folder that is laid out like the image,
// their command runs, their health check passes, and SIGTERM ends it gracefully.
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
/** The folder that each Dockerfile is built from. */
const CONTEXTS = { 'examples/operating/Dockerfile': 'examples/operating', 'examples/server/Dockerfile': '.' };
/** The place of the user's data in the image. */
const DATA = '/data';

for (const [file, context] of Object.entries(CONTEXTS)) {
  test(`the image of ${file} serves, passes its health check, and shuts down gracefully`, async (t) => {
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

/** A folder laid out by the last stage of a Dockerfile, with this test's ports and volume. */
async function laidOut(t, { file, context }) {
  const stage = lastStage(readFileSync(join(ROOT, file), 'utf8'));
  const of = (name) => stage.filter(([one]) => one === name).map(([, rest]) => rest);
  const [image, data] = [temporaryFolder(t), temporaryFolder(t)];
  // The source of the stage before.
  cpSync(join(ROOT, dirname(file), 'package.json'), join(image, 'package.json'));
  for (const copied of of('COPY')) {
    // Packages that an earlier stage has installed.
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

/** Its instructions, each with the text after the name. */
function lastStage(text) {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '').split('\n').filter(Boolean);
  const instructions = lines.map((line) => /** @type {RegExpExecArray} */ (/^([A-Z]+) (.*)$/.exec(line)).slice(1));
  return instructions.slice(instructions.map(([name]) => name).lastIndexOf('FROM'));
}
