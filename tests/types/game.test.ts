import type {
  ActivePlayersArg, Ctx, Game, LogEntry, LongFormMove, Move, MoveFn, MoveMap, PhaseConfig, PlayerID, Plugin,
  StageConfig, State, TurnConfig,
} from 'rondel';
import { ActivePlayers, GameMethod, INVALID_MOVE, PlayerView, Stage, TurnOrder } from 'rondel/core';
import { PluginPlayer, type PlayerAPI, type PlayerPlugin } from 'rondel/plugins';
import { MockRandom } from 'rondel/testing';
import { equal } from './equal.js';

interface MyState {
  cells: (PlayerID | null)[];
  secret?: { deck: number[] };
}

// Moves and parts of a game, declared alone as boardgame.io's users do.

const click: Move<MyState> = ({ G, ctx, playerID, events, random, log }, id: number) => {
  if (G.cells[id] !== null) return INVALID_MOVE;
  G.cells[id] = playerID;
  equal<typeof ctx.playerID, string | undefined & string>(true);
  const die: number = random.D6();
  const dice: number[] = random.D8(3);
  const deck: string[] = random.Shuffle(['a', 'b']);
  log.setMetadata({ die, dice, deck });
  events.setActivePlayers({ others: 'discard', value: { 0: { stage: 'x', maxMoves: 2 } }, revert: true });
  events.setStage({ stage: Stage.NULL, minMoves: 1 });
  events.removePlayer('1');
  events.endTurn({ next: '1' });
  // @ts-expect-error no such event
  events.endTrun();
  // @ts-expect-error a player is a string
  events.endTurn({ next: 1 });
};

const returning: MoveFn<MyState> = ({ G }) => ({ ...G, cells: [] });
// @ts-expect-error a move returns a state, INVALID_MOVE or nothing
const wrong: MoveFn<MyState> = () => 3;
const longForm: LongFormMove<MyState> = {
  move: click,
  undoable: ({ G, ctx }) => G.cells.length > 0 && ctx.turn > 1,
  redact: true,
  client: false,
  noLimit: true,
  ignoreStaleStateID: true,
};
const moves: MoveMap<MyState> = { click, returning, longForm };
const everybody: ActivePlayersArg = ['0', '1'];
const stage: StageConfig<MyState> = { moves, next: 'other', maxMoves: 1 };
const turn: TurnConfig<MyState> = {
  order: TurnOrder.CUSTOM_FROM('order'),
  activePlayers: ActivePlayers.ALL_ONCE,
  minMoves: 1,
  stages: { stage },
  onBegin: ({ G, ctx, events }) => {
    G.cells = [];
    events.setActivePlayers(everybody);
    equal<typeof ctx.phase, string | null>(true);
  },
  onMove: ({ playerID }) => equal<typeof playerID, string>(true),
  endIf: ({ ctx }) => (ctx.numMoves ? { next: '1' } : false),
};
const phase: PhaseConfig<MyState> = {
  start: true,
  turn,
  next: ({ G }) => (G.cells.length ? 'end' : null),
  endIf: ({ G }) => G.cells.every(Boolean),
};

const game: Game<MyState> = {
  name: 'typed',
  setup: ({ ctx, random }) => ({ cells: Array(ctx.numPlayers * random.D4()).fill(null) }),
  moves,
  turn,
  phases: { phase, end: { next: 'phase', turn: { order: { first: () => 0, next: ({ ctx }) => ctx.playOrderPos } } } },
  endIf: ({ G }) => (G.cells.length > 9 ? { winner: '0' } : undefined),
  onPlayerLeave: ({ G, playerID, events }) => {
    G.cells = G.cells.map((owner) => (owner === playerID ? null : owner));
    events.endTurn();
  },
  playerView: PlayerView.STRIP_SECRETS,
  plugins: [MockRandom({ D6: () => 6 })],
  events: { endGame: false },
  seed: 'a seed',
  ai: { enumerate: (G) => G.cells.map((_, id) => ({ move: 'click', args: [id] })) },
};

