import { freeze, Immer } from 'immer';

import { encodeArgument } from './argument.js';
import { encodeTime } from './time.js';
import {
  ANSWER_INVALID, ANSWER_INVALID_WITH, ANSWER_VALID, EVENT_END_GAME, METHOD_GAME_ON_PLAYER_LEAVE, METHOD_MOVE, METHOD_TURN_ON_MOVE, METHOD_TURN_ON_TIMEOUT, METHODS, NO_NAME,
  PLACE_NONE, POSITION_AT, POSITION_NOWHERE, POSITION_ODD, POSITION_TEXT, PROBLEM_SETUP,
} from './codes.js';
import { isDevelopment } from '../util/environment.js';
import { isEqual } from '../util/copy.js';
import { effectsFor } from './effects.js';
import { rondelError } from '../util/error.js';
import { jsonCopy } from '../util/json-copy.js';
import { IN_PLACE, INVALID, INVALID_MOVE } from '../util/marks.js';
import { hasMembers } from '../util/objects.js';
import { messageOf } from '../util/print.js';
import { unawaited } from '../util/promise.js';
import { MatchHost } from './match-host.js';
import { playerNames } from './players.js';
import { StateChecks } from './state-checks.js';
import { encodeCtx } from './state.js';
import { makeTools, settle } from './tools.js';
import { isForeseen, pluginView } from './views.js';
import type { EffectMap } from '../../types/effects.js';
import type { Ctx, Game, GameMethod, PartialGameState, PlayerID, Plugin, PluginState, State } from '../../types/game.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { Mode } from './match-host.js';
import type { Tools } from './tools.js';

type Produce = Immer['produce'];
type ApiContext = Parameters<NonNullable<Plugin['api']>>[0];
type FlushContext = Parameters<NonNullable<Plugin['flush']>>[0];

/** Argument of a callback, without the APIs of plugins. */
interface Context extends Tools {
  G: Foreign;
  ctx: Ctx;
  playerID: PlayerID | null | undefined;
  move?: { name: string, args: Foreign };
}

/** A plugin with one of these, or a `setup`, has data; others have none before their first `action`. */
const KEEPS_DATA = ['api', 'flush', 'dangerouslyFlushRawState'] as const;
/** Hooks with a `playerID`. */
const KNOWING_WHO = [METHOD_TURN_ON_MOVE, METHOD_GAME_ON_PLAYER_LEAVE, METHOD_TURN_ON_TIMEOUT];
const NO_DATA: PluginState = { data: {} };

/** Immer's, for all games: one that does not freeze, and one that does. */
const produces: Produce[] = [];

/**
 * Calls the game's code for the engine: one method for each thing the engine may ask. `G`, `ctx`, arguments and the APIs of
 * plugins come as numbers of values, functions as places in a list.
 */
export class Host extends MatchHost {
  #game: Game;
  #isStored: boolean;
  #inPlace: boolean;
  #functions: ForeignFunction[] = [];
  #plugins: readonly Plugin[];
  #wraps: readonly Plugin[];
  #wrapped: WeakMap<ForeignFunction, ForeignFunction>[] | null;
  #tools: Tools;
  #produce: Produce;
  /** Checks of development; `null` in production. */
  checks: StateChecks | null;
  /** The game's declarations of effects. */
  readonly declaredEffects: EffectMap | undefined;
  /** Number of players of the match in which a callback runs. */
  numPlayers: number | undefined;
  /** The plugins' data, for the next call. */
  #data: Foreign[] = [];

