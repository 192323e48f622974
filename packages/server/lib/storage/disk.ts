import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileHandle } from 'node:fs/promises';

/** Size of the data of a probe, in bytes: the size of a big match. A full disk may still have space for less, or for what compresses well. */
const PROBE_SIZE = 200_000;

/** Replaces a file in one step: after a crash, it has the old text or the new one. Resolves when the new one is on the disk. */
export async function replaceFile(path: string, text: string) {
  const temporary = `${path}.new`;
  try {
    await writeText(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes or appends a text. Resolves when it is on the disk. */
export async function writeText(path: string, text: string, flag: 'w' | 'a' = 'w') {
  const file = await open(path, flag);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Returns the text of a file; undefined if there is no such file. */
export function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(ifAbsent);
}

/** Handles the rejection for a path that does not exist: the result is undefined. Throws other errors again. */
export function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Writes the names in a folder to the disk. */
export async function syncFolder(path: string) {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } catch (error) {
    // Windows cannot do this.
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes((error as { code: string }).code)) throw error;
  } finally {
    await folder?.close();
  }
}

/** Returns the text that a probe writes. */
export function probeText(): string {
  return `${new Date().toISOString()}\n${randomBytes(PROBE_SIZE).toString('base64')}\n`;
}

/** Writes a file and removes it. Throws if the disk does not accept it. */
export async function probeDisk(path: string) {
  try {
    await writeText(path, probeText());
  } finally {
    await rm(path, { force: true });
  }
}
