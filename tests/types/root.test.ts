// `rondel` alone: what a page and its game need, and the types under boardgame.io's names.
import type B from 'rondel';
import type { ActivePlayers as Active, Ctx, Game, GameMethod as Method, Store } from 'rondel';
import { ActivePlayers, Client, GameMethod, INVALID_MOVE, LobbyClient, Stage, TurnOrder, defineGame } from 'rondel';
import { Client as ClientOfEntry } from 'rondel/client';

const game: Game<{ left: number }> = {
  setup: () => ({ left: 6 }),
  turn: { order: TurnOrder.RESET, activePlayers: ActivePlayers.ALL },
  moves: {
    take: ({ G }) => {
      if (G.left === 0) return INVALID_MOVE;
      G.left -= 1;
    },
  },
};

const client: Client = Client({ game });
const same: typeof ClientOfEntry = Client;
const active: Active = { 0: Stage.NULL };
const method: Method = GameMethod.MOVE;
const ctx: B.Ctx = {} as Ctx;
const store: Store = client.store;
const typed = Client({ game: defineGame({ setup: () => ({ deck: 6 }), moves: { draw: ({ G }, count: number) => { G.deck -= count; } } }) });
typed.moves.draw(1);
// @ts-expect-error a number
typed.moves.draw('1');
new LobbyClient({ server: 'https://example.com' });
void [same, active, method, ctx, store];
