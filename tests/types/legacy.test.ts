import type { Ctx, DeepReadonly, Game } from 'rondel';
import { Client } from 'rondel/client';
import { INVALID_MOVE, PlayerView, TurnOrder, legacyGame, type LegacyCtx } from 'rondel/core';
import type { PlayerAPI } from 'rondel/plugins';
import { equal } from './equal.js';

interface Cards {
  deck: number;
  hand: number[];
}

function DrawCard(G: Cards, ctx: LegacyCtx) {
  if (G.deck === 0) return INVALID_MOVE;
  G.deck--;
  G.hand[Number(ctx.currentPlayer)]++;
  ctx.events.endTurn();
}

const game = legacyGame({
  setup: (ctx) => ({ deck: 6, hand: Array<number>(ctx.numPlayers).fill(0) }),
  moves: {
    DrawCard,
    PlayCard: { move: (G, ctx, count: number) => { G.deck += count; equal<typeof ctx.playerID, string>(true); }, undoable: (G) => G.deck > 0 },
  },
  turn: {
    order: { first: () => 0, next: (G, ctx) => (ctx.playOrderPos + G.deck) % ctx.numPlayers },
    endIf: (G, ctx) => G.hand.length > ctx.turn && { next: '3' },
    stages: { discard: { moves: { Discard: (G, ctx, card: string) => { G.hand = []; void [ctx, card]; } } } },
  },
  phases: { draw: { start: true, next: 'play', endIf: (G) => G.deck <= 0 }, play: { turn: { order: TurnOrder.ONCE } } },
  endIf: (G) => G.deck < 0,
  playerView: PlayerView.STRIP_SECRETS,
});

const asGame: Game<Cards> = game;
const client = Client({ game });
client.moves.DrawCard();
client.moves.PlayCard(2);
client.moves.Discard('ace');
client.events.setPhase('play');
equal<ReturnType<typeof client.getState>['G'], DeepReadonly<Cards>>(true);
// @ts-expect-error a count is a number
client.moves.PlayCard('2');
// @ts-expect-error no such move
client.moves.playCard(2);

const mixed: Game<Cards> = {
  ...legacyGame({ phases: { draw: { onBegin: (G: Cards, ctx) => { G.deck = ctx.numPlayers; } } } }),
  moves: { draw: ({ G, events }) => { G.deck--; events.endTurn(); } },
};

const withPlugin = legacyGame({
  moves: { score: (G: Cards, ctx: LegacyCtx<{ player: PlayerAPI<number> }>) => { ctx.player.set(G.deck); } },
});

legacyGame({
  // @ts-expect-error in the positional style the move below takes no context object
  setup: (): Cards => ({ deck: 6, hand: [] }),
  moves: { draw: ({ G, ctx }: { G: Cards; ctx: Ctx }) => { void [G, ctx]; } },
});

export { asGame, mixed, withPlugin };
