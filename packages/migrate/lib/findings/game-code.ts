// The rules of a project's games: their parts, their functions, and all code that runs in them.

import type { Project } from '../project/project.js';
import { isCode } from '../project/read-files.js';
import { functionsIn, isFunction, keyOf, membersOf, nodesOf, parametersOf, unwrapped, valueOf } from '../syntax/nodes.js';
import type { Node, SourceFile } from '../syntax/source-file.js';
import { Declarations, type Place } from './declarations.js';

/** Parts of a game that are objects. */
export type PartKind = 'game' | 'phase' | 'turn' | 'stage' | 'order' | 'move' | 'ai' | 'active';

/** An object in the definition of a game. */
export interface Part extends Place {
  kind: PartKind;
  name: string | undefined;
  /** The part that contains it, if the tool has seen it. */
  owner: Part | undefined;
}

/** A function of a game. Its role is `move`, or the kind of its part and the name of its field, such as `phase.onBegin`. */
export interface GameFunction extends Place {
  role: string;
  owner: Part | undefined;
  name: string | undefined;
}

/** Code that runs in rules, with the roles of all functions that call it. */
export interface RuleCode extends Place {
  roles: Set<string>;
}

/** Contents of the fields of each part: another part, a map of parts, or a function. */
const FIELDS: Record<PartKind, Record<string, { part?: PartKind; mapOf?: PartKind } | 'function'>> = {
  game: { setup: 'function', playerView: 'function', endIf: 'function', onEnd: 'function', moves: { mapOf: 'move' }, turn: { part: 'turn' }, phases: { mapOf: 'phase' }, ai: { part: 'ai' } },
  phase: { onBegin: 'function', onEnd: 'function', endIf: 'function', next: 'function', moves: { mapOf: 'move' }, turn: { part: 'turn' } },
  turn: { onBegin: 'function', onEnd: 'function', onMove: 'function', endIf: 'function', order: { part: 'order' }, stages: { mapOf: 'stage' }, activePlayers: { part: 'active' } },
  stage: { moves: { mapOf: 'move' } },
  order: { first: 'function', next: 'function', playOrder: 'function' },
  move: { move: 'function', undoable: 'function', redact: 'function', validate: 'function' },
  ai: { enumerate: 'function' },
  active: {},
};

/** Types of boardgame.io, by the parts that they describe. */
const TYPES: Record<string, PartKind> = { Game: 'game', PhaseConfig: 'phase', TurnConfig: 'turn', StageConfig: 'stage', TurnOrderConfig: 'order', LongFormMove: 'move' };
const MAP_TYPES: Record<string, PartKind> = { MoveMap: 'move', PhaseMap: 'phase', StageMap: 'stage' };

export class GameCode {
  readonly project: Project;
  readonly parts: Part[] = [];
  readonly functions: GameFunction[] = [];
  /** All files of the project that have rules, or use boardgame.io or Rondel. */
  readonly files: SourceFile[];
  readonly declarations: Declarations;
  readonly #seen = new Set<string>();
  #code: RuleCode[] | undefined;

  constructor(project: Project) {
    this.project = project;
    this.declarations = new Declarations(project);
    this.files = project.paths.filter((path) => isCode(path) && isOfInterest(project.textOf(path))).map((path) => project.file(path)).filter((file) => file.isSound);
    const objects = this.files.flatMap((file) => nodesOf(file.root, 'object').map((node) => ({ file, node })));
    for (const place of objects) if (partKindOf(place.node) === 'game') this.#addPart(place, 'game', undefined, undefined);
    // Parts that no game in sight refers to.
    for (const place of objects) {
      const kind = partKindOf(place.node);
      if (kind) this.#addPart(place, kind, undefined, undefined);
      const ofMap = mapKindOf(place.node);
      if (ofMap) this.#addMap(place, ofMap, undefined);
    }
    for (const file of this.files) for (const node of functionsIn(file.root)) if (isRule(node)) this.#addFunction({ file, node }, 'rule', undefined, undefined);
  }

  partsOf(...kinds: PartKind[]): Part[] {
    return this.parts.filter(({ kind }) => kinds.includes(kind));
  }

  /** Code that runs in functions of these roles; without roles all of it. */
  codeOf(...roles: string[]): RuleCode[] {
    this.#code ??= this.#readCode();
    return roles.length === 0 ? this.#code : this.#code.filter((code) => roles.some((role) => code.roles.has(role)));
  }

  #addPart(place: Place, kind: PartKind, name: string | undefined, owner: Part | undefined): void {
    const found = this.declarations.follow(place);
    if (kind === 'move' && isFunction(found.node)) return this.#addFunction(found, 'move', owner, name);
    if (kind === 'move' && found.node.is('call_expression')) {
      // A wrapper of moves.
      for (const fn of functionsIn(found.node)) this.#addFunction({ file: found.file, node: fn }, 'move', owner, name);
      return;
    }
    if (!found.node.is('object') || !this.#isNew(found, kind)) return;
    const part: Part = { ...found, kind, name, owner };
    this.parts.push(part);
    for (const member of this.#membersOf(found)) {
      const key = member.key;
      const field = FIELDS[kind][key];
      if (field === undefined) continue;
      if (field === 'function') this.#addFunction(this.declarations.follow(member), kind === 'move' && key === 'move' ? 'move' : `${kind}.${key}`, part, kind === 'move' ? name : key);
      else if (field.part) this.#addPart(member, field.part, key, part);
      else if (field.mapOf) this.#addMap(member, field.mapOf, part);
    }
  }

