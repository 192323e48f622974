// The rows of the table of differences.

import { argumentsOf, fieldOf, isFunction, keyOf, membersOf, nodesOf, receiverOf, stringOf, unwrapped } from '../syntax/nodes.js';
import type { Node } from '../syntax/source-file.js';
import type { Place } from './declarations.js';
import type { GameCode, Part } from './game-code.js';
import { callsOf, eventCalls, optionOf } from './queries.js';
import type { Rule } from './rule.js';

const LINK = 'where-rondel-differs';

/** Roles of functions that run without a move of their own. */
const HOOKS = ['phase.onBegin', 'phase.onEnd', 'turn.onBegin', 'turn.onEnd', 'turn.onMove', 'game.onEnd'];

/** Functions in which boardgame.io has no `ctx.playerID` in the positional style. */
const WITHOUT_PLAYER = [...HOOKS.filter((role) => role !== 'turn.onMove'), 'game.endIf', 'phase.endIf', 'turn.endIf', 'order.first', 'order.next', 'order.playOrder'];

export const ROWS: readonly Rule[] = [
  row(1, 'endTurn({ next }) wins over an automatic ending by maxMoves or turn.endIf; boardgame.io drops the call', (code) => (
    code.partsOf('turn').some((turn) => hasField(turn, 'maxMoves', 'moveLimit', 'endIf')) ? eventCalls(code.codeOf(), 'endTurn').filter(({ node }) => optionOf(node, 'next')) : []
  )),
  { ...row(2, 'endTurn({ next }) with a player who is not in the play order is refused', (code) => (
    eventCalls(code.codeOf(), 'endTurn').filter(({ node }) => {
      const next = optionOf(node, 'next');
      return next !== undefined && stringOf(next) === undefined;
    })
  )), kind: 'look' },
  row(3, 'no turn declares this stage: it is refused', (code) => {
    const declared = new Set(code.partsOf('stage').map(({ name }) => name));
    return declared.size === 0 ? [] : stageNames(code).filter(({ node }) => !declared.has(stringOf(node)));
  }),
  row(4, 'a phase that changes in turn.onEnd changes before another turn begins', (code) => eventCalls(code.codeOf('turn.onEnd'), 'setPhase', 'endPhase')),
  row(5, 'a player who is removed by pass stays out of later phases', (code) => (
    code.partsOf('phase').length < 2 ? [] : eventCalls(code.codeOf(), 'pass').filter(({ node }) => optionOf(node, 'remove')?.text() === 'true')
  )),
  row(6, 'minMoves and maxMoves of a stage work; boardgame.io ignores them', (code) => fieldsOf(code.partsOf('stage'), 'minMoves', 'maxMoves', 'moveLimit')),
  row(7, 'log.setMetadata in hooks is kept, in hookMetadata of the entry', (code) => (
    code.codeOf(...HOOKS).flatMap(({ file, node }) => callsOf(node, 'setMetadata').filter((call) => /(^|\.)log[!?]?$/.test(receiverOf(call)?.text() ?? '')).map((call) => ({ file, node: call })))
  )),
  row(8, 'endTurn in phase.onBegin is refused with an error; boardgame.io ignores it', (code) => eventCalls(code.codeOf('phase.onBegin'), 'endTurn')),
  row(9, 'an exception in a subscriber does not keep others from being called', (code) => (
    code.files.flatMap((file) => callsOf(file.root, 'subscribe').filter((call) => /client/i.test(receiverOf(call)?.text() ?? '')).flatMap((call) => nodesOf(call, 'throw_statement')).map((node) => ({ file, node })))
  )),
  row(10, 'a move returns a handle, not undefined: use its fields, and return none from an effect', (code) => code.files.flatMap((file) => callsOfMoves(file.root).filter(isUsed).map((node) => ({ file, node })))),
  row(11, 'turn.onEnd runs once when the phase ends with the turn; boardgame.io runs it again', (code) => (
    code.partsOf('turn').filter((turn) => hasField(turn, 'onEnd') && endsWithPhase(code, turn)).map((turn) => fieldPlace(turn, 'onEnd'))
  )),
  row(12, 'revert skips sets of active players that are empty', (code) => (
    code.files.flatMap((file) => nodesOf(file.root, 'pair').filter((pair) => keyOf(pair) === 'revert' && pair.field('value')?.text() === 'true' && isWithinNext(pair)).map((node) => ({ file, node })))
  )),
  row(13, 'phases that end one another forever: the action that starts them is refused', circles),
  row(14, 'ctx.playerID is the player who acts; boardgame.io has none here, so that code with it does something else now', (code) => {
    const isObjectStyle = ({ file }: Place) => code.project.styleOf(file.path) === 'object';
    return [...code.codeOf().filter(isObjectStyle), ...code.codeOf(...WITHOUT_PLAYER).filter((rule) => !isObjectStyle(rule))]
      .flatMap(({ file, node }) => readsOfPlayer(node).map((read) => ({ file, node: read })));
  }),
];

