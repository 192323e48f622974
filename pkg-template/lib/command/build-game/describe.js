import { checkSettings, settingsOf } from '../../game/rust-settings.js';
import { messageOf } from '../../util/print.js';

/**
 * @typedef {object} Description what a module of the profile `dev` says of one of its games
 * @property {string} name
 * @property {{ name: string, args: { name: string, type: string, optional?: boolean }[], comment?: string }[]} moves in the order of their numbers
 * @property {string[]} [phases]
 * @property {string} [phaseComment] comments are TypeScript's, of what the author has written above the Rust
 * @property {string[]} [stages]
 * @property {string} [stageComment]
 * @property {{ name: string, type: string, comment?: string }[]} types those that the others name
 * @property {string} G as players see it
 * @property {string} [setupData]
 * @property {string} outcome
 * @property {string} [payload] of refused moves
 *
 * @typedef {{ boundary: number, games: Description[] }} Described `boundary`: the version of what module and page agree on
 */

/**
 * Asks a module for its games, in the order of their numbers. Throws if it has none, if their code panics, and if no page would take them.
 *
 * @param {WebAssembly.Module} module
 * @returns {Described}
 */
export function describe(module) {
  const asked = instantiate(module);
  const { rondel_version: version, rondel_games: count, rondel_describe: describeGame } = asked.exports;
  if (!count || !describeGame) throw new Error('no game is exported: src/lib.rs needs rondel::export!(MyGame);');
  const games = Array.from({ length: count() }, (_, game) => JSON.parse(asked.text(describeGame(game))));
  for (const game of games) expectPlayable(game);
  return { boundary: version(), games };
}

/** Throws for settings that no page would take. */
function expectPlayable(game) {
  try {
    checkSettings(settingsOf(game), game);
  } catch (error) {
    throw new Error(`a game's settings: ${messageOf(error)}`);
  }
}

/** An instance whose imports do nothing: describing games needs nothing of a page. A panic of the game's code is thrown. */
function instantiate(module) {
  /** @type {string | undefined} */
  let complaint;
  const imports = {
    ...Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0])),
    panicked: (at, length) => printError(textAt(at, length)),
    raise: (_code, _codeLength, ...texts) => printError([textAt(texts[0], texts[1]), textAt(texts[2], texts[3])].filter(Boolean).join(': ')),
  };
  const { exports } = new WebAssembly.Instance(module, { rondel: imports });
  const functions = Object.entries(exports).filter(([, value]) => typeof value === 'function');
  const guarded = Object.fromEntries(functions.map(([name, call]) => [name, guard(/** @type {Function} */ (call))]));
  return { exports: guarded, text: (length) => textAt(guarded.rondel_room(length), length) };

  function guard(call) {
    return (...args) => {
      let result;
      try {
        result = call(...args);
      } catch (error) {
        if (complaint === undefined) printError(messageOf(error));
      }
      if (complaint !== undefined) throw new Error(`the game cannot say what it is: ${complaint}`);
      return result;
    };
  }

  function printError(text) {
    complaint = text;
  }

  function textAt(at, length) {
    return new TextDecoder().decode(new Uint8Array(/** @type {WebAssembly.Memory} */ (exports.memory).buffer, at, length));
  }
}
