import { rondelError } from '../util/error.js';
import { Boundary, ModuleObject, inUse } from './boundary.js';

/**
 * @typedef {Pick<typeof import('./engine.js'), 'initSync' | '__wbg_reset_state' | 'imports'> & { recovery?: (exports: any) => import('./boundary.js').Recovery }} Glue
 *   wasm-bindgen's own file for a module, or an equivalent; `recovery` returns what restores the instance after a panic
 *
 * @typedef {{ boundary: Boundary, [className: string]: any }} Instance the boundary, and the classes of the module, whose exports have guards
 */

/** The most numbers that a guard passes on. */
const MOST_PARAMETERS = 7;

/**
 * A function that returns the instance of a module: the present one, or a new one once that has been retired. The
 * module is compiled at the first call, and not at import.
 *
 * @param {Glue} glue
 * @param {string[]} names of the module's classes
 * @returns {(compile: () => WebAssembly.Module) => Instance}
 */
export function instanceOf(glue, names) {
  /** @type {WebAssembly.Module | undefined} */
  let module;
  /** @type {Instance | undefined} */
  let instance;
  return (compile) => {
    if (!instance || instance.boundary.isRetired) {
      module ??= compile();
      if (instance) glue.__wbg_reset_state();
      const exports = glue.initSync({ module });
      instance = guarded(exports, names, glue.recovery?.(exports));
      glue.imports.setBoundary(instance.boundary);
    }
    return instance;
  };
}

/** @returns {Instance} */
function guarded(exports, names, recovery) {
  const boundary = new Boundary(recovery);
  return Object.assign({ boundary }, ...names.map((name) => ({ [name]: moduleClass(name.toLowerCase(), exports, boundary) })));
}

/** A class of objects that live in the module: its methods are the exports that begin with its name. */
function moduleClass(prefix, exports, boundary) {
  const free = exports[`__wbg_${prefix}_free`];
  const watched = new FinalizationRegistry(({ pointer, deferred }) => {
    boundary.finalize(deferred, () => free(pointer, 1));
  });

  class Owned extends ModuleObject {
    /**
     * Watched instead of the object itself, and collected with it: a minor collection keeps what is watched alive, with
     * all that it refers to, which would be a whole match.
     */
    #witness = {};

    constructor(host, pointer) {
      super(host, pointer);
      watched.register(this.#witness, { pointer, deferred: host.deferred }, this.#witness);
    }

    /** The numbers are for the class's own constructor in the module. */
    static make(host, ...numbers) {
      const maker = new ModuleObject(host);
      let made;
      try {
        boundary.call(maker, () => (made = new Owned(host, exports[`${prefix}_new`](...numbers))));
      } catch (error) {
        // An import has thrown while it was made.
        made?.free();
        throw error;
      }
      if (made.pointer === 0) throw rondelError('engine/version', `the module has no game with the number ${numbers[0]}: build the package of the game again`);
      return made;
    }

    get isRetired() {
      return boundary.isRetired;
    }

    /** The bytes of memory that the instance has, or had when it failed. */
    get memory() {
      return exports.memory.buffer.byteLength;
    }

    /** Frees it at once; otherwise that is done when it has been collected. */
    free() {
      if (this.pointer === 0 || boundary.isRetired) return;
      if (this.uses > 0) throw inUse();
      boundary.call(this, () => free(this.#leave(), 0));
    }

    /** Returns its pointer and forgets it, so that it is not freed again, even if freeing it fails. */
    #leave() {
      const { pointer } = this;
      watched.unregister(this.#witness);
      this.pointer = 0;
      return pointer;
    }
  }

  for (const [name, called] of Object.entries(exports)) {
    const [owner, method] = name.split('_');
    if (owner === prefix && method !== 'new') Object.defineProperty(Owned.prototype, method, { value: guard(boundary, called) });
  }
  return Owned;
}

/** A method that calls an export for its object. Numbers are converted here: an object's own conversion may throw, and would seem to have escaped. */
function guard(boundary, called) {
  if (called.length > 1 + MOST_PARAMETERS) throw new TypeError(`a guard passes on ${MOST_PARAMETERS} numbers, and not ${called.length - 1}`);
  return /** @this {ModuleObject} */ function (a, b, c, d, e, f, g) {
    return boundary.call(this, called, +a, +b, +c, +d, +e, +f, +g);
  };
}
