import { decode } from '../protocol/wire.js';
import { SizeLimit, whyTooBig } from '../protocol/too-big.js';
import { MessageTransport } from './message-transport.js';

/** What the client asks for by itself. */
const ASKED_AGAIN = ['sync', 'log'];

/** A transport whose master is somewhere else, and talks in texts: what extends it hands over each that it `hear`s. */
export class TextTransport extends MessageTransport {
  /** For the client: nothing is in a message but what JSON can say. */
  isPlain = true;
  #limit = new SizeLimit();

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

  /**
   * Whether a message is not too big for the server. An action, or what is said, throws if it is; of the rest the client hears why it
   * gets no answer.
   */
  fits(type, text) {
    try {
      this.#limit.check(text);
      return true;
    } catch (error) {
      if (!ASKED_AGAIN.includes(type)) throw error;
      this.notifyClient({ type: 'refused', args: [this.matchID, { type: 'match/refused', message: whyTooBig(error) }] });
      return false;
    }
  }

  /** The connection has ended, perhaps because a message was too big. */
  ended(isTooBig) {
    this.#limit.end(isTooBig);
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
