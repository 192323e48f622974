import { decode } from '../protocol/wire.js';
import { isDevelopment } from '../../util/environment.js';
import { SizeLimit, whyTooBig } from '../protocol/too-big.js';
import { MessageTransport } from './message-transport.js';

/** The requests that the client sends again by itself. */
const ASKED_AGAIN = ['sync', 'log'];

/** A transport whose master is remote, and sends texts: what extends it calls `receive` with each. */
export class TextTransport extends MessageTransport {
  /** For the client: messages contain only JSON values. */
  isPlain = true;
  #limit = new SizeLimit();

  /** Receives a text, from the master or from any other sender. Drops a text that is not a master's message. */
  receive(text: string): void {
    let data;
    try {
      data = decode(text);
    } catch {
      return;
    }
    if (Array.isArray(data?.args)) this.notifyClient(data);
  }

  /**
   * Returns `true` if the server can take a message of this size. Throws for a chat message or an action that is too big. For other
   * messages it notifies the client why there is no reply.
   */
  fits(type: string, text: string): boolean {
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
  ended(isTooBig: boolean): void {
    const why = this.#limit.end(isTooBig);
    if (why && isDevelopment()) this.print('warn', `${why}; the client does not send it again`);
  }

  /** The master does not know this connection yet: what has not been acknowledged will be sent again. */
  met(): void {
    this.isConnected = true;
    // First, because the client sends its actions when it is notified that it is connected.
    this.requestSync();
    // A client that has the reply already may have disconnected.
    if (this.isConnected) this.setConnectionStatus(true);
  }
}
