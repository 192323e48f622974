import { loadEngine } from '../engine/load-engine.js';
import { PROBLEM_NUM_PLAYERS, PROBLEM_SETUP, REFUSAL_ACTION_INVALID, REFUSAL_PLUGIN_INVALID } from '../engine/codes.js';
import { objectionToSetupData, refusalOfSetupData, withoutCompat } from './declarations.js';
import { readDefinition } from './definition.js';
import { drawsSecurely, rulesOf } from './rules.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { noop } from '../util/noop.js';
import { Host } from '../engine/host.js';
import { numberOfPlayers } from '../engine/players.js';
import type { ClientOpts } from '../../types/client.js';
import type { Game } from '../../types/game.js';
import type { GameEngine, OtherObject } from '../engine/instance.js';
import type { MatchHost, Mode } from '../engine/match-host.js';
import type { Foreign } from '../util/foreign.js';
import type { Names } from './definition.js';
import type { Rules } from './rules.js';

/** How far actions run: to the end, or as in the reducer of a boardgame.io client. */
export type Depth = 'all' | 'moves';

export interface OpenEngine {
  engine: GameEngine;
  host: MatchHost;
  names: Names;
  /** Opens a client of a master that plays the game with this engine. */
  follow: (depth: number, hides: boolean) => OtherObject;
}

/** Opens an engine for a game, with its host and the names of moves, events and plugins. No match has begun yet. */
export function openEngine(rules: Rules, mode: Mode): OpenEngine {
  return rules.open ? rules.open(mode) : openJavaScript(rules.game, mode);
}

function openJavaScript(game: Game, mode: Mode): OpenEngine {
  const { definition, names } = readDefinition(game, mode.warn);
  const { GameEngine, OnlineClient } = loadEngine();
  const host = new Host(game, mode);
  host.list = definition;
  const engine = GameEngine.make(host);
  host.engine = engine;
  const follow = (...how: [depth: number, hides: boolean]) => new OnlineClient(host, engine.follow(...how));
  return { engine, host, names, follow };
}

/**
 * Opens an engine and begins a match.
 *
 * @param now returns the present moment, for the clock of the match
 */
export function openMatch({ game, numPlayers, setupData }: ClientOpts, mode: Mode, now: () => number) {
  const rules = rulesOf(game);
  const match = openEngine(rules, mode);
  configure(match, { drawsSecurely: drawsSecurely(rules), hasClock: true });
  match.host.readClock = now;
  startMatch(match, numPlayers, setupData, () => checkSetupData(rules, numPlayers, setupData));
  return match;
}

/** Throws if the game refuses the setup data of a page. Without setup data the game is not asked, as in boardgame.io. */
function checkSetupData(rules: Rules, numPlayers: number | undefined, setupData: unknown) {
  // Games in Rust check them in their setup.
  if (setupData === undefined || rules.checkSetupData) return;
  const why = objectionToSetupData(rules, setupData, numberOf(numPlayers));
  if (why !== undefined) throw rondelError(PROBLEM_SETUP, refusalOfSetupData(why));
}

/**
 * Sets the options of an engine, which `src/js/options.rs` describes. Frees the engine if this throws, for example if the environment has
 * no cryptographic generator.
 */
export function configure({ engine, host }: OpenEngine, options: { allowsNobody?: boolean, depth?: Depth, drawsSecurely?: boolean, hasClock?: boolean }) {
  try {
    engine.configure(host.keep(options));
  } catch (error) {
    engine.free();
    throw error;
  }
}

/** Begins a match after `check`, which may throw. Frees the engine if this fails. */
export function startMatch({ engine, host }: OpenEngine, numPlayers: number | undefined, setupData: unknown, check = noop) {
  try {
    check();
    if (!engine.start(numberOf(numPlayers), host.keep(setupData))) {
      const { type, message, payload } = host.takeRefusal();
      throw rondelError(type!, host.compat === false && beginsThere(type, payload) ? withoutCompat(message!) : message!, payload);
    }
  } catch (error) {
    engine.free();
    throw error;
  }
}

/**
 * Returns `true` if boardgame.io begins a match despite this refusal: after events that hooks may not call, but not after a plugin's
 * refusal.
 */
function beginsThere(type: string | undefined, payload: Foreign) {
  return payload === undefined ? type === REFUSAL_ACTION_INVALID : type === REFUSAL_PLUGIN_INVALID && payload.plugin === 'events';
}

/** Returns the number of players for the engine, which checks its range. */
function numberOf(given: number | undefined) {
  const numPlayers = numberOfPlayers(given);
  if (!numPlayers) return 2;
  // The engine counts in 32 bits.
  if (typeof numPlayers === 'number' && numPlayers === numPlayers >>> 0) return numPlayers;
  throw rondelError(PROBLEM_NUM_PLAYERS, `numPlayers: expected a whole number of players, got ${described(numPlayers)}`);
}
