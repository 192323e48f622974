// One random game, played on two engines side by side.
import { createAction, dispatcher, perform } from './actions.mjs';
import { difference, snapshot } from './compare.mjs';
import { createDefinition } from './definition.mjs';
import { instantiate } from './instantiate.mjs';
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
 * @returns `{ result: 'alike' | 'aside' | 'differs', step, difference?, error? }`
 */
export function playGame(definition, { oracle, rondel }, nextAction) {
  const custom = (definition.plugins ?? []).map((plugin) => plugin.name);
  const [one, hisError] = open(oracle, definition);
  if (isOwnTypeError(hisError)) return { result: 'aside', step: 0, error: hisError };
  const [two, herError] = open(rondel, definition);
  const opening = thrown(hisError, herError) ?? (hisError ? null : compare(one, two, custom));
  if (opening) return { result: 'differs', step: 0, difference: opening, error: herError };
  if (hisError) return { result: 'alike', step: 0 };

  for (let step = 1; ; step++) {
    const action = nextAction(one.getState());
    if (action === undefined) return { result: 'alike', step };
    const his = perform(one, action);
    if (isOwnTypeError(his)) return { result: 'aside', step, error: his };
    const hers = perform(two, action);
    const found = thrown(his, hers) ?? offered(one, two, action) ?? compare(one, two, custom);
    if (found) return { result: 'differs', step, difference: found, error: hers };
  }
}

function open({ Client, kit, extra }, definition) {
  try {
    const game = { ...instantiate(definition, kit), ...extra };
    return [Client({ game, numPlayers: definition.numPlayers, debug: false })];
  } catch (error) {
    return [undefined, error];
  }
}

/** boardgame.io tripping over itself: the one kind of game that is set aside. */
function isOwnTypeError(error) {
  return error instanceof TypeError || error instanceof RangeError;
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
