import type { PlayerID } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';

/** The field of metadata for players whom the operator has kicked: a `Kick` by seat. */
const KICKED = '_kicked';

/** The type of the refusal that a kicked player gets. */
export const MATCH_KICKED = 'match/kicked';

/** Why a player was kicked, and for how long. */
export interface Kick {
  reason: string;
  /** End of the kick, in milliseconds, as `Date.now()`; null if it is permanent. Without it, the kick ends when a player joins the seat. */
  until?: number | null;
}

type Kicks = Pick<StoredMetadata, typeof KICKED>;

/**
 * Returns the kick of the player at a seat; null if the player may act. See `until` for its end.
 */
export function kickOf(metadata: Kicks | undefined, playerID: PlayerID | null | undefined): Kick | null {
  const kicks = metadata?.[KICKED];
  if (!kicks || playerID === null || playerID === undefined || !Object.hasOwn(kicks, playerID)) return null;
  const kick = kicks[playerID];
  return (kick.until ?? Infinity) > Date.now() ? kick : null;
}

/** Metadata in which a player has been kicked, or a bot: the seat has no name. It keeps its credentials, so that they can be sent the reason. */
export function withKick(metadata: StoredMetadata, playerID: PlayerID, kick: Kick): StoredMetadata {
  const { name, data, bot, hasLeft, ...seat } = metadata.players[playerID];
  return { ...metadata, players: { ...metadata.players, [playerID]: seat }, [KICKED]: { ...metadata[KICKED], [playerID]: kick } };
}

/** The change of metadata that gives somebody a seat whose last player was kicked. */
export function withoutKick(metadata: Kicks, playerID: PlayerID): Kicks {
  if (!metadata[KICKED] || !Object.hasOwn(metadata[KICKED], playerID)) return {};
  const { [playerID]: _, ...others } = metadata[KICKED];
  return { [KICKED]: others };
}
