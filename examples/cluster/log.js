/** The cluster's log: a line of JSON for each event. */
import { pino } from 'pino';

/** @param {string} level */
export function createLog(level) {
  return pino({
    level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) },
  });
}
