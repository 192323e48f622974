/** The key of the source of an object's lazy fields. A symbol, so that they work through proxies too. */
const SOURCE = Symbol('rondel.source');

/**
 * The values of the fields that a source makes.
 *
 * @template Source
 * @typedef {{ [Name in keyof Source]: Source[Name] extends () => infer Value ? Value : never }} Read
 */

/**
 * Fields that are made when somebody reads them, and then kept. All objects share their getters: an object literal with
 * getters of its own takes an engine two or three times as long.
 *
 * @param {string[]} kept their names
 * @param {string[]} live names of fields that are made at each read
 * @param {string[]} [replaceable] names of such fields that a page may replace
 * @returns {<Own extends object, Source extends object>(object: Own, source: Source) => Own & Read<Source>}
 *   adds the fields that an object has not; each is made by the source's method of its name
 */
export function lazyFields(kept, live, replaceable = []) {
  const names = [...kept, ...live, ...replaceable];
  const fields = [
    ...kept.map((name) => field(name, readOnce)),
    ...live.map((name) => field(name, read)),
    ...replaceable.map((name) => ({ ...field(name, read), set(value) { replace(this, name, value); } })),
  ];
  return (/** @type {any} */ object, source) => {
    Object.defineProperty(object, SOURCE, { value: { source, made: {} } });
    for (let i = 0; i < names.length; i += 1) {
      if (!Object.hasOwn(object, names[i])) Object.defineProperty(object, names[i], fields[i]);
    }
    return object;
  };
}

/** @returns {PropertyDescriptor} */
function field(name, readField) {
  return {
    enumerable: true,
    configurable: true,
    get() {
      return readField(this[SOURCE], name);
    },
  };
}

function replace(object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function readOnce({ source, made }, name) {
  if (!(name in made)) made[name] = source[name]();
  return made[name];
}

function read({ source }, name) {
  return source[name]();
}
