// Searches, as tests make them.
import { Client } from 'rondel/client';
import { openSearch } from '../../../../pkg/lib/ai/search.js';

/** A match, and its state in boardgame.io's shape. */
export function begin(game, numPlayers = 2) {
  const client = Client({ game, numPlayers });
  return { client, state: () => client.store.getState() };
}

/** A search of a position; of the first one if none is given. */
export function searchOf(game, { state = begin(game).state(), iterations = 300, slice = iterations, ...options } = {}) {
  const search = openSearch(game, { seed: 'a', ...options });
  search.begin(state);
  runTo(search, iterations, slice);
  return search;
}

/** A search may begin again. */
export function runTo(search, iterations, slice = iterations) {
  while (search.iterations < iterations) if (search.run(Math.min(slice, iterations - search.iterations))) return;
}
