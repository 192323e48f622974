import { firstRevision } from './storing.js';

/**
 * The prefix of reserved names of matches and games: under them is stored what operators keep beside the matches of players.
 * An optional method of storages would not do, since third-party storages lack it. No game's name begins with a `/`, in any version of the server, and no client may ask for a match of such a name.
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
 * A match of no game: an ordinary one to every storage. Its content is in a field that third-party storages have, too.
 *
 * @param {string} gameName a reserved name
 * @param {unknown} [kept] a value of JSON's
 */
export function matchOfNobody(gameName, kept) {
  const now = Date.now();
  return {
    metadata: { gameName, unlisted: true, players: {}, createdAt: now, updatedAt: now, ...kept !== undefined && { setupData: kept } },
    initialState: { _stateID: 0, _revision: firstRevision(), G: {}, ctx: { numPlayers: 0 } },
  };
}
