import { rulesOf } from '../../game/rules.js';
import { versionOf } from '../../engine/version.js';
import { textOf } from '../names.js';
import { openOnlineSession } from '../../client/online-session.js';
import { noop } from '../../util/noop.js';
import { ONLINE } from '../../util/marks.js';

/**
 * What connects a client with a master, by boardgame.io's contract. A transport extends it with `connect()`,
 * `disconnect()`, `sendAction(state, action)`, `sendChatMessage(matchID, chatMessage)`, `requestSync()`,
 * `updateMatchID(id)`, `updatePlayerID(id)` and `updateCredentials(credentials)`.
 *
 * It may lose messages, deliver them twice or in another order: client and master cope with that. It must report
 * when its connection is lost and when it is back.
 */
export class Transport {
  /** @type {string | null} */
  #playerID = null;
  /** @type {string} */
  #matchID = '';
  #version;
  #mayBegin;

  /** @param {import('../../../internal.d.ts').TransportOpts} options */
  constructor({ transportDataCallback, game, gameName, playerID, matchID, credentials, numPlayers, create = true }) {
    /** @type {(trouble?: import('../../../internal.d.ts').ConnectionTrouble) => void} */
    this.connectionStatusCallback = noop;
    this.isConnected = false;
    this.transportDataCallback = transportDataCallback;
    this.gameName = gameName || 'default';
    this.playerID = /** @type {any} */ (playerID);
    this.matchID = textOf(matchID) || 'default';
    this.credentials = credentials;
    this.numPlayers = numPlayers || 2;
    this.#version = versionOf(rulesOf(game));
    this.#mayBegin = create !== false;
    /** What a match that this client starts begins with: set by transports whose master is the page's own. A server ignores it. */
    this.setupData = /** @type {unknown} */ (undefined);
    /** Whether the client has had the match of this ID: set by the client. */
    this.knowsMatch = false;
  }

  /**
   * Text, also if it is given as a number, since messages have it as text. Null for a spectator.
   *
   * @returns {string | null}
   */
  get playerID() {
    return this.#playerID;
  }

  /** @param {string | number | null | undefined} id */
  set playerID(id) {
    this.#playerID = textOf(id) || null;
  }

  /**
   * Text, as the playerID.
   *
   * @returns {string}
   */
  get matchID() {
    return this.#matchID;
  }

  /** @param {string | number} id */
  set matchID(id) {
    this.#matchID = textOf(id);
  }

  /** What a client sends about itself when it asks for a match; undefined if there is nothing to send. */
  get about() {
    const version = this.#version;
    const setupData = this.#mayBegin && !this.knowsMatch ? this.setupData : undefined;
    if (version === undefined && setupData === undefined && !this.knowsMatch && this.#mayBegin) return undefined;
    return {
      ...version !== undefined && { version },
      ...setupData !== undefined && { setupData },
      ...this.knowsMatch && { known: true },
      ...!this.#mayBegin && { create: false },
    };
  }

  /** For the client: `fn` is called when the connection is lost or back, with what trouble there is. */
  subscribeToConnectionStatus(fn) {
    this.connectionStatusCallback = fn;
  }

  /**
   * To be called by a transport that has connected or disconnected, or that has tried to in vain.
   *
   * @param {boolean} isConnected
   * @param {import('../../../internal.d.ts').ConnectionTrouble} [trouble] why it is not, and when it is tried again
   */
  setConnectionStatus(isConnected, trouble) {
    this.isConnected = isConnected;
    this.connectionStatusCallback(trouble);
  }

  /** To be called by a transport with what a master has sent. */
  notifyClient(data) {
    this.transportDataCallback(data);
  }

  /** What online play needs comes with the transport: pages without one do not load it. */
  [ONLINE](client) {
    return openOnlineSession(this, client);
  }
}
