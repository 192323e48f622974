import { LEDGER_FIELDS, SESSION_FIELDS } from '../engine/codes.js';

/**
 * A ledger as a flat list: as `src/js/read/ledger.rs` reads it, and as `src/js/write/ledger.rs` writes it. In the second, names and
 * errors are known by number.
 *
 * @typedef {import('./ledger.js').Ledger} Ledger
 */

/**
 * What is stored, as a list for the engine. What earlier releases have not stored is made up here.
 *
 * @param {Ledger} ledger
 */
export function flattened({ forgotten = {}, ...ledger }) {
  const out = [];
  const record = { ...ledger, forgotten };
  for (const field of LEDGER_FIELDS) FLATTEN[field](out, record[field]);
  return out;
}

/**
 * What is to be stored, by the engine's list.
 *
 * @param {ArrayLike<number>} numbers
 * @param {{ text: (number: number) => string, kept: (number: number) => any }} host knows names and errors by number
 * @returns {Ledger}
 */
export function ledgerOfNumbers(numbers, host) {
  return readRecord(LEDGER_FIELDS, { numbers, host, at: 0 });
}

const FLATTEN = { base: push, since: pushStates, forgotten: pushStates, sessions: pushSessions };

const READ = {
  base: next,
  since: readStates,
  forgotten: readStates,
  sessions: (from) => readList(from, readSession),
  playerID: readName,
  session: readName,
  resultStateID: next,
  last: next,
  refused: (from) => readList(from, readRefusal),
};

function push(out, value) {
  out.push(value);
}

function pushStates(out, states) {
  const entries = Object.entries(states);
  out.push(entries.length, ...entries.flat());
}

function pushSessions(out, sessions) {
  out.push(sessions.length);
  for (const [playerID, session, resultStateID, last, refused] of sessions) {
    out.push(playerID, session, resultStateID, last, refused.length, ...refused.flat());
  }
}

function readRecord(fields, from) {
  /** @type {any} */
  const record = {};
  for (const field of fields) record[field] = READ[field](from);
  return record;
}

function readSession(from) {
  return SESSION_FIELDS.map((field) => READ[field](from));
}

function readRefusal(from) {
  return [next(from), from.host.kept(next(from))];
}

/** The ID may be an `Object.prototype` key. */
function readStates(from) {
  return Object.fromEntries(readList(from, () => [readName(from), next(from)]));
}

function readList(from, read) {
  const count = next(from);
  const list = [];
  for (let i = 0; i < count; i += 1) list.push(read(from));
  return list;
}

function readName(from) {
  return from.host.text(next(from));
}

function next(from) {
  return from.numbers[from.at++];
}
