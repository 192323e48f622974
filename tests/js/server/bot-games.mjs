// The games of a server whose bots think in worker threads: they say 2 there, and 1 elsewhere.
import { getPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { game as connectFour } from '../../games/connect-four.mjs';
import { race, say } from './bot-race.mjs';

class Threaded {
  async play(_state, playerID) {
    return say(isMainThread ? 1 : 2, playerID);
  }
}

/** Says 2 where the thread gives way to others. */
class GivingWay {
  async play(_state, playerID) {
    return say(getPriority() > 0 ? 2 : 1, playerID);
  }
}

/** Ends the thread that thinks. */
class Ending {
  async play(_state, playerID) {
    if (!isMainThread) process.exit(3);
    return say(2, playerID);
  }
}

/** The turns for which the server's own thread was asked what could be done. */
export const askedHere = [];

/** Ends each thread but the server's own. */
function endingEnumerate(_G, { turn }) {
  if (!isMainThread) process.exit(7);
  askedHere.push(turn);
  return [{ move: 'say', args: [1] }];
}

export const games = [
  connectFour,
  race({ ai: { enumerate: () => [{ move: 'say', args: [1] }], bots: { threaded: Threaded, givingWay: GivingWay } } }),
  race({ name: 'ending', ai: { enumerate: endingEnumerate, bots: { ending: Ending } } }),
];
