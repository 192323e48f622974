import { FINAL_EVENTS } from '../engine/codes.js';
import { isObject } from '../util/objects.js';
import { declaredMoves } from './declarations.js';
import { isForReplay } from './replay.js';
import { rulesOf } from './rules.js';
import type { DescribedEntry } from '../../types/described-log.js';
import type { Game, LogEntry, LongFormMove, PlayerID } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { Rules } from './rules.js';

/** An entry while it is described. */
interface Entry {
  key: string;
  index: number;
  kind: string;
  playerID: string | null;
  name: string | null;
  args: unknown[] | null;
  redacted: boolean;
  turn: number | null;
  phase: string | null;
  metadata: Foreign;
  hookMetadata: Foreign;
  undone: boolean;
  cause: string | null;
  target: string | null;
}

/** A parsed entry, with the number of the state before it. */
interface Read {
  stateID: number;
  isHidden: boolean;
  entry: Entry;
}

/** Entries of one action. */
interface Action {
  stateID: number;
  entries: Entry[];
  key: string | null;
  undone: boolean;
}

/** The game's declaration of a move. */
interface Declared {
  exists: boolean;
  isRedacted: boolean;
}

/** Actions with the arguments of a move. */
const WITH_MOVE: unknown[] = ['MAKE_MOVE', 'TIMEOUT'];
/** Kind of log entry, by type of action. */
const KINDS = new Map([['MAKE_MOVE', 'move'], ['GAME_EVENT', 'event'], ['UNDO', 'undo'], ['REDO', 'redo'], ['PLAYER_LEAVE', 'leave'],
  ['TIMEOUT', 'timeout'], ['CLOCK', 'clock']]);

/** State number of an entry that lacks it. */
const NO_STATE = -1;

/**
 * Returns a description of each log entry, ready for a list on a page, in the order of the log. A log may come from any source, such as a
 * storage or a server of boardgame.io. An invalid entry has the kind `'unknown'`.
 *
 * Arguments that the game hides (`redact`) stay hidden, except in `playerID`'s own moves.
 *
 * @example
 * describeLog(client.log, { game }).filter(({ kind, undone }) => kind === 'move' && !undone);
 */
export function describeLog<T extends object = Game>(
  log: readonly LogEntry[] | null | undefined,
  options: { game: T; playerID?: PlayerID | null },
): Array<DescribedEntry<T>> {
  const { game, playerID } = options;
  if (!Array.isArray(log)) return [];
  const moves = new DeclaredMoves(game);
  const all = Array.from(log, (logged, index) => {
    const { stateID, isHidden, ...described } = readEntry(logged, moves, playerID);
    const entry: Entry = { key: '', index, ...described, undone: false, cause: null, target: null };
    return { stateID, isHidden, entry };
  });
  const read = all.filter(({ isHidden }) => !isHidden);
  giveKeys(read);
  const history = new History();
  const actions = actionsIn(read);
  for (const action of actions) {
    noteCause(action);
    history.add(action);
  }
  for (const { entries, undone } of actions) {
    for (const entry of entries) entry.undone = undone;
  }
  return read.map(({ entry }) => entry) as DescribedEntry<T>[];
}

/** Declarations of the game's moves, read once per name. */
class DeclaredMoves {
  #rules: Rules;
  #known = new Map<string, Declared>();

  constructor(game: object) {
    this.#rules = rulesOf(game);
  }

  /** Returns whether the move exists, and whether all its declarations hide its arguments. */
  called(name: string): Declared {
    let known = this.#known.get(name);
    if (!known) this.#known.set(name, known = this.#read(name));
    return known;
  }

