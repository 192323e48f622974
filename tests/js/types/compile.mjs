// Compiles TypeScript against the built package, as a user's project would, with every supported compiler.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const OPTIONS = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], noEmit: true, skipLibCheck: true };

export const COMPILERS = ['typescript-7', 'typescript', 'typescript-5.4'];

/** Writes the files into a folder of this test, from which `rondel` is found; returns its path. */
export async function folderWith(t, files) {
  const folder = await mkdtemp(join(root, 'target/types-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const written = { ...files, 'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, files: Object.keys(files) }) };
  for (const [name, text] of Object.entries(written)) await writeFile(join(folder, name), text);
  return folder;
}

/** Returns a compiler's output about the files in a folder. */
export async function printed(compiler, folder, ...options) {
  const args = [join(root, 'node_modules', compiler, 'bin/tsc'), '-p', folder, '--pretty', 'false', ...options];
  const { stdout } = await promisify(execFile)('node', args, { cwd: folder }).catch((error) => error);
  return stdout;
}
