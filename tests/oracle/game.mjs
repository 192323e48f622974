// One random game, played on two engines side by side.
import { createAction, dispatcher, perform } from './actions.mjs';
import { difference, snapshot } from './compare.mjs';
import { createDefinition } from './definition.mjs';
import { Endless, instantiate, RUNS } from './instantiate.mjs';
import { createRng } from './rng.mjs';

/** Plays game number `seed`; the verdict also carries what is needed to replay and shrink it. */
export function playSeed(seed, engines, length = 40) {
  const rng = createRng(seed);
  const definition = createDefinition(rng);
  const actions = [];
  const verdict = playGame(definition, engines, (state) => {
    if (actions.length === length) return undefined;
    const action = createAction(rng, definition, state);
    actions.push(action);
    return action;
  });
  return { seed, definition, actions, ...verdict };
}

/** Plays given actions. */
export function replay(definition, actions, engines) {
  let i = 0;
  return playGame(definition, engines, () => actions[i++]);
}

/**
 * Plays a game on both engines.
 * @param engines `{ oracle, rondel }`, each `{ Client, kit }`, `rondel` with the fields it adds to a game in `extra`
 * @param nextAction called with the oracle's state; undefined ends the game
 * @returns `{ result, step, difference?, error? }`, `result` being 'alike', 'differs', 'aside' (boardgame.io threw a
 *   TypeError of its own) or 'endless' (it did not come to an end)
 */
export function playGame(definition, engines, nextAction) {
  const opened = [];
  try {
    return playOn(definition, engines, nextAction, opened);
  } finally {
    // boardgame.io's client has no dispose.
    for (const client of opened) client?.dispose?.();
  }
}

function playOn(definition, { oracle, rondel }, nextAction, opened) {
  const custom = (definition.plugins ?? []).map((plugin) => plugin.name);
  const guards = [{ runs: RUNS }, { runs: RUNS }];
  const [one, hisError] = open(oracle, definition, guards[0]);
  if (whyIncomparable(hisError)) return { result: whyIncomparable(hisError), step: 0, error: hisError };
  const [two, herError] = open(rondel, definition, guards[1]);
  opened.push(one, two);
  const opening = thrown(hisError, herError) ?? (hisError ? null : compare(one, two, custom));
  if (opening) return { result: 'differs', step: 0, difference: opening, error: herError };
  if (hisError) return { result: 'alike', step: 0 };

  for (let step = 1; ; step++) {
    const action = nextAction(one.getState());
    if (action === undefined) return { result: 'alike', step };
    for (const guard of guards) guard.runs = RUNS;
    const theirs = perform(one, action);
    if (whyIncomparable(theirs)) return { result: whyIncomparable(theirs), step, error: theirs };
    const ours = perform(two, action);
    const found = thrown(theirs, ours) ?? offered(one, two, action) ?? compare(one, two, custom);
    if (found) return { result: 'differs', step, difference: found, error: ours };
  }
}

function open({ Client, kit, extra }, definition, guard) {
  try {
    const game = { ...instantiate(definition, kit, guard), ...extra };
    return [Client({ game, numPlayers: definition.numPlayers, debug: false, quiet: true })];
  } catch (error) {
    return [undefined, error];
  }
}

/** Why there is nothing to compare with: boardgame.io threw a TypeError of its own, or would never have returned. */
function whyIncomparable(error) {
  if (error instanceof Endless) return 'endless';
  return error instanceof TypeError || error instanceof RangeError ? 'aside' : undefined;
}

function thrown(expected, got) {
  const [one, two] = [expected?.message, got?.message];
  return one === two ? null : { path: 'exception', expected: one, got: two };
}

function offered(one, two, action) {
  if (!('name' in action)) return null;
  const [has, also] = [one, two].map((client) => dispatcher(client, action) !== undefined);
  return has === also ? null : { path: `client.${action.do}s`, expected: has, got: also };
}

function compare(one, two, custom) {
  return difference(snapshot(one, custom), snapshot(two, custom));
}
