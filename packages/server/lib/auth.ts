import { credentialsOf, isBegunBySync, MOST_CREDENTIALS, randomText } from './rondel.js';
import { isSameSecret } from './secret.js';
import type { PlayerID } from 'rondel';
import type { Server } from 'rondel/master';

/** Metadata of a match, with which the credentials of a request are compared. */
type Metadata = Server.MatchData | undefined;

/** Somebody says that they are the player at a seat. */
interface Question {
  playerID: PlayerID;
  /** As they were sent. */
  credentials: string | undefined;
  metadata: Metadata;
}

/** The callbacks of a server for credentials, and what it asks without them. */
interface AuthOptions {
  authenticateCredentials?: Server.AuthenticateCredentials;
  generateCredentials?: Server.GenerateCredentials;
  lobbyOnly?: boolean;
}

/** Returns `true` if only the lobby makes matches. The default follows from API_SECRET. */
export function isLobbyOnly(option?: boolean) {
  return option ?? Boolean(process.env.API_SECRET);
}

/** Authentication of players. The lobby and masters ask it before somebody acts for a seat. */
export class Auth implements Server.Auth {
  #authenticate: Server.AuthenticateCredentials = areCredentialsAuthentic;
  #isRequired: (metadata: Metadata) => boolean;

  /** Credentials for a player who joins a match. */
  generateCredentials: Server.GenerateCredentials = () => randomText(4);

  constructor({ authenticateCredentials, generateCredentials, lobbyOnly }: AuthOptions = {}) {
    this.#isRequired = (metadata) => hasCredentials(metadata) || (isLobbyOnly(lobbyOnly) && isOfLobby(metadata));
    if (typeof authenticateCredentials === 'function') {
      this.#authenticate = authenticateCredentials;
      this.#isRequired = () => true;
    }
    if (typeof generateCredentials === 'function') this.generateCredentials = generateCredentials;
  }

  /**
   * Returns `true` if these credentials are the player's, or a promise of that. If no player of a match has credentials, any client may
   * act for any player. If only the lobby makes matches, a player must join first.
   */
  authenticateCredentials({ playerID, credentials, metadata }: Question): boolean | Promise<boolean> {
    // Without credentials, or of no player: boardgame.io's contract does not declare that.
    return this.#isRequired(metadata) ? this.#authenticate(credentials as string, extractPlayerMetadata(metadata, playerID) as Server.PlayerMetadata) : true;
  }

  /**
   * Returns `true` if these are the credentials of the player who has the seat, or a promise of that. The lobby asks this before it changes
   * the seat. Unlike in a match, no client may change a free seat.
   */
  mayChangeSeat(question: Question): boolean | Promise<boolean> {
    const player = extractPlayerMetadata(question.metadata, question.playerID);
    const isSomebodys = this.#authenticate !== areCredentialsAuthentic || Boolean(player?.name || player?.credentials);
    return isSomebodys && this.authenticateCredentials(question);
  }
}

/** Returns new credentials. Throws if no client can send them, or if they are empty: those would be none. */
export function readCredentials(made: unknown): string {
  const credentials = credentialsOf(made);
  if (!credentials) throw new TypeError(`generateCredentials: expected a string of 1 to ${MOST_CREDENTIALS} characters`);
  return credentials;
}

/** The operator's own code may ask about a match that has no metadata. */
function isOfLobby(metadata: Metadata) {
  return Boolean(metadata) && !isBegunBySync(metadata);
}

function hasCredentials(metadata: Metadata) {
  const players: Record<PlayerID, Server.PlayerMetadata> = metadata?.players ?? {};
  for (const id of Object.keys(players)) if (players[id]?.credentials) return true;
  return false;
}

function areCredentialsAuthentic(credentials: string | undefined, player: Server.PlayerMetadata | undefined) {
  return Boolean(credentials) && isSameSecret(credentials, player?.credentials);
}

function extractPlayerMetadata(metadata: Metadata, playerID: PlayerID): Server.PlayerMetadata | undefined {
  const players: Record<PlayerID, Server.PlayerMetadata> = metadata?.players ?? {};
  return Object.hasOwn(players, playerID) ? players[playerID] : undefined;
}
