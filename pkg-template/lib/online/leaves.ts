import { hasMembers, isObject } from '../util/objects.js';
import type { PlayerID } from '../../types/game.js';
import type { StoredState } from './stored-states.js';
import type { Foreign } from '../util/foreign.js';
import type { StoredMetadata } from './match-data.js';
import type { UncheckedMetadata } from './storage/stored-match.js';

// Players who have left a match: in its state, at its seats, and in the metadata of a match that all have left.

/** ID of the leave, by player. */
type Leaves = Record<PlayerID, string>;

/**
 * Field of a stored state: players who have left the match, with the ID of their leave. The master stores it together with the changes of
 * `onPlayerLeave`. A client repeats its request if the storage failed before the seat was free; then `onPlayerLeave` does not run twice.
 */
const LEAVES = '_left';

/** Returns `true` if a player has left by this leave. The stored field may be anything. */
export function hasLeft(state: StoredState, playerID: PlayerID, leaveID: string | undefined): boolean {
  return leaveID !== undefined && Object.hasOwn(leavesOf(state), playerID) && state[LEAVES]![playerID] === leaveID;
}

/** Returns `true` if a player has left by any leave. The stored field may be anything. */
function hasEverLeft(state: unknown, playerID: PlayerID): boolean {
  return isObject(state) && Object.hasOwn(leavesOf(state), playerID);
}

/** Returns the fields to store with a state after the leaves `left`. Returns no fields without leaves. */
export function withLeaves(state: StoredState, left: Leaves) {
  return left && { [LEAVES]: { ...leavesOf(state), ...left } };
}

function leavesOf({ [LEAVES]: leaves }: { [LEAVES]?: unknown }): Leaves {
  return isObject(leaves) ? leaves : {};
}

/** Name of a dead seat. boardgame.io's clients treat a seat with a name as taken. */
const NAME = '(left)';

type Players = StoredMetadata['players'];

/** Returns `true` if a seat is dead: its player has left the game. Neither a player nor a bot can take it. */
export function isDead(player: { hasLeft?: unknown } | null | undefined): boolean {
  return player?.hasLeft === true;
}

/** Returns `true` if a player's seat is dead. The metadata may be anything. */
export function isDeadSeat(metadata: UncheckedMetadata, playerID: PlayerID): boolean {
  const players = metadata?.players;
  return hasMembers(players) && Object.hasOwn(players, playerID) && isDead(players[playerID]);
}

/**
 * Returns the seats of a match after a state. A free seat becomes dead if its player is out of the game. A dead seat becomes free if an undo
 * has brought its player back. Returns the same object if nothing changes.
 *
 * @param players by seat
 * @param state the stored state, which may be anything
 */
export function seatsAfter(players: Players, state: Foreign): Players {
  const changed = Object.entries(players).flatMap(([id, player]) => {
    if (isDead(player) === isOut(state, id)) return [];
    if (isDead(player)) return [[id, revived(player)]];
    return player.name ? [] : [[id, { ...player, name: NAME, hasLeft: true }]];
  });
  return changed.length === 0 ? players : { ...players, ...Object.fromEntries(changed) };
}

/** Returns `true` if a state says that a player is out of the game. */
function isOut(state: Foreign, playerID: PlayerID): boolean {
  const removed = state?.ctx?._removedPlayers;
  return hasEverLeft(state, playerID) || (Array.isArray(removed) && removed.includes(playerID));
}

function revived({ name, hasLeft, ...seat }: Players[PlayerID]) {
  return seat;
}

/**
 * Fields of the metadata of a match that the server is about to delete. The server stores them first. A player who joins at that moment
 * gets an error, and not credentials for a match that no longer exists. `_isLeft` closes the match to new players.
 */
export const LEFT_BY_ALL = { players: {}, _isLeft: true };

/** Returns `true` if a match is closed to new players. Metadata without players do not prove it: another program may have stored them. */
export function isLeft(metadata: NonNullable<UncheckedMetadata>): boolean {
  return metadata._isLeft === true;
}
