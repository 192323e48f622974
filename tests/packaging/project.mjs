// A temporary project into which the packed package is installed once, with the bundlers and both examples.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { read } from '../js/docs/support.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));
const EXAMPLES = ['react', 'vue'];

/** Dependencies of the project in addition to those of the examples. */
const TOOLS = {
  esbuild: '^0.28.2',
  'happy-dom': '^21.0.4',
  'typescript-5': 'npm:typescript@^5.9.3',
  // The oldest version that supports the types.
  'typescript-5.4': 'npm:typescript@~5.4.5',
  // The newest version that runs in this Node.
  vitest: '>=4',
  workerd: '^1.20261117.1',
};

/** Output of fixtures/play.mjs. */
export const PLAYED = {
  cells: [null, '0', '1', null, null, null],
  turn: 3,
  refused: 'action/invalid_move',
  last: 6,
  online: { status: 'confirmed', cells: [null, null, null, '0', null, null], isActive: true },
};

export const project = { dir: '', tarball: '', server: '', migrate: '', create: '' };

/** Makes a folder with the tarballs of all packages. scripts/test-packaging has made them for all test files. */
export async function pack() {
  project.dir = await mkdtemp(join(tmpdir(), 'rondel-packaging-'));
  const { RONDEL_TARBALLS: made } = process.env;
  if (made) await cp(made, project.dir, { recursive: true });
  else {
    const packages = (await readdir(join(root, 'packages'))).map((name) => join(root, `pkg-${name}`));
    await run('npm', ['pack', join(root, 'pkg'), ...packages, '--silent', '--ignore-scripts']);
  }
  const tarballs = await readdir(project.dir);
  const tarballOf = (name) => tarballs.find((file) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(file));
  Object.assign(project, { tarball: tarballOf('rondel'), server: tarballOf('rondel-server'), migrate: tarballOf('rondel-migrate'), create: tarballOf('create-rondel') });
}

/** The dependencies on both packages, as tarballs. */
export function packed() {
  return { rondel: `file:${join(project.dir, project.tarball)}`, 'rondel-server': `file:${join(project.dir, project.server)}` };
}

/** Packs the package, and installs it there as a user would. */
export async function install() {
  await pack();
  await cp(fixtures, project.dir, { recursive: true });
  const dependencies = { ...TOOLS, 'rondel-server': packed()['rondel-server'] };
  for (const name of EXAMPLES) {
    const manifest = await readJson(join(root, 'examples', name, 'package.json'));
    Object.assign(dependencies, manifest.dependencies, manifest.devDependencies);
    await copyExample(name);
  }
  await installInto(project.dir, dependencies);
}

/** Makes a project of the folder, with these dependencies and the package. `more`: further fields of its manifest. */
export async function installInto(dir, dependencies, more = {}) {
  const { rondel } = packed();
  await writeFile(join(dir, 'package.json'), JSON.stringify({
    name: 'throw-away', private: true, type: 'module', ...more, dependencies: { ...dependencies, rondel },
  }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: dir });
}

export async function uninstall() {
  if (project.dir) await rm(project.dir, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs a program to its end; an error contains its output. */
export async function run(command, args, { cwd = project.dir, env } = {}) {
  try {
    return await promisify(execFile)(command, args, {
      cwd, env: { ...process.env, NO_COLOR: '1', NODE_NO_WARNINGS: '1', ...env }, maxBuffer: 1 << 24,
    });
  } catch (error) {
    // Node quotes the line that threw, and in a bundle that may be all of it.
    const said = `${error.stdout ?? ''}${error.stderr ?? error}`.split('\n').map((line) => line.slice(0, 300));
    throw new Error([`${basename(command)} ${args.join(' ')}`, ...said].join('\n'));
  }
}

/** Runs a program of the project's own node_modules/.bin. */
export const tool = (name, args, options) => run(join(project.dir, 'node_modules/.bin', name), args, options);

/**
 * Starts a program that serves, of the project or at a path, until it prints an address. Returns the address and a function
 * that ends it.
 */
export async function serve(name, args, { cwd, env }) {
  const child = spawn(resolve(project.dir, 'node_modules/.bin', name), args, {
    cwd, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => { child.once('exit', resolve); });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      said += chunk;
      const found = /(http:\/\/[\w.:[\]]+)\/?\s/.exec(said);
      if (found) resolve(`${found[1]}/`);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then(() => reject(new Error(`${name} ended early:\n${said}`)));
  });
  return {
    address,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

export const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/** Returns the files in a folder and its subfolders, by their paths in it. */
export async function filesIn(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

/** Writes the files of a document into a folder, by the names in their first lines. */
export async function copyShown(names, path, folder) {
  const { blocks } = await read(path);
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(join(folder, name), blocks.find((block) => block.name === name).code);
}

/** Copies an example from the repository into a folder of the project. */
export async function copyExample(name, folder = name) {
  const to = join(project.dir, folder);
  await mkdir(to);
  await cp(join(root, 'examples', name), to, {
    recursive: true,
    filter: (from) => !['node_modules', 'dist'].includes(basename(from)),
  });
}
