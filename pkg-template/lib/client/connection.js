import { isEqual } from '../online/protocol/patch.js';
import { messageOf } from '../util/print.js';
import { isReason } from './handle.js';
import { nested } from './runaway.js';

/** @typedef {import('../../client.d.ts').Connection} Connection */

/** The calls that change only whether the transport is connected, not the match or seat. */
const CONNECTS = ['connect', 'disconnect'];

/** The connection of a match in the page. */
export const CONNECTED = only('connected');
const CONNECTING = only('connecting');
const STOPPED = only('stopped');

const LOST = unreachable('the connection to the master is lost');
const NOT_THERE = unreachable('the master cannot be reached');
/** boardgame.io's server sends no refusal. */
const SILENT = unreachable('the master does not send the match: it may be slow, or, as a server of boardgame.io, refuse without a word');

/**
 * How a client is connected: whether its transport reaches the master, and whether the master has sent the match. Calls of the page
 * to the transport, such as to connect, go through here.
 *
 * @param {any} transport
 * @param {object} calls
 * @param {(method: string, ...args: any[]) => unknown} calls.callTransport returns what the transport has thrown, if anything
 * @param {() => void} calls.transportChanged is called when the transport may have connected or disconnected
 */
export function makeConnection(transport, { callTransport, transportChanged }) {
  // The calls that wait for the transport.
  const changes = [];
  let isChanging = false;
  let isStarted = false;
  let wasUp = false;
  // Why the transport is not connected; null if it is, or nothing is known yet.
  /** @type {Connection | null} */
  let trouble = null;
  // The connection by what the master has answered since it was asked; null before its answer.
  /** @type {Connection | null} */
  let answer = null;

  return {
    now,
    isTransportUp,
    isStarted: () => isStarted,
    /** Subscribes to the transport. */
    listen: () => transport.subscribeToConnectionStatus(receiveStatus),
    start() {
      isStarted = true;
      change('connect');
    },
    stop() {
      isStarted = false;
      change('disconnect');
    },
    /** Connects again now, without waiting for the transport's next attempt. */
    again() {
      if (!isStarted) return;
      change('disconnect');
      change('connect');
    },
    change,
    /** The master has sent the match, or the reason why it does not. */
    answered(refusal) {
      const next = refusal ? Object.freeze({ status: /** @type {const} */ ('refused'), reason: refusal }) : CONNECTED;
      [answer, trouble] = [same(answer, next), null];
    },
    /** The master was asked for the match, and has not answered for a while. */
    unanswered() {
      if (isTransportUp() && answer === null) trouble = Object.freeze({ status: /** @type {const} */ ('unreachable'), reason: SILENT });
    },
  };

  function receiveStatus(given) {
    const isUp = isTransportUp();
    // The page has asked for it: no attempt has failed.
    trouble = isUp || (isChanging && given === undefined) ? null : same(trouble, readTrouble(given, wasUp ? LOST : NOT_THERE));
    wasUp = isUp;
    transportChanged();
  }

  /** The same object as long as nothing changes. */
  function now() {
    if (!isStarted) return STOPPED;
    return trouble ?? (isTransportUp() ? answer : null) ?? CONNECTING;
  }

  function isTransportUp() {
    try {
      return Boolean(transport.isConnected);
    } catch {
      return false;
    }
  }

  /** Calls the transport. It may report its status before it returns: calls made then wait. */
  function change(...call) {
    // What is known of another seat, or of the transport before, no longer holds. A match that was sent stays.
    const isSameSeat = answer === CONNECTED && CONNECTS.includes(call[0]);
    [trouble, answer] = [null, isSameSeat ? answer : null];
    changes.push(call);
    if (isChanging) return;
    isChanging = true;
    try {
      nested(0, changeAll);
    } finally {
      isChanging = false;
    }
    transportChanged();
  }

  function changeAll() {
    while (changes.length > 0) {
      const [method, ...args] = changes.shift();
      const thrown = callTransport(method, ...args);
      if (thrown && method === 'connect') trouble = readTrouble({ reason: unreachable(messageOf(thrown)) }, NOT_THERE);
    }
  }
}

export function isThere({ status }) {
  return status === 'connected';
}

/** Why a transport is not connected, by what it reports; a custom transport may report anything, or nothing. */
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
