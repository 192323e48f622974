import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/folders.mjs';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BIN = join(ROOT, 'pkg/bin/rondel.js');

/** Runs `rondel build-game`. */
export function buildGame(args, { cwd, env = process.env } = {}) {
  return new Promise((done) => {
    execFile(process.execPath, [BIN, 'build-game', ...args], { cwd, env }, (error, stdout, stderr) => done({ status: error?.code ?? 0, stdout, stderr }));
  });
}

/** A folder with these files for the duration of a test. */
export function folderWith(t, files) {
  const folder = temporaryFolder(t);
  writeFiles(folder, files);
  return folder;
}

function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The manifest of a crate. */
export function manifest(name, more = '') {
  return `[package]\nname = "${name}"\nversion = "0.3.0"\nedition = "2024"\n${more}\n[workspace]\n`;
}

/** An environment with shell scripts as programs, by name; only the shell's own programs are found otherwise. */
export function environmentWith(t, programs) {
  const folder = folderWith(t, Object.fromEntries(Object.entries(programs).map(([name, script]) => [name, `#!/bin/sh\n${script}\n`])));
  for (const name of Object.keys(programs)) chmodSync(join(folder, name), 0o755);
  return { PATH: `${folder}:/usr/bin:/bin`, CARGO_HOME: join(folder, 'none'), HOME: folder };
}

/** A crate that depends on ours, in a folder where the package is installed. `write` replaces its manifest and its games, named by their types. */
export function openCrate(t) {
  const folder = folderWith(t, {});
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'pkg'), join(folder, 'node_modules/rondel'));
  return {
    folder,
    write(source, { more = '', files = {} } = {}) {
      writeFiles(folder, {
        'Cargo.toml': manifest('three-in-a-row', `license = "MIT"\n[dependencies]\nrondel = { path = "${ROOT}" }\n${more}`),
        'src/lib.rs': source,
        ...files,
      });
    },
  };
}

/** The shared target folder of all crates of these tests, so that the engine is compiled once. */
export const SHARED = { ...process.env, CARGO_TARGET_DIR: join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'rondel/build-game') };

/** A game in Rust: nine cells, and the player who marks the last one wins. */
export const NINE = `use rondel::prelude::*;

#[state]
pub struct Nine { cells: [Option<Seat>; 9] }

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move { Mark { cell: usize } }

impl Game for Nine {
    type Move = Move;
    const NAME: &'static str = "nine-cells";

    fn setup(_: &Setup) -> Result<Self> { Ok(Nine { cells: [None; 9] }) }
    fn flow(flow: Flow<Self>) -> Flow<Self> { flow.turn(|turn| turn.limit(1..=1)) }

    fn play(&mut self, Move::Mark { cell }: Move, cx: &Cx) -> Played {
        match self.cells.get_mut(cell) {
            Some(free) if free.is_none() => { *free = Some(cx.player()); Ok(()) }
            Some(_) => invalid("taken"),
            None => panic!("there are nine"),
        }
    }
}
`;
