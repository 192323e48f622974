import { rondelError } from '../util/error.js';
import { ANSWER_THREW } from './codes.js';
import { noteFailure } from './failure-count.js';
import { checkStack } from './stack-probe.js';
import type { Foreign } from '../util/foreign.js';

/**
 * Maximum depth of nested calls of exports. WebAssembly has a second stack of 1 MB in its memory. A move that calls an event has depth
 * two; only games whose moves play other matches go deeper.
 */
const MOST_LEVELS = 64;

/** The code of the error that names the line at which a game's Rust code has panicked. */
export const GAME_PANIC = 'game/panic';

/** Object that serves the imports of a module. Its methods have the names of the imports. */
export interface ImportHost {
  [imported: string]: Foreign;
}

/** An export of a module, or what calls one. */
export type Export<Result = unknown> = (...numbers: (number | undefined)[]) => Result;

interface Thrown {
  error: unknown;
}

/** While no export runs: no host serves imports, and the module's stack is empty. */
const OUTSIDE: { host: ImportHost, thrown: Thrown | null, stack: number | undefined } = { host: {}, thrown: null, stack: undefined };

/** A host that keeps what it is asked to release. */
const NOBODY = { release() {} };

/** Makes an instance fit for use after a panic. */
export interface Recovery {
  /** Returns how much of the second stack is in use, in bytes. */
  stack: () => number;
  /** Resets the stack to that place, or to an empty stack. */
  unwind: (stack: number | undefined) => void;
  /** Restores the objects that were in use. Throws if it cannot. */
  recover: () => void;
}

const NO_RECOVERY: Recovery = { stack: () => 0, unwind() {}, recover() {} };

/**
 * Boundary between JavaScript and one instance of a WebAssembly module. An exception that passes through WebAssembly
 * would leave everything there as it is: busy, borrowed, its stack in use. So none does:
 *
 * - Every import catches its exception (src/js/imports.js). The guard around the export (instance.ts) throws it again.
 * - No export is entered without enough stack space.
 * - A panic of a game in Rust is reported, and then traps. The instance recovers, and the guard throws an error as if the game
 *   had thrown it.
 * - Any other exception, for example of a full memory, leaves an unknown state behind. The instance is retired: its matches
 *   return an error from then on, and new ones get a new instance. Running calls of the old instance end when they return from
 *   an import, because wasm-bindgen's file uses the memory of the new one by then.
 *
 * The module refers to no object. The host that serves its imports is set on entry, and restored on exit.
 */
export class Boundary {
  /** Serves the imports. */
  host = OUTSIDE.host;
  /** Exception of an import since the export was entered. */
  thrown: Thrown | null = null;
  #levels = 0;
  #cause: Thrown | null = null;
  /** The panic that the game's code has reported before the trap that follows; null if none. */
  #panic: string | null = null;
  #recovery: Recovery;
  /** `true` if a nested export has panicked while the outer export still runs. */
  #isDamaged = false;

  /** @param recovery for modules whose code may panic */
  constructor(recovery: Recovery = NO_RECOVERY) {
    this.#recovery = recovery;
  }

  get isRetired() {
    return this.#cause !== null;
  }

