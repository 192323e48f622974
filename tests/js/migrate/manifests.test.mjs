// package.json and the settings of tools.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RANGE, lines, manifest, migrated } from './support.mjs';

const SERVER = { 'server.js': "const { Server } = require('boardgame.io/server');\n" };

/** The text of a moved package.json. */
const movedManifest = (text, files = {}) => migrated({ 'package.json': text, ...files }).texts['package.json'];

test('the dependency is replaced in its place and layout', () => {
  for (const eol of ['\n', '\r\n']) {
    for (const indent of ['  ', '\t', '    ']) {
      const text = (name, range) => `\uFEFF{${eol}${indent}"name" : "x",${eol}${indent}"dependencies": {${eol}${indent}${indent}"a": "1",${eol}${indent}${indent}"${name}": "${range}",${eol}${indent}${indent}"z":   "2"${eol}${indent}}${eol}}`;
      assert.equal(movedManifest(text('boardgame.io', '^0.50.2')), text('rondel', RANGE));
    }
  }
});

test('each section is changed, and a second run changes nothing', () => {
  const before = '{"devDependencies": {"boardgame.io": "~0.50.0"}, "peerDependencies": { "boardgame.io": ">=0.49.1" }, "optionalDependencies": {"boardgame.io":"*"}}';
  const after = `{"devDependencies": {"rondel": "${RANGE}"}, "peerDependencies": { "rondel": "${RANGE}" }, "optionalDependencies": {"rondel": "${RANGE}"}}`;
  assert.equal(movedManifest(before), after);
  assert.equal(movedManifest(after), after);
});

test('a package with a server gets rondel-server, once', () => {
  assert.equal(movedManifest(manifest(), SERVER), manifest().replace('"boardgame.io": "^0.50.2"', `"rondel": "${RANGE}",\n    "rondel-server": "${RANGE}"`));
  assert.equal(movedManifest(manifest()), manifest().replace('"boardgame.io": "^0.50.2"', `"rondel": "${RANGE}"`));
  assert.equal(movedManifest('{ "dependencies": { "boardgame.io": "1" }, "devDependencies": { "boardgame.io": "1" } }', SERVER).match(/rondel-server/g).length, 1);
});

test('types of boardgame.io are removed', () => {
  assert.equal(movedManifest('{\n  "devDependencies": {\n    "@types/boardgame.io": "1",\n    "x": "1"\n  }\n}'), '{\n  "devDependencies": {\n    "x": "1"\n  }\n}');
  assert.equal(movedManifest('{ "devDependencies": { "x": "1", "@types/boardgame.io": "1" } }'), '{ "devDependencies": { "x": "1" } }');
});

test('bgio-effects is removed, because rondel/effects has its interface', () => {
  const before = '{\n  "dependencies": {\n    "bgio-effects": "^0.7.1",\n    "boardgame.io": "^0.50.2"\n  }\n}';
  const { texts, entries } = migrated({ 'package.json': before, 'effects.js': "import { EffectsPlugin } from 'bgio-effects/plugin';\n" });
  assert.deepEqual(texts, { 'package.json': `{\n  "dependencies": {\n    "rondel": "${RANGE}"\n  }\n}`, 'effects.js': "import { EffectsPlugin } from 'rondel/effects';\n" });
  assert.ok(entries.some(({ text }) => text === 'dependencies: bgio-effects removed'));
  const inner = { 'package.json': before, 'effects.js': "import { Timeline } from 'bgio-effects/dist/timeline';\n" };
  assert.match(migrated(inner).texts['package.json'], /"bgio-effects": "\^0.7.1"/);
  assert.deepEqual(lines(migrated(inner).entries, 'left'), ["effects.js:1 Rondel has no Timeline of 'bgio-effects/dist/timeline'"]);
});

test('a second run removes boardgame.io once nothing imports it any more', () => {
  const before = `{ "dependencies": { "boardgame.io": "^0.50.2", "rondel": "${RANGE}", "x": "1" } }`;
  assert.equal(movedManifest(before), `{ "dependencies": { "rondel": "${RANGE}", "x": "1" } }`);
  assert.equal(movedManifest(before, { 'a.js': "import 'redux';\n" }), `{ "dependencies": { "rondel": "${RANGE}", "redux": "^4.1.0", "x": "1" } }`);
});

