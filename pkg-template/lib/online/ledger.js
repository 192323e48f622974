import { MOST_PENDING } from '../engine/codes.js';
import { loadSync } from '../engine/load-sync.js';
import { copyOf } from './request.js';
import { ValueTable } from '../engine/value-table.js';

/** What to do with an action, in the order of `judge` in src/js/ledger.rs. */
const VERDICTS = ['run', 'stale', 'known', 'gap', 'orphan', 'forgotten'];

/** What a refusal says is remembered: a game may say much, and names that players think up stand in messages. */
const MOST_MESSAGE = 500;
const PAYLOAD = { values: 1000, text: 10_000, longest: 10_000 };

/** A sender that says nothing of how it made an action: boardgame.io's own client. */
const NOBODY = { session: '', seq: 0, first: 0 };

/** The module's, made at the first action: what it knows of a player is told anew each time. */
let playerLedger;
let instance;

/**
 * What a master remembers of a match besides its state. It is stored with the state, as `_sync`, and is a value: the
 * next one shares with it what has not changed.
 *
 * @typedef {object} Ledger
 * @property {number} base nobody's situation is older than this state
 * @property {Record<string, number>} since whose situation is younger, and in which state it began
 * @property {Record<string, number>} [forgotten] what was made in an older state may have been answered to a session that
 *   is forgotten: of those who have had that many
 * @property {Entry[]} sessions what was answered to whom; the session that acted last is at the end
 *
 * @typedef {[playerID: string, session: string, ledTo: number, last: number, refused: [seq: number, error: object][]]} Entry
 *   `ledTo`: the state that its last success led to; `last`: the last action that was answered
 *
 * @typedef {{ session: string, seq: number, first: number, dependsOn?: number, ahead?: boolean }} Made how and
 *   when an action was made, as Rondel's clients say it
 */

/**
 * What to do with an action made in the state `stateID`: `run` it; refuse it as `stale`, as an `orphan` of a refused
 * one, or because its session was `forgotten`, which may have done it already; say again what was answered, if it is
 * `known`; or, at a `gap`, ask for the ones before it.
 *
 * @param {any} state
 * @param {{ playerID: string, stateID: number, sync?: Made }} request
 * @param {boolean} strict whether its player must have seen the present state
 */
export function judge(state, { playerID, stateID, sync = NOBODY }, strict) {
  const { session, seq, first, dependsOn = 0, ahead = false } = sync;
  const place = open(ledgerOf(state), playerID, session);
  return VERDICTS[playerLedger.judge(place, seq, first, dependsOn, ahead, stateID, state._stateID, strict)];
}

/** The ledger after a success that led to the state `stateID`; `entered` as `Replica#apply` answers it. */
export function ledgerAfterSuccess(state, { playerID, sync }, stateID, entered) {
  const ledger = entering(ledgerOf(state), entered, stateID);
  if (!sync) return ledger;
  const place = open(ledger, playerID, sync.session);
  return answered(ledger, playerID, sync, place, playerLedger.done(place, sync.seq, sync.first, stateID));
}

/** The ledger after a refusal. */
export function ledgerAfterRefusal(state, { playerID, sync }, error) {
  const ledger = ledgerOf(state);
  const place = open(ledger, playerID, sync.session);
  const forgotten = playerLedger.refused(place, sync.seq, sync.first, state._stateID, refusalsOf(ledger, place).length);
  return answered(ledger, playerID, sync, place, forgotten, bounded(error));
}

/** The players of whom something is remembered; some of them more than once. */
export function* playersKnown(state) {
  const { forgotten = {}, sessions } = ledgerOf(state);
  for (const [playerID] of sessions) yield playerID;
  yield* Object.keys(forgotten);
}

/** As `acksOf`, for somebody of whom nothing is remembered: everything that they may wait for is refused. */
export function acksForStranger({ playerID, sync: { session, seq, first } }, error) {
  const refused = [];
  for (let i = Math.max(first, seq - MOST_PENDING + 1); i <= seq; i += 1) refused.push([i, error]);
  return Object.fromEntries([[playerID, [[session, seq, refused]]]]);
}

/** `[[session, last answered, refused], …]` for each player; `refused` lists `[number, error]`. */
export function acksOf(state) {
  const acks = {};
  for (const [playerID, session, , last, refused] of ledgerOf(state).sessions) {
    const ack = refused.length > 0 ? [session, last, refused] : [session, last];
    // The ID may be an `Object.prototype` key: such a sender is no player, but may have been told so.
    if (Object.hasOwn(acks, playerID)) acks[playerID].push(ack);
    else acks[playerID] = [ack];
  }
  return acks;
}

/** A stored one has been checked: see lib/online/storage/stored-match.js. */
function ledgerOf({ _stateID, _sync }) {
  return _sync ?? { base: _stateID, since: {}, forgotten: {}, sessions: [] };
}

function bounded({ type, message, payload }) {
  const error = { type, message: String(message).slice(0, MOST_MESSAGE) };
  if (payload === undefined) return error;
  try {
    return { ...error, payload: copyOf(payload, PAYLOAD) };
  } catch {
    return error;
  }
}

/** Tells the module of a player, and answers the place of their session: where it is in the list, or will be. */
function open({ base, since, forgotten = {}, sessions }, playerID, session) {
  if (instance !== loadSync()) {
    instance = loadSync();
    playerLedger = instance.PlayerLedger.make(new ValueTable());
  }
  const began = Object.hasOwn(since, playerID) ? since[playerID] : base;
  playerLedger.open(began, Object.hasOwn(forgotten, playerID) ? forgotten[playerID] : 0);
  let place = sessions.length;
  for (let i = 0; i < sessions.length; i += 1) {
    const [player, name, ledTo, last, refused] = sessions[i];
    if (player !== playerID) continue;
    if (name === session) place = i;
    playerLedger.addSession(i, ledTo, last);
    for (let j = 0; j < refused.length; j += 1) playerLedger.addRefusal(refused[j][0], j);
  }
  return place;
}

/** With the session at the end, as the module has it now, and without the one that was forgotten for it, if one was. */
function answered(ledger, playerID, { session, seq }, place, leaving, error) {
  const known = refusalsOf(ledger, place);
  const refused = [];
  const count = playerLedger.refusals();
  for (let i = 0; i < count; i += 1) refused.push(known[playerLedger.refusal(i)] ?? [seq, error]);
  const others = ledger.sessions.filter((_, i) => i !== place && i !== leaving);
  others.push([playerID, session, playerLedger.ledTo(), seq, refused]);
  const { base, since, forgotten: before = {} } = ledger;
  const forgotten = leaving < 0 ? before : { ...before, [playerID]: playerLedger.forgotten() };
  return { base, since, forgotten, sessions: others };
}

function refusalsOf({ sessions }, place) {
  return sessions[place]?.[4] ?? [];
}

/** The situation of those who have entered begins anew. */
function entering(ledger, entered, stateID) {
  if (entered.length === 0) return ledger;
  const { base, since, forgotten = {}, sessions } = ledger;
  if (entered === true) return { base: stateID, since: {}, forgotten, sessions };
  const begun = Object.fromEntries(entered.map((player) => [player, stateID]));
  return { base, since: { ...since, ...begun }, forgotten, sessions };
}
