import type { Foreign } from '../util/foreign.js';

/** The key of the source of an object's lazy fields. A symbol, so that they work through proxies too. */
const SOURCE = Symbol('rondel.source');

/** One for all objects: to make another one each time takes as long as to define a field. */
const SOURCE_FIELD: { value: FieldSource | undefined, enumerable: false, configurable: false, writable: false } = { value: undefined, enumerable: false, configurable: false, writable: false };

/** What makes an object's lazy fields, by a method for each, and those that are made. */
interface FieldSource {
  source: Record<string, () => unknown>;
  made: Record<string, unknown>;
}

/** The values of the fields that a source makes. */
export type Read<Source> = { [Name in keyof Source]-?: NonNullable<Source[Name]> extends () => infer Value ? Value : never };

/**
 * Fields that are made when somebody reads them, and then kept. All objects share their getters: an object literal with
 * getters of its own takes an engine two or three times as long.
 *
 * @param kept their names
 * @param live names of fields that are made at each read
 * @param replaceable names of such fields that a page may replace
 * @returns adds the fields that an object has not; each is made by the source's method of its name
 */
export function lazyFields(kept: readonly string[], live: readonly string[], replaceable: readonly string[] = []): <Own extends object, Source extends object>(object: Own, source: Source) => Own & Read<Source> {
  const names = [...kept, ...live, ...replaceable];
  const fields = [
    ...kept.map((name) => field(name, readOnce)),
    ...live.map((name) => field(name, read)),
    ...replaceable.map((name) => ({ ...field(name, read), set(this: object, value: unknown) { replace(this, name, value); } })),
  ];
  return (object: Foreign, source: object) => {
    SOURCE_FIELD.value = { source: source as FieldSource['source'], made: {} };
    Object.defineProperty(object, SOURCE, SOURCE_FIELD);
    // It is not to keep a client from being collected.
    SOURCE_FIELD.value = undefined;
    for (let i = 0; i < names.length; i += 1) {
      if (!Object.hasOwn(object, names[i])) Object.defineProperty(object, names[i], fields[i]);
    }
    return object;
  };
}

function field(name: string, readField: (source: FieldSource, name: string) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: { [SOURCE]: FieldSource }) {
      return readField(this[SOURCE], name);
    },
  };
}

function replace(object: object, name: string, value: unknown) {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function readOnce({ source, made }: FieldSource, name: string) {
  if (!(name in made)) made[name] = source[name]();
  return made[name];
}

function read({ source }: FieldSource, name: string) {
  return source[name]();
}
