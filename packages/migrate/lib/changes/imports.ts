// Imports of boardgame.io become imports of Rondel.

import { type ModuleName, type TakenName, moduleNames } from '../syntax/module-names.js';
import { likeString, nodesOf } from '../syntax/nodes.js';
import type { SourceFile } from '../syntax/source-file.js';
import { lineEnding } from '../text/edits.js';
import { LEGACY_TYPES, type Place, type Specifier, specifierOf } from './entries.js';
import { changeInnerTypes } from './inner-types.js';
import type { Style } from '../project/packages.js';
import type { Say } from '../project/report.js';

/** Values of the entry `rondel`. Its other names are types. */
const VALUES = ['Client', 'LobbyClient', 'LobbyClientError', 'ActivePlayers', 'GameMethod', 'INVALID_MOVE', 'PlayerView', 'Stage', 'TurnOrder'];

/** Advice for names that Rondel does not have. */
const ADVICE: Record<string, string> = {
  Game: ': a game is a plain object',
  GenericPubSub: ': several processes share a database',
};

/** Requirements of the imports of a file. */
export interface Needs {
  server: boolean;
  /** Something still imports boardgame.io. */
  boardgameio: boolean;
}

/** The move of one file. */
interface Move {
  file: SourceFile;
  style: Style;
  say: Say;
  needs: Needs;
}

/** Returns the import of React Native, or `undefined`. boardgame.io's client for it takes no transports of Rondel. */
export function nativeImport(file: SourceFile): ModuleName | undefined {
  return moduleNames(file).find(({ specifier }) => specifier.startsWith('boardgame.io/react-native'));
}

/** Redirects everything in a file that names a module of boardgame.io. */
export function changeImports(file: SourceFile, style: Style, say: Say): Needs {
  const needs: Needs = { server: false, boardgameio: false };
  for (const place of moduleNames(file)) {
    const specifier = specifierOf(place.specifier);
    if (specifier) changePlace({ file, style, say, needs }, place, specifier);
  }
  changeComments(file, style, say);
  return needs;
}

function changePlace({ file, style, say, needs }: Move, place: ModuleName, specifier: Specifier): void {
  const line = file.lineOf(place.source);
  const leave = (text: string) => {
    needs.boardgameio = true;
    say('left', line, text, 'imports');
  };
  const names = changeInnerTypes(file, place, say);
  const hasOthers = names.length !== place.names.length || names.some((name) => !place.names.includes(name));
  const placeOf = (name: TakenName) => placeInStyle(specifier, name, style);
  const unknown = names.filter((name) => placeOf(name) === undefined).map(({ imported }) => imported);
  if (unknown.length > 0) {
    leave(`Rondel has no ${unknown.join(', ')} of '${place.specifier}'${unknown.map((name) => ADVICE[name] ?? '').join('')}`);
    if (unknown.length === names.length) return;
  }
  const entry = wholeEntry(specifier, place, style);
  if (place.isWhole && entry === undefined) return leave(`Rondel has nothing in place of all of '${place.specifier}'`);
  const rest = entry ?? 'rondel';
  const groups = groupsOf(names, (name) => placeOf(name) ?? { entry: place.specifier, name: name.imported }, place.isWhole ? rest : undefined);
  if (groups.size === 0 && hasOthers && place.list && !place.list.hasRest) return removeStatement(file, place);
  if (groups.size > 1 && !place.list) return leave(`'${place.specifier}' has names that Rondel has in ${[...groups.keys()].join(' and ')}`);
  rewrite(file, place, groups, hasOthers);
  needs.server ||= groups.has('rondel/server');
  say('changed', line, `${place.specifier} -> ${[...groups.keys()].join(', ')}`, 'imports');
  if (place.source.parent()?.is('module')) say('look', line, 'this declaration may hide the types of Rondel: remove it if it only made up for missing ones', 'imports');
}

function placeInStyle(specifier: Specifier, name: TakenName, style: Style): Place | undefined {
  const place = specifier.placeOf(name.imported);
  const isType = place?.entry === 'rondel' && !VALUES.includes(place.name);
  return isType && style === 'positional' ? { ...place, entry: LEGACY_TYPES } : place;
}

function wholeEntry(specifier: Specifier, place: ModuleName, style: Style): string | undefined {
  // A namespace or a default import of the main entry has types.
  return specifier.entry === 'rondel' && style === 'positional' && place.names.length === 0 && !place.isRequire ? LEGACY_TYPES : specifier.entry;
}

type Groups = Map<string, TakenName[]>;

/** Groups names by the entry that they come from. `rest`: the entry of a default import or namespace. */
function groupsOf(names: readonly TakenName[], placeOf: (name: TakenName) => Place, rest: string | undefined): Groups {
  const groups: Groups = new Map(rest === undefined ? [] : [[rest, []]]);
  for (const name of names) {
    const place = placeOf(name);
    groups.set(place.entry, [...groups.get(place.entry) ?? [], { ...name, imported: place.name }]);
  }
  return groups;
}

/** Writes the smallest edit: only the specifier, unless names move to several entries or get other names. */
function rewrite(file: SourceFile, place: ModuleName, groups: Groups, hasOthers = false): void {
  const [first] = groups.keys();
  const isRenamed = [...groups.values()].some((names) => names.some((name) => !place.names.some((old) => old.imported === name.imported)));
  if (groups.size === 1 && !isRenamed && !hasOthers) {
    if (first !== undefined && first !== place.specifier) file.replace(place.source, likeString(place.source, first));
    return;
  }
  if (!place.list) return;
  const { list } = place;
  const start = file.startOf(list.statement);
  const [indent] = /[ \t]*$/.exec(file.text.slice(0, start)) ?? [''];
  const statements = [...groups].map(([entry, names], index) => list.render(entry, names, list.hasRest && index === 0));
  file.replace(list.statement, statements.join(lineEnding(file.text) + indent));
}

function removeStatement(file: SourceFile, { list }: ModuleName): void {
  if (!list) return;
  const end = file.endOf(list.statement);
  const [gap = ''] = /^[ \t]*\r?\n/.exec(file.text.slice(end)) ?? [];
  file.edits.push({ start: file.startOf(list.statement), end: end + gap.length, text: '' });
}

/** Redirects types that comments import: `@type {import('boardgame.io').Game}`, and `/// <reference types="boardgame.io" />`. */
function changeComments(file: SourceFile, style: Style, say: Say): void {
  if (!/import\(\s*['"]boardgame\.io|<reference\s+types=["']boardgame\.io/.test(file.text)) return;
  for (const comment of nodesOf(file.root, 'comment')) {
    const start = file.startOf(comment);
    for (const found of comment.text().matchAll(/(import\(\s*['"]|<reference\s+types=["'])(boardgame\.io[^'"]*)(?:['"]\s*\)\.(\w+))?/g)) {
      const [, lead = '', text = '', name = ''] = found;
      const specifier = specifierOf(text);
      const place = name === '' ? undefined : specifier && placeInStyle(specifier, { imported: name, local: name, isType: true }, style);
      const entry = place?.entry ?? specifier?.entry;
      if (entry === undefined) continue;
      const from = start + found.index + lead.length;
      file.edits.push({ start: from, end: from + text.length, text: entry });
      say('changed', file.lineOf(from), `${text} -> ${entry}`, 'imports');
    }
  }
}
