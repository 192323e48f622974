import { isEqual } from '../online/protocol/patch.js';
import { messageOf } from '../util/print.js';
import { isReason } from './handle.js';
import { nested } from './runaway.js';

/** @typedef {import('../../client.d.ts').Connection} Connection */

/** What changes the line, and not who is at its end. */
const LINE = ['connect', 'disconnect'];

/** The connection of a match in the page. */
export const CONNECTED = only('connected');
const CONNECTING = only('connecting');
const STOPPED = only('stopped');

const LOST = unreachable('the connection to the master is lost');
const NOT_THERE = unreachable('the master cannot be reached');
/** boardgame.io's server does not say that it refuses. */
const SILENT = unreachable('the master does not send the match: it may be slow, or, as a server of boardgame.io, refuse without a word');

/**
 * How a client is connected: what its transport says of the line, and its master of the match. What the page itself asks of the
 * transport, such as to connect, goes through here.
 *
 * @param {any} transport
 * @param {object} calls
 * @param {(method: string, ...args: any[]) => unknown} calls.tell calls the transport, and returns what it has thrown, if anything
 * @param {() => void} calls.lineChanged is called when the line may have come or gone
 */
export function makeConnection(transport, { tell, lineChanged }) {
  // What the transport is to change about its line.
  const changes = [];
  let isChanging = false;
  let isStarted = false;
  let hadLine = false;
  // The connection that the line allows: null if it is there, or nothing is known of it yet.
  /** @type {Connection | null} */
  let trouble = null;
  // What the master has answered since the page has asked: the connection that comes of it. Null: nothing yet.
  /** @type {Connection | null} */
  let answer = null;

  return {
    now,
    isLineUp,
    isStarted: () => isStarted,
    /** From now on the transport is heard. */
    listen: () => transport.subscribeToConnectionStatus(heard),
    start() {
      isStarted = true;
      change('connect');
    },
    stop() {
      isStarted = false;
      change('disconnect');
    },
    /** Does not wait for the transport's next attempt. */
    again() {
      if (!isStarted) return;
      change('disconnect');
      change('connect');
    },
    change,
    /** The master has sent the match, or says why it does not. */
    answered(refusal) {
      const next = refusal ? Object.freeze({ status: /** @type {const} */ ('refused'), reason: refusal }) : CONNECTED;
      [answer, trouble] = [same(answer, next), null];
    },
    /** The master was asked for the match, and has said nothing for a while. */
    unanswered() {
      if (isLineUp() && answer === null) trouble = Object.freeze({ status: /** @type {const} */ ('unreachable'), reason: SILENT });
    },
  };

  function heard(given) {
    const isUp = isLineUp();
    // The page has asked for it: no attempt has failed.
    trouble = isUp || (isChanging && given === undefined) ? null : same(trouble, readTrouble(given, hadLine ? LOST : NOT_THERE));
    hadLine = isUp;
    lineChanged();
  }

  /** The same object as long as nothing changes. */
  function now() {
    if (!isStarted) return STOPPED;
    return trouble ?? (isLineUp() ? answer : null) ?? CONNECTING;
  }

  function isLineUp() {
    try {
      return Boolean(transport.isConnected);
    } catch {
      return false;
    }
  }

  /** Has the transport change its line. It may say something of that before it is done: what is asked for then waits. */
  function change(...call) {
    // What was said of another seat, or of the line before, does not hold any more. Who has the match has it.
    const isLineAlone = answer === CONNECTED && LINE.includes(call[0]);
    [trouble, answer] = [null, isLineAlone ? answer : null];
    changes.push(call);
    if (isChanging) return;
    isChanging = true;
    try {
      nested(0, changeAll);
    } finally {
      isChanging = false;
    }
    lineChanged();
  }

  function changeAll() {
    while (changes.length > 0) {
      const [method, ...args] = changes.shift();
      const thrown = tell(method, ...args);
      if (thrown && method === 'connect') trouble = readTrouble({ reason: unreachable(messageOf(thrown)) }, NOT_THERE);
    }
  }
}

export function isThere({ status }) {
  return status === 'connected';
}

/** What a transport says of a line that is not there; one of somebody's own may say anything, or nothing. */
function readTrouble(given, usual) {
  const { status, reason, nextTry } = Object(given);
  if (status === 'connecting') return null;
  return Object.freeze({
    status: status === 'refused' ? status : 'unreachable',
    reason: isReason(reason) ? Object.freeze({ ...reason }) : usual,
    ...Number.isFinite(nextTry) && { nextTry },
  });
}

function same(before, next) {
  return isEqual(before, next) ? before : next;
}

/** @returns {Connection} */
function only(status) {
  return Object.freeze({ status });
}

/** @returns {import('./handle.js').ActionError} */
function unreachable(message) {
  return Object.freeze({ type: 'connection/unreachable', message });
}
