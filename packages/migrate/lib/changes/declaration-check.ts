// TypeScript before 5.0 reports errors in the declarations of Rondel, unless it skips the check of declarations.

import { SECTIONS } from '../project/packages.js';
import type { Say } from '../project/report.js';
import { insertAfter, memberAt, objectIn } from '../syntax/json.js';
import { membersOf, stringOf } from '../syntax/nodes.js';
import type { SourceFile } from '../syntax/source-file.js';

/** Returns `true` if a package has TypeScript 4. */
export function hasTypeScript4(manifest: SourceFile): boolean {
  return SECTIONS.some((section) => /^[\^~=v\s]*4\b/.test(stringOf(memberAt(objectIn(manifest), section, 'typescript')?.field('value')) ?? ''));
}

/** Lets TypeScript skip the check of declarations. Settings that extend others inherit the option. */
export function skipDeclarationCheck(file: SourceFile, say: Say): void {
  const settings = objectIn(file);
  const options = memberAt(settings, 'compilerOptions')?.field('value');
  const last = options?.is('object') ? membersOf(options).at(-1) : undefined;
  if (memberAt(settings, 'extends') || !last) return;
  const known = memberAt(settings, 'compilerOptions', 'skipLibCheck')?.field('value');
  if (known?.text() === 'true') return;
  if (known) file.replace(known, 'true');
  else insertAfter(file, last, '"skipLibCheck": true');
  say('changed', file.lineOf(known ?? last), 'skipLibCheck: the declarations of Rondel have syntax of TypeScript 5.0', 'types');
}
