// Puts pkg/ together from pkg-template/ and the compiled engine, and measures it. Called by scripts/build.
// Usage: node scripts/package.mjs <folder with the module and codes.js>

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { addCommonJS } from './commonjs.mjs';
import { packDocuments } from './documents.mjs';
import { addExternalStore } from './external-store.mjs';
import { inlinedModule } from './inline.mjs';
import { MEASURED, scriptOf } from './pages.mjs';
import { addSlim } from './slim.mjs';

const NEEDED = ['pkg-template/package.json', 'pkg-template/client.js', 'pkg-template/core.js', 'LICENSE', 'README.md'];

const TSC = 'node_modules/typescript-7/bin/tsc';

const [work] = process.argv.slice(2);
const next = '.tools/pkg-next';
const old = '.tools/pkg-old';

await assemble();
await measure();
swap();

async function assemble() {
  const missing = NEEDED.filter((file) => !existsSync(file));
  if (missing.length > 0) fail(`pkg/ cannot be made without ${missing.join(', ')}`);

  rmSync(next, { recursive: true, force: true });
  compile();
  // What the checks alone know of a file that is made here is not published.
  cpSync('pkg-template', next, { recursive: true, filter: (file) => !/\/tsconfig\.json$|\/lib\/.*\.ts$/.test(file) });
  cpSync('LICENSE', join(next, 'LICENSE'));

  mkdirSync(join(next, 'lib/engine'), { recursive: true });
  await writeModule();
  await writeBots();
  cpSync(join(work, 'codes.js'), join(next, 'lib/engine/codes.js'));
  // wasm-bindgen has taken a copy along for its own module; modules of games in Rust share this one.
  writeFileSync(join(next, 'lib/engine/imports.js'), readFileSync('src/js/imports.js', 'utf8').replaceAll('../../pkg-template/lib/engine/', './'));
  addExternalStore(next);

  const manifest = JSON.parse(readFileSync(join(next, 'package.json'), 'utf8'));
  [, manifest.version] = /^version = "(.*)"/m.exec(readFileSync('Cargo.toml', 'utf8')) ?? fail('Cargo.toml has no version');
  writeFileSync(join(next, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  addSlim(next);
  await addCommonJS(next);
  packDocuments(next, manifest.version);
}

/** Emits modules and source maps from the sources in TypeScript. It checks no types: scripts/check-js does. */
function compile() {
  const options = ['--allowJs', 'false', '--noEmit', 'false', '--noCheck', '--sourceMap', '--inlineSources', '--outDir', next];
  const { status, stdout } = spawnSync('node', [TSC, '-p', 'pkg-template', ...options], { encoding: 'utf8' });
  if (status !== 0) fail(`the compiler failed:\n${stdout}`);
}

async function writeModule() {
  const wasm = readFileSync(join(work, 'engine.wasm'));
  const fingerprint = createHash('sha256').update(wasm).digest('hex').slice(0, 16);
  writeFileSync(join(next, 'engine.wasm'), Buffer.concat([wasm, customSection('rondel', fingerprint)]));
  writeFileSync(join(next, 'lib/engine/slim/fingerprint.js'), `/** What says in engine.wasm that it is of this build. */\nexport const FINGERPRINT = '${fingerprint}';\n`);
  await writeGlue('engine', join(next, 'lib/engine/engine.js'));
  writeFileSync(join(next, 'lib/engine/engine-wasm.js'), inlinedModule('The module, engine.wasm.', wasm));
  // It must load in the oldest Node that is served, which is the one that runs this or an older one.
  new WebAssembly.Module(wasm);
}

/** The module of bots: the engine with their search, which nobody else loads. */
async function writeBots() {
  const wasm = readFileSync(join(work, 'bots.wasm'));
  await writeGlue('bots', join(next, 'lib/ai/bots-engine.js'), ['searchImports']);
  writeFileSync(join(next, 'lib/ai/bots-wasm.js'), inlinedModule('The module of bots.', wasm, '../engine/inlined.js'));
  new WebAssembly.Module(wasm);
}

/** What pages need of wasm-bindgen's file for a module, and of what it imports, in one file. */
async function writeGlue(name, outfile, more = []) {
  const names = ['__wbg_reset_state', 'imports', 'initSync', ...more].join(', ');
  await build({
    stdin: { contents: `export { ${names} } from './${name}.js';`, resolveDir: join(work, 'bindgen', name) },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Lets wasm-bindgen's own classes be left out: classes with guards take their place (lib/engine/instance.js).
    define: { 'Symbol.dispose': 'undefined', FinalizationRegistry: 'undefined' },
    minifySyntax: true,
    banner: { js: '// @ts-nocheck What wasm-bindgen has made, bundled by scripts/package.mjs.' },
    logLevel: 'warning',
    outfile,
  });
}

/** A section that WebAssembly does not look at: its number, how long it is, its name and a text. All are short. */
function customSection(name, text) {
  return Buffer.from([0, 1 + name.length + text.length, name.length, ...Buffer.from(name + text)]);
}

// Left for scripts/build to print: also of a package that has already been made.
async function measure() {
  const wasm = readFileSync(join(next, 'engine.wasm'));
  const [client, local] = await Promise.all([MEASURED.client, MEASURED.local].map((page) => scriptOf(next, page)));
  const sizes = `engine.wasm: ${wasm.length} bytes, gzipped ${gzipped(wasm)}
client page, bundled and gzipped: ${gzipped(client)} bytes
page with Local, bundled and gzipped: ${gzipped(local)} bytes
`;
  writeFileSync(join(work, 'sizes'), sizes);
}

function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

// In one step, because tests may be reading the old one.
function swap() {
  rmSync(old, { recursive: true, force: true });
  if (existsSync('pkg')) renameSync('pkg', old);
  renameSync(next, 'pkg');
  rmSync(old, { recursive: true, force: true });
}

/** @returns {never} */
function fail(message) {
  console.error(`\nerror: ${message}`);
  process.exit(1);
}
