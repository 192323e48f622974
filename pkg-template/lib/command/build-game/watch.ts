import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks. It polls, because systems differ in what they notify of changes. */
const INTERVAL = 250;
/** What beside its sources a build depends on, in the folder of a package. */
const BESIDE = ['Cargo.toml', 'Cargo.lock', 'build.rs'];

/** Works at once, and again whenever files of these packages have changed, also while it worked. Ends only when `work` throws. */
export async function workAtChanges(folders: string[], work: () => Promise<void>): Promise<never> {
  for (let seen = ''; ; await sleep(INTERVAL)) {
    const now = timesIn(folders);
    if (now === seen) continue;
    await work();
    // As it was before: what has changed meanwhile is built again, and cargo does nothing if that is the lockfile, which it writes itself.
    seen = now;
  }
}

/** The times at which the files of these packages have changed, as one text. */
function timesIn(folders: string[]) {
  return folders.flatMap((folder) => [...BESIDE, ...sourcesIn(folder)].map((name) => `${name} ${timeOf(join(folder, name))}`)).join('\n');
}

function sourcesIn(folder: string) {
  try {
    return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
  } catch {
    // It may lie elsewhere, or be about to be moved.
    return [];
  }
}

function timeOf(path: string) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
