/** The field of metadata that says that nobody comes any more. */
const LEFT = '_isLeft';

/** Of the metadata of a match that is about to be wiped: nobody takes a seat at it. */
export const LEFT_BY_ALL = { players: {}, [LEFT]: true };

/** Whether nobody is to come any more. Other metadata without players may be somebody's own. */
export function isLeft(metadata) {
  return metadata[LEFT] === true;
}
