import { rulesOf } from '../../game/rules.js';
import { versionOf } from '../../engine/version.js';
import { textOf } from '../names.js';
import { OnlineMatch } from '../../client/online-match.js';
import { noop } from '../../util/noop.js';
import { ONLINE } from '../../util/marks.js';
import { printOfClient } from '../../util/print.js';
import type { ClientOpts } from '../../../types/client.js';
import type { Game, PlayerID, State } from '../../../types/game.js';
import type { ChatMessage, ClientInfo, TransportData } from '../../../types/master.js';
import type { ConnectionTrouble, TransportOpts } from '../../../types/transport.js';
import type { Foreign } from '../../util/foreign.js';
import type { Viewed } from '../view.js';

/** The options of a transport, as clients make them: they always give their game. */
export type ClientTransportOpts = TransportOpts & { game: Game };

/**
 * What connects a client with a master. It may lose messages, bring them twice or in another order; it must say when its
 * connection is lost and when it is back.
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
  /** What a match that this client starts begins with: set by a transport whose master is the page's own. A server ignores it. */
  declare setupData?: any;
  /** @internal Whether the client has had the match of this ID: set by the client. */
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

  /** Text, also if it is given as a number, since messages have it as text. Null for a spectator. */
  protected get playerID(): PlayerID | null {
    return this.#playerID;
  }

  protected set playerID(id: PlayerID | number | null | undefined) {
    this.#playerID = textOf(id) || null;
  }

  /** Text, as the playerID. */
  protected get matchID(): string {
    return this.#matchID;
  }

  protected set matchID(id: string | number) {
    this.#matchID = textOf(id);
  }

  /** What the client says of itself: for the last argument of `sync`. Undefined if it has nothing to say. */
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

  /** For the client, which wants to know when the connection is lost or back. */
  subscribeToConnectionStatus(fn: (trouble?: ConnectionTrouble) => void): void {
    this.connectionStatusCallback = fn;
  }

  /**
   * To be called by a transport that has connected or disconnected, and whenever an attempt has failed: `client.connection` says so,
   * with what trouble there is.
   */
  protected setConnectionStatus(isConnected: boolean, trouble?: ConnectionTrouble): void {
    this.isConnected = isConnected;
    this.connectionStatusCallback(trouble);
  }

  /** To be called by a transport with what a master has sent. */
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
  /** Asks for the part of the log that comes before what the client has. Without it, a long log stays as short as it has come. */
  requestLog?(before: number): void;
  abstract updateMatchID(id: string): void;
  abstract updatePlayerID(id: PlayerID | null): void;
  abstract updateCredentials(credentials?: string): void;

  /** @internal What online play needs comes with the transport: pages without one do not load it. */
  [ONLINE](options: ClientOpts<Foreign, Foreign, Foreign>): OnlineMatch {
    return new OnlineMatch(this, options);
  }
}
