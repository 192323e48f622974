// Complaints of publint and "Are the types wrong?" about a packed tarball: none, if it can be published.
//   import { complaintsAbout } from './lint-tarball.mjs';
//   node scripts/lint-tarball.mjs <tarball>       prints them, and fails if there are any

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** TypeScript's resolution modes, all of which are supported: see docs/reference/loading.md. */
export const PROFILES = ['node10', 'node16-cjs', 'node16-esm', 'bundler'];

/** A WebAssembly module cannot be required: Node imports it, and bundlers return its address. */
const IMPORTED_ONLY = './engine.wasm';

/** The default export of these is a type (`export type * as default`), which attw reports as a value that is missing in CommonJS. */
const TYPES_ONLY = ['/index.d.ts', '/legacy.d.ts'];

/**
 * @param {string} tarball
 * @returns {Promise<string[]>}
 */
export async function complaintsAbout(tarball) {
  const bytes = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const complaints = messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
  // A package with a command alone has no modules, and no types.
  const isCommand = Object.keys(pkg.exports).every((name) => name === './package.json');
  return isCommand ? complaints : [...complaints, ...await attwOf(bytes)];
}

/** @param {Uint8Array} bytes */
async function attwOf(bytes) {
  const result = await checkPackage(createPackageFromTarballData(bytes));
  if (!result.types) return ['attw: there are no types'];
  const unresolved = Object.values(result.entrypoints).flatMap(({ subpath, resolutions }) => {
    return PROFILES.filter((profile) => !resolutions[profile].resolution).map((profile) => `attw: ${subpath} is not found by ${profile}`);
  });
  return [...unresolved, ...result.problems.filter((problem) => !isImportedOnly(problem) && !isTypeByDefault(problem)).map((problem) => `attw: ${JSON.stringify(problem)}`)];
}

function isImportedOnly(problem) {
  return problem.kind === 'CJSResolvesToESM' && problem.entrypoint === IMPORTED_ONLY;
}

function isTypeByDefault(problem) {
  return problem.kind === 'FalseExportDefault' && TYPES_ONLY.some((file) => problem.typesFileName.endsWith(file));
}

async function main() {
  const [tarball] = process.argv.slice(2);
  const complaints = await complaintsAbout(tarball);
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) await main();
