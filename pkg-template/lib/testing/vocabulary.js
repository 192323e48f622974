import { leavesOf } from './random-play.js';

/** Shorter records may be equal by coincidence: `{"x":1}`. */
const SHORTEST_RECORD = 8;

/**
 * How a match names its things. A card is a text of its own, 'queen of hearts', or an object of words, `{ suit: 'hearts',
 * rank: 'queen' }`. Such a word does not reveal where a card is: many cards have it, and everybody uses it. So a field
 * whose values are not all different only sorts the records that have it: its values are words, and only the record as a
 * whole is distinct.
 */
export class Vocabulary {
  /** Records that have the same fields: by the fields' names, `{ names, fields }`, where some of the fields may sort. */
  #shapes = new Map();
  #words = new Set();
  /** Texts and records of which there was more than one when the match began. */
  #copied = new Set();

  /** Learns from all that is in the match at one moment; at the beginning, equal values are different things. */
  learn(values, { isBeginning }) {
    const holders = new Map();
    for (const { value } of objectsOf(values)) {
      const record = recordOf(value);
      if (record) this.#classify(record, holders, isBeginning);
    }
    if (isBeginning) this.#noteCopies(values);
  }

  /** Whether a text is the value of a field that only sorts. */
  isWord(text) {
    return this.#words.has(text);
  }

  /** The records in a value that are distinct only as a whole: `{ path, value, text }`. */
  * recordsIn(values, path = '') {
    for (const { value, path: at } of objectsOf(values, path)) {
      for (const { names, sorts } of this.#shapes.values()) {
        const text = sorts && names.every((name) => isField(value, name)) && textOf(value, names);
        if (text && text.length >= SHORTEST_RECORD) yield { path: at, value, text };
      }
    }
  }

  /** Whether a value consists only of words, and of things of which there are several. */
  isCommon(value) {
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

  #classify({ names, text, value }, holders, isBeginning) {
    const id = names.join('\n');
    const shape = this.#shapes.get(id) ?? { names, sorts: false, fields: names.map(() => ({ sorts: false, values: new Set() })) };
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

  #noteCopies(values) {
    const seen = new Set();
    const note = (text) => (seen.has(text) ? this.#copied.add(text) : seen.add(text));
    for (const { text } of this.recordsIn(values)) note(text);
    for (const { value } of objectsOf(values)) {
      if (Array.isArray(value)) value.filter((element) => typeof element === 'string').forEach(note);
    }
  }
}

/** The objects and lists in a value, itself first, with their paths. */
export function* objectsOf(value, path = '') {
  if (typeof value !== 'object' || value === null) return;
  yield { path, value };
  for (const key of Object.keys(value)) {
    yield* objectsOf(value[key], Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
  }
}

/** An object's own texts and numbers, in an order that does not depend on the code that made it. */
function recordOf(value) {
  if (Array.isArray(value)) return null;
  const names = Object.keys(value).filter((name) => isField(value, name)).sort();
  return names.length > 0 ? { names, text: textOf(value, names), value } : null;
}

function isField(value, name) {
  return Object.hasOwn(value, name) && ['string', 'number'].includes(typeof value[name]);
}

function textOf(value, names) {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, value[name]])));
}
