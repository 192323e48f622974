import type { FIELDS, PLUGIN_METHODS } from '../../pkg-template/lib/game/fields.js';
import type { GameAI } from 'declared/game-ai';
import type { Game, LongFormMove, PhaseConfig, Plugin, StageConfig, TurnConfig, TurnOrderConfig } from 'declared/types';

/** What types.d.ts declares, by what lib/game/fields.js calls it. */
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

interface Known {
  game: typeof FIELDS.game[number];
  ai: typeof FIELDS.ai[number];
  move: typeof FIELDS.move[number];
  order: typeof FIELDS.order[number];
  phase: typeof FIELDS.phase[number];
  turn: typeof FIELDS.turn[number];
  stage: typeof FIELDS.stage[number];
  plugin: typeof PLUGIN_METHODS[number];
}

/** Where one of the two has a field that the other does not have. */
type Undeclared = { [Kind in keyof Declared]: `${Kind}.${Exclude<Known[Kind], keyof Declared[Kind]>}` }[keyof Declared];
type Unknown = { [Kind in keyof Declared]: `${Kind}.${Exclude<keyof Declared[Kind] & string, Known[Kind]>}` }[keyof Declared];

export const undeclared: never = 0 as never as Undeclared;
export const unknown: never = 0 as never as Unknown;
