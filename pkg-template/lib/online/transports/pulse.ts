import { unref } from '../../util/unref.js';

/** Milliseconds of silence after which a server is probed: at first, and at most, after twice as many each time. */
const SILENCE = 2000;
const LONGEST_SILENCE = 20_000;
/** Timeout of a probe in milliseconds: before the first response, and the minimum and maximum after it. */
const PATIENCE = 4000;
const LEAST_PATIENCE = 2000;
const MOST_PATIENCE = 8000;
/** At most, after twice as long each time that nothing at all has come: the connection may be slow, with much to carry before the response. */
const LONGEST_PATIENCE = 64_000;
/** A response that takes this many times as long as the last is no longer waited for. */
const SLOWER_THAN_BEFORE = 4;
/** A busy page receives nothing, and then all at once: so it waits in several pieces. */
const PIECES = 4;

/**
 * Detects dead connections. One is probed soon where something has come by it a moment ago,
 * and rarely where it is quiet. socket.io's own ping comes from the server, every ten seconds and with twenty to respond: clients
 * showed for up to 29 seconds that they were connected, and nothing of what was stored.
 */
export class Pulse {
  #ask: () => void;
  #lost: () => void;
  #timer: NodeJS.Timeout | null = null;
  #silence = SILENCE;
  #patience = PATIENCE;
  /** The patience while the connection carries something. */
  #usual = PATIENCE;
  /** When the open probe was sent. */
  #askedAt: number | null = null;

  /**
   * @param connection.ask probes the server; call `answered` with the response
   * @param connection.lost is called when there is no response
   */
  constructor({ ask, lost }: { ask: () => void; lost: () => void }) {
    this.#ask = ask;
    this.#lost = lost;
  }

  /** There is a connection. */
  opened() {
    this.#silence = SILENCE;
    this.#rest();
  }

  /** Something has come by it: it is not too slow to carry anything. */
  received() {
    this.#patience = this.#usual;
    this.opened();
  }

  /** The server has responded to a probe. */
  answered() {
    if (this.#askedAt !== null) this.#notePatience(performance.now() - this.#askedAt);
    this.#silence = Math.min(LONGEST_SILENCE, 2 * this.#silence);
    this.#rest();
  }

  /** Probes now, unless a probe is open. */
  ask() {
    if (this.#askedAt !== null) return;
    this.#askedAt = performance.now();
    this.#wait(PIECES);
    this.#ask();
  }

  /** There is no connection. */
  end() {
    this.#askedAt = null;
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
  }

  #rest() {
    this.#askedAt = null;
    this.#after(this.#silence, () => this.ask());
  }

  #wait(pieces: number): void {
    this.#after(this.#patience / PIECES, () => {
      if (pieces > 1) return this.#wait(pieces - 1);
      this.end();
      this.#patience = Math.min(LONGEST_PATIENCE, 2 * this.#patience);
      this.#lost();
    });
  }

  #notePatience(took: number) {
    this.#usual = Math.min(MOST_PATIENCE, Math.max(LEAST_PATIENCE, SLOWER_THAN_BEFORE * took));
    this.#patience = this.#usual;
  }

  #after(milliseconds: number, work: () => void) {
    clearTimeout(this.#timer as NodeJS.Timeout | undefined);
    this.#timer = unref(setTimeout(work, milliseconds));
  }
}
