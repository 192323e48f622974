// Lines of projects that use boardgame.io 0.50, with only the imports changed.
import type B from 'rondel';
import type Legacy from 'rondel/legacy';
import type { ChatMessage, Ctx, Game, LogEntry, Move, MoveFn, PlayerID, Plugin, StorageAPI } from 'rondel';
import { Client, LobbyClient } from 'rondel/client';
import { Async } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import { PluginPlayer, type PlayerPlugin } from 'rondel/plugins';
import { Client as ReactClient, type BoardProps } from 'rondel/react';
import { FlatFile } from 'rondel/server';
import { legacyGame } from 'rondel/core';
import { equal } from './equal.js';

interface G {
  cells: (PlayerID | null)[];
}

// All types as one.

type OurMoveFn = B.MoveFn<G>;
type OurContext = Parameters<OurMoveFn>[0];
equal<B.Game<G>, Game<G>>(true);
equal<B.Server.MatchData['gameName'], string>(true);
equal<Legacy.Move<G>, import('rondel/legacy').Move<G>>(true);
export const place: OurMoveFn = ({ G, playerID }: OurContext, cell: number) => { G.cells[cell] = playerID; };
// @ts-expect-error a type is no value
export const value = B;
// @ts-expect-error there is no such type
export type Missing = B.Gmae;

// What plugins add, without their types: it is unknown, as there.

interface Effects {
  explode(): void;
}
const effectsPlugin: Plugin = { name: 'effects', api: () => ({ explode: () => {} }) };
const explode: Move<G> = ({ G, effects }, cell: number) => {
  G.cells[cell] = null;
  (effects as Effects).explode();
};
const restore: MoveFn<G> = ({ G, _G, ctx, playerID }: any) => { G.cells = _G.cells.concat(ctx.turn, playerID); };
const guess: MoveFn<G> = ({ G, ...apis }) => {
  G.cells.push(Object.keys(apis).join());
  // @ts-expect-error what it is nobody has said
  apis.sounds.explode();
};
const effectful: Game<G> = {
  setup: ({ effects }) => ({ cells: [typeof effects] }),
  moves: { explode, restore, guess, place },
  turn: { onBegin: ({ effects }) => { (effects as Effects).explode(); } },
  endIf: ({ G, effects }) => (effects ? G.cells.length > 3 : undefined),
  plugins: [effectsPlugin],
};
Client({ game: effectful }).moves.explode?.(1);
Client({ game: { setup: (): G => ({ cells: [] }), moves: { explode, place: ({ G, effects }, cell: number) => { G.cells[cell] = String(effects); } } } }).moves.place(1);
const misspelt: Move<G> = ({ G, randm }) => {
  // @ts-expect-error no plugin says what it is
  G.cells.push(randm.D6());
};
// A move of any game is one of a game whose plugins are known, and a game of known plugins says what they add.
export const known: Game<G, PlayerPlugin<{ score: number }>> = {
  moves: {
    place, misspelt,
    score: ({ player }) => { player.set({ score: player.get().score + 1 }); },
    // @ts-expect-error there is no such plugin
    wrong: ({ sounds }) => { sounds; },
  },
  plugins: [PluginPlayer()],
};

// A board, and helpers whose types are those of 0.49.

type OldCtx = import('rondel/legacy').Ctx;
const inPhase = (ctx: OldCtx, phase: string) => ctx.phase.startsWith(phase);
const stageOf = (ctx: OldCtx, playerID: PlayerID): string => ctx.activePlayers?.[playerID] ?? '';
const nameOf = (playerID: string | null) => `player ${playerID}`;
const winner = (ctx: Ctx): string | undefined => ctx.gameover?.winner;
function Board({ G, ctx, playerID, matchData, chatMessages, log }: BoardProps<G>) {
  const seat: string | null = playerID;
  const me = matchData?.find(({ id }) => String(id) === playerID);
  const names: Record<string, string> = { '0': 'Ada' };
  const said = chatMessages.map(({ sender, payload }) => `${names[sender]}: ${payload}`);
  const moves = log.filter((entry) => entry.action.payload.type === 'place' && entry.action.payload.args[0] < 9);
  const last: string = log[log.length - 1]?.action.payload.type.toUpperCase() ?? '';
  const first: number = log[0]?.action.payload.args?.[0];
  return (
    <p title={nameOf(seat)} hidden={inPhase(ctx, 'play')}>
      {G.cells[first]}{stageOf(ctx, seat ?? '0')}{winner(ctx)}{me?.name}{said}{moves.length}{last}
    </p>
  );
}
ReactClient({ game: effectful, board: Board });
ReactClient({ game: legacyGame({ setup: (): G => ({ cells: [] }), moves: { pass: (G: G, ctx: OldCtx) => { G.cells.push(stageOf(ctx, ctx.currentPlayer)); } } }), board: Board });
equal<BoardProps['playerID'], PlayerID | null>(true);
equal<ChatMessage['sender'], PlayerID>(true);
export const actor = (entry: LogEntry): string => entry.action.payload.playerID ?? '';
// @ts-expect-error a log entry has an action, which has a payload
export const wrong = (entry: LogEntry) => entry.payload;

