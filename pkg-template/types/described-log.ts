import type { LegalMove } from './client.js';
import type { Game, PlayerID } from './game.js';

/** An entry of the log, described: `kind` narrows the types of the other fields, `redacted` and a move's `name` that of `args`. */
export type DescribedEntry<T extends object = Game> =
  | DescribedMove<T>
  | DescribedEvent
  | DescribedStep
  | DescribedLeaving
  | DescribedUnknown;

export type DescribedMove<T extends object = Game> =
  LegalMove<T> extends infer Made
    ? Made extends { move: infer Name; args: infer Args }
      ? Described & DescribedArgs<Args> & { kind: 'move'; name: Name; target: null }
      : never
    : never;

export type DescribedEvent = Described & DescribedArgs & {
  /**
   * `'event'`: somebody has called it, a player or the game; the log does not say who. `'automatic'`: the rules ended the
   * turn, phase or stage, by `maxMoves` or `endIf` for example.
   */
  kind: 'event' | 'automatic';
  name: string;
  target: null;
};

export type DescribedStep = Described & DescribedArgs & {
  kind: 'undo' | 'redo';
  name: null;
  /** The `key` of what it took back or did again; `null` if that is not in the log, as `setStage` is not. */
  target: string | null;
};

export type DescribedLeaving = Described & DescribedArgs & {
  /** `playerID` has left the match for good. */
  kind: 'leave';
  name: null;
  target: null;
};

export type DescribedUnknown = Described & DescribedArgs & {
  /** Nothing that the rules know, or a move that the game does not have. */
  kind: 'unknown';
  name: string | null;
  target: null;
};

/** The arguments of an entry: `redacted` says whether the game hides them. */
export type DescribedArgs<Args = any[]> = { redacted: false; args: Args } | { redacted: true; args: null };

interface Described {
  /** Unlike that of all others in the log, and the same when the log has grown, or older entries are cut off: for lists of React's and Vue's. */
  key: string;
  /** Where the entry is in the log. */
  index: number;
  /** Who did it, if the log says so. */
  playerID: PlayerID | null;
  turn: number | null;
  phase: string | null;
  /** Whether it was undone, and not redone. */
  undone: boolean;
  /** The `key` of the entry that it followed from, such as the move that ended the turn; `null` if it stands for itself. */
  cause: string | null;
  /** The move's metadata, by `log.setMetadata`; `undefined` if the arguments are hidden. */
  metadata: any;
  /** The metadata that hooks noted during the action; `undefined` if there are none, or the arguments are hidden. */
  hookMetadata: any[] | undefined;
}
