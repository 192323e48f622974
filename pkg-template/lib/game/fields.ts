import { GAME_FIELDS, MOVE_FIELDS, PHASE_FIELDS, STAGE_FIELDS, TURN_FIELDS } from '../engine/codes.js';
import type { GameAI } from '../../types/game-ai.js';
import type { Game, LongFormMove, PhaseConfig, Plugin, StageConfig, TurnConfig, TurnOrderConfig } from '../../types/game.js';

/**
 * Fields that a developer may write, by place: those that the engine reads, and those of JavaScript alone. In phases, turns and stages any
 * other field is most likely misspelt. Elsewhere games keep fields of their own. The types of definitions declare the same fields
 * (`Missing` below checks it).
 */
export const FIELDS = {
  game: /* @__PURE__ */ written(GAME_FIELDS, {
    found: ['hides', 'noOp', 'start', 'moveNames'],
    added: [
      'minPlayers', 'maxPlayers', 'deltaState', 'predict', 'random', 'validateSetupData', 'validateChatMessage', 'playerView', 'ai',
      'version', 'migrate', 'refuseOtherVersions', 'effects',
    ],
  }),
  ai: ['enumerate', 'determinize', 'score', 'objectives', 'bots', 'iterations', 'playoutDepth'] as const,
  move: /* @__PURE__ */ written(MOVE_FIELDS, { found: ['id', 'function'], added: ['move'] }),
  order: ['first', 'next', 'playOrder'] as const,
  phase: /* @__PURE__ */ written(PHASE_FIELDS, { found: ['name'], added: ['start'] }),
  turn: /* @__PURE__ */ written(TURN_FIELDS, { found: [], added: ['moveLimit'] }),
  stage: /* @__PURE__ */ written(STAGE_FIELDS, { found: ['name'], added: ['moveLimit'] }),
};

/** Fields that boardgame.io's bots and `ProcessGameConfig` write into a game. */
export const FOREIGN_FIELDS = { game: ['processMove', 'flow', 'moveNames', 'pluginNames'], phase: ['wrapped'], turn: ['wrapped'] };

/** Callbacks of a plugin. */
export const PLUGIN_METHODS = [
  'setup', 'api', 'flush', 'dangerouslyFlushRawState', 'action', 'fnWrap', 'noClient', 'isInvalid', 'playerView',
] as const;

/** Returns the fields that the engine reads, without computed ones and with additional ones. */
function written<Read extends string, const Found extends Read, const Added extends string>(read: readonly Read[], { found, added }: { found: readonly Found[], added: readonly Added[] }): (Exclude<Read, Found> | Added)[] {
  const isFound = (field: Read) => (found as readonly Read[]).includes(field);
  return [...read.filter((field) => !isFound(field)), ...added] as (Exclude<Read, Found> | Added)[];
}

/** Types of definitions, by their keys in `FIELDS`. */
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

/** Fails to compile if one side lacks a field of the other. The message contains its name. */
type Missing<Names extends never> = Names;
export type Undeclared = Missing<{ [Kind in keyof Declared]: `${Kind}.${Exclude<Known[Kind], keyof Declared[Kind]>}` }[keyof Declared]>;
export type Unknown = Missing<{ [Kind in keyof Declared]: `${Kind}.${Exclude<keyof Declared[Kind] & string, Known[Kind]>}` }[keyof Declared]>;
