import { EVENT_END_GAME, EVENTS } from '../engine/codes.js';
import { isVersion } from '../engine/version.js';
import { CHAT, copyOf } from './protocol/limited-copy.js';
import { MOST_NAME, credentialsOf, isName, nameOf, textOf } from './names.js';
import { sizeOf } from './size.js';

/**
 * Parses what clients send to a master. Anybody may send anything: it is read once, checked, and copied, and nothing of
 * the original goes further.
 */

const NAMED = ['MAKE_MOVE', 'GAME_EVENT', 'PLUGIN'];
const UNNAMED = ['UNDO', 'REDO'];

const USUAL = { values: 100_000, text: 1_000_000, longest: 1_000_000 };
/** Bytes of an action without arguments: about what the entry of an ordinary move takes in the log. */
const ACTION = 300;
/** Events are about players, stages and phases: a stage is noted for each of up to a thousand players. */
const EVENT = { values: 20_000, text: 200_000, longest: MOST_NAME };

/** Lone surrogates, which the engine would change, and the first character of the engine's own names. */
const ODD = /[\0\p{Surrogate}]/u;

const MALFORMED = { error: 'malformed action' };
const TOO_BIG = { error: 'arguments too big' };

/**
 * Why an action is not even tried; with a `type` if clients are sent one of its own.
 *
 * @typedef {{ error: string, type?: string }} Problem
 */

/**
 * An action, by whom it is made, and how: `{ action, playerID, stateID, credentials, sync }`, or `{ error }`. The action
 * is null if it is malformed, but `sync` is not; `problem` is the reason. `size` is about how many bytes it takes to store.
 *
 * @typedef {object} Request
 * @property {string} [error]
 * @property {object | null} [action]
 * @property {Problem} [problem]
 * @property {number} [size]
 * @property {string} [playerID]
 * @property {number} [stateID]
 * @property {import('./ledger.js').Made} [sync]
 * @property {string} [credentials]
 *
 * @param {unknown} credAction an action as boardgame.io's clients send it; Rondel's add `sync`
 * @param {unknown} stateID
 * @param {unknown} playerID
 * @param {number} [mostBytes] of its arguments
 * @returns {Request}
 */
export function readAction(credAction, stateID, playerID, mostBytes = Infinity) {
  try {
    return read(credAction, stateID, playerID, mostBytes);
  } catch {
    // Not serialisable, too big, or an object whose members throw when they are read.
    return MALFORMED;
  }
}

/**
 * The problem with an action whose sender has done too much already; undefined if there is none.
 *
 * @param {string | null} why
 * @returns {Problem | undefined}
 */
export function limitedBy(why) {
  return why === null ? undefined : { error: why, type: 'match/limited' };
}

/** A chat message, `{ id, sender, payload }`; null if it is none. */
export function readChat(message) {
  try {
    const { id, sender, payload } = message;
    const isNamed = isName(id) && (isName(textOf(sender)) || sender === null || sender === undefined);
    return isNamed ? { id, sender: textOf(sender) ?? null, payload: copyOf(payload, CHAT) } : null;
  } catch {
    return null;
  }
}

/**
 * What a client sends about itself when it asks for a match: the version of its game's rules, if they have one, and whether one may begin
 * for it: not if it has had the match before, or does not want that. boardgame.io's sends nothing.
 *
 * @returns {{ version?: string | number, mayBegin: boolean }}
 */
export function readAbout(about) {
  try {
    const { version, known, create } = Object(about);
    return { ...isVersion(version) && { version }, mayBegin: known !== true && create !== false };
  } catch {
    return { mayBegin: true };
  }
}

/** Whether this is a valid place in a log. */
export function isPlace(before) {
  return Number.isSafeInteger(before) && before >= 0;
}

function read(credAction, stateID, playerID, mostBytes) {
  const { type, payload, automatic, sync } = credAction ?? {};
  if (!type || !payload) return { error: 'missing action or action payload' };
  const isNamed = NAMED.includes(type);
  // Clients can send neither automatic actions of the engine nor a state.
  if ((!isNamed && !UNNAMED.includes(type)) || automatic) return { error: 'unauthorized action' };
  const author = nameOf(playerID);
  // An action without a playerID is its sender's.
  const { playerID: actor, credentials } = payload;
  if (author === null || author !== nameOf(actor ?? author)) return { error: 'unauthorized action' };
  const made = readSync(sync);
  if (made === null || !Number.isSafeInteger(stateID)) return MALFORMED;
  const content = isNamed ? readContent(type, payload, author) : { type: null, args: null, playerID: author };
  const bytes = content === null ? 0 : sizeOf(content.args);
  const problem = content === null ? MALFORMED : bytes > mostBytes ? TOO_BIG : undefined;
  // Rondel's clients number their actions, and wait for an acknowledgement of each.
  if (problem && !made) return problem;
  return {
    action: problem ? null : { type, payload: content },
    problem,
    size: ACTION + bytes,
    playerID: author,
    stateID,
    sync: made,
    credentials: credentialsOf(credentials),
  };
}

/** The content of an action: its type and arguments; null if it is malformed. */
function readContent(kind, payload, playerID) {
  try {
    const { type, args } = payload;
    // Only the game decides how it ends.
    const limits = kind === 'GAME_EVENT' && type !== EVENTS[EVENT_END_GAME] ? EVENT : USUAL;
    return isName(type) ? { type, args: args === undefined ? [] : copyOf(args, limits), playerID } : null;
  } catch {
    return null;
  }
}

/** When the action was made, and on which others it depends; undefined from boardgame.io's clients, null if it is malformed. */
function readSync(sync) {
  if (sync === undefined) return undefined;
  const { session, seq, first, dependsOn, ahead = false } = sync;
  const isSound = isName(session) && session.length <= 32 && !ODD.test(session)
    && isCount(seq) && isCount(first) && first <= seq
    && (dependsOn === undefined || (isCount(dependsOn) && dependsOn < seq))
    && typeof ahead === 'boolean';
  return isSound ? { session, seq, first, dependsOn, ahead } : null;
}

function isCount(value) {
  return Number.isSafeInteger(value) && value > 0;
}
