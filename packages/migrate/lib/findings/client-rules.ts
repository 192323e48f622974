// Clients, transports and pages.

import { argumentsOf, calleeName, fieldOf, isFunction, keyOf, memberOf, nodesOf, receiverOf, stringOf, unwrapped, valueOf } from '../syntax/nodes.js';
import { moduleNames } from '../syntax/module-names.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import { classesOf, methodsOf } from './bot-rules.js';
import type { Place } from './declarations.js';
import type { GameCode } from './game-code.js';
import { callsOf, optionOf, usesOf } from './queries.js';
import type { Rule } from './rule.js';

const CLIENTS = 'clients-and-pages';

/** Members of boardgame.io's clients that are no part of its documentation. */
const INNER = ['transport', 'multiplayer', 'reducer', 'initialState', 'gameStateOverride', '_running', 'manager'];

export const CLIENT_RULES: readonly Rule[] = [
  {
    name: 'reset online', kind: 'look', link: CLIENTS, text: 'reset() and loadState() are refused for a client with a master',
    find: (code) => (isOnline(code) ? code.files.flatMap((file) => callsOf(file.root, 'reset', 'loadState').filter((call) => isClient(receiverOf(call))).map((node) => ({ file, node }))) : []),
  },
  {
    name: 'the store', link: CLIENTS, text: 'client.store is a view of the match, without Redux: it has getState, dispatch and subscribe',
    find: (code) => membersOfClients(code, 'store').filter(({ node }) => !/^(getState|dispatch|subscribe)$/.test(node.parent()?.field('property')?.text() ?? '')),
  },
  {
    name: 'an enhancer', link: 'client.md#the-store', text: 'every action passes through the enhancer; Rondel itself has no Redux',
    find: (code) => usesOf(code, 'Client').filter(({ node }) => memberOf(unwrapped(argumentsOf(node)[0]), 'enhancer')),
  },
  {
    name: 'chat', kind: 'look', link: CLIENTS, text: 'the chat of a spectator is refused; messages are confirmed, kept, and sent again after a reload',
    find: (code) => code.files.flatMap((file) => callsOf(file.root, 'sendChatMessage').map((node) => ({ file, node }))),
  },
  {
    name: 'chat of a transport', link: CLIENTS, text: 'sendChatMessage of a transport is called when the master has sent the match, and again until it is acknowledged',
    find: (code) => classesOf(code, 'Transport').flatMap(({ file, node }) => methodsOf(node).filter((method) => method.field('name')?.text() === 'sendChatMessage').map((method) => ({ file, node: method }))),
  },
  {
    name: 'chat after another match', link: CLIENTS, text: 'chatMessages has only messages of the new match after updateMatchID',
    find: (code) => (code.files.some(({ text }) => text.includes('chatMessages')) ? code.files.flatMap((file) => callsOf(file.root, 'updateMatchID').map((node) => ({ file, node }))) : []),
  },
  {
    name: 'a transport of your own', link: CLIENTS, text: "a transport of your own extends Transport of 'rondel/internal'",
    find: (code) => usesOf(code, 'Client').flatMap(({ file, node }) => {
      const multiplayer = optionOf(node, 'multiplayer');
      const found = multiplayer && code.declarations.follow({ file, node: multiplayer });
      return found && isFunction(found.node) && nodesOf(found.node, 'new_expression').length === 0 && returnsObject(found.node) ? [{ file, node: multiplayer }] : [];
    }),
  },
  {
    name: 'persisted matches', link: CLIENTS, text: 'Local({ persist: true }) has a name for each game, bgio:NAME_state; whole states under bgio_state continue',
    find: (code) => usesOf(code, 'Local').filter(({ node }) => isPersisted(node)),
  },
  {
    name: 'storageKey', link: CLIENTS, text: 'names in localStorage start with the storageKey and the name of the game, KEY:NAME_state; whole states under KEY_state continue',
    find: (code) => usesOf(code, 'Local').filter(({ node }) => isPersisted(node) && memberOf(unwrapped(argumentsOf(node)[0]), 'storageKey')),
  },
  {
    name: 'names in localStorage', kind: 'left', link: CLIENTS, text: 'Rondel stores the matches of each game under a name of its own, such as bgio:NAME_state: this name has only those that boardgame.io has stored',
    find: (code) => code.files.flatMap((file) => storedNames(code, file.root).map((node) => ({ file, node }))),
  },
  {
    name: 'cleared storage', link: CLIENTS, text: 'after localStorage.clear() the matches that the page has opened continue',
    find: (code) => (usesOf(code, 'Local').some(({ node }) => isPersisted(node)) ? code.files.flatMap((file) => callsOf(file.root, 'clear').filter((call) => /localStorage$/.test(receiverOf(call)?.text() ?? '')).map((node) => ({ file, node }))) : []),
  },
  {
    name: 'a path of the server', link: CLIENTS, text: 'the path is that of the server: requests go to PATH/socket.io/. In boardgame.io it is part of the namespace',
    find: (code) => usesOf(code, 'SocketIO').filter(({ node }) => /^[\w+.-]+:\/\/[^/]+\/[^/]/.test(stringOf(optionOf(node, 'server')) ?? '')),
  },
  {
    name: 'inner parts of clients', link: CLIENTS, text: 'this is an inner part of boardgame.io\'s client; Rondel\'s is another one',
    find: (code) => [...membersOfClients(code, ...INNER), ...code.files.flatMap((file) => callsOf(file.root, 'processMove').map((node) => ({ file, node })))],
  },
  {
    name: 'the panel', link: '10-debugging.md', text: 'the debug panel is another one, with the same options',
    find: (code) => code.files.flatMap((file) => nodesOf(file.root, 'string', 'template_string').filter((text) => /\.?debug-panel\b/.test(stringOf(text) ?? '')).map((node) => ({ file, node }))),
  },
  {
    name: 'moves as handlers', link: 'troubleshooting.md#at-client-and-in-moves', text: 'this passes the event of React as an argument of the move: write () => moves.x()',
    find: (code) => code.files.flatMap((file) => nodesOf(file.root, 'jsx_attribute').filter((attribute) => {
      const value = attribute.namedChildren().at(-1);
      return /^on[A-Z]/.test(attribute.namedChildren()[0]?.text() ?? '') && value?.is('jsx_expression') && /^(\w+\.)*moves\.\w+$/.test(value.namedChildren()[0]?.text() ?? '') && passesEvent(code, file, attribute);
    }).map((node) => ({ file, node }))),
  },
  {
    name: 'secrets without a view', kind: 'look', link: '04-secrets.md', text: 'G has what looks like secrets, and the game has no playerView: each player\'s page receives them',
    find: (code) => (isOnline(code) ? code.partsOf('game').filter(({ node }) => memberOf(node, 'setup') && !memberOf(node, 'playerView'))
      .flatMap((game) => code.functions.filter(({ role, owner }) => role === 'game.setup' && owner === game).flatMap(({ file, node }) => secretsIn(node).slice(0, 1).map((secret) => ({ file, node: secret })))) : []),
  },
  {
    name: 'stripped secrets', link: 'typescript.md#what-playerview-shows', text: 'PlayerView.STRIP_SECRETS removes G.secret on pages, where moves run first: the move sees none there, and its type may be undefined',
    find: (code) => (code.partsOf('game').some(({ node }) => /STRIP_SECRETS$/.test(fieldOf(node, 'playerView')?.text() ?? ''))
      ? code.codeOf('move').flatMap(({ file, node }) => nodesOf(node, 'member_expression').filter((member) => member.text() === 'G.secret').slice(0, 1).map((member) => ({ file, node: member }))) : []),
  },
];

