/** In a frame's first byte: it is the last of its message, it is packed, it belongs to none. */
const LAST = 0x80;
const PACKED = 0x40;
const CONTROL = 0x08;
/** In its second byte: whether a mask follows, and how long it is, or that two or eight bytes say so. */
const MASKED = 0x80;
const LENGTH = 0x7f;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/**
 * Follows the bytes of a WebSocket from frame to frame, to know whether they stop within a message. `ws` checks the frames' contents.
 *
 * Attack: many connections that each begin a message, in one frame or ten thousand, and do not end it. Test: tests/js/server/incomplete-messages.test.mjs. `maxPayload`,
 * `maxFragments` and `maxBufferedChunks` of ws bound one message, and ws does not say that one has begun.
 */
export class Frames {
  /** Of the frame that has begun. */
  #head: number[] = [];
  /** Bytes of it that have not come. */
  #left = 0;
  /** Frames of the message that has begun, before this one. */
  parts = 0;
  /** Whether that message is packed: it may come to more than its frames. */
  isPacked = false;

  /** Whether a message or a frame has begun, and not ended. */
  get isOpen() {
    return this.#head.length > 0 || this.parts > 0;
  }

  /** Whether something has ended in what has come. */
  take(bytes: Uint8Array) {
    let hasEnded = false;
    for (let at = 0; at < bytes.length;) {
      if (this.#left === 0) {
        this.#head.push(bytes[at]);
        at += 1;
        if (this.#head.length < sizeOfHead(this.#head)) continue;
        this.#left = lengthIn(this.#head);
      }
      const come = Math.min(this.#left, bytes.length - at);
      at += come;
      this.#left -= come;
      if (this.#left > 0) continue;
      this.#end();
      if (!this.isOpen) hasEnded = true;
    }
    return hasEnded;
  }

  #end() {
    const [first] = this.#head;
    this.#head = [];
    if (first & CONTROL) return;
    const isLast = Boolean(first & LAST);
    this.parts = isLast ? 0 : this.parts + 1;
    this.isPacked = !isLast && (this.isPacked || Boolean(first & PACKED));
  }
}

function sizeOfHead({ 1: second }: number[]) {
  if (second === undefined) return 2;
  return 2 + sizeOfLength(second & LENGTH) + (second & MASKED ? 4 : 0);
}

function sizeOfLength(length: number) {
  if (length === TWO_BYTES) return 2;
  return length === EIGHT_BYTES ? 8 : 0;
}

function lengthIn(head: number[]) {
  const length = head[1] & LENGTH;
  if (length < TWO_BYTES) return length;
  return head.slice(2, 2 + sizeOfLength(length)).reduce((sum, byte) => sum * 256 + byte, 0);
}
