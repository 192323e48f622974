// Pages, as bundlers build them for production: those that scripts/build checks, and those that scripts/size measures.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const CORE = 'ActivePlayers, GameMethod, INVALID_MOVE, PlayerView, Stage, TurnOrder, invalid, legacyGame';

/**
 * A page: the imports of its script, each `names from an entry`, and the modules that it loads in addition to the script.
 *
 * @typedef {{ name: string, imports: string[], wasm?: string[] }} Page
 */

/** Imports of a page with one match, and of one with a master in the page. Games use these names of core; `describeLog` is for log pages. */
const CLIENT = ['Client from client', 'INVALID_MOVE from core'];
const LOCAL = ['Client from client', `${CORE} from core`, 'Local from multiplayer'];

/** The pages whose sizes scripts/build prints. */
export const MEASURED = {
  client: { name: '`Client`', imports: CLIENT },
  local: { name: '`Client` and `Local`', imports: LOCAL },
};

const REACT = ['Client from react', 'INVALID_MOVE from core'];
const SLIM = ['Client, init from slim', 'INVALID_MOVE from core'];

/** The same pages of boardgame.io 0.50.2, for comparison. */
const BOARDGAME_IO = ['Client from boardgame.io/dist/esm/client.js', 'INVALID_MOVE from boardgame.io/dist/esm/core.js'];

/**
 * Usual pages.
 *
 * @type {Page[]}
 */
export const USUAL = [
  MEASURED.client,
  MEASURED.local,
  { name: '`Client`, `Local` and `MCTSBot`', imports: [...LOCAL, 'MCTSBot from ai'] },
  { name: '`Client` and `SocketIO`', imports: [...CLIENT, 'SocketIO from multiplayer'] },
  { name: '`Client` and `WebSocketTransport`', imports: [...CLIENT, 'WebSocketTransport from multiplayer'] },
  { name: '`Client` of `rondel/react`', imports: REACT },
  { name: '`Client` of `rondel/react` and `Local`', imports: [...REACT, 'Local from multiplayer'] },
  { name: '`Client` of `rondel/react` and `SocketIO`', imports: [...REACT, 'SocketIO from multiplayer'] },
  { name: '`Client` of `rondel/react` and `WebSocketTransport`', imports: [...REACT, 'WebSocketTransport from multiplayer'] },
  { name: '`Client` of `rondel/slim`, with `engine.wasm`', imports: SLIM, wasm: ['engine.wasm'] },
  {
    name: '`Client` of `rondel/slim` and `Local`, with `engine.wasm`',
    imports: ['Client, init from slim', 'INVALID_MOVE from core', 'Local from slim/multiplayer'],
    wasm: ['engine.wasm'],
  },
  {
    name: '`Client` of `rondel/slim` and `WebSocketTransport`, with `engine.wasm`',
    imports: ['Client, init from slim', 'INVALID_MOVE from core', 'WebSocketTransport from slim/multiplayer'],
    wasm: ['engine.wasm'],
  },
  { name: "boardgame.io's `Client`", imports: BOARDGAME_IO },
  { name: "boardgame.io's `Client` and `SocketIO`", imports: [...BOARDGAME_IO, 'SocketIO from boardgame.io/dist/esm/multiplayer.js'] },
];

/**
 * The entries with code: each as a page that imports all of it.
 *
 * @param {string} folder the package
 * @returns {Page[]}
 */
export function entriesOf(folder) {
  const entries = Object.keys(manifestOf(folder).exports).map((entry) => entry.slice('./'.length));
  return entries.filter((entry) => entry && !/^(private|server)$|\.(wasm|json)$/.test(entry)).map((entry) => ({ name: `\`rondel/${entry}\``, imports: [`* from ${entry}`] }));
}

/**
 * Returns the minified script of a page, with the dependencies of Rondel. It excludes the app's own: frameworks, and the
 * packages of servers.
 *
 * @param {string} folder the package
 * @param {Page} page
 */
export async function scriptOf(folder, { imports }) {
  const { exports, peerDependencies } = manifestOf(folder);
  const fileOf = (entry) => exports[`./${entry}`]?.default ?? entry;
  const { outputFiles } = await build({
    stdin: { contents: contentsOf(imports, fileOf), resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...Object.keys(peerDependencies), 'node:*'],
    nodePaths: ['node_modules'],
    legalComments: 'none',
    logLevel: 'error',
    write: false,
  });
  return outputFiles[0].contents;
}

/** Returns a module that uses all its imports. */
function contentsOf(imports, fileOf) {
  const parts = imports.map((part, at) => {
    const [names, entry] = part.split(' from ');
    return names === '*'
      ? { line: `import * as all${at} from '${fileOf(entry)}';`, used: `all${at}` }
      : { line: `import { ${names} } from '${fileOf(entry)}';`, used: names };
  });
  return `${parts.map(({ line }) => line).join('\n')}\nglobalThis.page = [${parts.map(({ used }) => used).join(', ')}];\n`;
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