test('in a monorepo each package gets what its own code needs', () => {
  const { texts } = migrated({
    'package.json': '{ "workspaces": ["packages/*"] }',
    'packages/rules/package.json': manifest(),
    'packages/rules/game.js': "import 'boardgame.io/core';\n",
    'packages/host/package.json': manifest(),
    'packages/host/src/server.js': SERVER['server.js'],
    'packages/other/package.json': '{ "dependencies": { "x": "1" } }',
  });
  assert.equal(texts['package.json'], '{ "workspaces": ["packages/*"] }');
  assert.equal(texts['packages/other/package.json'], '{ "dependencies": { "x": "1" } }');
  assert.doesNotMatch(texts['packages/rules/package.json'], /boardgame|server/);
  assert.match(texts['packages/host/package.json'], /"rondel": "\^1.2.3",\n {4}"rondel-server": "\^1.2.3"/);
  assert.equal(texts['packages/host/src/server.js'], "const { Server } = require('rondel/server');\n");
});

test('a server whose package declares no boardgame.io is left to a person', () => {
  const { entries } = migrated({ 'package.json': '{ "dependencies": {} }', ...SERVER });
  assert.ok(entries.some(({ kind, text }) => kind === 'left' && text.startsWith('npm install rondel-server')));
});

test('scripts do without the loader esm', () => {
  const before = '{ "scripts": { "serve": "NODE_ENV=x node -r esm server.js", "other": "node -r esmx a.js" }, "dependencies": { "boardgame.io": "0.50.2" } }';
  assert.match(movedManifest(before), /"serve": "NODE_ENV=x node server\.js", "other": "node -r esmx a\.js"/);
});

test('a server in TypeScript that started with esm and ts-node starts with tsx', () => {
  const before = (range) => `{ "scripts": { "serve": "node -r esm -r ts-node/register src/server.ts" }, "dependencies": { "boardgame.io": "0.50.2" }, "devDependencies": { "ts-node": "^10.9.1"${range} } }`;
  const after = (range) => before(range).replace('-r esm -r ts-node/register', '--import tsx').replace('"boardgame.io": "0.50.2"', `"rondel": "${RANGE}"`);
  assert.equal(movedManifest(before('')), after(', "tsx": "^4.0.0"'));
  assert.equal(movedManifest(before(', "tsx": "^4.19.0"')), after(', "tsx": "^4.19.0"'));
  const undeclared = '{ "scripts": { "serve": "node --require=ts-node/register -r esm src/server.ts" }, "dependencies": { "boardgame.io": "0.50.2" } }';
  const { texts, entries } = migrated({ 'package.json': undeclared });
  assert.match(texts['package.json'], /"node --import tsx src\/server.ts"/);
  assert.ok(entries.some(({ kind, text }) => kind === 'left' && text.startsWith('npm install tsx')));
});

test('a package with TypeScript 4 skips the check of declarations, which need TypeScript 5', () => {
  const movedSettings = (range, text) => migrated({
    'package.json': JSON.stringify({ dependencies: { 'boardgame.io': '0.50.2' }, devDependencies: { typescript: range } }), 'tsconfig.json': text, 'tsconfig.node.json': text, 'src/tsconfig.json': '{ "extends": "../tsconfig.json", "compilerOptions": {} }',
  }).texts;
  const before = '{\n  // ours\n  "compilerOptions": {\n    "strict": true\n  }\n}\n';
  const after = before.replace('"strict": true', '"strict": true,\n    "skipLibCheck": true');
  assert.equal(movedSettings('^4.4.3', before)['tsconfig.json'], after);
  assert.equal(movedSettings('^4.4.3', before)['src/tsconfig.json'], '{ "extends": "../tsconfig.json", "compilerOptions": {} }');
  assert.equal(movedSettings('^4.4.3', before)['tsconfig.node.json'], before);
  assert.equal(movedSettings('~4.9.5', after)['tsconfig.json'], after);
  assert.equal(movedSettings('4.9.5', before.replace('true', 'true, "skipLibCheck": false'))['tsconfig.json'], before.replace('true', 'true, "skipLibCheck": true'));
  for (const range of ['^5.0.0', '>=4.4.0', '*']) assert.equal(movedSettings(range, before)['tsconfig.json'], before);
  assert.equal(movedSettings('^4.4.3', '{ "references": [] }')['tsconfig.json'], '{ "references": [] }');
});

