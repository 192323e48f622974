// Assembles pkg/ from pkg-template/ and the compiled engine, and pkg-NAME/ from each folder packages/NAME, and measures pkg/. Called by
// scripts/build.
// Usage: node scripts/package.mjs <folder with the module and codes.js>

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { addCommonJS } from './commonjs.mjs';
import { declareForUsers, dropUnreached } from './declarations.mjs';
import { packDocuments } from './documents.mjs';
import { addExternalStore } from './external-store.mjs';
import { inlinedModule } from './inline.mjs';
import { MEASURED, scriptOf } from './pages.mjs';
import { addSlim } from './slim.mjs';

const NEEDED = ['pkg-template/package.json', 'pkg-template/tsconfig.json', 'pkg-template/types/game.ts', 'LICENSE', 'README.md'];

/** Files of other projects. */
const TEMPLATES = /^packages\/\w+\/templates\//;

const TSC = 'node_modules/typescript-7/bin/tsc';

const [work] = process.argv.slice(2);
const next = '.tools/pkg-next';
/** The packages of packages/: the folder of each, the one in which it is built, and the one that it gets. */
const others = readdirSync('packages').map((name) => ({ folder: `packages/${name}`, made: `.tools/pkg-${name}-next`, place: `pkg-${name}` }));

const missing = NEEDED.filter((file) => !existsSync(file));
if (missing.length > 0) fail(`pkg/ cannot be made without ${missing.join(', ')}`);

// The server's declarations are derived from those of `rondel`, internals included.
const version = emit('pkg-template', next, () => { writeCodes(); addExternalStore(next); });
for (const { folder, made } of others) emit(folder, made);
await assemble();
for (const { made } of others) await assembleOther(made);
await measure();
swap(next, 'pkg');
for (const { made, place } of others) swap(made, place);

/**
 * Builds a package from the sources in a folder, and returns its version.
 * @param {string} folder
 * @param {string} outDir
 * @param {() => void} [generate] writes the files from whose declarations others follow
 */
function emit(folder, outDir, generate = () => {}) {
  rmSync(outDir, { recursive: true, force: true });
  cpSync(folder, outDir, { recursive: true, filter: isPublished });
  cpSync('LICENSE', join(outDir, 'LICENSE'));
  const version = writeVersion(outDir);
  generate();
  compile(folder, outDir);
  return version;
}

async function assemble() {
  await writeModule();
  await writeBots();
  // wasm-bindgen has copied it for its own module; modules of games in Rust share this one.
  writeFileSync(join(next, 'lib/engine/imports.js'), readFileSync('src/js/imports.js', 'utf8').replaceAll('../../pkg-template/lib/engine/', './'));
  // Editors would suggest internals for import.
  writeFileSync(join(next, 'private.d.ts'), '/** Internals for `rondel-server` of the same version, without a type: every release may change any of them. */\nexport {};\n');
  addSlim(next);
  dropUnreached(next);
  await addCommonJS(next);
  packDocuments(next, version);
}

/** A package of packages/. One that has only commands needs no CommonJS. */
async function assembleOther(folder) {
  dropUnreached(folder);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (exports['.']) await addCommonJS(folder);
}

/** Writes the version of all packages into a manifest, and into the module that compares those of `rondel` and `rondel-server`. */
function writeVersion(folder) {
  const [, version] = /^version = "(.*)"/m.exec(readFileSync('Cargo.toml', 'utf8')) ?? fail('Cargo.toml has no version');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  manifest.version = version;
  const peer = ['rondel', 'rondel-server'].find((name) => manifest.peerDependencies?.[name]);
  if (peer) manifest.peerDependencies[peer] = version;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  const module = join(folder, folder === next ? 'lib/util/package-version.js' : 'lib/package-version.js');
  if (peer) writeDeclared(module, `/** The version of this package. */\nexport const VERSION = '${version}';\n`, 'export declare const VERSION: string;\n');
  return version;
}

/** Copies the table of names that both languages share, with the declarations that the compiler derives from it. */
function writeCodes() {
  const folder = join(next, 'lib/engine');
  cpSync(join(work, 'codes.js'), join(folder, 'codes.js'));
  tsc([join(folder, 'codes.js'), '--ignoreConfig', '--allowJs', '--declaration', '--emitDeclarationOnly', '--target', 'es2022', '--module', 'nodenext']);
}

/**
 * Emits modules, source maps and declarations from the TypeScript sources. It checks no types: scripts/check-js does. Generated files are
 * looked up in `outDir`, and the package `rondel` in `next`.
 */
