import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time between two checks, in milliseconds. Polling works on all systems; their change notifications differ. */
const INTERVAL = 250;
/** Files of a package, in addition to its sources, that a build depends on. */
const BESIDE = ['Cargo.toml', 'Cargo.lock', 'build.rs'];

/**
 * Works at once, and again whenever files of these packages have changed, including changes during the work. Ends only when `work` throws.
 */
export async function workAtChanges(folders: string[], work: () => Promise<void>): Promise<never> {
  for (let seen = ''; ; await sleep(INTERVAL)) {
    const now = timesIn(folders);
    if (now === seen) continue;
    await work();
    // The earlier times: changes during the work trigger another build. Cargo then does nothing if only its own lockfile has changed.
    seen = now;
  }
}

/** Returns the modification times of the files of these packages, as one text. */
function timesIn(folders: string[]) {
  return folders.flatMap((folder) => [...BESIDE, ...sourcesIn(folder)].map((name) => `${name} ${timeOf(join(folder, name))}`)).join('\n');
}

function sourcesIn(folder: string) {
  try {
    return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
  } catch {
    // It may be elsewhere, or about to be moved.
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
