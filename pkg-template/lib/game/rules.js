import { checkedView } from '../engine/views.js';
import { isDevelopment } from '../util/environment.js';
import { rondelError } from '../util/error.js';
import { RULES } from '../util/marks.js';
import { hasMembers, isObject } from '../util/objects.js';
import { unawaited } from '../util/promise.js';

/** The name of games that have none. */
export const UNNAMED = 'default';

/** The original of a proxy that Vue's `reactive` has made: the field that Vue's own `toRaw` reads. */
const RAW = '__v_raw';

/** The rules of JavaScript games. */
const known = new WeakMap();

/**
 * All that clients, masters, bots and checks know of a game; what its code does is asked of the engine that it opens. A
 * game that is not written in JavaScript carries an object of this kind under `Symbol.for('rondel.rules')`.
 *
 * @typedef {object} Rules
 * @property {any} game the game itself, by which games are compared
 * @property {string} name
 * @property {boolean} compat whether boardgame.io 0.50's ways are kept
 * @property {Settings} settings
 * @property {{ moves: string[] }} [names] of a game that is not written in JavaScript
 * @property {(state: { G: any, ctx: any, plugins: any }, fromVersion: string | number | undefined) => any} [migrate] what these
 *   rules go on from in place of a state that another version of them has stored, of which it is handed a copy
 * @property {object} [botOptions] what bots are made with; this and the next three of a JavaScript game are in declarations.js,
 *   because pages with a client alone have no use for them
 * @property {(moment: { G: any, ctx: any }, playerID: any) => any} view what a player, or a spectator, may see of `G`
 * @property {boolean} hides whether viewers may be shown less than there is: then a master may accept what the game's code refuses in a page
 * @property {(moment: { G: any, ctx: any }, playerID: any, ...more: any[]) => any[]} [enumerate] what a player might do;
 *   `undefined` if the game does not list it
 * @property {(setupData: unknown, numPlayers: number) => string | undefined} [checkSetupData] why a match cannot begin with it
 * @property {(payload: unknown, playerID: string | null) => boolean} [checkChatMessage] whether the game accepts that as a chat message
 * @property {(move: string, args: readonly any[]) => readonly any[]} [argumentsOf] those that a move takes, of what a page or a stranger gives
 * @property {(fields: Variation) => any} [variant] the same game with other settings
 * @property {(game: any) => Rules} [ofCopy] those of an object that carries these, and is not `game`: `{ ...game, seed }`
 * @property {(mode: Mode) => import('./match.js').OpenEngine} [open] an engine for the game; `match.js` opens JavaScript
 *   games, because bundles are smaller if the inlined engine comes last
 *
 * @typedef {object} Settings the game's settings, by boardgame.io's names
 * @property {boolean} [deltaState] whether masters send patches to all clients
 * @property {boolean} [disableLog]
 * @property {'moves' | 'flow' | 'none'} [predict] how far its clients predict
 * @property {number} [minPlayers]
 * @property {number} [maxPlayers]
 * @property {readonly { name: string, playerView?: Function }[]} [plugins] the game's own
 * @property {boolean} [disableUndo]
 * @property {string | number} [version] of its rules
 * @property {boolean} [refuseOtherVersions] whether masters refuse clients of another version
 * @property {'secure' | 'seeded'} [random] where its numbers come from
 * @property {string | number} [seed] where those of a generator begin
 *
 * @typedef {{ seed?: string, deltaState?: boolean, random?: 'secure' | 'seeded' }} Variation
 *
 * @typedef {{ development: boolean, warn: (message: string) => void, inOnePage?: boolean, isStored?: boolean }} Mode `inOnePage`: there is no master.
 *   `isStored`: the states are a master's, and values become what JSON makes of them
 */

/**
 * The rules of a game: the same object for the same game, also if Vue has made a proxy of it.
 *
 * @param {any} given
 * @returns {Rules}
 */
export function rulesOf(given) {
  // A value that is no game is refused when its definition is read.
  if (!hasMembers(given)) return new JavaScriptRules(given);
  const game = given[RAW] ?? given;
  const carried = game[RULES];
  if (carried && (carried.game === game || !carried.ofCopy)) return carried;
  let rules = known.get(game);
  if (!rules) known.set(game, rules = carried ? carried.ofCopy(game) : new JavaScriptRules(game));
  return rules;
}

/** Whether its numbers come from a cryptographic generator; a value that is no game is refused when its definition is read. */
export function drawsSecurely(rules) {
  return rules.settings?.random === 'secure';
}

/** @implements {Rules} */
class JavaScriptRules {
  constructor(game) {
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
    return Boolean(playerView) || plugins.some((plugin) => plugin.playerView);
  }

  get migrate() {
    return this.game?.migrate?.bind(this.game);
  }

  view({ G, ctx }, playerID) {
    const { game, compat } = this;
    if (!game.playerView) return G;
    return checkedView(game.playerView({ G, ctx, playerID }), G, { game, compat, path: 'playerView', what: 'G', ctx, playerID });
  }

  enumerate({ G, ctx }, playerID, ...more) {
    const offered = unawaited(this.game.ai?.enumerate?.(G, ctx, playerID, ...more));
    if (isDevelopment()) checkOffered(offered);
    return offered;
  }
}

/** Throws unless each is `{ move, args }`, `{ event, args }` or, for boardgame.io's bots, an action. */
function checkOffered(offered) {
  if (offered === undefined || offered === null) return;
  if (!Array.isArray(offered)) throw badOffer('', 'expected a list');
  for (const [i, offer] of offered.entries()) {
    if (!isObject(offer)) throw badOffer(`[${i}]`, 'expected { move, args } or { event, args }');
    if (offer.args !== undefined && !Array.isArray(offer.args)) throw badOffer(`[${i}].args`, 'expected a list');
  }
}

function badOffer(place, expected) {
  return rondelError('game/enumerate', `ai.enumerate${place}: ${expected}`);
}
