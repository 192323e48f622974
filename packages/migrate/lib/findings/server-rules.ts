// Servers.

import { argumentsOf, calleeName, isFunction, memberOf, membersOf, nodesOf, receiverOf, stringOf, unwrapped, valueOf } from '../syntax/nodes.js';
import type { Node } from '../syntax/source-file.js';
import type { Place } from './declarations.js';
import { methodsOf, classesOf } from './bot-rules.js';
import type { GameCode } from './game-code.js';
import { callsOf, optionOf, usesOf } from './queries.js';
import type { Rule } from './rule.js';

const SERVER = 'a-server-moves-over';

export const SERVER_RULES: readonly Rule[] = [
  {
    name: 'commonjs', link: SERVER, kind: 'left', text: 'this server has the syntax of ES modules, and its package.json says "type": "commonjs": write "module"',
    find: (code) => servers(code).filter(({ file }) => file.path.endsWith('.js') && nodesOf(file.root, 'import_statement').length > 0 && isCommonJS(code, file.path)),
  },
  {
    name: 'origins without a scheme', kind: 'left', link: SERVER, text: 'this origin would allow nobody: Server() throws. Write it with its scheme, as in https://*.example.com',
    find: (code) => servers(code).flatMap(({ file, node }) => {
      const origins = optionOf(node, 'origins');
      const list = origins?.is('array') ? origins.namedChildren() : origins ? [origins] : [];
      return list.filter((origin) => /^[^:*/]+$/.test(stringOf(origin) ?? '')).map((origin) => ({ file, node: origin }));
    }),
  },
  {
    name: 'no origins', kind: 'look', link: SERVER, text: 'without origins, only pages of the same host play: boardgame.io before 0.45 allowed all',
    find: (code) => servers(code).filter(({ node }) => unwrapped(argumentsOf(node)[0])?.is('object') && !memberOf(unwrapped(argumentsOf(node)[0]), 'origins')),
  },
  {
    name: 'random numbers of a server', kind: 'look', link: 'rules-and-state', text: 'for games without a seed, a Server draws numbers that nobody can compute: a player cannot undo an action that has drawn some',
    find: (code) => {
      const draws = code.codeOf('move').some(({ node }) => nodesOf(node, 'call_expression').some((call) => /(^|\.)random[!?]?$/.test(receiverOf(call)?.text() ?? '') && !/^Math\.?/.test(call.text())));
      return draws && code.files.some(({ text }) => /\bundo\b/.test(text)) ? servers(code) : [];
    },
  },
  {
    name: 'a secret for the lobby', link: SERVER, text: 'with API_SECRET clients cannot start matches, and act only after they have joined: lobbyOnly: false allows both',
    find: (code) => code.files.flatMap((file) => nodesOf(file.root, 'member_expression').filter((member) => /env\.API_SECRET$/.test(member.text())).map((node) => ({ file, node }))),
  },
  {
    name: 'a proxy', kind: 'look', link: SERVER, text: 'behind a proxy, set trustedProxies: requests of one address are limited',
    find: (code) => servers(code).flatMap(({ file }) => nodesOf(file.root, 'assignment_expression').filter((node) => /\.app\.proxy$/.test(node.field('left')?.text() ?? '')).map((node) => ({ file, node }))),
  },
  {
    name: 'changed requests', link: SERVER, text: 'middleware that changes ctx.request.body needs a bodyParser() before it, and awaits next()',
    find: (code) => servers(code).flatMap(({ file }) => nodesOf(file.root, 'assignment_expression').filter((node) => /\.request\.body\b/.test(node.field('left')?.text() ?? '')).map((node) => ({ file, node }))),
  },
  {
    name: 'lists of matches', link: SERVER, text: 'listMatches returns the newest matches first and a limited number; next tells where the rest begins',
    find: (code) => code.files.flatMap((file) => callsOf(file.root, 'listMatches').filter((call) => /lobby|client/i.test(receiverOf(call)?.text() ?? '')).map((node) => ({ file, node }))),
  },
  {
    name: 'data in FlatFile', link: 'server.md#flatfile-dir-logging-ttl-', text: 'FlatFile has its own format: getItem, setItem and removeItem do not contain matches',
    find: (code) => code.files.filter(({ text }) => text.includes('FlatFile')).flatMap((file) => callsOf(file.root, 'getItem', 'setItem', 'removeItem').filter((call) => !/(local|session)Storage$/.test(receiverOf(call)?.text() ?? '')).map((node) => ({ file, node }))),
  },
  {
    name: 'classes of FlatFile', link: 'types', text: 'a class that extends FlatFile declares its fetch with the types of the guide',
    find: (code) => classesOf(code, 'FlatFile').flatMap(({ file, node }) => methodsOf(node).filter((method) => method.field('name')?.text() === 'fetch').map((method) => ({ file, node: method }))),
  },
  {
    name: 'published states', link: SERVER, text: 'pages receive what is published here as it is stored, not as it is published',
    find: (code) => code.files.flatMap((file) => callsOf(file.root, 'publish').filter((call) => /pubSub$/.test(receiverOf(call)?.text() ?? '')).map((node) => ({ file, node }))),
  },
  {
    name: 'types of bots', link: 'types', text: "boardgame.io's own bot classes expect boardgame.io's types",
    find: (code) => classesOf(code, 'MCTSBot').filter(({ file }) => /\.tsx?$/.test(file.path)),
  },
  {
    name: 'types of a phase', link: 'types', text: "ctx.phase may be null in the types: write ctx.phase ?? ''",
    find: (code) => typed(code).flatMap(({ file, node }) => nodesOf(node, 'member_expression')
      .filter((member) => member.text() === 'ctx.phase' && (member.parent()?.is('subscript_expression') || member.parent()?.is('arguments') && member.parent()?.parent()?.text().includes('.includes(')))
      .map((member) => ({ file, node: member }))),
  },
  {
    name: 'moves of a story', kind: 'left', link: 'types', text: 'the moves of a board return handles: write moves: { … } as any for moves of your own',
    find: (code) => code.files.filter(({ path }) => /\.tsx?$/.test(path)).flatMap((file) => nodesOf(file.root, 'object').flatMap((props) => {
      const moves = memberOf(props, 'G') || memberOf(props, 'ctx') ? memberOf(props, 'moves') : undefined;
      const object = moves?.field('value');
      return moves && object?.is('object') && membersOf(object).some(returnsNothing) ? [{ file, node: moves }] : [];
    })),
  },
  {
    name: 'types of a lobby', link: 'types', text: 'the renderer of a Lobby receives a string as phase, and null as runningMatch if no match is played',
    find: (code) => code.files.flatMap((file) => nodesOf(file.root, 'jsx_self_closing_element', 'jsx_opening_element')
      .filter((element) => element.field('name')?.text() === 'Lobby')
      .flatMap((element) => element.namedChildren().filter((attribute) => attribute.is('jsx_attribute') && attribute.namedChildren()[0]?.text() === 'renderer'))
      .map((node) => ({ file, node }))),
  },
];

function servers(code: GameCode): Place[] {
  return usesOf(code, 'Server').filter(({ file }) => /(boardgame\.io|rondel)(\/|-)server/.test(file.text));
}

function isCommonJS(code: GameCode, path: string): boolean {
  const around = code.project.packages.filter(({ folder }) => folder === '.' || path.startsWith(`${folder}/`)).sort((one, other) => other.folder.length - one.folder.length);
  return around[0]?.manifest.type === 'commonjs';
}

/** All TypeScript of the project that uses boardgame.io, by file. */
function typed(code: GameCode): { file: Place['file']; node: Node }[] {
  return code.files.filter(({ path }) => /\.tsx?$/.test(path) && code.project.styleOf(path) === 'object').map((file) => ({ file, node: file.root }));
}

/** Returns `true` for a function with a body that returns nothing, and for an action of Storybook. */
function returnsNothing(move: Node): boolean {
  const value = valueOf(move);
  if (value?.is('call_expression')) return calleeName(value) === 'action';
  const body = isFunction(value) ? value.field('body') : null;
  return body?.is('statement_block') === true && nodesOf(body, 'return_statement').length === 0;
}
