import { checkSettings, settingsOf } from '../../game/rust-settings.js';
import { messageOf } from '../../util/print.js';
import type { GameDescription } from '../../../types/rust-game.js';

/** Description of a game by a module of the profile `dev`. */
export interface Description {
  name: string;
  /** Moves in the order of their numbers. */
  moves: { name: string, args: { name: string, type: string, optional?: boolean }[], comment?: string }[];
  phases?: string[];
  /** Comments in TypeScript, made from the author's comments in Rust. */
  phaseComment?: string;
  stages?: string[];
  stageComment?: string;
  /** Named types of the other fields. */
  types: { name: string, type: string, comment?: string }[];
  /** Type of `G` as players see it. */
  G: string;
  setupData?: string;
  outcome: string;
  /** Type of the payload of refused moves. */
  payload?: string;
}

/** `boundary`: version of the interface between module and page. */
export type Described = { boundary: number, games: Description[] };

type Export = (...numbers: number[]) => number;

/** Exports of a module. Without games it lacks some. */
interface Exports {
  rondel_version: Export;
  rondel_room: Export;
  rondel_games?: Export;
  rondel_describe?: Export;
}

/** An instance of a module for reading its descriptions. */
interface DescribingModule {
  exports: Exports;
  /** Returns the text of this length that the module has written last. */
  text: (length: number) => string;
}

/**
 * Returns the descriptions of a module's games, in the order of their numbers. Throws if it has none, if their code panics, or if no page
 * would accept them.
 */
export function describe(module: WebAssembly.Module): Described {
  const asked = instantiate(module);
  const { rondel_version: version, rondel_games: count, rondel_describe: describeGame } = asked.exports;
  if (!count || !describeGame) throw new Error('no game is exported: src/lib.rs needs rondel::export!(MyGame);');
  const games = Array.from({ length: count() }, (_, game) => JSON.parse(asked.text(describeGame(game))));
  for (const game of games) expectPlayable(game);
  return { boundary: version(), games };
}

/** Throws for settings that no page would accept. */
function expectPlayable(game: GameDescription) {
  try {
    checkSettings(settingsOf(game), game);
  } catch (error) {
    throw new Error(`a game's settings: ${messageOf(error)}`);
  }
}

/** Instantiates a module with imports that do nothing: descriptions need nothing of a page. Throws a panic of the game's code. */
function instantiate(module: WebAssembly.Module): DescribingModule {
  let complaint: string | undefined;
  const imports = {
    ...Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0])),
    panicked: (at: number, length: number) => printError(textAt(at, length)),
    raise: (_code: number, _codeLength: number, ...texts: number[]) => printError([textAt(texts[0], texts[1]), textAt(texts[2], texts[3])].filter(Boolean).join(': ')),
  };
  const { exports } = new WebAssembly.Instance(module, { rondel: imports });
  const functions = Object.entries(exports).filter(([, value]) => typeof value === 'function');
  // Missing exports are detected where they are called.
  const guarded = Object.fromEntries(functions.map(([name, call]) => [name, guard(call as Export)])) as unknown as Exports;
  return { exports: guarded, text: (length: number) => textAt(guarded.rondel_room(length), length) };

  function guard(call: Export): Export {
    return (...args) => {
      let result;
      try {
        result = call(...args);
      } catch (error) {
        if (complaint === undefined) printError(messageOf(error));
      }
      if (complaint !== undefined) throw new Error(`the game cannot say what it is: ${complaint}`);
      return result as number;
    };
  }

  function printError(text: string) {
    complaint = text;
  }

  function textAt(at: number, length: number) {
    return new TextDecoder().decode(new Uint8Array((exports.memory as WebAssembly.Memory).buffer, at, length));
  }
}
