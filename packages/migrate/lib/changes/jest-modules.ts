// Jest before 28 does not read `exports` of packages: it needs the paths of Rondel's modules in CommonJS.

import type { Say } from '../project/report.js';
import { SECTIONS, oldestIn } from '../project/packages.js';
import { insertAfter, memberAt, objectIn } from '../syntax/json.js';
import { membersOf, nodesOf, stringOf, unwrapped } from '../syntax/nodes.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import { lineEnding } from '../text/edits.js';

const LINK = 'tools';

const MODULES = {
  '^rondel$': '<rootDir>/node_modules/rondel/cjs/index.js',
  '^rondel-server$': '<rootDir>/node_modules/rondel-server/cjs/index.js',
  '^rondel/(.*)$': '<rootDir>/node_modules/rondel/cjs/$1.js',
};

/** Major version of Jest by the major version of react-scripts. */
const JEST_OF_REACT_SCRIPTS: Record<number, number> = { 3: 24, 4: 26, 5: 27 };

/** Settings of Jest in a file of their own, or in `package.json`. */
interface Settings {
  file: SourceFile;
  object: Node | undefined;
  say: Say;
  /** Number of objects around the fields of the settings. */
  depth: number;
}

/** Returns `true` if a package has a Jest that does not read `exports`. */
export function needsModulePaths(manifest: SourceFile): boolean {
  const isReact = dependencyIn(manifest, 'react-scripts');
  const jest = isReact === undefined ? dependencyIn(manifest, 'jest') : JEST_OF_REACT_SCRIPTS[isReact] ?? 27;
  return jest !== undefined && jest < 28;
}

/** Adds the paths to the settings of Jest in `package.json`. `others`: `true` if settings may also be elsewhere. */
export function mapModulesInManifest(file: SourceFile, others: boolean, say: Say): void {
  const manifest = objectIn(file);
  const member = manifest && memberAt(manifest, 'jest');
  const last = manifest && membersOf(manifest).at(-1);
  if (member || others || !last) return addPaths({ file, object: member?.field('value') ?? undefined, say, depth: 2 });
  if (isMapped(file)) return;
  const [line, unit] = [lineEnding(file.text), unitOf(file)];
  insertAfter(file, last, `"jest": {${line}${unit.repeat(2)}${blockOf({ file, depth: 2 })}${line}${unit}}`);
  sayChanged(say, 1);
}

/** Adds the paths to a file with settings of Jest. */
export function mapModulesInSettings(file: SourceFile, say: Say): void {
  addPaths({ file, object: file.path.endsWith('.json') ? objectIn(file) : exportedObject(file), say, depth: 1 });
}

function addPaths({ file, object, say, depth }: Settings): void {
  if (isMapped(file)) return;
  const mapper = memberAt(object, 'moduleNameMapper');
  const mapped = unwrapped(mapper?.field('value'));
  const [first] = object?.is('object') ? membersOf(object) : [];
  const [firstMapped] = mapped?.is('object') ? membersOf(mapped) : [];
  if (firstMapped) for (const module of modulesOf(file)) insertAfter(file, firstMapped, module);
  else if (first && !mapper) insertAfter(file, first, blockOf({ file, depth }));
  else return say('left', 1, `Jest before 28 needs in its moduleNameMapper: ${modulesOf(file).join(', ')}`, LINK);
  sayChanged(say, first ? file.lineOf(first) : 1);
}

function sayChanged(say: Say, line: number): void {
  say('changed', line, 'moduleNameMapper: Jest before 28 finds the modules of Rondel by it', LINK);
}

function isMapped({ text }: SourceFile): boolean {
  return text.includes('node_modules/rondel/cjs');
}

/** Returns the object that a module exports: directly, or by a constant. */
function exportedObject(file: SourceFile): Node | undefined {
  const [exported] = [
    ...nodesOf(file.root, 'export_statement').map((statement) => statement.field('value')),
    ...nodesOf(file.root, 'assignment_expression').filter((node) => node.field('left')?.text() === 'module.exports').map((node) => node.field('right')),
  ].filter((value) => value !== null).map((value) => unwrapped(value));
  if (!exported?.is('identifier')) return exported;
  return unwrapped(nodesOf(file.root, 'variable_declarator').find((declarator) => declarator.field('name')?.text() === exported.text())?.field('value'));
}

function modulesOf({ path }: SourceFile): string[] {
  const quoted = (text: string) => (path.endsWith('.json') ? JSON.stringify(text) : `'${text}'`);
  return Object.entries(MODULES).map(([name, module]) => `${quoted(name)}: ${quoted(module)}`);
}

function blockOf({ file, depth }: Pick<Settings, 'file' | 'depth'>): string {
  const isJSON = file.path.endsWith('.json');
  const [line, unit] = [lineEnding(file.text), unitOf(file)];
  const modules = modulesOf(file).map((module) => line + unit.repeat(depth + 1) + module).join(',');
  return `${isJSON ? '"moduleNameMapper"' : 'moduleNameMapper'}: {${modules}${isJSON ? '' : ','}${line}${unit.repeat(depth)}}`;
}

function unitOf({ text }: SourceFile): string {
  return /(?<=\n)[ \t]+/.exec(text)?.[0] ?? '  ';
}

/** Returns the oldest major version of a dependency. */
function dependencyIn(file: SourceFile, name: string): number | undefined {
  const ranges = SECTIONS.map((section) => stringOf(memberAt(objectIn(file), section, name)?.field('value')));
  return oldestIn(ranges.find((range) => range !== undefined))?.[0];
}
