import { AUTH_TIMEOUT, randomText, unref } from './rondel.js';
import type { PlayerID } from 'rondel';
import type { StoredMetadata } from 'rondel/private';

/**
 * The field of metadata that says who is about to leave the game, by seat: `LEAVE.REQUEST`, two IDs. The first is the same until the seat is
 * free, whichever requests that takes; the second is empty when the last of them has ended.
 */
const LEAVING = '_leaving';
/** Interval of checks whether another request has ended, in milliseconds. */
const LOOK = 200;
/** Timeout of a request in addition to that of its authenticator, in milliseconds. After it, the request has ended with its process. */
const PATIENCE = 5000;

/** Metadata of a match that players may be about to leave. */
export type LeavingMetadata = StoredMetadata & { [LEAVING]?: Record<PlayerID, string> | undefined };

/** Returns metadata that take the place of others, or the same object. */
export type Replace = (metadata: LeavingMetadata) => LeavingMetadata;

/** A request that may go on. */
interface LeaveRequest {
  /** ID by which a master recognizes the leave. */
  leaveID: string;
  /** Ends the request if the player has still their seat. */
  end: () => Promise<unknown>;
}

/**
 * Runs one request to leave a game at a time, over all nodes. A request notes itself in the metadata by a compare-and-set. A waiting request
 * measures by its own clock how long the same note stays there: clocks of different nodes are not compared.
 */
export class LeaveRequests {
  #patience;

  /** @param authTimeout milliseconds */
  constructor(authTimeout: number = AUTH_TIMEOUT) {
    this.#patience = authTimeout + PATIENCE;
  }

  /**
   * Resolves when this request may go on.
   *
   * @param replace stores what a function makes of the metadata, unless it is the same object
   */
  async enter(playerID: PlayerID, replace: (change: Replace) => Promise<LeavingMetadata>): Promise<LeaveRequest> {
    const request = randomText(1);
    let before: string | undefined;
    let since = 0;
    for (;;) {
      const isLate = before !== undefined && performance.now() - since > this.#patience;
      const now = noteAt(await replace((metadata) => {
        const other = noteAt(metadata, playerID);
        const isFree = other === undefined || other.endsWith('.') || (isLate && other === before);
        return isFree ? withNote(metadata, playerID, `${other === undefined ? randomText(1) : leaveOf(other)}.${request}`) : metadata;
      }), playerID);
      if (now?.endsWith(`.${request}`)) {
        const end: Replace = (metadata) => (noteAt(metadata, playerID) === now ? withNote(metadata, playerID, `${leaveOf(now)}.`) : metadata);
        return { leaveID: leaveOf(now), end: () => replace(end) };
      }
      if (now !== before) [before, since] = [now, performance.now()];
      await new Promise((resolve) => { unref(setTimeout(resolve, LOOK)); });
    }
  }
}

/** Returns the change of metadata for a seat that becomes free, or is taken. */
export function withoutLeaving(metadata: LeavingMetadata, playerID: PlayerID): Pick<LeavingMetadata, typeof LEAVING> {
  if (noteAt(metadata, playerID) === undefined) return {};
  const { [playerID]: _, ...others } = metadata[LEAVING] as Record<PlayerID, string>;
  return { [LEAVING]: Object.keys(others).length > 0 ? others : undefined };
}

function noteAt({ [LEAVING]: leaving }: LeavingMetadata, playerID: PlayerID) {
  return leaving && Object.hasOwn(leaving, playerID) ? leaving[playerID] : undefined;
}

function withNote(metadata: LeavingMetadata, playerID: PlayerID, note: string) {
  return { ...metadata, [LEAVING]: { ...metadata[LEAVING], [playerID]: note } };
}

function leaveOf(note: string) {
  return note.split('.', 1)[0];
}
