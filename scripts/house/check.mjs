// What scripts/check-house checks: which part of the house may use which, and what may be said where.
// Usage: node scripts/house/check.mjs [ROOT]

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { circlesIn } from './circles.mjs';
import { flagsIn } from './flags.mjs';
import { javascriptImports, withoutComments } from './javascript.mjs';
import { repeatsIn } from './repeats.mjs';
import { rustUses, withoutComments as withoutRustComments } from './rust.mjs';
import { unusedIn } from './unused.mjs';

/** The crates of src, by folder. The compiler holds their borders, and keeps the world out of all that have no standard library. */
const CRATES = ['src', ...['bot', 'boundary', 'codes', 'core', 'derive', 'sync'].map((name) => `src/${name}`)];

/** By room of the package, the others that it may import. Entry files, which lie in no room, import rooms alone. */
const ROOMS = {
  util: [],
  engine: ['util'],
  game: ['util', 'engine'],
  lobby: ['util', 'game', 'client', 'online/transports'],
  ai: ['util', 'engine', 'game', 'online', 'online/protocol'],
  'online/protocol': ['util'],
  'online/storage': ['util', 'engine'],
  online: ['util', 'engine', 'game', 'online/protocol', 'online/storage'],
  client: ['util', 'engine', 'game', 'online/protocol'],
  react: ['util', 'client', 'lobby'],
  vue: ['util', 'client', 'lobby'],
  'online/transports': ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage', 'client'],
  'server/util': ['util'],
  'server/storage': ['util', 'online/storage', 'server/util'],
  'server/copying': ['util', 'server/storage', 'server/util'],
  'server/nodes': ['util', 'engine', 'game', 'online', 'online/protocol', 'online/storage', 'server/storage'],
  'server/operations': ['util', 'server/util'],
  'server/bots': ['util', 'ai', 'game', 'online'],
  server: [
    'util', 'ai', 'engine', 'game', 'online', 'online/protocol', 'online/storage', 'online/transports', 'server/bots', 'server/nodes', 'server/operations',
    'server/storage', 'server/util',
  ],
  command: ['util', 'engine', 'server/copying', 'simulation'],
  simulation: ['util', 'game', 'ai', 'online', 'online/protocol'],
  testing: ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage'],
};

/**
 * What may not be said in a folder, and why.
 *
 * @type {{ folder: string, pattern: RegExp, why: string, except?: string[] }[]}
 */
