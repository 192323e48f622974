// Packages that code imports although only boardgame.io depends on them: without it they may not be installed.

import { type Package, SECTIONS, packageOf } from '../project/packages.js';
import type { Project } from '../project/project.js';
import { isCode } from '../project/read-files.js';
import { moduleNames } from '../syntax/module-names.js';

/**
 * The dependencies of boardgame.io 0.50 with its ranges, and those that only older versions had. Exceptions are packages whose objects
 * a project shares with Rondel, which have Rondel's ranges: drafts in moves, and the application of a server.
 */
const RANGES: Record<string, string> = {
  '@koa/cors': '^3.1.0',
  '@koa/router': '^10.1.1',
  '@types/koa': '^3.0.0',
  '@types/koa__router': '^8.0.8',
  flatted: '^3.2.1',
  immer: '^11.0.0',
  koa: '^3.0.0',
  'koa-body': '^5.0.0',
  'koa-router': '^7.2.1',
  'koa-socket-2': '^2.0.0',
  'lodash.isplainobject': '^4.0.6',
  'lru-cache': '^4.1.1',
  mousetrap: '^1.6.3',
  nanoid: '^3.1.30',
  'p-queue': '^6.6.2',
  'prop-types': '^15.5.10',
  'react-cookies': '^0.1.0',
  redux: '^4.1.0',
  rfc6902: '^5.0.0',
  setimmediate: '^1.0.5',
  shortid: '^2.2.14',
  'socket.io': '^4.5.0',
  'socket.io-client': '^4.1.3',
  svelte: '^3.41.0',
  'svelte-json-tree-auto': '^0.1.0',
  'ts-toolbelt': '^6.3.6',
  uuid: '3.2.1',
};

/** Packages with the types of another one. */
const TYPES: Record<string, string> = { koa: '@types/koa', '@koa/router': '@types/koa__router' };

/** A package that a project has to declare from now on. */
export interface Inherited {
  name: string;
  range: string;
  /** Its first import: file and line. */
  place: string;
}

/** Returns the packages that the code of a package imports without a declaration, by name. */
export function inheritedBy(project: Project, own: Package): Inherited[] {
  if (own.range === undefined) return [];
  const found = new Map<string, Inherited>();
  for (const path of project.paths.filter((one) => isCode(one) && packageOf(project.packages, one) === own && namesOne(project.textOf(one)))) {
    const file = project.file(path);
    for (const { specifier, source } of file.isSound ? moduleNames(file) : []) {
      const imported = packageIn(specifier);
      const types = /\.[cm]?tsx?$/.test(path) ? TYPES[imported] : undefined;
      for (const name of types === undefined ? [imported] : [imported, types]) {
        const range = RANGES[name];
        if (range === undefined || found.has(name) || isDeclared(project, path, name)) continue;
        found.set(name, { name, range, place: `${path}:${file.lineOf(source)}` });
      }
    }
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function namesOne(text: string): boolean {
  return Object.keys(RANGES).some((name) => text.includes(`'${name}`) || text.includes(`"${name}`));
}

/** Returns the name of the package that a module specifier names. */
function packageIn(specifier: string): string {
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Returns `true` if a package around the file declares the dependency: a workspace root declares for all below it. */
function isDeclared(project: Project, path: string, name: string): boolean {
  return project.packages.some(({ folder, manifest }) => (folder === '.' || path.startsWith(`${folder}/`)) && SECTIONS.some((section) => manifest[section]?.[name] !== undefined));
}
