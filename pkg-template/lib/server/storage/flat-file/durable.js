import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Size of a probe of the disk, in bytes: as much as a big match takes. */
const PROBE = 200_000;

/** Puts a text in a file's place as a whole: after a crash there is the old one or the new one. It is on the disk then. */
export async function replaceFile(path, text) {
  const temporary = `${path}.new`;
  try {
    await writeAt(temporary, 'w', text, 0);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes a text into a file, from this byte on. */
export async function writeAt(path, flags, text, position) {
  const file = await open(path, flags);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) {
      written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** The text of a file; undefined if there is none. */
export async function readText(path) {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Has the names in a folder on the disk. */
export async function syncFolder(path) {
  let folder;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } catch (error) {
    // Windows knows no such thing.
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes(error.code)) throw error;
  } finally {
    await folder?.close();
  }
}

/** What a probe writes: on a disk that is full, a few bytes may fit where a match does not, and so may what can be compressed. */
export function probeText() {
  return `${new Date().toISOString()}\n${randomBytes(PROBE).toString('base64')}\n`;
}

/** Throws if the disk does not take a file of this path, which is removed again. */
export async function probeDisk(path) {
  try {
    await writeAt(path, 'w', probeText(), 0);
  } finally {
    await rm(path, { force: true });
  }
}
