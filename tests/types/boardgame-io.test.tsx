// The types that boardgame.io 0.50.2 exports, and the forms that games there are written in.
import { Component, type ComponentType } from 'react';
import type {
  ActionError, ActionPayload, ActionResult, ActionShape, ActivePlayers, ActivePlayersArg, AiEnumerate, AnyFn, ChatMessage,
  CredentialedActionShape, Ctx, DefaultPluginAPIs, ErrorType, FilteredMetadata, FnContext, Game, LobbyAPI, LogEntry, LongFormMove,
  Move, MoveFn, MoveMap, PartialGameState, PhaseConfig, PhaseMap, PlayerID, Plugin, PluginContext, PluginState, Reducer, Server,
  StageArg, StageConfig, StageMap, StageName, State, StorageAPI, Store, SyncInfo, TransientMetadata, TransientState, TurnConfig,
  TurnOrderConfig, Undo,
} from 'rondel';
import { Client } from 'rondel/client';
import { INVALID_MOVE, Stage, TurnOrder } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { PluginPlayer, type PlayerPlugin } from 'rondel/plugins';
import { Client as ReactClient, type BoardProps } from 'rondel/react';

// Each takes the parameters that it takes there.

interface G {
  cells: (PlayerID | null)[];
  log: string[];
}
interface APIs extends Record<string, unknown> {
  player: { get(): number };
}
export type All = [
  ActionError, ActionPayload.GameEvent, ActionPayload.MakeMove, ActionResult, ActionShape.Any, ActionShape.AutomaticGameEvent,
  ActionShape.GameEvent, ActionShape.MakeMove, ActionShape.Patch, ActionShape.Plugin, ActionShape.Redo, ActionShape.Reset,
  ActionShape.StripTransients, ActionShape.Sync, ActionShape.Undo, ActionShape.Update, ActivePlayers, ActivePlayersArg, AiEnumerate,
  AnyFn, ChatMessage, CredentialedActionShape.Any, CredentialedActionShape.AutomaticGameEvent, CredentialedActionShape.GameEvent,
  CredentialedActionShape.MakeMove, CredentialedActionShape.Plugin, CredentialedActionShape.Redo, CredentialedActionShape.Undo, Ctx,
  DefaultPluginAPIs, ErrorType, FilteredMetadata, FnContext, FnContext<G>, FnContext<G, APIs>, Game, Game<G>, Game<G, APIs>,
  Game<G, APIs, { size: number }>, LobbyAPI.CreatedMatch, LobbyAPI.GameList, LobbyAPI.JoinedMatch, LobbyAPI.Match, LobbyAPI.MatchList,
  LobbyAPI.NextMatch, LogEntry, LongFormMove, LongFormMove<G>, LongFormMove<G, APIs>, Move, Move<G>, Move<G, APIs>, MoveFn, MoveFn<G>,
  MoveFn<G, APIs>, MoveMap, MoveMap<G, APIs>, PartialGameState, PhaseConfig, PhaseConfig<G, APIs>, PhaseMap, PhaseMap<G, APIs>,
  Plugin, Plugin<APIs['player'], number, G>, PluginContext, PluginContext<APIs['player'], number, G>, PluginState, Reducer,
  Server.App, Server.AppCtx, Server.AuthenticateCredentials, Server.GenerateCredentials, Server.MatchData, Server.PlayerMetadata,
  StageArg, StageConfig, StageConfig<G, APIs>, StageMap, StageMap<G, APIs>, StageName, State, State<G>, StorageAPI.Async,
  StorageAPI.CreateMatchOpts, StorageAPI.FetchFields, StorageAPI.FetchOpts, StorageAPI.FetchResult<{ state: true }>,
  StorageAPI.ListMatchesOpts, StorageAPI.Sync, Store, SyncInfo, TransientMetadata, TransientState, TransientState<G>, TurnConfig,
  TurnConfig<G, APIs>, TurnOrderConfig, TurnOrderConfig<G, APIs>, Undo, Undo<G>,
];

// The documents of boardgame.io, and games as they are written there.

