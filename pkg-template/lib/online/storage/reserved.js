import { firstRevision } from './storing.js';

/**
 * How the names of matches and games begin that are nobody's: under them stands what operators have stored beside the matches of players.
 * An optional method of storages would not do, since those of other people lack it. No game's name begins with a `/`, whichever version of the server reads it, and nobody may ask for a match of such a name.
 */
const PREFIX = '//rondel/';

/** A name of what is stored beside the matches of players. */
export function reservedName(what) {
  return `${PREFIX}${what}`;
}

export function isReserved(name) {
  return typeof name === 'string' && name.startsWith(PREFIX);
}

/**
 * A match of no game: an ordinary one to every storage. What it keeps is in a field that storages of other people know, too.
 *
 * @param {string} gameName a reserved name
 * @param {unknown} [kept] what JSON can say
 */
export function matchOfNobody(gameName, kept) {
  const now = Date.now();
  return {
    metadata: { gameName, unlisted: true, players: {}, createdAt: now, updatedAt: now, ...kept !== undefined && { setupData: kept } },
    initialState: { _stateID: 0, _revision: firstRevision(), G: {}, ctx: { numPlayers: 0 } },
  };
}
