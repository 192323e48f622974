import { nextAlea, seededAlea } from '../ai/alea.js';
import { freeBot } from '../ai/bot-cache.js';
import { botViewOf } from '../ai/simulate.js';
import { gameWith } from '../game/declarations.js';
import { EngineCache } from '../game/engine-cache.js';
import { originalGame, rulesOf } from '../game/rules.js';
import { SimulatedClock } from '../game/simulated-clock.js';
import { jsonCopy } from '../util/json-copy.js';
import { messageOf } from '../util/print.js';
import type { Ctx, Game } from '../../types/game.js';
import type { Moment, Outcome } from '../game/engine-cache.js';
import type { TimeoutAction } from '../game/simulated-clock.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';

/** Result of a match. */
export interface Played {
  winners: string[];
  isDraw: boolean;
  /** `true` if it was ended at the maximum number of actions. */
  isCut: boolean;
  /** Reason why it could not continue. */
  failure?: string;
  /** Number of actions. */
  actions: number;
  /** Number of actions that were the end of a player's time. */
  timeouts: number;
  /** Number of possible actions, summed over all actions of bots. */
  options: number;
}

/** A bot, by boardgame.io's contract. */
export type Player = { play: (state: Foreign, playerID: string) => Promise<{ action: Foreign }> | { action: Foreign }, free?: () => void };

/** Options of a match: see `playMatch`. */
interface Setting {
  numPlayers: number;
  setupData?: unknown;
  botAt: (playerID: string) => Player;
}

/**
 * Plays one match of bots to its end. Each bot sees only its seat's view. Never throws: an error is the match's `failure`.
 *
 * @param options.seed seed of the match, in place of the game's own
 * @param options.botAt creates the bot of a seat
 */
export async function playMatch(game: object, { seed, numPlayers, setupData, mostActions, botAt }: Setting & { seed: string, mostActions: number }): Promise<Played> {
  const match = new Match(gameWith(rulesOf(originalGame(game)), { seed, random: 'seeded' }), seed);
  try {
    match.begin({ numPlayers, setupData, botAt });
    while (!match.isOver && match.actions < mostActions) await match.step();
    return match.played();
  } catch (thrown) {
    return { ...match.played(), isCut: false, failure: messageOf(thrown) };
  } finally {
    match.free();
  }
}

/** Stands for the move that a bot of `onTimeout` would choose. */
const TO_CHOOSE = { type: '', args: [] };

class Match {
  actions = 0;
  timeouts = 0;
  #options = 0;
  #rules: Rules;
  #cache: EngineCache;
  #viewOf: (state: Foreign, playerID: string) => Foreign;
  #state: Foreign;
  #bots = new Map<string, Player>();
  #clock: SimulatedClock;
  #chance: ReturnType<typeof seededAlea>;

  constructor(game: object, seed: string) {
    this.#clock = new SimulatedClock(game as Game);
    // The game draws other numbers from this seed.
    this.#chance = seededAlea(`clock ${seed}`);
    this.#rules = rulesOf(game);
    this.#cache = new EngineCache(game, { isStored: true });
    this.#viewOf = botViewOf(game);
  }

  begin({ numPlayers, setupData, botAt }: Setting) {
    for (let seat = 0; seat < numPlayers; seat += 1) this.#bots.set(String(seat), botAt(String(seat)));
    this.#state = this.#cache.start({ numPlayers, setupData: jsonCopy(setupData), now: this.#clock.start });
  }

  get isOver() {
    return this.#state.ctx.gameover !== undefined;
  }

  /**
   * Makes the next action. If several players may act, the first in the play order who has one acts. In a game with time, time passes before it,
   * and sometimes a player is late: then their time ends in its place.
   */
  async step() {
    const { action, moment } = this.#clock.next(this.#state, { below: (limit) => this.#below(limit), act: () => null, choose: () => TO_CHOOSE });
    if (action) await this.#timeOut(action, moment);
    else await this.#act(moment);
  }

