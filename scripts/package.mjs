// Puts pkg/ together from pkg-template/ and the compiled engine, and measures it. Called by scripts/build.
// Usage: node scripts/package.mjs <folder with the modules and codes.js>

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { addCommonJS } from './commonjs.mjs';
import { packDocuments } from './documents.mjs';
import { guard } from './guard.mjs';
import { inlinedModule } from './inline.mjs';
import { addSlim } from './slim.mjs';

const NEEDED = ['pkg-template/package.json', 'pkg-template/client.js', 'pkg-template/core.js', 'LICENSE', 'README.md'];

/**
 * What pages cost their visitors, by the names under which scripts/build judges them. Of core what games use: `describeLog` is
 * for pages that show a log.
 */
const PAGES = {
  client: `import { Client } from './client.js';
import { INVALID_MOVE } from './core.js';
globalThis.page = [Client, INVALID_MOVE];`,
  local: `import { Client } from './client.js';
import { ActivePlayers, GameMethod, INVALID_MOVE, PlayerView, Stage, TurnOrder, invalid, legacyGame } from './core.js';
import { Local } from './multiplayer.js';
globalThis.page = [Client, ActivePlayers, GameMethod, INVALID_MOVE, PlayerView, Stage, TurnOrder, invalid, legacyGame, Local];`,
};

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
  cpSync('pkg-template', next, { recursive: true });
  cpSync('LICENSE', join(next, 'LICENSE'));

  mkdirSync(join(next, 'lib/engine'), { recursive: true });
  await writeModule('engine');
  await writeModule('sync');
  cpSync(join(work, 'codes.js'), join(next, 'lib/engine/codes.js'));

  const manifest = JSON.parse(readFileSync(join(next, 'package.json'), 'utf8'));
  [, manifest.version] = /^version = "(.*)"/m.exec(readFileSync('Cargo.toml', 'utf8')) ?? fail('Cargo.toml has no version');
  writeFileSync(join(next, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  addSlim(next);
  await addCommonJS(next);
  packDocuments(next, manifest.version);
}

async function writeModule(name) {
  const { wasm, source } = await guard(readFileSync(join(work, `${name}.wasm`)), resolve(work, `${name}.js`));
  writeFileSync(join(next, `${name}.wasm`), wasm);
  writeFileSync(join(next, `lib/engine/${name}.js`), source);
  writeFileSync(join(next, `lib/engine/${name}-wasm.js`), inlinedModule(`The module "${name}".`, wasm));
  // It must load in the oldest Node that is served, which is the one that runs this or an older one.
  new WebAssembly.Module(wasm);
}

/** Bundled, minified, gzipped. */
async function sizeOfPage(contents) {
  const { outputFiles } = await build({
    stdin: {
      contents,
      resolveDir: next,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    nodePaths: ['node_modules'],
    legalComments: 'none',
    logLevel: 'error',
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

// Left for scripts/build to print and to judge: also of a package that has already been made.
async function measure() {
  const wasm = readFileSync(join(next, 'engine.wasm'));
  const client = await sizeOfPage(PAGES.client);
  const local = await sizeOfPage(PAGES.local);
  const sizes = `engine.wasm: ${wasm.length} bytes, gzipped ${gzipSync(wasm, { level: 9 }).length}
client page, bundled and gzipped: ${client} bytes
page with Local, bundled and gzipped: ${local} bytes
`;
  writeFileSync(join(work, 'sizes'), sizes);
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
