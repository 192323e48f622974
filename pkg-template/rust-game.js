import { otherBoundary } from './lib/engine/game-module.js';
import { BOUNDARY_VERSION } from './lib/engine/codes.js';
import { withRules } from './lib/game/rust-rules.js';
import { settingsOf } from './lib/game/rust-settings.js';

export { fetched, inlined } from './lib/engine/built-game.js';

/**
 * The game that a module written in Rust holds. Nothing is compiled before its first match begins.
 *
 * @type {typeof import('./rust-game.d.ts').rustGame}
 */
export function rustGame(description, compile) {
  if (description.boundary !== BOUNDARY_VERSION) throw otherBoundary(description.boundary);
  return /** @type {any} */ (withRules(settingsOf(description), description, compile));
}
