import { MOST_PLAYERS } from '../engine/codes.js';
import { objectionToSetupData } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { initialState } from '../game/engine-cache.js';
import { unprocessed } from '../game/source.js';
import { versionOf } from '../engine/version.js';
import { jsonCopy } from '../util/json-copy.js';
import { isBot, withBots } from './bot-seats.js';
import { MatchEngine } from './match-engine.js';
import { isName } from './names.js';
import { firstRevision } from './storage/storing.js';
import { obstacleIn } from './serialisable.js';

/**
 * How many may play where the game sets no limit: each player who joins or leaves costs as much as there are seats, and anybody may
 * begin a match.
 */
const DEFAULT_MOST = 100;

/** @type {WeakMap<object, MatchEngine>} */
const engines = new WeakMap();

/** The engine that plays all matches of a game, for all masters: making one is costly. */
export function engineOf(game) {
  const source = unprocessed(game);
  let engine = engines.get(source);
  if (!engine) engines.set(source, engine = new MatchEngine(source));
  return engine;
}

/**
 * The first state and the metadata of a new match; `{ setupDataError }` if the game does not accept its setup data.
 *
 * @param {{ game: import('../../types.js').Game, numPlayers?: number, setupData?: unknown, unlisted?: boolean } & import('./bot-seats.js').BotOptions} options
 */
export function createMatch({ game, numPlayers, setupData, unlisted, ...bots }) {
  if (!numPlayers || typeof numPlayers !== 'number') numPlayers = usualNumPlayers(rulesOf(game));
  const setupDataError = objectionToSetupData(rulesOf(game), setupData, numPlayers);
  if (setupDataError !== undefined) return { setupDataError };
  // First, because it checks whether there can be so many players.
  const version = versionOf(rulesOf(game));
  const state = { _revision: firstRevision(), _logSize: 0, ...version !== undefined && { _version: version }, ...initialState(game, { numPlayers, setupData, isStored: true }) };
  const obstacle = obstacleIn(state, setupData);
  if (obstacle) throw obstacle;
  return { metadata: createMetadata({ game, numPlayers, setupData, unlisted, bots }), initialState: state };
}

/** Why a match of this game cannot have so many players; null if it can, or if no number is given. */
export function objectionToNumPlayers(rules, numPlayers) {
  if (!numPlayers || typeof numPlayers !== 'number') return null;
  const [least, most] = playersOf(rules);
  if (Number.isInteger(numPlayers) && numPlayers >= least && numPlayers <= most) return null;
  const why = rules.settings.maxPlayers ? '' : ` (for more, set the game's maxPlayers)`;
  return `numPlayers: expected a number from ${least} to ${most}${why}`;
}

/**
 * The public data of the players: all but their credentials. A bot is always connected.
 *
 * @param {object} players
 * @param {(playerID: string) => boolean} [isBotAt] whether the page has a bot for a seat; metadata have those of a lobby's matches
 */
export function publicPlayers(players, isBotAt = () => false) {
  return Object.entries(players).map(([playerID, { credentials, ...player }]) => {
    return isBot(player) || isBotAt(playerID) ? { ...player, isConnected: true } : player;
  });
}

/**
 * The public data of a match besides its state: who plays, and which match follows it, once somebody has asked to play
 * again.
 *
 * @param {{ players: object, nextMatchID?: unknown } | undefined} metadata
 * @returns {{ filteredMetadata?: any[], nextMatchID?: string }}
 */
export function publicMatchData(metadata) {
  if (!metadata) return { filteredMetadata: undefined };
  const { players, nextMatchID } = metadata;
  // What is stored may be anything.
  return { filteredMetadata: publicPlayers(players), ...isName(nextMatchID) && { nextMatchID: /** @type {string} */ (nextMatchID) } };
}

/** The message that sends it to all at the match. */
export function matchDataMessage(matchID, metadata) {
  const { filteredMetadata, nextMatchID } = publicMatchData(metadata);
  return { type: 'matchData', args: [matchID, filteredMetadata, ...nextMatchID === undefined ? [] : [nextMatchID]] };
}

/** Two players, if the game allows two, or else the nearest number that it allows. */
export function usualNumPlayers(rules) {
  const [least, most] = playersOf(rules);
  return Math.min(Math.max(2, least), most);
}

/** How many players a game allows: the fewest, and the most. */
function playersOf({ settings: { minPlayers = 1, maxPlayers } }) {
  const least = minPlayers || 1;
  return [least, Math.min(maxPlayers || Math.max(DEFAULT_MOST, least), MOST_PLAYERS)];
}

/** @returns {import('../../master.js').Server.MatchData} */
function createMetadata({ game, numPlayers, setupData, unlisted, bots }) {
  const now = Date.now();
  const players = {};
  for (let id = 0; id < numPlayers; id += 1) players[id] = { id };
  /** @type {import('../../master.js').Server.MatchData} */
  const metadata = { gameName: rulesOf(game).name, unlisted: Boolean(unlisted), ...withBots(players, bots), createdAt: now, updatedAt: now };
  if (setupData !== undefined) metadata.setupData = jsonCopy(setupData);
  return metadata;
}
