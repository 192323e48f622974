// What scripts/check-house checks: which part of the house may use which, and what may be said where.
// Usage: node scripts/house/check.mjs [ROOT]

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { circlesIn } from './circles.mjs';
import { javascriptImports, withoutComments } from './javascript.mjs';
import { repeatsIn } from './repeats.mjs';
import { rustUses, withoutComments as withoutRustComments } from './rust.mjs';

/** By folder of src, the others that it may use. */
const RUST_ROOMS = {
  codes: [],
  core: ['codes'],
  sync: ['codes', 'core'],
  js: ['codes', 'core', 'sync'],
};
/** The rooms that know nothing of the world around them. */
const PURE = ['codes', 'core', 'sync'];

/** By room of the package, the others that it may import. Entry files, which lie in no room, import rooms alone. */
const ROOMS = {
  util: [],
  engine: ['util'],
  game: ['util', 'engine'],
  lobby: ['util', 'game', 'client', 'online/transports'],
  ai: ['util', 'game', 'online/protocol'],
  'online/protocol': ['util'],
  'online/storage': ['util', 'engine'],
  online: ['util', 'engine', 'game', 'online/protocol', 'online/storage'],
  client: ['util', 'engine', 'game', 'online/protocol'],
  react: ['util', 'client', 'lobby'],
  vue: ['util', 'client', 'lobby'],
  'online/transports': ['util', 'engine', 'game', 'ai', 'online', 'online/protocol', 'online/storage', 'client'],
  'server/util': ['util'],
  'server/storage': ['util', 'online/storage', 'server/util'],
  'server/nodes': ['util', 'engine', 'game', 'online', 'online/protocol', 'online/storage', 'server/storage'],
  server: ['util', 'engine', 'game', 'online', 'online/protocol', 'online/storage', 'online/transports', 'server/nodes', 'server/storage', 'server/util'],
  testing: ['util', 'engine', 'game', 'online', 'online/protocol', 'online/storage'],
};

/**
 * What may not be said in a folder, and why.
 *
 * @type {{ folder: string, pattern: RegExp, why: string, except?: string[] }[]}
 */
const BANNED = [
  ...PURE.map((room) => `src/${room}`).flatMap((folder) => [
    { folder, pattern: /\b(wasm_bindgen|js_sys|web_sys)\b/g, why: 'only src/js knows JavaScript' },
    {
      folder,
      // The braces of a `use` may be long.
      pattern: /\bstd::(\{[^;]*?\b)?(time|fs|io|net|os|env|process|thread)\b|\b(getrandom|SystemTime|Instant::now)\b/g,
      why: 'it has neither a clock nor entropy nor I/O',
    },
    { folder, pattern: /\b(e?print(ln)?|dbg)!/g, why: 'it has no console' },
    { folder, pattern: /\b(Hash(Map|Set)|hash_(map|set)|RandomState)\b/g, why: 'order is behaviour: use BTreeMap or a vector' },
  ]),
  {
    folder: 'src/core',
    pattern: /\bcompat\b/g,
    why: 'ask `Differences` by name: only compat.rs knows what compat changes',
    // The field of the definition, and the module itself.
    except: ['src/core/compat.rs', 'src/core/game.rs', 'src/core/mod.rs'],
  },
  {
    folder: 'pkg-template',
    // `game.x`; `game['x']`, but for marks of our own such as `game[RULES]`; `{ x } = game`; `{ game: { x } }`.
    pattern: /\bgame\s*\??\.[A-Za-z_$]|\bgame\s*(\?\.)?\[(?![A-Z_]+\])|\}\s*=\s*([\w#]+\??\.)*game\b|\bgame:\s*\{\s*\w/g,
    why: 'a game is known by its `Rules` alone',
    except: [
      // What reads the definition, and what runs a JavaScript game's code.
      ...['definition.js', 'declarations.js', 'rules.js'].map((file) => `pkg-template/lib/game/${file}`),
      'pkg-template/lib/engine/host.js',
      // It makes a game whose callbacks tell that they are called.
      'pkg-template/lib/testing/watched.js',
    ],
  },
];

/** Files in which lines may stand twice. */
const REPEATING = [
  // The same methods, with promises and without.
  'pkg-template/internal.d.ts',
];

const MOST_LINES = 500;
const OURS = ['src', 'pkg-template', 'scripts', 'tests', 'www', 'examples'];
const NOT_OURS = ['node_modules', 'dist', 'target'];

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
  const uses = rustUses(rust, 'src');
  const imports = javascriptImports(javascript);
  return [
    ...(rust.size > 0 && javascript.size > 0 ? [] : ['src and pkg-template: there are no sources']),
    ...directions(uses, rustRoomOf, RUST_ROOMS),
    ...directions(imports, roomOf, { ...ROOMS, '': Object.keys(ROOMS) }),
    ...circles(uses),
    ...circles(imports),
    ...banned(codes),
    ...repeated(codes),
    ...tooLong(sources),
  ];
}

function directions(uses, roomOf, rooms) {
  const faults = [];
  for (const [file, used] of uses) {
    const room = roomOf(file);
    if (room !== undefined && !rooms[room]) faults.push(`${file}: scripts/house/check.mjs knows no room called '${room}'`);
    for (const [other, line] of used) {
      const to = roomOf(other);
      const isAllowed = room === undefined || room === to || rooms[room]?.includes(to);
      if (!isAllowed) faults.push(`${file}:${line}: '${room || 'an entry file'}' uses ${other}, and may use ${rooms[room]?.join(', ') || 'nothing else'}`);
    }
  }
  return faults;
}

/** The crate's root, which is in no room, may use all. */
function rustRoomOf(file) {
  return /^src\/(\w+)(?:\/|\.rs$)/.exec(file.replace(/^src\/lib\.rs$/, ''))?.[1];
}

/** Entry files are in the room without a name. */
function roomOf(file) {
  return /^pkg-template\/lib\/((?:online|server)\/\w+(?=\/)|\w+)\//.exec(file)?.[1] ?? '';
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
    const lines = code.split('\n');
    for (const { folder, pattern, why, except = [] } of BANNED) {
      if (!file.startsWith(`${folder}/`) || except.includes(file)) continue;
      const found = [...code.matchAll(pattern)].map(({ index }) => code.slice(0, index).split('\n').length);
      for (const line of new Set(found)) faults.push(`${file}:${line}: ${lines[line - 1].trim()}: ${why}`);
    }
  }
  return faults;
}

function repeated(codes) {
  const found = repeatsIn(new Map([...codes].filter(([file]) => !REPEATING.includes(file))));
  return found.map(({ place, first }) => `${place}: six lines that stand at ${first}, too`);
}

function tooLong(sources) {
  const long = [...sources].map(([file, text]) => [file, text.split('\n').length - 1]).filter(([, lines]) => lines > MOST_LINES);
  return long.map(([file, lines]) => `${file}: ${lines} lines, more than ${MOST_LINES}: it holds two concepts`);
}

function only(sources, pattern) {
  return new Map([...sources].filter(([file]) => pattern.test(file)));
}

/** The code below a folder, by path from the root. */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) ? [] : filesIn(root, path);
    return isCode(path) && entry.isFile() ? [path] : [];
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
