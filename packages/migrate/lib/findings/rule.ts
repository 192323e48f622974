// Rules: each recognises in code one difference between boardgame.io and Rondel.

import type { Kind } from '../project/report.js';
import type { Place } from './declarations.js';
import type { GameCode } from './game-code.js';

export interface Rule {
  /** Name for tests: the number of a row of the table of differences, or words. */
  name: string;
  /** Default: `differs`. */
  kind?: Kind;
  /** Difference, in one sentence. */
  text: string;
  /** Heading of the guide, or a document with a heading. */
  link: string;
  find(code: GameCode): Place[];
}
