import { decode } from '../protocol/wire.js';
import { Transport } from './transport.js';

/**
 * A transport that asks its master by messages of a type with arguments. What extends it has `send`, `connect` and
 * `disconnect`, after which it hears nothing of what was under way, and hands over what it `hear`s.
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
    this.send('sync', this.matchID, this.playerID, this.credentials, this.numPlayers);
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
   * The client is at another seat or match, or has other credentials. Nothing in an answer says whom it was for: what is
   * under way ends with the connection. One that is not there yet has been asked nothing.
   */
  again() {
    if (!this.isConnected) return;
    this.disconnect();
    this.connect();
  }

  /** A text of the master's, or of whoever else may send here: what is no message of a master's is dropped. */
  hear(text) {
    let data;
    try {
      data = decode(text);
    } catch {
      return;
    }
    if (Array.isArray(data?.args)) this.notifyClient(data);
  }

  /** The master does not know this connection yet: what has not been answered will be sent again. */
  met() {
    // First, because the client sends its actions when it hears that it is connected.
    this.requestSync();
    this.setConnectionStatus(true);
  }
}