const migrating: Game<MyState> = {
  version: 2,
  refuseOtherVersions: true,
  migrate: ({ G, ctx, plugins }, fromVersion) => {
    if (fromVersion !== 1) return undefined;
    // What another version has stored may be anything.
    return { G: { cells: G.board.fields }, ctx: { ...ctx, phase: ctx.phase === 'old' ? 'phase' : ctx.phase }, plugins };
  },
};
const named: Game<MyState> = { version: 'spring 2027' };

const wrongVersion: Game<MyState> = {
  // @ts-expect-error a version is a number or a text
  version: { major: 1 },
};

const wrongMigration: Game<MyState> = {
  version: 2,
  // @ts-expect-error the state is that of these rules
  migrate: ({ ctx, plugins }) => ({ G: { board: [] }, ctx, plugins }),
};

const lateMigration: Game<MyState> = {
  version: 2,
  // @ts-expect-error no callback of a game is async
  migrate: async (state) => state,
};

const misspelt: Game<MyState> = {
  // @ts-expect-error `onEnds` is no field of a turn
  turn: { onEnds: () => {} },
};

const notForPlayers: Game<MyState> = {
  // @ts-expect-error removePlayer is no player's event, so there is nothing to switch off
  events: { removePlayer: false },
};

const wrongSetup: Game<MyState> = {
  // @ts-expect-error setup has to return the state
  setup: () => ({ cell: 3 }),
};

// Plugins.

const withPlayers: Game<MyState, { player: PlayerAPI<{ score: number }> }> = {
  moves: {
    score: ({ player }, points: number) => {
      const before: number = player.get().score;
      player.set({ score: before + points });
      player.opponent?.set({ score: 0 });
      // @ts-expect-error a score is a number
      player.set({ score: 'high' });
    },
    shared: click,
  },
  plugins: [PluginPlayer({ setup: () => ({ score: 0 }) })],
};
const sameByInterface: Game<MyState, PlayerPlugin<{ score: number }>> = withPlayers;

const plugin: Plugin<{ twice(n: number): number }, { calls: number }, MyState> = {
  name: 'twice',
  setup: () => ({ calls: 0 }),
  api: ({ data }) => ({ twice: (n) => n * 2 + data.calls }),
  flush: ({ data }) => ({ calls: data.calls + 1 }),
  fnWrap: (fn, type) => (context, ...args) => (type === GameMethod.MOVE ? fn(context, ...args) : context.G),
  isInvalid: ({ data }) => data.calls > 3 && 'too many',
};

// Helpers with the types of their own.

function opponents(ctx: Ctx): PlayerID[] {
  return ctx.playOrder.filter((id) => id !== (ctx.playerID || ctx.currentPlayer));
}

function lastMove(log: LogEntry[]): string | null {
  const entry = log.at(-1);
  return entry?.action.type === 'MAKE_MOVE' ? entry.action.payload.type : null;
}

function endedBy(entry: LogEntry): PlayerID | undefined {
  if (entry.action.type === 'MAKE_MOVE') equal<typeof entry.action.payload.playerID, PlayerID>(true);
  return entry.automatic ? undefined : entry.action.payload.playerID;
}

function cells(state: State<MyState>) {
  return state.G.cells;
}

// @ts-expect-error the order's functions are needed
const halfAnOrder: TurnConfig = { order: { playOrder: () => ['1', '0'] } };

export { cells, endedBy, game, halfAnOrder, lastMove, misspelt, notForPlayers, opponents, phase, plugin, sameByInterface, wrong, wrongSetup };

// A move that is declared on its own: what it returns stays the mark, and does not become any text.
function refused() {
  return INVALID_MOVE;
}
export const refusing: Game<{ cells: number[] }> = { moves: { refused } };
