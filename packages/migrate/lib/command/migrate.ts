// Moves a project: all changes and all findings, without writing.

import { hasTypeScript4, skipDeclarationCheck } from '../changes/declaration-check.js';
import { addExtensions } from '../changes/esm-imports.js';
import { changeImmer } from '../changes/immer.js';
import { changeImports, nativeImport } from '../changes/imports.js';
import { type Inherited, inheritedBy } from '../changes/inherited.js';
import { mapModulesInManifest, mapModulesInSettings, needsModulePaths } from '../changes/jest-modules.js';
import { readHiddenGames, wrapLegacyGames } from '../changes/legacy-games.js';
import { changeManifest } from '../changes/manifests.js';
import { inlineImports, isRollupSettings } from '../changes/rollup-output.js';
import { changeSettings, changeSettingsInManifest, isSettings, readPage } from '../changes/settings.js';
import { findDifferences } from '../findings/find-differences.js';
import type { Project } from '../project/project.js';
import { type Package, packageOf } from '../project/packages.js';
import { isCode, isPage } from '../project/read-files.js';
import type { SourceFile } from '../syntax/source-file.js';

const NAME = /boardgame\\{0,2}\.io|bgio-effects/;

/** Kinds of projects, by what they use now. */
export type Uses = 'boardgame.io' | 'rondel' | 'neither';

/** Dependencies that the code of a package needs. */
interface Needs {
  server: boolean;
  boardgameio: boolean;
}

/** Returns which of the two engines a project uses. */
export function usesOf(project: Project): Uses {
  const names = (pattern: RegExp) => project.paths.some((path) => isCode(path) && pattern.test(project.textOf(path)));
  if (project.packages.some(({ range }) => range !== undefined) || names(/['"]boardgame\.io(\/[^'"]*)?['"]/)) return 'boardgame.io';
  return project.packages.some(({ usesRondel }) => usesRondel) ? 'rondel' : 'neither';
}

/**
 * Fills the project's files with edits, and its report.
 *
 * @param range range of `rondel` for package.json
 */
export function migrate(project: Project, range: string): void {
  const needs = new Map<Package, Needs>();
  const inherited = new Map(project.packages.map((own) => [own, inheritedBy(project, own)]));
  for (const path of project.paths) {
    if (isCode(path)) changeDrafts(project, path, inherited);
    if (!NAME.test(project.textOf(path))) continue;
    if (isPage(path)) readPage(project.file(path), project.sayOf(path));
    else if (isCode(path)) changeCode(project, path, needs);
    else if (isSettings(path)) changeSettings(project.file(path), project.sayOf(path));
  }
  for (const path of project.paths) {
    if (/(^|\/)__mocks__\/boardgame\.io\//.test(path)) project.say(path, 'left', 1, 'a mock of boardgame.io: move the file to __mocks__/rondel', 'imports');
  }
  for (const each of project.packages) {
    addExtensions(project, each);
    changePackage(project, each, { range, inherited: inherited.get(each) ?? [] }, needs);
  }
  findDifferences(project);
}

function changeCode(project: Project, path: string, needs: Map<Package, Needs>): void {
  const file = project.file(path);
  const say = project.sayOf(path);
  if (!file.isSound) {
    say('left', 1, 'the parser does not understand this file: it was not changed', 'imports');
    addNeeds(project, path, { server: /boardgame\.io\/server/.test(file.text), boardgameio: false }, needs);
    return;
  }
  const native = nativeImport(file);
  if (native) {
    say('left', file.lineOf(native.source), 'React Native is not supported, because it has no WebAssembly: this file stays on boardgame.io', 'imports');
    addNeeds(project, path, { server: false, boardgameio: true }, needs);
    return;
  }
  if (project.styleOf(path) === 'positional') {
    wrapLegacyGames(file, say);
    readHiddenGames(file, say);
  }
  addNeeds(project, path, changeImports(file, project.styleOf(path), say), needs);
  if (isSettings(path)) changeSettings(file, say);
}

function changeDrafts(project: Project, path: string, inherited: Map<Package, Inherited[]>): void {
  const text = project.textOf(path);
  const own = packageOf(project.packages, path);
  if (!/['"]immer['"]/.test(text) || !project.file(path).isSound) return;
  const hasMoves = NAME.test(text) || (own?.range !== undefined && /\bG\b/.test(text));
  const isNew = own !== undefined && inherited.get(own)?.some(({ name }) => name === 'immer') === true;
  changeImmer(project.file(path), { hasMoves, isNew }, project.sayOf(path));
}

function addNeeds(project: Project, path: string, more: Needs, needs: Map<Package, Needs>): void {
  const own = packageOf(project.packages, path);
  if (!own) return;
  const known = needs.get(own) ?? { server: false, boardgameio: false };
  needs.set(own, { server: known.server || more.server, boardgameio: known.boardgameio || more.boardgameio });
}

function changePackage(project: Project, own: Package, wanted: { range: string; inherited: Inherited[] }, needs: Map<Package, Needs>): void {
  if (!NAME.test(project.textOf(own.path)) && !needs.has(own)) return;
  const file = project.file(own.path);
  const say = project.sayOf(own.path);
  changeManifest(file, { ...wanted, ...needs.get(own) ?? { server: false, boardgameio: false } }, say);
  changeSettingsInManifest(file, say);
  const below = project.paths.filter((path) => own.folder === '.' || path.startsWith(`${own.folder}/`));
  const hasTests = below.some((path) => /\.(test|spec)\.[cm]?[jt]sx?$|__tests__\//.test(path));
  if (hasTests && needsModulePaths(file)) mapModules(project, file, below);
  if (hasTypeScript4(file)) {
    // The settings of bundlers, in tsconfig.node.json of Vite's template, do not import Rondel.
    for (const settings of below.filter((path) => /(^|\/)tsconfig(?!\.node\.)[^/]*\.json$/.test(path)).map((path) => project.file(path))) skipDeclarationCheck(settings, project.sayOf(settings.path));
  }
  for (const settings of below.filter(isRollupSettings).map((path) => project.file(path))) if (settings.isSound) inlineImports(settings, project.sayOf(settings.path));
}

function mapModules(project: Project, manifest: SourceFile, below: readonly string[]): void {
  const settings = below.filter((path) => /(^|\/)jest\.config\.\w+$/.test(path)).map((path) => project.file(path)).filter(({ isSound }) => isSound);
  for (const file of settings) mapModulesInSettings(file, project.sayOf(file.path));
  const isElsewhere = below.some((path) => /(^|\/)(craco\.config\.\w+|config-overrides\.js)$/.test(path));
  if (settings.length === 0) mapModulesInManifest(manifest, isElsewhere, project.sayOf(manifest.path));
}
