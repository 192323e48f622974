/** Why a master refuses an action that the rules of the game do not look at. */

/** More players by other names than those of the seats are not remembered: see `isSeat`. */
const MOST_OTHERS = 1000;

/**
 * Why an action is not to be run that the rules permit, if its ledger's `verdict` says so.
 *
 * @param {string} verdict see `judge` in lib/online/ledger.js
 * @param {{ ignoresStaleStateID: boolean }} permit
 */
export function objection(verdict, { ignoresStaleStateID }) {
  if (verdict === 'orphan') return refusal('stale_state_id', 'an action that it was made on top of was refused');
  if (verdict === 'forgotten') return refusal('stale_state_id', 'whether it was done before is forgotten');
  if (verdict === 'stale' && !ignoresStaleStateID) {
    return refusal('stale_state_id', 'made in a situation that is no more');
  }
  return null;
}

/**
 * Whether a match has such a player: at one of its seats, or by a name that the game itself has given them. Of those who
 * are none nothing is remembered, or strangers would fill the ledger. Games may think up names without end as well: so
 * many of them are `known` to the ledger, and then no more.
 *
 * @param {import('../../types.js').Ctx} ctx
 * @param {string} playerID
 * @param {Iterable<string>} known the players of whom the ledger knows something
 */
export function isPlayer({ numPlayers, playOrder, activePlayers }, playerID, known) {
  if (isSeat(playerID, numPlayers)) return true;
  const isNamed = playOrder.some((player) => String(player) === playerID)
    || (activePlayers && Object.hasOwn(activePlayers, playerID));
  if (!isNamed) return false;
  const others = new Set();
  for (const player of known) if (!isSeat(player, numPlayers)) others.add(player);
  return others.size < MOST_OTHERS || others.has(playerID);
}

export function refusal(kind, message) {
  return { type: `action/${kind}`, message };
}

/** Seats are '0', '1', … */
function isSeat(playerID, numPlayers) {
  const seat = Number(playerID);
  return Number.isInteger(seat) && seat >= 0 && seat < numPlayers && String(seat) === playerID;
}
