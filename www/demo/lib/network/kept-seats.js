/** Seats of this browser, with their credentials, which links do not contain. */

/** Without storage, a seat is lost when the page is reloaded. */
const sinceLoaded = new Map();

/** Returns the credentials of a seat, or undefined. */
export function credentialsFor(place) {
  return sinceLoaded.get(keyOf(place)) ?? stored(place);
}

export function keepCredentials(place, credentials) {
  sinceLoaded.set(keyOf(place), credentials);
  tryTo(() => localStorage.setItem(keyOf(place), credentials));
}

/** Forgets a seat that the player has left. */
export function forgetCredentials(place) {
  sinceLoaded.delete(keyOf(place));
  tryTo(() => localStorage.removeItem(keyOf(place)));
}

function stored(place) {
  return tryTo(() => localStorage.getItem(keyOf(place))) ?? undefined;
}

/** Browsers may deny the storage, or have no space in it. */
function tryTo(use) {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function keyOf({ game, matchID, playerID }) {
  return `rondel-seat:${JSON.stringify([game, matchID, playerID])}`;
}
