/** Why a message was not sent, by the error that is thrown. */
const reasons: WeakMap<object, string> = new WeakMap();

/** Why a message is too big to be sent, if that is what a transport has thrown. It reads no property of it. */
export function whyTooBig(thrown: unknown): string | undefined {
  // A WeakMap has nothing for a value that is no object.
  return reasons.get(thrown as object);
}

/**
 * The size of message that a server accepts. The server only shows it by ending the connection: of all messages sent by it, the
 * biggest was too big.
 */
export class SizeLimit {
  /** Bytes of the smallest message that was too big. */
  #least = Infinity;
  /** Size of the largest message that this connection has sent. */
  #biggest = 0;

  /** Notes a message before it is sent. Throws if it is too big. */
  check(text: string): void {
    const bytes = new TextEncoder().encode(text).length;
    if (bytes >= this.#least) throw tooBig(bytes);
    if (bytes > this.#biggest) this.#biggest = bytes;
  }

  /** The connection has ended. Returns why a message was too big, if one was. */
  end(isTooBig: boolean): string | undefined {
    const bytes = this.#biggest;
    this.#biggest = 0;
    if (!isTooBig || bytes === 0) return undefined;
    this.#least = bytes;
    return reasonOf(bytes);
  }
}

function tooBig(bytes: number): Error {
  const reason = reasonOf(bytes);
  const error = new Error(reason);
  reasons.set(error, reason);
  return error;
}

function reasonOf(bytes: number): string {
  return `a message of ${bytes} bytes is larger than the server accepts`;
}
