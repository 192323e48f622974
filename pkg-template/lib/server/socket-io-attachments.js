/** A packet that announces attachments, and how many, in socket.io's protocol. */
const ANNOUNCEMENT = /^[56](\d{1,9})-/;

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
   * @param {{ transport: import('../../server.d.ts').TransportName, cut: () => void }} connection
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
    const [, announced] = ANNOUNCEMENT.exec(text.slice(0, 12)) ?? [];
    this.#missing = Number(announced ?? 0);
    this.#bytes = 0;
    if (this.#missing === 0) return;
    const bytes = () => this.#bytes;
    this.#share ??= this.#unfinished.open({ ...this.#connection, size: bytes, come: bytes });
  }
}
