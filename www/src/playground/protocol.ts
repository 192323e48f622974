/** Messages between a page of the site and the sandboxed frame in which a game runs. The frame has no origin: it reads nothing of the site. */

/** The files of a program as CommonJS modules, each after those that it imports. The last one is the program's entry. A frame runs one program. */
export type Program = readonly { name: string, code: string }[];

/** Messages of a frame to its page. */
export type Report =
  | { type: 'ready' }
  /** The program has run. `isShown`: the frame shows its game or component. */
  | { type: 'done', isShown: boolean }
  /** Height of what the frame shows, in pixels; 0 if it shows nothing. */
  | { type: 'height', height: number }
  | { type: 'error', text: string }
  | { type: 'console', isError: boolean, text: string };

/** Packages that a program may import. */
export const PACKAGES = [
  'rondel', 'rondel/ai', 'rondel/client', 'rondel/core', 'rondel/debug', 'rondel/effects', 'rondel/effects/react', 'rondel/master', 'rondel/multiplayer', 'rondel/plugins', 'rondel/react', 'rondel/testing',
  'react', 'react/jsx-runtime', 'react-dom', 'react-dom/client',
] as const;

export type PackageName = (typeof PACKAGES)[number];
