import { isName } from './names.js';
import { sizeOf } from './size.js';

/**
 * The field of metadata with the newest chat messages of a match, the oldest first. They are beside the players, whose names they carry,
 * so that whatever copies, replaces or wipes a match takes them along.
 */
const HISTORY = '_chat';

/** @typedef {import('../../master.js').ChatMessage} ChatMessage */

/**
 * Returns the newest messages of stored metadata that fit into so many bytes. `undefined` if there are none.
 *
 * @param {any} metadata
 * @param {number} mostBytes
 * @returns {ChatMessage[] | undefined}
 */
export function chatHistoryOf(metadata, mostBytes) {
  const history = newest(metadata?.[HISTORY] ?? [], mostBytes);
  return history.length > 0 ? history.map(shown) : undefined;
}

/**
 * Returns a function that makes the change of a match's metadata that adds a message. It returns `null` if there is nothing to change: the
 * message is in the history already, or too big for it, or another match has the ID by now.
 *
 * @param {ChatMessage} message
 * @param {any} match its metadata when the message was sent
 * @param {number} mostBytes
 */
export function addingMessage(message, { createdAt }, mostBytes) {
  return (/** @type {any} */ { [HISTORY]: history = [], createdAt: now }) => {
    const isKnown = history.some(({ id, sender }) => id === message.id && sender === message.sender);
    if (isKnown || now !== createdAt || sizeOf(message) > mostBytes) return null;
    return { [HISTORY]: newest([...history, message], mostBytes) };
  };
}

/**
 * Returns a message with its sender's name in the lobby: the seat may be another player's when the message is read.
 *
 * @param {ChatMessage} message
 * @param {any} metadata
 * @returns {ChatMessage}
 */
export function withSenderName(message, metadata) {
  const players = metadata?.players ?? {};
  return named(message, Object.hasOwn(players, message.sender) ? players[message.sender].name : undefined);
}

/** Returns a message with this name, if it is one that a message may carry. */
export function named(message, name) {
  return isName(name) ? { ...message, name } : message;
}

/** Returns metadata without the chat, for lists of many matches. */
export function withoutChatHistory({ [HISTORY]: _, ...metadata }) {
  return metadata;
}

/** The fields that a message has: a later release may store more, which this one must not send to everybody. */
function shown({ id, sender, payload, name }) {
  return named({ id, sender, payload }, name);
}

function newest(messages, mostBytes) {
  let first = messages.length;
  for (let left = mostBytes; first > 0; first -= 1) {
    left -= sizeOf(messages[first - 1]);
    if (left < 0) break;
  }
  return messages.slice(first);
}
