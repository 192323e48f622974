import { freeBot } from '../ai/free-bot.js';
import { botViewOf } from '../ai/view.js';
import { gameWith } from '../game/declarations.js';
import { EngineCache } from '../game/engine-cache.js';
import { rulesOf } from '../game/rules.js';
import { unprocessed } from '../game/source.js';
import { jsonCopy } from '../util/json-copy.js';
import { messageOf } from '../util/print.js';

/**
 * The result of a match.
 *
 * @typedef {object} Played
 * @property {string[]} winners
 * @property {boolean} isDraw
 * @property {boolean} isCut whether it was ended after the most actions that one may have
 * @property {string} [failure] why it could not go on
 * @property {number} actions how many were made
 * @property {number} options how many there were to choose from, all choices added up
 */

/** @typedef {{ play: (state: any, playerID: string) => Promise<{ action: any }> | { action: any }, free?: () => void }} Player a bot, by boardgame.io's contract */

/**
 * Plays one match of bots, from its beginning to its end. Each bot is handed its seat's view and nothing else. It never throws: what
 * goes wrong is the match's `failure`.
 *
 * @param {object} game
 * @param {object} options
 * @param {string} options.seed of the match's random numbers: the game's own is not used
 * @param {number} options.numPlayers
 * @param {unknown} [options.setupData]
 * @param {number} options.mostActions
 * @param {(playerID: string) => Player} options.botAt makes the bot of a seat
 * @returns {Promise<Played>}
 */
export async function playMatch(game, { seed, numPlayers, setupData, mostActions, botAt }) {
  const match = new Match(gameWith(rulesOf(unprocessed(game)), { seed, random: 'seeded' }));
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

class Match {
  actions = 0;
  #options = 0;
  #rules;
  #cache;
  #viewOf;
  #state;
  /** @type {Map<string, Player>} */
  #bots = new Map();

  constructor(game) {
    this.#rules = rulesOf(game);
    this.#cache = new EngineCache(game, { isStored: true });
    this.#viewOf = botViewOf(game);
  }

  begin({ numPlayers, setupData, botAt }) {
    for (let seat = 0; seat < numPlayers; seat += 1) this.#bots.set(String(seat), botAt(String(seat)));
    this.#state = this.#cache.start({ numPlayers, setupData: jsonCopy(setupData) });
  }

  get isOver() {
    return this.#state.ctx.gameover !== undefined;
  }

  /** The next action: of several players who may act, that of the first in the play order who has one. */
  async step() {
    const state = this.#state;
    const { playerID, bot, view, options } = this.#next();
    const place = `seat ${playerID}, after ${this.actions} actions`;
    const action = await chosenBy(bot, { view, playerID, place });
    const outcome = this.#cache.apply(state, action);
    if (!outcome.state) throw new Error(`${place}: ${inWords(action)}: ${reasonOf(outcome)}`);
    this.#state = outcome.state;
    this.actions += 1;
    this.#options += options;
  }

  /** @returns {Played} */
  played() {
    const gameover = this.#state?.ctx.gameover;
    return {
      winners: winnersOf(gameover),
      isDraw: Boolean(gameover?.draw),
      isCut: gameover === undefined,
      actions: this.actions,
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

/** The players who may act, in the play order; players without a place in it follow. */
function seatsToAct({ activePlayers, currentPlayer, playOrder }) {
  if (!activePlayers) return currentPlayer === null ? [] : [currentPlayer];
  const active = Object.keys(activePlayers);
  return [...playOrder.filter((playerID) => active.includes(playerID)), ...active.filter((playerID) => !playOrder.includes(playerID))];
}

async function chosenBy(bot, { view, playerID, place }) {
  let thought;
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

function winnersOf(gameover) {
  const winners = gameover?.winner ?? gameover?.winners ?? [];
  return (Array.isArray(winners) ? winners : [winners]).map(String);
}

/** @param {{ error?: { message: string }, thrown?: unknown }} outcome */
function reasonOf(outcome) {
  if ('thrown' in outcome) return `it throws: ${messageOf(outcome.thrown)}`;
  return outcome.error?.message ?? 'it cannot be done';
}

function inWords({ type, payload: { type: name, args = [] } }) {
  const kind = { MAKE_MOVE: 'moves', GAME_EVENT: 'events' }[type];
  return kind ? `${kind}.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})` : String(type).toLowerCase();
}
