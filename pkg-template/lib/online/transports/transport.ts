import { rulesOf } from '../../game/rules.js';
import { versionOf } from '../../engine/version.js';
import { textOf } from '../names.js';
import { OnlineMatch } from '../../client/online-match.js';
import { noop } from '../../util/noop.js';
import { ONLINE } from '../../util/marks.js';
import { printOfClient } from '../../util/print.js';
import type { ClientOpts } from '../../../types/client.js';
import type { PlayerID, State } from '../../../types/game.js';
import type { ChatMessage, ClientInfo, TransportData } from '../../../types/master.js';
import type { ConnectionTrouble, TransportOpts } from '../../../types/transport.js';
import type { Foreign } from '../../util/foreign.js';
import type { Viewed } from '../view.js';

/**
 * Base class of transports, which connect a client with a master. A transport may lose, repeat and reorder messages. It must report when its
 * connection is lost and when it is restored.
 */
export abstract class Transport {
  /** @internal */
  declare connectionStatusCallback: (trouble?: ConnectionTrouble) => void;
  declare isConnected: boolean;
  /** @internal */
  declare transportDataCallback: TransportOpts['transportDataCallback'];
  protected declare gameName: string;
  protected declare credentials?: string;
  protected declare numPlayers: number;
  /** Setup data of a match that this client starts. A transport with a master in the page sets it. Servers ignore it. */
  declare setupData?: any;
  /** @internal `true` if the client has joined the match of this ID before. The client sets it. */
  declare knowsMatch: boolean;
  #playerID: PlayerID | null = null;
  #matchID: string = '';
  #version: string | number | undefined;
  #mayBegin: boolean;
  #options: TransportOpts;

  constructor(options: TransportOpts) {
    const { transportDataCallback, game, gameName, playerID, matchID, credentials, numPlayers, create = true } = options;
    this.connectionStatusCallback = noop;
    this.isConnected = false;
    this.transportDataCallback = transportDataCallback;
    this.gameName = gameName || 'default';
    this.playerID = playerID;
    this.matchID = textOf(matchID) || 'default';
    this.credentials = credentials;
    this.numPlayers = numPlayers || 2;
    this.#version = versionOf(rulesOf(game));
    this.#mayBegin = create !== false;
    this.#options = options;
    this.setupData = undefined;
    this.knowsMatch = false;
  }

  /** Player of the client, as text. A number is converted. `null` for a spectator. */
  protected get playerID(): PlayerID | null {
    return this.#playerID;
  }

  protected set playerID(id: PlayerID | number | null | undefined) {
    this.#playerID = textOf(id) || null;
  }

  /** ID of the match, as text. A number is converted. */
  protected get matchID(): string {
    return this.#matchID;
  }

  protected set matchID(id: string | number) {
    this.#matchID = textOf(id);
  }

  /** Information about the client, for the last argument of `sync`. `undefined` if there is none. */
  get about(): ClientInfo | undefined {
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

  /** Sets the client's callback for changes of the connection. */
  subscribeToConnectionStatus(fn: (trouble?: ConnectionTrouble) => void): void {
    this.connectionStatusCallback = fn;
  }

  /**
   * Reports that the transport has connected or disconnected, or that an attempt has failed. `trouble` has the reason. `client.connection` shows
   * both.
   */
  protected setConnectionStatus(isConnected: boolean, trouble?: ConnectionTrouble): void {
    this.isConnected = isConnected;
    this.connectionStatusCallback(trouble);
  }

  /** Passes a message of the master to the client. */
  protected notifyClient(data: TransportData): void;
  /** @internal */
  protected notifyClient(data: Viewed): void;
  protected notifyClient(data: TransportData | Viewed): void {
    // The type of a message says what its arguments are.
    this.transportDataCallback(data as TransportData);
  }

  /** @internal Prints for the developer, as a message of the client. */
  protected print(level: 'error' | 'warn', message: string): void {
    printOfClient(this.#options, level, message);
  }

  abstract connect(): void;
  abstract disconnect(): void;
  abstract sendAction(state: State, action: any): void;
  abstract sendChatMessage(matchID: string, chatMessage: ChatMessage): void;
  abstract requestSync(): void;
  /** Requests the part of the log before the cursor `before`. Without this method, the client has only the newest part of a long log. */
  requestLog?(before: number): void;
  abstract updateMatchID(id: string): void;
  abstract updatePlayerID(id: PlayerID | null): void;
  abstract updateCredentials(credentials?: string): void;

  /** @internal Creates the match of an online client. The code comes with the transport, so that other pages do not load it. */
  [ONLINE](options: ClientOpts<Foreign, Foreign, Foreign>): OnlineMatch {
    return new OnlineMatch(this, options);
  }
}
