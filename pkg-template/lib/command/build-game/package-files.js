import { createHash } from 'node:crypto';
import { inlinedText } from './inline.js';
import { manifestOf } from './manifest.js';
import { slimTypes, typesOf } from './types.js';

/** What a description has for types alone. */
const OF_TYPES = ['types', 'G', 'setupData', 'outcome', 'payload', 'phaseComment', 'stageComment'];
/** What a game cannot be called in a script of the package: words of the language, and names that the script has. */
const TAKEN = new Set((
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if '
  + 'implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof '
  + 'undefined var void while with yield compile exports fetched game init inlined load module require rustGame source'
).split(' '));

/**
 * A script of the package, which is written as an ES module and, for Jest and others that cannot require one, as CommonJS.
 *
 * @typedef {object} Script
 * @property {[names: string, from: string][]} imports
 * @property {string} text its declarations
 * @property {string[]} names what it exports
 * @property {string} [standard] the name of its default export
 */

/**
 * The files of the npm package of a crate, by name.
 *
 * @param {import('./crate.js').Crate} crate
 * @param {import('./describe.js').Described} described
 * @param {Uint8Array} wasm
 * @param {string} rondelVersion of the npm package that is to load them
 * @returns {Record<string, string | Uint8Array>}
 */
export function packageFiles(crate, described, wasm, rondelVersion) {
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

/**
 * What the games are called as exports: as they call themselves, in camel case.
 *
 * @param {{ name: string }[]} games
 */
function exportNames(games) {
  const names = games.map(({ name }, i) => {
    const camel = name.replace(/[^A-Za-z0-9_$]+(.)?/g, (_, next = '') => next.toUpperCase());
    return /^[A-Za-z_$]/.test(camel) && !TAKEN.has(camel) ? camel : `game${i + 1}`;
  });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`two games of this crate would be exported as ${twice}: give one another NAME`);
  return names;
}

/** @returns {Record<string, Script>} */
function scriptsOf({ boundary, games }, names, { wasm, fetching }) {
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

/** What `rustGame` is given. */
function runtimeText(described, place) {
  const kept = Object.entries(described).filter(([key]) => !OF_TYPES.includes(key));
  const moves = described.moves.map(({ name, args }) => ({ name, args: args.map((arg) => arg.name) }));
  return JSON.stringify({ ...place, ...Object.fromEntries(kept), moves }, null, 2);
}

/** @param {Script} script */
function moduleText({ imports, text, names, standard }) {
  const head = imports.map(([imported, from]) => `import { ${imported} } from '${from}';\n`).join('');
  const exported = [...names, ...standard ? [`${standard} as default`] : []];
  return `${head}\n${text}\nexport { ${exported.join(', ')} };\n`;
}

/** @param {Script} script */
function commonText({ imports, text, names, standard }) {
  const head = imports.map(([imported, from]) => `const { ${imported} } = require('${from}');\n`).join('');
  const exported = names.concat(standard ? [`default: ${standard}`] : []);
  const beside = `require('node:url').pathToFileURL(require('node:path').join(__dirname, '../index.js')).href`;
  return `'use strict';\n${head}\n${text.replace('import.meta.url', beside)}
Object.defineProperty(exports, '__esModule', { value: true });\nObject.assign(exports, { ${exported.join(', ')} });\n`;
}

/** A section that WebAssembly does not look at: its number, how long it is, its name and a text. All are short. */
function customSection(name, text) {
  return Buffer.from([0, 1 + name.length + text.length, name.length, ...Buffer.from(name + text)]);
}
