// Rules and state: what a game keeps in `G`, and what moves and hooks do.

import { argumentsOf, calleeName, fieldOf, functionAround, isFunction, keyOf, memberOf, membersOf, nodesOf, receiverOf, stringOf, unwrapped, valueOf } from '../syntax/nodes.js';
import { type ModuleName, moduleNames } from '../syntax/module-names.js';
import type { Node } from '../syntax/source-file.js';
import { SECTIONS, oldestIn } from '../project/packages.js';
import type { Place } from './declarations.js';
import type { GameCode, PartKind, RuleCode } from './game-code.js';
import { callsOf, changesIn, constructionsOf, eventCalls, isOwnCode, optionOf, pathOf, usesOf } from './queries.js';
import type { Rule } from './rule.js';
import { fieldsOf } from './rows.js';

const RULES_AND_STATE = 'rules-and-state';
const REPORTED = 'mistakes-are-reported';

/** Fields of `ctx` that the engine maintains. */
const CTX_FIELDS = ['activePlayers', 'currentPlayer', 'gameover', 'numMoves', 'numPlayers', 'phase', 'playOrder', 'playOrderPos', 'turn'];

/** Fields that phases, turns and stages may have. */
const KNOWN_FIELDS: Partial<Record<PartKind, readonly string[]>> = {
  phase: ['start', 'turn', 'moves', 'onBegin', 'onEnd', 'endIf', 'next'],
  turn: ['onBegin', 'onEnd', 'onMove', 'endIf', 'minMoves', 'maxMoves', 'moveLimit', 'order', 'activePlayers', 'stages'],
  stage: ['next', 'minMoves', 'maxMoves', 'moveLimit', 'moves'],
};

