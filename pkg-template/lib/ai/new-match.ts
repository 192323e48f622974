import { expectGame } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { createMatch as makeMatch, usualNumPlayers } from '../online/match-data.js';
import { readBots } from './bot-settings.js';
import type { Game, State } from '../../types/game.js';
import type { Server } from '../../types/master.js';

/** The first state and the metadata of a new match. */
export function createMatch(options: {
  game: Game<any, any, any>;
  /** Left out: 2, or as near to that as the game's `minPlayers` and `maxPlayers` are. */
  numPlayers?: number;
  setupData?: any;
  /** Keeps the match out of the lobby's lists. */
  unlisted?: boolean;
} & Server.MatchBots): { initialState: State; metadata: Server.MatchData } | { setupDataError: string } {
  // Throws if there is none, as without options.
  expectGame(options?.game);
  const { game, numPlayers = usualNumPlayers(rulesOf(game)), setupData, unlisted } = options;
  return makeMatch({ game, numPlayers, setupData, unlisted, ...readBots(options, { game, numPlayers }) });
}
