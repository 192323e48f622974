// The games of examples/games, bundled from their sources and the built packages, with their server. For pictures, and for tests in several
// browsers; the tests of the packed packages use the example's own commands.

import { readFile } from 'node:fs/promises';
import { extname, join, parse, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Server } from 'rondel-server';

const GAMES = fileURLToPath(new URL('../examples/games/', import.meta.url));
/** The example has a tsconfig.json of its own. */
const { games } = await import(join(GAMES, 'src/rules.ts'));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const RAW = /\?raw$/;

/** Reads files as texts that are imported with `?raw`, as Vite does. */
const raw = {
  name: 'raw',
  setup(builder) {
    builder.onResolve({ filter: RAW }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.replace(RAW, '')), namespace: 'raw' }));
    builder.onLoad({ filter: /.*/, namespace: 'raw' }, async ({ path }) => ({ contents: await readFile(path, 'utf8'), loader: 'text' }));
  },
};

/**
 * Starts the games at a free port.
 *
 * @param {object} [options]
 * @param {string} [options.driver] a module that the page at `/player` loads in addition
 * @param {Record<string, string>} [options.pages] further pages by their paths, as HTML. They are read when they are requested
 * @param {Record<string, (body: any) => unknown>} [options.answers] answers to POST requests by their paths
 * @param {string} [options.seed] seed of all matches. Without one, the server draws secure random numbers
 */
export async function startGames({ driver, pages = {}, answers = {}, seed } = {}) {
  const files = await filesOf(driver);
  // Without a `db`, matches are in memory.
  const server = Server({ games: games.map((game) => ({ ...game, ...seed && { seed } })), origins: false, lobbyOnly: true });
  const serve = async (ctx) => {
    const answer = answers[ctx.path];
    const file = pages[ctx.path] ? { type: TYPES['.html'], contents: pages[ctx.path] } : files.get(ctx.path);
    if (answer && ctx.method === 'POST') ctx.body = JSON.stringify(await answer(JSON.parse(await text(ctx.req))) ?? null);
    else if (file) Object.assign(ctx, { type: file.type, body: file.contents });
  };
  const running = await server.run({ port: 0, host: '127.0.0.1', callback: () => server.app.use(serve) });
  const { port } = /** @type {import('node:net').AddressInfo} */ (running.appServer.address());
  return { port, url: `http://127.0.0.1:${port}/`, stop: () => server.kill(running) };
}

/** @param {string} [driver] */
async function filesOf(driver) {
  const { outputFiles } = await build({
    entryPoints: [join(GAMES, 'src/main.tsx'), ...driver ? [driver] : []], outdir: join(GAMES, 'out'), entryNames: '[name]', absWorkingDir: GAMES,
    bundle: true, write: false, format: 'esm', target: 'es2022', jsx: 'automatic', logLevel: 'error', plugins: [raw],
    // Without the debug panel.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const index = await readFile(join(GAMES, 'index.html'), 'utf8');
  const html = index.replace('/src/main.tsx', '/main.js').replace('</head>', '<link rel="stylesheet" href="/main.css"></head>');
  const files = new Map();
  const add = (path, contents) => files.set(path, { type: TYPES[extname(path)] ?? TYPES['.html'], contents });
  add('/', html);
  add('/icon.svg', await readFile(join(GAMES, 'public/icon.svg')));
  for (const { path, contents } of outputFiles) add(`/${relative(join(GAMES, 'out'), path)}`, Buffer.from(contents));
  if (driver) add('/player', html.replace('</body>', `<script type="module" src="/${parse(driver).name}.js"></script></body>`));
  return files;
}
