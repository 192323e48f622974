import { rondelError } from '../util/error.js';
import { Boundary, ModuleObject, inUse } from './boundary.js';
import type { Export, ImportHost, Recovery } from './boundary.js';
import type { ShownValues } from './shown-values.js';
import type { Foreign } from '../util/foreign.js';

/** wasm-bindgen's own file for a module, or an equivalent; `recovery` returns what restores the instance after a panic */
export type Glue = Pick<typeof import('./engine.js'), 'initSync' | '__wbg_reset_state' | 'imports'> & { recovery?: (exports: Exports) => Recovery };

/** The exports of a module. */
export type Exports = Record<string, Export<number>> & { memory: WebAssembly.Memory, __stack_pointer: WebAssembly.Global };

/** An object that lives in the module. Its other methods are the exports of its class. */
interface OwnedObject extends ModuleObject {
  readonly isRetired: boolean;
  readonly memory: number;
  callAfter(token: object, method: string, ...numbers: number[]): void;
  free(): void;
}

/** An object of a class whose exports are called by one file alone, which knows what they take and return. */
export interface OtherObject extends OwnedObject {
  [exported: string]: Foreign;
}

/** 1 or 0. */
type Flag = number;

/** A match: its exports are documented at the trait `Match` in `src/js/engine.rs`. Values cross as their numbers at the host. */
export interface GameEngine extends OwnedObject {
  start(numPlayers: number, setupData: number): Flag;
  makeMove(id: number, args: number): number;
  makeEvent(kind: number): number;
  makePluginAction(index: number, payload: number): number;
  undo(): number;
  redo(): number;
  leaveMatch(): number;
  timeOut(deadline: number, hasFailed: boolean, place: number, args: number): number;
  orderClock(order: number): number;
  restartClock(): void;
  check(request: number, place: number): Flag;
  isActive(): Flag;
  stepRights(): number;
  canMove(id: number, args: number): Flag;
  loadState(): Flag;
  watch(isWatched: boolean): void;
  look(): void;
  forgetLooks(first: number, last: number): void;
  canGo(look: number, back: number): Flag;
  plugins(look: number): number;
  deltalog(look: number): number;
  undoStack(look: number): number;
  redoStack(look: number): number;
  logFrom(first: number): number;
  tellRefusal(): void;
  setPlayerID(): void;
  setPlayerNumber(number: number): void;
  configure(options: number): void;
  fillSlot(number: number): void;
  clearSlot(number: number): void;
  goTo(number: number): void;
  sharedUndo(number: number): number;
  exportState(firstUndo: number): number;
  setCredentials(credentials: number): void;
  follow(depth: number, hides: boolean): number;
  hold(number: number): void;
  propose(): Flag;
  callEvent(kind: number): Flag;
  number(): number;
  setMetadata(metadata: number): Flag;
  emit(effect: number): Flag;
}

/** A class of objects that live in the module. */
interface ModuleClass<Owned extends OwnedObject> {
  new(host: ImportHost, pointer: number): Owned;
  make(host: ImportHost, ...numbers: number[]): Owned;
}

/** the boundary, and the classes of the module, whose exports have guards */
export interface Instance {
  boundary: Boundary;
  GameEngine: ModuleClass<GameEngine>;
  OnlineClient: ModuleClass<OtherObject>;
  /** Class of a game's module. */
  Viewer: ModuleClass<OtherObject>;
  /** Class of a game's module, or of the module of bots. */
  Searcher: ModuleClass<OtherObject>;
  /** Values that a game's module has shown. */
  shown?: ShownValues;
}

/** The most numbers that a guard passes on. */
const MOST_PARAMETERS = 7;

/**
 * A function that returns the instance of a module: the present one, or a new one once that has been retired. The
 * module is compiled at the first call, and not at import.
 *
 * @param names of the module's classes
 */
export function instanceOf(glue: Glue, names: string[]): (compile: () => WebAssembly.Module) => Instance {
  let module: WebAssembly.Module | undefined;
  let instance: Instance | undefined;
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

function guarded(exports: Exports, names: string[], recovery: Recovery | undefined): Instance {
  const boundary = new Boundary(recovery);
  return Object.assign({ boundary }, ...names.map((name) => ({ [name]: moduleClass(name.toLowerCase(), exports, boundary) })));
}

/** An object of the module, as finalizers know it: they refer to nothing that leads to the object itself. */
interface Handle {
  /** 0 once the object is freed. */
  pointer: number;
  /** Serves the imports while the object, or a part of it, is freed. */
  deferred: ImportHost;
}

/** A class of objects that live in the module: its methods are the exports that begin with its name. */
function moduleClass(prefix: string, exports: Exports, boundary: Boundary) {
  const free = exports[`__wbg_${prefix}_free`];
  const watched = new FinalizationRegistry<Handle>((handle) => {
    const { pointer } = handle;
    handle.pointer = 0;
    boundary.finalize(handle.deferred, () => free(pointer, 1));
  });
  const parts = new FinalizationRegistry<{ handle: Handle, method: string, numbers: number[] }>(({ handle: { pointer, deferred }, method, numbers }) => {
    if (pointer !== 0) boundary.finalize(deferred, () => exports[`${prefix}_${method}`](pointer, ...numbers));
  });

  class Owned extends ModuleObject {
    #handle: Handle;
    /**
     * Watched instead of the object itself, and collected with it: a minor collection keeps what is watched alive, with
     * all that it refers to, which would be a whole match.
     */
    #witness = {};

    constructor(host: ImportHost, pointer: number) {
      super(host, pointer);
      this.#handle = { pointer, deferred: host.deferred };
      watched.register(this.#witness, this.#handle, this.#witness);
    }

    /** The numbers are for the class's own constructor in the module. */
    static make(host: ImportHost, ...numbers: number[]) {
      const maker = new ModuleObject(host);
      let made!: Owned;
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

    /** Calls an export with these numbers once `token` has been collected, unless this object is freed by then. */
    callAfter(token: object, method: string, ...numbers: number[]) {
      parts.register(token, { handle: this.#handle, method, numbers });
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
      [this.pointer, this.#handle.pointer] = [0, 0];
      return pointer;
    }
  }

  for (const [name, called] of Object.entries(exports)) {
    const [owner, method] = name.split('_');
    if (owner === prefix && method !== 'new') Object.defineProperty(Owned.prototype, method, { value: guard(boundary, called as Export) });
  }
  return Owned;
}

/** A method that calls an export for its object. Numbers are converted here: an object's own conversion may throw, and would seem to have escaped. */
function guard(boundary: Boundary, called: Export) {
  if (called.length > 1 + MOST_PARAMETERS) throw new TypeError(`a guard passes on ${MOST_PARAMETERS} numbers, and not ${called.length - 1}`);
  return function (this: ModuleObject, a: number, b: number, c: number, d: number, e: number, f: number, g: number) {
    return boundary.call(this, called, +a, +b, +c, +d, +e, +f, +g);
  };
}
