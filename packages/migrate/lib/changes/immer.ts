// Imports of Immer in a file with moves, whose drafts are those of Rondel's Immer.

import type { Say } from '../project/report.js';
import { type ModuleName, type NameList, type TakenName, moduleNames } from '../syntax/module-names.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import { lineEnding } from '../text/edits.js';

/** Functions that must come from Rondel for drafts in moves. Immer of another version does not know Rondel's drafts. */
const DRAFT_FUNCTIONS = ['current', 'original'];

/** Takes `current` and `original` from Rondel in a file with moves. `isNew`: the project gets an Immer that has no default export. */
export function changeImmer(file: SourceFile, { hasMoves, isNew }: { hasMoves: boolean; isNew: boolean }, say: Say): void {
  for (const place of moduleNames(file)) {
    if (place.specifier !== 'immer') continue;
    const ofRondel = place.list && hasMoves ? place.names.filter(isDraftFunction) : [];
    const byDefault = isNew ? defaultOf(place) : undefined;
    if (place.list && (ofRondel.length > 0 || byDefault)) rewrite(file, place.list, place.names.filter((name) => !ofRondel.includes(name)), { ofRondel, byDefault });
    else if (byDefault) file.replace(byDefault, byDefault.text() === 'produce' ? '{ produce }' : `{ produce as ${byDefault.text()} }`);
    const line = file.lineOf(place.source);
    if (ofRondel.length > 0) say('changed', line, `${ofRondel.map(({ imported }) => imported).join(' and ')}: immer -> rondel/core`, 'imports');
    if (byDefault) say('changed', line, 'immer: { produce } in place of the default export, which Immer 10 removed', 'imports');
  }
}

function isDraftFunction({ imported }: TakenName): boolean {
  return DRAFT_FUNCTIONS.includes(imported);
}

function rewrite(file: SourceFile, list: NameList, others: readonly TakenName[], { ofRondel, byDefault }: { ofRondel: readonly TakenName[]; byDefault: Node | undefined }): void {
  const names = byDefault ? [{ imported: 'produce', local: byDefault.text(), isType: false }, ...others] : others;
  const keepsRest = list.hasRest && !byDefault;
  const [indent] = /[ \t]*$/.exec(file.text.slice(0, file.startOf(list.statement))) ?? [''];
  const statements = [
    ...(names.length > 0 || keepsRest ? [list.render('immer', names, keepsRest)] : []),
    ...(ofRondel.length > 0 ? [list.render('rondel/core', ofRondel, false)] : []),
  ];
  file.replace(list.statement, statements.join(lineEnding(file.text) + indent));
}

function defaultOf({ source }: ModuleName): Node | undefined {
  const clause = source.parent()?.namedChildren().find((child) => child.is('import_clause'));
  return clause?.namedChildren().find((child) => child.is('identifier'));
}
