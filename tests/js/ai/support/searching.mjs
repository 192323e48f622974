// Creates searches for tests.
import { Client } from 'rondel/client';
import { openSearch } from '../../../../pkg/lib/ai/search.js';

/** Returns a match and its state in boardgame.io's shape. */
export function begin(game, numPlayers = 2) {
  const client = Client({ game, numPlayers });
  return { client, state: () => client.store.getState() };
}

/** Returns a search of a position. Default: the first position. */
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
