// A copy of this repository's sources in which a test can plant faults.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../../..');
const COPIED = ['src', 'pkg-template', 'packages', 'scripts', 'tests', 'www', 'examples', 'package.json', 'biome.jsonc', 'Cargo.toml', 'Cargo.lock', 'clippy.toml', 'LICENSE', 'README.md'];
const LINKED = ['node_modules', 'pkg', 'pkg-server'];

const run = promisify(execFile);

/** Makes the copy; it is removed after the test. */
export function copyOfSources(t) {
  const folder = mkdtempSync(join(tmpdir(), 'rondel-structure-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const filter = (path) => !['node_modules', 'dist', 'target', '.astro', 'generated'].includes(basename(path));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  // The package is there already.
  writeFileSync(join(folder, 'scripts/build'), '#!/bin/sh\n');
  return {
    write: (path, text) => writeFileSync(join(folder, path), text),
    /** Replaces a text. */
    replace(path, text, other) {
      const before = readFileSync(join(folder, path), 'utf8');
      assert.ok(before.includes(text), `${path} has no ${text}`);
      writeFileSync(join(folder, path), before.replace(text, () => other));
    },
    /** Appends lines to a file. */
    add: (path, text) => writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')}${text}\n`),
    check: (name) => check(folder, join(folder, 'scripts', name)),
    /** Runs cargo on a crate of the copy, with this repository's build. */
    cargo: (...args) => check(folder, 'cargo', [...args, '--offline', '--target-dir', join(ROOT, 'target/structure')]),
  };
}

/** Runs a command in the copy: returns whether it passes, and its output. */
async function check(folder, command, args = []) {
  try {
    const { stdout, stderr } = await run(command, args, { cwd: folder, env: { ...process.env, RONDEL_SET_UP: 'yes' } });
    return { passes: true, says: stdout + stderr };
  } catch (error) {
    return { passes: false, says: error.stdout + error.stderr };
  }
}
