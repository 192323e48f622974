/** What the environment says: every variable that the server knows, read once. */

/** The variables: a name, the usual value, and what reads one; it throws what is expected instead. */
export const VARIABLES = {
  /** Where it listens: 0 takes any free port. */
  port: ['PORT', '8000', between(0, 65535)],
  /** The address: `0.0.0.0` is every one of the machine's. */
  host: ['HOST', '127.0.0.1', text],
  /** The file that keeps the matches. */
  database: ['DATABASE', 'matches.db', text],
  /** The pages of other origins that may use the server, separated by commas. */
  origins: ['ORIGINS', '', origins],
  logLevel: ['LOG_LEVEL', 'info', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')],
  /** So many proxies stand before the server: their `X-Forwarded-For` is believed. */
  trustedProxies: ['TRUSTED_PROXIES', '0', between(0, 10)],
  /** HTTP requests of an address. */
  requestsPerMinute: ['REQUESTS_PER_MINUTE', '3000', between(1, 1e9)],
  /** New connections of an address. */
  connectionsPerMinute: ['CONNECTIONS_PER_MINUTE', '120', between(1, 1e9)],
  /** Connections of an address at one time. */
  connectionsPerAddress: ['CONNECTIONS_PER_ADDRESS', '50', between(1, 1e9)],
  /** Connections at one time. */
  connections: ['CONNECTIONS', '10000', between(1, 1e9)],
  /** Messages of a connection in the long run; four times as many at once. */
  messagesPerSecond: ['MESSAGES_PER_SECOND', '50', between(1, 1e9)],
  /** Bytes of a message, and of a request to the lobby. */
  messageBytes: ['MESSAGE_BYTES', '100000', between(1000, 1e9)],
  /** How long `/readyz` says no before the server takes no more connections: until proxies have noticed. */
  drainSeconds: ['DRAIN_SECONDS', '0', between(0, 3600)],
  /** How long what is under way may take to end. */
  shutdownSeconds: ['SHUTDOWN_SECONDS', '10', between(1, 3600)],
};

/**
 * The settings in `environment`. Throws an error that names each variable that makes no sense, one a line.
 *
 * @param {Record<string, string | undefined>} environment
 */
export function readConfig(environment) {
  const config = {};
  const wrong = [];
  for (const [key, [name, usual, read]] of Object.entries(VARIABLES)) {
    const value = environment[name] ?? usual;
    try {
      config[key] = read(value);
    } catch (error) {
      wrong.push(`${name}: expected ${error.message}, got ${JSON.stringify(value)}`);
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return config;
}

function between(least, most) {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) throw new Error(`a whole number from ${least} to ${most}`);
    return number;
  };
}

function text(value) {
  if (value.trim() === '') throw new Error('a text that is not empty');
  return value;
}

function oneOf(...words) {
  return (value) => {
    if (!words.includes(value)) throw new Error(`one of ${words.join(', ')}`);
    return value;
  };
}

function origins(value) {
  const names = value.split(',').map((name) => name.trim()).filter(Boolean);
  for (const name of names) {
    if (!URL.canParse(name) || new URL(name).origin !== name) throw new Error('origins such as https://games.example.com, separated by commas');
  }
  return names;
}
