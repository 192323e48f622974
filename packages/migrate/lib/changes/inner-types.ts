// Types of boardgame.io's inner files that Rondel has under another name, or as part of another type.

import type { Say } from '../project/report.js';
import { type ModuleName, type TakenName, moduleNames } from '../syntax/module-names.js';
import { nodesOf } from '../syntax/nodes.js';
import type { SourceFile } from '../syntax/source-file.js';
import type { Edit } from '../text/edits.js';

interface InnerType {
  /** Name that Rondel's entry `rondel` exports, if one has to be imported. */
  name: string | undefined;
  /** Returns the type in place of a use, which may have type arguments. */
  use(text: string, file: SourceFile): string;
}

/** Types of `StorageAPI`, which boardgame.io's file of storages exports by themselves. */
const OF_STORAGES = ['CreateGameOpts', 'CreateMatchOpts', 'FetchFields', 'FetchOpts', 'FetchResult', 'ListGamesOpts', 'ListMatchesOpts'];

const TYPES: Record<string, InnerType> = {
  _ClientImpl: { name: undefined, use: (_, file) => `ReturnType<typeof ${hasClient(file) ? 'Client' : "import('rondel/client').Client"}>` },
  ClientState: { name: 'ClientState', use: (text) => `(${text} | null)` },
  ...Object.fromEntries(OF_STORAGES.map((name) => [name, { name: 'StorageAPI', use: (text: string) => `StorageAPI.${text.replace(/^\w+/, name)}` }])),
};

/**
 * Replaces the uses of such types that an import names. Returns the names that still have to be imported, or the import's own names if it
 * has no such type.
 */
export function changeInnerTypes(file: SourceFile, place: ModuleName, say: Say): TakenName[] {
  if (!/\/dist\/types\/src\//.test(place.specifier)) return place.names;
  const known = new Set(moduleNames(file).filter((other) => other !== place && other.specifier !== place.specifier).flatMap(({ names }) => names.map(({ local }) => local)));
  return place.names.flatMap((name) => {
    const type = TYPES[name.imported];
    if (!type) return [name];
    replaceUses(file, name.local, type, say);
    if (type.name === undefined || known.has(type.name)) return [];
    known.add(type.name);
    return [{ ...name, imported: type.name, local: type.name }];
  });
}

function replaceUses(file: SourceFile, local: string, type: InnerType, say: Say): void {
  for (const name of nodesOf(file.root, 'type_identifier').filter((node) => node.text() === local)) {
    const outer = name.parent();
    const use = outer?.is('generic_type') ? outer : name;
    if (use.ancestors().some((node) => node.is('import_statement'))) continue;
    const text = type.use(use.text(), file);
    if (text === use.text()) continue;
    file.edits.push(...editsOf(use.text(), text, file.startOf(use), file.endOf(use)));
    say('changed', file.lineOf(use), `${local} -> ${text.replace(/<.*>/, '<…>')}`, 'imports');
  }
}

/** Returns insertions around a use if it stays, so that uses within it can change, too. */
function editsOf(old: string, text: string, start: number, end: number): Edit[] {
  const at = text.indexOf(old);
  if (at < 0) return [{ start, end, text }];
  return [{ start, end: start, text: text.slice(0, at) }, { start: end, end, text: text.slice(at + old.length) }];
}

function hasClient(file: SourceFile): boolean {
  return moduleNames(file).some(({ specifier, names }) => /^(boardgame\.io|rondel)\/client$/.test(specifier) && names.some(({ local, isType }) => local === 'Client' && !isType));
}
