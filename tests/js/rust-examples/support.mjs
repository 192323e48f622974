// Actions that players of the games in examples/rust try.

/** An action as `(client) => handle`: mostly a legal move, sometimes one that may be refused. */
export function attempt({ game, dice, numPlayers }, legal, events = []) {
  const kind = dice.below(20);
  if (kind === 0) return (client) => client.undo();
  if (kind === 1) return (client) => client.redo();
  if (kind === 2 && events.length > 0) {
    const event = dice.one(events);
    return (client) => client.events[event]?.();
  }
  if (kind < 6 || legal.length === 0) {
    const name = dice.one(Object.keys(game.tries));
    const args = game.tries[name].map((make) => make(dice, { numPlayers }));
    return (client) => client.moves[name](...args);
  }
  const { move, args } = dice.one(legal);
  return (client) => client.moves[move](...args);
}

/** The outcome of an action, with the reason if it was refused. */
export async function outcomeOf(handle) {
  if (handle === undefined) return 'no such event';
  const { status, error } = await handle.confirmed;
  return { status, error: error && { type: error.type, payload: error.payload, message: error.message } };
}
