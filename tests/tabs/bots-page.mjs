// The functions of the pages of bots.test.mjs, which bundles this file.
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { game as connectFour } from '../games/connect-four.mjs';
import { BOTS, game } from '../js/ai/worker-games.mjs';

/** Plays against a bot that searches in the page; returns how often the page drew during a search, and the reported progress. */
globalThis.drawnWhileThinking = async () => {
  const shares = [];
  let frames = 0;
  const bot = { bot: MCTSBot, thinkingTime: 1000, onProgress: ({ share }) => shares.push(share) };
  const client = Client({ game: connectFour, playerID: '0', multiplayer: Local({ bots: { 1: bot } }), quiet: true });
  client.start();
  client.moves.drop(3);
  const draw = () => {
    if (shares.length > 0) frames += 1;
    if (client.getState().ctx.turn === 2) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  await new Promise((done) => { client.subscribe(({ ctx }) => ctx.turn === 3 && done()); });
  client.dispose();
  return { frames, shares };
};

/** Starts a client against a bot of this name, whose worker uses this script if one is given. */
globalThis.play = ({ bot, script, ...settings }) => {
  const workers = [];
  const worker = script && (() => {
    const started = new Worker(script);
    workers.push(started);
    return started;
  });
  const client = Client({ game, playerID: '0', multiplayer: Local({ bots: { 1: { bot: BOTS[bot], worker, ...settings } } }), quiet: true });
  Object.assign(globalThis, { client, workers });
  client.start();
  client.moves.add(5);
};
