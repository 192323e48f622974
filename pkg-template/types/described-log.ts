import type { LegalMove } from './client.js';
import type { Game, PlayerID } from './game.js';

/** Description of a log entry. `kind` narrows the types of the other fields. `redacted` and the `name` of a move narrow the type of `args`. */
export type DescribedEntry<T extends object = Game> =
  | DescribedMove<T>
  | DescribedEvent
  | DescribedStep
  | DescribedLeaving
  | DescribedTimeout
  | DescribedOrder
  | DescribedUnknown;

export type DescribedMove<T extends object = Game> =
  LegalMove<T> extends infer Made
    ? Made extends { move: infer Name; args: infer Args }
      ? Described & DescribedArgs<Args> & { kind: 'move'; name: Name; target: null }
      : never
    : never;

export type DescribedEvent = Described & DescribedArgs & {
  /**
   * `'event'`: a player or the game called the event; the log does not distinguish them. `'automatic'`: the rules ended the turn, phase or
   * stage, for example by `maxMoves` or `endIf`.
   */
  kind: 'event' | 'automatic';
  name: string;
  target: null;
};

export type DescribedStep = Described & DescribedArgs & {
  kind: 'undo' | 'redo';
  name: null;
  /** The `key` of the entry that was undone or redone. `null` if that is not in the log, for example a `setStage`. */
  target: string | null;
};

export type DescribedLeaving = Described & DescribedArgs & {
  /** `playerID` has left the match permanently. */
  kind: 'leave';
  name: null;
  target: null;
};

export type DescribedTimeout = Described & DescribedArgs & {
  /** The time of `playerID` has run out. */
  kind: 'timeout';
  /** The move that the bot of `onTimeout` has chosen, with its arguments. `null` if none has. */
  name: string | null;
  target: null;
};

export type DescribedOrder = Described & DescribedArgs & {
  /** The master has stopped the clock, let it go on, or given back the time since the last action. */
  kind: 'clock';
  name: 'pause' | 'resume' | 'restart';
  target: null;
};

export type DescribedUnknown = Described & DescribedArgs & {
  /** An action that the rules do not know, or a move that the game does not have. */
  kind: 'unknown';
  name: string | null;
  target: null;
};

/** Arguments of an entry. `redacted` is `true` if the game hides them. */
export type DescribedArgs<Args = any[]> = { redacted: false; args: Args } | { redacted: true; args: null };

interface Described {
  /** Unique key of the entry, for lists in React and Vue. It stays the same when the log grows, or when older entries are removed. */
  key: string;
  /** Position in the log. */
  index: number;
  /** The acting player, if the log has one. */
  playerID: PlayerID | null;
  turn: number | null;
  phase: string | null;
  /** `true` if the entry was undone and not redone. */
  undone: boolean;
  /** The `key` of the entry that caused this one, such as the move that ended the turn. `null` if no other entry caused it. */
  cause: string | null;
  /** Metadata of the move, from `log.setMetadata`. `undefined` if the arguments are hidden. */
  metadata: any;
  /** Metadata that hooks have set during the action. `undefined` if there are none, or the arguments are hidden. */
  hookMetadata: any[] | undefined;
}
