import { Transport } from './transport.js';

/**
 * A transport that sends its master messages of a type with arguments. What extends it has `send`, `connect` and
 * `disconnect`, after which it receives nothing of what was under way.
 */
export class MessageTransport extends Transport {
  /**
   * Sends a message, or loses it if there is no connection: the client sends its actions again.
   *
   * @abstract
   * @param {string} _type
   * @param {...any} _args
   */
  send(_type, ..._args) {}

  /** @abstract */
  connect() {}

  /** @abstract */
  disconnect() {}

  sendAction(state, action) {
    this.send('update', action, state._stateID, this.matchID, this.playerID);
  }

  sendChatMessage(matchID, chatMessage) {
    this.send('chat', matchID, chatMessage, this.credentials);
  }

  requestSync() {
    const { about } = this;
    this.send('sync', this.matchID, this.playerID, this.credentials, this.numPlayers, ...about ? [about] : []);
  }

  requestLog(before) {
    this.send('log', this.matchID, before);
  }

  updateMatchID(id) {
    this.matchID = id;
    this.again();
  }

  updatePlayerID(id) {
    this.playerID = id;
    this.again();
  }

  updateCredentials(credentials) {
    this.credentials = credentials;
    this.again();
  }

  /**
   * The client is at another seat or match, or has other credentials. A reply does not contain whom it was for: what is
   * under way ends with the connection. Where there is none yet, nothing is under way.
   */
  again() {
    if (!this.isConnected) return;
    this.disconnect();
    this.connect();
  }
}
