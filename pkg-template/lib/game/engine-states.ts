import { running } from '../engine/busy.js';
import { PROBLEM_STATE, REFUSAL_ACTION_INVALID, STEP_RIGHTS_BITS, STEP_RIGHTS_NOBODY, STEP_RIGHTS_REDO, STEP_RIGHTS_UNDO } from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { configure, openEngine } from './match.js';
import { mode } from './mode.js';
import type { RondelError } from '../util/error.js';
import type { GameEngine } from '../engine/instance.js';
import type { Refusal } from '../engine/match-host.js';
import type { Foreign } from '../util/foreign.js';
import type { Depth, OpenEngine } from './match.js';
import type { Rules } from './rules.js';

/** A state in boardgame.io's shape, from any source. */
export type AnyState = Foreign;

/** A state with its slot. */
interface Latest {
  state: AnyState;
  slot: Slot | undefined;
}

/** Loads a state, or as much of it as the engine may need. */
type Load = (state: AnyState, load: (whole: AnyState) => void) => void;

/** Stores the engine's loaded state in a slot. */
type Keep = (match: OpenEngine, number: number, state: AnyState) => void;

interface Options {
  isSecure: boolean;
  depth: Depth;
  isStored: boolean;
  load?: Load;
  keep?: Keep;
}

/** No state and no slot. */
const NONE: Latest = Object.freeze({ state: undefined, slot: undefined });

/**
 * The engine's copy of a state, by number. A slot belongs to one state at a time. `isLoaded`: the engine loaded the state, rather than
 * producing it.
 */
export type Slot = { engine: GameEngine, number: number, isLoaded: boolean };

/**
 * An engine with the states in boardgame.io's shape that it has produced or loaded. If the engine fails, another replaces it and loads the
 * states again.
 *
 * A state is identified by its object alone. Match ID and `_revision` would be the wrong key: a match may be deleted and created again, an
 * operator may edit a row, and boardgame.io's storages have no `_revision`.
 */
export class EngineStates {
  #rules: Rules;
  #isSecure: boolean;
  #isStored: boolean;
  #depth: Depth;
  #load: Load;
  #keep: Keep;
  #match!: OpenEngine;
  #slots!: WeakMap<object, Slot>;
  /**
   * The two latest states with their slots. Most states are soon copied or evicted, and a WeakMap is slow. A master with one match needs no
   * other.
   */
  #latest!: Latest;
  #former!: Latest;
  /** Slot of the engine's current state, if it has one, and the player that was set last. */
  #present: Slot | undefined;
  #player: unknown;
  #spare!: Slot[];
  #numbers!: number;
  #scratch: Slot | undefined;
  #collected!: FinalizationRegistry<number>;

  /**
   * @param options.isSecure `true` if random numbers are drawn securely
   * @param options.depth how far actions run
   * @param options.isStored `true` if values become what JSON makes of them, as in a storage
   * @param options.load loads a state, or as much of it as the engine may need
   * @param options.keep stores the engine's loaded state in a slot
   */
  constructor(rules: Rules, { isSecure, depth, isStored, load = (state, whole) => whole(state), keep = ({ engine }, number) => engine.fillSlot(number) }: Options) {
    this.#rules = rules;
    this.#isSecure = isSecure;
    this.#isStored = isStored;
    this.#depth = depth;
    this.#load = load;
    this.#keep = keep;
    this.#begin();
  }

