import { EVENTS, PROBLEM_SETUP } from '../engine/codes.js';
import { GameHost } from '../engine/game-host.js';
import { gameModule } from '../engine/game-module.js';
import { RULES } from '../util/marks.js';
import { randomText } from '../util/random-id.js';
import { mode } from './mode.js';
import { checkSettings } from './rust-settings.js';

/** @typedef {import('./rules.js').Rules} Rules */

/** The mode of a host that only reads states of others. */
const SILENT = { warn() {} };

/**
 * The rules of a game that is written in Rust: its module is asked, and the settings are those of the game's object.
 *
 * @implements {Rules}
 */
class RustRules {
  compat = false;
  /** @type {Rules['enumerate']} */
  enumerate;
  /** @type {Rules['migrate']} */
  migrate;
  /** The description that was built with the module: see `rust-game.d.ts`. */
  description;
  #compile;
  /** @type {any} */
  #viewer = null;
  #counts;

  /**
   * @param {any} game
   * @param {import('../../rust-game.js').GameDescription} description
   * @param {() => WebAssembly.Module | BufferSource} compile
   */
  constructor(game, description, compile) {
    this.game = this.settings = game;
    this.description = description;
    this.#compile = compile;
    this.#counts = new Map(description.moves.map(({ name, args }) => [name, args.length]));
    this.names = {
      moves: description.moves.map(({ name }) => name),
      events: EVENTS.map((name) => (description.disabledEvents?.includes(name) ? null : name)),
      plugins: [],
    };
    if (description.enumerates) this.enumerate = (moment, playerID) => this.#movesOf(moment, playerID);
    if (description.migrates) this.migrate = (state, from) => this.#migrated(state, from);
  }

  get name() {
    return this.game.name ?? this.description.name;
  }

  get hides() {
    return this.description.hides ?? true;
  }

  get botOptions() {
    const { ai, seed } = this.game;
    const { enumerate: movesOf } = this;
    return { ...ai, game: this.game, seed, enumerate: movesOf && ((G, ctx, playerID) => movesOf({ G, ctx }, playerID)) };
  }

  /** The rules of a copy of the game, which may have other settings. */
  ofCopy(game) {
    return new RustRules(game, this.description, this.#compile);
  }

  variant(fields) {
    return { ...this.game, ...fields };
  }

  /** The present instance of the module. */
  module() {
    return gameModule(this.#compile);
  }

  /** The game's place in its module. */
  get number() {
    return this.description.game;
  }

  /** A host for objects of the present instance. */
  host(how) {
    const { seed } = this.game;
    return new GameHost({
      shown: this.module().shown,
      seed: () => (seed === undefined ? randomText(2) : String(seed)),
      argumentsOf: (move, args) => this.argumentsOf(move, args),
    }, how);
  }

  open(how) {
    checkSettings(this.game, this.description);
    const { GameEngine, OnlineClient, Snapshot } = this.module();
    const host = this.host(how);
    const engine = GameEngine.make(host, this.number);
    host.engine = engine;
    const takeSnapshot = () => new Snapshot(host, engine.snapshot());
    const follow = (...options) => new OnlineClient(host, engine.follow(...options));
    return { engine, host, names: this.names, takeSnapshot, follow };
  }

  /** The arguments that a move takes: without the browser's event, which `onClick={moves.draw}` adds. */
  argumentsOf(move, args) {
    const count = this.#counts.get(move) ?? args.length;
    return args.length > count ? args.slice(0, count) : args;
  }

  view({ G, ctx }, playerID) {
    if (!this.hides) return G;
    const seat = seatOf(playerID, ctx);
    return this.module().shown.viewOf(G, seat, (before, view) => this.#ask('view', [G, seat, ctx, before, view]));
  }

  checkSetupData(setupData, numPlayers) {
    const { engine, host } = this.open(mode());
    try {
      return engine.start(numPlayers, host.keep(setupData)) ? undefined : host.takeRefusal().message;
    } catch (error) {
      if (error.code !== PROBLEM_SETUP) throw error;
      return error.message;
    } finally {
      engine.free();
    }
  }

  #movesOf({ G, ctx }, playerID) {
    return this.#ask('moves', [G, ctx, seatOf(playerID, ctx)]);
  }

  #migrated(state, from) {
    const made = this.#ask('migrate', [state, from]);
    return made && { ...made, plugins: state.plugins };
  }

  /** Calls a method of the module's `Viewer` with these values, and returns its result. */
  #ask(method, values) {
    const viewer = this.#ready();
    const { host } = viewer;
    const ids = values.map((value) => host.keep(value));
    try {
      ids.push(viewer[method](...ids));
      return host.kept(ids.at(-1));
    } finally {
      // What is returned may be one of those that were handed over.
      for (const id of new Set(ids)) host.release(id);
    }
  }

  /** The `Viewer` of the present instance. */
  #ready() {
    if (!this.#viewer || this.#viewer.isRetired) this.#viewer = this.module().Viewer.make(this.host(SILENT), this.number);
    return this.#viewer;
  }
}

/** The seat of a player; null for any other ID, whose owner is a spectator. */
function seatOf(playerID, { numPlayers }) {
  const seat = Number(playerID);
  return typeof playerID === 'string' && String(seat) === playerID && seat >= 0 && seat < numPlayers ? playerID : null;
}

/** The game's object with its rules, which a copy of the object has, too. */
export function withRules(game, description, compile) {
  return Object.assign(game, { [RULES]: new RustRules(game, description, compile) });
}