const BANNED = [
  {
    folder: 'pkg-template',
    pattern: /\bSymbol\.for\(/g,
    why: 'marks that copies of the package share are in lib/util/marks.js',
    except: ['pkg-template/lib/util/marks.js'],
  },
  {
    folder: 'pkg-template',
    // `game.x`; `game['x']`, but for marks of our own such as `game[RULES]`; `{ x } = game`; `{ game: { x } }`; `'x' in game`;
    // `Object.keys(game)`; and the same of a game by another name: `{ game: other } = …`, `({ game: other }) => …`, `other = game`.
    // No name of a file, such as build-game.js.
    pattern: new RegExp([
      /(?<!['"`/-])\bgame\s*\??\.[A-Za-z_$]|\bgame\s*(\?\.)?\[(?![A-Z_]+\])|\}\s*=\s*([\w#]+\??\.)*game\b|\bgame:\s*\{\s*\w/,
      /['"\w]\s+in\s+([\w#]+\.)*game\b|\b(Object|Reflect)\.\w+\(([\w#]+\.)*game\b/,
      // What is running is compared, and not read.
      /\{[^{}]*\bgame:\s*\w+[^{}]*\}\s*(=[^=>]|\)\s*(=>|\{))|\b(const|let)\s+(?!game\b)\w+\s*=\s*(?!running\.)([\w#]+\.)*game\s*[;,]/,
    ].map(({ source }) => source).join('|'), 'g'),
    why: 'a game is known by its `Rules` alone',
    except: [
      // What reads the definition, and what runs a JavaScript game's code.
      // The objects of games in Rust have nothing but settings.
      ...['definition.js', 'declarations.js', 'rules.js', 'rust-rules.js', 'rust-settings.js'].map((file) => `pkg-template/lib/game/${file}`),
      'pkg-template/lib/engine/host.js',
      // It makes a game whose callbacks tell that they are called.
      'pkg-template/lib/testing/watched.js',
    ],
  },
];

/** The table of what both languages agree on, and the groups of names in it that nobody else writes out. */
const TABLE = 'src/codes/table.rs';
const WRITTEN_ONCE = [/\bEventKind as \w+, \w+ \{([^}]*)\}/, /\brefusal: &str \{([^}]*)\}/, /\bproblem: &str \{([^}]*)\}/];

/** The table as JavaScript, which the build makes. It imports nothing, and every room may import it. */
const TABLE_MADE = 'pkg-template/lib/engine/codes.js';

/** Who imports an entry file: `rondel/slim`, whose twins are made by scripts/slim.mjs. */
const OF_ENTRIES = ['pkg-template/slim.js'];

/** Who is called by the engine, which hands over numbers and flags one by one. */
const CALLED_BY_THE_ENGINE = ['pkg-template/lib/engine/object-factory.js'];

/** They take the place of other files, and have the same exports: scripts/slim.mjs. */
const TAKING_A_PLACE = /^pkg-template\/lib\/engine\/slim\/load-/;

/** Files in which lines may stand twice with other names: declarations, and methods that are one line each behind their checks. */
const ALIKE = [/\.d\.ts$/, /^src\/js\/imports\.rs$/, /^pkg-template\/lib\/lobby\/lobby-client\.js$/];

/** Files in which lines may stand twice. */
const REPEATING = [
  // The same methods, with promises and without.
  'pkg-template/internal.d.ts',
];

const MOST_LINES = 500;
/** Documents that are to be read in one go. */
const MOST_LINES_OF = { 'README.md': 200, 'ARCHITECTURE.md': 250 };
const OURS = ['src', 'pkg-template', 'scripts', 'tests', 'www', 'examples'];
const NOT_OURS = ['node_modules', 'dist', 'target'];
/** At the root, what git does not keep either. */
const NOT_KEPT = ['.git', '.tools', 'artifacts', 'pkg'];
/** What git writes where a merge is to be decided. */
const MARKER = /^(<{7}|\|{7}|={7}|>{7})(?= |$)/gm;

/**
 * @param {string} root
 * @returns {string[]} what is wrong, each with the file and the line
 */
export function faultsIn(root) {
  const sources = new Map(OURS.flatMap((folder) => filesIn(root, folder)).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const rust = only(sources, /^src\/.*\.rs$/);
  const javascript = only(sources, /^pkg-template\/.*\.js$/);
  const shipped = only(sources, /^(src\/.*\.rs|pkg-template\/.*\.[jt]s)$/);
  const codes = new Map([...shipped].map(([file, text]) => [file, codeOf(file, text)]));
  const modules = only(codes, /\.js$/);
  const imports = javascriptImports(javascript);
  return [
    ...(rust.size > 0 && javascript.size > 0 ? [] : ['src and pkg-template: there are no sources']),
    ...directions(imports, { ...ROOMS, '': Object.keys(ROOMS) }),
    ...CRATES.flatMap((crate) => circles(rustUses(ofCrate(rust, crate), crate))),
    ...circles(imports),
    ...banned(codes),
    ...writtenAgain(sources, modules),
    ...flagged(modules),
    ...repeated(codes),
    ...unused(modules, imports, sources),
    ...tooLong(sources, root),
    ...unmerged(root),
  ];
}

function directions(uses, rooms) {
  const faults = [];
  for (const [file, used] of uses) {
    const room = roomOf(file);
    if (!rooms[room]) faults.push(`${file}: scripts/house/check.mjs knows no room called '${room}'`);
    for (const [other, line] of used) {
      const to = roomOf(other);
      const isAllowed = other === TABLE_MADE || (room === to && (room !== '' || OF_ENTRIES.includes(file))) || rooms[room]?.includes(to);
      if (!isAllowed) faults.push(`${file}:${line}: '${room || 'an entry file'}' uses ${other}, and may use ${rooms[room]?.join(', ') || 'nothing else'}`);
    }
  }
  return faults;
}

/** Entry files are in the room without a name; what lies in no room of lib, in one that is not known. */
function roomOf(file) {
  return /^pkg-template\/lib\/((?:online|server)\/\w+(?=\/)|\w+(?=\/)|[^/]+)/.exec(file)?.[1] ?? '';
}

/** The files of a crate, without those of others that lie within. */
function ofCrate(files, crate) {
  const others = CRATES.filter((other) => other.startsWith(`${crate}/`));
  return new Map([...files].filter(([file]) => file.startsWith(`${crate}/`) && !others.some((other) => file.startsWith(`${other}/`))));
}

function circles(uses) {
  const graph = new Map([...uses].map(([file, used]) => [file, [...used.keys()]]));
  return circlesIn(graph).map((circle) => `${circle[0]}: a circle: ${[...circle, circle[0]].join(' -> ')}`);
}

function codeOf(file, text) {
  return file.endsWith('.rs') ? withoutRustComments(text) : withoutComments(text);
}

function banned(codes) {
  const faults = [];
  for (const [file, code] of codes) {
    for (const { folder, pattern, why, except = [] } of BANNED) {
      if (!file.startsWith(`${folder}/`) || file.endsWith('.d.ts') || except.includes(file)) continue;
      faults.push(...saidIn(file, code, pattern, why));
    }
  }
  return faults;
}

/** One fault for each line in which a pattern is found. */
function saidIn(file, text, pattern, why) {
  const lines = text.split('\n');
  const found = [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split('\n').length);
  return [...new Set(found)].map((line) => `${file}:${line}: ${lines[line - 1].trim()}: ${why}`);
}

function writtenAgain(sources, modules) {
  const table = sources.get(TABLE) ?? '';
  const names = WRITTEN_ONCE.flatMap((group) => [...(group.exec(table)?.[1] ?? '').matchAll(/= "([^"]+)"/g)].map(([, name]) => name));
  if (names.length === 0) return [];
  const pattern = new RegExp(`(["'\`])(${names.join('|')})\\1`, 'g');
  const rust = [...only(sources, /^src\/(?!codes\/).*\.rs$/)].map(([file, text]) => [file, text.replace(/\/\/[^\n]*/g, '')]);
  return [...modules, ...rust].flatMap(([file, code]) => saidIn(file, code, pattern, `both languages have this from ${TABLE}`));
}

function flagged(modules) {
  const looked = [...modules].filter(([file]) => !CALLED_BY_THE_ENGINE.includes(file));
  return looked.flatMap(([file, code]) => flagsIn(code).map(({ line, flags }) => `${file}:${line}: ${flags.join(', ')}: two flags beside each other: name them`));
}

function repeated(codes) {
  const found = repeatsIn(new Map([...codes].filter(([file]) => !REPEATING.includes(file))));
  const meant = found.filter(({ place, isDressed }) => !isDressed || !ALIKE.some((file) => file.test(place.replace(/:\d+$/, ''))));
  return meant.map(({ place, first, isDressed }) => `${place}: six lines that stand at ${first}, too${isDressed ? ', with other names' : ''}`);
}

function unused(modules, imports, sources) {
  const made = [...only(sources, /^scripts\//)].filter(([file]) => !file.startsWith('scripts/house/')).map(([, text]) => text).join('\n');
  const isLooked = (file) => file.startsWith('pkg-template/lib/') && !TAKING_A_PLACE.test(file);
  return unusedIn(modules, imports, { texts: sources, isLooked, made });
}

function tooLong(sources, root) {
  const long = [...sources].map(([file, text]) => [file, linesIn(text)]).filter(([, lines]) => lines > MOST_LINES);
  const documents = Object.entries(MOST_LINES_OF).filter(([file]) => existsSync(join(root, file)));
  return [
    ...long.map(([file, lines]) => `${file}: ${lines} lines, more than ${MOST_LINES}: it holds two concepts`),
    ...documents.flatMap(([file, most]) => {
      const lines = linesIn(readFileSync(join(root, file), 'utf8'));
      return lines > most ? [`${file}: ${lines} lines, more than ${most}: the rest goes to docs`] : [];
    }),
  ];
}

/** One fault for each marker, in files of all kinds. */
function unmerged(root) {
  return pathsIn(root, '').flatMap((file) => saidIn(file, readFileSync(join(root, file), 'utf8'), MARKER, 'a merge has left its marker'));
}

function linesIn(text) {
  return text.split('\n').length - 1;
}

function only(sources, pattern) {
  return new Map([...sources].filter(([file]) => pattern.test(file)));
}

/** The code below a folder, by path from the root. */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return pathsIn(root, folder).filter(isCode);
}

/** All files below a folder. */
function pathsIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) || NOT_KEPT.includes(path) ? [] : pathsIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function isCode(path) {
  return /\.(rs|[cm]?[jt]sx?|vue|css|html|sh)$/.test(path) || /^scripts\/[\w-]+$/.test(path);
}

function main() {
  const faults = faultsIn(process.argv[2] ?? '.');
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