/** Returns `true` if a call of `Local` stores its matches, or may do so. */
function isPersisted(local: Node): boolean {
  const persist = memberOf(unwrapped(argumentsOf(local)[0]), 'persist');
  return persist !== undefined && valueOf(persist)?.text() !== 'false';
}

/** Returns the names under which boardgame.io's `Local` stores matches, where a page reads, writes or removes them itself. */
function storedNames(code: GameCode, root: Node): Node[] {
  const keys = ['bgio', ...usesOf(code, 'Local').flatMap(({ node }) => stringOf(optionOf(node, 'storageKey')) ?? [])];
  const names = new Set(keys.flatMap((key) => ['state', 'initial', 'metadata', 'log'].map((part) => `${key}_${part}`)));
  return callsOf(root, 'getItem', 'setItem', 'removeItem').flatMap((call) => argumentsOf(call).slice(0, 1)).filter((name) => names.has(stringOf(name) ?? ''));
}

/** Returns `true` if the project has a transport. */
function isOnline(code: GameCode): boolean {
  return usesOf(code, 'SocketIO', 'Local', 'Server', 'P2P').length > 0;
}

function isClient(node: Node | undefined): boolean {
  return /client\w*[!?]?$/i.test(node?.text() ?? '');
}

function membersOfClients(code: GameCode, ...names: string[]): Place[] {
  return code.files.filter(({ text }) => /['"](boardgame\.io|rondel)\//.test(text)).flatMap((file) => nodesOf(file.root, 'member_expression')
    .filter((member) => names.includes(member.field('property')?.text() ?? '') && isClient(unwrapped(member.field('object'))) && !isLobby(member))
    .map((node) => ({ file, node })));
}

function isLobby(member: Node): boolean {
  return /lobby|prisma|redis|http|socket/i.test(member.field('object')?.text() ?? '');
}

function returnsObject(fn: Node): boolean {
  const body = unwrapped(fn.field('body'));
  return body?.is('object') === true || nodesOf(fn, 'return_statement').some((statement) => unwrapped(statement.namedChildren()[0])?.is('object'));
}

/** Returns the fields of a state whose names tell of secrets. */
function secretsIn(setup: Node): Node[] {
  return nodesOf(setup, 'pair', 'shorthand_property_identifier').filter((member) => /^(deck|hands?|drawPile|secrets?|hidden\w*)$/i.test(keyOf(member) ?? '') && calleeName(member) === undefined);
}

/** Returns `true` if a handler belongs to an HTML element or to a component of a package. The project's own components choose the arguments. */
function passesEvent({ project }: GameCode, file: SourceFile, attribute: Node): boolean {
  const name = attribute.parent()?.field('name')?.text() ?? '';
  if (!/^[A-Z]/.test(name)) return true;
  const imported = moduleNames(file).find(({ source }) => source.parent()?.is('import_statement') && new RegExp(`\\b${name.split('.')[0]}\\b[^'"]*['"]`).test(source.parent()?.text() ?? ''));
  return imported !== undefined && !imported.specifier.startsWith('.') && project.resolve(file.path, imported.specifier) === undefined;
}
