// The game server beside Vite's in created projects: `vite-game-server.ts`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../support/folders.mjs';
import { until } from '../support/tasks.mjs';

const PLUGIN = new URL('../../../packages/create/templates/online/vite-game-server.ts', import.meta.url);
/** Writes its number and its port to a file, and stays. */
const SERVER = `import { writeFileSync } from 'node:fs';
writeFileSync('started.json', JSON.stringify({ pid: process.pid, port: process.env.PORT }));
setInterval(() => {}, 1000);
`;
/** Starts the plugin as Vite does, and ends without closing a server once the game server runs. */
const VITE = `import { existsSync } from 'node:fs';
import { gameServer } from '${PLUGIN}';
const plugin = gameServer();
const { server } = await plugin.config();
console.log(server.proxy['/games'].target);
plugin.configureServer({});
setInterval(() => { if (existsSync('started.json')) process.exit(1); }, 20);
`;

/** Runs Vite's part in a folder. Returns its output and the start of the game server. */
async function run(t, env) {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'server.ts'), SERVER);
  writeFileSync(join(folder, 'vite.mjs'), VITE);
  const target = await new Promise((done) => {
    execFile(process.execPath, ['vite.mjs'], { cwd: folder, env: { ...process.env, PORT: '', ...env } }, (_, stdout) => done(stdout.trim()));
  });
  return { target, started: JSON.parse(readFileSync(join(folder, 'started.json'), 'utf8')) };
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('the game server ends with a Vite that cannot start', async (t) => {
  const { started } = await run(t, {});
  await until(() => !isRunning(started.pid));
});

test('the example with several games has the same file', () => {
  const example = new URL('../../../examples/games/vite-game-server.ts', import.meta.url);
  assert.equal(readFileSync(example, 'utf8'), readFileSync(PLUGIN, 'utf8'));
});

test('the game server has a free port, or PORT', async (t) => {
  const free = await run(t, {});
  assert.ok(Number(free.started.port) > 0);
  assert.equal(free.target, `http://localhost:${free.started.port}`);
  const chosen = await run(t, { PORT: '8123' });
  assert.deepEqual([chosen.target, chosen.started.port], ['http://localhost:8123', '8123']);
});
