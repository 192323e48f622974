import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inlinedText } from './inline.js';
import { slimTypes, typesOf } from './types.js';
import type { Crate } from './crate.js';
import type { Described, Description } from './describe.js';

/** Fields of a description that only types need. */
const OF_TYPES = ['types', 'G', 'setupData', 'outcome', 'payload', 'phaseComment', 'stageComment'];
/** Names that a game cannot have in a script of the package: reserved words, and names in the script. */
const TAKEN = new Set((
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if '
  + 'implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof '
  + 'undefined var void while with yield compile exports fetched game init inlined load module require rustGame source'
).split(' '));

/** A script of the package. It is written as an ES module, and as CommonJS for tools that cannot require a module, such as Jest. */
interface Script {
  imports: [names: string, from: string][];
  /** The declarations. */
  text: string;
  /** Names of the exports. */
  names: string[];
  /** Name of the default export. */
  standard?: string;
}

/**
 * Returns the files of the npm package of a crate, by name.
 *
 * @param rondelVersion version of the npm package `rondel` that loads them
 */
export function packageFiles(crate: Crate, described: Described, wasm: Uint8Array, rondelVersion: string): Record<string, string | Uint8Array> {
  const names = exportNames(described.games);
  const types = typesOf(described.games, names);
  const typesWithInit = slimTypes(described.games);
  const fingerprint = createHash('sha256').update(wasm).digest('hex').slice(0, 16);
  const scripts = scriptsOf(described, names, { wasm, fetching: `'${fingerprint}', '${crate.name}/slim'` });
  return {
    'game.wasm': Buffer.concat([wasm, customSection('rondel', fingerprint)]),
    ...Object.fromEntries(Object.entries(scripts).flatMap(([name, script]) => [[`${name}.js`, moduleText(script)], [`cjs/${name}.js`, commonText(script)]])),
    ...Object.fromEntries(['', 'cjs/'].flatMap((folder) => [[`${folder}index.d.ts`, types], [`${folder}slim.d.ts`, typesWithInit]])),
    'cjs/package.json': '{ "type": "commonjs" }\n',
    'package.json': `${JSON.stringify(manifestOf(crate, rondelVersion), null, 2)}\n`,
    '.gitignore': '*\n',
  };
}

/** Returns the names of the games as exports: their own names in camel case. */
function exportNames(games: { name: string }[]) {
  const names = games.map(({ name }, i) => {
    const camel = name.replace(/[^A-Za-z0-9_$]+(.)?/g, (_, next = '') => next.toUpperCase());
    return /^[A-Za-z_$]/.test(camel) && !TAKEN.has(camel) ? camel : `game${i + 1}`;
  });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`two games of this crate would be exported as ${twice}: give one another NAME`);
  return names;
}

function scriptsOf({ boundary, games }: Described, names: string[], { wasm, fetching }: { wasm: Uint8Array, fetching: string }): Record<string, Script> {
  const made = games.map((game, i) => `const ${names[i]} = /* @__PURE__ */ rustGame(${runtimeText(game, { boundary, game: i })}, compile);\n`).join('');
  const standard = games.length === 1 ? names[0] : undefined;
  const { text, length, map } = inlinedText(wasm);
  return {
    module: {
      imports: [['inlined', 'rondel/rust-game']],
      text: `const compile = /* @__PURE__ */ inlined('${text}', ${length}, '${map}');\n`,
      names: ['compile'],
    },
    index: { imports: [['rustGame', 'rondel/rust-game'], ['compile', './module.js']], text: made, names, standard },
    slim: {
      imports: [['fetched, rustGame', 'rondel/rust-game']],
      text: `const { compile, load } = fetched(${fetching});\nconst init = (source = new URL('./game.wasm', import.meta.url)) => load(source);\n${made}`,
      names: ['init', ...names],
      standard,
    },
  };
}

/** Returns the description that `rustGame` gets. */
function runtimeText(described: Description, place: { boundary: number, game: number }) {
  const kept = Object.entries(described).filter(([key]) => !OF_TYPES.includes(key));
  const moves = described.moves.map(({ name, args }) => ({ name, args: args.map((arg) => arg.name) }));
  return JSON.stringify({ ...place, ...Object.fromEntries(kept), moves }, null, 2);
}

function moduleText({ imports, text, names, standard }: Script) {
  const head = imports.map(([imported, from]) => `import { ${imported} } from '${from}';\n`).join('');
  const exported = [...names, ...standard ? [`${standard} as default`] : []];
  return `${head}\n${text}\nexport { ${exported.join(', ')} };\n`;
}

function commonText({ imports, text, names, standard }: Script) {
  const head = imports.map(([imported, from]) => `const { ${imported} } = require('${from}');\n`).join('');
  const exported = names.concat(standard ? [`default: ${standard}`] : []);
  const beside = `require('node:url').pathToFileURL(require('node:path').join(__dirname, '../index.js')).href`;
  return `'use strict';\n${head}\n${text.replace('import.meta.url', beside)}
Object.defineProperty(exports, '__esModule', { value: true });\nObject.assign(exports, { ${exported.join(', ')} });\n`;
}

/** Returns a custom section of a module, which engines ignore: its number, length, name and text. All are short. */
function customSection(name: string, text: string) {
  return Buffer.from([0, 1 + name.length + text.length, name.length, ...Buffer.from(name + text)]);
}

/** Returns the entry of a script, with its copy in CommonJS. Node (by `module-sync`) and bundlers take the module for both `import` and `require`. */
function entryOf(name: string) {
  const [module, copy] = [`./${name}.js`, `./cjs/${name}.js`];
  return { types: { require: `./cjs/${name}.d.ts`, default: `./${name}.d.ts` }, 'module-sync': module, module, require: copy, default: module };
}

/** Returns the package.json of a crate's package. */
function manifestOf({ name, version, description, license, repository }: Crate, rondelVersion: string) {
  return {
    name,
    version,
    ...description ? { description } : {},
    ...license ? { license } : {},
    ...repository ? { repository } : {},
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': entryOf('index'),
      './slim': entryOf('slim'),
      './game.wasm': './game.wasm',
      './package.json': './package.json',
    },
    typesVersions: { '*': { slim: ['./slim.d.ts'] } },
    files: ['*.js', '*.d.ts', '*.wasm', 'cjs'],
    peerDependencies: { rondel: `^${rondelVersion}` },
  };
}

/** Files of the crate that npm shows. */
const SHOWN_BY_NPM = /^(readme|licen[cs]e)([.-].*)?$/i;

/**
 * Writes the files of a package, with the crate's README and licence. It replaces changed files atomically, and leaves other files as they
 * are: a page that is served from the folder reloads only changes.
 *
 * @param folder folder of the package
 * @param files by name; an imported file comes before its importer
 */
export function writePackage(folder: string, crateFolder: string, files: Record<string, string | Uint8Array>) {
  for (const [name, contents] of Object.entries(files)) replace(join(folder, name), Buffer.from(contents));
  for (const name of readdirSync(crateFolder).filter((one) => SHOWN_BY_NPM.test(one))) copyFileSync(join(crateFolder, name), join(folder, name));
}

function replace(path: string, contents: Buffer) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.next`;
  writeFileSync(next, contents);
  renameSync(next, path);
}
