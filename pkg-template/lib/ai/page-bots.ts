import { rulesOf } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { noop } from '../util/noop.js';
import { print } from '../util/print.js';
import { failurePrinter, failureText } from './bot-failure.js';
import { readBotSpec } from './bot-spec.js';
import { minTimeOfPages } from './bot-options.js';
import { seatBots } from './seated-bots.js';
import { openThinker } from './thinker.js';
import type { State } from '../../types/game.js';
import type { BotSpec } from './bot-spec.js';
import type { BotFailure, SeatHub, Seats } from './seated-bots.js';

/** The bots of a page, by seat. Throws for what is none. */
export function readPageBots(bots: Record<string, unknown>, game: object): Seats<BotSpec> {
  const read = ([playerID, spec]: [string, unknown]): [string, BotSpec] => [playerID, readBotSpec(spec, { game, place: `bots['${playerID}']` })];
  return Object.fromEntries(Object.entries(bots).map(read));
}

/** Seats a page's bots at all matches of its master. The console says which worker has ended, and in development which bot failed, and which has no seat. */
export function openPageBots(bots: Seats<BotSpec>, hub: SeatHub) {
  const { name } = rulesOf(hub.game);
  const printFailure = failurePrinter();
  const thinker = openThinker({ game: hub.game, workerFailed: (error) => printFailure(`game '${name}': a bot's worker has ended`, error) });
  const failed = isDevelopment() ? (failure: BotFailure) => printFailure(failureText(name, failure), failure.reason) : noop;
  const minTimeOf = (_matchID: string, playerID: string) => bots[playerID].minTime ?? minTimeOfPages();
  const { lookAt, forget } = seatBots({ ...hub, thinker, failed, minTimeOf });
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

/** Warns of each bot at a seat that a match does not have, once. */
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
