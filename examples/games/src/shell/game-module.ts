import type { ComponentType } from 'react';
import type { PlayerID } from 'rondel';
import type { Client, Multiplayer } from 'rondel/client';
import type { BoardPropsOf, BoardTools } from 'rondel/react';

/** A choice of the form for a new match. The chosen values become the match's `setupData`, as `{ [name]: value }`. */
export interface SetupOption {
  name: string;
  label: string;
  /** The first one is the default. */
  choices: { value: string | number; label: string }[];
}

/** Props of boardgame.io's boards that are not used here: `client` has them. */
type OmittedTool = Exclude<keyof BoardTools<any>, 'moves' | 'playerID' | 'canMove' | 'legalMoves'>;

/** Props of a game's board: the state, `moves`, `playerID`, `canMove` and `legalMoves`, as in boardgame.io, and what the shell knows. */
export type TableProps<T extends object = any> = Omit<BoardPropsOf<T>, OmittedTool> & {
  /** The client of the match, for Rondel's hooks. */
  client: Client<T, Multiplayer>;
  /** Names of the players by seat, also of free seats. The viewer's own name is 'You'. */
  names: Record<PlayerID, string>;
  /** Says something to screen readers, such as a move. It stays the same function. */
  announce: (text: string) => void;
  /**
   * A hook that returns the milliseconds that a player has left, or `null` if they have no limit now. Default: the viewer. It stays the same
   * function.
   */
  useTimeLeft: (playerID?: PlayerID) => number | null;
};

/** The export of a game's folder, for the lobby and the table. */
export interface GameModule<T extends object = any> {
  game: T;
  title: string;
  /** One sentence for the list of games. */
  summary: string;
  /** The rules as HTML, for the dialog "Rules". Headings begin with `<h3>`. */
  rules: string;
  players: { min: number; max: number };
  options?: SetupOption[];
  /** Name of the bot for free seats, of `game.ai.bots`. */
  bot?: string;
  /** Returns the `setupData` of a rematch. Default: that of the match. */
  rematch?: (G: any) => Record<string, string | number>;
  Board: ComponentType<TableProps<T>>;
}
