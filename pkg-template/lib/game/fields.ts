import { GAME_FIELDS, MOVE_FIELDS, PHASE_FIELDS, STAGE_FIELDS, TURN_FIELDS } from '../engine/codes.js';
import type { GameAI } from '../../types/game-ai.js';
import type { Game, LongFormMove, PhaseConfig, Plugin, StageConfig, TurnConfig, TurnOrderConfig } from '../../types/game.js';

/**
 * The fields that a developer may write in each place: those that the engine reads, and those that JavaScript alone uses. In phases,
 * turns and stages anything else is most likely misspelt; elsewhere games keep fields of their own. The types of definitions declare the same
 * fields, and no more: `Missing` below.
 */
export const FIELDS = {
  game: /* @__PURE__ */ written(GAME_FIELDS, {
    found: ['noOp', 'start', 'moveNames'],
    added: [
      'minPlayers', 'maxPlayers', 'deltaState', 'predict', 'random', 'validateSetupData', 'validateChatMessage', 'playerView', 'ai',
      'version', 'migrate', 'refuseOtherVersions',
    ],
  }),
  ai: ['enumerate', 'determinize', 'score', 'objectives', 'bots', 'iterations', 'playoutDepth'] as const,
  move: /* @__PURE__ */ written(MOVE_FIELDS, { found: ['id', 'function'], added: ['move'] }),
  order: ['first', 'next', 'playOrder'] as const,
  phase: /* @__PURE__ */ written(PHASE_FIELDS, { found: ['name'], added: ['start'] }),
  turn: /* @__PURE__ */ written(TURN_FIELDS, { found: [], added: ['moveLimit'] }),
  stage: /* @__PURE__ */ written(STAGE_FIELDS, { found: ['name'], added: ['moveLimit'] }),
};

/** The fields that boardgame.io's bots, which also play on Rondel, and `ProcessGameConfig` write into a game. */
export const FOREIGN_FIELDS = { game: ['processMove', 'flow', 'moveNames', 'pluginNames'], phase: ['wrapped'], turn: ['wrapped'] };

/** The callbacks of a plugin. */
export const PLUGIN_METHODS = [
  'setup', 'api', 'flush', 'dangerouslyFlushRawState', 'action', 'fnWrap', 'noClient', 'isInvalid', 'playerView',
] as const;

/** The fields that the engine reads, without those that are computed and not written there, and with those that are added. */
function written<Read extends string, const Found extends Read, const Added extends string>(read: readonly Read[], { found, added }: { found: readonly Found[], added: readonly Added[] }): (Exclude<Read, Found> | Added)[] {
  const isFound = (field: Read) => (found as readonly Read[]).includes(field);
  return [...read.filter((field) => !isFound(field)), ...added] as (Exclude<Read, Found> | Added)[];
}

/** The types of definitions, by the names that `FIELDS` has for them. */
interface Declared {
  game: Game;
  ai: GameAI;
  move: LongFormMove;
  order: TurnOrderConfig;
  phase: PhaseConfig;
  turn: TurnConfig;
  stage: StageConfig;
  plugin: Omit<Plugin, 'name'>;
}

type Known = { [Kind in keyof typeof FIELDS]: typeof FIELDS[Kind][number] } & { plugin: typeof PLUGIN_METHODS[number] };

/** A compile error if one side lacks a field of the other: its name is in the message. */
type Missing<Names extends never> = Names;
export type Undeclared = Missing<{ [Kind in keyof Declared]: `${Kind}.${Exclude<Known[Kind], keyof Declared[Kind]>}` }[keyof Declared]>;
export type Unknown = Missing<{ [Kind in keyof Declared]: `${Kind}.${Exclude<keyof Declared[Kind] & string, Known[Kind]>}` }[keyof Declared]>;
