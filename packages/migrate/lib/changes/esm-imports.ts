// Imports of servers that start with the loader `esm`: without it, Node.js needs the extensions of files.

import { join } from 'node:path/posix';
import type { Package } from '../project/packages.js';
import type { Project } from '../project/project.js';
import { moduleNames } from '../syntax/module-names.js';
import { likeString, nodesOf } from '../syntax/nodes.js';

const HEADING = 'a-server-moves-over';

/** Adds the extensions to all imports that a command of the package reaches, if it has `-r esm`. */
export function addExtensions(project: Project, { folder, manifest }: Package): void {
  const commands = Object.values(manifest.scripts ?? {}).filter((command) => typeof command === 'string');
  const entries = commands.flatMap((command) => [...command.matchAll(/(?:-r|--require)[ =]esm\s+([^\s"'&|;]+)/g)].map(([, entry = '']) => project.resolve(join(folder, 'x'), `./${entry}`)));
  const seen = new Set<string>();
  const waiting = entries.filter((entry) => entry !== undefined);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !project.file(path).isSound) continue;
    seen.add(path);
    waiting.push(...extended(project, path));
  }
}

/** Adds the extensions in one file, and returns the files that it imports. */
function extended(project: Project, path: string): string[] {
  const file = project.file(path);
  for (const name of nodesOf(file.root, 'identifier').filter((node) => /^(__dirname|__filename)$/.test(node.text()))) {
    project.say(path, 'left', file.lineOf(name), `ES modules have no ${name.text()}: write import.meta.${name.text().slice(2)}`, HEADING);
  }
  return moduleNames(file).flatMap(({ specifier, source, isRequire }) => {
    if (specifier.endsWith('.json') && !isRequire) project.say(path, 'left', file.lineOf(source), "Node.js imports JSON only with { type: 'json' }", HEADING);
    const target = specifier.startsWith('.') ? project.resolve(path, specifier) : undefined;
    if (target === undefined) return [];
    const rest = target.slice(join(path, '..', specifier).replace(/\/$/, '').length);
    if (rest !== '' && !isRequire) {
      const line = file.lineOf(source);
      if (/\.[cm]?js$/.test(rest)) {
        file.replace(source, likeString(source, specifier.replace(/\/$/, '') + rest));
        project.say(path, 'changed', line, `${specifier}: with ${rest}, because Node.js finds no module without its extension`, HEADING);
      } else project.say(path, 'left', line, `Node.js finds ${specifier} only with its extension, and cannot run ${rest} files`, HEADING);
    }
    return [target];
  });
}
