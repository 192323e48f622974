// The engine as a file, and a game in Rust, which has another module.
import ticTacToe from '../../../examples/rust/tic-tac-toe/pkg/index.js';
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import * as slim from 'rondel/slim';
import { Local as SlimLocal } from 'rondel/slim/multiplayer';
import { game } from '../../tabs/game.mjs';
import { connected, equal, shown } from './support.mjs';

async function playSlim({ engine }) {
  await slim.init(engine);
  const alone = slim.Client({ game, debug: false, quiet: true });
  equal(alone.moves.add('a').status, 'confirmed');
  equal(alone.getState().G, { list: ['a'] });
  alone.dispose();
  const client = slim.Client({ game, playerID: '0', multiplayer: SlimLocal(), debug: false, quiet: true });
  client.start();
  await connected(client);
  equal((await client.moves.add('b').confirmed).status, 'confirmed');
  client.dispose();
}

async function playRust() {
  const client = Client({ game: ticTacToe, debug: false, quiet: true });
  equal(client.moves.mark(4).status, 'confirmed');
  equal(client.moves.mark(4).status, 'rejected');
  client.dispose();
  return /taken/;
}

async function playRustAgainstBot() {
  const bot = { bot: MCTSBot, iterations: 100, seed: 'engines' };
  const client = Client({ game: ticTacToe, playerID: '0', multiplayer: Local({ bots: { 1: bot } }), debug: false, quiet: true });
  client.start();
  await connected(client);
  equal((await client.moves.mark(4).confirmed).status, 'confirmed');
  await shown(client, ({ ctx }) => ctx.turn === 3);
  client.dispose();
}

/** Scenarios by test name. */
export const modules = {
  'rondel/slim loads the module as a file, and plays': playSlim,
  'a game in Rust is played': playRust,
  'a bot answers a move of a game in Rust': playRustAgainstBot,
};
