import { listingOf, readableOf, stateNumbersOf, wholeNumberOf } from './stored-text.js';

/**
 * What a database has kept of a match in quarantine, as it is stored back: the very same texts, with what they are looked up by as far
 * as they can be read. A text that is not there is null.
 *
 * @param {{ state: string | null, initial_state: string | null, metadata: string | null, log: string | null }} row the log is a list of texts
 */
export function partsOf({ state, initial_state: initialState, metadata, log }) {
  const entries = log === null ? [] : JSON.parse(log);
  return {
    state: state === null ? null : { ...stateNumbersOf(readableOf(state) ?? {}), text: state },
    initialState,
    metadata: metadata === null ? null : { listing: listingOf(readableOf(metadata)), text: metadata },
    log: entries.map((text) => ({ stateID: wholeNumberOf(readableOf(text)?._stateID), text })),
  };
}

/** The number of a row in quarantine; null if an ID is none. */
export function placeOf(id) {
  return /^\d+$/.test(id) ? wholeNumberOf(Number(id)) : null;
}
