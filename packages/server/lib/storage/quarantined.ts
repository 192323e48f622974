import { listingOf, readableOf, stateNumbersOf, wholeNumberOf } from './stored-text.js';
import type { ListedText, StateNumbers, StoredStateID } from './stored-text.js';

/** Texts of a match in quarantine, as the database has them. The log is a JSON list of texts. */
export interface QuarantinedRow {
  state: string | null;
  initial_state: string | null;
  metadata: string | null;
  log: string | null;
}

/** An entry of a log as it is stored. */
export interface LogText {
  stateID: number | null;
  text: string;
}

/** The texts of a match, with what they are looked up by; null for what is not there. */
export interface MatchTexts {
  state: (StateNumbers & { text: string }) | null;
  initialState: string | null;
  metadata: ListedText | null;
  log: LogText[];
}

/**
 * Returns the texts of a match in quarantine, unchanged, to be restored, with the index columns that can be read from them. A missing text
 * is null.
 */
export function partsOf({ state, initial_state: initialState, metadata, log }: QuarantinedRow): MatchTexts {
  const entries: string[] = log === null ? [] : JSON.parse(log);
  return {
    state: state === null ? null : { ...stateNumbersOf(readableOf(state) ?? {}), text: state },
    initialState,
    metadata: metadata === null ? null : { listing: listingOf(readableOf(metadata)), text: metadata },
    log: entries.map((text) => ({ stateID: wholeNumberOf((readableOf(text) as StoredStateID | null | undefined)?._stateID), text })),
  };
}

/** The number of a row in quarantine; null if an ID is none. */
export function placeOf(id: string): number | null {
  return /^\d+$/.test(id) ? wholeNumberOf(Number(id)) : null;
}
