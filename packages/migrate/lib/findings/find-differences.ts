// Finds all differences that concern a project.

import type { Project } from '../project/project.js';
import { GameCode } from './game-code.js';
import { OLD_RULES } from './old-rules.js';
import { RULES } from './rules.js';

/** Reports the places of a project that each rule recognises. */
export function findDifferences(project: Project): void {
  const code = new GameCode(project);
  const isOld = project.packages.some(({ path }) => project.styleOf(path) === 'positional');
  for (const { kind = 'differs', text, link, find } of isOld ? RULES : RULES.filter((rule) => !OLD_RULES.includes(rule))) {
    const places = find(code);
    // One place of each file is enough to look at the rest.
    const shown = kind === 'look' ? places.filter(({ file }, index) => places.findIndex((other) => other.file === file) === index) : places;
    for (const { file, node } of shown) project.say(file.path, kind, file.lineOf(node), text, link);
  }
}