const IsVictory = (cells: G['cells']) => cells.every(Boolean);
const clickCell: Move<G> = ({ G, playerID }, id: number) => {
  if (G.cells[id] !== null) return INVALID_MOVE;
  G.cells[id] = playerID;
};
const roll: MoveFn<G> = ({ G, random, events, ctx }, ...args) => {
  events.setActivePlayers({ currentPlayer: 'answer', others: { stage: Stage.NULL, moveLimit: 1 }, value: { [ctx.currentPlayer]: 'wait' }, revert: true });
  events.setStage('wait');
  events.setPhase(args[0]);
  return { ...G, log: [String(random.Die(6)), ...random.Shuffle(G.log)] };
};
const undoable: LongFormMove<G> = { move: clickCell, undoable: ({ G, ctx }) => G.log.length > ctx.turn, client: false, redact: true, noLimit: true, ignoreStaleStateID: true };
const moves: MoveMap<G> = { clickCell, roll, undoable };
const turn: TurnConfig<G> = {
  minMoves: 1, maxMoves: 2, order: { ...TurnOrder.DEFAULT, playOrder: ({ ctx }) => [...ctx.playOrder].reverse() },
  onBegin: ({ G, ctx }) => { G.log.push(ctx.currentPlayer); }, onMove: ({ G }) => G, onEnd: () => {}, endIf: ({ ctx }) => ctx.numMoves === 2,
  stages: { answer: { moves: { clickCell }, next: 'wait' }, wait: {} },
};
const phases: PhaseMap<G> = { draw: { start: true, moves, turn, next: 'play', endIf: ({ G }) => G.log.length > 3 }, play: { next: ({ ctx }) => ctx.phase ?? 'draw', onEnd: ({ G }) => G } };
export const TicTacToe: Game<G> = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null), log: [] }),
  moves, turn, phases,
  endIf: ({ G, ctx }) => {
    if (IsVictory(G.cells)) return { winner: ctx.currentPlayer };
  },
  playerView: ({ G }) => ({ ...G, log: [] }),
  ai: { enumerate: (G, ctx) => G.cells.flatMap((cell, id) => (cell === null && ctx.turn ? [{ move: 'clickCell', args: [id] }] : [])) },
};
const withPlayer: Game<G, PlayerPlugin<number>> = {
  moves: { score: ({ player }, points: number) => { player.set(player.get() + points); } },
  plugins: [PluginPlayer({ setup: () => 0 })],
};
const withSetup: Game<G, Record<string, unknown>, { size: number }> = {
  setup: ({ ctx }, setupData) => ({ cells: Array(setupData?.size ?? ctx.numPlayers).fill(null), log: [] }),
  validateSetupData: (setupData, numPlayers) => (setupData && setupData.size < numPlayers ? 'too small' : undefined),
};
const counter: Plugin<{ next(): number }, { n: number }> = {
  name: 'counter',
  setup: () => ({ n: 0 }),
  api: ({ data }) => ({ next: () => data.n + 1 }),
  flush: ({ api }) => ({ n: api.next() }),
  fnWrap: (fn) => (context, ...args) => fn(context, ...args),
};

const client = Client<G>({ game: TicTacToe, numPlayers: 2, multiplayer: Local(), playerID: '0', debug: false });
client.moves.clickCell?.(3);
client.subscribe((state: State<G> | null) => state?.G.cells.length);
const plugged = Client<G, PlayerPlugin<number>>({ game: withPlayer });
plugged.moves.score?.(1);
Client({ game: withSetup });
Client({ game: { ...TicTacToe, plugins: [counter] } });

interface MyGameProps extends BoardProps<G> {
  title?: string;
}
class Board {
  constructor(readonly props: MyGameProps) {}
}
export function MyGameBoard({ ctx, G, moves: { clickCell: click }, events, isActive, log, playerID, undo, title }: MyGameProps) {
  const winner: string | undefined = ctx.gameover?.winner;
  const onClick = (id: number) => { click?.(id); events.endTurn?.(); undo(); };
  return <button title={title ?? winner ?? playerID ?? ''} disabled={!isActive} onClick={() => onClick(log.length)}>{G.cells[0]}</button>;
}
export const App = ReactClient<G>({ game: TicTacToe, board: MyGameBoard, multiplayer: Local() });
export const page = <App matchID="m" playerID="0" />;
export { Board };

// A board that is a class, and one that a wrapper of the project returns: for `Client<G>`, whose other types are not inferred.
class ClassBoard extends Component<BoardProps<G>> {
  override render() { return <p>{this.props.G.cells.length}</p>; }
}
declare const wrapped: ComponentType<BoardProps<G>>;
export const OfClass = ReactClient<G>({ game: TicTacToe, board: ClassBoard });
export const OfWrapped = ReactClient<G>({ game: TicTacToe, board: wrapped });
export const shown = <OfClass matchID="m" playerID="0" />;
