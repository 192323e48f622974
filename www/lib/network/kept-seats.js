/** The seats that this browser has taken, with their credentials, which no link contains. */

/** Where there is no storage, a seat is lost when the page is loaded anew. */
const sinceLoaded = new Map();

/** The credentials for a seat, or undefined. */
export function credentialsFor(place) {
  return sinceLoaded.get(keyOf(place)) ?? stored(place);
}

export function keepCredentials(place, credentials) {
  sinceLoaded.set(keyOf(place), credentials);
  tryTo(() => localStorage.setItem(keyOf(place), credentials));
}

/** Forgets a seat that was given up. */
export function forgetCredentials(place) {
  sinceLoaded.delete(keyOf(place));
  tryTo(() => localStorage.removeItem(keyOf(place)));
}

function stored(place) {
  return tryTo(() => localStorage.getItem(keyOf(place))) ?? undefined;
}

/** Browsers may deny the storage, or have no room in it. */
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
