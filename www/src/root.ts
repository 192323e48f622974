import { resolve } from 'node:path/posix';

/** Folder of the repository, with a slash at its end. Astro runs in `www`. */
export const ROOT = `${resolve(process.cwd(), '..')}/`;
