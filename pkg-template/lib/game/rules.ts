import { checkedView } from '../engine/views.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { RULES } from '../util/marks.js';
import { hasMembers, isObject } from '../util/objects.js';
import { unawaited } from '../util/promise.js';
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

/** The name of games that have none. */
export const UNNAMED = 'default';

/** The original of a proxy that Vue's `reactive` has made: the field that Vue's own `toRaw` reads. */
const RAW = '__v_raw';

/** The rules of JavaScript games. */
const known = new WeakMap<object, Rules>();

/**
 * All that clients, masters, bots and checks know of a game; what its code does is asked of the engine that it opens. A
 * game that is not written in JavaScript carries an object of this kind under `Symbol.for('rondel.rules')`.
 */
export interface Rules {
  /** the game itself, by which games are compared */
  game: Foreign;
  name: string;
  /** whether boardgame.io 0.50's ways are kept */
  compat: boolean;
  settings: Settings;
  /** of a game that is not written in JavaScript */
  names?: { moves: string[] };
  /** what these rules go on from in place of a state that another version of them has stored, of which it is handed a copy */
  migrate?: (state: PartialGameState, fromVersion: string | number | undefined) => MigratingState | undefined;
  /** what bots are made with; this and the next three of a JavaScript game are in declarations.js, because pages with a client alone have no use for them */
  botOptions?: object;
  /** what a player, or a spectator, may see of `G` */
  view: (moment: Moment, playerID: Viewer) => Foreign;
  /** whether viewers may be shown less than there is: then a master may accept what the game's code refuses in a page */
  hides: boolean;
  /** what a player might do; `undefined` if the game does not list it */
  enumerate?: (moment: Moment, playerID: Viewer, ...more: Foreign[]) => Foreign[];
  /** why a match cannot begin with it */
  checkSetupData?: (setupData: unknown, numPlayers: number) => string | undefined;
  /** whether the game accepts that as a chat message */
  checkChatMessage?: (payload: unknown, playerID: string | null) => boolean;
  /** those that a move takes, of what a page or a stranger gives */
  argumentsOf?: (move: string, args: readonly unknown[]) => readonly unknown[];
  /** the same game with other settings */
  variant?: (fields: Variation) => object;
  /** those of an object that carries these, and is not `game`: `{ ...game, seed }` */
  ofCopy?: (game: Foreign) => Rules;
  /** an engine for the game; `match.js` opens JavaScript games, because bundles are smaller if the inlined engine comes last */
  open?: (mode: Mode) => OpenEngine;
}

/** the game's settings, by boardgame.io's names */
export interface Settings {
  /** whether masters send patches to all clients */
  deltaState?: boolean;
  disableLog?: boolean;
  /** how far its clients predict */
  predict?: Prediction;
  minPlayers?: number;
  maxPlayers?: number;
  /** the game's own */
  plugins?: readonly Plugin[];
  disableUndo?: boolean;
  /** of its rules */
  version?: string | number;
  /** whether masters refuse clients of another version */
  refuseOtherVersions?: boolean;
  /** where its numbers come from */
  random?: RandomSource;
  /** where those of a generator begin */
  seed?: string | number;
}

/** Settings that a variant of a game has. */
export type Variation = { seed?: string | undefined, deltaState?: boolean, random?: RandomSource };

/** The rules of a game: the same object for the same game, also if Vue has made a proxy of it. */
export function rulesOf(given: Foreign): Rules {
  // A value that is no game is refused when its definition is read.
  if (!hasMembers(given)) return new JavaScriptRules(given);
  const game = given[RAW] ?? given;
  const carried = game[RULES];
  if (carried && (carried.game === game || !carried.ofCopy)) return carried;
  let rules = known.get(game);
  if (!rules) known.set(game, rules = carried ? carried.ofCopy(game) as Rules : new JavaScriptRules(game));
  return rules;
}

/** Whether its numbers come from a cryptographic generator; a value that is no game is refused when its definition is read. */
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

/** Throws unless each is `{ move, args }`, `{ event, args }` or, for boardgame.io's bots, an action. */
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
export const unprocessed = <Game extends object>(game: Game): Game => (game as { [SOURCE]?: Game })?.[SOURCE] ?? game;
