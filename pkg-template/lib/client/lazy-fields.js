/** The key of what an object's lazy fields are made of. A symbol, so that they work through proxies too. */
const SOURCE = Symbol('rondel.source');

/**
 * Fields that are made when somebody reads them, and then kept. All objects share their getters: an object literal with
 * getters of its own takes an engine two or three times as long.
 *
 * @param {string[]} kept their names
 * @param {string[]} live names of fields that are made at each look
 * @returns {(object: object, source: object) => any} adds the fields that an object has not, and freezes it; each is made by
 *   the source's method of its name
 */
export function lazyFields(kept, live) {
  const names = [...kept, ...live];
  const fields = [...kept.map((name) => field(name, readOnce)), ...live.map((name) => field(name, read))];
  return (object, source) => {
    Object.defineProperty(object, SOURCE, { value: { source, made: {} } });
    for (let i = 0; i < names.length; i += 1) {
      if (!Object.hasOwn(object, names[i])) Object.defineProperty(object, names[i], fields[i]);
    }
    return Object.freeze(object);
  };
}

/** @returns {PropertyDescriptor} */
function field(name, look) {
  return {
    enumerable: true,
    get() {
      return look(this[SOURCE], name);
    },
  };
}

function readOnce({ source, made }, name) {
  if (!(name in made)) made[name] = source[name]();
  return made[name];
}

function read({ source }, name) {
  return source[name]();
}
