import { checkSettings, settingsOf } from '../../game/rust-settings.js';
import { messageOf } from '../../util/print.js';
import type { GameDescription } from '../../../types/rust-game.js';

/** What a module of the profile `dev` says of one of its games. */
export interface Description {
  name: string;
  /** In the order of their numbers. */
  moves: { name: string, args: { name: string, type: string, optional?: boolean }[], comment?: string }[];
  phases?: string[];
  /** Comments are TypeScript's, of what the author has written above the Rust. */
  phaseComment?: string;
  stages?: string[];
  stageComment?: string;
  /** Those that the others name. */
  types: { name: string, type: string, comment?: string }[];
  /** As players see it. */
  G: string;
  setupData?: string;
  outcome: string;
  /** Of refused moves. */
  payload?: string;
}

/** `boundary`: the version of what module and page agree on. */
export type Described = { boundary: number, games: Description[] };

type Export = (...numbers: number[]) => number;

/** A module without games has not all of them. */
interface Exports {
  rondel_version: Export;
  rondel_room: Export;
  rondel_games?: Export;
  rondel_describe?: Export;
}

/** An instance of a module that is asked for its games. */
interface DescribingModule {
  exports: Exports;
  /** The text that the module has written last, which has this length. */
  text: (length: number) => string;
}

/** Asks a module for its games, in the order of their numbers. Throws if it has none, if their code panics, and if no page would take them. */
export function describe(module: WebAssembly.Module): Described {
  const asked = instantiate(module);
  const { rondel_version: version, rondel_games: count, rondel_describe: describeGame } = asked.exports;
  if (!count || !describeGame) throw new Error('no game is exported: src/lib.rs needs rondel::export!(MyGame);');
  const games = Array.from({ length: count() }, (_, game) => JSON.parse(asked.text(describeGame(game))));
  for (const game of games) expectPlayable(game);
  return { boundary: version(), games };
}

/** Throws for settings that no page would take. */
function expectPlayable(game: GameDescription) {
  try {
    checkSettings(settingsOf(game), game);
  } catch (error) {
    throw new Error(`a game's settings: ${messageOf(error)}`);
  }
}

/** An instance whose imports do nothing: describing games needs nothing of a page. A panic of the game's code is thrown. */
function instantiate(module: WebAssembly.Module): DescribingModule {
  let complaint: string | undefined;
  const imports = {
    ...Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0])),
    panicked: (at: number, length: number) => printError(textAt(at, length)),
    raise: (_code: number, _codeLength: number, ...texts: number[]) => printError([textAt(texts[0], texts[1]), textAt(texts[2], texts[3])].filter(Boolean).join(': ')),
  };
  const { exports } = new WebAssembly.Instance(module, { rondel: imports });
  const functions = Object.entries(exports).filter(([, value]) => typeof value === 'function');
  // Whether the module has what it needs is checked where it is called.
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
