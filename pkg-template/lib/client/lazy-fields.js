/** The key of what an object's lazy fields are made of. A symbol, so that they work through proxies too. */
const SOURCE = Symbol('rondel.source');

/**
 * Fields that are made when somebody reads them, and then kept. All objects share their getters: an object literal with
 * getters of its own takes an engine two or three times as long.
 *
 * @template S
 * @param {Record<string, (source: S) => unknown>} makers
 * @param {Record<string, (source: S) => unknown>} [live] the same, for fields that are made at each look
 * @returns {(object: object, source: S) => any} adds the fields that an object has not, and freezes it
 */
export function lazyFields(makers, live = {}) {
  /** @typedef {[name: string, read: (kept: { source: S, made: Record<string, unknown> }) => unknown]} Field */
  /** @type {Field[]} */
  const kept = Object.entries(makers).map(([name, make]) => [name, ({ source, made }) => {
    if (!(name in made)) made[name] = make(source);
    return made[name];
  }]);
  /** @type {Field[]} */
  const fresh = Object.entries(live).map(([name, make]) => [name, ({ source }) => make(source)]);
  /** @type {[name: string, PropertyDescriptor][]} */
  const fields = [...kept, ...fresh].map(([name, read]) => [name, {
    enumerable: true,
    get() {
      return read(this[SOURCE]);
    },
  }]);
  return (object, source) => {
    Object.defineProperty(object, SOURCE, { value: { source, made: {} } });
    for (const [name, field] of fields) {
      if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, field);
    }
    return Object.freeze(object);
  };
}