  constructor(game: Game, { warn, inOnePage = false, isStored = false, isChecked = isDevelopment() }: Mode & { isChecked?: boolean }) {
    super(game.compat === '0.50', warn);
    this.#game = game;
    this.declaredEffects = game.effects;
    this.#isStored = isStored;
    this.#inPlace = inOnePage && this.compat;
    this.#tools = makeTools(this);
    this.#plugins = game.plugins ?? [];
    this.#wraps = this.#plugins.filter((plugin) => plugin.fnWrap);
    // A game without plugins that wrap has nothing to keep: weak collections cost each garbage collection.
    this.#wrapped = this.#wraps.length > 0 ? METHODS.map(() => new WeakMap()) : null;
    this.checks = isChecked ? new StateChecks({ game, plugins: this.#plugins, compat: this.compat, warn: (message) => this.warn(message) }) : null;
    // Frozen states catch mistakes, but freezing a list costs more than changing it: Immer alone takes 50
    // times as long for 2,000 objects. So production does without.
    this.#produce = produceOf(this.checks !== null);
  }

  abandon() {
    super.abandon();
    this.#data = [];
  }

  passEvent(event: number, arg: unknown) {
    this.checks?.argument(event, arg);
    return super.passEvent(event, event === EVENT_END_GAME ? this.asStored(arg) : arg);
  }

  /**
   * A value that becomes a part of a state, as JSON says it, where states are stored: on every node, and after a restart, a match goes on
   * from the same. It is a copy of the value, save for what equals `before`. Elsewhere it is the value itself, as in boardgame.io. Throws
   * `game/unserializable` if JSON has no text for it.
   */
  asStored(value: unknown, before: unknown = undefined): Foreign {
    if (!this.#isStored) return value;
    try {
      return jsonCopy(value, before, before);
    } catch (error) {
      throw rondelError('game/unserializable', messageOf(error));
    }
  }

  functionAt(index: number): number {
    const value = this.list[index];
    return typeof value === 'function' ? this.#functions.push(value) - 1 : PLACE_NONE;
  }

  setup(setup: number, ctx: number, apis: number, setupData: number) {
    const given = this.kept(setupData);
    this.checks?.given(given);
    if (setup === PLACE_NONE) return this.keep({});
    const G = unawaited(this.#functions[setup](this.#context(undefined, ctx, apis), this.asStored(given)));
    if (G === undefined) throw rondelError(PROBLEM_SETUP, 'setup: returned nothing: expected the first G');
    return this.keep(this.#storedG(this.checks ? this.checks.frozen(G) : G));
  }

  runMove(id: number, g: number, ctx: number, apis: number, args: number): number {
    const move = this.#functions[id];
    const G = this.kept(g);
    const argList = this.kept(args);
    if (this.#wraps.length > 0) {
      const next = this.#wrap(move, METHOD_MOVE)(this.#context(G, ctx, apis, this.acting), ...argList);
      return isInvalid(next) ? this.#refusal(next) : this.#keepG(this.#returned(next, G, METHOD_MOVE), G, METHOD_MOVE);
    }
    let refusal: number | undefined;
    const next = this.#produce(G, (draft: Foreign) => {
      const returned = move(this.#context(draft, ctx, apis, this.acting), ...argList);
      if (!isInvalid(returned)) return this.#returned(returned, draft, METHOD_MOVE);
      refusal = this.#refusal(returned);
    });
    return refusal ?? this.#keepG(next, G, METHOD_MOVE);
  }

  runHook(id: number, g: number, ctx: number, apis: number, method: number) {
    const hook = this.#functions[id];
    const G = this.kept(g);
    if (this.#wraps.length > 0) {
      const context = this.#hookContext(G, ctx, apis, method);
      return this.#keepG(this.#returned(this.#wrap(hook, method)(context), G, method), G, method);
    }
    const next = this.#produce(G, (draft: Foreign) => {
      return this.#returned(hook(this.#hookContext(draft, ctx, apis, method)), draft, method);
    });
    return this.#keepG(next, G, method);
  }

  askValidity(id: number, g: number, ctx: number, apis: number, args: number) {
    const returned = this.#call(id, this.#context(this.kept(g), ctx, apis, this.acting), this.kept(args));
    if (isInvalid(returned)) return this.#refusal(returned);
    return returned === undefined || returned ? ANSWER_VALID : ANSWER_INVALID;
  }

  askEnding(id: number, g: number, ctx: number, apis: number) {
    const returned = this.asStored(this.#ask(id, g, ctx, apis));
    if (!returned) return 0;
    this.list = encodeArgument(returned, 1);
    return 1;
  }

  askName(id: number, g: number, ctx: number, apis: number) {
    const returned = this.#ask(id, g, ctx, apis);
    if (!returned) return 0;
    this.list = [typeof returned === 'string' ? returned : NO_NAME];
    return 1;
  }

  askPlayers(id: number, g: number, ctx: number, apis: number) {
    return this.#handOverPlayers(this.#ask(id, g, ctx, apis));
  }

  askPosition(id: number, g: number, ctx: number, apis: number) {
    const returned = this.#ask(id, g, ctx, apis);
    if (returned === undefined) return POSITION_NOWHERE;
    this.list = [returned];
    if (Number.isInteger(returned)) return POSITION_AT;
    if (typeof returned === 'string') return POSITION_TEXT;
    this.list = [typeof returned === 'number' ? String(returned) : typeof returned];
    return POSITION_ODD;
  }

  askFlag(id: number, g: number, ctx: number, apis: number) {
    return this.#ask(id, g, ctx, apis) ? 1 : 0;
  }

  askTime(id: number, g: number, ctx: number, apis: number) {
    const returned = this.#ask(id, g, ctx, apis);
    if (returned === undefined || returned === null) return 0;
    this.list = encodeTime(returned, 'time');
    return 1;
  }

  setHookMove(name: string, args: number) {
    [this.moveName, this.moveArgs] = [name, this.kept(args)];
  }

  /** The `G` that a player sees. Errors of the game end here: the engine then knows that nobody could have foreseen what they see. */
  view(g: number, ctx: number, player: number) {
    const [G, seen] = [this.kept(g), this.kept(ctx)];
    const { playerView } = this.#game;
    return this.keep(playerView ? unawaited(playerView.call(this.#game, { G, ctx: seen, playerID: this.name(player) })) : G);
  }

  /** The data of the plugins that a player sees. */
  viewPlugins(g: number, seen: number, player: number) {
    const data = this.#takeData();
    const [game, G, ctx, playerID] = [this.#game, this.kept(g), this.kept(seen), this.name(player)];
    this.list = this.#plugins.map((plugin, i) => data[i] && pluginView(plugin, { game, G, ctx, data: data[i], playerID }, this.compat));
    return 0;
  }

  isSameValue(one: number, other: number) {
    return isEqual(this.kept(one), this.kept(other)) ? 1 : 0;
  }

  isForeseen(seen: number, foreseen: number, base: number) {
    return isForeseen(this.kept(seen), this.kept(foreseen), this.kept(base)) ? 1 : 0;
  }

  showsSameEffects(player: number, one: number, other: number) {
    const [seen, foreseen] = [one, other].map((list) => effectsFor(this.name(player), this.kept(list), this.declaredEffects));
    return isEqual(seen, foreseen) ? 1 : 0;
  }

  playersIn(g: number, field: string) {
    return this.#handOverPlayers(this.kept(g)?.[field]);
  }

  /** boardgame.io rewrites the caller's object, and its log shows it. */
  markUsed(id: number) {
    const arg = this.kept(id);
    for (const options of [arg, arg?.currentPlayer, arg?.others, arg?.all, ...Object.values(arg?.value ?? {})]) {
      if (!options?.moveLimit || Object.isFrozen(options)) continue;
      options.maxMoves = options.moveLimit;
      delete options.moveLimit;
    }
  }

  pushData(data: number) {
    this.#data.push(this.kept(data));
  }

  setUpPlugins(ctx: number) {
    const game = this.#game;
    const seen = this.kept(ctx);
    this.list = this.#plugins.map((plugin) => {
      if (plugin.setup) return unawaited(plugin.setup({ G: {}, ctx: seen, game })) ?? {};
      return KEEPS_DATA.some((method) => plugin[method]) ? {} : undefined;
    });
    this.checks?.flushed([undefined, ...this.list], []);
    this.list = this.list.map((data) => this.asStored(data));
    return 0;
  }

  openPlugins(g: number, seen: number, player: number) {
    const data = this.#takeData();
    const [G = {}, ctx] = [this.kept(g), this.kept(seen)];
    const playerID = this.name(player) ?? undefined;
    const game = this.#game;
    const apis: Record<string, Foreign> = {};
    this.#plugins.forEach((plugin, i) => {
      if (!plugin.api) return;
      const { name } = plugin;
      const builtIn = apis[name] ?? this.#tools[name as keyof Tools];
      apis[name] = unawaited(plugin.api({ G, ctx, data: orEmpty(data[i]), game, playerID, api: builtIn, [IN_PLACE]: this.#inPlace } as ApiContext));
    });
    return this.keep(apis);
  }

  flushPlugins(g: number, seen: number, offered: number) {
    const data = this.#takeData();
    let G = this.kept(g);
    const before = [G, ...data];
    const [ctx, apis] = [this.kept(seen), this.kept(offered)];
    const game = this.#game;
    let changed: Ctx | undefined;
    // Last first, so that a plugin may work with those listed before it.
    for (let i = this.#plugins.length - 1; i >= 0; i -= 1) {
      const plugin = this.#plugins[i];
      const api = apis[plugin.name];
      if (plugin.flush) {
        data[i] = unawaited(plugin.flush({ G, ctx: changed ?? ctx, game, api, data: orEmpty(data[i]), [IN_PLACE]: this.#inPlace } as FlushContext));
      } else if (plugin.dangerouslyFlushRawState) {
        const raw = { G, ctx: changed ?? ctx, plugins: this.#pluginState(data) };
        const state = unawaited(plugin.dangerouslyFlushRawState({ state: raw as State, game, api, data: orEmpty(data[i]) }));
        if (state.ctx !== raw.ctx) changed = state.ctx;
        G = state.G;
        this.#plugins.forEach(({ name }, j) => {
          data[j] = state.plugins[name]?.data;
        });
      }
    }
    this.checks?.flushed([G, ...data], before);
    this.list = [this.#storedG(G, before[0]), ...data.map((value, i) => this.asStored(value, before[i + 1]))];
    this.list.push(...(changed ? [1, ...encodeCtx(this.asStored(changed), this.compat)] : [0]));
    return 0;
  }

  askNoClient(g: number, seen: number, offered: number) {
    const data = this.#takeData();
    const [G, ctx, apis] = [this.kept(g), this.kept(seen), this.kept(offered)];
    const game = this.#game;
    const waits = this.#plugins.some((plugin, i) => unawaited(plugin.noClient?.({ G, ctx, game, api: apis[plugin.name], data: data[i] })));
    return waits ? 1 : 0;
  }

  askPlugins(g: number, seen: number) {
    const data = this.#takeData();
    const [G, ctx] = [this.kept(g), this.kept(seen)];
    const game = this.#game;
    for (let i = 0; i < this.#plugins.length; i += 1) {
      const message = unawaited(this.#plugins[i].isInvalid?.({ G, ctx, game, data: data[i] }));
      if (!message) continue;
      this.list = [{ plugin: this.#plugins[i].name, message }];
      return i;
    }
    return PLACE_NONE;
  }

  runPluginAction(index: number, data: number, payload: number) {
    const plugin = this.#plugins[index];
    const before = this.kept(data);
    const after = plugin.action ? unawaited(plugin.action(orEmpty(before), this.kept(payload))) : before;
    this.checks?.pluginData(index, after);
    return this.keep(this.asStored(after, before));
  }

  pluginsFor(playerID: PlayerID | null | undefined, { G, ctx, plugins }: PartialGameState) {
    const game = this.#game;
    const view = super.pluginsFor(playerID, { G, ctx, plugins });
    for (const plugin of this.#plugins) {
      if (!plugin.playerView) continue;
      const { data } = plugins[plugin.name] ?? NO_DATA;
      view[plugin.name] = { data: pluginView(plugin, { game, G, ctx, data, playerID }, this.compat) };
    }
    return view;
  }

  /** `turn.onMove` is passed who made which move, `onPlayerLeave` who leaves, and `onTimeout` whose time has run out. */
  #hookContext(G: Foreign, ctx: number, apis: number, method: number) {
    const knowsWho = KNOWING_WHO.includes(method);
    const context = this.#context(G, ctx, apis, knowsWho ? this.acting : undefined);
    if (method === METHOD_TURN_ON_MOVE) context.move = { name: this.moveName, args: this.moveArgs };
    return context;
  }

  /** The number that stands for a refusal in the engine: see `payload` in `src/js/host.rs`. */
  #refusal(returned: Foreign) {
    return returned === INVALID_MOVE ? ANSWER_INVALID : ANSWER_INVALID_WITH - this.keep(settle(returned.payload));
  }

  #ask(id: number, g: number, ctx: number, apis: number): Foreign {
    return this.#call(id, this.#context(this.kept(g), ctx, apis), []);
  }

  #call(id: number, context: unknown, args: readonly unknown[]): Foreign {
    const callback = this.#functions[id];
    const returned = unawaited(callback(context, ...args));
    this.checks?.callbackReturned(returned, callback);
    return returned;
  }

  #handOverPlayers(players: unknown) {
    const names = playerNames(players, this.compat);
    if (!names) return 0;
    this.list = [names.length, ...names];
    return 1;
  }

  #takeData() {
    const data = this.#data;
    this.#data = [];
    return data;
  }

  /** The argument of a callback; `playerID` is who acts, for callbacks that are passed it. */
  #context(G: Foreign, seen: number, offered: number, playerID: PlayerID | null | undefined = undefined): Context {
    const ctx = this.kept(seen);
    // The next callback may get the same `ctx`: in development nobody can change it.
    if (this.checks) Object.freeze(ctx);
    this.numPlayers = ctx.numPlayers;
    const { events, random, log, effects } = this.#tools;
    const context = { G, ctx, playerID, events, random, log, effects };
    const apis = this.kept(offered);
    return apis === undefined ? context : Object.assign(context, apis);
  }

  #wrap(callback: ForeignFunction, method: number): ForeignFunction {
    let wrapped = this.#wrapped![method].get(callback);
    if (!wrapped) {
      wrapped = this.#wraps.reduce(
        (inner, plugin) => plugin.fnWrap!(inner, METHODS[method] as GameMethod),
        this.#withDraft(callback, method),
      );
      this.#wrapped![method].set(callback, wrapped);
    }
    return wrapped;
  }

  #withDraft(callback: ForeignFunction, method: number): ForeignFunction {
    return (context: Context, ...args: unknown[]) => {
      let refusal: unknown;
      const next = this.#produce(context.G, (G: Foreign) => {
        const returned = callback({ ...context, G }, ...args);
        if (!isInvalid(returned)) return this.#returned(returned, G, method);
        // Its payload may hold drafts, which are revoked when this function returns.
        refusal = returned === INVALID_MOVE ? returned : { [INVALID]: true, payload: settle(returned.payload) };
      });
      return refusal ?? this.#checked(next, method);
    };
  }

