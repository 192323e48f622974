// Moves projects in memory.
import { migrate } from '../../../pkg-migrate/lib/command/migrate.js';
import { Project } from '../../../pkg-migrate/lib/project/project.js';

export const RANGE = '^1.2.3';

/** A package.json on boardgame.io. */
export const manifest = (range = '^0.50.2') => `${JSON.stringify({ name: 'game', dependencies: { 'boardgame.io': range } }, null, 2)}\n`;

/**
 * Moves a project of these files, and returns their new texts and the report. Without a package.json it gets one on boardgame.io 0.50.
 * @param {Record<string, string>} files
 */
export function migrated(files) {
  const project = new Project({ texts: new Map(Object.entries({ 'package.json': manifest(), ...files })), unread: [] });
  migrate(project, RANGE);
  const texts = Object.fromEntries(project.paths.map((path) => [path, project.file(path).edited()]));
  return { texts, entries: project.report.entries };
}

/** Moves a project of one file, and returns its new text. */
export const moved = (text, path = 'src/game.ts', range = '^0.50.2') => migrated({ 'package.json': manifest(range), [path]: text }).texts[path];

/** Lines of the report of one kind, without those of package.json: `game.ts:3 text`. */
export const lines = (entries, kind) => entries
  .filter((entry) => entry.kind === kind && entry.path !== 'package.json')
  .map(({ path, line, text }) => `${path}:${line} ${text}`);