  #read(name: string): Declared {
    // If a game is not written in JavaScript, only its engine knows the moves.
    if (this.#rules.open) return { exists: true, isRedacted: false };
    const declared = declaredMoves(this.#rules, name);
    const exists = declared.length > 0;
    return { exists, isRedacted: exists && declared.every((move) => isObject(move) && (move as LongFormMove).redact === true) };
  }
}

/**
 * Gives each entry a key that stays the same when entries are added, or cut off at the beginning. The key consists of the entry's own
 * fields. Equal entries are counted from the end.
 */
function giveKeys(read: Read[]) {
  const counts = new Map<string, number>();
  for (const { stateID, entry } of [...read].reverse()) {
    const state = stateID === NO_STATE ? 'unknown' : String(stateID);
    const event = eventText(entry);
    const count = (counts.get(state + event) ?? 0) + 1;
    counts.set(state + event, count);
    entry.key = count === 1 ? state + event : `${state}:${count}${event}`;
  }
}

/** Returns a text that distinguishes the events of one action. Empty for other entries, of which an action has one. */
function eventText({ kind, name, turn, phase }: Entry) {
  if (kind !== 'event' && kind !== 'automatic') return '';
  return [name, turn, phase].map((part) => (part === null ? '' : `.${part}`)).join('');
}

/** Parses one entry. */
function readEntry(logged: Foreign, moves: DeclaredMoves, viewer: string | undefined | null) {
  try {
    const { action, _stateID, turn, phase, redact, automatic, metadata, hookMetadata } = logged;
    const payload = isObject(action.payload) ? action.payload : {};
    const { name, playerID } = { name: textOf(payload.type ?? payload.order), playerID: textOf(payload.playerID) };
    const declared = WITH_MOVE.includes(action.type) && name !== null ? moves.called(name) : undefined;
    const isAuthor = playerID !== null && playerID === textOf(viewer);
    const isRedacted = (redact ?? declared?.isRedacted ?? false) && !isAuthor;
    const args = isRedacted ? null : argsOf(action.type, payload.args);
    return {
      kind: kindOf(action.type, { automatic, name, exists: declared?.exists }),
      playerID,
      name,
      args,
      redacted: args === null,
      turn: numberOf(turn),
      phase: textOf(phase),
      metadata: isRedacted ? undefined : metadata,
      hookMetadata: isRedacted ? undefined : hookMetadata,
      isHidden: isForReplay(logged),
      stateID: Number.isSafeInteger(_stateID) && _stateID >= 0 ? _stateID : NO_STATE,
    };
  } catch {
    return UNREADABLE;
  }
}

/** An entry that cannot be read, and may hide anything. */
const UNREADABLE = Object.freeze({
  kind: 'unknown', playerID: null, name: null, args: null, redacted: true, turn: null, phase: null, metadata: undefined, hookMetadata: undefined, isHidden: false, stateID: NO_STATE,
});

function kindOf(type: unknown, { automatic, name, exists }: { automatic: unknown, name: string | null, exists: boolean | undefined }) {
  const kind = KINDS.get(type as string) ?? 'unknown';
  if (kind === 'move') return exists ? kind : 'unknown';
  if (kind === 'event' && name === null) return 'unknown';
  return kind === 'event' && automatic ? 'automatic' : kind;
}

/** Returns the arguments as a list; `null` if the master has withheld them. */
function argsOf(type: unknown, args: Foreign): unknown[] | null {
  if (Array.isArray(args)) return args.slice();
  if (WITH_MOVE.includes(type) && args === null) return null;
  // The engine logs `true` for the end of a turn.
  return args === undefined || args === null || args === true ? [] : [args];
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Groups the entries by action: neighbours with the same state before them. */
function actionsIn(read: Read[]): Action[] {
  const actions: Action[] = [];
  for (const { stateID, entry } of read) {
    if (stateID === NO_STATE) continue;
    if (actions.at(-1)?.stateID !== stateID) actions.push({ stateID, entries: [], key: null, undone: false });
    actions.at(-1)!.entries.push(entry);
  }
  return actions;
}

/** Sets the causes of automatic events. A player's event may follow its consequences in the log: `endPhase` first ends the turn. */
function noteCause(action: Action) {
  const { entries } = action;
  const own = entries.find(({ kind }) => kind !== 'automatic');
  action.key = (own ?? entries[0]).key;
  for (const entry of entries) {
    if (own && entry !== own) entry.cause = own.key;
  }
}

/** Undo history by the rules: the actions of this turn. Actions that are not logged, such as `setStage`, count as well. */
class History {
  /** Done actions, the last one on top. */
  #done = new Steps();
  #undone = new Steps();
  #turn: number | null = null;
  #next: number | null = null;

  add(action: Action) {
    const { stateID, entries } = action;
    if (this.#next !== null && stateID > this.#next) this.#doUnlogged(stateID - this.#next);
    this.#next = stateID + 1;
    const [entry] = entries;
    // Players' steps stay as they are.
    if (entry.kind === 'clock') return;
    // A part of the log may be missing.
    if (entry.turn !== this.#turn) this.#begin(entry.turn);
    if (entry.kind === 'undo') {
      entry.target = this.#move(this.#done, this.#undone, true);
    } else if (entry.kind === 'redo') {
      entry.target = this.#move(this.#undone, this.#done, false);
    } else {
      this.#done.push(action);
      this.#undone.clear();
      if (entries.some(isFinal)) this.#begin(null);
    }
  }

  #doUnlogged(count: number) {
    this.#done.pushUnlogged(count);
    this.#undone.clear();
  }

  /** Moves the last action, and returns the key of its entry. */
  #move(from: Steps, to: Steps, undone: boolean) {
    const action = from.pop();
    if (!action) {
      to.pushUnlogged(1);
      return null;
    }
    to.push(action);
    action.undone = undone;
    return action.key;
  }

  #begin(turn: number | null) {
    this.#turn = turn;
    this.#done.clear();
    this.#undone.clear();
  }
}

/**
 * Returns `true` if no action up to this entry can be undone. An end of phase without an end of turn is the end of the game, which can be
 * undone.
 */
function isFinal({ kind, name }: Entry) {
  return kind === 'leave' || kind === 'timeout' || ((kind === 'event' || kind === 'automatic') && FINAL_EVENTS.includes(name!));
}

/** A stack of actions. It only counts those that are not logged. */
class Steps {
  #steps: { action: Action | undefined, count: number }[] = [];

  push(action: Action) {
    this.#steps.push({ action, count: 1 });
  }

  pushUnlogged(count: number) {
    this.#steps.push({ action: undefined, count });
  }

  /** Removes the action on top, and returns it if it is logged. */
  pop() {
    const top = this.#steps.at(-1);
    if (!top) return undefined;
    top.count -= 1;
    if (top.count === 0) this.#steps.pop();
    return top.action;
  }

  clear() {
    this.#steps = [];
  }
}
