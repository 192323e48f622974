import { rulesOf } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { noop } from '../util/noop.js';
import { print } from '../util/print.js';
import { failurePrinter, failureText } from './bot-failure.js';
import { readBotSpec } from './bot-spec.js';
import { minTimeOfPages } from './min-time.js';
import { seatBots } from './seated-bots.js';
import { openThinker } from './thinker.js';

/**
 * The bots of a page, by seat. Throws for what is none.
 *
 * @param {Record<string, unknown>} bots
 * @param {object} game
 * @returns {import('./seated-bots.js').Seats}
 */
export function readPageBots(bots, game) {
  const read = ([playerID, spec]) => [playerID, readBotSpec(spec, { game, place: `bots['${playerID}']` })];
  return Object.fromEntries(Object.entries(bots).map(read));
}

/**
 * Seats a page's bots at all matches of its master. The console says which worker has ended, and in development which bot failed, and which has no seat.
 *
 * @param {import('./seated-bots.js').Seats} bots
 * @param {Pick<Parameters<typeof seatBots>[0], 'game' | 'isActive' | 'viewOf' | 'act'>} hub
 */
export function openPageBots(bots, hub) {
  const { name } = rulesOf(hub.game);
  const printFailure = failurePrinter();
  const thinker = openThinker({ game: hub.game, workerFailed: (error) => printFailure(`game '${name}': a bot's worker has ended`, error) });
  const failed = isDevelopment() ? (failure) => printFailure(failureText(name, failure), failure.reason) : noop;
  const minTimeOf = (_matchID, playerID) => bots[playerID].minTime ?? minTimeOfPages();
  const { lookAt, forget } = seatBots({ ...hub, thinker, failed, minTimeOf });
  const checkSeats = isDevelopment() ? seatChecker(Object.keys(bots)) : noop;
  return {
    forget,
    has: (playerID) => Object.hasOwn(bots, playerID),
    lookAt(matchID, state) {
      checkSeats(state.ctx.numPlayers);
      lookAt(matchID, state, bots);
    },
  };
}

/** Warns of each bot at a seat that a match does not have, once. */
function seatChecker(playerIDs) {
  const left = new Set(playerIDs);
  return (numPlayers) => {
    for (const playerID of left) {
      if (/^\d+$/.test(playerID) && Number(playerID) < numPlayers) continue;
      left.delete(playerID);
      print('warn', `rondel: Local: bots['${playerID}']: there is no such seat: the match has numPlayers: ${numPlayers}`);
    }
  };
}
