import { hasMembers, isObject } from '../util/objects.js';
import { isDead } from './leaves.js';
import type { PlayerID } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { UncheckedMetadata } from './storage/stored-match.js';

/** The field of metadata for how the bots of a match play: `{ settings, takeOver, share }`, see `BotNotes`. */
const BOTS = '_bots';

/** How hard a bot plays: a difficulty, the name of one of the game's `ai.bots`, or limits on its search. */
export type BotSettings = string | { difficulty?: string, thinkingTime?: number, iterations?: number };

/** How the bots of a match play. */
export interface BotNotes {
  /** Settings of the bots by seat. */
  settings?: Record<PlayerID, BotSettings>;
  /** Settings of the bot that takes the seat of a player who leaves. */
  takeOver?: BotSettings | undefined;
  /** Number of the group of matches that share search time. Matches made from one address have the same. */
  share?: number | undefined;
}

/** The bots of a new match. */
export interface BotOptions {
  /** Settings of the bots by seat. */
  bots?: Record<PlayerID, BotSettings> | undefined;
  botsTakeOver?: BotSettings | undefined;
  botShare?: number | undefined;
}

type Players = StoredMetadata['players'];
type Player = Players[PlayerID];

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
 * @param players by seat
 */
export function withBots(
  players: Players,
  { bots: settings = {}, botsTakeOver: takeOver, botShare: share }: BotOptions,
): Pick<StoredMetadata, 'players' | typeof BOTS> {
  if (Object.keys(settings).length === 0 && takeOver === undefined) return { players };
  const seated = Object.entries(settings).map(([playerID, how]) => [playerID, botSeat(players[playerID], how)]);
  return { players: { ...players, ...Object.fromEntries(seated) }, [BOTS]: { settings, takeOver, share } };
}

/**
 * The fields of metadata that give a bot the seat that a player has left; none if the match was not made with that option, or the seat is
 * dead.
 */
export function withStandIn(metadata: StoredMetadata, playerID: PlayerID): Partial<Pick<StoredMetadata, 'players' | typeof BOTS>> {
  const { [BOTS]: bots, players } = metadata;
  if (bots?.takeOver === undefined || isDead(players[playerID])) return {};
  return {
    players: { ...players, [playerID]: botSeat(players[playerID], bots.takeOver) },
    [BOTS]: { ...bots, settings: { ...bots.settings, [playerID]: bots.takeOver } },
  };
}

/** Returns `true` if a seat is a bot's. Accepts any stored value. */
export function isBotSeat(metadata: UncheckedMetadata, playerID: PlayerID): boolean {
  const players = metadata?.players;
  return hasMembers(players) && Object.hasOwn(players, playerID) && isBot(players[playerID]);
}

/** Returns `true` if a player, by their public data, is a bot. */
export function isBot(player: { bot?: unknown } | null | undefined): boolean {
  return typeof player?.bot === 'string';
}

/** Returns `true` if a human player has the seat. */
export function isPerson(player: Player | undefined): boolean {
  return Boolean(player?.name) && !isBot(player) && !isDead(player);
}

/** Returns the bots of a match, by seat. Accepts any stored value. */
export function botsOf(metadata: Pick<StoredMetadata, 'players' | typeof BOTS> | undefined): Record<PlayerID, BotSettings> {
  const { settings } = notesOf(metadata);
  const seats = Object.keys(metadata?.players ?? {}).filter((id) => isBotSeat(metadata, id));
  // Only of the seats that bots have.
  const settingsOf = (id: PlayerID) => (settings && hasMembers(settings) && Object.hasOwn(settings, id) ? settings[id] : metadata!.players[id].bot!);
  return Object.fromEntries(seats.map((id) => [id, settingsOf(id)]));
}

/** Returns the settings of a match's bots. Accepts any stored value. */
export function notesOf(metadata: UncheckedMetadata): BotNotes {
  const notes = metadata?.[BOTS];
  return isObject(notes) ? notes : {};
}

/** boardgame.io's clients treat a seat with a name as taken. */
function botSeat(player: Player, how: BotSettings): Player {
  const bot = labelOf(how);
  return { ...player, name: `Bot (${bot})`, bot };
}

function labelOf(how: BotSettings) {
  if (typeof how === 'string') return how;
  const { difficulty, thinkingTime, iterations } = how;
  return difficulty ?? (thinkingTime === undefined ? `${iterations} iterations` : `${thinkingTime} ms`);
}
