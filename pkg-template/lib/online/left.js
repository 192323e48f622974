/** The field of metadata of a match that is closed to new players. */
const LEFT = '_isLeft';

/**
 * Fields of the metadata of a match that is about to be wiped. They are stored first: a player who joins at that moment is sent that there is
 * no seat, and not credentials for a match that is about to go.
 */
export const LEFT_BY_ALL = { players: {}, [LEFT]: true };

/** Whether a match is closed to new players. Metadata without players alone do not show it: others may have stored them. */
export function isLeft(metadata) {
  return metadata[LEFT] === true;
}
