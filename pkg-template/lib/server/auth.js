import { randomText } from '../util/random-id.js';
import { isBegunBySync } from '../online/unplayed.js';
import { isLobbyOnly } from './lobby-only.js';
import { isSameSecret } from './secret.js';

/** Who may act for whom: what lobby and masters ask before they let somebody do something. */
export class Auth {
  /** @type {import('../../master.js').Server.AuthenticateCredentials} */
  #authenticate = areCredentialsAuthentic;
  #isRequired;

  /**
   * Credentials for a player who joins a match.
   *
   * @type {(ctx: any) => string | Promise<string>}
   */
  generateCredentials = () => randomText(4);

  /**
   * @param {object} [options]
   * @param {import('../../master.js').Server.AuthenticateCredentials} [options.authenticateCredentials]
   * @param {import('../../master.js').Server.GenerateCredentials} [options.generateCredentials]
   * @param {boolean} [options.lobbyOnly] of the server
   */
  constructor({ authenticateCredentials, generateCredentials, lobbyOnly } = {}) {
    this.#isRequired = (metadata) => hasCredentials(metadata) || (isLobbyOnly(lobbyOnly) && isOfLobby(metadata));
    if (typeof authenticateCredentials === 'function') {
      this.#authenticate = authenticateCredentials;
      this.#isRequired = () => true;
    }
    if (typeof generateCredentials === 'function') this.generateCredentials = generateCredentials;
  }

  /**
   * Whether these credentials are the player's, or a promise of it. In a match in which nobody has credentials, everybody may
   * act for everybody; where the lobby alone makes matches, nobody acts in one of its matches before they have joined it.
   *
   * @param {{ playerID: string, credentials: any, metadata: any }} question
   */
  authenticateCredentials({ playerID, credentials, metadata }) {
    return this.#isRequired(metadata) ? this.#authenticate(credentials, extractPlayerMetadata(metadata, playerID)) : true;
  }

  /**
   * Whether these are the credentials of the player who has the seat, or a promise of it: what a lobby asks before it changes
   * anything for them. Unlike at the board, nobody does so at a seat that nobody has taken.
   *
   * @param {{ playerID: string, credentials: any, metadata: any }} question
   */
  mayChangeSeat(question) {
    const player = extractPlayerMetadata(question.metadata, question.playerID);
    const isSomebodys = this.#authenticate !== areCredentialsAuthentic || Boolean(player?.name || player?.credentials);
    return isSomebodys && this.authenticateCredentials(question);
  }
}

/** The operator's own code may ask about a match that has no metadata. */
function isOfLobby(metadata) {
  return Boolean(metadata) && !isBegunBySync(metadata);
}

function hasCredentials(metadata) {
  const players = metadata?.players ?? {};
  for (const id of Object.keys(players)) if (players[id]?.credentials) return true;
  return false;
}

function areCredentialsAuthentic(credentials, player) {
  return Boolean(credentials) && isSameSecret(credentials, player?.credentials);
}

function extractPlayerMetadata(metadata, playerID) {
  const players = metadata?.players ?? {};
  return Object.hasOwn(players, playerID) ? players[playerID] : undefined;
}