  async #act(moment: Moment | undefined) {
    const state = this.#state;
    const { playerID, bot, view, options } = this.#next();
    const place = `seat ${playerID}, after ${this.actions} actions`;
    const action = await chosenBy(bot, { view, playerID, place });
    const outcome = this.#cache.apply(state, action, undefined, moment);
    if (!outcome.state) throw new Error(`${place}: ${inWords(action)}: ${reasonOf(outcome)}`);
    this.#state = outcome.state;
    this.actions += 1;
    this.#options += options;
  }

  /** The bot of the seat chooses in place of that of `onTimeout`. A time-out that is not possible comes again without `onTimeout`. */
  async #timeOut({ type, payload }: TimeoutAction, moment: Moment | undefined) {
    const { playerID } = payload;
    const place = `seat ${playerID}, after ${this.actions} actions, time-out`;
    let chosen = {};
    if (payload.type === TO_CHOOSE.type) {
      const action = await chosenBy(this.#bots.get(playerID)!, { view: this.#viewOf(this.#state, playerID), playerID, place });
      chosen = action.type === 'MAKE_MOVE' ? { type: action.payload.type, args: action.payload.args } : { type: undefined, args: undefined, failed: true };
    }
    const outcome = this.#cache.apply(this.#state, { type, payload: { ...payload, ...chosen } }, undefined, moment);
    if ('thrown' in outcome) throw new Error(`${place}: ${reasonOf(outcome)}`);
    if (!outcome.state) return;
    this.#state = outcome.state;
    this.timeouts += 1;
    // Matches of players who are always late end, too.
    this.actions += 1;
  }

  #below(limit: number) {
    this.#chance = nextAlea(this.#chance);
    return Math.floor(this.#chance.s2 * limit);
  }

  played(): Played {
    const gameover = this.#state?.ctx.gameover;
    return {
      winners: winnersOf(gameover),
      isDraw: Boolean(gameover?.draw),
      isCut: gameover === undefined,
      actions: this.actions,
      timeouts: this.timeouts,
      options: this.#options,
    };
  }

  free() {
    this.#cache.free();
    for (const bot of this.#bots.values()) freeBot(bot);
  }

  #next() {
    const state = this.#state;
    const seats = seatsToAct(state.ctx);
    for (const playerID of seats) {
      const bot = this.#bots.get(playerID);
      if (!bot) continue;
      const view = this.#viewOf(state, playerID);
      const options = this.#rules.enumerate?.({ G: view.G, ctx: view.ctx }, playerID)?.length ?? 0;
      if (options > 0) return { playerID, bot, view, options };
    }
    const who = seats.length === 1 ? `seat ${seats[0]}` : `any of the seats ${seats.join(', ')}`;
    throw new Error(`after ${this.actions} actions: ai.enumerate lists nothing for ${who}`);
  }
}

/** Returns the players who may act, in the play order. Players outside of it follow. */
function seatsToAct({ activePlayers, currentPlayer, playOrder }: Ctx): string[] {
  if (!activePlayers) return currentPlayer === null ? [] : [currentPlayer];
  const active = Object.keys(activePlayers);
  return [...playOrder.filter((playerID) => active.includes(playerID)), ...active.filter((playerID) => !playOrder.includes(playerID))];
}

async function chosenBy(bot: Player, { view, playerID, place }: { view: Foreign, playerID: string, place: string }): Promise<Foreign> {
  let thought: { action: Foreign } | undefined;
  try {
    thought = await bot.play(view, playerID);
  } catch (thrown) {
    throw new Error(`${place}: the bot throws: ${messageOf(thrown)}`);
  }
  const action = thought?.action;
  if (!action) throw new Error(`${place}: the bot has no action`);
  if (action.payload?.playerID !== playerID) throw new Error(`${place}: the bot acts for seat ${action.payload?.playerID}`);
  return action;
}

function winnersOf(gameover: Foreign) {
  const winners = gameover?.winner ?? gameover?.winners ?? [];
  return (Array.isArray(winners) ? winners : [winners]).map(String);
}

function reasonOf(outcome: Outcome) {
  if ('thrown' in outcome) return `it throws: ${messageOf(outcome.thrown)}`;
  return outcome.error?.message ?? 'it cannot be done';
}

function inWords({ type, payload: { type: name, args = [] } }: { type: string, payload: { type: string, args?: unknown[] } }) {
  const kind = ({ MAKE_MOVE: 'moves', GAME_EVENT: 'events' } as Record<string, string>)[type];
  return kind ? `${kind}.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})` : String(type).toLowerCase();
}
