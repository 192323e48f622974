// Settings of tools that name boardgame.io: TypeScript's paths, Jest, Vite and other bundlers; and pages that load it.

import { memberAt, objectIn, removeMember } from '../syntax/json.js';
import { keyOf, likeString, nodesOf, stringOf } from '../syntax/nodes.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import { specifierOf } from './entries.js';
import type { Say } from '../project/report.js';

/** `boardgame.io` as text, and in a regular expression as JavaScript or JSON escapes it. */
const NAME = /boardgame\\{0,2}\.io/;

/** Changes the settings of a tool, in a file that contains nothing else. */
export function changeSettings(file: SourceFile, say: Say): void {
  changeNames(file, file.root, say);
}

/** Changes the settings of tools within package.json. */
export function changeSettingsInManifest(file: SourceFile, say: Say): void {
  for (const tool of ['jest', 'vitest', 'browser', 'alias', 'imports', 'knip']) {
    const settings = memberAt(objectIn(file), tool)?.field('value');
    if (settings) changeNames(file, settings, say);
  }
}

/** Returns `true` if a file has the settings of a tool. */
export function isSettings(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  return /(^|[.-])(config|conf|setup)(\.[\w-]+)?\.[cm]?[jt]s$/.test(name) || /config-overrides|^jest|^(ts|js)config.*\.json$|^deno\.jsonc?$|import[-_]?map\.json$/.test(name);
}

/** Reports a page that loads boardgame.io by an address. */
export function readPage(file: SourceFile, say: Say): void {
  for (const found of file.text.matchAll(/\b(?:src|href)\s*=\s*["'][^"']*boardgame\.?io[^"']*\.js|["']boardgame\.io[^"']*["']\s*:/g)) {
    say('left', file.lineOf(found.index), 'a page without a bundler names the modules of Rondel in an import map', 'loading.md#without-a-bundler');
  }
}

function changeNames(file: SourceFile, root: Node, say: Say): void {
  const removed: Node[] = [];
  const isWithin = (node: Node, others: Node[]) => others.some((other) => other.id() === node.id() || node.ancestors().some((ancestor) => ancestor.id() === other.id()));
  for (const member of nodesOf(root, 'pair')) {
    const key = keyOf(member) ?? '';
    if (!NAME.test(key) || isWithin(member, removed)) continue;
    const line = file.lineOf(member);
    if (NAME.test(member.field('value')?.text() ?? '')) {
      removeMember(file, member);
      removed.push(member);
      say('changed', line, `${key} removed: Rondel needs no such setting`, 'loading.md#what-is-supported');
    } else if (/^\^?boardgame/.test(key)) {
      const keyNode = member.field('key');
      if (keyNode) file.replace(keyNode, likeString(keyNode, renamed(key)));
      say('changed', line, `${key} -> ${renamed(key)}`, 'imports');
    }
  }
  for (const text of nodesOf(root, 'string', 'regex')) {
    const parent = text.parent();
    const isKey = parent?.is('pair') && parent.field('key')?.id() === text.id();
    if (isKey || !NAME.test(text.text()) || isWithin(text, removed) || isModuleName(text)) continue;
    changeText(file, text, say);
  }
}

function changeText(file: SourceFile, text: Node, say: Say): void {
  const value = stringOf(text);
  const line = file.lineOf(text);
  const entry = value === undefined ? undefined : specifierOf(value)?.entry;
  if (entry) {
    file.replace(text, likeString(text, entry));
    say('changed', line, `${value} -> ${entry}`, 'imports');
    return;
  }
  // An alternative of `(?!(boardgame.io|other)/)`.
  const without = text.text().replace(/boardgame\\{0,2}\.io\|/, '').replace(/\|boardgame\\{0,2}\.io(?=[)|])/, '');
  if (without !== text.text()) {
    file.replace(text, without);
    say('changed', line, 'boardgame.io removed from a pattern: Jest needs no transform for Rondel', 'loading.md#what-is-supported');
  } else say('look', line, 'this setting names boardgame.io; Rondel most likely needs none', 'loading.md#what-is-supported');
}

function isModuleName(text: Node): boolean {
  const parent = text.parent();
  return parent?.is('import_statement') === true || parent?.is('export_statement') === true || /^(require|import)\b/.test(parent?.parent()?.text() ?? '');
}

function renamed(key: string): string {
  return key.replace(NAME, 'rondel');
}