  /** Calls an export for an object. It takes as many of these numbers as it has parameters, and rest parameters would take twice as long. */
  call<Result>(moduleObject: ModuleObject, called: Export<Result>, a?: number, b?: number, c?: number, d?: number, e?: number, f?: number, g?: number) {
    const before = this.#enter(moduleObject);
    let result!: Result;
    let escaped: Thrown | null = null;
    try {
      result = called(moduleObject.pointer, a, b, c, d, e, f, g);
    } catch (error) {
      escaped = { error };
      this.#cause ??= escaped;
    }
    const noted = this.thrown;
    // Restored without a call, which a full stack would refuse: the object would stay in use.
    this.#levels -= 1;
    moduleObject.uses -= 1;
    this.host = before.host;
    this.thrown = before.thrown;
    if (escaped !== null) this.#escape(moduleObject.host, before.stack, escaped);
    if (this.#isDamaged) this.#repair(NOBODY);
    if (noted === null) return result;
    moduleObject.host.abandon();
    throw noted.error;
  }

  /** Prepares the call of an export. Returns the fields that `call` restores. */
  #enter(moduleObject: ModuleObject) {
    if (this.#cause !== null) throw retired(this.#cause);
    if (moduleObject.pointer === 0) throw rondelError('engine/freed', 'this match has been freed');
    // In the words of an engine whose stack is full: see lib/client/runaway.ts.
    if (this.#levels >= MOST_LEVELS) throw new RangeError('Maximum call stack size exceeded: matches are played within one another');
    checkStack();
    const { host, thrown } = this;
    const before = this.#levels > 0 ? { host, thrown, stack: this.#recovery.stack() } : OUTSIDE;
    this.#levels += 1;
    moduleObject.uses += 1;
    this.host = moduleObject.host;
    this.thrown = null;
    return before;
  }

  /** Throws after an export has thrown. The instance is retired already, and returns to use if it recovers from a panic. */
  #escape(host: ImportHost, stack: number | undefined, escaped: Thrown): never {
    const panic = this.#takePanic();
    if (this.#cause === escaped) {
      if (panic !== null && this.#hasRecovered(host, stack)) {
        host.abandon();
        throw rondelError(GAME_PANIC, panic);
      }
      noteFailure(escaped.error);
    }
    throw retired(this.#cause ?? escaped);
  }

  /** The game's code has panicked, for a reason that names the line: a trap follows. */
  panicked(reason: string) {
    this.#panic = reason;
  }

  #takePanic() {
    const panic = this.#panic;
    this.#panic = null;
    return panic;
  }

  /** Returns the instance to use after a panic, in the state before the export was entered. Returns `false` if that fails. */
  #hasRecovered(host: ImportHost, stack: number | undefined) {
    if (this.#recovery === NO_RECOVERY) return false;
    const cause = this.#cause;
    let isDone = false;
    this.#cause = null;
    try {
      this.#recovery.unwind(stack);
      // The work of several matches is given up, and its values have no known owner.
      const owner = this.#isDamaged || this.#levels > 0 ? NOBODY : host;
      this.#isDamaged = true;
      this.#repair(owner);
      isDone = this.#cause === null;
    } finally {
      if (!isDone) this.#cause ??= cause;
    }
    return isDone;
  }

  /** Not while an export runs, whose work would be given up as well. The owner releases the values of what is given up. */
  #repair(owner: ImportHost) {
    if (this.#levels > 0) return;
    this.#isDamaged = false;
    this.host = owner;
    try {
      this.#recovery.recover();
    } catch (error) {
      this.#retire(error);
    } finally {
      this.host = OUTSIDE.host;
    }
  }

  /** Retires the instance. The failure counts for the sender of the current request. */
  #retire(error: unknown) {
    if (this.#cause !== null) return;
    this.#cause = { error };
    noteFailure(error);
  }

  /** The result of an import; throws if the instance was retired while it ran. */
  settled<Result>(result: Result): Result {
    if (this.#cause !== null) throw retired(this.#cause);
    return result;
  }

  /** An import has thrown. */
  note(error: unknown) {
    // Nothing goes on in an instance that is retired: what calls this import ends as well.
    if (this.#cause !== null) throw error;
    this.thrown ??= { error };
    return ANSWER_THREW;
  }

  /** As `note`, for an import that returns a text. */
  noteText(error: unknown) {
    this.note(error);
    return '';
  }

  /** Takes the exception of an import, so that the export continues. The host reports it. Returns `true` if there was one. */
  catchThrown() {
    if (this.thrown === null) return false;
    this.host.caught = this.thrown;
    this.thrown = null;
    this.host.abandon();
    return true;
  }

  /** Frees what was collected, with `deferred` as its host. No caller is there to catch an error. */
  finalize(deferred: ImportHost, free: () => void) {
    if (this.#cause !== null) return;
    const { host, thrown } = this;
    this.host = deferred;
    try {
      free();
    } catch (error) {
      this.#panic = null;
      this.#retire(error);
    }
    this.host = host;
    this.thrown = thrown;
  }
}

/** An object that lives in a module: its host, and a pointer to it there; no pointer while it is made. */
export class ModuleObject<Host extends ImportHost = ImportHost> {
  host: Host;
  /** Undefined while it is made. */
  pointer: number | undefined;

  /** How many of its exports are running. */
  uses = 0;

  constructor(host: Host, pointer?: number) {
    this.host = host;
    this.pointer = pointer;
  }
}

export function inUse() {
  return rondelError('engine/busy', 'a move or hook cannot free the match that runs it');
}

function retired({ error }: Thrown) {
  return Object.assign(rondelError('engine/retired', 'the engine has failed, and this match with it: create the match again'), { cause: error });
}