function row(number: number, text: string, find: Rule['find']): Rule {
  return { name: `row ${number}`, text: `row ${number}: ${text}`, link: LINK, find };
}

function hasField({ node }: Part, ...names: string[]): boolean {
  return membersOf(node).some((member) => names.includes(keyOf(member) ?? ''));
}

function fieldPlace({ file, node }: Part, name: string): Place {
  return { file, node: membersOf(node).find((member) => keyOf(member) === name) ?? node };
}

/** Returns the fields of these names. */
export function fieldsOf(parts: readonly Part[], ...names: string[]): Place[] {
  return parts.flatMap(({ file, node }) => membersOf(node).filter((member) => names.includes(keyOf(member) ?? '')).map((member) => ({ file, node: member })));
}

/** Returns the literals that name stages in calls of events and in `turn.activePlayers`. */
function stageNames(code: GameCode): Place[] {
  const calls = eventCalls(code.codeOf(), 'setStage', 'setActivePlayers');
  const named = calls.flatMap(({ file, node }) => argumentsOf(node).flatMap((argument) => stagesIn(unwrapped(argument), true)).map((stage) => ({ file, node: stage })));
  // A turn without stages accepts any name.
  const active = code.partsOf('active').filter(({ owner }) => !owner || hasField(owner, 'stages')).flatMap(({ file, node }) => stagesIn(node, true).map((stage) => ({ file, node: stage })));
  return [...named, ...active];
}

function stagesIn(value: Node | undefined, isStage: boolean): Node[] {
  if (!value) return [];
  if (stringOf(value) !== undefined) return isStage ? [value] : [];
  return ['stage', 'all', 'others', 'currentPlayer', 'value', 'next'].flatMap((name) => {
    const field = fieldOf(value, name);
    if (name !== 'value') return stagesIn(field, true);
    return field?.is('object') ? membersOf(field).flatMap((member) => stagesIn(unwrapped(member.field('value')), true)) : [];
  });
}

/** Returns `ctx.playerID`, also from `const { playerID } = ctx`. */
function readsOfPlayer(root: Node): Node[] {
  const members = nodesOf(root, 'member_expression').filter((member) => /^ctx\??\.playerID$/.test(member.text()));
  const patterns = nodesOf(root, 'variable_declarator').filter((declarator) => declarator.field('value')?.text() === 'ctx')
    .flatMap((declarator) => declarator.field('name')?.namedChildren() ?? [])
    .filter((member) => keyOf(member) === 'playerID');
  return [...members, ...patterns];
}

function callsOfMoves(root: Node): Node[] {
  return nodesOf(root, 'call_expression').filter((call) => /(^|\.)moves[!?]?$/.test(receiverOf(call)?.text() ?? ''));
}

/** Returns `true` if code does something with the result of a call. */
function isUsed(call: Node): boolean {
  let outer = call.parent();
  let inner = call;
  while (outer?.is('parenthesized_expression') || outer?.is('non_null_expression')) {
    inner = outer;
    outer = outer.parent();
  }
  if (!outer) return false;
  if (outer.is('variable_declarator') || outer.is('unary_expression')) return true;
  if (outer.is('if_statement') || outer.is('ternary_expression')) return outer.field('condition')?.id() === inner.id();
  if (outer.is('binary_expression')) return /^([!=]==?|[<>]=?)$/.test(outer.field('operator')?.text() ?? '');
  // React calls the result of an effect when it ends.
  const isResult = outer.is('return_statement') || (isFunction(outer) && outer.field('body')?.id() === inner.id());
  const fn = outer.is('return_statement') ? outer.ancestors().find((node) => isFunction(node)) : outer;
  return isResult && /^use(Layout|Insertion)?Effect$/.test(fn?.parent()?.parent()?.field('function')?.text().split('.').at(-1) ?? '');
}

/** Returns `true` if the phase of a turn can end by itself. */
function endsWithPhase(code: GameCode, { owner }: Part): boolean {
  if (owner?.kind === 'phase') return hasField(owner, 'endIf');
  return code.partsOf('phase').some((phase) => hasField(phase, 'endIf') && !hasField(phase, 'turn'));
}

function isWithinNext(pair: Node): boolean {
  return pair.ancestors().some((ancestor) => ancestor.is('pair') && keyOf(ancestor) === 'next');
}

/** Returns phases with `endIf` whose `next` leads back to them, through phases with `endIf`. */
function circles(code: GameCode): Place[] {
  const phases = code.partsOf('phase').filter((phase) => hasField(phase, 'endIf'));
  const next = new Map(phases.map((phase) => [phase.name, stringOf(fieldOf(phase.node, 'next'))]));
  return phases.filter(({ name }) => {
    let at = next.get(name);
    for (let steps = 0; at !== undefined && steps < phases.length; steps += 1) {
      if (at === name) return true;
      at = next.get(at);
    }
    return false;
  }).map((phase) => fieldPlace(phase, 'endIf'));
}
