// Rollup writes several files for a package with `import()`, unless its settings ask for one.

import type { Say } from '../project/report.js';
import { insertAfter } from '../syntax/json.js';
import { memberOf, nodesOf, keyOf, unwrapped } from '../syntax/nodes.js';
import type { SourceFile } from '../syntax/source-file.js';

/** Returns `true` if a file has the settings of Rollup. */
export function isRollupSettings(path: string): boolean {
  return /(^|\/)rollup\.config\.[cm]?[jt]s$/.test(path);
}

/** Lets each output that is one file contain what Rondel loads by `import()`. */
export function inlineImports(file: SourceFile, say: Say): void {
  for (const member of nodesOf(file.root, 'pair').filter((pair) => keyOf(pair) === 'file')) {
    const output = member.parent();
    const owner = output?.ancestors().find((node) => node.is('pair'));
    if (!output?.is('object') || !owner || keyOf(owner) !== 'output') continue;
    const settings = unwrapped(owner.parent());
    if (memberOf(output, 'inlineDynamicImports') || memberOf(settings, 'inlineDynamicImports')) continue;
    insertAfter(file, member, 'inlineDynamicImports: true');
    say('changed', file.lineOf(member), 'output: Rondel loads its debug panel and socket.io by import(), which stay in the one file', 'loading.md#rollup');
  }
}
