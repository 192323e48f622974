// Beaches for tests of Strandline, on Rondel and on boardgame.io.
import type { PlayerID } from 'rondel';
import { Client } from 'rondel/client';
import { emptyBeach, type Beach } from '../../src/strandline/beach.ts';
import { CARDS, type Card } from '../../src/strandline/cards.ts';
import { game } from '../../src/strandline/game.ts';

interface Scene {
  /** The hands of players 0, 1, … */
  hands: Card[][];
  /** The first cards of the sea. The others follow. */
  sea?: Card[];
  whistles?: number[];
  /** Cards in front of the players. */
  finds?: Card[][];
  maps?: number[];
  /** Number of tides that are over. Default: 0. */
  over?: number;
  tides?: number;
}

const NO_POINTS = { glass: 0, shells: 0, wood: 0, gulls: 0 };

/** Returns the state of a match whose present tide begins with these hands. */
export function beachOf({ hands, sea = [], whistles, finds, maps, over = 0, tides = over + 1 }: Scene): Beach {
  const order = hands.map((_, seat) => String(seat));
  const bySeat = <Value>(values: Value[]) => Object.fromEntries(values.map((value, seat) => [String(seat), value]));
  const dealt = [...hands.flat(), ...(finds ?? []).flat(), ...sea];
  const G = emptyBeach(order, { tides, cards: hands[0].length, time: 0 });
  return {
    ...G,
    hands: bySeat(hands),
    sea: [...sea, ...CARDS.filter((card) => !dealt.includes(card))],
    finds: finds ? bySeat(finds) : G.finds,
    maps: maps ? bySeat(maps) : G.maps,
    whistles: whistles ? bySeat(whistles) : G.whistles,
    results: Array.from({ length: over }, () => bySeat(hands.map(() => NO_POINTS))),
  };
}

/** Returns a match for all players that begins with this scene, and shows everything. */
export function startWith(scene: Scene) {
  const setup = () => beachOf(scene);
  const client = Client({ game: { ...game, setup, playerView: ({ G }: { G: Beach }) => G, seed: 'beach' }, numPlayers: scene.hands.length, debug: false, quiet: true });
  const table = () => client.getState()!.G as Beach;
  /** Makes a move for a player. */
  const act = (playerID: PlayerID, move: 'pick' | 'shoo' | 'letGo' | 'claim' | 'pass', ...args: string[]) => {
    client.updatePlayerID(playerID);
    (client.moves as Record<string, (...args: string[]) => unknown>)[move](...args);
    return table();
  };
  return {
    table,
    act,
    /** All players pick a card, the last one first. */
    pick: (...cards: Card[]) => {
      for (const [seat, card] of [...cards.entries()].toReversed()) act(String(seat), 'pick', card);
      return table();
    },
    ctx: () => client.getState()!.ctx,
    state: () => client.getState()!,
  };
}
