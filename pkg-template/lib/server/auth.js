import { randomText } from '../util/random-id.js';
import { isSameSecret } from './secret.js';

/** Who may act for whom: what lobby and masters ask before they let somebody do something. */
export class Auth {
  /** @type {import('../../master.js').Server.AuthenticateCredentials} */
  #authenticate = areCredentialsAuthentic;
  #isRequired = doesMatchRequireAuthentication;

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
   */
  constructor({ authenticateCredentials, generateCredentials } = {}) {
    if (typeof authenticateCredentials === 'function') {
      this.#authenticate = authenticateCredentials;
      this.#isRequired = () => true;
    }
    if (typeof generateCredentials === 'function') this.generateCredentials = generateCredentials;
  }

  /**
   * Whether these credentials are the player's, or a promise of it. In a match in which nobody has credentials, everybody may
   * act for everybody.
   *
   * @param {{ playerID: string, credentials: any, metadata: any }} question
   */
  authenticateCredentials({ playerID, credentials, metadata }) {
    return this.#isRequired(metadata) ? this.#authenticate(credentials, extractPlayerMetadata(metadata, playerID)) : true;
  }

  /**
   * Whether these are the credentials of whoever has the seat, or a promise of it: what a lobby asks before it changes
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

function doesMatchRequireAuthentication(metadata) {
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
