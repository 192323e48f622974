import { leavesOf } from './random-play.js';
import type { Foreign } from '../util/foreign.js';

/** An object or list in a value. */
export interface Part {
  path: string;
  value: Foreign;
}

/** A record that is distinct only as a whole. */
export interface DistinctRecord extends Part {
  text: string;
}

/** The texts and numbers of an object. */
interface OwnRecord {
  names: string[];
  text: string;
  value: Foreign;
}

/** Records with the same fields, some of which may only classify. */
interface Shape {
  names: string[];
  sorts: boolean;
  fields: { sorts: boolean, values: Set<string> }[];
}

/** Minimum length of a record's text. Shorter ones may be equal by coincidence: `{"x":1}`. */
const SHORTEST_RECORD = 8;

/**
 * Model of how a match names its things. A card is a text, 'queen of hearts', or an object of words, `{ suit: 'hearts', rank: 'queen' }`.
 * Such a word does not reveal where a card is, because many cards have it. A field whose values repeat only classifies its records: its
 * values are words, and only the whole record is distinct.
 */
export class Vocabulary {
  /** Shapes by the names of their fields. */
  #shapes = new Map<string, Shape>();
  #words = new Set<string>();
  /** Texts and records with several copies at the start of the match. */
  #copied = new Set<string>();

  /** Learns from all values of one moment. At the start, equal values are different things. */
  learn(values: unknown, { isBeginning }: { isBeginning: boolean }) {
    const holders = new Map<string, string>();
    for (const { value } of objectsOf(values)) {
      const record = recordOf(value);
      if (record) this.#classify(record, holders, isBeginning);
    }
    if (isBeginning) this.#noteCopies(values);
  }

  /** Returns `true` if a text is the value of a classifying field. */
  isWord(text: string) {
    return this.#words.has(text);
  }

  /** Returns the records in a value that are distinct only as a whole. */
  * recordsIn(values: unknown, path = ''): Generator<DistinctRecord> {
    for (const { value, path: at } of objectsOf(values, path)) {
      for (const { names, sorts } of this.#shapes.values()) {
        const text = sorts && names.every((name) => isField(value, name)) && textOf(value, names);
        if (text && text.length >= SHORTEST_RECORD) yield { path: at, value, text };
      }
    }
  }

  /** Returns `true` if a value consists only of words, and of things with several copies. */
  isCommon(value: unknown) {
    let isNamed = false;
    for (const { value: leaf, isName } of leavesOf(value)) {
      if (isName || typeof leaf === 'number' || typeof leaf === 'boolean' || leaf === null) continue;
      if (!this.isWord(leaf) && !this.#copied.has(leaf)) return false;
      isNamed = true;
    }
    for (const { text } of this.recordsIn(value)) {
      if (!this.#copied.has(text)) return false;
      isNamed = true;
    }
    return isNamed;
  }

  #classify({ names, text, value }: OwnRecord, holders: Map<string, string>, isBeginning: boolean) {
    const id = names.join('\n');
    const shape: Shape = this.#shapes.get(id) ?? { names, sorts: false, fields: names.map(() => ({ sorts: false, values: new Set() })) };
    this.#shapes.set(id, shape);
    names.forEach((name, i) => {
      const field = shape.fields[i];
      const fieldText = String(value[name]);
      const place = `${id}\n${i}\n${fieldText}`;
      const holder = holders.get(place);
      if (holder !== undefined && (isBeginning || holder !== text)) field.sorts = shape.sorts = true;
      holders.set(place, text);
      field.values.add(fieldText);
      if (field.sorts) for (const word of field.values) this.#words.add(word);
    });
  }

  #noteCopies(values: unknown) {
    const seen = new Set<string>();
    const note = (text: string) => (seen.has(text) ? this.#copied.add(text) : seen.add(text));
    for (const { text } of this.recordsIn(values)) note(text);
    for (const { value } of objectsOf(values)) {
      if (Array.isArray(value)) value.filter((element) => typeof element === 'string').forEach(note);
    }
  }
}

/** Returns the objects and lists in a value, itself first, with their paths. */
export function* objectsOf(value: Foreign, path = ''): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  yield { path, value };
  for (const key of Object.keys(value)) {
    yield* objectsOf(value[key], Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
  }
}

/** Returns the texts and numbers of an object, in an order that does not depend on the code that created it. */
function recordOf(value: Foreign): OwnRecord | null {
  if (Array.isArray(value)) return null;
  const names = Object.keys(value).filter((name) => isField(value, name)).sort();
  return names.length > 0 ? { names, text: textOf(value, names), value } : null;
}

function isField(value: Foreign, name: string) {
  return Object.hasOwn(value, name) && ['string', 'number'].includes(typeof value[name]);
}

function textOf(value: Foreign, names: string[]) {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, value[name]])));
}
