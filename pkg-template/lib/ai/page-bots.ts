import { rulesOf } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { noop } from '../util/noop.js';
import { print } from '../util/print.js';
import { failurePrinter, failureText } from './bot-failure.js';
import { readBotSpec } from './bot-spec.js';
import { minTimeOfPages } from './bot-options.js';
import { seatBots } from './seated-bots.js';
import { openBotRunner } from './bot-runner.js';
import type { State } from '../../types/game.js';
import type { BotSpec } from './bot-spec.js';
import type { BotFailure, SeatHub, Seats } from './seated-bots.js';

/** Parses the bots of a page, by seat. Throws `bot/options` for an invalid spec. */
export function readPageBots(bots: Record<string, unknown>, game: object): Seats<BotSpec> {
  const read = ([playerID, spec]: [string, unknown]): [string, BotSpec] => [playerID, readBotSpec(spec, { game, place: `bots['${playerID}']` })];
  return Object.fromEntries(Object.entries(bots).map(read));
}

/**
 * Seats a page's bots at all matches of its master. Prints workers that have ended. In development, also prints failed bots and bots
 * without a seat.
 */
export function openPageBots(bots: Seats<BotSpec>, hub: SeatHub) {
  const { name } = rulesOf(hub.game);
  const printFailure = failurePrinter();
  const runner = openBotRunner({ game: hub.game, workerFailed: (error) => printFailure(`game '${name}': a bot's worker has ended`, error) });
  const onFailure = isDevelopment() ? (failure: BotFailure) => printFailure(failureText(name, failure), failure.reason) : noop;
  const minTimeOf = (_matchID: string, playerID: string) => bots[playerID].minTime ?? minTimeOfPages();
  const { lookAt, forget } = seatBots({ ...hub, runner, onFailure, minTimeOf });
  const checkSeats = isDevelopment() ? seatChecker(Object.keys(bots)) : noop;
  return {
    forget,
    has: (playerID: string) => Object.hasOwn(bots, playerID),
    lookAt(matchID: string, state: State) {
      checkSeats(state.ctx.numPlayers);
      lookAt(matchID, state, bots);
    },
  };
}

/** Warns once about each bot whose seat a match does not have. */
function seatChecker(playerIDs: string[]) {
  const left = new Set(playerIDs);
  return (numPlayers: number) => {
    for (const playerID of left) {
      if (/^\d+$/.test(playerID) && Number(playerID) < numPlayers) continue;
      left.delete(playerID);
      print('warn', `rondel: Local: bots['${playerID}']: there is no such seat: the match has numPlayers: ${numPlayers}`);
    }
  };
}
