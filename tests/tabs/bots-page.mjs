// What the pages of bots.test.mjs have at hand, bundled by it.
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { BOTS, game } from '../js/ai/worker-games.mjs';

/** Starts a client against a bot of this name, whose worker has this script if one is given. */
globalThis.play = ({ bot, script, ...settings }) => {
  const workers = [];
  const worker = script && (() => {
    const started = new Worker(script);
    workers.push(started);
    return started;
  });
  const client = Client({ game, playerID: '0', multiplayer: Local({ bots: { 1: { bot: BOTS[bot], worker, ...settings } } }), debug: false });
  Object.assign(globalThis, { client, workers });
  client.start();
  client.moves.add(5);
};
