import type { InspectedClient } from '../../types/debug.js';
import type { Handle, SavedState } from '../../types/client.js';

/** Result of an action that the panel has made. */
export interface Result {
  /** Name of the action. */
  what: string;
  /** Undefined while it waits for the master. */
  text: string | undefined;
  isError: boolean;
}

/** Parses the arguments of a move: JSON values, separated by commas. Text that is no JSON is a string. */
export function parseArguments(text: string): unknown[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  try {
    return JSON.parse(`[${trimmed}]`);
  } catch {
    return trimmed.split(',').map((part) => valueOf(part.trim()));
  }
}

function valueOf(text: string): unknown {
  if (text === 'undefined' || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns arguments as `parseArguments` reads them. */
export function argumentsText(args: readonly unknown[]): string {
  return args.map(textOf).join(', ');
}

/** Returns a value as JSON. A value with cycles has none. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Makes an action, and reports its result, now and when the master has answered. */
export function perform(what: string, act: () => unknown, client: InspectedClient, report: (result: Result) => void) {
  const note = (text: string | undefined, isError = false) => report({ what, text, isError });
  try {
    const handle = act() as Handle | undefined;
    // Under `compat` actions return nothing.
    const error = handle ? handle.error : client.lastError;
    if (error) return note(messageOf(error), true);
    if (!handle || handle.status === 'confirmed') return note('done');
    note(handle.status === 'predicted' ? 'shown, waits for the master' : 'waits for the master');
    handle.confirmed.then((outcome) => (outcome.status === 'rejected' ? note(messageOf(outcome.error), true) : note('confirmed')));
  } catch (error) {
    note(messageOf(error), true);
  }
  return undefined;
}

/** Moves the focus to a field, and selects its text. */
export function focusField(field: HTMLInputElement) {
  field.focus();
  field.select();
}

/** Returns the text of an error or refusal, with its type. */
export function messageOf(error: unknown): string {
  const { type, code, message } = Object(error) as { type?: string, code?: string, message?: unknown };
  const kind = type ?? code;
  return kind === undefined ? String(message ?? error) : `${kind}: ${String(message ?? '')}`;
}

/** Place of a saved state in the browser's storage. */
function keyOf(gameName: string) {
  return `rondel-debug ${gameName}`;
}

/** Saves the state of a client in the browser. Throws if the browser does not allow that. */
export function saveState(client: InspectedClient, gameName: string) {
  localStorage.setItem(keyOf(gameName), JSON.stringify(client.store.getState()));
}

/** Returns the saved state. Throws if there is none, or if it is no JSON. */
export function savedState(gameName: string): SavedState {
  const text = localStorage.getItem(keyOf(gameName));
  if (text === null) throw new Error('no match of this game has been saved');
  return JSON.parse(text);
}