// A client of any kind, as a project names it, and credentials of a board that goes on with them.

type OurClient = ReturnType<typeof Client<G>>;
export const online = Client({ game: effectful, multiplayer: Local() }) as OurClient;
// @ts-expect-error a lobby's client is none
export const none = new LobbyClient() as OurClient;
export const join = ({ credentials }: BoardProps<G>): { credentials?: string } => ({ credentials });

// Storages.

interface ModelFetchOpts extends StorageAPI.FetchOpts {
  model?: boolean;
}
type Model = { extension: string };
class ModelFlatFile extends FlatFile {
  override async fetch<O extends ModelFetchOpts>(matchID: string, options: O): Promise<StorageAPI.FetchResult<O> & { model?: Model | null }> {
    const result = await super.fetch(matchID, options);
    return options.model ? { ...result, model: await this.getItem(`${matchID}:model`) } : result;
  }
  async setModel(matchID: string, model: Model | null): Promise<void> { return this.setItem(`${matchID}:model`, model); }
}
export async function modelOf(storage: ModelFlatFile): Promise<string | undefined> {
  const { state, model, ...others } = await storage.fetch('m', { state: true, model: true });
  // @ts-expect-error the log was not asked for
  others.log;
  // @ts-expect-error a model has no such field
  model?.size;
  return `${state._stateID} ${model?.extension}`;
}

/** A storage that redeclares a method without naming its types. */
class SlowFlatFile extends FlatFile {
  private delay = 50;
  constructor(...options: ConstructorParameters<typeof FlatFile>) { super(...options); }
  override async fetch(...args: Parameters<FlatFile['fetch']>): ReturnType<FlatFile['fetch']> {
    await new Promise((resolve) => resolve(this.delay));
    return super.fetch(...args);
  }
}
export const ofSlowFiles: Async = new SlowFlatFile({ dir: 'matches' });
class Cache {
  constructor(readonly storage: Async) {}
}
export const cache = new Cache(new SlowFlatFile({ dir: 'matches' }));

export class OwnStorage extends Async {
  async connect() {}
  override async createGame(matchID: string, { initialState, metadata }: StorageAPI.CreateGameOpts) { return this.createMatch(matchID, { initialState, metadata }); }
  override async createMatch(_matchID: string, _options: StorageAPI.CreateMatchOpts) {}
  async setState() {}
  async setMetadata() {}
  async fetch<O extends StorageAPI.FetchOpts>(_matchID: string, { state, metadata }: O): Promise<StorageAPI.FetchResult<O>> {
    const found = {} as StorageAPI.FetchResult;
    if (state) found.state._stateID = 0;
    if (metadata) found.metadata.gameName = 'game';
    return found as StorageAPI.FetchResult<any> as StorageAPI.FetchResult<O>;
  }
  async wipe() {}
  override async listGames(options?: StorageAPI.ListGamesOpts): Promise<string[]> { return this.listMatches(options); }
  override type(): StorageAPI.Type { return 1; }
}
/** A wrapper of any storage. */
export async function createIn(storage: Async, matchID: string, options: StorageAPI.CreateMatchOpts): Promise<string[]> {
  if (storage.createGame) await storage.createGame(matchID, options);
  else await storage.createMatch(matchID, options);
  return storage.listGames ? storage.listGames() : storage.listMatches();
}
equal<keyof StorageAPI.FetchResult, 'state' | 'log' | 'metadata' | 'initialState'>(true);
equal<keyof StorageAPI.FetchResult<StorageAPI.FetchOpts>, keyof StorageAPI.FetchResult>(true);
equal<keyof StorageAPI.FetchResult<{ state: true; log: false }>, 'state'>(true);
// @ts-expect-error there is no such field
export type Unknown = StorageAPI.FetchResult['model'];
