import { isOmitted, masterLimits } from './rondel.js';
import type { AddressLimits, ChatLimits, ConnectionLimits, Limits as GivenLimits, MatchLimits, MessageLimits, UnreadLimits } from '../types/limits.js';

/** All limits of a server, by group. types/limits.ts says the unit of each, and what happens at the limit. */
export interface Limits {
  messages: Required<MessageLimits>;
  chat: Required<ChatLimits>;
  unread: Required<UnreadLimits>;
  connections: Required<Omit<ConnectionLimits, 'admit'>> & Pick<ConnectionLimits, 'admit'>;
  address: Required<AddressLimits>;
  match: Required<MatchLimits>;
}

/** The amounts of a server, in the order of the reference. */
export const DEFAULT_LIMITS: Limits = {
  messages: { rate: 500, burst: 2000, size: 1_000_000, queued: 500 },
  chat: { rate: 2, burst: 20 },
  unread: { connection: 1_000_000, total: 100_000_000 },
  connections: { total: Infinity, perAddress: 1000, perMinute: 3000 },
  // A page may be a hundred files. Fifty players of a club share an address, and play again every few minutes. A game of an hour has a
  // log of a hundred kilobytes.
  address: { requests: 10_000, matches: 600, joins: 1000, changes: 5000, actionBytes: 50_000_000 },
  match: { ...masterLimits(), setupData: 100_000, playerData: 500_000, unplayed: 3_600_000 },
};

type Group = keyof Limits;

/** Returns all limits. Missing ones have their defaults, which may depend on others. */
export function limitsFrom(given: GivenLimits = {}): Limits {
  const limits = Object.fromEntries(Object.entries(DEFAULT_LIMITS).map(([group, amounts]) => [group, { ...amounts, ...present(given[group as Group]) }])) as unknown as Limits;
  const { messages, match } = limits;
  // As text, a character of the arguments may take six bytes; IDs and credentials come on top.
  if (isOmitted(given.messages?.size)) messages.size = Math.max(messages.size, 8 * match.args);
  // The largest message may be sent twice at once.
  if (isOmitted(given.messages?.burst)) messages.burst = Math.max(messages.burst, Math.ceil(messages.size / 512));
  return limits;
}

function present(amounts: object = {}) {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => !isOmitted(amount)));
}