const MOVE_NAMES = ['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

export const STATE_RULES: readonly Rule[] = [
  {
    name: 'ctx is read-only', link: RULES_AND_STATE, text: 'ctx is read-only: this throws in development and is lost in production. Copy lists first: [...ctx.playOrder]',
    find: (code) => inCode(code.codeOf(), (node) => changesIn(node).filter(({ path }) => path[0] === 'ctx' && CTX_FIELDS.includes(path[1] ?? '')).map((change) => change.node)),
  },
  {
    name: 'functions in place of parts', kind: 'left', link: REPORTED, text: 'a phase or stage is an object: with a function here, Client() throws',
    find: (code) => code.partsOf('turn', 'game').flatMap(({ file, node, kind }) => {
      const map = fieldOf(node, kind === 'turn' ? 'stages' : 'phases');
      const members = map?.is('object') ? membersOf(map) : [];
      return members.filter((member) => isFunction(code.declarations.follow({ file, node: valueOf(member) ?? member }).node)).map((member) => ({ file, node: member }));
    }),
  },
  {
    name: 'players are strings', link: RULES_AND_STATE, text: "players that are numbers become strings: '0', not 0",
    find: (code) => [
      ...inCode(code.codeOf('order.playOrder'), (node) => nodesOf(node, 'array').filter(isListOfNumbers)),
      ...usesOf(code, 'CUSTOM').flatMap(({ file, node }) => argumentsOf(node).filter(isListOfNumbers).map((list) => ({ file, node: list }))),
      ...eventCalls(code.codeOf(), 'endTurn').filter(({ node }) => optionOf(node, 'next')?.is('number')),
    ],
  },
  {
    name: 'produce of an older Immer', kind: 'left', link: RULES_AND_STATE, text: "Rondel's drafts fail in produce of an Immer before 10: npm install immer@^11",
    find: (code) => code.codeOf().filter(({ file }) => hasOldImmer(code, file.path)).flatMap(({ file, node }) =>
      callsOf(node, ...moduleNames(file).filter(({ specifier }) => specifier === 'immer').flatMap(namesOfProduce)).map((call) => ({ file, node: call }))),
  },
  {
    name: 'many players', link: RULES_AND_STATE, text: 'online a match has at most 100 players, unless the game has maxPlayers; anywhere at most 1,000',
    find: (code) => code.files.flatMap((file) => nodesOf(file.root, 'pair')
      .filter((pair) => keyOf(pair) === 'numPlayers' && Number(pair.field('value')?.text()) > 100).map((node) => ({ file, node }))),
  },
  {
    name: 'true as a stage', link: RULES_AND_STATE, text: 'true in place of a stage is Stage.NULL; in boardgame.io it is the name of a stage',
    find: (code) => [
      ...code.partsOf('active').flatMap(({ file, node }) => trueStages(node).map((stage) => ({ file, node: stage }))),
      ...eventCalls(code.codeOf(), 'setActivePlayers').flatMap(({ file, node }) => argumentsOf(node).flatMap((argument) => trueStages(unwrapped(argument))).map((stage) => ({ file, node: stage }))),
    ],
  },
  {
    name: 'endings before minMoves', kind: 'look', link: RULES_AND_STATE, text: 'a turn or stage that ends before minMoves is refused with a reason; boardgame.io ignores the call',
    find: (code) => (fieldsOf(code.partsOf('turn'), 'minMoves').length > 0 ? eventCalls(code.codeOf(), 'endTurn', 'endStage') : []),
  },
  {
    name: 'names of moves', link: RULES_AND_STATE, text: 'a move cannot have this name: Client() throws',
    find: (code) => code.partsOf('game', 'phase', 'stage').flatMap(({ file, node }) => {
      const moves = fieldOf(node, 'moves');
      return (moves?.is('object') ? membersOf(moves) : []).filter((member) => MOVE_NAMES.includes(keyOf(member) ?? '')).map((member) => ({ file, node: member }));
    }),
  },
  {
    name: 'actions in the log', link: RULES_AND_STATE, text: 'actions of the log have one form: args is a list, and credentials are omitted',
    find: (code) => code.files.flatMap((file) => nodesOf(file.root, 'member_expression').filter((node) => /\.payload\??\.(args|credentials)$/.test(node.text())).map((node) => ({ file, node }))),
  },
  {
    name: 'values of G', link: REPORTED, text: 'G must be JSON: in development this value throws with its path',
    find: (code) => [...inCode(code.codeOf('game.setup'), (node) => nodesOf(node, 'new_expression').filter(isKept)), ...inCode(code.codeOf(), assignedToG)],
  },
  {
    name: 'async rules', link: REPORTED, text: 'a move or hook that is async throws with its name',
    find: (code) => code.functions.filter(({ node, role }) => role !== 'ai.enumerate' && node.children().some((child) => child.text() === 'async')),
  },
  {
    name: 'changes G and returns', link: REPORTED, text: 'a move that changes G and also returns a value throws in development',
    find: (code) => code.functions.filter(({ role }) => role === 'move').flatMap(({ file, node }) => {
      const isChanging = changesIn(node).some((change) => change.path[0] === 'G' && isOwnCode(node, change.node));
      return isChanging ? returnedStates(node).map((result) => ({ file, node: result })) : [];
    }),
  },
  {
    name: 'unknown fields', link: REPORTED, text: 'this field is unknown here: it is reported on the console',
    find: (code) => code.partsOf('phase', 'turn', 'stage').flatMap(({ file, node, kind }) => membersOf(node)
      .filter((member) => !KNOWN_FIELDS[kind]?.includes(keyOf(member) ?? '')).map((member) => ({ file, node: member }))),
  },
  {
    name: 'unknown phases', link: 'compat-050', text: 'no game declares this phase: the call is refused, and a next of that name throws at Client()',
    find: (code) => {
      const declared = new Set(code.partsOf('phase').map(({ name }) => name));
      const isUnknown = (name: Node | undefined) => stringOf(name) !== undefined && !declared.has(stringOf(name));
      if (declared.size === 0) return [];
      return [
        ...eventCalls(code.codeOf(), 'setPhase').filter(({ node }) => isUnknown(argumentsOf(node)[0])),
        ...code.partsOf('phase').filter(({ node }) => isUnknown(fieldOf(node, 'next'))).map(({ file, node }) => ({ file, node: fieldOf(node, 'next') ?? node })),
      ];
    },
  },
  {
    name: 'arguments of endTurn', link: 'compat-050', text: "endTurn('2') is refused: write endTurn({ next: '2' })",
    find: (code) => eventCalls(code.codeOf(), 'endTurn').filter(({ node }) => stringOf(argumentsOf(node)[0]) !== undefined),
  },
  {
    name: 'chance and time', link: '01-first-game.md', text: 'a page and the master get different results here, and the page changes when the master answers: use random of the context, or setupData',
    find: (code) => inCode(code.codeOf(), (node) => [
      ...callsOf(node, 'random', 'now').filter((call) => /^(Math|Date|performance)$/.test(receiverOf(call)?.text() ?? '')),
      ...callsOf(node, 'randomUUID', 'getRandomValues', 'nanoid', 'uuidv4'),
      ...constructionsOf(node, 'Date').filter((call) => argumentsOf(call).length === 0),
    ]),
  },
  {
    name: 'writes of a state', kind: 'left', link: REPORTED, text: 'getState() is frozen in development: change a copy, and pass it to client.loadState',
    find: (code) => code.files.filter(({ text }) => text.includes('getState()')).flatMap((file) => writesOfStates(file.root).map((node) => ({ file, node }))),
  },
  {
    name: 'parts of a state', kind: 'left', link: REPORTED, text: 'this is a part of a state: boardgame.io continues with it, and Rondel refuses it. Pass { ...InitializeGame({ game }), G } or another whole state',
    find: (code) => code.files.flatMap((file) => statesIn(file.root).filter(isPartOfState).map((node) => ({ file, node }))),
  },
  {
    name: 'boards that write G', link: REPORTED, text: 'G on a page is frozen in development: copy it first, as in [...G.cards].sort()',
    find: (code) => code.files.flatMap((file) => {
      const rules = code.codeOf().filter((rule) => rule.file === file);
      return changesIn(file.root)
        .filter(({ path, node }) => (path[0] === 'G' || (path[0] === 'props' && path[1] === 'G')) && path.length > (path[0] === 'G' ? 1 : 2) && isInComponent(node) && !isWithin(node, rules))
        .map(({ node }) => ({ file, node }));
    }),
  },
];

/** Returns the literals that are passed as a state, to a client, a store, a reducer or a storage. */
function statesIn(root: Node): Node[] {
  const reducers = nodesOf(root, 'variable_declarator')
    .filter((declarator) => calleeName(unwrapped(declarator.field('value')) ?? declarator) === 'CreateGameReducer')
    .map((declarator) => declarator.field('name')?.text() ?? '');
  const last = callsOf(root, 'loadState', 'previewState', 'overrideGameState', ...reducers).map((call) => argumentsOf(call)[0]);
  const second = callsOf(root, 'setState', 'createMatch', 'createGame').map((call) => argumentsOf(call)[1]);
  return [...last, ...second].flatMap((given) => {
    const state = fieldOf(unwrapped(given), 'initialState') ?? unwrapped(given);
    return state?.is('object') ? [state] : [];
  });
}

/** Fields of `ctx` that every state has. */
const CTX_OF_STATES = ['numPlayers', 'turn', 'currentPlayer', 'playOrder', 'playOrderPos', 'phase', 'activePlayers'];

/** Returns `true` if a literal has a `G`, but not all of `ctx`. */
function isPartOfState(state: Node): boolean {
  const spreads = (object: Node) => object.namedChildren().some((child) => child.is('spread_element'));
  if (!memberOf(state, 'G') || spreads(state) && !memberOf(state, 'ctx')) return false;
  const ctx = fieldOf(state, 'ctx');
  if (!ctx?.is('object')) return ctx === undefined;
  return !spreads(ctx) && CTX_OF_STATES.some((name) => !memberOf(ctx, name));
}

/** Returns changes of values that come from `getState()`, directly or by other variables of the same function. */
function writesOfStates(root: Node): Node[] {
  const declarators = nodesOf(root, 'variable_declarator');
  const known = new Map<string, Node[]>();
  const isState = (value: Node | undefined, at: Node): boolean => {
    if (!value) return false;
    if (/\bgetState\(\)[!?]*(\.|\[|$)/.test(value.text()) && !/[=;{]/.test(value.text())) return true;
    const [name] = pathOf(value);
    return name !== undefined && (known.get(name) ?? []).some((fn) => fn.id() === at.id() || at.ancestors().some((outer) => outer.id() === fn.id()));
  };
  for (const declarator of declarators) {
    const fn = functionAround(declarator) ?? root;
    const pattern = declarator.field('name');
    if (!pattern || !isState(unwrapped(declarator.field('value')), declarator)) continue;
    const names = pattern.is('object_pattern') ? pattern.namedChildren().map((member) => member.field('value')?.text() ?? keyOf(member) ?? '') : [pattern.text()];
    for (const name of names) known.set(name, [...known.get(name) ?? [], fn]);
  }
  return changesIn(root).filter(({ node, path }) => {
    const [name] = path;
    const changed = node.is('call_expression') ? receiverOf(node) : node.field('left') ?? node.field('argument') ?? undefined;
    return isState(unwrapped(changed), node) && (path.length > 1 || name === undefined);
  }).map(({ node }) => node);
}

function inCode(codes: readonly RuleCode[], find: (node: Node) => Node[]): Place[] {
  return codes.flatMap(({ file, node }) => find(node).map((found) => ({ file, node: found })));
}

function isListOfNumbers(list: Node): boolean {
  return list.is('array') && list.namedChildren().length > 0 && list.namedChildren().every((child) => child.is('number'));
}

function trueStages(active: Node | undefined): Node[] {
  return ['all', 'others', 'currentPlayer', 'value'].flatMap((name) => {
    const field = fieldOf(active, name);
    if (name === 'value' && field?.is('object')) return membersOf(field).map((member) => member.field('value')).filter((value) => value?.text() === 'true') as Node[];
    return field?.text() === 'true' ? [field] : [];
  });
}

/** Returns `true` if a constructed value becomes part of a result: as a field, an element, or a variable of that name. */
function isKept(node: Node): boolean {
  if (constructorOf(node) === 'Array' || constructorOf(node) === 'Error') return false;
  const parent = node.parent();
  if (parent?.is('pair') || parent?.is('return_statement') || parent?.is('arrow_function')) return true;
  if (parent?.is('array')) return parent.parent()?.is('pair') === true;
  const name = parent?.is('variable_declarator') ? parent.field('name')?.text() : undefined;
  const fn = functionAround(node);
  return name !== undefined && fn !== undefined && nodesOf(fn, 'shorthand_property_identifier').some((short) => short.text() === name);
}

function constructorOf(node: Node): string | undefined {
  return node.field('constructor')?.text();
}

/** Returns values that are assigned to fields of `G` and are no JSON. */
function assignedToG(node: Node): Node[] {
  return nodesOf(node, 'assignment_expression').filter((assignment) => {
    const path = pathOf(assignment.field('left'));
    const value = unwrapped(assignment.field('right'));
    if (path[0] !== 'G' || path.length < 2 || !value) return false;
    return (value.is('new_expression') && constructorOf(value) !== 'Array') || ['Infinity', '-Infinity', 'NaN'].includes(value.text()) || isFunction(value);
  });
}

/** Returns the object literals that a move returns. */
function returnedStates(fn: Node): Node[] {
  return nodesOf(fn, 'return_statement').filter((statement) => isOwnCode(fn, statement) && unwrapped(statement.namedChildren()[0])?.is('object'));
}

/** Returns `true` if a function around a node returns JSX. */
function isInComponent(node: Node): boolean {
  return node.ancestors().some((ancestor) => isFunction(ancestor) && nodesOf(ancestor, 'jsx_element', 'jsx_self_closing_element', 'jsx_fragment').length > 0);
}

function isWithin(node: Node, rules: readonly RuleCode[]): boolean {
  const ids = new Set(rules.map((rule) => rule.node.id()));
  return ids.has(node.id()) || node.ancestors().some((ancestor) => ids.has(ancestor.id()));
}

/** Returns the local names of `produce`: of the named and of the default import. */
function namesOfProduce({ names, source }: ModuleName): string[] {
  const clause = source.parent()?.namedChildren().find((child) => child.is('import_clause'));
  const byDefault = (clause?.namedChildren() ?? []).filter((child) => child.is('identifier'));
  return [...byDefault.map((child) => child.text()), ...names.filter(({ imported }) => imported === 'produce').map(({ local }) => local)];
}

function hasOldImmer({ project }: GameCode, path: string): boolean {
  const around = project.packages.filter(({ folder }) => folder === '.' || path.startsWith(`${folder}/`));
  return around.some(({ manifest }) => SECTIONS.some((section) => {
    const range = manifest[section]?.['immer'];
    return typeof range === 'string' && (oldestIn(range)?.[0] ?? 10) < 10;
  }));
}
