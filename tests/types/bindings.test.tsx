import { ref, type ComputedRef } from 'vue';
import type { Game } from 'rondel';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { useGame } from 'rondel/react';
import { useGame as useVueGame } from 'rondel/vue';
import { equal } from './equal.js';

const game = {
  setup: () => ({ cells: [] as string[] }),
  moves: { click: ({ G }, id: number) => { G.cells[id] = 'x'; } },
} satisfies Game<{ cells: string[] }>;

const client = Client({ game });
const online = Client({ game, multiplayer: Local() });

export function Board() {
  const { G, ctx, isActive } = useGame(client);
  equal<typeof G.cells, string[]>(true);
  const count = useGame(client, (state) => state.G.cells.length);
  equal<typeof count, number>(true);
  const maybe = useGame(online);
  // @ts-expect-error null before the first answer
  maybe.G;
  // @ts-expect-error no such field
  useGame(client, (state) => state.G.cell);
  return <button disabled={!isActive} onClick={() => client.moves.click(count)}>{ctx.currentPlayer}</button>;
}

export function setup() {
  const state = useVueGame(client);
  equal<typeof state.value.G.cells, string[]>(true);
  const count: ComputedRef<number> = useVueGame(ref(client), ({ G }) => G.cells.length);
  useVueGame(() => client, ({ ctx }) => ctx.phase);
  const maybe = useVueGame(online, (shown) => shown?.G);
  // @ts-expect-error null before the first answer
  maybe.value.cells;
  // @ts-expect-error read-only
  count.value = 3;
}
