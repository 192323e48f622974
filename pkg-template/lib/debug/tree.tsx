import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

interface TreeProps {
  name: string;
  value: unknown;
  /** The value before the last action: differences are marked. Without it, nothing is marked. */
  previous?: unknown;
  /** `true` if `previous` is known. */
  marks?: boolean;
  path?: readonly string[];
  depth?: number;
  /** Parts that another viewer sees differently. */
  hidden?: boolean;
  /** `true` if its members are not shown at first. */
  isClosed?: boolean;
}

/** Number of children that are shown at once. */
const CHUNK = 100;
/** Maximum length of a text in the tree. */
const MOST_TEXT = 200;

/** Returns a value as a short text. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value);
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isParent(value)) return `{${sizeOf(value)}}`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

/** Returns the place of a value as JavaScript writes it: `G.hands[0]`. */
export function pathText(path: readonly string[]): string {
  return path.map((key, i) => {
    if (i === 0) return key;
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  }).join('');
}

/** Returns a value as JSON for the clipboard. A value with cycles has no JSON. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return preview(value);
  }
}

/** Maximum number of values that are compared to find out whether one has changed. */
const MOST_COMPARED = 5000;

/** Returns `true` if two values differ. A `playerView` may copy values: large ones that are not the same object count as different. */
function differ(one: unknown, other: unknown, budget = { left: MOST_COMPARED }): boolean {
  if (Object.is(one, other)) return false;
  budget.left -= 1;
  if (!isParent(one) || !isParent(other) || budget.left < 0) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length !== other.length || one.length > budget.left || one.some((item, i) => differ(item, other[i], budget));
  }
  const keys = Object.keys(one);
  return keys.length !== Object.keys(other).length || keys.some((key) => !Object.hasOwn(other, key) || differ(childOf(one, key), childOf(other, key), budget));
}

/** Returns the first keys of a value. */
function keysOf(value: object, most: number): string[] {
  return Array.isArray(value) ? Array.from({ length: Math.min(most, value.length) }, (_, i) => String(i)) : Object.keys(value).slice(0, most);
}

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function isParent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a member of a value. Under `compat`, a getter in `G` may throw. */
function childOf(value: unknown, key: string): unknown {
  try {
    return isParent(value) ? (value as Record<string, unknown>)[key] : undefined;
  } catch (error) {
    return `(throws ${String(error)})`;
  }
}

/** A value with its members, which are rendered when they are opened. */
export function Tree({ name, value, previous, marks = false, path = [name], depth = 0, hidden = false, isClosed = false }: TreeProps) {
  const [isOpen, setOpen] = useState(depth < 2 && !isClosed && !isLarge(value));
  const [shown, setShown] = useState(CHUNK);
  const isChanged = marks && differ(value, previous);
  const label = (
    <>
      <span class="key">{name}</span>
      <span class={`value ${typeof value}`}>{preview(value)}</span>
      {isChanged && <span class="badge" title="changed by the last action">{textOfChange(value, previous)}</span>}
      {hidden && <span class="badge hidden-badge">hidden</span>}
    </>
  );
  if (!isParent(value)) return <li class={isChanged ? 'changed' : ''}><Row path={path} value={value}>{label}</Row></li>;
  const more = sizeOf(value) - shown;
  return (
    <li class={isChanged ? 'changed' : ''}>
      <Row path={path} value={value}>
        <button type="button" class="twisty" aria-expanded={isOpen} aria-label={`${isOpen ? 'close' : 'open'} ${pathText(path)}`} onClick={() => setOpen(!isOpen)}>{isOpen ? '▾' : '▸'}</button>
        {label}
      </Row>
      {isOpen && (
        <ul>
          {keysOf(value, shown).map((key) => (
            <Tree key={key} name={key} value={childOf(value, key)} previous={childOf(previous, key)} marks={marks} path={[...path, key]} depth={depth + 1} />
          ))}
          {more > 0 && <li><button type="button" onClick={() => setShown(shown + CHUNK)}>{`${more} more`}</button></li>}
        </ul>
      )}
    </li>
  );
}

/** Returns what a value was, unless both are objects that look the same. */
function textOfChange(value: unknown, previous: unknown): string {
  if (previous === undefined) return 'new';
  return isParent(value) && preview(value) === preview(previous) ? 'changed' : `was ${preview(previous)}`;
}

function isLarge(value: unknown) {
  return isParent(value) && sizeOf(value) > CHUNK;
}

/** A line of a tree, with buttons that copy its path and its value. */
export function Row({ path, value, children }: { path: readonly string[], value: unknown, children: ComponentChildren }) {
  return (
    <div class="row">
      {children}
      <span class="copies">
        <button type="button" title={`copy the path ${pathText(path)}`} aria-label={`copy the path ${pathText(path)}`} onClick={() => copy(pathText(path))}>path</button>
        <button type="button" title={`copy the value of ${pathText(path)}`} aria-label={`copy the value of ${pathText(path)}`} onClick={() => copy(jsonText(value))}>value</button>
      </span>
    </div>
  );
}

/** Copies text to the clipboard. Without permission it does nothing: the browser shows that itself. */
function copy(text: string) {
  navigator.clipboard?.writeText(text).catch(() => {});
}

/** A found value. */
interface Found {
  path: string[];
  value: unknown;
}

/** Maximum number of values that a search or a comparison looks at, and that it returns. */
const MOST_SEARCHED = 50_000;
const MOST_FOUND = 50;

/** Returns the values whose key or text contains a text. A value with cycles is searched once. */
export function find(root: Record<string, unknown>, text: string): { found: Found[], isCut: boolean } {
  const wanted = text.toLowerCase();
  const found: Found[] = [];
  const seen = new Set<object>();
  const queue: Found[] = Object.entries(root).map(([key, value]) => ({ path: [key], value }));
  for (let i = 0; i < queue.length && i < MOST_SEARCHED && found.length < MOST_FOUND; i += 1) {
    const { path, value } = queue[i];
    const isMatch = path.at(-1)!.toLowerCase().includes(wanted) || (!isParent(value) && preview(value).toLowerCase().includes(wanted));
    if (isMatch) found.push(queue[i]);
    if (!isParent(value) || seen.has(value)) continue;
    seen.add(value);
    for (const key of Object.keys(value)) queue.push({ path: [...path, key], value: childOf(value, key) });
  }
  return { found, isCut: found.length === MOST_FOUND || queue.length > MOST_SEARCHED };
}

/** A value that another state has otherwise. */
export interface Difference {
  path: string[];
  one: unknown;
  other: unknown;
}

/** Returns the first values in which two states differ, without the objects that contain them. Under `compat`, a state may have cycles. */
export function differencesOf(first: unknown, second: unknown, name: string): Difference[] {
  const found: Difference[] = [];
  const queue: Difference[] = [{ path: [name], one: first, other: second }];
  for (let i = 0; i < queue.length && i < MOST_SEARCHED && found.length < MOST_FOUND; i += 1) {
    const { path, one, other } = queue[i];
    if (Object.is(one, other)) continue;
    if (isParent(one) && isParent(other) && Array.isArray(one) === Array.isArray(other)) {
      const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
      for (const key of keys) queue.push({ path: [...path, key], one: childOf(one, key), other: childOf(other, key) });
    } else {
      found.push(queue[i]);
    }
  }
  return found;
}
