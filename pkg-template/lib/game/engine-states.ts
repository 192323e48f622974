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

/** A state in boardgame.io's shape, which may come from anywhere. */
export type AnyState = Foreign;

/** A state that was made, with its slot. */
interface Latest {
  state: AnyState;
  slot: Slot | undefined;
}

/** Loads a state, or as much of it as the engine may need. */
type Load = (state: AnyState, load: (whole: AnyState) => void) => void;

/** Has the engine keep the state that it has loaded. */
type Keep = (match: OpenEngine, number: number, state: AnyState) => void;

interface Options {
  isSecure: boolean;
  depth: Depth;
  isStored: boolean;
  load?: Load;
  keep?: Keep;
}

/** No state, and no slot. */
const NONE: Latest = Object.freeze({ state: undefined, slot: undefined });

/**
 * What an engine keeps of a state: under a number there, for one state at a time. `isLoaded`: it was made from the state, and not the state from it
 */
export type Slot = { engine: GameEngine, number: number, isLoaded: boolean };

/**
 * An engine, and the states in boardgame.io's shape that it knows: those that it has made, or loaded. A state is identified by its
 * object, and by nothing else. The match with its `_revision` would be the wrong key: a match may be deleted and made again
 * under its ID, an operator may edit a row, and boardgame.io's storages have no `_revision`. Where the engine has failed, another takes
 * its place, and what was kept there is loaded again.
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
   * The two states that were made last, each with its slot: most are copied or evicted soon, and a WeakMap is slow. A master
   * that plays one match needs no other.
   */
  #latest!: Latest;
  #former!: Latest;
  /** The slot of the engine's present state, if it has one; and the player that was set last. */
  #present: Slot | undefined;
  #player: unknown;
  #spare!: Slot[];
  #numbers!: number;
  #scratch: Slot | undefined;
  #collected!: FinalizationRegistry<number>;

  /**
   * @param options.isSecure whether random numbers are drawn securely
   * @param options.depth how far actions are run
   * @param options.isStored whether values become what JSON makes of them, as they do in a storage
   * @param options.load loads a state, or as much of it as the engine may need
   * @param options.keep has the engine keep the state that it has loaded
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

  /** The engine with its host; another one, if the last has failed. What was kept there is loaded again. */
  ready() {
    if (this.#match.engine.isRetired) this.#begin();
    return this.#match;
  }

  /** The engine with its host; it may have failed since it was `ready`. */
  get match() {
    return this.#match;
  }

  /** Frees the engine's memory, which is never collected otherwise. The states remain valid. */
  free() {
    this.#match.engine.free();
    this.#match = null!;
  }

  /** Whether the engine could go on from this state at once, without checking that it is valid. */
  knows(state: AnyState) {
    return this.#slotOf(state) !== undefined;
  }

  /** The state belongs to this slot now. A slot of an engine that has failed meanwhile is ignored. */
  note(state: AnyState, slot: Slot) {
    if (slot.engine !== this.#match.engine) return;
    if (this.#latest !== NONE) {
      if (this.#former !== NONE) this.#slots.set(this.#former.state, this.#former.slot!);
      this.#former = this.#latest;
    }
    this.#latest = { state, slot };
  }

  /** A copy of a state, to which fields may have been added, takes over its slot. */
  follow(copy: AnyState, state: AnyState) {
    const slot = this.#takeSlot(state);
    if (slot) this.note(copy, slot);
  }

  /**
   * Frees at once what the engine keeps of a state that is probably not used again: the garbage collector would be late, and all
   * of `G` with it. If somebody goes on from it after all, it is loaded again.
   */
  evict(state: AnyState) {
    const { engine } = this.ready();
    const slot = this.#takeSlot(state);
    if (slot && this.#hasCleared(engine, slot.number)) this.giveBack(slot);
  }

  /** A slot that no state has. Slots are reused, because watching an object is expensive. */
  takeSpare(): Slot {
    return this.#spare.pop() ?? this.#watched(this.#numbers++);
  }

  /** A slot that never belongs to a state: what is kept there is replaced by what is needed next. */
  scratch(): Slot {
    return (this.#scratch ??= this.takeSpare());
  }

  /** Returns a slot in which nothing is kept. */
  giveBack(slot: Slot) {
    this.#spare.push(slot);
  }

  /** The slot of a state, which is loaded first if the engine does not know it. Throws an error that names the path if the match cannot go on from it. */
  slotFor(state: AnyState): Slot | undefined {
    return this.#slotOf(state) ?? this.goTo(state);
  }

  /**
   * The engine goes to this state, and keeps it: its slot. Under `compat` there is none: boardgame.io's ways write in place, and what
   * is kept would not stay what it was. Throws an error that names the path if the match cannot go on from it.
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

  /** As `goTo`, and nothing is kept. */
  load(state: AnyState) {
    this.#present = undefined;
    this.#load(state, (whole) => this.#loadWhole(whole));
  }

  /** The engine's state stands for this one from now on; whether it was loaded from it. */
  keepPresent(state: AnyState, isLoaded: boolean): Slot | undefined {
    if (this.#rules.compat) return (this.#present = undefined);
    const slot = this.takeSpare();
    this.#keep(this.#match, slot.number, state);
    slot.isLoaded = isLoaded;
    this.note(state, slot);
    return (this.#present = slot);
  }

  /** The engine has gone to the state in this slot, and keeps it there, except under `compat`. Returns the slot, if it is kept. */
  keepNext(slot: Slot): Slot | undefined {
    const { engine } = this.#match;
    if (!this.#rules.compat) return (this.#present = slot);
    this.#present = undefined;
    engine.clearSlot(slot.number);
    this.giveBack(slot);
    return undefined;
  }

  /** Loads this state without keeping it, and returns what is wrong with it; undefined if nothing is. */
  obstacleToLoading(state: AnyState): Refusal | undefined {
    try {
      this.load(state);
    } catch (error) {
      return refusalOf(error);
    }
    return undefined;
  }

  /** Why the engine cannot go on from this state; most are the present one, and nothing is to be done. */
  obstacle(state: AnyState): Refusal | undefined {
    const slot = this.#slotOf(state);
    return slot !== undefined && slot === this.#present ? undefined : this.tryGoTo(state).error;
  }

  /** As `goTo`: the slot, as `origin`; or the `error` that names what is wrong with the state. */
  tryGoTo(state: AnyState): { origin?: Slot, error?: Refusal } {
    try {
      return { origin: this.goTo(state) };
    } catch (error) {
      return { error: refusalOf(error) };
    }
  }

  /** Who acts from now on. */
  setPlayer(playerID: unknown) {
    if (playerID === this.#player) return;
    this.#match.host.actFor(playerID === undefined || playerID === null ? undefined : String(playerID));
    this.#player = playerID;
  }

  /** What the player who may act alone could undo and redo; null if several may, or nobody, or there is nothing. */
  stepRights(state: AnyState) {
    const { engine, host } = this.ready();
    if (this.obstacle(state)) return null;
    const rights = engine.stepRights();
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
    configure(match, { allowsNobody: true, depth: this.#depth, drawsSecurely: this.#isSecure });
  }

  #loadWhole(state: AnyState) {
    const { engine, host } = this.#match;
    // The same for everybody who runs the action, no matter what was run before.
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

  /** A state was collected that had not been evicted. */
  #recover(number: number) {
    if (this.#hasCleared(this.#match.engine, number)) this.#spare.push(this.#watched(number));
  }

  /** Whether a slot is free again. A game's code may fail even when a state is dropped, which is over by then: nobody who needs the state is there. */
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

  /** Takes the slot from a state, and returns it. */
  #takeSlot(state: AnyState): Slot | undefined {
    const slot = this.#slotOf(state);
    if (state === this.#latest.state) this.#latest = NONE;
    else if (state === this.#former.state) this.#former = NONE;
    else this.#slots.delete(state);
    return slot;
  }
}

/** The refusal of an action in an invalid state. Throws the error again if it is any other one. */
function refusalOf(error: unknown): Refusal {
  if (!isValidationError(error)) throw error;
  return { type: REFUSAL_ACTION_INVALID, message: error.message };
}

/** Whether an error is about a state, and not about the engine. */
function isValidationError(error: unknown): error is RondelError {
  return error instanceof Error && error.name === 'RondelError' && !(error as RondelError).code.startsWith('engine/');
}
