// Games in the positional style of boardgame.io before 0.50: they go through `legacyGame` where they are used.

import { type ModuleName, moduleNames } from '../syntax/module-names.js';
import { argumentsOf, calleeName, fieldOf, keyOf, likeString, memberOf, membersOf, nodesOf, unwrapped } from '../syntax/nodes.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import { lineEnding } from '../text/edits.js';
import type { Say } from '../project/report.js';

const ADAPTER = 'legacyGame';
const HEADING = 'games-in-the-positional-style';

/** Functions of boardgame.io whose first argument has the game as its field `game`. */
const WITH_GAME = ['Client', 'ReactClient', 'InitializeGame', 'CreateGameReducer', 'createMatch', 'MCTSBot', 'RandomBot', 'Simulate'];

/** Wraps the games that a file passes to boardgame.io. */
export function wrapLegacyGames(file: SourceFile, say: Say): void {
  const imports = moduleNames(file).filter(({ specifier }) => /^boardgame\.io(\/|$)/.test(specifier));
  const games = gamesIn(file, localNames(imports));
  for (const game of games) wrap(file, game, say);
  if (games.length > 0) importAdapter(file, imports, say);
}

/** An expression that is a game, or a list of games. `shorthand`: `{ game }`. */
interface GamePlace {
  node: Node;
  kind: 'game' | 'games' | 'shorthand';
}

function gamesIn(file: SourceFile, names: Map<string, string>): GamePlace[] {
  const places: GamePlace[] = [];
  for (const call of nodesOf(file.root, 'call_expression', 'new_expression')) {
    const callee = names.get(calleeName(call) ?? '');
    const [first] = argumentsOf(call).map((argument) => unwrapped(argument));
    if (!callee || !first) continue;
    if (WITH_GAME.includes(callee)) places.push(...optionObjects(file, first).flatMap((options) => fieldPlace(options, 'game')));
    else if (callee === 'ProcessGameConfig') places.push({ node: first, kind: 'game' });
    else if (callee === 'Server') places.push(...listPlaces(first));
  }
  // The `gameComponents` of a lobby: objects with a game and its board.
  for (const object of nodesOf(file.root, 'object')) {
    if (memberOf(object, 'board') && !object.parent()?.is('arguments')) places.push(...fieldPlace(object, 'game'));
  }
  return places.filter(({ node }, index) => !isWrapped(node) && places.findIndex((other) => other.node.id() === node.id()) === index);
}

/** Returns the objects that an expression consists of: itself, and variables of the file that it names or spreads. */
function optionObjects(file: SourceFile, options: Node): Node[] {
  if (options.is('identifier')) {
    const declarators = nodesOf(file.root, 'variable_declarator').filter((declarator) => declarator.field('name')?.text() === options.text());
    return declarators.flatMap((declarator) => {
      const value = unwrapped(declarator.field('value'));
      return value?.is('object') ? optionObjects(file, value) : [];
    });
  }
  if (!options.is('object')) return [];
  const spread = options.namedChildren().filter((child) => child.is('spread_element')).flatMap((child) => child.namedChildren().slice(0, 1));
  return [options, ...spread.flatMap((inner) => optionObjects(file, unwrapped(inner) ?? inner))];
}

function fieldPlace(object: Node, name: string): GamePlace[] {
  const member = memberOf(object, name);
  if (!member) return [];
  if (member.is('shorthand_property_identifier')) return [{ node: member, kind: 'shorthand' }];
  const value = member.field('value');
  return value ? [{ node: value, kind: 'game' }] : [];
}

function listPlaces(options: Node): GamePlace[] {
  const member = memberOf(options, 'games');
  if (member?.is('shorthand_property_identifier')) return [{ node: member, kind: 'games' }];
  const list = fieldOf(options, 'games');
  if (!list) return [];
  if (!list.is('array')) return [{ node: list, kind: 'games' }];
  return list.namedChildren().filter((child) => !child.is('comment')).map((node) => ({ node, kind: 'game' }));
}

