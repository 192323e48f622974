// The documents for tests: their code blocks, each a module of its name, and the values that they promise.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { compileScript, parse } from 'vue/compiler-sfc';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Its code needs compilers and Vite: tests/packaging/games-in-rust.test.mjs follows it. */
export const RUST_GUIDE = 'docs/08-games-in-rust.md';

/** Their code needs the built games of examples/rust: tests/js/rust-examples/documents.test.mjs runs it. */
export const RUST_PAGES = ['docs/reference/rust-game.md', 'examples/rust/README.md'];

/** Code that only a framework's own build can run: tests/packaging/frameworks.test.mjs plays those pages. */
const FRAMEWORK = /from 'next\//;
/** Code that runs in a worker that other code starts. */
const WORKER = /^serveBots\(/m;
/** Languages of blocks whose code must run. */
const CODE = ['js', 'jsx', 'ts', 'tsx', 'vue', 'html'];
const NAME = /^(?:\/\/|<!--) ([\w.-]+\.\w+)(?: -->)?\n/;
/** `expression; // => value` in a document, and its replacement here. */
const PROMISE = /^( *)(.+); +\/\/ => (.+)$/gm;
/** The package that the game in Rust of a document has become. */
const BUILT = new URL('../../../examples/rust/magpies/pkg/index.js', import.meta.url).href;

/** The documents with code or links, by their paths in the repository. */
export async function documents() {
  const docs = await readdir(join(root, 'docs'), { recursive: true });
  const examples = await readdir(join(root, 'examples'));
  return [
    'README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'RELEASING.md', '.github/SECURITY.md', 'skills/rondel/SKILL.md',
    ...docs.filter((file) => file.endsWith('.md')).map((file) => join('docs', file)).sort(),
    ...examples.map((name) => join('examples', name, 'README.md')),
  ];
}

/** The text of a document, and its code blocks: `{ language, name, code }`, without a name if the first line gives none. */
export async function read(path) {
  const text = await readFile(join(root, path), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, language]) => CODE.includes(language))
    .map(([, language, code]) => ({ language, code, name: NAME.exec(code)?.[1] }));
  return { path, text, blocks };
}

/**
 * Runs the modules of a document in order, and returns their exports by name. Each `// => value` of a module must have been reached with
 * that value. Test files run in their own process, as a reader's would.
 */
export async function run({ path, blocks }) {
  await mkdir(join(root, 'target'), { recursive: true });
  // Inside the repository, so that `rondel`, `react` and `vue` are found.
  const dir = await mkdtemp(join(root, 'target/docs-'));
  after(() => rm(dir, { recursive: true, force: true }));
  const modules = blocks.filter(({ language, code }) => language !== 'html' && !FRAMEWORK.test(code));
  for (const { name, language, code } of modules) await writeFile(join(dir, fileOf(name)), await toModule(code, language, name));
  const exported = {};
  // Servers of documents listen on a free port, until the tests are over.
  process.env.PORT = '0';
  after(() => Promise.all(Object.values(exported).map(({ server, running }) => running && server.kill(running))));
  for (const { name, code } of modules.filter((module) => !WORKER.test(module.code))) {
    if (/\.test\.m?js$/.test(name)) {
      await runTests(join(dir, fileOf(name)));
      continue;
    }
    reached = 0;
    exported[name] = await import(pathToFileURL(join(dir, fileOf(name))).href);
    assert.equal(reached, [...code.matchAll(PROMISE)].length, `${path}: the values that ${name} promises have been looked at`);
  }
  return exported;
}

async function runTests(file) {
  // Without the variable that would make it a part of this run.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ended = promisify(execFile)('node', ['--test-reporter=tap', file], { env });
  const { stdout } = await ended.catch((error) => assert.fail(error.stdout || error.stderr));
  assert.match(stdout, /^# pass [1-9]\d*\n# fail 0$/m);
}

/** The function that the documents' modules call with their promised values. */
let reached = 0;
globalThis.promisedByDocument = (actual, expected, line) => {
  reached += 1;
  assert.deepEqual(actual, expected, line);
};

/** Modules of documents import each other by their shown names. */
const fileOf = (name) => (/\.m?js$/.test(name) ? name : `${name.replace(/\.ts$/, '')}.js`);

async function toModule(code, language, name) {
  const named = code.replace(/(from '\.\/[\w-]+\.(?:jsx|tsx|vue))'/g, "$1.js'").replace("from 'magpies'", `from '${BUILT}'`);
  if (language === 'vue') {
    const { descriptor, errors } = parse(named, { filename: name });
    assert.deepEqual(errors, []);
    const { content } = compileScript(descriptor, { id: name, inlineTemplate: true });
    return (await transform(content, { loader: 'ts' })).code;
  }
  const checked = named.replace(PROMISE, (line, indent, expression, value) => (
    // A test file of the document imports the module in another process, which checks nothing.
    `${indent}globalThis.promisedByDocument?.(${expression}, ${value}, ${JSON.stringify(line.trim())});`
  ));
  return (await transform(checked, { loader: language, jsx: 'automatic' })).code;
}

/** Returns `true` if a relative link of a document leads to a file, and to a heading in it if it names one. */
export async function leads(path, link) {
  const [file, anchor] = link.split('#');
  const target = file ? join(dirname(path), file) : path;
  let text;
  try {
    text = target.endsWith('.md') ? await readFile(join(root, target), 'utf8') : (await readdir(join(root, target)).catch(() => readFile(join(root, target)))) && '';
  } catch {
    return false;
  }
  return !anchor || anchorsIn(text).has(anchor);
}

/** GitHub's anchors of headings. */
function anchorsIn(text) {
  const headings = text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading]) => heading.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-')));
}
