import { hasMembers } from '../util/objects.js';
import { hasEverLeft } from './stored-leaves.js';

/** The name of a dead seat. boardgame.io's clients treat a seat with a name as taken. */
const NAME = '(left)';

/** Returns `true` if a seat is dead: its player has left the game for good. Nobody joins it, and no bot takes it over. */
export function isDead(player) {
  return player?.hasLeft === true;
}

/** Returns `true` if a player's seat is dead. What is stored may be anything. */
export function isDeadSeat(metadata, playerID) {
  const players = metadata?.players;
  return hasMembers(players) && Object.hasOwn(players, playerID) && isDead(players[playerID]);
}

/**
 * Returns the seats of a match as they are after a state: a free seat whose player is out of the game becomes dead, and a dead seat whose
 * player is back, by an undo, becomes free. Returns the same object if nothing changes.
 *
 * @param {Record<string, any>} players by seat
 * @param {any} state what is stored may be anything
 */
export function seatsAfter(players, state) {
  const changed = Object.entries(players).flatMap(([id, player]) => {
    if (isDead(player) === isOut(state, id)) return [];
    if (isDead(player)) return [[id, revived(player)]];
    return player.name ? [] : [[id, { ...player, name: NAME, hasLeft: true }]];
  });
  return changed.length === 0 ? players : { ...players, ...Object.fromEntries(changed) };
}

/** Returns `true` if a player takes no part in the game any more, by its state. */
function isOut(state, playerID) {
  const removed = state?.ctx?._removedPlayers;
  return hasEverLeft(state, playerID) || (Array.isArray(removed) && removed.includes(playerID));
}

function revived({ name, hasLeft, ...seat }) {
  return seat;
}
