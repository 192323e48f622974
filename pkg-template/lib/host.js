import { Immer, freeze } from 'immer';

import { flattenEnding, rewriteMoveLimits } from './arguments.js';
import { rondelError } from './error.js';
import { findUnserializable } from './serializable.js';
import { Shapes } from './shapes.js';
import { flattenCtx } from './state.js';
import { makeTools, settle } from './tools.js';

const INVALID_MOVE = 'INVALID_MOVE';
const INVALID = Symbol.for('rondel.invalid');

/** boardgame.io's `GameMethod`, in the order of the engine's own. */
const METHODS = [
  'MOVE', 'GAME_ON_END', 'PHASE_ON_BEGIN', 'PHASE_ON_END', 'TURN_ON_BEGIN', 'TURN_ON_MOVE', 'TURN_ON_END',
  'GAME_ON_PLAYER_LEAVE',
];
const MOVE = 0;
const TURN_ON_MOVE = 5;
const GAME_ON_PLAYER_LEAVE = 7;

/** Calls the game's code for the engine: one method for each thing the engine may ask. */
export class Host extends Shapes {
  /** The move that is being made. */
  moveName;
  moveArgs;
  #engine;
  #game;
  #plugins;
  #wraps;
  #wrapped = METHODS.map(() => new WeakMap());
  #tools;
  #compat;
  #development;
  #warn;
  #produce;
  #sound = new WeakSet();
  #kept = [];
  #free = [];

  constructor(game, { development, warn }) {
    super();
    this.#game = game;
    this.#compat = game.compat === '0.50';
    this.#tools = makeTools(() => this.#engine, this.#compat);
    this.#plugins = game.plugins ?? [];
    this.#wraps = this.#plugins.filter((plugin) => plugin.fnWrap);
    this.#development = development;
    this.#warn = warn;
    // Frozen states catch mistakes, but freezing a list costs more than changing it: Immer alone takes 50
    // times as long for 2,000 objects. So production does without.
    this.#produce = new Immer({ autoFreeze: development }).produce;
  }

  /** Gives the host the engine that moves and hooks work with. */
  attach(engine) {
    this.#engine = engine;
  }

  warn(message) {
    this.#warn(message);
  }

  /** Keeps a value for the engine, which knows it by a number only. */
  keep(value) {
    const id = this.#free.length > 0 ? this.#free.pop() : this.#kept.length;
    this.#kept[id] = value;
    return id;
  }

  kept(id) {
    return this.#kept[id];
  }

  /** The value that the engine hands over, which is kept no longer. */
  take(id) {
    const value = this.#kept[id];
    this.release(id);
    return value;
  }

  release(id) {
    this.#kept[id] = undefined;
    this.#free.push(id);
  }

