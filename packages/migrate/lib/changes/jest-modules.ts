// Jest before 28 does not read `exports` of packages: it needs the paths of Rondel's modules in CommonJS.

import type { Say } from '../project/report.js';
import { SECTIONS, oldestIn } from '../project/packages.js';
import { insertAfter, memberAt, objectIn } from '../syntax/json.js';
import { membersOf, stringOf } from '../syntax/nodes.js';
import type { SourceFile } from '../syntax/source-file.js';
import { lineEnding } from '../text/edits.js';

const LINK = 'tools';

const MODULES = {
  '^rondel$': '<rootDir>/node_modules/rondel/cjs/index.js',
  '^rondel-server$': '<rootDir>/node_modules/rondel-server/cjs/index.js',
  '^rondel/(.*)$': '<rootDir>/node_modules/rondel/cjs/$1.js',
};

/** Adds the paths to the settings of Jest in package.json, if the package has an old Jest and no other settings file. */
export function mapModulesForJest(file: SourceFile, hasSettingsFile: boolean, say: Say): void {
  const manifest = objectIn(file);
  const isReact = dependencyIn(file, 'react-scripts');
  const jest = isReact === undefined ? dependencyIn(file, 'jest') : JEST_OF_REACT_SCRIPTS[isReact] ?? 27;
  if (!manifest || jest === undefined || jest >= 28 || file.text.includes('node_modules/rondel/cjs')) return;
  if (jest < 27) return say('left', 1, 'Jest before 27 cannot run Rondel', LINK);
  const settings = memberAt(manifest, 'jest');
  const mapper = memberAt(manifest, 'jest', 'moduleNameMapper');
  const last = membersOf(manifest).at(-1);
  const inner = settings?.field('value');
  const first = inner?.is('object') ? membersOf(inner)[0] : undefined;
  const mapped = mapper?.field('value')?.is('object') ? membersOf(mapper.field('value')!)[0] : undefined;
  const modules = Object.entries(MODULES).map(([name, path]) => `${JSON.stringify(name)}: ${JSON.stringify(path)}`);
  const [unit = '  '] = /(?<=\n)[ \t]+/.exec(file.text) ?? [];
  const block = (depth: number) => `"moduleNameMapper": {${modules.map((module) => lineEnding(file.text) + unit.repeat(depth + 1) + module).join(',')}${lineEnding(file.text)}${unit.repeat(depth)}}`;
  if (mapped) for (const module of modules) insertAfter(file, mapped, module);
  else if (first && !mapper) insertAfter(file, first, block(2));
  else if (last && !settings && isReact !== undefined && !hasSettingsFile) insertAfter(file, last, `"jest": {${lineEnding(file.text)}${unit.repeat(2)}${block(2)}${lineEnding(file.text)}${unit}}`);
  else return say('left', 1, `Jest before 28 needs in its moduleNameMapper: ${modules.join(', ')}`, LINK);
  say('look', 1, 'jsdom of Jest 27 has no crypto: for games without a seed, write globalThis.crypto = require("crypto").webcrypto in a set-up file', LINK);
  say('changed', settings ? file.lineOf(settings) : 1, 'jest.moduleNameMapper: Jest before 28 finds the modules of Rondel by it', LINK);
}

/** Major version of Jest by the major version of react-scripts. */
const JEST_OF_REACT_SCRIPTS: Record<number, number> = { 3: 24, 4: 26, 5: 27 };

/** Returns the oldest major version of a dependency. */
function dependencyIn(file: SourceFile, name: string): number | undefined {
  const ranges = SECTIONS.map((section) => stringOf(memberAt(objectIn(file), section, name)?.field('value')));
  return oldestIn(ranges.find((range) => range !== undefined))?.[0];
}
