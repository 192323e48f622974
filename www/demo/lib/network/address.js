/** Reads and writes the address of a match over the network: `#network/<game>/<match>/<seat>`, with the seat `watch` for spectators. */

const BEGINNING = '#network/';
const WATCH = 'watch';

/** The hash of the page that creates a match. */
export const START = '#network';

/** Returns `{ game, matchID, playerID }` of a hash, or null. `playerID` is null for a spectator. */
export function placeOf(hash) {
  if (!hash.startsWith(BEGINNING)) return null;
  try {
    const [game, matchID, seat] = hash.slice(BEGINNING.length).split('/').map(decodeURIComponent);
    return game && matchID && seat ? { game, matchID, playerID: seat === WATCH ? null : seat } : null;
  } catch {
    return null;
  }
}

export function hashOf(place) {
  return place ? BEGINNING + [place.game, place.matchID, place.playerID ?? WATCH].map(encodeURIComponent).join('/') : START;
}

/** Returns the link for the player or spectator of a place. */
export function linkTo(place) {
  return location.origin + location.pathname + hashOf(place);
}
