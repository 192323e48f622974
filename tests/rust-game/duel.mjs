// The game of this crate, as Client and Master hold it: its rules are in Rust, and so is what each player may see.

import { readFileSync } from 'node:fs';
import { freeze } from 'immer';
import { EVENTS } from '../../pkg/lib/engine/codes.js';
import { Host } from '../../pkg/lib/engine/host.js';
import { instanceOf } from '../../pkg/lib/engine/instance.js';

const folder = new URL(`${process.env.CARGO_TARGET_DIR ?? new URL('../../target', import.meta.url).pathname}/rondel/rust-game/`, 'file://');
const instance = instanceOf(await import(new URL('rust_game.js', folder).href), ['GameEngine', 'Snapshot', 'OnlineClient', 'Viewer']);
const load = () => instance(() => new WebAssembly.Module(readFileSync(new URL('rust_game_bg.wasm', folder))));

/** As `src/definition.rs` numbers them. */
const NAMES = { moves: ['lay', 'draw'], events: EVENTS, plugins: [] };

/**
 * The game.
 *
 * @param {{ seed?: string, [setting: string]: any }} [settings] `seed`, and what a game says of itself by boardgame.io's names
 */
export function duel(settings = {}) {
  const game = { name: 'duel', ...settings };
  return Object.assign(game, { [Symbol.for('rondel.rules')]: new DuelRules(game) });
}

/** Answers what the module asks; beside what every engine asks, texts of JSON's, and a seed. */
class DuelHost extends Host {
  #seed;

  constructor(seed, mode) {
    super({}, mode);
    this.#seed = seed;
  }

  /** Shown to everybody, and so nobody may change it. */
  parse(text) {
    return this.keep(freeze(JSON.parse(text), true));
  }

  jsonText(id) {
    return JSON.stringify(this.kept(id)) ?? 'null';
  }

  seed() {
    return this.#seed;
  }
}

const SILENT = { development: false, warn() {} };

/** @implements {import('../../pkg-template/lib/game/rules.js').Rules} */
class DuelRules {
  name = 'duel';
  compat = false;
  botOptions = {};
  hides = true;
  #viewer;

  constructor(game) {
    this.game = this.settings = game;
  }

  open(mode) {
    const { GameEngine, OnlineClient, Snapshot } = load();
    const host = new DuelHost(this.game.seed ?? crypto.randomUUID(), mode);
    const engine = GameEngine.make(host);
    host.engine = engine;
    const takeSnapshot = () => new Snapshot(host, engine.snapshot());
    const follow = (...how) => new OnlineClient(host, engine.follow(...how));
    return { engine, host, names: NAMES, takeSnapshot, follow };
  }

  view({ G }, playerID) {
    if (!this.#viewer || this.#viewer.isRetired) this.#viewer = load().Viewer.make(new DuelHost('', SILENT));
    const { host } = this.#viewer;
    return host.kept(this.#viewer.view(host.keep([G, playerID ?? null])));
  }

  enumerate({ G }, playerID) {
    const hand = G.hands[playerID];
    const places = Array.isArray(hand) ? hand.map((_, place) => place) : [];
    return [...places.map((place) => ({ move: 'lay', args: [place] })), { event: 'endTurn' }];
  }

  checkSetupData() {
    return undefined;
  }

  variant(fields) {
    return duel({ ...this.game, ...fields });
  }
}
