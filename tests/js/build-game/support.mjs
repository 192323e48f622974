import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/folders.mjs';

const BIN = fileURLToPath(new URL('../../../pkg/bin/rondel.js', import.meta.url));

/** Runs `rondel build-game`. */
export function buildGame(args, { cwd, env = process.env } = {}) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, 'build-game', ...args], { cwd, env }, (error, stdout, stderr) => done({ status: error?.code ?? 0, stdout, stderr }));
  });
}

/** A folder with files, by name, for as long as a test runs. */
export function folderWith(t, files) {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The manifest of a crate. */
export function manifest(name, more = '') {
  return `[package]\nname = "${name}"\nversion = "0.3.0"\nedition = "2024"\n${more}\n[workspace]\n`;
}

/** An environment in which programs are scripts of a shell's, by name, and no others are found but a shell's. */
export function environmentWith(t, programs) {
  const folder = folderWith(t, Object.fromEntries(Object.entries(programs).map(([name, script]) => [name, `#!/bin/sh\n${script}\n`])));
  for (const name of Object.keys(programs)) chmodSync(join(folder, name), 0o755);
  return { PATH: `${folder}:/usr/bin:/bin`, CARGO_HOME: join(folder, 'none'), HOME: folder };
}