  /** Returns the engine with its host. Opens another one if the last has failed. */
  ready() {
    if (this.#match.engine.isRetired) this.#begin();
    return this.#match;
  }

  /** The engine with its host. It may have failed since the last `ready`. */
  get match() {
    return this.#match;
  }

  /** Frees the engine's memory, which is not garbage collected. The states remain valid. */
  free() {
    this.#match.engine.free();
    this.#match = null!;
  }

  /** Returns `true` if the engine can continue from this state without validating it. */
  knows(state: AnyState) {
    return this.#slotOf(state) !== undefined;
  }

  /** Assigns a slot to a state. Ignores a slot of an engine that has failed. */
  note(state: AnyState, slot: Slot) {
    if (slot.engine !== this.#match.engine) return;
    if (this.#latest !== NONE) {
      if (this.#former !== NONE) this.#slots.set(this.#former.state, this.#former.slot!);
      this.#former = this.#latest;
    }
    this.#latest = { state, slot };
  }

  /** Moves the slot of a state to its copy, which may have additional fields. */
  follow(copy: AnyState, state: AnyState) {
    const slot = this.#takeSlot(state);
    if (slot) this.note(copy, slot);
  }

  /**
   * Frees the slot of a state that is probably not used again. The garbage collector would free it late, with all of `G`. If the state is
   * used after all, it is loaded again.
   */
  evict(state: AnyState) {
    const { engine } = this.ready();
    const slot = this.#takeSlot(state);
    if (slot && this.#hasCleared(engine, slot.number)) this.giveBack(slot);
  }

  /** Returns a slot without a state. Slots are reused, because registering an object for finalization is expensive. */
  takeSpare(): Slot {
    return this.#spare.pop() ?? this.#watched(this.#numbers++);
  }

  /** Returns a temporary slot that never belongs to a state. */
  scratch(): Slot {
    return (this.#scratch ??= this.takeSpare());
  }

  /** Returns an empty slot to the pool. */
  giveBack(slot: Slot) {
    this.#spare.push(slot);
  }

  /** Returns the slot of a state, and loads the state if necessary. Throws an error with the path if the state is invalid. */
  slotFor(state: AnyState): Slot | undefined {
    return this.#slotOf(state) ?? this.goTo(state);
  }

  /**
   * Makes a state the engine's current one, and returns its slot. Throws an error with the path if the state is invalid.
   *
   * Returns `undefined` under `compat`: boardgame.io's ways write in place, so a slot would change.
   */
  goTo(state: AnyState): Slot | undefined {
    const slot = this.#slotOf(state);
    if (slot) {
      this.#match.engine.goTo(slot.number);
      return (this.#present = slot);
    }
    this.load(state);
    return this.keepPresent(state, true);
  }

  /** Like `goTo`, but without a slot. */
  load(state: AnyState) {
    this.#present = undefined;
    this.#load(state, (whole) => this.#loadWhole(whole));
  }

  /** Assigns the engine's current state to this object. `isLoaded`: the engine loaded the state. */
  keepPresent(state: AnyState, isLoaded: boolean): Slot | undefined {
    if (this.#rules.compat) return (this.#present = undefined);
    const slot = this.takeSpare();
    this.#keep(this.#match, slot.number, state);
    slot.isLoaded = isLoaded;
    this.note(state, slot);
    return (this.#present = slot);
  }

  /** Keeps the engine's new state in this slot and returns the slot. Under `compat` it keeps nothing. */
  keepNext(slot: Slot): Slot | undefined {
    const { engine } = this.#match;
    if (!this.#rules.compat) return (this.#present = slot);
    this.#present = undefined;
    engine.clearSlot(slot.number);
    this.giveBack(slot);
    return undefined;
  }

  /** Loads a state without a slot. Returns the refusal if it is invalid. */
  obstacleToLoading(state: AnyState): Refusal | undefined {
    try {
      this.load(state);
    } catch (error) {
      return refusalOf(error);
    }
    return undefined;
  }

  /** Returns the refusal of an invalid state. Does nothing for the current state, the usual case. */
  obstacle(state: AnyState): Refusal | undefined {
    const slot = this.#slotOf(state);
    return slot !== undefined && slot === this.#present ? undefined : this.tryGoTo(state).error;
  }

  /** Like `goTo`: returns the slot as `origin`, or the `error` of an invalid state. */
  tryGoTo(state: AnyState): { origin?: Slot, error?: Refusal } {
    try {
      return { origin: this.goTo(state) };
    } catch (error) {
      return { error: refusalOf(error) };
    }
  }

  /** Sets the acting player. */
  setPlayer(playerID: unknown) {
    if (playerID === this.#player) return;
    this.#match.host.actFor(playerID === undefined || playerID === null ? undefined : String(playerID));
    this.#player = playerID;
  }

  /** Returns the undo and redo rights of the only player who may act; `null` if there is no such player, or nothing to undo or redo. */
  stepRights(state: AnyState) {
    const { engine, host } = this.ready();
    if (this.obstacle(state)) return null;
    const outer = running.game;
    running.game = this.#rules.game;
    let rights;
    try {
      // May make a move again.
      rights = engine.stepRights();
    } finally {
      running.game = outer;
    }
    if (rights === STEP_RIGHTS_NOBODY) return null;
    return {
      playerID: host.name(rights >> STEP_RIGHTS_BITS),
      canUndo: (rights & STEP_RIGHTS_UNDO) !== 0,
      canRedo: (rights & STEP_RIGHTS_REDO) !== 0,
    };
  }

  #begin() {
    const match = openEngine(this.#rules, mode(this.#rules, { isStored: this.#isStored }));
    this.#match = match;
    this.#slots = new WeakMap();
    this.#latest = NONE;
    this.#former = NONE;
    this.#present = undefined;
    this.#player = NONE;
    this.#spare = [];
    this.#numbers = 0;
    this.#scratch = undefined;
    this.#collected = new FinalizationRegistry((number: number) => {
      if (match === this.#match && !match.engine.isRetired) this.#recover(number);
    });
    configure(match, { allowsNobody: true, depth: this.#depth, drawsSecurely: this.#isSecure, hasClock: this.#depth === 'all' });
  }

  #loadWhole(state: AnyState) {
    const { engine, host } = this.#match;
    // The seed is the same for every caller, independent of earlier actions.
    host.list = encodeState(state, { plugins: this.#match.names.plugins, compat: this.#rules.compat, seed: '0', isSecure: this.#isSecure });
    const isLoaded = engine.loadState();
    host.list = [];
    if (!isLoaded) throw rondelError(engine.uses > 0 ? 'client/busy' : PROBLEM_STATE, host.takeRefusal().message!);
  }

  #watched(number: number): Slot {
    const slot = { engine: this.#match.engine, number, isLoaded: false };
    this.#collected.register(slot, number);
    return slot;
  }

  /** Frees the slot of a state that was garbage collected without `evict`. */
  #recover(number: number) {
    if (this.#hasCleared(this.#match.engine, number)) this.#spare.push(this.#watched(number));
  }

  /**
   * Clears a slot and returns `true` if that worked. The game's code may fail even when a state is dropped; nobody needs that state any
   * more.
   */
  #hasCleared(engine: GameEngine, number: number) {
    try {
      engine.clearSlot(number);
      return true;
    } catch (error) {
      this.#match.host.warn(`a state could not be dropped: ${messageOf(error)}`);
      return false;
    }
  }

  #slotOf(state: AnyState): Slot | undefined {
    if (state === this.#latest.state) return this.#latest.slot;
    return state === this.#former.state ? this.#former.slot : this.#slots.get(state);
  }

  /** Removes the slot from a state, and returns it. */
  #takeSlot(state: AnyState): Slot | undefined {
    const slot = this.#slotOf(state);
    if (state === this.#latest.state) this.#latest = NONE;
    else if (state === this.#former.state) this.#former = NONE;
    else this.#slots.delete(state);
    return slot;
  }
}

/** Returns the refusal of an action in an invalid state. Throws any other error again. */
function refusalOf(error: unknown): Refusal {
  if (!isValidationError(error)) throw error;
  return { type: REFUSAL_ACTION_INVALID, message: error.message };
}

/** Returns `true` if an error is about a state, and not about the engine. */
function isValidationError(error: unknown): error is RondelError {
  return error instanceof Error && error.name === 'RondelError' && !(error as RondelError).code.startsWith('engine/');
}
