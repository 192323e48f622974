import { Transport } from './transport.js';
import type { PlayerID, State } from '../../../types/game.js';
import type { ChatMessage } from '../../../types/master.js';

/**
 * A transport that sends its master messages of a type with arguments. Subclasses have `send`, `connect` and
 * `disconnect`. After `disconnect` they receive no messages that were in transit.
 */
export class MessageTransport extends Transport {
  // These three do nothing here.

  /** Sends a message, or loses it if there is no connection: the client sends its actions again. */
  send(_type: string, ..._args: unknown[]): void {}

  connect(): void {}

  disconnect(): void {}

  sendAction(state: State, action: unknown): void {
    this.send('update', action, state._stateID, this.matchID, this.playerID);
  }

  sendChatMessage(matchID: string, chatMessage: ChatMessage): void {
    this.send('chat', matchID, chatMessage, this.credentials);
  }

  requestSync(): void {
    const { about } = this;
    this.send('sync', this.matchID, this.playerID, this.credentials, this.numPlayers, ...about ? [about] : []);
  }

  requestLog(before: number): void {
    this.send('log', this.matchID, before);
  }

  updateMatchID(id: string): void {
    this.matchID = id;
    this.again();
  }

  updatePlayerID(id: PlayerID | null): void {
    this.playerID = id;
    this.again();
  }

  updateCredentials(credentials?: string): void {
    this.credentials = credentials;
    this.again();
  }

  /**
   * The client is at another seat or match, or has other credentials. A reply does not contain whom it was for: what is
   * under way ends with the connection. Where there is none yet, nothing is under way.
   */
  again(): void {
    if (!this.isConnected) return;
    this.disconnect();
    this.connect();
  }
}
