import { encodeArgument, encodeEvent } from '../../pkg/lib/engine/argument.js';
import { Boundary, ModuleObject, inUse } from '../../pkg/lib/engine/boundary.js';
import {
  ANSWER_INVALID, ANSWER_INVALID_WITH, ANSWER_VALID, EVENTS, METHOD_TURN_ON_MOVE, PLACE_NONE, POSITION_AT, POSITION_NOWHERE, POSITION_ODD,
  VALUE_UNDEFINED, VALUES,
} from '../../pkg/lib/engine/codes.js';
import { ObjectFactory } from '../../pkg/lib/engine/object-factory.js';

const INVALID_MOVE = 'INVALID_MOVE';
const refusals = new WeakMap();
/** Serves all imports: tests hand it to src/js/imports.js. */
export const boundary = new Boundary();

/** Calls an export for a host, behind a guard. `moduleObject` stands for what lives in the module. */
export function guarded(moduleObject, call) {
  return boundary.call(moduleObject, call);
}

/** What frees an object of the module, once none of its code runs. */
export function freeing(moduleObject, free) {
  if (moduleObject.uses > 0) throw inUse();
  guarded(moduleObject, free);
}

export const moduleObjectOf = (host) => new ModuleObject(host);

/** What a move returns to give the caller the reason why it is invalid; it is recognised without being read. */
export function invalid(payload) {
  const refusal = {};
  refusals.set(refusal, payload);
  return refusal;
}

/**
 * A host as small as it can be: no drafts, no plugins, no checks. A move changes nothing; it returns the
 * next `G`, or nothing for the same one. `open` counts what the engine has not released yet.
 */
export class TestHost extends ObjectFactory {
  open = 0;
  #kept = new Map(VALUES.entries());
  #next = VALUES.length;
  #functions = [];
  #tools;

  attach(engine) {
    const outside = (what) => new Error(`${what} was used outside moves and hooks`);
    const events = {};
    EVENTS.forEach((name, kind) => {
      events[name] = (arg) => {
        if (!engine.callEvent(this.hand(kind, arg))) throw outside(name);
      };
    });
    const number = () => {
      const drawn = engine.number();
      if (Number.isNaN(drawn)) throw outside('random');
      return drawn;
    };
    const setMetadata = (metadata) => {
      if (!engine.setMetadata(this.keep(metadata))) throw outside('log');
    };
    this.#tools = { events, random: { Number: number }, log: { setMetadata } };
  }

  hand(event, arg) {
    this.list = encodeEvent(event, arg);
    return event;
  }

  functionAt(index) {
    const value = this.list[index];
    return typeof value === 'function' ? this.#functions.push(value) - 1 : PLACE_NONE;
  }

  keep(value) {
    if (value === undefined) return VALUE_UNDEFINED;
    this.open += 1;
    this.#kept.set(this.#next, value);
    this.#next += 1;
    return this.#next - 1;
  }

  kept(id) {
    // Strict, so that a released number is not used again.
    if (!this.#kept.has(id)) throw new Error(`nothing is kept under ${id}`);
    return this.#kept.get(id);
  }

  take(id) {
    const value = this.kept(id);
    this.release(id);
    return value;
  }

  release(id) {
    if (id < VALUES.length) return;
    if (!this.#kept.delete(id)) throw new Error(`${id} was given back twice`);
    this.open -= 1;
  }

  warn() {}

  setRefusal(type, message, payload) {
    this.refusal = [type, message, this.kept(payload)];
  }

  isTruthy(value) {
    return Boolean(this.kept(value));
  }

  setup(setup, ctx, apis, setupData) {
    return this.keep(this.#functions[setup]?.({ ctx: this.kept(ctx), ...this.#tools }, this.kept(setupData)) ?? {});
  }

  runMove(move, g, ctx, apis, args) {
    const next = this.#functions[move](this.#acting(g, ctx), ...this.kept(args));
    return this.#refusal(next) ?? this.keep(next ?? this.kept(g));
  }

  askValidity(validate, g, ctx, apis, args) {
    const answer = this.#functions[validate](this.#acting(g, ctx), ...this.kept(args));
    return this.#refusal(answer) ?? ANSWER_VALID;
  }

  runHook(hook, g, ctx, apis, method) {
    const context = { ...this.#acting(g, ctx), ...(method !== METHOD_TURN_ON_MOVE && { playerID: undefined }) };
    return this.keep(this.#functions[hook](context) ?? this.kept(g));
  }

  askEnding(question, g, ctx) {
    const answer = this.#ask(question, g, ctx);
    if (!answer) return 0;
    this.list = encodeArgument(answer, 1);
    return 1;
  }

  askName(question, g, ctx) {
    const answer = this.#ask(question, g, ctx);
    this.list = [answer];
    return answer ? 1 : 0;
  }

  askPosition(question, g, ctx) {
    const answer = this.#ask(question, g, ctx);
    this.list = [Number.isInteger(answer) ? answer : typeof answer];
    if (answer === undefined) return POSITION_NOWHERE;
    return Number.isInteger(answer) ? POSITION_AT : POSITION_ODD;
  }

  askFlag(question, g, ctx) {
    return this.#ask(question, g, ctx) ? 1 : 0;
  }

  #ask(question, g, ctx) {
    return this.#functions[question]({ G: this.kept(g), ctx: this.kept(ctx), ...this.#tools });
  }

  #acting(g, seen) {
    const ctx = this.kept(seen);
    return { G: this.kept(g), ctx, playerID: ctx.playerID, ...this.#tools };
  }

  #refusal(answer) {
    if (answer === INVALID_MOVE) return ANSWER_INVALID;
    return refusals.has(answer) ? ANSWER_INVALID_WITH - this.keep(refusals.get(answer)) : undefined;
  }
}
