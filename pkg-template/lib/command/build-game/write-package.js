import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What npm shows of a package, where the crate has it. */
const TAKEN_ALONG = /^(readme|licen[cs]e)([.-].*)?$/i;

/**
 * Writes the files of a package, and takes the crate's README and licence along. A file that is as it was stays untouched, and each other one is
 * replaced at once: pages that are served from there load again only what has changed.
 *
 * @param {string} folder of the package
 * @param {string} crateFolder
 * @param {Record<string, string | Uint8Array>} files what is imported first comes first
 */
export function writePackage(folder, crateFolder, files) {
  for (const [name, contents] of Object.entries(files)) replace(join(folder, name), Buffer.from(contents));
  for (const name of readdirSync(crateFolder).filter((one) => TAKEN_ALONG.test(one))) copyFileSync(join(crateFolder, name), join(folder, name));
}

function replace(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.next`;
  writeFileSync(next, contents);
  renameSync(next, path);
}
