import { MOST_PLAYERS } from '../engine/codes.js';
import { objectionToSetupData } from '../game/declarations.js';
import { originalGame, rulesOf } from '../game/rules.js';
import { initialState } from '../game/engine-cache.js';
import { versionOf } from '../engine/version.js';
import { jsonCopy } from '../util/json-copy.js';
import { steadyNow } from '../util/steady-clock.js';
import { isBot, withBots } from './bot-seats.js';
import { isDead } from './leaves.js';
import { MatchEngine } from './match-engine.js';
import { isName } from './names.js';
import { firstRevision } from './storage/storing.js';
import { whyUnserializable } from '../util/serializable.js';
import type { ChatMessage, FilteredMetadata, Server } from '../../types/master.js';
import type { Game, PlayerID } from '../../types/game.js';
import type { Rules } from '../game/rules.js';
import type { BotNotes, BotOptions } from './bot-seats.js';
import type { Kick } from './kicks.js';
import type { StoredState } from './stored-states.js';
import type { Message } from './view.js';

/** Metadata as masters and the lobby store them: the public ones, with notes that start with an underscore. */
export interface StoredMetadata extends Omit<Server.MatchData, 'players'> {
  players: Record<PlayerID, Server.PlayerMetadata>;
  _chat?: ChatMessage[];
  _bots?: BotNotes;
  /** Kicks by seat. */
  _kicked?: Record<PlayerID, Kick>;
  _begunBySync?: boolean;
  _isLeft?: boolean;
}

/** Returns the change of a match's metadata; null if there is none. */
export type MetadataChange = (metadata: StoredMetadata) => Partial<StoredMetadata> | null;

/** A match that has not begun yet. */
export interface NewMatch {
  metadata: StoredMetadata;
  initialState: StoredState;
}

interface MatchOptions extends BotOptions {
  game: Game;
  numPlayers?: number;
  setupData?: unknown;
  unlisted?: boolean;
  /** `true` if the clock of the match does not run while a seat is free, as in matches of a lobby. */
  waits?: boolean;
  /** The present moment, for the clock of the match. Default: that of masters in this process. */
  now?: number;
}

/** The public data of a match besides its state. */
interface MatchData {
  filteredMetadata?: FilteredMetadata;
  nextMatchID?: string;
}

/**
 * Maximum number of players if the game sets none. A join or leave costs time for each seat, and any client may begin a match.
 */
const DEFAULT_MOST = 100;

const engines = new WeakMap<object, MatchEngine>();

/** The engine that plays all matches of a game, for all masters: making one is costly. */
export function engineOf(game: Game): MatchEngine {
  const source = originalGame(game);
  let engine = engines.get(source);
  if (!engine) engines.set(source, engine = new MatchEngine(source));
  return engine;
}

/** The first state and the metadata of a new match; `{ setupDataError }` if the game does not accept its setup data. */
export function createMatch({ game, numPlayers, setupData, unlisted, waits = false, now = steadyNow(), ...bots }: MatchOptions): NewMatch | { setupDataError: string } {
  if (!numPlayers || typeof numPlayers !== 'number') numPlayers = usualNumPlayers(rulesOf(game));
  const setupDataError = objectionToSetupData(rulesOf(game), setupData, numPlayers);
  if (setupDataError !== undefined) return { setupDataError };
  // First, because it checks whether there can be so many players.
  const version = versionOf(rulesOf(game));
  const state = { _revision: firstRevision(), _logSize: 0, ...version !== undefined && { _version: version }, ...initialState(game, { numPlayers, setupData, isStored: true, now }) };
  const obstacle = whyUnserializable(state, setupData);
  if (obstacle) throw obstacle;
  const metadata = createMetadata({ game, numPlayers, setupData, unlisted, bots });
  const { ctx } = state;
  if (waits && ctx.clock && hasFreeSeat(metadata)) state.ctx = { ...ctx, clock: { ...ctx.clock, deadlines: {}, waiting: true } };
  return { metadata, initialState: state };
}

/** Returns `true` if a seat of a match is neither a person's nor a bot's, and may still be taken. */
export function hasFreeSeat({ players }: Pick<StoredMetadata, 'players'>): boolean {
  return Object.values(players).some((player) => !player.name && !isBot(player) && !isDead(player));
}

/** Why a match of this game cannot have so many players; null if it can, or if no number is given. */
export function objectionToNumPlayers(rules: Rules, numPlayers: unknown): string | null {
  if (!numPlayers || typeof numPlayers !== 'number') return null;
  const [least, most] = playersOf(rules);
  if (Number.isInteger(numPlayers) && numPlayers >= least && numPlayers <= most) return null;
  const why = rules.settings.maxPlayers ? '' : ` (for more, set the game's maxPlayers)`;
  return `numPlayers: expected a number from ${least} to ${most}${why}`;
}

/**
 * The public data of the players: all but their credentials. A bot is always connected.
 *
 * @param isBotAt whether the page has a bot for a seat; metadata have those of a lobby's matches
 */
export function publicPlayers(players: StoredMetadata['players'], isBotAt: (playerID: PlayerID) => boolean = () => false): FilteredMetadata {
  return Object.entries(players).map(([playerID, { credentials, ...player }]) => {
    return isBot(player) || isBotAt(playerID) ? { ...player, isConnected: true } : player;
  });
}

/**
 * The public data of a match besides its state: who plays, and which match follows it, once somebody has asked to play
 * again.
 */
export function publicMatchData(metadata: Pick<StoredMetadata, 'players' | 'nextMatchID'> | undefined): MatchData {
  if (!metadata) return { filteredMetadata: undefined };
  const { players, nextMatchID } = metadata;
  // The stored value may have any type.
  return { filteredMetadata: publicPlayers(players), ...isName(nextMatchID) && { nextMatchID: nextMatchID as string } };
}

/** The message that sends it to all at the match. */
export function matchDataMessage(matchID: string, metadata: Pick<StoredMetadata, 'players' | 'nextMatchID'> | undefined): Message {
  const { filteredMetadata, nextMatchID } = publicMatchData(metadata);
  return { type: 'matchData', args: [matchID, filteredMetadata, ...nextMatchID === undefined ? [] : [nextMatchID]] };
}

/** Two players, if the game allows two, or else the nearest number that it allows. */
export function usualNumPlayers(rules: Rules): number {
  const [least, most] = playersOf(rules);
  return Math.min(Math.max(2, least), most);
}

/** Returns the minimum and the maximum number of players of a game. */
function playersOf({ settings: { minPlayers = 1, maxPlayers } }: Rules): [least: number, most: number] {
  const least = minPlayers || 1;
  return [least, Math.min(maxPlayers || Math.max(DEFAULT_MOST, least), MOST_PLAYERS)];
}

function createMetadata({ game, numPlayers, setupData, unlisted, bots }: MatchOptions & { numPlayers: number, bots: BotOptions }): StoredMetadata {
  const now = Date.now();
  const players: StoredMetadata['players'] = {};
  for (let id = 0; id < numPlayers; id += 1) players[id] = { id };
  const metadata: StoredMetadata = { gameName: rulesOf(game).name, unlisted: Boolean(unlisted), ...withBots(players, bots), createdAt: now, updatedAt: now };
  if (setupData !== undefined) metadata.setupData = jsonCopy(setupData);
  return metadata;
}
