// package.json: dependencies and scripts.

import { SECTIONS, oldestIn } from '../project/packages.js';
import { insertAfter, memberAt, objectIn, removeMember } from '../syntax/json.js';
import { keyOf, membersOf, stringOf } from '../syntax/nodes.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import type { Say } from '../project/report.js';
import type { Inherited } from './inherited.js';

/** Names of bundlers, the oldest versions that read ES2022, and their names for people. */
const BUNDLERS: [string, number, number, string][] = [
  ['webpack', 5, 40, 'webpack 5.40'], ['react-scripts', 5, 0, 'react-scripts 5'], ['next', 12, 0, 'Next 12'], ['rollup', 2, 50, 'Rollup 2.50'],
  ['vite', 2, 7, 'Vite 2.7'], ['parcel-bundler', 2, 0, 'the package parcel, version 2,'],
];

/** The oldest versions of tools that work with Rondel. */
const TOOLS = [
  { name: 'typescript', major: 4, minor: 9, text: 'the types of Rondel need TypeScript 4.9 or newer, and skipLibCheck before 5.0', link: 'types' },
  { name: 'react', major: 16, minor: 8, text: 'rondel/react needs React 16.8 or newer', link: 'imports' },
  ...BUNDLERS.map(([name, major, minor, label]) => ({ name, major, minor, text: `Rondel is published in ES2022: use ${label} or newer`, link: 'tools' })),
];

/** Dependencies that Rondel contains. */
const REMOVED = ['@types/boardgame.io', 'bgio-effects'];

/** Dependencies that the code of a package needs. */
export interface PackageNeeds {
  /** Range of `rondel` and `rondel-server`. */
  range: string;
  server: boolean;
  /** Packages that only boardgame.io installed. */
  inherited: readonly Inherited[];
  /** boardgame.io stays, because something still imports it. */
  boardgameio: boolean;
}

/** Replaces the dependency on boardgame.io, and changes what else names it. */
export function changeManifest(file: SourceFile, needs: PackageNeeds, say: Say): void {
  const manifest = objectIn(file);
  let inherited = needs.boardgameio ? [] : needs.inherited;
  let hasServer = SECTIONS.some((section) => memberAt(manifest, section, 'rondel-server'));
  for (const section of SECTIONS) {
    for (const name of REMOVED) {
      const removed = memberAt(manifest, section, name);
      if (!removed || (name === 'bgio-effects' && needs.boardgameio)) continue;
      removeMember(file, removed);
      say('changed', file.lineOf(removed), `${section}: ${name} removed`, 'imports');
    }
    const dependency = memberAt(manifest, section, 'boardgame.io');
    if (!dependency) continue;
    const line = file.lineOf(dependency);
    const rondel = memberAt(manifest, section, 'rondel');
    // A second run: the first one has left something that imports boardgame.io.
    if (rondel && needs.boardgameio) continue;
    if (rondel) removeMember(file, dependency);
    else if (needs.boardgameio) insertAfter(file, dependency, member('rondel', needs.range));
    else file.replace(dependency, member('rondel', needs.range));
    const replaced = needs.boardgameio ? '' : 'boardgame.io -> ';
    say('changed', line, `${section}: ${rondel ? 'boardgame.io removed' : `${replaced}rondel ${needs.range}`}`, 'imports');
    const last = rondel ?? dependency;
    if (section === 'peerDependencies') continue;
    if (needs.server && !hasServer) {
      hasServer = true;
      insertAfter(file, last, member('rondel-server', needs.range));
      say('changed', line, `${section}: rondel-server ${needs.range}`, 'a-server-moves-over');
    }
    for (const { name, range, place } of inherited) {
      insertAfter(file, last, member(name, range));
      say('changed', line, `${section}: ${name} ${range}, which boardgame.io installed: ${place} imports it`, 'imports');
    }
    inherited = [];
  }
  for (const { name, range, place } of inherited) say('left', 1, `npm install ${name}@${range}, which boardgame.io installed: ${place} imports it`, 'imports');
  if (needs.server && !hasServer) say('left', 1, `npm install rondel-server@${needs.range}: this package has a server`, 'a-server-moves-over');
  changeScripts(file, manifest, say);
  for (const name of ['overrides', 'resolutions']) {
    const override = memberAt(manifest, name, 'boardgame.io');
    if (override) say('left', file.lineOf(override), `${name}: boardgame.io is not installed any more`, 'imports');
  }
  sayRequirements(file, manifest, say);
}

function member(name: string, range: string): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(range)}`;
}

/** Removes `-r esm` from commands: that loader does not understand the syntax of a server's packages. With ts-node, tsx takes its place. */
function changeScripts(file: SourceFile, manifest: Node | undefined, say: Say): void {
  const object = memberAt(manifest, 'scripts')?.field('value');
  const startsTsx: number[] = [];
  for (const script of object?.is('object') ? membersOf(object) : []) {
    const value = script.field('value');
    const command = stringOf(value);
    const without = command?.replace(/ (?:-r|--require)[ =]esm(?=[ "'\\]|$)/g, '');
    if (!value || command === without || without === undefined) continue;
    const changed = without.replace(/ (?:-r|--require)[ =]ts-node\/register(?:\/[\w-]+)?(?=[ "'\\]|$)/, ' --import tsx');
    if (changed !== without) startsTsx.push(file.lineOf(script));
    file.replace(value, `"${changed}"`);
    say('changed', file.lineOf(script), `scripts.${keyOf(script)}: without -r esm${changed === without ? '' : ', and with tsx in place of ts-node'}`, 'a-server-moves-over');
  }
  const [first] = startsTsx;
  if (first === undefined || SECTIONS.some((section) => memberAt(manifest, section, 'tsx'))) return;
  const tsNode = SECTIONS.map((section) => memberAt(manifest, section, 'ts-node')).find((member) => member !== undefined);
  if (tsNode) insertAfter(file, tsNode, member('tsx', '^4.0.0'));
  say(tsNode ? 'changed' : 'left', tsNode ? file.lineOf(tsNode) : first, tsNode ? 'tsx ^4.0.0, which runs TypeScript without esm' : 'npm install tsx: a command starts a server with it', 'a-server-moves-over');
}

/** Reports tools that are older than Rondel supports. */
function sayRequirements(file: SourceFile, manifest: Node | undefined, say: Say): void {
  const declared = (name: string) => SECTIONS.map((section) => memberAt(manifest, section, name)).find((found) => found);
  const isOlder = (found: Node | undefined, major: number, minor: number) => {
    const oldest = oldestIn(stringOf(found?.field('value')));
    return oldest !== undefined && (oldest[0] < major || (oldest[0] === major && oldest[1] < minor));
  };
  for (const { name, major, minor, text, link } of TOOLS) {
    const tool = declared(name);
    if (!tool || !isOlder(tool, major, minor)) continue;
    // A caret allows newer ones, but a lock file may name an older one.
    const isReachable = tool.field('value')?.text().slice(1).startsWith(`^${major}.`);
    say(isReachable ? 'look' : 'left', file.lineOf(tool), text, link);
  }
}