test('imports of a server that started with esm get their extensions', () => {
  const { texts, entries } = migrated({
    'package.json': '{ "scripts": { "serve": "node -r esm src/server" }, "dependencies": { "boardgame.io": "0.50.2" } }',
    'src/server.js': "import { Server } from 'boardgame.io/server';\nimport { a } from './game';\nimport './board';\nimport fs from 'fs';\nimport cards from './cards.json';\nconst folder = __dirname;\n",
    'src/game/index.js': "export * from '../rules';\nimport './moves.js';\n",
    'src/game/moves.js': '',
    'src/rules.js': '',
    'src/board.jsx': '',
    'src/page.js': "import './rules';\n",
  });
  assert.equal(texts['src/server.js'], "import { Server } from 'rondel/server';\nimport { a } from './game/index.js';\nimport './board';\nimport fs from 'fs';\nimport cards from './cards.json';\nconst folder = __dirname;\n");
  assert.equal(texts['src/game/index.js'], "export * from '../rules.js';\nimport './moves.js';\n");
  assert.equal(texts['src/page.js'], "import './rules';\n");
  assert.deepEqual(lines(entries, 'left'), [
    'src/server.js:3 Node.js finds ./board only with its extension, and cannot run .jsx files',
    "src/server.js:5 Node.js imports JSON only with { type: 'json' }",
    'src/server.js:6 ES modules have no __dirname: write import.meta.dirname',
  ]);
});

test('Jest before 28 gets the paths of the modules', () => {
  const modules = ['"^rondel$": "<rootDir>/node_modules/rondel/cjs/index.js"', '"^rondel-server$": "<rootDir>/node_modules/rondel-server/cjs/index.js"', '"^rondel/(.*)$": "<rootDir>/node_modules/rondel/cjs/$1.js"'];
  const before = (tool, jest) => `{\n  "dependencies": {\n    "boardgame.io": "0.50.2",\n    ${tool}\n  }${jest}\n}\n`;
  const after = (tool, jest) => before(tool, jest).replace('"boardgame.io": "0.50.2"', `"rondel": "${RANGE}"`);
  const tests = { 'src/a.test.js': '' };
  const react = '"react-scripts": "5.0.1"';
  const block = `"moduleNameMapper": {\n      ${modules.join(',\n      ')}\n    }`;
  assert.equal(movedManifest(before(react, ''), tests), after(react, `,\n  "jest": {\n    ${block}\n  }`));
  assert.equal(movedManifest(before(react, ''), {}), after(react, ''));
  const jest = '"jest": "^27.0.0"';
  assert.equal(movedManifest(before(jest, ',\n  "jest": {\n    "verbose": true\n  }'), tests), after(jest, `,\n  "jest": {\n    "verbose": true,\n    ${block}\n  }`));
  const mapper = (more) => `,\n  "jest": { "moduleNameMapper": { "a": "b"${more} } }`;
  assert.equal(movedManifest(before(jest, mapper('')), tests), after(jest, mapper(`, ${modules.join(', ')}`)));
  assert.equal(movedManifest(after(jest, mapper(`, ${modules.join(', ')}`)), tests), after(jest, mapper(`, ${modules.join(', ')}`)));
  assert.equal(movedManifest(before('"jest": "24.9.0"', ''), tests), after('"jest": "24.9.0"', `,\n  "jest": {\n    ${block}\n  }`));
  assert.equal(movedManifest(before('"jest": "^29.0.0"', ''), tests), after('"jest": "^29.0.0"', ''));
});

