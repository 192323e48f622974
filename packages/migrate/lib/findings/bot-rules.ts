// Bots.

import { fieldOf, keyOf, nodesOf } from '../syntax/nodes.js';
import type { Node } from '../syntax/source-file.js';
import type { Place } from './declarations.js';
import type { GameCode } from './game-code.js';
import { optionOf, usesOf } from './queries.js';
import type { Rule } from './rule.js';

const BOTS = 'bots-move-over';

/** Methods of boardgame.io's search. */
const SEARCH = ['createNode', 'select', 'expand', 'backpropagate', 'playout'];

export const BOT_RULES: readonly Rule[] = [
  {
    name: 'bots and hidden data', link: BOTS, text: 'a bot sees what its player sees: without ai.determinize a MCTSBot says once that the game hides data. ISMCTSBot plays such games better',
    find: (code) => (code.partsOf('game').some(({ node }) => fieldOf(node, 'playerView')) && !code.partsOf('ai').some(({ node }) => fieldOf(node, 'determinize')) ? mctsBots(code) : []),
  },
  {
    name: 'bots think in slices', link: BOTS, text: "a MCTSBot has the option async by default: setOpt('async', false) makes it think without a pause",
    find: (code) => (code.files.some(({ text }) => /setOpt\(\s*['"]async['"]/.test(text)) ? [] : usesOf(code, 'MCTSBot')),
  },
  {
    name: 'overridden searches', kind: 'left', link: BOTS, text: 'the search is in Rust, and has no such method',
    find: (code) => classesOf(code, 'MCTSBot').flatMap(({ file, node }) => methodsOf(node).filter((method) => SEARCH.includes(method.field('name')?.text() ?? '')).map((method) => ({ file, node: method }))),
  },
  {
    name: 'seeds of bots', link: BOTS, text: 'a MCTSBot with a seed makes the same moves each time, but others than in boardgame.io',
    find: (code) => usesOf(code, 'MCTSBot').filter(({ node }) => optionOf(node, 'seed')),
  },
  {
    name: 'iterations', link: BOTS, text: 'a bot stops when the winner is certain: iterationCallback may end before numIterations',
    find: (code) => usesOf(code, 'MCTSBot').filter(({ node }) => optionOf(node, 'iterationCallback')),
  },
  {
    name: 'playoutDepth', link: BOTS, text: 'a function as playoutDepth is called once for a move, not for each playout',
    find: (code) => usesOf(code, 'MCTSBot').filter(({ node }) => /function$/.test(String(optionOf(node, 'playoutDepth')?.kind() ?? ''))),
  },
  {
    name: 'nodes of a search', link: BOTS, text: 'only the first node of metadata has its state, and children are made when you read them',
    find: (code) => code.files.filter(({ text }) => text.includes('MCTSBot')).flatMap((file) => nodesOf(file.root, 'member_expression')
      .filter((member) => /metadata[!?]?\.(state|actions|objectives|children)$/.test(member.text())).map((node) => ({ file, node }))),
  },
];

function mctsBots(code: GameCode): Place[] {
  const asBots = code.files.flatMap((file) => nodesOf(file.root, 'pair')
    .filter((pair) => keyOf(pair) !== undefined && pair.field('value')?.text() === 'MCTSBot').map((node) => ({ file, node })));
  return [...usesOf(code, 'MCTSBot'), ...asBots];
}

/** Returns the classes that extend another one. */
export function classesOf(code: GameCode, parent: string): Place[] {
  return code.files.flatMap((file) => nodesOf(file.root, 'class_declaration', 'class')
    .filter((node) => new RegExp(`^extends\\s+(\\w+\\.)?${parent}\\b`).test(node.namedChildren().find((child) => child.is('class_heritage'))?.text() ?? ''))
    .map((node) => ({ file, node })));
}

/** Returns the methods of a class. */
export function methodsOf(node: Node): Node[] {
  return (node.field('body')?.namedChildren() ?? []).filter((member) => member.is('method_definition'));
}
