import type { Foreign } from '../util/foreign.js';

/** Key of the source of an object's lazy fields. A symbol, so that the fields work through proxies, too. */
const SOURCE = Symbol('rondel.source');

/** Property descriptor that all objects share: creating one takes as long as defining a field. */
const SOURCE_FIELD: { value: FieldSource | undefined, enumerable: false, configurable: false, writable: false } = { value: undefined, enumerable: false, configurable: false, writable: false };

/** Methods that compute lazy fields, by name, and the computed values. */
interface FieldSource {
  source: Record<string, () => unknown>;
  made: Record<string, unknown>;
}

/** Values of the fields that a source computes. */
export type LazyValues<Source> = { [Name in keyof Source]-?: NonNullable<Source[Name]> extends () => infer Value ? Value : never };

/**
 * Returns a function that adds lazy fields to an object, each computed by the source's method of the same name. Own fields of the object
 * stay. All objects share the getters: an object literal with its own getters takes an engine two or three times as long.
 *
 * @param kept names of fields that are computed once
 * @param live names of fields that are computed at each read
 * @param replaceable names of live fields that a page may replace
 */
export function lazyFields(kept: readonly string[], live: readonly string[], replaceable: readonly string[] = []): <Own extends object, Source extends object>(object: Own, source: Source) => Own & LazyValues<Source> {
  const names = [...kept, ...live, ...replaceable];
  const fields = [
    ...kept.map((name) => field(name, readOnce)),
    ...live.map((name) => field(name, read)),
    ...replaceable.map((name) => ({ ...field(name, read), set(this: object, value: unknown) { replace(this, name, value); } })),
  ];
  return (object: Foreign, source: object) => {
    SOURCE_FIELD.value = { source: source as FieldSource['source'], made: {} };
    Object.defineProperty(object, SOURCE, SOURCE_FIELD);
    // The shared descriptor must not keep a client alive.
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
