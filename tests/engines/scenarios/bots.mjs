// A bot that searches in the page, and one that does in its workers.
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { game } from '../../games/connect-four.mjs';
import { equal, shown } from './support.mjs';

/** Plays two rounds against a bot with the same seed. Returns the columns that it has chosen. */
async function answers(settings) {
  const bot = { bot: MCTSBot, iterations: 200, seed: 'engines', ...settings };
  const client = Client({ game, playerID: '0', multiplayer: Local({ bots: { 1: bot } }), debug: false, quiet: true });
  client.start();
  for (const turn of [1, 3]) {
    await shown(client, ({ ctx }) => ctx.turn === turn);
    equal((await client.moves.drop(3).confirmed).status, 'confirmed');
  }
  const { log } = await shown(client, ({ ctx }) => ctx.turn === 5);
  client.dispose();
  return log.filter(({ action }) => action.payload.playerID === '1' && action.payload.type === 'drop').map(({ action }) => action.payload.args[0]);
}

/** Plays against a bot that searches in two workers, and checks that they were used. */
async function playAgainstWorkers() {
  const started = [];
  const worker = () => {
    started.push(new Worker('/bots-worker.js', { type: 'module' }));
    return started.at(-1);
  };
  equal((await answers({ worker, workers: 2 })).length, 2);
  equal(started.length, 2);
}

/** Scenarios that need no page, by test name. */
export const bots = {
  'a bot that searches in place answers each move': async () => equal((await answers({})).length, 2),
};

/** Scenarios that need the workers of a page. */
export const workers = {
  'a bot that searches in two workers answers each move': playAgainstWorkers,
};
