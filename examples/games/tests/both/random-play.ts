// Matches of random players, on Rondel and on boardgame.io.
import type { PlayerID } from 'rondel';
import { Client } from 'rondel/client';

type Listed = { move: string; args?: unknown[] };
type Enumerate = (G: any, ctx: any, playerID: PlayerID) => Listed[];

/** Returns a function that draws whole numbers below a limit. */
export function generator(seed: number) {
  let number = seed + 1;
  return (limit: number) => {
    number = (number * 48_271) % 2_147_483_647;
    return number % limit;
  };
}

interface Options {
  game: object;
  /** Lists the actions of a player. */
  enumerate: Enumerate;
  numPlayers: number;
  seed: number;
  /** Number of actions after which the match stops. Default: it plays to its end. */
  most?: number;
  /** Is called after each action. */
  look?: (G: any, ctx: any) => void;
}

/** Plays a match at random, with whichever player may act. Returns its last state. */
export function playAtRandom({ game, enumerate, numPlayers, seed, most = 10_000, look }: Options) {
  const client = Client({ game: { ...game, playerView: ({ G }: { G: any }) => G, seed: `match ${seed}` }, numPlayers, debug: false });
  const below = generator(seed);
  for (let count = 0; count < most; count += 1) {
    const { G, ctx } = client.getState()!;
    if (ctx.gameover) return { G, ctx, count };
    const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
    const choices = active.flatMap((playerID) => enumerate(G, ctx, playerID).map((action) => ({ ...action, playerID })));
    const { playerID, move, args = [] } = choices[below(choices.length)];
    client.updatePlayerID(playerID);
    (client.moves as Record<string, (...args: unknown[]) => unknown>)[move](...args);
    if (client.getState()!.G === G) throw new Error(`${move} of player ${playerID} changes nothing`);
    look?.(client.getState()!.G, client.getState()!.ctx);
  }
  const { G, ctx } = client.getState()!;
  return { G, ctx, count: most };
}
