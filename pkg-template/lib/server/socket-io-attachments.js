/** The types of packets that announce attachments, in socket.io's protocol. */
const ANNOUNCING = ['5', '6'];

/** The packet and the attachments of a connection that have come while others of them have not: socket.io keeps them until they have. */
export class Attachments {
  #unfinished;
  #connection;
  #missing = 0;
  #bytes = 0;
  /** @type {{ look: () => void, close: () => void } | null} */
  #share = null;

  /**
   * @param {import('./unfinished.js').Unfinished} unfinished
   * @param {{ transport: import('../../server.d.ts').TransportName, cut: (why: 'unfinished' | 'slow') => void }} connection
   */
  constructor(unfinished, connection) {
    this.#unfinished = unfinished;
    this.#connection = connection;
  }

  /**
   * A message has come, which may be empty.
   *
   * @param {string | Uint8Array} [data]
   */
  take(data = '') {
    if (typeof data === 'string') this.#begin(data);
    else this.#missing = Math.max(0, this.#missing - 1);
    this.#bytes += data.length;
    if (this.#missing === 0) this.close();
    else this.#share?.look();
  }

  /** The connection has ended, or nothing is missing. */
  close() {
    this.#share?.close();
    this.#share = null;
  }

  #begin(text) {
    this.#missing = announcedIn(text);
    this.#bytes = 0;
    if (this.#missing === 0) return;
    const bytes = () => this.#bytes;
    this.#share ??= this.#unfinished.open({ ...this.#connection, size: bytes, come: bytes });
  }
}

/** How many attachments a packet announces: as socket.io reads it, which takes for a number what JavaScript does, such as `1e1`. */
function announcedIn(text) {
  if (!ANNOUNCING.includes(text[0])) return 0;
  return Number(text.slice(1, text.indexOf('-'))) || 0;
}
