// Actions of players of a duel: see tests/rust-game.

/** Plays the leftmost card, or ends the turn, in turns until the duel is over. */
export async function playOut(players, settle = () => {}) {
  for (let turns = 0; turns < 20; turns += 1) {
    const { ctx } = players[0].getState();
    if (ctx.gameover) return ctx.gameover;
    const player = players[Number(ctx.currentPlayer)] ?? players[0];
    player.moves.lay(0);
    player.events.endTurn();
    await settle();
  }
  throw new Error('the duel has no end');
}

/** The places in a message where a `G` shows more than a player may see, and the number of all places. */
export function look(message, seat, at = 'message') {
  const found = { shown: 0, leaks: [] };
  if (typeof message !== 'object' || message === null) return found;
  if ('hands' in message && 'deck' in message) {
    found.shown += 1;
    if (typeof message.deck !== 'number') found.leaks.push(`${at}.deck`);
    message.hands.forEach((hand, owner) => {
      if (owner !== seat && typeof hand !== 'number') found.leaks.push(`${at}.hands[${owner}]`);
    });
  }
  for (const [key, member] of Object.entries(message)) {
    const inner = look(member, seat, `${at}.${key}`);
    found.shown += inner.shown;
    found.leaks.push(...inner.leaks);
  }
  return found;
}
