import { expectGame } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { createMatch as makeMatch, usualNumPlayers } from '../online/match-data.js';
import { readBots } from './bot-settings.js';
import type { Game, State } from '../../types/game.js';
import type { Server } from '../../types/master.js';

/** Returns the first state and the metadata of a new match. */
export function createMatch(options: {
  game: Game<any, any, any>;
  /** Number of players. Default: 2, or the nearest number that the game's `minPlayers` and `maxPlayers` allow. */
  numPlayers?: number;
  setupData?: any;
  /** `true` to omit the match from the lobby's lists. Default: `false`. */
  unlisted?: boolean;
} & Server.MatchBots): { initialState: State; metadata: Server.MatchData } | { setupDataError: string } {
  // Throws if there is no game, also without options.
  expectGame(options?.game);
  const { game, numPlayers = usualNumPlayers(rulesOf(game)), setupData, unlisted } = options;
  return makeMatch({ game, numPlayers, setupData, unlisted, ...readBots(options, { game, numPlayers }) });
}
