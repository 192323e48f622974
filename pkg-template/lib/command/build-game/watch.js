import { existsSync, watch } from 'node:fs';
import { basename, join } from 'node:path';

/** Milliseconds in which an editor has written what belongs together. */
const QUIET = 100;
/** What beside its sources a build depends on, in the folder of a package. */
const BESIDE = ['Cargo.toml', 'Cargo.lock', 'build.rs'];

/**
 * Calls a function when files of these packages have changed, once for those that change together; and again for what has changed while it worked.
 *
 * @param {string[]} folders
 * @param {() => Promise<void>} work never rejects
 * @returns {() => void} ends it
 */
export function watchPackages(folders, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let isWorking = false;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (isWorking) return changed();
      isWorking = true;
      await work();
      isWorking = false;
    }, QUIET);
  };
  const watchers = folders.flatMap((folder) => [
    watch(folder, (_, name) => {
      if (BESIDE.includes(basename(name ?? ''))) changed();
    }),
    ...existsSync(join(folder, 'src')) ? [watch(join(folder, 'src'), { recursive: true }, changed)] : [],
  ]);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
