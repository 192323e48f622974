import { loadSync } from './load-sync.js';
import { ValueTable } from './value-table.js';

/** What to do with an action, in the order of `judge` in src/js/ledger.rs. */
const VERDICTS = ['run', 'stale', 'known', 'gap', 'orphan', 'forgotten'];

/** A sender that says nothing of how he made an action: boardgame.io's own client. */
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
 * @property {Record<string, number>} [forgotten] the newest state that a session has led to which is forgotten, of
 *   those who have had that many
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
  const forgotten = playerLedger.refused(place, sync.seq, sync.first, refusalsOf(ledger, place).length);
  return answered(ledger, playerID, sync, place, forgotten, error);
}

/** `[[session, last answered, refused], …]` for each player; `refused` lists `[number, error]`. */
export function acksOf(state) {
  const acks = {};
  for (const [playerID, session, , last, refused] of ledgerOf(state).sessions) {
    const ack = refused.length > 0 ? [session, last, refused] : [session, last];
    // Whoever calls himself `toString` is no player, but may have been told so.
    if (Object.hasOwn(acks, playerID)) acks[playerID].push(ack);
    else acks[playerID] = [ack];
  }
  return acks;
}

function ledgerOf({ _stateID, _sync }) {
  return isLedger(_sync) ? _sync : { base: _stateID, since: {}, forgotten: {}, sessions: [] };
}

/** Storages hold what others have put there, too. */
function isLedger(stored) {
  const { base, since, forgotten = {}, sessions } = stored ?? {};
  return Number.isSafeInteger(base) && isStates(since) && isStates(forgotten)
    && Array.isArray(sessions) && isEach(sessions, isEntry);
}

/** Each action looks at this three times, and `Object.values` makes a list each time. */
function isStates(value) {
  if (typeof value !== 'object' || value === null) return false;
  for (const player in value) {
    if (!Number.isSafeInteger(value[player])) return false;
  }
  return true;
}

function isEntry(entry) {
  if (!Array.isArray(entry)) return false;
  const [playerID, session, ledTo, last, refused] = entry;
  return typeof playerID === 'string' && typeof session === 'string'
    && Number.isSafeInteger(ledTo) && Number.isSafeInteger(last)
    && Array.isArray(refused) && isEach(refused, isRefusal);
}

function isRefusal(refusal) {
  return Array.isArray(refusal) && Number.isSafeInteger(refusal[0]);
}

/** As `every`, which passes over holes. */
function isEach(list, is) {
  for (let i = 0; i < list.length; i += 1) if (!is(list[i])) return false;
  return true;
}

/** Tells the module of a player, and answers the place of his session: where it is in the list, or will be. */
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