function wrap(file: SourceFile, { node, kind }: GamePlace, say: Say): void {
  const text = node.text();
  if (kind === 'shorthand') file.replace(node, `${text}: ${ADAPTER}(${text})`);
  else if (kind === 'games') file.insert(file.endOf(node), `${node.is('shorthand_property_identifier') ? `: ${text}` : ''}.map((game) => ${ADAPTER}(game))`);
  else if (node.is('spread_element')) file.insert(file.endOf(node), `.map((game) => ${ADAPTER}(game))`);
  else {
    file.insert(file.startOf(node), `${ADAPTER}(`);
    file.insert(file.endOf(node), ')');
  }
  say('changed', file.lineOf(node), `${ADAPTER}: its moves have the form (G, ctx, …)`, HEADING);
}

function isWrapped(node: Node): boolean {
  return unwrapped(node)?.is('call_expression') === true && calleeName(unwrapped(node)!) === ADAPTER;
}

/** Returns the names that a file imports, by their local names. */
function localNames(imports: readonly ModuleName[]): Map<string, string> {
  const names = new Map<string, string>();
  // `B.Client` of a namespace has the name of the property.
  if (imports.some(({ isWhole }) => isWhole)) for (const name of [...WITH_GAME, 'ProcessGameConfig', 'Server']) names.set(name, name);
  for (const { names: taken, isRequire } of imports) {
    for (const { imported, local } of taken) {
      names.set(local, imported);
      // `require('…').Server(…)`, or a variable with its value.
      if (isRequire) names.set(imported, imported);
    }
  }
  return names;
}

/** Imports the adapter: with other names of `core` if the file has such an import. */
function importAdapter(file: SourceFile, imports: readonly ModuleName[], say: Say): void {
  if (moduleNames(file).some(({ names }) => names.some(({ local }) => local === ADAPTER))) return;
  const core = imports.find(({ specifier, list, names }) => specifier === 'boardgame.io/core' && list && names.some(({ isType }) => !isType));
  const list = core?.list?.statement.findAll({ rule: { any: [{ kind: 'named_imports' }, { kind: 'object_pattern' }] } })[0];
  const last = list?.namedChildren().at(-1);
  if (core && last) {
    file.insert(file.endOf(last), `, ${ADAPTER}`);
    return;
  }
  const statements = imports.flatMap((place) => {
    const statement = place.source.ancestors().find((node) => node.parent()?.is('program'));
    return statement && /import_statement|lexical_declaration|variable_declaration/.test(String(statement.kind())) ? [{ statement, place }] : [];
  });
  const [first] = statements.slice(-1);
  if (!first) {
    say('left', 1, `import { ${ADAPTER} } from 'rondel/core'`, HEADING);
    return;
  }
  const { statement, place } = first;
  const source = likeString(place.source, 'rondel/core');
  const isRequire = place.isRequire && !statement.is('import_statement');
  const line = isRequire ? `const { ${ADAPTER} } = require(${source})` : `import { ${ADAPTER} } from ${source}`;
  const [indent = ''] = /[ \t]*$/.exec(file.text.slice(0, file.startOf(statement))) ?? [];
  file.insert(file.endOf(statement), lineEnding(file.text) + indent + line + (statement.text().endsWith(';') ? ';' : ''));
}

/** Reports calls of a lobby or a client whose game the tool cannot see. */
export function readHiddenGames(file: SourceFile, say: Say): void {
  const imports = moduleNames(file).filter(({ specifier }) => /^boardgame\.io(\/|$)/.test(specifier));
  const names = localNames(imports);
  for (const call of nodesOf(file.root, 'call_expression')) {
    const callee = names.get(calleeName(call) ?? '');
    const [first] = argumentsOf(call).map((argument) => unwrapped(argument));
    if (callee !== 'Client' && callee !== 'ReactClient' && callee !== 'Server') continue;
    const field = callee === 'Server' ? 'games' : 'game';
    const objects = !first ? [] : callee === 'Server' ? [first] : optionObjects(file, first);
    const isSeen = objects.some((object) => object.is('object') && membersOf(object).some((member) => keyOf(member) === field));
    if (first && !isSeen) say('left', file.lineOf(call), `${callee}: pass ${callee === 'Server' ? 'each game' : 'the game'} through ${ADAPTER}`, HEADING);
  }
}
