// The questions of `create-rondel` on a terminal: one of the program `script`, of Debian's bsdutils.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { COMMAND, folder, textsIn } from './support.mjs';

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const KEYS = { enter: '\r', down: '\u001b[B', left: '\u001b[D', interrupt: '\u0003' };
const options = { skip: !hasTerminal && 'there is no util-linux' };

/**
 * Runs the command on a terminal, and presses keys whenever the next text appears. Resolves with everything that the terminal shows, and the
 * exit status.
 */
function answer(args, cwd, answers) {
  const line = [process.execPath, COMMAND, ...args].map((part) => `'${part}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', `stty cols 120 rows 40; ${line}`, '/dev/null'], {
    cwd, env: { ...process.env, CI: '', TERM: 'xterm', npm_config_user_agent: '' }, stdio: ['pipe', 'pipe', 'inherit'],
  });
  const left = [...answers];
  let [shown, from] = ['', 0];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += stripVTControlCharacters(text);
    if (left.length === 0 || !shown.slice(from).includes(left[0][0])) return;
    from = shown.length;
    const [, ...keys] = left.shift();
    for (const key of keys) child.stdin.write(KEYS[key] ?? key);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => (left.length > 0 ? reject(new Error(`not asked: ${left[0][0]}\n${shown}`)) : resolve({ status, shown })));
  });
}

test('asks for the folder, the template and the server', options, async (t) => {
  const cwd = await folder(t);
  const { status, shown } = await answer([], cwd, [['Folder of the project', 'first-game', 'enter'], ['Template', 'down', 'enter'], ['play online', 'left', 'enter']]);
  assert.equal(status, 0, shown);
  assert.match(shown, /first-game is ready\. Now run:\s+cd first-game\s+npm install\s+npm run dev/);
  const files = textsIn(join(cwd, 'first-game'));
  assert.ok(files.has('src/App.vue'));
  assert.ok(!files.has('server.ts'));
});

test('Enter accepts the proposals', options, async (t) => {
  const cwd = await folder(t);
  const { status, shown } = await answer([], cwd, [['Folder of the project', 'enter'], ['Template', 'enter'], ['play online', 'enter']]);
  assert.equal(status, 0, shown);
  const files = textsIn(join(cwd, 'my-game'));
  assert.deepEqual([files.has('src/App.tsx'), files.has('server.ts')], [true, true]);
});

test('a folder that npm refuses is asked for again, with the reason', options, async (t) => {
  const cwd = await folder(t);
  const { status, shown } = await answer([], cwd, [
    ['Folder of the project', 'My', 'enter'], ['has capital letters', '\b\b', 'my', 'enter'], ['Template', 'enter'], ['play online', 'enter'],
  ]);
  assert.equal(status, 0, shown);
  assert.deepEqual(await readdir(cwd), ['my']);
});

test('nothing is asked if all is given', options, async (t) => {
  const cwd = await folder(t);
  const { status, shown } = await answer(['my-game', '--template', 'vue-ts'], cwd, []);
  assert.equal(status, 0, shown);
  assert.ok(textsIn(join(cwd, 'my-game')).has('server.ts'));
});

test('asks before it removes the files of a folder; the proposal is no', options, async (t) => {
  const cwd = await folder(t);
  await mkdir(join(cwd, 'old'));
  await writeFile(join(cwd, 'old/letter.txt'), 'dear');
  const args = ['old', '--template', 'vue-ts'];
  const refused = await answer(args, cwd, [['old is not empty. Remove one file or folder?', 'enter']]);
  assert.equal(refused.status, 1);
  assert.match(refused.shown, /old: this folder is not empty: it has letter\.txt\./);
  assert.deepEqual(await readdir(join(cwd, 'old')), ['letter.txt']);
  assert.equal((await answer(args, cwd, [['Remove one file or folder?', 'y']])).status, 0);
  assert.ok(!textsIn(join(cwd, 'old')).has('letter.txt'));
});

test('Ctrl-C at any question leaves nothing behind', options, async (t) => {
  const cwd = await folder(t);
  await mkdir(join(cwd, 'old'));
  await writeFile(join(cwd, 'old/letter.txt'), 'dear');
  const questions = [['Folder of the project', 'old', 'enter'], ['Remove one file or folder?', 'y'], ['Template', 'enter'], ['play online', 'enter']];
  for (const [at, [question]] of questions.entries()) {
    const { status, shown } = await answer([], cwd, [...questions.slice(0, at), [question, 'interrupt']]);
    assert.equal(status, 1);
    assert.match(shown, /Cancelled\. Nothing was written\./);
    assert.deepEqual(await readdir(cwd, { recursive: true }), ['old', 'old/letter.txt']);
  }
});
