import { hasMembers, isObject } from '../util/objects.js';

/** The field of metadata that says how the bots of a match play: `{ settings, takeOver, share }`, as `BotNotes` has it. */
const BOTS = '_bots';

/**
 * How hard a bot plays: a difficulty, the name of one of the game's `ai.bots`, or what bounds its thoughts.
 *
 * @typedef {string | { difficulty?: string, thinkingTime?: number, iterations?: number }} BotSettings
 *
 * @typedef {object} BotNotes
 * @property {Record<string, BotSettings>} [settings] by seat
 * @property {BotSettings} [takeOver] of the bot that takes the seat of a player who leaves
 * @property {number} [share] by which matches share the time to think: those made from one address have the same
 */

/**
 * What a match is made with.
 *
 * @typedef {object} BotOptions
 * @property {Record<string, BotSettings>} [bots] by seat
 * @property {BotSettings} [botsTakeOver]
 * @property {number} [botShare]
 */

/**
 * What a master's `onUpdate` is given as the sender of what a bot does. Strangers cannot name it, and it hears nothing.
 */
export const BY_BOT = Object.freeze({
  connection: Object.freeze({
    isGone: true, view: Object.freeze({}), form: () => null, deliver() {}, cameToNothing() {}, whyNotAct: () => null, whyNotBegin: () => null,
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
 * The fields of metadata in which a seat is a bot's that a player has left; none if nobody has asked for that.
 *
 * @param {any} metadata
 * @param {string} playerID
 */
export function withStandIn(metadata, playerID) {
  const { [BOTS]: bots, players } = metadata;
  if (bots?.takeOver === undefined) return {};
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

/** Whether a player, as everybody may see them, is a bot. */
export function isBot(player) {
  return typeof player?.bot === 'string';
}

/** Whether somebody has taken a seat who is no bot. */
export function isPerson(player) {
  return Boolean(player?.name) && !isBot(player);
}

/** The bots of a match, by seat. What is stored may be anything. @returns {Record<string, BotSettings>} */
export function botsOf(metadata) {
  const { settings } = notesOf(metadata);
  const seats = Object.keys(metadata?.players ?? {}).filter((id) => isBotSeat(metadata, id));
  const settingsOf = (id) => (settings && hasMembers(settings) && Object.hasOwn(settings, id) ? settings[id] : metadata.players[id].bot);
  return Object.fromEntries(seats.map((id) => [id, settingsOf(id)]));
}

/** What else is noted of a match's bots. @returns {BotNotes} */
export function notesOf(metadata) {
  const notes = metadata?.[BOTS];
  return isObject(notes) ? notes : {};
}

/** Clients of boardgame.io's take a seat for taken that has a name. */
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