  #addMap(place: Place, kind: PartKind, owner: Part | undefined): void {
    const found = this.declarations.follow(place);
    if (found.node.is('identifier')) {
      for (const [name, member] of this.declarations.namespace(found)) this.#addPart(member, kind, name, owner);
      return;
    }
    if (!found.node.is('object')) return;
    for (const member of this.#membersOf(found)) this.#addPart(member, kind, member.key, owner);
  }

  /** Returns the fields of an object, with those of objects that it spreads. */
  #membersOf({ file, node }: Place, depth = 0): (Place & { key: string })[] {
    return node.namedChildren().flatMap((child) => {
      if (child.is('spread_element')) {
        const inner = child.namedChildren()[0];
        if (!inner || depth > 4) return [];
        const found = this.declarations.follow({ file, node: inner });
        if (found.node.is('identifier')) return this.declarations.namespace(found).map(([key, place]) => ({ ...place, key }));
        return found.node.is('object') ? this.#membersOf(found, depth + 1) : [];
      }
      const key = keyOf(child);
      const value = valueOf(child);
      return key !== undefined && value ? [{ file, node: value, key }] : [];
    });
  }

  #addFunction(place: Place, role: string, owner: Part | undefined, name: string | undefined): void {
    if (!isFunction(place.node) || !this.#isNew(place, role === 'rule' ? 'rule' : `function ${role}`)) return;
    // A function whose role is known needs no guess.
    if (role === 'rule' && this.functions.some((other) => other.file === place.file && other.node.id() === place.node.id())) return;
    this.functions.push({ ...place, role, owner, name });
  }

  #isNew({ file, node }: Place, kind: string): boolean {
    const key = `${file.path} ${file.startOf(node)} ${kind}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** Follows calls from the functions of the games. */
  #readCode(): RuleCode[] {
    const known = new Map<string, RuleCode>();
    const visit = (place: Place, role: string, depth: number) => {
      const key = `${place.file.path} ${place.file.startOf(place.node)}`;
      const code = known.get(key) ?? { ...place, roles: new Set<string>() };
      if (code.roles.has(role) || depth > 6) return;
      code.roles.add(role);
      known.set(key, code);
      for (const call of nodesOf(place.node, 'call_expression')) {
        const callee = unwrapped(call.field('function'));
        if (!callee?.is('identifier') && !callee?.is('member_expression')) continue;
        const found = this.declarations.follow({ file: place.file, node: callee });
        if (isFunction(found.node) && found.file.isSound) visit(found, role, depth + 1);
      }
    };
    for (const { file, node, role } of this.functions) visit({ file, node }, role, 0);
    return [...known.values()];
  }
}

function isOfInterest(text: string): boolean {
  return /['"](boardgame\.io|rondel)[/'"]/.test(text) || /\bG\b/.test(text) || /\bsetup\b/.test(text) && /\bmoves\b/.test(text);
}

/** Returns the kind of a part by its type or by its fields, or `undefined` if the object is no part of a game. */
function partKindOf(object: Node): PartKind | undefined {
  const typed = TYPES[typeNameOf(object) ?? ''];
  if (typed) return typed;
  const keys = membersOf(object).map(keyOf);
  const has = (...names: string[]) => names.some((name) => keys.includes(name));
  const parentKey = object.parent()?.is('pair') ? keyOf(object.parent()!) : undefined;
  if (parentKey === 'game' && has('moves', 'setup', 'phases', 'turn')) return 'game';
  const isFlow = has('onBegin', 'start', 'next');
  if (!isFlow && has('setup') && has('moves', 'phases', 'turn', 'endIf', 'playerView')) return 'game';
  if (!isFlow && has('moves') && has('phases', 'playerView', 'minPlayers', 'maxPlayers', 'ai')) return 'game';
  if (has('moves') && has('onBegin', 'start', 'endIf', 'onEnd') && !has('setup', 'phases')) return 'phase';
  if (parentKey === 'turn' && has('onBegin', 'onEnd', 'onMove', 'order', 'stages', 'minMoves', 'maxMoves', 'moveLimit', 'activePlayers')) return 'turn';
  return undefined;
}

function mapKindOf(object: Node): PartKind | undefined {
  return MAP_TYPES[typeNameOf(object) ?? ''];
}

/** Returns the name of the declared type of an object: of its variable, of `as`, of `satisfies`, or of a function that returns it. */
function typeNameOf(object: Node): string | undefined {
  let outer = object.parent();
  if (outer?.is('parenthesized_expression')) outer = outer.parent();
  if (outer?.is('as_expression') || outer?.is('satisfies_expression')) return nameOfType(outer.namedChildren().at(-1));
  const annotation = outer?.is('variable_declarator') ? outer.field('type') : outer?.is('arrow_function') ? outer.field('return_type') : null;
  return nameOfType(annotation?.namedChildren()[0]);
}

function nameOfType(type: Node | undefined): string | undefined {
  const name = type?.is('generic_type') ? type.namedChildren()[0] : type;
  return name?.text().split('.').at(-1);
}

/** Returns `true` if a function looks like a move or a hook: by its parameters, or by its declared type. */
function isRule(fn: Node): boolean {
  const [first, second] = parametersOf(fn);
  const declarator = fn.parent();
  if (declarator?.is('variable_declarator') && /^(Move|MoveFn)$/.test(nameOfType(declarator.field('type')?.namedChildren()[0]) ?? '')) return true;
  if (first?.is('identifier') && first.text() === 'G' && second?.text() === 'ctx') return true;
  if (!first?.is('object_pattern')) return false;
  const names = first.namedChildren().map((child) => keyOf(child) ?? child.field('left')?.text());
  const isBoard = names.some((name) => name !== undefined && ['moves', 'isActive', 'isConnected', 'matchData', 'undo', 'reset'].includes(name));
  return !isBoard && names.includes('G') && nodesOf(fn, 'jsx_element', 'jsx_self_closing_element').length === 0;
}
