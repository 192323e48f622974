import { noop } from '../util/noop.js';
import { messageOf, print } from '../util/print.js';
import { EVERYTHING } from './match-log.js';
import { drive } from './match-queue.js';
import { InMemory } from './storage/storage.js';
import { Unkept } from './storage/unkept.js';

/** How many matches are remembered for the case that the storage fails. */
const MOST_SEEN = 100;

/** The fields of a match after each method that writes. */
const WRITES = {
  createMatch: begun,
  createMatchIfAbsent: begun,
  setState: (state, added) => ({ state, added }),
  compareAndSetState: (_stateID, state, added) => ({ state, added }),
  setMetadata: (metadata) => ({ metadata }),
  compareAndSetMetadata: (_expected, metadata) => ({ metadata }),
  wipe: () => GONE,
  compareAndWipe: () => GONE,
};
const METHODS = [...Object.keys(WRITES), 'fetch', 'fetchLogPart'];
const GONE = { initialState: undefined, state: undefined, metadata: undefined, log: undefined };

/**
 * A browser's storage, for as long as the browser keeps anything there: users block what sites store, disks are full, and databases
 * break. A match that cannot be read or written goes on in memory, from what can be read of it, or else from what has been seen last.
 * Where the user or the page clears the storage, the matches that this page has seen are stored again, when it is used next: a storage with
 * `whenCleared` is given a function that returns them.
 * But where a page with a later version of this code has made the storage its own, the match is there, and stays there alone.
 *
 * @param {any} storage
 * @param {string} loss what becomes of such a match, printed once
 * @param {() => void} [outdated] is called each time that a page with later code turns out to have the storage
 */
export function keptIfPossible(storage, loss, outdated = noop) {
  const memory = new InMemory();
  /** The matches that are in memory. */
  const here = new Set();
  /** By match, what has been read and written last. */
  const seen = new Map();
  storage.whenCleared?.(() => [...seen].filter(([, { state }]) => state !== undefined).map(([matchID, match]) => [matchID, { ...match, log: copyOf(match.log) }]));
  const kept = {
    type: () => storage.type(),
    connect() {},
    close: () => storage.close?.(),
    listMatches: (options) => drive(listMatches(options)),
  };
  for (const method of METHODS.filter((name) => typeof storage[name] === 'function')) {
    kept[method] = (matchID, ...args) => drive(call(method, matchID, args));
  }
  return kept;

  function* call(method, matchID, args) {
    if (!here.has(matchID)) {
      try {
        const result = yield storage[method](matchID, ...args);
        if (method === 'fetch') note(matchID, 'log' in result ? { ...result, log: copyOf(result.log) } : result);
        else if (method === 'fetchLogPart') noteNewest(matchID, args[0], result);
        else if (result !== false) note(matchID, WRITES[method]?.(...args));
        return result;
      } catch (error) {
        if (isOutdated(error)) outdated();
        if (!Unkept.is(error) || isOutdated(error)) throw error;
        note(matchID, Object.hasOwn(WRITES, method) ? yield* readOnceMore(matchID) : {});
        bring(matchID, seen.get(matchID), error);
      }
    }
    return memory[method](matchID, ...args);
  }

  /** What can be read where nothing can be written. */
  function* readOnceMore(matchID) {
    try {
      return yield storage.fetch(matchID, EVERYTHING);
    } catch (error) {
      if (!Unkept.is(error)) throw error;
      return {};
    }
  }

  function bring(matchID, { initialState, state, metadata, log }, error) {
    // Somebody else may have read it meanwhile, and it has gone on since.
    if (here.has(matchID)) return;
    if (here.size === 0) print('warn', `rondel: ${loss}: ${messageOf(error)}`);
    here.add(matchID);
    seen.delete(matchID);
    // An empty log is that of a match that may not have begun: stored, it would show that there is one.
    const match = { initial: initialState, state, metadata, log: log?.length > 0 ? log : undefined };
    for (const [field, value] of Object.entries(match)) if (value !== undefined) memory[field].set(matchID, value);
  }

  function note(matchID, values) {
    if (values === undefined) return;
    const { added, ...match } = { ...seen.get(matchID), ...values };
    if (added?.length > 0) (match.log ??= []).push(...added);
    seen.delete(matchID);
    seen.set(matchID, match);
    if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value);
  }

  /** A long log is read in parts, of which the newest may be less than what is known. */
  function noteNewest(matchID, { before }, { log }) {
    const known = seen.get(matchID)?.log?.length ?? 0;
    if (before === undefined && log.length >= known) note(matchID, { log: copyOf(log) });
  }

  function* listMatches(options) {
    let stored = [];
    try {
      stored = yield storage.listMatches(options);
    } catch (error) {
      if (!Unkept.is(error)) throw error;
    }
    return [...stored.filter((matchID) => !here.has(matchID)), ...memory.listMatches(options)];
  }
}

/** Others may have written it, as anything. */
function copyOf(log) {
  return Array.isArray(log) ? [...log] : undefined;
}

function isOutdated(error) {
  return Unkept.is(error) && Object(error.cause).name === 'VersionError';
}

function begun({ initialState, metadata }) {
  return { initialState, state: initialState, metadata, log: [] };
}
