/** What JavaScript games declare, for those that try games out. Other games declare nothing that could be looked at. */

/**
 * The functions that make moves of this name, at all places where the game declares one.
 *
 * @param {import('./rules.js').Rules} rules
 * @param {string} name
 */
export function movesCalled({ game }, name) {
  const places = [game, ...Object.values(game.phases ?? {}), ...stagesIn(game).map(([, stage]) => stage)];
  const declared = places.map((place) => (Object.hasOwn(place.moves ?? {}, name) ? place.moves[name] : undefined));
  return declared.filter(Boolean).map((move) => (typeof move === 'function' ? move : move.move));
}

/**
 * The names of phases and stages.
 *
 * @param {import('./rules.js').Rules} rules
 */
export function placesOf({ game }) {
  return [...Object.keys(game.phases ?? {}), ...stagesIn(game).map(([name]) => name)];
}

function stagesIn({ turn, phases }) {
  const turns = [turn, ...Object.values(phases ?? {}).map((phase) => phase.turn)];
  return turns.flatMap((one) => Object.entries(one?.stages ?? {}));
}