test('Jest before 28 gets the paths in a file of settings', () => {
  const modules = ["'^rondel$': '<rootDir>/node_modules/rondel/cjs/index.js'", "'^rondel-server$': '<rootDir>/node_modules/rondel-server/cjs/index.js'", "'^rondel/(.*)$': '<rootDir>/node_modules/rondel/cjs/$1.js'"];
  const project = (path, settings) => ({ 'package.json': '{ "dependencies": { "boardgame.io": "0.50.2" }, "devDependencies": { "jest": "^26.0.0" } }\n', 'src/a.test.js': '', [path]: settings });
  const movedSettings = (path, settings) => migrated(project(path, settings)).texts[path];
  const block = `moduleNameMapper: {\n    ${modules.join(',\n    ')},\n  }`;
  for (const [path, before, after] of [
    ['jest.config.js', "module.exports = {\n  preset: 'ts-jest',\n};\n", `module.exports = {\n  preset: 'ts-jest',\n  ${block},\n};\n`],
    ['jest.config.ts', "const config: Config = {\n  preset: 'ts-jest',\n};\nexport default config;\n", `const config: Config = {\n  preset: 'ts-jest',\n  ${block},\n};\nexport default config;\n`],
    ['jest.config.js', "export default { moduleNameMapper: { '^a$': 'b' } };\n", `export default { moduleNameMapper: { '^a$': 'b', ${modules.join(', ')} } };\n`],
    ['jest.config.json', '{ "moduleNameMapper": { "^a$": "b" } }\n', `{ "moduleNameMapper": { "^a$": "b", ${modules.join(', ').replaceAll("'", '"')} } }\n`],
  ]) {
    assert.equal(movedSettings(path, before), after);
    assert.equal(movedSettings(path, after), after);
  }
  const { entries, texts } = migrated(project('jest.config.js', 'module.exports = createConfig({ a: 1 });\n'));
  assert.equal(texts['jest.config.js'], 'module.exports = createConfig({ a: 1 });\n');
  assert.ok(entries.some(({ kind, path, text }) => kind === 'left' && path === 'jest.config.js' && text.startsWith('Jest before 28 needs')));
});

test('tools that are too old are left to a person', () => {
  const texts = (typescript, react) => migrated({ 'package.json': JSON.stringify({ dependencies: { 'boardgame.io': '0.50.2', react }, devDependencies: { typescript } }) })
    .entries.filter(({ kind }) => kind === 'left').map(({ text }) => text);
  assert.deepEqual(texts('~4.8.4', '16.0.0'), ['the types of Rondel need TypeScript 4.9 or newer, and skipLibCheck before 5.0', 'rondel/react needs React 16.8 or newer']);
  assert.deepEqual(texts('~4.9.5', '^18.0.0'), []);
  const ofTool = (name, range) => migrated({ 'package.json': JSON.stringify({ dependencies: { 'boardgame.io': '0.50.2', [name]: range } }) }).entries.filter(({ link }) => link.endsWith('#tools')).map(({ kind }) => kind);
  assert.deepEqual(['4.46.0', '^5.0.0', '5.91.0'].map((range) => ofTool('webpack', range)), [['left'], ['look'], []]);
});

test('a package.json that is not JSON is reported and stays', () => {
  const { texts, entries } = migrated({ 'package.json': '{ "dependencies": { "boardgame.io": ', 'a.js': "import 'boardgame.io/core';\n" });
  assert.equal(texts['package.json'], '{ "dependencies": { "boardgame.io": ');
  assert.equal(texts['a.js'], "import 'rondel/core';\n");
  assert.ok(entries.some(({ kind, path }) => kind === 'left' && path === 'package.json'));
});