  setup(setup, ctx, apis, setupData) {
    if (setup === undefined) return this.keep({});
    const G = setup(this.#context(undefined, ctx, apis), this.#kept[setupData]);
    if (G === undefined) throw rondelError('game/setup', 'setup: returned nothing; it returns the first G');
    return this.keep(this.#development ? freeze(this.#checked(G), true) : G);
  }

  runMove(move, g, ctx, apis, args) {
    const G = this.#kept[g];
    const argList = this.#kept[args];
    if (this.#wraps.length > 0) {
      const context = this.#context(G, ctx, apis);
      context.playerID = ctx.playerID;
      const next = this.#wrap(move, MOVE)(context, ...argList);
      return isInvalid(next) ? this.#refusal(next) : this.keep(next);
    }
    let refusal;
    const next = this.#produce(G, (draft) => {
      const context = this.#context(draft, ctx, apis);
      context.playerID = ctx.playerID;
      const answer = move(context, ...argList);
      if (!isInvalid(answer)) return answer;
      refusal = this.#refusal(answer);
    });
    return refusal ?? this.keep(this.#checked(next));
  }

  runHook(hook, g, ctx, apis, method) {
    const G = this.#kept[g];
    if (this.#wraps.length > 0) {
      const context = this.#hookContext(G, ctx, apis, method);
      return this.keep(this.#wrap(hook, method)(context));
    }
    const next = this.#produce(G, (draft) => {
      return hook(this.#hookContext(draft, ctx, apis, method));
    });
    return this.keep(this.#checked(next));
  }

  askValidity(validate, g, ctx, apis, args) {
    const context = this.#context(this.#kept[g], ctx, apis);
    context.playerID = ctx.playerID;
    const answer = validate(context, ...this.#kept[args]);
    if (isInvalid(answer)) return this.#refusal(answer);
    return answer === undefined || answer ? 0 : -1;
  }

  ask(question, g, ctx, apis) {
    return question(this.#context(this.#kept[g], ctx, apis));
  }

  askEnding(question, g, ctx, apis) {
    const answer = this.ask(question, g, ctx, apis);
    return answer ? flattenEnding(answer, this.#compat) : undefined;
  }

  markUsed(next) {
    rewriteMoveLimits(this.#kept[next]);
  }

  fieldOf(g, field) {
    return this.#kept[g]?.[field];
  }

  setUpPlugins(ctx) {
    const game = this.#game;
    return this.#plugins.map((plugin) => plugin.setup?.({ G: {}, ctx, game }) ?? {});
  }

  openPlugins(G = {}, ctx, data, player) {
    const playerID = this.name(player) ?? undefined;
    const game = this.#game;
    const apis = {};
    this.#plugins.forEach(({ name, api }, i) => {
      if (!api) return;
      const builtIn = apis[name] ?? this.#tools[name];
      apis[name] = api({ G, ctx, data: data[i], game, playerID, api: builtIn });
    });
    return apis;
  }

  flushPlugins(G, ctx, data, apis) {
    const game = this.#game;
    let changed;
    // Last first, so that a plugin may work with those listed before it.
    for (let i = this.#plugins.length - 1; i >= 0; i -= 1) {
      const plugin = this.#plugins[i];
      const api = apis[plugin.name];
      if (plugin.flush) {
        data[i] = plugin.flush({ G, ctx: changed ?? ctx, game, api, data: data[i] });
      } else if (plugin.dangerouslyFlushRawState) {
        const before = { G, ctx: changed ?? ctx, plugins: this.#pluginState(data) };
        const state = plugin.dangerouslyFlushRawState({ state: before, game, api, data: data[i] });
        if (state.ctx !== before.ctx) changed = state.ctx;
        G = state.G;
        this.#plugins.forEach(({ name }, j) => {
          data[j] = state.plugins[name]?.data;
        });
      }
    }
    return [G, changed && flattenCtx(changed, this.#compat), ...data];
  }

  askNoClient(G, ctx, data, apis) {
    const game = this.#game;
    return this.#plugins.some(({ name, noClient }, i) => noClient?.({ G, ctx, game, api: apis[name], data: data[i] }));
  }

  askPlugins(G, ctx, data) {
    const game = this.#game;
    for (let i = 0; i < this.#plugins.length; i += 1) {
      const message = this.#plugins[i].isInvalid?.({ G, ctx, game, data: data[i] });
      if (message) return [i, message];
    }
    return undefined;
  }

  runPluginAction(index, data, payload) {
    const { action } = this.#plugins[index];
    const before = this.#kept[data];
    return this.keep(action ? action(before, this.#kept[payload]) : before);
  }

  /** The plugins' data as this player may see it. */
  pluginsFor(playerID, { G, ctx, plugins }) {
    const game = this.#game;
    const view = { ...plugins, random: { data: undefined } };
    for (const { name, playerView } of this.#plugins) {
      if (!playerView) continue;
      view[name] = { data: playerView({ G, ctx, game, data: plugins[name]?.data, playerID }) };
    }
    return view;
  }

  /** `turn.onMove` gets to know who made which move, and `onPlayerLeave` who leaves. */
  #hookContext(G, ctx, apis, method) {
    const context = this.#context(G, ctx, apis);
    if (method === TURN_ON_MOVE || method === GAME_ON_PLAYER_LEAVE) context.playerID = ctx.playerID;
    if (method === TURN_ON_MOVE) context.move = { name: this.moveName, args: this.moveArgs };
    return context;
  }

  /** The number by which the engine knows a refusal: see `payload` in `src/js/host.rs`. */
  #refusal(answer) {
    return answer === INVALID_MOVE ? -1 : -2 - this.keep(settle(answer.payload));
  }

  #context(G, ctx, apis) {
    // The next callback may get the same `ctx`: in development nobody can change it.
    if (this.#development) Object.freeze(ctx);
    const { events, random, log } = this.#tools;
    const context = { G, ctx, playerID: undefined, events, random, log };
    return apis === undefined ? context : Object.assign(context, apis);
  }

  #wrap(callback, method) {
    let wrapped = this.#wrapped[method].get(callback);
    if (!wrapped) {
      wrapped = this.#wraps.reduce(
        (inner, { fnWrap }) => fnWrap(inner, METHODS[method]),
        this.#withDraft(callback),
      );
      this.#wrapped[method].set(callback, wrapped);
    }
    return wrapped;
  }

  #withDraft(callback) {
    return (context, ...args) => {
      let refusal;
      const next = this.#produce(context.G, (G) => {
        const answer = callback({ ...context, G }, ...args);
        if (!isInvalid(answer)) return answer;
        // What it says may hold drafts, which are revoked when this function returns.
        refusal = answer === INVALID_MOVE ? answer : { [INVALID]: true, payload: settle(answer.payload) };
      });
      return refusal ?? this.#checked(next);
    };
  }

  #pluginState(data) {
    const entries = this.#plugins.map(({ name }, i) => [name, { data: data[i] }]);
    return Object.fromEntries(entries);
  }

  #checked(G) {
    if (this.#development) {
      const problem = findUnserializable(G, 'G', this.#sound);
      if (problem) {
        const what = `${problem.path}: ${problem.found} cannot be serialised`;
        throw rondelError('game/unserializable', `${what}; G holds only what JSON can say`);
      }
    }
    return G;
  }
}

function isInvalid(answer) {
  return answer === INVALID_MOVE || (typeof answer === 'object' && answer !== null && answer[INVALID] === true);
}
