import { moverOf } from './mover.js';
import { botViewOf } from './view.js';

/**
 * Has a bot make one move for the player whose turn it is, at a client.
 *
 * @type {typeof import('../../ai.d.ts').Step}
 */
export async function Step(client, bot) {
  const state = client.store.getState();
  const playerID = state && moverOf(state.ctx);
  if (!playerID) return undefined;
  const seen = client.game ? botViewOf(client.game)(state, playerID) : state;
  const { action, metadata } = await bot.play(seen, playerID);
  if (!action) return undefined;
  const made = { ...action, payload: { ...action.payload, metadata } };
  client.store.dispatch(made);
  return made;
}
