import { isUnreadable, kickOf, seatsAfter, withKick, withoutKick } from './rondel.js';
import type { PlayerID } from 'rondel';
import type { Foreign, StoredMetadata } from 'rondel/private';
import type { AdminStorage } from './admin-storage.js';
import type { ServerHub } from './hub.js';

export type Kicks = ReturnType<typeof makeKicks>;

interface KickOptions {
  hubs: ReadonlyMap<string, Pick<ServerHub, 'sendMatchData'>>;
  storage: AdminStorage;
}

type Kick = Parameters<typeof withKick>[2];

/** The reason that a player gets who is kicked without one. */
export const KICKED = 'you have been kicked from the match';

/** Makes the methods that kick a player from a seat and lift the kick. The metadata of the match hold it. */
export function makeKicks({ hubs, storage: { takingTurn, replaceMetadataOf, metadataOf, stateOf } }: KickOptions) {
  return { kick, lift, isKicked, hasSeat };

  /** Resolves with `true` if the seat exists, when everybody at the match has been notified. */
  async function kick(matchID: string, seat: PlayerID, how: Kick) {
    const isKicked = await takingTurn(matchID, function* take() {
      let state = yield* stateOf(matchID);
      const isDone = yield* replaceMetadataOf(matchID, (metadata) => {
        return isSeatOf(metadata, seat) ? withSeatsAfter(withKick(metadata, seat, how), state) : null;
      });
      if (!isDone) return false;
      // Again: the player may have left the game by another server while they were kicked.
      state = yield* stateOf(matchID);
      yield* replaceMetadataOf(matchID, (metadata) => {
        const next = withSeatsAfter(metadata, state);
        return next.players === metadata.players ? null : next;
      });
      return true;
    });
    if (isKicked) await Promise.all([...hubs.values()].map((hub) => hub.sendMatchData(matchID)));
    return isKicked;
  }

  /** Lets the kicked player play again. Returns whether they had been kicked. */
  function lift(matchID: string, seat: PlayerID) {
    return takingTurn(matchID, () => replaceMetadataOf(matchID, (metadata) => {
      return kickOf(metadata, seat) ? { ...metadata, ...withoutKick(metadata, seat) } : null;
    }));
  }

  /** Metadata that cannot be read have no seats. */
  async function isKicked(matchID: string, seat: PlayerID) {
    try {
      return kickOf(await metadataOf(matchID), seat) !== null;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return false;
    }
  }

  async function hasSeat(matchID: string, seat: PlayerID) {
    return isSeatOf(await metadataOf(matchID), seat);
  }
}

function withSeatsAfter(metadata: StoredMetadata, state: Foreign): StoredMetadata {
  return { ...metadata, players: seatsAfter(metadata.players, state) };
}

function isSeatOf(metadata: StoredMetadata | undefined, seat: PlayerID) {
  return metadata !== undefined && Object.hasOwn(metadata.players, seat);
}
