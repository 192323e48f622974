// Games in the positional style, with the types of boardgame.io 0.49.
import type { ActivePlayersArg, Ctx, Game, LongFormMove, Move, MoveFn, MoveMap, PhaseConfig, PhaseMap, PlayerID, Plugin, StageConfig, State, TurnConfig, TurnOrderConfig } from 'rondel/legacy';
import { Client } from 'rondel/client';
import { ActivePlayers, INVALID_MOVE, PlayerView, TurnOrder, legacyGame } from 'rondel/core';
import { PluginPlayer, type PlayerPlugin } from 'rondel/plugins';
import { Client as ReactClient, type BoardProps } from 'rondel/react';
import { equal } from './equal.js';

interface Cards {
  deck: number;
  hands: Record<PlayerID, number[]>;
  secret?: { stack: number[] };
}

// Parts that are declared alone. Plugins' apis are optional in `ctx`, as they are there.

const draw: Move<Cards> = (G, ctx, count: number) => {
  if (!G.hands[ctx.currentPlayer]) return INVALID_MOVE;
  G.deck -= count * (ctx.random?.D6() ?? 1);
  ctx.events?.setActivePlayers({ others: 'discard', moveLimit: 1 });
  ctx.events!.endTurn!();
  ctx.log?.setMetadata({ phase: ctx.phase.length, player: ctx.playerID });
};
const play: MoveFn<Cards> = (G: Cards, ctx: Ctx, card: number) => ({ ...G, deck: card + ctx.turn });
const keep: LongFormMove<Cards> = { move: play, undoable: (G, ctx) => G.deck > ctx.turn, redact: true, client: false };
function discard(G: Cards, ctx: Ctx, card: number) {
  const stage = ctx.activePlayers?.[ctx.playerID ?? '0'];
  G.hands[ctx.playerID ?? '0']?.push(card + (stage?.length ?? 0));
}
const moves: MoveMap<Cards> = { draw, play, keep, discard };
const everybody: ActivePlayersArg = { all: 'discard', maxMoves: 1, revert: true };
const order: TurnOrderConfig<Cards> = { first: (G, ctx) => ctx.playOrderPos, next: (G, ctx) => (ctx.playOrderPos + 1) % ctx.numPlayers, playOrder: () => ['1', '0'] };
const stage: StageConfig<Cards> = { moves: { discard }, next: 'draw' };
const turn: TurnConfig<Cards> = {
  order,
  activePlayers: everybody,
  moveLimit: 2,
  stages: { discard: stage, draw: { moves: { draw } } },
  onBegin: (G, ctx) => { G.deck = ctx.numMoves ?? 0; },
  onMove: (G) => G,
  endIf: (G, ctx) => ({ next: ctx.playOrder[0] ?? '0' }),
};
const phase: PhaseConfig<Cards> = { start: true, turn, next: 'play', moves, endIf: (G) => G.deck <= 0 };
const phases: PhaseMap<Cards> = { draw: phase, play: { next: (G, ctx) => (G.deck ? ctx.phase : undefined), turn: { order: TurnOrder.ONCE, activePlayers: ActivePlayers.ALL } } };

const game: Game<Cards> = {
  name: 'cards',
  setup: (ctx, setupData) => ({ deck: setupData?.deck ?? ctx.numPlayers, hands: {} }),
  moves,
  turn,
  phases,
  endIf: (G, ctx) => (G.deck < 0 ? { winner: ctx.currentPlayer } : undefined),
  onEnd: (G) => { G.deck = 0; },
  playerView: PlayerView.STRIP_SECRETS,
  plugins: [PluginPlayer()],
  ai: { enumerate: (G, ctx, playerID) => [{ move: 'draw', args: [G.deck + ctx.turn, playerID] }] },
};

const client = Client({ game: legacyGame(game), numPlayers: 3 });
equal<ReturnType<typeof client.getState>['G'], Cards>(true);
client.moves.draw?.(3);

// Names and arguments are kept where the game is not annotated.

const inferred = legacyGame({ setup: (): Cards => ({ deck: 6, hands: {} }), moves: { draw, discard, keep: { move: discard, undoable: false } }, phases: { play: { moves: { discard } } } });
const known = Client({ game: inferred });
known.moves.discard(3);
known.moves.keep(3);
known.moves.draw(3, 'any');
known.events.setPhase('play');
// @ts-expect-error a card is a number
known.moves.discard('3');
// @ts-expect-error there is no such move
known.moves.drwa(3);

// Plugins.

type WithPlayer = Ctx & PlayerPlugin<{ score: number }>;
const scored: Game<Cards, WithPlayer, { deck: number }> = {
  setup: (ctx, setupData) => ({ deck: setupData?.deck ?? ctx.numPlayers, hands: {} }),
  moves: { score: (G, ctx, points: number) => { ctx.player.set({ score: ctx.player.get().score + points + G.deck }); } },
};
Client({ game: legacyGame(scored) }).moves.score?.(2);

// Time.

const timed: Game<Cards> = {
  turn: {
    time: (G, ctx) => ({ limit: G.deck * 1000, bank: ctx.numPlayers * 60_000 }),
    onTimeout: (G, ctx) => { G.deck -= ctx.turn; },
    stages: { hurry: { time: 5000, onTimeout: { move: 'draw' } } },
  },
};
Client({ game: legacyGame(timed) });
const plugin: Plugin<{ twice(n: number): number }, number, Cards> = {
  name: 'twice',
  setup: ({ ctx }) => ctx.numPlayers,
  api: ({ data, playerID }) => ({ twice: (n) => n * 2 + data + Number(playerID) }),
  flush: ({ data, ctx }) => data + label(ctx).length,
  fnWrap: (fn) => (context, ...args) => fn(context, ...args),
};
const label = (ctx: Ctx) => `${ctx.phase}: ${ctx.currentPlayer}`;
Client({ game: legacyGame({ ...game, plugins: [plugin] }) });

// Boards.

interface Props extends BoardProps<Cards> {
  title: string;
}
const Board = ({ G, ctx, moves: { draw: again }, playerID, title }: Props) => (
  <button title={title} onClick={() => again?.(1)}>{G.deck}{ctx.currentPlayer}{playerID}</button>
);
export const App = ReactClient({ game: legacyGame(game), board: Board });
export const stateOf = (state: State<Cards>): number => state.G.deck + state.ctx.turn;

// Mistakes.

// @ts-expect-error in this style a move takes two parameters
const wrong: Move<Cards> = ({ G }) => { G.deck = 1; };
// @ts-expect-error a turn has no `onEnds`
const misspelt: TurnConfig<Cards> = { onEnds: () => {} };
export { misspelt, wrong };
