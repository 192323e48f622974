/**
 * What the page's address says of a match over the network: `#network/<game>/<match>/<seat>`, where the seat is `watch` for
 * those who only watch.
 */

const BEGINNING = '#network/';
const WATCH = 'watch';

/** The hash of the page on which a match is begun. */
export const START = '#network';

/** `{ game, matchID, playerID }` of a hash, or null; `playerID` is null for whoever watches. */
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

/** The address to send to whoever is to have this place. */
export function linkTo(place) {
  return location.origin + location.pathname + hashOf(place);
}
