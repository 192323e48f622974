// The report as text.

import type { Project } from '../project/project.js';
import { KINDS, type Kind } from '../project/report.js';
import type { Uses } from './migrate.js';

const HEADINGS: Record<Kind, string> = {
  changed: 'Changed',
  differs: 'Rondel does something else here',
  look: 'Look yourself: this cannot be seen in the code',
  left: 'Left for you',
};

/** Returns the report as text: one line for each entry, with file, line and heading of the documentation. */
export function printReport(project: Project, { uses, isDryRun }: { uses: Uses; isDryRun: boolean }): string {
  const { report } = project;
  const sections = KINDS.flatMap((kind) => {
    const entries = report.entries.filter((entry) => entry.kind === kind);
    if (entries.length === 0) return [];
    const heading = kind === 'changed' && isDryRun ? 'Would be changed' : HEADINGS[kind];
    return ['', `${heading} (${entries.length})`, ...entries.map(({ path, line, text, link }) => `  ${path}:${line}  ${text}  [${link}]`)];
  });
  return [...headOf(project, uses), ...sections, '', ...closing(project, isDryRun), ''].join('\n');
}

function headOf(project: Project, uses: Uses): string[] {
  if (uses === 'rondel') return ['This project uses Rondel already. Only the differences are reported.'];
  const ranges = project.packages.flatMap(({ path, range }) => (range === undefined ? [] : [`${path}: boardgame.io ${range}, ${project.styleOf(path) === 'positional' ? 'moves (G, ctx, …)' : 'moves ({ G, ctx, … }, …)'}`]));
  return ranges.length > 0 ? ranges : ['No package.json declares boardgame.io. Moves are read as ({ G, ctx, … }, …).'];
}

function closing(project: Project, isDryRun: boolean): string[] {
  const { report } = project;
  if (report.entries.length === 0) return ['There is nothing to change.'];
  const documents = 'Names in brackets are documents in node_modules/rondel/docs, or in node_modules/rondel/docs/reference.';
  if (report.count('changed') === 0) return [documents, 'Nothing was changed.'];
  return isDryRun ? [documents, 'Nothing was written.', ''] : [documents, 'Next: install (npm install), check types, and run the tests.'];
}
