import { isName } from './names.js';
import type { ChatMessage } from '../../types/master.js';
import type { PlayerID } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';

/**
 * The field of metadata with the newest chat messages of a match, the oldest first. They are beside the players, whose names they carry,
 * so that whatever copies, replaces or wipes a match takes them along.
 */
const HISTORY = '_chat';

/** A message, and how many bytes it takes as JSON. */
interface Sized {
  message: ChatMessage;
  bytes: number;
}

/** One seat's part of the history: its messages in order, and their total size in bytes. */
interface Share {
  sized: Sized[];
  bytes: number;
}

type History = Pick<StoredMetadata, typeof HISTORY>;

/** Returns the messages of stored metadata that fit into so many bytes. `undefined` if there are none. */
export function chatHistoryOf(metadata: History | undefined, mostBytes: number): ChatMessage[] | undefined {
  const history = fitting(metadata?.[HISTORY] ?? [], mostBytes);
  return history.length > 0 ? history.map(shown) : undefined;
}

/**
 * Returns a function that makes the change of a match's metadata that adds a message. It returns `null` if there is nothing to change: the
 * message is in the history already, or too big for it, or another match has the ID by now: `createdAt` is that of the match when the message
 * was sent.
 */
export function addingMessage(message: ChatMessage, { createdAt }: Pick<StoredMetadata, 'createdAt'>, mostBytes: number) {
  return ({ [HISTORY]: history = [], createdAt: now }: StoredMetadata): History | null => {
    const isKnown = history.some(({ id, sender }) => id === message.id && sender === message.sender);
    if (isKnown || now !== createdAt || storedSize(message) > mostBytes) return null;
    return { [HISTORY]: fitting([...history, message], mostBytes) };
  };
}

/** Returns a message with its sender's name in the lobby: the seat may be another player's when the message is read. */
export function withSenderName(message: ChatMessage, metadata: StoredMetadata | undefined): ChatMessage {
  const players = metadata?.players ?? {};
  return named(message, Object.hasOwn(players, message.sender) ? players[message.sender].name : undefined);
}

/** Returns a message with this name, if it is one that a message may carry. */
export function named(message: ChatMessage, name: unknown): ChatMessage {
  return isName(name) ? { ...message, name } : message;
}

/** Returns metadata without the chat, for lists of many matches. */
export function withoutChatHistory<Metadata extends History>({ [HISTORY]: _, ...metadata }: Metadata) {
  return metadata;
}

/** The fields that a message has: a later release may store more, which this one must not send to everybody. */
function shown({ id, sender, payload, name }: ChatMessage) {
  return named({ id, sender, payload }, name);
}

/**
 * Returns the messages that fit into this number of bytes. The seat whose messages take the most bytes loses its oldest ones first. So a
 * player with many messages does not displace those of others.
 */
function fitting(messages: ChatMessage[], mostBytes: number) {
  const sized = messages.map((message) => ({ message, bytes: storedSize(message) }));
  const shares = sharesOf(sized);
  const dropped = new Set<ChatMessage>();
  let excess = -mostBytes;
  for (const { bytes } of shares) excess += bytes;
  while (excess > 0) {
    const biggest = shares.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const [oldest] = biggest.sized.splice(0, 1);
    biggest.bytes -= oldest.bytes;
    excess -= oldest.bytes;
    dropped.add(oldest.message);
  }
  return messages.filter((message) => !dropped.has(message));
}

/** Returns the share of each seat. */
function sharesOf(sized: Sized[]) {
  const shares = new Map<PlayerID, Share>();
  for (const one of sized) {
    const { sender } = one.message;
    if (!shares.has(sender)) shares.set(sender, { sized: [], bytes: 0 });
    const share = shares.get(sender)!;
    share.sized.push(one);
    share.bytes += one.bytes;
  }
  return [...shares.values()];
}

function storedSize(message: ChatMessage) {
  return new TextEncoder().encode(JSON.stringify(message)).length;
}
