import { EVENTS, flattenEnding, flattenEvent } from '../../pkg-template/lib/arguments.js';
import { Shapes } from '../../pkg-template/lib/shapes.js';

const INVALID_MOVE = 'INVALID_MOVE';
const TURN_ON_MOVE = 5;
const refusals = new WeakMap();

/** What a move answers to tell the caller why it is invalid; it is known without being looked into. */
export function invalid(payload) {
  const refusal = {};
  refusals.set(refusal, payload);
  return refusal;
}

/**
 * A host as small as it can be: no drafts, no plugins, no checks. A move changes nothing; it answers the
 * next `G`, or nothing for the same one. `open` counts what the engine has not given back yet.
 */
export class TestHost extends Shapes {
  open = 0;
  #kept = new Map();
  #next = 0;
  #tools;

  attach(engine) {
    const outside = (what) => new Error(`${what} was used outside moves and hooks`);
    const events = {};
    EVENTS.forEach((name, kind) => {
      events[name] = (arg) => {
        if (!engine.callEvent(kind, flattenEvent(name, arg, false))) throw outside(name);
      };
    });
    const number = () => {
      const drawn = engine.number();
      if (Number.isNaN(drawn)) throw outside('random');
      return drawn;
    };
    const setMetadata = (metadata) => {
      if (!engine.setMetadata(metadata)) throw outside('log');
    };
    this.#tools = { events, random: { Number: number }, log: { setMetadata } };
  }

  keep(value) {
    this.open += 1;
    this.#kept.set(this.#next, value);
    this.#next += 1;
    return this.#next - 1;
  }

  kept(id) {
    // Strict, so that a number that was given back is not used again.
    if (!this.#kept.has(id)) throw new Error(`nothing is kept under ${id}`);
    return this.#kept.get(id);
  }

  take(id) {
    const value = this.kept(id);
    this.release(id);
    return value;
  }

  release(id) {
    if (!this.#kept.delete(id)) throw new Error(`${id} was given back twice`);
    this.open -= 1;
  }

  warn() {}

  setup(setup, ctx, apis, setupData) {
    return this.keep(setup?.({ ctx, ...this.#tools }, this.kept(setupData)) ?? {});
  }

  runMove(move, g, ctx, apis, args) {
    const G = this.kept(g);
    const next = move({ G, ctx, playerID: ctx.playerID, ...this.#tools }, ...this.kept(args));
    return this.#refusal(next) ?? this.keep(next ?? G);
  }

  askValidity(validate, g, ctx, apis, args) {
    const answer = validate({ G: this.kept(g), ctx, playerID: ctx.playerID, ...this.#tools }, ...this.kept(args));
    return this.#refusal(answer) ?? 0;
  }

  runHook(hook, g, ctx, apis, method) {
    const G = this.kept(g);
    const playerID = method === TURN_ON_MOVE ? ctx.playerID : undefined;
    return this.keep(hook({ G, ctx, playerID, ...this.#tools }) ?? G);
  }

  ask(question, g, ctx) {
    return question({ G: this.kept(g), ctx, ...this.#tools });
  }

  askEnding(question, g, ctx) {
    const answer = this.ask(question, g, ctx);
    return answer ? flattenEnding(answer, false) : undefined;
  }

  fieldOf(g, field) {
    return this.kept(g)[field];
  }

  #refusal(answer) {
    if (answer === INVALID_MOVE) return -1;
    return refusals.has(answer) ? -2 - this.keep(refusals.get(answer)) : undefined;
  }
}