  #pluginState(data: Foreign[]) {
    const entries = this.#plugins.map(({ name }, i) => [name, { data: data[i] }]);
    return Object.fromEntries(entries.filter((_, i) => data[i] !== undefined));
  }

  /** Returns the result of a move or hook for this `G`, checked in development. */
  #returned(returned: Foreign, G: Foreign, method: number): Foreign {
    return this.checks ? this.checks.returned(unawaited(returned), G, method, this.moveName) : unawaited(returned);
  }

  /** Keeps the `G` that a move or hook has made of the one before. */
  #keepG(G: Foreign, before: unknown, method: number) {
    return this.keep(this.#storedG(this.#checked(G, method), before));
  }

  /** As `asStored`; in development it is frozen, as what Immer makes. */
  #storedG(G: Foreign, before: unknown = undefined): Foreign {
    const stored = this.asStored(G, before);
    return stored === G || !this.checks ? stored : freeze(stored, true);
  }

  #checked(G: Foreign, method: number): Foreign {
    return this.checks ? this.checks.made(G, method, this.moveName) : G;
  }
}

/** Production does not freeze, because that visits every member of a list that has changed: 190 µs for 2,000 objects. */
function produceOf(freezes: boolean) {
  return (produces[Number(freezes)] ??= new Immer({ autoFreeze: freezes }).produce);
}

/** The data of a plugin, as most of its functions are passed them. */
function orEmpty(data: unknown): Foreign {
  return data === undefined ? {} : data;
}

function isInvalid(returned: unknown) {
  return returned === INVALID_MOVE || (hasMembers(returned) && returned[INVALID] === true);
}