/** Settings, and what becomes of them. */
const SETTINGS = [
  ['tsconfig.json', '{\n  // paths\n  "compilerOptions": { "paths": { "boardgame.io": ["./types/bgio.d.ts"], "@/*": ["./src/*"] } },\n}\n', '{\n  // paths\n  "compilerOptions": { "paths": { "rondel": ["./types/bgio.d.ts"], "@/*": ["./src/*"] } },\n}\n'],
  ['tsconfig.app.json', '{ "paths": {\n  "boardgame.io/*": ["./node_modules/boardgame.io/dist/types/packages/*"],\n  "a": ["b"]\n} }', '{ "paths": {\n  "a": ["b"]\n} }'],
  ['jest.config.js', "module.exports = {\n  moduleNameMapper: {\n    '\\\\.css$': 'x',\n    '^boardgame.io/(.*)$': '<rootDir>/node_modules/boardgame.io/dist/cjs/$1.js',\n  },\n};\n", "module.exports = {\n  moduleNameMapper: {\n    '\\\\.css$': 'x',\n  },\n};\n"],
  ['jest.config.ts', "export default { moduleNameMapper: { 'boardgame.io/react': '<rootDir>/mocks/react.js' } };", "export default { moduleNameMapper: { 'rondel/react': '<rootDir>/mocks/react.js' } };"],
  ['jest.config.mjs', "export default { transformIgnorePatterns: ['node_modules/(?!(boardgame.io|nanoid)/)', '/(?!a|boardgame\\\\.io)/'] };", "export default { transformIgnorePatterns: ['node_modules/(?!(nanoid)/)', '/(?!a)/'] };"],
  ['vite.config.ts', "export default defineConfig({ optimizeDeps: { include: ['boardgame.io/react', 'boardgame.io'] } });", "export default defineConfig({ optimizeDeps: { include: ['rondel/react', 'rondel'] } });"],
  ['vite.config.js', "export default { resolve: { alias: { a: 'b', 'boardgame.io/react': resolve('node_modules/boardgame.io/dist/esm/react.js') } } };", "export default { resolve: { alias: { a: 'b' } } };"],
];

test('settings of tools are changed', () => {
  for (const [path, before, after] of SETTINGS) {
    assert.equal(migrated({ [path]: before }).texts[path], after);
    assert.equal(migrated({ [path]: after }).texts[path], after);
  }
});

test('settings of Jest within package.json are changed', () => {
  const before = '{ "jest": { "transformIgnorePatterns": ["/node_modules/(?!(boardgame.io|a)/)"] }, "dependencies": { "boardgame.io": "0.50.2" } }';
  assert.equal(movedManifest(before), `{ "jest": { "transformIgnorePatterns": ["/node_modules/(?!(a)/)"] }, "dependencies": { "rondel": "${RANGE}" } }`);
});

test('settings and pages that only a person can change are reported', () => {
  const { texts, entries } = migrated({
    'vite.config.ts': 'export default { resolve: { alias: [{ find: /^boardgame\\.io/, replacement: x }] } };',
    'index.html': '<script src="https://unpkg.com/boardgame.io/dist/boardgameio.min.js"></script>\n<a href="https://boardgame.io">boardgame.io</a>\n',
  });
  assert.match(texts['vite.config.ts'], /boardgame/);
  assert.deepEqual(lines(entries, 'look').map((line) => line.split(' ')[0]), ['vite.config.ts:1']);
  assert.deepEqual(lines(entries, 'left').map((line) => line.split(' ')[0]), ['index.html:1']);
});

test('an output of Rollup that is one file keeps what is imported by import()', () => {
  const movedRollup = (settings) => migrated({ 'rollup.config.js': settings }).texts['rollup.config.js'];
  const before = "export default {\n  input: 'a.js',\n  output: {\n    format: 'iife',\n    file: 'b.js',\n  },\n  plugins: [css({ output: 'c.css' })],\n};\n";
  const after = before.replace("'b.js',", "'b.js',\n    inlineDynamicImports: true,");
  assert.equal(movedRollup(before), after);
  assert.equal(movedRollup(after), after);
  assert.equal(movedRollup("export default { output: [{ file: 'b.js' }] };\n"), "export default { output: [{ file: 'b.js', inlineDynamicImports: true }] };\n");
  for (const other of ["export default { output: { dir: 'b' } };\n", "export default { inlineDynamicImports: true, output: { file: 'b.js' } };\n", "export default { plugins: [copy({ file: 'b.js' })] };\n"]) {
    assert.equal(movedRollup(other), other);
  }
});
