import { hasMembers, isObject } from '../util/objects.js';
import { isDead } from './dead-seats.js';

/** The field of metadata for how the bots of a match play: `{ settings, takeOver, share }`, see `BotNotes`. */
const BOTS = '_bots';

/**
 * How hard a bot plays: a difficulty, the name of one of the game's `ai.bots`, or limits on its search.
 *
 * @typedef {string | { difficulty?: string, thinkingTime?: number, iterations?: number }} BotSettings
 *
 * @typedef {object} BotNotes
 * @property {Record<string, BotSettings>} [settings] by seat
 * @property {BotSettings} [takeOver] of the bot that takes the seat of a player who leaves
 * @property {number} [share] by which matches share the time to think: those made from one address have the same
 */

/**
 * The bots of a new match.
 *
 * @typedef {object} BotOptions
 * @property {Record<string, BotSettings>} [bots] by seat
 * @property {BotSettings} [botsTakeOver]
 * @property {number} [botShare]
 */

/**
 * The sender that a master's `onUpdate` is given for the action of a bot. No client can name it, and nothing is sent to it.
 */
export const BY_BOT = Object.freeze({
  connection: Object.freeze({
    isGone: true, view: Object.freeze({}), form: () => null, deliver() {}, hadNoEffect() {}, whyNotAct: () => null, whyNotBegin: () => null,
  }),
});

/**
 * The fields of a new match's metadata that seat its bots.
 *
 * @param {Record<string, any>} players by seat
 * @param {BotOptions} options
 * @returns {{ players: Record<string, any>, [BOTS]?: BotNotes }}
 */
export function withBots(players, { bots: settings = {}, botsTakeOver: takeOver, botShare: share }) {
  if (Object.keys(settings).length === 0 && takeOver === undefined) return { players };
  const seated = Object.entries(settings).map(([playerID, how]) => [playerID, botSeat(players[playerID], how)]);
  return { players: { ...players, ...Object.fromEntries(seated) }, [BOTS]: { settings, takeOver, share } };
}

/**
 * The fields of metadata that give a bot the seat that a player has left; none if the match was not made with that option, or the seat is
 * dead.
 *
 * @param {any} metadata
 * @param {string} playerID
 */
export function withStandIn(metadata, playerID) {
  const { [BOTS]: bots, players } = metadata;
  if (bots?.takeOver === undefined || isDead(players[playerID])) return {};
  return {
    players: { ...players, [playerID]: botSeat(players[playerID], bots.takeOver) },
    [BOTS]: { ...bots, settings: { ...bots.settings, [playerID]: bots.takeOver } },
  };
}

/** Whether a seat is a bot's. What is stored may be anything. */
export function isBotSeat(metadata, playerID) {
  const players = metadata?.players;
  return hasMembers(players) && Object.hasOwn(players, playerID) && isBot(players[playerID]);
}

/** Whether a player, by their public data, is a bot. */
export function isBot(player) {
  return typeof player?.bot === 'string';
}

/** Returns `true` if a human player has the seat. */
export function isPerson(player) {
  return Boolean(player?.name) && !isBot(player) && !isDead(player);
}

/** The bots of a match, by seat. What is stored may be anything. @returns {Record<string, BotSettings>} */
export function botsOf(metadata) {
  const { settings } = notesOf(metadata);
  const seats = Object.keys(metadata?.players ?? {}).filter((id) => isBotSeat(metadata, id));
  const settingsOf = (id) => (settings && hasMembers(settings) && Object.hasOwn(settings, id) ? settings[id] : metadata.players[id].bot);
  return Object.fromEntries(seats.map((id) => [id, settingsOf(id)]));
}

/** The settings of a match's bots. What is stored may be anything. @returns {BotNotes} */
export function notesOf(metadata) {
  const notes = metadata?.[BOTS];
  return isObject(notes) ? notes : {};
}

/** boardgame.io's clients treat a seat with a name as taken. */
function botSeat(player, how) {
  const bot = labelOf(how);
  return { ...player, name: `Bot (${bot})`, bot };
}

/** @param {BotSettings} how */
function labelOf(how) {
  if (typeof how === 'string') return how;
  const { difficulty, thinkingTime, iterations } = how;
  return difficulty ?? (thinkingTime === undefined ? `${iterations} iterations` : `${thinkingTime} ms`);
}
