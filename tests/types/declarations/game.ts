// Games, and what is made of them: none of these has a type annotation, so that declarations have what TypeScript infers.
import { ActivePlayers, Client, current, defineGame, describeLog, invalid, keepSeat, legacyGame, LobbyClient, PlayerView, TurnOrder } from 'rondel';
import { PluginPlayer } from 'rondel/plugins';
import { rustGame, type GameDescription } from 'rondel/rust-game';
import { init } from 'rondel/slim';
import type { Ctx, Game, MoveFn, State } from 'rondel';
import type { Game as PositionalGame } from 'rondel/legacy';

export interface Card {
  suit: 'red' | 'black';
  value: number;
}

export const game = defineGame({
  name: 'cards',
  setup: () => ({ secret: { deck: [] as Card[] }, players: {} as Record<string, { hand: Card[] }>, table: [] as Card[] }),
  playerView: PlayerView.STRIP_SECRETS,
  plugins: [PluginPlayer({ setup: () => ({ score: 0 }) })],
  moves: {
    play: ({ G, playerID, player }, at: number) => {
      const card = G.players[playerID]?.hand[at];
      if (!card) return invalid({ at });
      player.set({ score: player.get().score + card.value });
      G.table.push(current(card));
    },
  },
  turn: { order: TurnOrder.RESET, activePlayers: ActivePlayers.ALL, stages: { discard: { moves: { discard: { move: () => {}, client: false } } } } },
  phases: { deal: { start: true, next: 'play' }, play: {} },
  endIf: ({ ctx }) => (ctx.turn > 10 ? { winner: ctx.currentPlayer } : undefined),
  ai: { enumerate: () => [{ move: 'play', args: [0] }] },
});

export const plain: Game<{ cells: number[] }> = { setup: () => ({ cells: [] }) };
export const positional = legacyGame({ setup: () => ({ count: 0 }), moves: { add: (G, _ctx, amount: number) => { G.count += amount; } } });
export const old: PositionalGame<{ count: number }> = {};
export const rust = (description: GameDescription) => rustGame<{ G: number; moves: { add: (by: number) => void } }>(description, () => new Uint8Array());
export const { turn, moves } = game;

export const client = Client({ game });
export const { events, store, connection } = client;
export const handle = client.moves.play(1);
export const outcome = handle.confirmed;
export const state = client.getState();
export const ctx = state.ctx;
export const seats = ctx.activePlayers;
export const legal = client.legalMoves();
export const described = describeLog(client.log, { game });
export const players = client.matchData;
export const chat = client.chatMessages;
export const transport = client.transport;
export const seat = keepSeat();
export const lobby = new LobbyClient();
export const matches = lobby.listMatches('cards');
export const ready = init();
export const turnOf = (of: Ctx) => of.turn;
export const move: MoveFn<{ count: number }> = ({ G }) => { G.count += 1; };
export const undone = (of: State<{ count: number }>) => of._undo;
