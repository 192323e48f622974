/** Shutdown of the process. */
import { constants } from 'node:os';

/**
 * On a signal, the server stops in good order; on a second one, or when that takes too long, the process ends at once.
 *
 * @param {{ stop: () => Promise<void>, log: import('pino').Logger, seconds: number }} options
 */
export function endOnSignals({ stop, log, seconds }) {
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (isEnding) process.exit(128 + constants.signals[signal]);
      isEnding = true;
      log.info({ event: 'stopping', signal });
      setTimeout(() => fail({ event: 'stopped-late', seconds }), seconds * 1000).unref();
      stop().then(succeed, (error) => fail({ event: 'stopped-badly', err: error }));
    });
  }

  function succeed() {
    log.info({ event: 'stopped' });
    process.exit(0);
  }

  function fail(entry) {
    log.error(entry);
    process.exit(1);
  }
}