function compile(folder, outDir) {
  const config = `${outDir}.json`;
  const compilerOptions = {
    allowJs: false, noEmit: false, noCheck: true, sourceMap: true, inlineSources: true,
    rootDir: resolve(folder), rootDirs: [resolve(folder), resolve(outDir)], outDir: resolve(outDir),
    paths: { rondel: [resolve(next, 'index.d.ts')], 'rondel/*': [resolve(next, '*.d.ts')] },
  };
  writeFileSync(config, JSON.stringify({ extends: resolve(folder, 'tsconfig.json'), compilerOptions, include: [resolve(folder, '**/*.ts'), resolve(folder, '**/*.tsx')], exclude: [resolve(folder, 'templates')] }));
  tsc(['-p', config]);
  // Type-only modules: no module imports them.
  for (const file of globSync('types/**/*.{js,js.map}', { cwd: outDir })) rmSync(join(outDir, file));
  declareForUsers(outDir);
}

function tsc(options) {
  const { status, stdout } = spawnSync('node', [TSC, ...options], { encoding: 'utf8' });
  if (status !== 0) fail(`the compiler failed:\n${stdout}`);
}

/** TypeScript sources are not published: the compiler's output is. Templates of projects are published as they are. */
function isPublished(file) {
  return TEMPLATES.test(file) || !/\/(tsconfig\.json|node_modules|(?!.*\.d\.ts$)[^/]*\.tsx?)$/.test(file);
}

/** Writes a generated module, and its declarations next to it. */
function writeDeclared(path, source, declarations) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, source);
  writeFileSync(path.replace(/\.js$/, '.d.ts'), declarations);
}

/** Returns bytes as text. The encoder is a module that the build has just emitted. */
async function inlined(bytes) {
  const { inlinedText } = await import(pathToFileURL(resolve(next, 'lib/command/build-game/inline.js')).href);
  return inlinedText(bytes);
}

async function writeModule() {
  const wasm = readFileSync(join(work, 'engine.wasm'));
  const fingerprint = createHash('sha256').update(wasm).digest('hex').slice(0, 16);
  writeFileSync(join(next, 'engine.wasm'), Buffer.concat([wasm, customSection('rondel', fingerprint)]));
  const source = `/** What says in engine.wasm that it is of this build. */\nexport const FINGERPRINT = '${fingerprint}';\n`;
  writeDeclared(join(next, 'lib/engine/slim/fingerprint.js'), source, 'export declare const FINGERPRINT: string;\n');
  await writeGlue('engine', join(next, 'lib/engine/engine.js'));
  writeFileSync(join(next, 'lib/engine/engine-wasm.js'), inlinedModule('The module, engine.wasm.', await inlined(wasm)));
  // It must load in the oldest supported Node, which is the one that runs this or an older one.
  new WebAssembly.Module(wasm);
}

/** Writes the module of bots: the engine with their search, which only bots load. */
async function writeBots() {
  const wasm = readFileSync(join(work, 'bots.wasm'));
  await writeGlue('bots', join(next, 'lib/ai/bots-engine.js'), ['searchImports']);
  writeFileSync(join(next, 'lib/ai/bots-wasm.js'), inlinedModule('The module of bots.', await inlined(wasm), '../engine/inlined.js'));
  new WebAssembly.Module(wasm);
}

/** Bundles the exports of wasm-bindgen's file that pages need, and its imports, into one file. */
async function writeGlue(name, outfile, more = []) {
  const names = ['__wbg_reset_state', 'imports', 'initSync', ...more].join(', ');
  await build({
    stdin: { contents: `export { ${names} } from './${name}.js';`, resolveDir: join(work, 'bindgen', name) },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Removes wasm-bindgen's own classes: classes with guards replace them (lib/engine/instance.ts).
    define: { 'Symbol.dispose': 'undefined', FinalizationRegistry: 'undefined' },
    minifySyntax: true,
    banner: { js: '// @ts-nocheck What wasm-bindgen has made, bundled by scripts/package.mjs.' },
    logLevel: 'warning',
    outfile,
  });
}

/** Returns a custom section, which WebAssembly ignores: its number, its length, its name and a text. All are short. */
function customSection(name, text) {
  return Buffer.from([0, 1 + name.length + text.length, name.length, ...Buffer.from(name + text)]);
}

// Left for scripts/build to print, also for a package that has already been built.
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

// In one step, because tests may be reading the old file.
function swap(made, place) {
  const old = `.tools/${place}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(made, place);
  rmSync(old, { recursive: true, force: true });
}

/** @returns {never} */
function fail(message) {
  console.error(`\nerror: ${message}`);
  process.exit(1);
}
