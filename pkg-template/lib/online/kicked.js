/** The field of metadata for players whom the operator has kicked: `{ reason, until }` by seat; null for a seat that is free now. */
const KICKED = '_kicked';

/** The type of the refusal that a kicked player gets. */
export const MATCH_KICKED = 'match/kicked';

/**
 * Why the player at a seat may not act for it; null if they may. Until a time, for good if that is null, or without one until somebody
 * joins it again.
 *
 * @param {any} metadata
 * @param {any} playerID
 * @returns {{ reason: string, until?: number | null } | null}
 */
export function kickOf(metadata, playerID) {
  const kicks = metadata?.[KICKED];
  if (!kicks || playerID === null || playerID === undefined || !Object.hasOwn(kicks, playerID)) return null;
  const kick = kicks[playerID];
  return (kick.until ?? Infinity) > Date.now() ? kick : null;
}

/** Metadata in which a player has been kicked, or a bot: the seat has no name. It keeps its credentials, so that they can be sent the reason. */
export function withKick(metadata, playerID, kick) {
  const { name, data, bot, hasLeft, ...seat } = metadata.players[playerID];
  return { ...metadata, players: { ...metadata.players, [playerID]: seat }, [KICKED]: { ...metadata[KICKED], [playerID]: kick } };
}

/** The change of metadata that gives somebody a seat whose last player was kicked. */
export function withoutKick(metadata, playerID) {
  if (!metadata[KICKED] || !Object.hasOwn(metadata[KICKED], playerID)) return {};
  const { [playerID]: _, ...others } = metadata[KICKED];
  return { [KICKED]: others };
}
