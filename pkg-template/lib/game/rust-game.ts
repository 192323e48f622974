import { BOUNDARY_VERSION } from '../engine/codes.js';
import { otherBoundary } from '../engine/game-module.js';
import { withRules } from './rust-rules.js';
import { settingsOf } from './rust-settings.js';
import { decode } from '../engine/inlined.js';
import { GivenModule } from '../engine/slim/given-module.js';
import type { GameDescription, GameTypes, RustGame } from '../../types/rust-game.js';
import type { Foreign } from '../util/foreign.js';
import type { Source } from '../../types/slim.js';

/**
 * Returns the game of a module in Rust, for `Client`, `Local`, `Master`, `Server`, React, Vue and bots. `npx rondel build-game` writes the
 * call. The first match compiles the module. Throws `engine/version` if the module was built for another version of the boundary.
 *
 * @param compile returns the module or its bytes. It is called once, by the first match. Games of one module share the function.
 */
export function rustGame<T extends GameTypes = any>(description: GameDescription, compile: () => WebAssembly.Module | BufferSource): RustGame<T> {
  if (description.boundary !== BOUNDARY_VERSION) throw otherBoundary(description.boundary);
  // Some fields exist only in the type.
  return withRules(settingsOf(description), description, compile) as Foreign;
}

/** Returns a function that compiles a module from a text in its package. `npx rondel build-game` writes the call. */
export function inlined(text: string, length: number, map: string): () => WebAssembly.Module {
  return () => new WebAssembly.Module(decode(text, length, map));
}

/**
 * Returns a module that a page loads itself. `compile` throws `engine/notLoaded` until `load` has resolved. `npx rondel build-game` writes
 * the call.
 *
 * @param fingerprint fingerprint of the module's file in this build
 * @param entry entry whose `init` a page awaits, for errors
 */
export function fetched(fingerprint: string, entry: string): { compile: () => WebAssembly.Module; load: (source: Source) => Promise<void> } {
  const module = new GivenModule(fingerprint, entry);
  return { compile: () => module.get(), load: (source: Source) => module.load(source) };
}
