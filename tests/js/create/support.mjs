// Runs `create-rondel` of pkg-create/ in folders of a test's own.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COMMAND = fileURLToPath(new URL('../../../pkg-create/index.js', import.meta.url));
export const TEMPLATES = ['react-ts', 'vue-ts', 'vanilla-ts', 'rust-ts'];

/** Makes a folder, until the test ends. */
export async function folder(t) {
  const dir = await mkdtemp(join(tmpdir(), 'create-rondel-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs the command without a terminal. Resolves with its output and exit status. */
export function create(args, { cwd, env = {}, node = [] }) {
  const child = spawn(process.execPath, [...node, COMMAND, ...args], {
    cwd, env: { ...process.env, npm_config_user_agent: '', ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => { stdout += text; });
  child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text; });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** Returns the texts of the files below a folder, by path. */
export function textsIn(dir, under = '') {
  return new Map(readdirSync(join(dir, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    return entry.isDirectory() ? [...textsIn(dir, path)] : [[path, readFileSync(join(dir, path), 'utf8')]];
  }));
}
