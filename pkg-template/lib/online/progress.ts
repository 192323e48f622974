import { seatsAfter } from './leaves.js';
import { hasPlayers } from './storage/stored-match.js';
import type { Ctx } from '../../types/game.js';
import type { StoredMetadata } from './match-data.js';
import type { StoredState } from './stored-states.js';

/** Milliseconds by which metadata may be behind with when a match was last played. */
const ACCURACY = 10_000;
/** Of how many matches the time is remembered. */
const MOST_NOTED = 1000;

/**
 * When the time of play, and the players who are out of the game, were last noted in the metadata of a match. Storing them takes as long as
 * storing the state.
 */
export class Progress {
  #noted = new Map<string, { time: number, removed: number }>();

  /** Returns `true` if the metadata are nearly up to date. */
  isNoted(matchID: string, { ctx }: StoredState): boolean {
    const noted = this.#noted.get(matchID);
    if (ctx.gameover !== undefined || noted?.removed !== removedIn(ctx)) return false;
    const elapsed = Date.now() - noted.time;
    // Clocks may be set back.
    return elapsed >= 0 && elapsed < ACCURACY;
  }

  /** The change of the metadata; null if there is none. */
  change(metadata: StoredMetadata, state: StoredState): Partial<StoredMetadata> | null {
    if (metadata.gameover !== undefined && metadata.gameover !== null) return null;
    const { gameover } = state.ctx;
    // Where nobody has joined, anybody may act for all seats.
    const seats = hasPlayers(metadata) && { players: seatsAfter(metadata.players, state) };
    return { ...seats, updatedAt: Date.now(), ...gameover !== undefined && { gameover } };
  }

  /** Notes that they are stored. */
  note(matchID: string, { ctx }: StoredState) {
    this.#noted.delete(matchID);
    this.#noted.set(matchID, { time: Date.now(), removed: removedIn(ctx) });
    if (this.#noted.size > MOST_NOTED) this.#noted.delete(this.#noted.keys().next().value!);
  }
}

/** Returns the number of players who are out of the game. */
function removedIn({ _removedPlayers: removed }: Ctx): number {
  return removed?.length ?? 0;
}
