import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { ShutdownOptions } from '../../types/operations.js';
import type { EndFields } from './log-events.js';

/** Methods of the server that a shutdown calls. */
interface EndingServer {
  /** It takes no more players. */
  stopping: () => void;
  kill: () => Promise<void>;
  log: (event: string, fields?: EndFields, error?: unknown) => void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Orchestrators kill what has not ended after ten seconds, or thirty. */
const USUAL = { drain: 0, within: 8000 };

/**
 * The end of the process at a signal: for `drain` milliseconds `/readyz` says that the server stops, `kill` ends what is under way, and after `within`
 * milliseconds, or at a second signal, the process ends at once.
 */
export class Shutdown {
  #options: Required<ShutdownOptions>;
  #server: EndingServer;
  #isEnding = false;
  #isListening = false;

  constructor(options: ShutdownOptions, server: EndingServer) {
    this.#options = { ...USUAL, ...options };
    this.#server = server;
  }

  listen() {
    if (this.#isListening) return;
    this.#isListening = true;
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** The server has been killed by other means: it does not handle signals any more. */
  forget() {
    if (this.#isEnding) return;
    this.#isListening = false;
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  #onSignal = (signal: NodeJS.Signals) => {
    if (this.#isEnding) process.exit(128 + constants.signals[signal]);
    this.#isEnding = true;
    void this.#end(signal);
  };

  async #end(signal: NodeJS.Signals) {
    const { drain, within } = this.#options;
    const { stopping, kill, log } = this.#server;
    log('stopping', { signal });
    stopping();
    setTimeout(() => this.#exit(1, 'stopped-late', { isWrong: true, milliseconds: drain + within }), drain + within);
    try {
      await wait(drain);
      await kill();
      this.#exit(0, 'stopped');
    } catch (error) {
      this.#exit(1, 'stopped-badly', { isWrong: true }, error);
    }
  }

  #exit(status: number, event: string, fields: EndFields = {}, error: unknown = undefined) {
    this.#server.log(event, fields, error);
    process.exit(status);
  }
}
