import { EVENTS } from '../engine/codes.js';
import { openEngine } from '../game/match.js';
import { mode } from '../game/mode.js';
import { rulesOf, SOURCE } from '../game/rules.js';
import { engineOf } from './match-data.js';
import { expectGame } from '../game/declarations.js';
import { KnownViews } from './known-views.js';
import { getFilterPlayerView as makeFilter } from './view.js';
import type { Game, PlayerID, State } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { IntermediateTransportData, TransportData } from '../../types/master.js';

// Functions of the entry `internal` that no other part of the package calls.

/** Returns a game with the fields that boardgame.io adds. */
export function ProcessGameConfig<T extends Game<any, any, any>>(game: T): T & {
  moveNames: string[];
  pluginNames: string[];
  flow: {
    moveNames: string[];
    eventNames: string[];
    enabledEventNames: string[];
    isPlayerActive(G: any, ctx: State['ctx'], playerID: string): boolean;
  };
};
export function ProcessGameConfig(game: Game & { [SOURCE]?: Game }): object {
  if (game?.[SOURCE]) return game;
  const rules = rulesOf(game);
  const { engine, names } = openEngine(rules, mode(rules));
  engine.free();
  const moveNames = names.moves;
  const pluginNames = names.plugins;
  const enabledEventNames = names.events.filter((name) => name !== null);
  return {
    name: 'default',
    deltaState: false,
    disableUndo: false,
    setup: () => ({}),
    moves: {},
    onPlayerLeave: ({ G }: { G: Foreign }) => G,
    plugins: [],
    playerView: ({ G }: { G: Foreign }) => G,
    ...game,
    moveNames,
    pluginNames,
    flow: {
      moveNames,
      enabledEventNames,
      eventNames: EVENTS,
      // As boardgame.io's, it does not ask whether the game is over.
      isPlayerActive: (_G: Foreign, ctx: State['ctx'], playerID: string) => engineOf(game).isActive({ ...ctx, gameover: undefined }, String(playerID)),
    },
    [SOURCE]: game,
  };
}

/**
 * Returns the viewer's filter: a function that reduces a master's message with complete states to the part that one viewer may see. Every message
 * to a client passes through it. A spectator has no playerID.
 */
export function getFilterPlayerView(game: Game<any, any, any>): (
  playerID: PlayerID | null | undefined,
  payload: IntermediateTransportData,
  options?: {
    /** `true` if the client takes patches in place of updates, as Rondel's does. */
    patches?: boolean;
  },
) => TransportData {
  expectGame(game);
  const filter = makeFilter(game);
  // The type of a message determines its arguments.
  return (playerID, payload, options) => filter(playerID, payload, { ...options, Views: KnownViews }) as TransportData;
}
