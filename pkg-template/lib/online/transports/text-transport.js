import { decode } from '../protocol/wire.js';
import { MessageTransport } from './message-transport.js';

/** A transport whose master is somewhere else, and talks in texts: what extends it hands over each that it `hear`s. */
export class TextTransport extends MessageTransport {
  /** For the client: nothing is in a message but what JSON can say. */
  isPlain = true;

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
    this.isConnected = true;
    // First, because the client sends its actions when it hears that it is connected.
    this.requestSync();
    // Who has the answer already may have disconnected.
    if (this.isConnected) this.setConnectionStatus(true);
  }
}
