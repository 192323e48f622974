/**
 * The undo and redo history of a stored state. boardgame.io stores a whole state for each action of the turn, in `_undo`
 * and `_redo`. Here each is a step: the difference from the one before, as text. No more of them are parsed than the next action
 * may need, and there is a bound on them: an action costs the same, however long the turn is. `src/codes/records.rs` describes
 * the stored form.
 */
import { rondelError } from '../util/error.js';
import { isObject } from '../util/objects.js';
import { diff, patched } from './protocol/patch.js';
import { isUnreadable } from './storage/stored-match.js';
import type { PartialGameState, State, Undo } from '../../types/game.js';
import type { StoredHistory } from './storage/stored-codec.js';
import type { StoredState } from './stored-states.js';

/** Maximum number of undo steps of a turn, and of redo steps. */
const MOST_STEPS = 100;
/** Maximum number of characters of the stored undo steps, and of the redo steps. One step is always kept, of any size. */
const MOST_STEP_TEXT = 100_000;

/** The first step of `undo` leads to the entry of the state itself, which is not undone. */
const PRESENT = 1;

/** The type of an action, and whether nothing before what is shown can be undone. */
interface Effect {
  type: string;
  isEnd: boolean;
}

/** A state with its own history. */
type WithHistory = StoredState & { _history: StoredHistory };

/** The history as it is stored, also of a state that boardgame.io has stored, with whole entries. */
export function historyOf(state: StoredState): StoredHistory {
  if (hasHistory(state)) return state._history;
  const { _undo, _redo } = state;
  return made(state, stepsTo(state, listOf(_undo).reverse()), stepsTo(state, listOf(_redo)));
}

/** Returns `true` if a state may have undo or redo steps. */
export function hasSteps(state: StoredState): boolean {
  if (!hasHistory(state)) return state._undo?.length > PRESENT || state._redo?.length > 0;
  return state._history.undo.length > PRESENT || state._history.redo.length > 0;
}

/**
 * Loads a state with as much of its history as the next action may need: the entry of the state itself and the one below it, and
 * what could be redone next. Throws an error that names the place of what makes no sense.
 *
 * @param load throws if it makes no sense of it
 */
export function withRecent(state: StoredState, load: (recent: State) => void) {
  const { G, ctx, plugins, _stateID, _undo, _redo } = state;
  const core = { G, ctx, plugins, _stateID };
  if (!hasHistory(state)) return load({ ...core, _undo: listOf(_undo).slice(-1 - PRESENT), _redo: listOf(_redo).slice(0, 1) });
  const { undo, redo } = state._history;
  const nearest = entriesAt(state, undo.slice(0, 1 + PRESENT), '_history.undo');
  const next = entriesAt(state, redo.slice(0, 1), '_history.redo');
  try {
    return load({ ...core, _undo: [...nearest].reverse(), _redo: next });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    // A place is a digit, which is subtracted as a number.
    throw rondelError(error.code, error.message
      .replace(/^_undo\[(\d)\]/, (_, place: number) => `_history.undo[${nearest.length - 1 - place}]`)
      .replace(/^_redo/, '_history.redo'));
  }
}

/**
 * The history of the state that an action has led to: the engine returns what was recent before and what has been added.
 */
export function historyAfter(before: StoredState, after: StoredState, { type, isEnd }: Effect): StoredHistory {
  const { undo, redo } = historyOf(before);
  const shown = [...after._undo].reverse();
  const back = stepsTo(after, shown).concat(isEnd ? [] : undo.slice(countKnown(type, shown)));
  switch (type) {
    case 'REDO':
      return made(after, back, redo.slice(1));
    case 'UNDO':
    case 'PLUGIN':
      return made(after, back, stepsTo(after, after._redo).concat(after._redo.length > 0 ? redo.slice(1) : []));
    default:
      return made(after, back, []);
  }
}

/** Returns the number of earlier steps that stay valid after an action. Actions of plugins have no step of their own. */
function countKnown(type: string, shown: Undo[]): number {
  if (type === 'UNDO') return 1 + PRESENT;
  return type === 'PLUGIN' ? shown.length : shown.length - 1;
}

/** Returns `true` if the stored history belongs to its state. */
function hasHistory(state: StoredState): state is WithHistory;
function hasHistory({ _stateID, _history }: StoredState) {
  return _history !== undefined && _history.stateID === _stateID;
}

function made({ _stateID }: StoredState, undo: string[], redo: string[]): StoredHistory {
  return { stateID: _stateID, undo: bounded(undo, PRESENT), redo: bounded(redo, 0) };
}

/** The nearest steps, as many as are kept, besides a number of others. */
function bounded(steps: string[], others: number): string[] {
  let length = 0;
  let text = 0;
  for (const step of steps) {
    text += step.length;
    const isKept = length <= others || (length < others + MOST_STEPS && text <= MOST_STEP_TEXT);
    if (!isKept) break;
    length += 1;
  }
  return length === steps.length ? steps : steps.slice(0, length);
}

/** The steps from a state to entries, the nearest first, and from each to the next. An entry that JSON cannot represent ends them. */
function stepsTo(state: PartialGameState, entries: Undo[]): string[] {
  const steps: string[] = [];
  let from = state;
  for (const entry of entries.slice(0, PRESENT + MOST_STEPS)) {
    const text = textOf(from, entry);
    if (text === undefined) break;
    steps.push(text);
    from = entry;
  }
  return steps;
}

function textOf(from: PartialGameState, to: Undo): string | undefined {
  try {
    const { playerID = null, moveType = null, args } = to;
    const step = [playerID, moveType, diff(partsOf(from), partsOf(to))];
    return JSON.stringify(args === undefined ? step : [...step, args]);
  } catch {
    // With such a value in the state the match goes on, but nothing can be undone.
    return undefined;
  }
}

/** The entries that steps lead to. Throws an error that names the first of them that makes no sense. */
function entriesAt(state: PartialGameState, steps: string[], place: string): Undo[] {
  let from = state;
  return steps.map((text, i) => (from = entryAt(from, text, `${place}[${i}]`)));
}

function entryAt(from: PartialGameState, text: string, place: string): Undo {
  try {
    const [playerID, moveType, operations, args] = JSON.parse(text);
    const parts = patched(partsOf(from), operations);
    if (isObject(parts)) return { ...parts, playerID, moveType, ...args !== undefined && { args } };
  } catch {
    // The error is thrown below.
  }
  throw rondelError('storage/unreadable', `${place}: expected a step from the state or entry before it`);
}

function partsOf({ G, ctx, plugins }: PartialGameState): PartialGameState {
  return { G, ctx, plugins };
}

/** boardgame.io's states have these lists, and others may have neither. */
function listOf(entries: Undo[] | undefined): Undo[] {
  return Array.isArray(entries) ? Array.from(entries) : [];
}
