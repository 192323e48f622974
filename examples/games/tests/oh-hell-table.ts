// Tables for tests of Oh Hell.
import type { PlayerID } from 'rondel';
import { Client } from 'rondel/client';
import type { Card } from '../src/oh-hell/cards.ts';
import { game } from '../src/oh-hell/game.ts';
import type { Table } from '../src/oh-hell/round.ts';

interface Scene {
  /** The hands of players 0, 1, … */
  hands: Card[][];
  /** Bids of all players. Default: nobody has bid. */
  bids?: number[];
  turnUp?: Card | null;
  dealer?: PlayerID;
  /** Number of cards in a hand for each round. Default: this round is the only one. */
  sizes?: number[];
}

/** Returns the table of a round that begins with these hands. By default the last player is the dealer, so that player 0 is first. */
export function tableOf({ hands, bids, turnUp = null, dealer = String(hands.length - 1), sizes = [hands[0].length] }: Scene): Table {
  const bySeat = <Value>(values: Value[]) => Object.fromEntries(values.map((value, seat) => [String(seat), value]));
  return {
    sizes, dealer, turnUp, hands: bySeat(hands), bids: bySeat(bids ?? hands.map(() => null)), results: [], stock: [], tricks: [], ready: [],
  };
}

/** Returns a client for all players of a match that begins with this scene. With `bids`, it begins with the first card. */
export const startWith = (scene: Scene) => {
  const client = Client({ game: { ...game, setup: () => tableOf(scene) }, numPlayers: scene.hands.length, quiet: true });
  return {
    client,
    table: () => client.getState().G as Table,
    ctx: () => client.getState().ctx,
    bid: (...bids: number[]) => bids.map((bid) => (client.moves as any).bid(bid)).at(-1),
    play: (...cards: Card[]) => cards.map((card) => (client.moves as any).play(card)).at(-1),
  };
};
