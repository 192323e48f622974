import { limitsFrom } from './limit-defaults.js';
import type { Limits } from '../types/limits.js';

/** Sizes of what the lobby stores and lists. */
export interface LobbyLimits {
  /** Bytes of a match's `setupData`, as JSON. */
  setupDataBytes: number;
  /** Values in a match's `setupData`. */
  setupDataValues: number;
  /** Bytes of the `data` of all players of a match, as JSON. Each seat has an equal share. */
  playerDataBytes: number;
  /** Matches in one list. */
  listed: number;
  /** Bytes of the matches in one list, which has one match in any case. */
  listBytes: number;
}

/** Bytes of `setupData` for each value in it. */
const BYTES_PER_VALUE = 10;
const LIST = { listed: 100, listBytes: 1_000_000 };

/** Returns what the lobby takes, by the limits of its server. */
export function lobbyLimitsOf(limits?: Limits): LobbyLimits {
  const { setupData, playerData } = limitsFrom(limits).match;
  return { setupDataBytes: setupData, setupDataValues: Math.floor(setupData / BYTES_PER_VALUE), playerDataBytes: playerData, ...LIST };
}

/** Returns the bytes of a value as JSON, as it is stored and sent. */
export function bytesOf(value: unknown) {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
