/** A match of the first page's game: the player has seat 0, and a bot seat 1, on a master in the page. */
import type { Game } from 'rondel';
import { MCTSBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import connectFour, { lineOf } from '../../demo/games/connect-four.js';
import type { Shown } from './board.ts';

const PLAYER = '0';
/** Time in milliseconds before the bot's disc drops, so that the player can follow. */
const PAUSE = 400;

/** The state of the game. */
interface Discs {
  columns: string[][];
  last: number | null;
}

export interface Match {
  drop(column: number): void;
  /** Begins a new match. */
  again(): void;
}

/** Opens a match and calls `show` with each of its states. */
export function openMatch(show: (shown: Shown) => void): Match {
  let client = begin();
  return {
    drop: (column) => { client.moves['drop']?.(column); },
    again() {
      client.dispose();
      client = begin();
    },
  };

  function begin() {
    const multiplayer = Local({ bots: { 1: { bot: MCTSBot, difficulty: 'medium', minTime: PAUSE } }, fresh: true });
    // A new object: the match of an old one is garbage.
    const opened = Client({ game: { ...connectFour } as Game<Discs>, playerID: PLAYER, multiplayer, debug: false, quiet: true });
    opened.subscribe((state) => { if (state) show(shownOf(state)); });
    opened.start();
    return opened;
  }
}

type State = NonNullable<ReturnType<ReturnType<typeof Client<Discs>>['getState']>>;

function shownOf({ G, ctx }: State): Shown {
  const line = new Set((ctx.gameover?.winner === undefined ? [] : lineOf(G) ?? []).map(String));
  return { columns: G.columns, line, text: textOf(ctx), mayPlay: ctx.gameover === undefined && ctx.currentPlayer === PLAYER };
}

function textOf({ gameover, currentPlayer }: State['ctx']): string {
  if (gameover?.draw) return 'The board is full: a draw.';
  if (gameover) return gameover.winner === PLAYER ? 'Four in a row: you win.' : 'Four in a row: the bot wins.';
  return currentPlayer === PLAYER ? 'You have the red discs. Choose a column.' : 'The bot is searching for a move.';
}
