import { EVENTS, PROBLEM_SETUP } from '../engine/codes.js';
import { GameHost } from '../engine/game-host.js';
import { gameModule } from '../engine/game-module.js';
import { RULES } from '../util/marks.js';
import { randomText } from '../util/random.js';
import { mode } from './mode.js';
import { checkSettings } from './rust-settings.js';
import type { Ctx, PartialGameState, PlayerID } from '../../types/game.js';
import type { GameDescription } from '../../types/rust-game.js';
import type { Compile } from '../engine/game-module.js';
import type { OtherObject } from '../engine/instance.js';
import type { Mode } from '../engine/match-host.js';
import type { RondelError } from '../util/error.js';
import type { Foreign } from '../util/foreign.js';
import type { OpenEngine } from './match.js';
import type { Moment, Rules, Settings, Variation } from './rules.js';

/** Mode of a host that only reads states of others. */
const SILENT = { warn() {} };

/** Rules of a game written in Rust. The module answers; the settings are those of the game object. */
class RustRules implements Rules {
  game: Foreign;
  settings: Settings;
  names: OpenEngine['names'];

  compat = false;
  enumerate: Rules['enumerate'];
  migrate: Rules['migrate'];
  /** Description from the build of the module: see `types/rust-game.ts`. */
  description: GameDescription;
  #compile: Compile;
  #viewer: OtherObject | null = null;
  #counts: Map<string, number>;

  constructor(game: Foreign, description: GameDescription, compile: Compile) {
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

  get isTimed() {
    return this.description.timed ?? false;
  }

  get botOptions() {
    const { ai, seed } = this.game;
    const { enumerate: movesOf } = this;
    return { ...ai, game: this.game, seed, enumerate: movesOf && ((G: Foreign, ctx: Ctx, playerID: PlayerID) => movesOf({ G, ctx }, playerID)) };
  }

  /** Returns the rules of a copy of the game, which may have other settings. */
  ofCopy(game: Foreign) {
    return new RustRules(game, this.description, this.#compile);
  }

  variant(fields: Variation) {
    return { ...this.game, ...fields };
  }

  /** Returns the current instance of the module. */
  module() {
    return gameModule(this.#compile);
  }

  /** Index of the game in its module. */
  get number() {
    return this.description.game;
  }

  /** Creates a host for objects of the current instance. */
  host(how: Pick<Mode, 'warn'>) {
    const { seed } = this.game;
    return new GameHost({
      shown: this.module().shown,
      seed: () => (seed === undefined ? randomText(2) : String(seed)),
      argumentsOf: (move, args) => this.argumentsOf(move, args),
    }, how);
  }

  open(how: Mode): OpenEngine {
    checkSettings(this.game, this.description);
    const { GameEngine, OnlineClient } = this.module();
    const host = this.host(how);
    const engine = GameEngine.make(host, this.number);
    host.engine = engine;
    const follow = (...options: [depth: number, hides: boolean]) => new OnlineClient(host, engine.follow(...options));
    return { engine, host, names: this.names, follow };
  }

  /** Returns the arguments that a move takes, without the browser's event that `onClick={moves.draw}` adds. */
  argumentsOf(move: string, args: readonly unknown[]) {
    const count = this.#counts.get(move) ?? args.length;
    return args.length > count ? args.slice(0, count) : args;
  }

  view({ G, ctx }: Moment, playerID: PlayerID | null | undefined): Foreign {
    if (!this.hides) return G;
    const seat = seatOf(playerID, ctx);
    return this.module().shown.viewOf(G, seat, (before: Foreign, view: Foreign) => this.#ask('view', [G, seat, ctx, before, view]));
  }

  checkSetupData(setupData: unknown, numPlayers: number): string | undefined {
    const { engine, host } = this.open(mode(this));
    try {
      return engine.start(numPlayers, host.keep(setupData)) ? undefined : host.takeRefusal().message;
    } catch (error) {
      if ((error as RondelError).code !== PROBLEM_SETUP) throw error;
      return (error as RondelError).message;
    } finally {
      engine.free();
    }
  }

  #movesOf({ G, ctx }: Moment, playerID: PlayerID | null | undefined) {
    return this.#ask('moves', [G, ctx, seatOf(playerID, ctx)]);
  }

  #migrated(state: PartialGameState, from: string | number | undefined) {
    const made = this.#ask('migrate', [state, from]);
    return made && { ...made, plugins: state.plugins };
  }

  /** Calls a method of the module's `Viewer` with these values, and returns its result. */
  #ask(method: string, values: unknown[]): Foreign {
    const viewer = this.#ready();
    const { host } = viewer;
    const ids = values.map((value) => host.keep(value));
    try {
      ids.push(viewer[method](...ids));
      return host.kept(ids.at(-1)!);
    } finally {
      // The result may be one of the arguments.
      for (const id of new Set(ids)) host.release(id);
    }
  }

  /** Returns the `Viewer` of the current instance. */
  #ready(): OtherObject {
    if (!this.#viewer || this.#viewer.isRetired) this.#viewer = this.module().Viewer.make(this.host(SILENT), this.number);
    return this.#viewer;
  }
}

export type { RustRules };

/** Returns the seat of a player; `null` for any other ID, which belongs to a spectator. */
function seatOf(playerID: PlayerID | null | undefined, { numPlayers }: Ctx): PlayerID | null {
  const seat = Number(playerID);
  return typeof playerID === 'string' && String(seat) === playerID && seat >= 0 && seat < numPlayers ? playerID : null;
}

/** Adds the rules to a game object. A copy of the object has them, too. */
export function withRules(game: Foreign, description: GameDescription, compile: Compile) {
  return Object.assign(game, { [RULES]: new RustRules(game, description, compile) });
}
