// Syntax rules of scripts/check-structure for the package's JavaScript. General rules are the linter's: biome.jsonc.
import { readFileSync } from 'node:fs';
import parser from '@typescript-eslint/parser';
import { TABLE, namesWrittenOnce } from './table.mjs';

const names = namesWrittenOnce(readFileSync(TABLE, 'utf8'));

/** Joins texts into one regular expression of esquery, in which slashes are escaped. */
const oneOf = (texts) => `/^(${texts.join('|').replaceAll('/', '\\u002F')})$/`;

const FLAG = '/^(is|has|can|may|should|was|will|does)[A-Z]/';
const flags = ['Identifier', 'AssignmentPattern'].flatMap((first) => ['Identifier', 'AssignmentPattern'].map((second) => [first, second]));
const flagOf = (kind) => (kind === 'Identifier' ? `Identifier.params[name=${FLAG}]` : 'AssignmentPattern.params:matches([left.name=' + FLAG + '], [right.value=true], [right.value=false])');

const GAME = ':matches(Identifier[name="game"], MemberExpression[property.name="game"], MemberExpression[property.type="PrivateIdentifier"][property.name="game"])';
const gameAs = (field) => `:matches([${field}.type="Identifier"][${field}.name="game"], [${field}.type="MemberExpression"][${field}.property.name="game"])`;

const ONE_RULES = 'a game is known by its `Rules` alone';
const RULES_OF_A_GAME = [
  // game.name, options.game.name, game['name'], but for marks of our own such as game[RULES].
  `MemberExpression${gameAs('object')}[computed=false]`,
  `MemberExpression${gameAs('object')}[computed=true]:not([property.type="Identifier"][property.name=/^[A-Z_]+$/])`,
  // { name } = game, { game: { name } }
  `VariableDeclarator[id.type="ObjectPattern"]${gameAs('init')}`,
  `AssignmentExpression[left.type="ObjectPattern"]${gameAs('right')}`,
  'ObjectPattern > Property[key.name="game"][value.type="ObjectPattern"]',
  // 'name' in game, Object.keys(game)
  `BinaryExpression[operator="in"]${gameAs('right')}`,
  `CallExpression[callee.object.name=/^(Object|Reflect)$/] > ${GAME}.arguments`,
  // The game by another name: other = game, { game: other }.
  `VariableDeclarator[id.type="Identifier"][id.name!="game"]${gameAs('init')}:not([init.object.name="running"])`,
  'ObjectPattern > Property[key.name="game"][value.type="Identifier"][value.name!="game"]',
];

const everywhere = [
  { selector: 'CallExpression[callee.object.name="Symbol"][callee.property.name="for"]', message: 'marks that copies of the package share are in lib/util/marks.ts' },
  ...[`Literal[value=${oneOf(names)}]`, `TemplateLiteral[quasis.length=1] > TemplateElement[value.cooked=${oneOf(names)}]`].map((selector) => ({
    selector,
    message: `both languages have this from ${TABLE}`,
  })),
  ...flags.map(([first, second]) => ({ selector: `:function > ${flagOf(first)} + ${flagOf(second)}`, message: 'two flags beside each other: name them' })),
];
const ofGames = RULES_OF_A_GAME.map((selector) => ({ selector, message: ONE_RULES }));

const rules = (...restricted) => ({ 'no-restricted-syntax': ['error', ...restricted] });
const without = (list, word) => list.filter(({ message }) => !message.includes(word));

export default [
  { files: ['{pkg-template,packages}/**/*.{js,ts,tsx}'], languageOptions: { ecmaVersion: 'latest', sourceType: 'module' }, rules: rules(...everywhere, ...ofGames) },
  { files: ['{pkg-template,packages}/**/*.{ts,tsx}'], languageOptions: { parser } },
  { ignores: ['**/*.d.ts', 'packages/create/templates'] },
  // Type-only modules, which cannot import names from the table.
  { files: ['pkg-template/types/*.ts'], rules: { 'no-restricted-syntax': 'off' } },
  // The names of boardgame.io, in the code of its users.
  { files: ['packages/migrate/**/*.ts'], rules: rules(...without(everywhere, TABLE), ...ofGames) },
  // Marks themselves.
  { files: ['pkg-template/lib/util/marks.{js,ts}'], rules: rules(...without(everywhere, 'marks.ts'), ...ofGames) },
  {
    // Modules that read the definition, and modules that run a JavaScript game's code. The objects of games in Rust have only settings. The last
    // one creates a game whose callbacks report their calls.
    files: [
      'pkg-template/lib/game/{definition,declarations,rules,rust-rules,rust-settings}.{js,ts}', 'pkg-template/lib/engine/host.{js,ts}',
      'pkg-template/lib/testing/watched.{js,ts}',
    ],
    rules: rules(...everywhere),
  },
  {
    // A client's `quiet` turns its messages off. Exceptions are warnings about components, and about a channel that all clients of a page share.
    files: ['pkg-template/lib/{client,online/transports,react,vue}/*.{js,ts}'],
    ignores: ['pkg-template/lib/client/recreated-client.{js,ts}', 'pkg-template/lib/online/transports/page-channel.{js,ts}'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['**/util/print.js'], importNames: ['print'], message: 'messages of a client are printed by printOfClient' }] }],
    },
  },
  // The engine returns numbers and flags one by one.
  { files: ['pkg-template/lib/engine/object-factory.{js,ts}'], rules: rules(...without(everywhere, 'flags'), ...ofGames) },
];
