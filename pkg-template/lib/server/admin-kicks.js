import { seatsAfter } from '../online/dead-seats.js';
import { kickOf, withKick, withoutKick } from '../online/kicked.js';
import { isUnreadable } from '../online/storage/stored-match.js';

/** The reason that a player gets who is kicked without one. */
export const KICKED = 'you have been kicked from the match';

/**
 * Who has lost a seat by an operator's word, as the metadata of its match say it.
 *
 * @param {object} server
 * @param {Map<string, any>} server.hubs
 * @param {ReturnType<typeof import('./admin-storage.js').makeAdminStorage>} server.storage
 */
export function makeKicks({ hubs, storage: { takingTurn, replaceMetadataOf, metadataOf, stateOf } }) {
  return { kick, lift, isKicked, hasSeat };

  /** Whether there is such a seat. Everybody at the match is notified before this resolves. */
  async function kick(matchID, seat, how) {
    const isKicked = await takingTurn(matchID, function* take() {
      const state = yield* stateOf(matchID);
      return yield* replaceMetadataOf(matchID, (metadata) => {
        if (!isSeatOf(metadata, seat)) return null;
        const kicked = withKick(metadata, seat, how);
        return { ...kicked, players: seatsAfter(kicked.players, state) };
      });
    });
    if (isKicked) await Promise.all([...hubs.values()].map((hub) => hub.sendMatchData(matchID)));
    return isKicked;
  }

  /** Lets the kicked player play again. Returns whether they had been kicked. */
  function lift(matchID, seat) {
    return takingTurn(matchID, () => replaceMetadataOf(matchID, (metadata) => {
      return kickOf(metadata, seat) ? { ...metadata, ...withoutKick(metadata, seat) } : null;
    }));
  }

  /** What cannot be read is no seat of anybody's. */
  async function isKicked(matchID, seat) {
    try {
      return kickOf(await metadataOf(matchID), seat) !== null;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return false;
    }
  }

  async function hasSeat(matchID, seat) {
    return isSeatOf(await metadataOf(matchID), seat);
  }
}

function isSeatOf(metadata, seat) {
  return metadata !== undefined && Object.hasOwn(metadata.players, seat);
}
