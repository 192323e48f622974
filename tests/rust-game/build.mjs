// Puts guards around the module of the game in Rust, as around the package's own.
// Usage: node tests/rust-game/build.mjs <folder with the module and wasm-bindgen's file for it>

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guard } from '../../scripts/guard.mjs';

const [folder] = process.argv.slice(2);
const wasm = readFileSync(join(folder, 'rust_game_bg.wasm'));
const source = await guard(wasm, resolve(folder, 'rust_game.js'));
writeFileSync(join(folder, 'duel.wasm'), wasm);
// The package's own boundary: an error of one module is an error of the other.
const boundary = pathToFileURL(resolve('pkg/lib/engine/boundary.js')).href;
writeFileSync(join(folder, 'duel.js'), source.replace("'./boundary.js'", `'${boundary}'`));
