// Adds a copy of the package's modules in CommonJS, for tools that cannot require an ES module: Jest above all. Called by
// scripts/package.mjs. See docs/decisions/54-the-package.md.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const COPY = 'cjs';
/** Module of the debug panel. */
const PANEL = 'lib/debug/debug.js';
/** Commands: programs that no module imports. */
const COMMANDS = 'bin/';
/** Replacement of `import.meta.url`: the address of the module itself, so that it finds the files next to it. */
const MODULE_URL = '__moduleURL';

/**
 * Writes the copy into the package, file by file, with types next to it, and points `require` to it.
 * @param {string} folder the package
 */
export async function addCommonJS(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith(COMMANDS));
  const { outputFiles } = await build({
    entryPoints: files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file)),
    outbase: folder,
    outdir: join(folder, COPY),
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    // Jest has no `import()`.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': MODULE_URL },
    logLevel: 'warning',
    write: false,
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withModuleURL(withGlobals(text), relative(dirname(path), path.replace(`/${COPY}/`, '/'))));
  }
  if (files.includes(PANEL)) await inlinePreact(folder);
  for (const file of files.filter((name) => name.endsWith('.d.ts') && !name.endsWith('.wasm.d.ts'))) cpSync(join(folder, file), join(folder, COPY, file));
  writeFileSync(join(folder, COPY, 'package.json'), '{ "type": "commonjs" }\n');
  leadThere(join(folder, 'package.json'));
}

/** Preact is an ES module alone, which tools without ES modules cannot require: the copy of the debug panel is one file that contains it. */
async function inlinePreact(folder) {
  const { metafile } = await build({
    entryPoints: [join(folder, PANEL)],
    outfile: join(folder, COPY, PANEL),
    allowOverwrite: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    supported: { 'dynamic-import': false },
    banner: { js: '// Contains Preact, whose licence (MIT) is in node_modules/preact/LICENSE.' },
    logLevel: 'warning',
    metafile: true,
    plugins: [{
      name: 'other folders stay files',
      setup: ({ onResolve }) => onResolve({ filter: /^\.\.\// }, ({ path, importer }) => (importer.includes('/lib/debug/') ? { path, external: true } : undefined)),
    }],
  });
  for (const input of Object.keys(metafile.inputs)) {
    const file = relative(folder, input);
    if (file.startsWith('lib/') && file !== PANEL) rmSync(join(folder, COPY, file));
  }
}

/**
 * Replaces globals by those of Node's modules where Jest's environments lack them: jsdom has no coders, that of Jest before 28 no `crypto`, and
 * Jest 26 no `performance`. Jest before 27 does not know the prefix `node:`.
 */
function withGlobals(text) {
  const replaced = text
    .replace(/\bglobalThis\.crypto\b/g, "(globalThis.crypto ?? require('crypto').webcrypto)")
    .replace(/(?<![.\w$'"`-])performance(?![\w$'"`:-])/g, "(globalThis.performance ?? require('perf_hooks').performance)");
  const unprefixed = replaced.replace(/(?<=\brequire\(["'])node:(?!sqlite|test\b|sea\b)/g, '');
  if (!/\bText(En|De)coder\b/.test(text)) return unprefixed;
  return `const { TextDecoder, TextEncoder } = globalThis.TextEncoder ? globalThis : require('util');\n${unprefixed}`;
}

/** @param {string} original path from the copy to the module */
function withModuleURL(text, original) {
  if (!text.includes(MODULE_URL)) return text;
  return `const ${MODULE_URL} = require('url').pathToFileURL(require('path').join(__dirname, '${original}')).href;\n${text}`;
}

function leadThere(path) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  for (const [entry, target] of Object.entries(manifest.exports)) {
    if (target.default?.endsWith('.js')) manifest.exports[entry] = conditionsOf(target);
  }
  manifest.files.push(COPY);
  writeFileSync(path, JSON.stringify(manifest, null, 2) + '\n');
}

/** Node, through `module-sync`, and bundlers, through `module`, use the one ES module for `import` and `require` alike. */
function conditionsOf({ types, default: module }) {
  const copied = (file) => file.replace('./', `./${COPY}/`);
  return {
    types: { require: copied(types), default: types },
    'module-sync': module,
    module,
    require: copied(module),
    default: module,
  };
}
