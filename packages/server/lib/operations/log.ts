import { ifRejected, printableError } from '../rondel.js';
import { failureNamed, isClientError, printErrorNowAndThen } from '../util/recent-errors.js';
import { loadPackage } from '../util/packages.js';
import { Repeats } from './repeats.js';
import type { ServerEvent } from '../../types/events.js';
import type { Logger } from '../../types/operations.js';
import type { Fields } from './repeats.js';
import type { HandledRequest } from './handled-requests.js';

/** The fields that events of a server may have. */
export interface EventFields {
  transport?: string;
  why?: string;
  limit?: string;
  gameName?: string;
  matchID?: string;
  outcome?: string;
  milliseconds?: number;
  error?: unknown;
  address?: string;
}

/** Names of pino's levels; `silent` logs nothing. */
export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
/** Strangers can cause these as often as they like, and many matches may expire at once. */
const OFTEN = ['refused', 'cut', 'limited', 'denied', 'expired'];

/**
 * The log of a server: for each event, the fields that are named here. They contain no bodies, headers, queries, addresses or
 * credentials. Events that an address causes are logged once per address and minute.
 */
export class Log {
  #logger: Logger;
  #repeats = new Repeats((level, fields) => this.#write(level, fields));

  /** @param option a level, or a logger of the user's */
  constructor(option: string | Logger) {
    this.#logger = typeof option === 'string' ? openPino(option) : option;
  }

  /** Logs fields at the level `info`, without a limit of repeats. */
  info(fields: Fields) {
    this.#write('info', fields);
  }

  error(fields: Fields, error?: unknown) {
    this.#write('error', error === undefined ? fields : { ...fields, err: errorFields(error) });
  }

  /** Writes the events of a server. */
  watch({ type, ...event }: ServerEvent) {
    const { transport, why, limit, gameName: game, matchID: match, outcome, milliseconds, error, address } = event as EventFields;
    if (type === 'error') return this.#failed({ event: 'error', game, match }, error);
    const fields = { event: type, transport, why, limit, game, outcome };
    if (OFTEN.includes(type)) return this.#repeats.log('info', fields, JSON.stringify([fields, address]));
    return this.#write('debug', milliseconds === undefined ? fields : { ...fields, milliseconds: Math.round(milliseconds) });
  }

  handled(request: HandledRequest) {
    this.#write('debug', { event: 'request', ...request });
  }

  /** Writes what has gone wrong with a request, unless it is its client who did. */
  requestFailed(error: unknown) {
    const { status = 500 } = Object(error);
    if (status >= 500 && !isClientError(error)) this.#failed({ event: 'request-failed' }, error);
  }

  /** Writes what has been counted and not been logged. */
  end() {
    this.#repeats.end();
  }

  /** The same is thrown at each message, if a stranger finds out how. */
  #failed(fields: Fields, error: unknown) {
    const err = errorFields(error);
    const { event, game } = fields;
    this.#repeats.log('error', { ...fields, err }, JSON.stringify([event, game, failureNamed(error)]));
  }

  #write(level: keyof Logger, fields: Fields) {
    const failed = (error: unknown) => printErrorNowAndThen('rondel: the log threw:', error);
    try {
      ifRejected(this.#logger[level](fields), failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** Lines of JSON, of which each says its level by name and its time. */
function openPino(level: string): Logger {
  const { pino } = loadPackage('pino', `log: '${level}'`);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } });
}

/** An error may hold anything besides: a query with its values, for instance, or a request's body. */
function errorFields(thrown: unknown) {
  try {
    const { name, message, code, stack } = Object(printableError(thrown));
    const fields = { name, message: message ?? String(thrown), code, stack };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' || typeof value === 'number'));
  } catch {
    return { message: 'a value that cannot be read' };
  }
}
