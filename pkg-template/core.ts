export { defineGame, effect, invalid } from './lib/game/define-game.js';
export { describeLog } from './lib/game/described-log.js';
export { current, original } from './lib/game/drafts.js';
export { legacyGame } from './lib/game/legacy-game.js';
export { ActivePlayers, GameMethod, PlayerView, Stage, TurnOrder } from './lib/game/presets.js';
export { INVALID_MOVE } from './lib/util/marks.js';

export type * from './types/described-log.js';
export type * from './types/effects.js';
export type * from './types/legacy-game.js';
export type * from './types/presets.js';
