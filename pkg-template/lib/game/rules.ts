import { checkedView } from '../engine/views.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { RULES } from '../util/marks.js';
import { hasMembers, isObject } from '../util/objects.js';
import { unawaited } from '../util/promise.js';
import type { EffectMap } from '../../types/effects.js';
import type { Mode } from '../engine/match-host.js';
import type { Ctx, MigratingState, PartialGameState, PlayerID, Plugin, Prediction, RandomSource } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { OpenEngine } from './match.js';

/** `G` and `ctx` at a moment of a match. */
export interface Moment {
  G: Foreign;
  ctx: Ctx;
}

type Viewer = PlayerID | null | undefined;

/** Name of games without a name. */
export const UNNAMED = 'default';

/** Key of the original in a proxy of Vue's `reactive`, which Vue's own `toRaw` reads. */
const RAW = '__v_raw';

/** Rules of JavaScript games. */
const known = new WeakMap<object, Rules>();

/**
 * A game as clients, masters, bots and checks see it. They ask the engine that `open` returns to run its code. A game in another language
 * carries an object of this kind under `Symbol.for('rondel.rules')`.
 */
export interface Rules {
  /** The game itself. Games are compared by it. */
  game: Foreign;
  name: string;
  /** `true` for the behaviour of boardgame.io 0.50. */
  compat: boolean;
  settings: Settings;
  /** Names of moves, for games that are not written in JavaScript. */
  names?: { moves: string[] };
  /** Converts a copy of a state that another version of the rules has stored. */
  migrate?: (state: PartialGameState, fromVersion: string | number | undefined) => MigratingState | undefined;
  /**
   * Options of bots. This field and the next three of a JavaScript game are in declarations.ts, because pages with only a client do not
   * need them.
   */
  botOptions?: object;
  /** Returns what a player, or a spectator, may see of `G`. */
  view: (moment: Moment, playerID: Viewer) => Foreign;
  /** `true` if viewers may see less than all of `G`. A master may then accept actions that the game refuses in a page. */
  hides: boolean;
  /** `true` if a turn or a stage declares a time. Undefined: that of a JavaScript game is in declarations.ts. */
  isTimed?: boolean;
  /** Returns the possible actions of a player; `undefined` if the game does not list them. */
  enumerate?: (moment: Moment, playerID: Viewer, ...more: Foreign[]) => Foreign[];
  /** Returns the reason why a match cannot begin with this `setupData`. */
  checkSetupData?: (setupData: unknown, numPlayers: number) => string | undefined;
  /** Returns `true` if the game accepts a chat message. */
  checkChatMessage?: (payload: unknown, playerID: string | null) => boolean;
  /** Returns the arguments that a move takes, out of those that a page or a stranger passes. */
  argumentsOf?: (move: string, args: readonly unknown[]) => readonly unknown[];
  /** Returns the game with other settings. */
  variant?: (fields: Variation) => object;
  /** Returns the rules of a copy of the game: `{ ...game, seed }`. */
  ofCopy?: (game: Foreign) => Rules;
  /** Opens an engine for the game. `match.ts` opens JavaScript games, because bundles are smaller if the inlined engine comes last. */
  open?: (mode: Mode) => OpenEngine;
}

/** Settings of a game, by boardgame.io's names. */
export interface Settings {
  /** `true` if masters send patches to all clients. */
  deltaState?: boolean;
  disableLog?: boolean;
  /** How far clients predict. */
  predict?: Prediction;
  minPlayers?: number;
  maxPlayers?: number;
  /** Plugins of the game. */
  plugins?: readonly Plugin[];
  disableUndo?: boolean;
  /** Declared effects. */
  effects?: EffectMap;
  /** Version of the game's rules. */
  version?: string | number;
  /** `true` if masters refuse clients of another version. */
  refuseOtherVersions?: boolean;
  /** Source of random numbers. */
  random?: RandomSource;
  /** Seed of the random number generator. */
  seed?: string | number;
}

/** Settings in which a variant of a game differs. */
export type Variation = { seed?: string | undefined, deltaState?: boolean, random?: RandomSource };

/** Returns the rules of a game. Returns the same object for the same game, even if Vue has wrapped it in a proxy. */
export function rulesOf(given: Foreign): Rules {
  // Reading the definition refuses a value that is not a game.
  if (!hasMembers(given)) return new JavaScriptRules(given);
  const game = given[RAW] ?? given;
  const carried = game[RULES];
  if (carried && (carried.game === game || !carried.ofCopy)) return carried;
  let rules = known.get(game);
  if (!rules) known.set(game, rules = carried ? carried.ofCopy(game) as Rules : new JavaScriptRules(game));
  return rules;
}

/**
 * Returns `true` if the game's random numbers come from a cryptographic generator. Reading the definition refuses a value that is not a
 * game.
 */
export function drawsSecurely(rules: Rules) {
  return rules.settings?.random === 'secure';
}

class JavaScriptRules implements Rules {
  game: Foreign;
  settings: Settings;

  constructor(game: Foreign) {
    this.game = this.settings = game;
  }

  get name() {
    return this.game?.name ?? UNNAMED;
  }

  get compat() {
    return this.game?.compat === '0.50';
  }

  get hides() {
    const { playerView, plugins = [] } = this.game;
    return Boolean(playerView) || plugins.some((plugin: Plugin) => plugin.playerView);
  }

  get migrate() {
    return this.game?.migrate?.bind(this.game);
  }

  view({ G, ctx }: Moment, playerID: Viewer): Foreign {
    const { game, compat } = this;
    if (!game.playerView) return G;
    return checkedView(game.playerView({ G, ctx, playerID }), G, { game, compat, path: 'playerView', what: 'G', ctx, playerID });
  }

  enumerate({ G, ctx }: Moment, playerID: Viewer, ...more: Foreign[]): Foreign {
    const offered = unawaited(this.game.ai?.enumerate?.(G, ctx, playerID, ...more));
    if (isDevelopment()) checkOffered(offered);
    return offered;
  }
}

/** Throws unless each entry is `{ move, args }`, `{ event, args }` or a boardgame.io action. */
function checkOffered(offered: unknown) {
  if (offered === undefined || offered === null) return;
  if (!Array.isArray(offered)) throw badOffer('', 'expected a list');
  for (const [i, offer] of offered.entries()) {
    if (!isObject(offer)) throw badOffer(`[${i}]`, 'expected { move, args } or { event, args }');
    if (offer.args !== undefined && !Array.isArray(offer.args)) throw badOffer(`[${i}].args`, 'expected a list');
  }
}

function badOffer(place: string, expected: string) {
  return rondelError('game/enumerate', `ai.enumerate${place}: ${expected}`);
}

/** Key of the original game in a game of `ProcessGameConfig`. */
export const SOURCE = /* @__PURE__ */ Symbol('the game as it was written');

/** Returns the game as its author wrote it. */
export const originalGame = <Game extends object>(game: Game): Game => (game as { [SOURCE]?: Game })?.[SOURCE] ?? game;
