/**
 * What clients ask of a master, read. Anybody may send anything: it is read once, checked, and copied, and nothing of
 * the original goes further.
 */

const NAMED = ['MAKE_MOVE', 'GAME_EVENT', 'PLUGIN'];
const UNNAMED = ['UNDO', 'REDO'];

/** Nobody plays with more than this. */
const MOST_LEVELS = 64;
const MOST_VALUES = 100_000;
const MOST_TEXT = 1_000_000;
const MOST_CHAT_TEXT = 10_000;
const MOST_NAME = 256;

export const MALFORMED = { error: 'malformed action' };

/**
 * An action, by whom it is made, and how: `{ action, playerID, stateID, credentials, sync }`, or `{ error }`. If only
 * the action itself makes no sense, `isMalformed` says so.
 *
 * @param {unknown} credAction an action as boardgame.io's clients send it; Rondel's add `sync`
 */
export function readAction(credAction, stateID, playerID) {
  try {
    return read(credAction, stateID, playerID);
  } catch {
    // Not serialisable, too big, or an object whose members throw when they are looked at.
    return MALFORMED;
  }
}

/** A chat message, `{ id, sender, payload }`; null if it is none. */
export function readChat(message) {
  try {
    const { id, sender, payload } = message;
    const isNamed = isName(id) && (isName(sender) || sender === null || sender === undefined);
    return isNamed ? { id, sender: sender ?? null, payload: copyOf(payload, MOST_CHAT_TEXT) } : null;
  } catch {
    return null;
  }
}

/** Texts that may be the name of a match or a session. */
export function isName(value) {
  return typeof value === 'string' && value !== '' && value.length <= MOST_NAME;
}

/** A player's name as text; null for whatever is none. */
export function nameOf(playerID) {
  return (typeof playerID === 'string' && playerID.length <= MOST_NAME) || typeof playerID === 'number' ? String(playerID) : null;
}

function read(credAction, stateID, playerID) {
  const { type, payload, automatic, sync } = credAction ?? {};
  if (!type || !payload) return { error: 'missing action or action payload' };
  const isNamed = NAMED.includes(type);
  // What the engine itself does cannot be asked for; nor can a state be set.
  if ((!isNamed && !UNNAMED.includes(type)) || automatic) return { error: 'unauthorized action' };
  const author = nameOf(playerID);
  if (author === null || author !== nameOf(payload.playerID)) return { error: 'unauthorized action' };
  const made = readSync(sync);
  if (made === null || !Number.isSafeInteger(stateID)) return MALFORMED;
  const { credentials } = payload;
  const request = { playerID: author, stateID, sync: made, credentials: typeof credentials === 'string' ? credentials : undefined };
  const content = isNamed ? readContent(payload) : { type: null, args: null };
  // Rondel's clients number their actions, and wait for an answer to each.
  if (content === null) return made ? { ...request, isMalformed: true } : MALFORMED;
  return { ...request, action: { type, payload: { ...content, playerID: author } } };
}

/** What is done, and with which arguments; null if that makes no sense. */
function readContent(payload) {
  try {
    const { type, args } = payload;
    return isName(type) ? { type, args: args === undefined ? [] : copyOf(args, MOST_TEXT) } : null;
  } catch {
    return null;
  }
}

/** When and on top of what the action was made; undefined from boardgame.io's clients, null if it makes no sense. */
function readSync(sync) {
  if (sync === undefined) return undefined;
  const { session, seq, first, dependsOn, ahead = false } = sync;
  const isSound = isName(session) && session.length <= 32
    && isCount(seq) && isCount(first) && first <= seq
    && (dependsOn === undefined || (isCount(dependsOn) && dependsOn < seq))
    && typeof ahead === 'boolean';
  return isSound ? { session, seq, first, dependsOn, ahead } : null;
}

function isCount(value) {
  return Number.isSafeInteger(value) && value > 0;
}

/** A copy of a value of JSON's kind. Throws if it is not, or too big. */
function copyOf(value, mostText) {
  let [values, text] = [MOST_VALUES, mostText];
  return copy(value, 0);

  function copy(original, level) {
    values -= 1;
    if (typeof original === 'string') text -= original.length;
    if (values < 0 || text < 0 || level > MOST_LEVELS) throw new RangeError('too big');
    if (original === undefined || original === null) return null;
    if (typeof original !== 'object') return copyPlain(original);
    if (Array.isArray(original)) return copyArray(original, level + 1);
    return copyObject(original, level + 1);
  }

  function copyArray(array, level) {
    const { length } = array;
    if (length > values) throw new RangeError('too big');
    return Array.from({ length }, (_, i) => copy(array[i], level));
  }

  function copyObject(object, level) {
    const prototype = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new TypeError('not plain');
    const result = {};
    for (const key of Object.keys(object)) {
      // Assigned by a move, it would be a prototype.
      if (key === '__proto__') throw new TypeError('not plain');
      text -= key.length;
      const member = object[key];
      if (member !== undefined) result[key] = copy(member, level);
    }
    return result;
  }
}

function copyPlain(value) {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  throw new TypeError('not serialisable');
}
