// Finds all differences that concern a project.

import type { Project } from '../project/project.js';
import { BOT_RULES } from './bot-rules.js';
import { CLIENT_RULES } from './client-rules.js';
import { GameCode } from './game-code.js';
import { OLD_RULES } from './old-rules.js';
import { ROWS } from './rows.js';
import type { Rule } from './rule.js';
import { SERVER_RULES } from './server-rules.js';
import { STATE_RULES } from './state-rules.js';

/** All rules, in the order of the guide. */
export const RULES: readonly Rule[] = [...OLD_RULES, ...STATE_RULES, ...CLIENT_RULES, ...BOT_RULES, ...SERVER_RULES, ...ROWS];

/** Reports the places of a project that each rule recognises. */
export function findDifferences(project: Project): void {
  const code = new GameCode(project);
  const isOld = project.packages.some(({ path }) => project.styleOf(path) === 'positional');
  for (const { kind = 'differs', text, link, find } of isOld ? RULES : RULES.filter((rule) => !OLD_RULES.includes(rule))) {
    for (const { file, node } of find(code)) project.say(file.path, kind, file.lineOf(node), text, link);
  }
}
