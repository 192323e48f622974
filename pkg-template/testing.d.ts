import type { Server, StorageAPI } from './master.js';
import type { AiEnumerate, Ctx, Game, LogEntry, PlayerID, Plugin, RandomAPI, State } from './types.js';

/**
 * A plugin that replaces methods of the built-in `random`; the others stay as they are.
 *
 * @example
 * const game = { ...MyGame, plugins: [MockRandom({ D6: () => 6 })] };
 */
export declare function MockRandom(
  overrides?: Partial<Record<keyof RandomAPI, (...args: any[]) => any>>,
): Plugin<RandomAPI, any, any, 'random'>;

/** How much is played by `checkSecrecy` and `checkDeterminism`, and how. */
export interface RandomPlayOpts {
  /** How many matches; 20 if left out. */
  games?: number;
  /** How many actions are tried in each, the refused ones included; 40 if left out. */
  actions?: number;
  /** Two, or what the game's `minPlayers` and `maxPlayers` leave, if left out. */
  numPlayers?: number;
  /** The same matches again for the same seed; 1 if left out. The game's own `seed` is not used. */
  seed?: number;
  /** Given to the game's `setup`, as JSON says it. */
  setupData?: any;
  /**
   * What a player might do: one of it is tried. `G` is what they see. If left out it is the game's `ai.enumerate`, and
   * without that any move with made up arguments, as many as it declares: small numbers, players, values that they see,
   * and texts.
   * `chance(n)` is a whole number from 0 up to, but not including, `n`.
   */
  moves?: (G: any, ctx: Ctx, playerID: PlayerID, chance: (below: number) => number) => AiEnumerate;
}

export interface SecrecyOpts<G = any> extends RandomPlayOpts {
  /**
   * The values that must not reach this viewer (`null`: a spectator) while the match is in this state, one by one or
   * in objects and lists. Small numbers count wherever they occur in `G`, so name only what cannot be mistaken. What there
   * are several of when the match begins, two red fives, is no secret while one of them is elsewhere in `G`.
   * `plugins` has the data of each plugin by its name. If left out, secret is what occurs in `G.secret` alone.
   */
  secrets?: (G: G, ctx: Ctx, playerID: PlayerID | null, plugins: Record<string, any>) => any;
  /** True for what looks like a leak and is none: a player who asks for a card that they hold, in public. */
  allow?: (leak: Leak) => boolean | undefined;
}

/**
 * By name, how often each move was made, and how often it was tried and refused. Of moves that were never made a check says nothing:
 * it names them on the console.
 */
export type MoveCounts = Record<string, { made: number; refused: number }>;

/** Something in a message to a viewer who may not see it. */
export interface Leak {
  /** `null`: a spectator. */
  viewer: PlayerID | null;
  /** The kind of message; `answer` is the response to the sender of an action, `bot` what a bot at the seat is handed. */
  message: 'update' | 'patch' | 'sync' | 'matchData' | 'chat' | 'answer' | 'bot';
  /** Where it is in the message, which is boardgame.io's `{ type, args }`. */
  path: string;
  value: any;
  /** What it is, or where it is hidden. */
  why: string;
}

/**
 * Plays random matches on a master, with a viewer at each seat and a spectator, and looks into everything that the
 * master sends to each of them: at connecting and reconnecting, moves, undo and redo, refusals, chat, in full and as
 * patches; and into what bots at the seats are handed. It rejects if somebody gets
 * - what `secrets` names;
 * - a value that has been in `G`, in a plugin's data or in `setupData`, that the game's `playerView` has never shown
 *   them, and that they have not named themselves: in the arguments of a move, say, that should have `redact`. In the log, it is one
 *   also if they have seen it earlier, but neither before nor after what was done: a card that was open once, and is bid face
 *   down. Only values
 *   are found that can be distinguished from others: texts of two letters and more, and numbers that are not small and whole.
 *   Cards that are objects of common words, `{ suit: 'hearts', rank: 'queen' }`, are distinguished from others by the whole card,
 *   and not by the words: a field whose values several such objects share only sorts them. Nor is it a leak if a player
 *   names what they do not see at that moment: they guess, or remember;
 * - the arguments of somebody else's redacted move; the seed, the generator's state, somebody's credentials, the undo
 *   stack.
 *
 * The error has code `testing/leak` and names viewer, message, path, value and the actions that led there, as few as
 * it takes; `error.payload` is `{ seed, match, leaks, steps }`.
 *
 * @example
 * test('nobody sees the others\' cards', async () => {
 *   await checkSecrecy(game, {
 *     numPlayers: 3,
 *     secrets: (G, ctx, playerID) => ctx.playOrder.filter((id) => id !== playerID).map((id) => G.hands[id]),
 *   });
 * });
 */
export declare function checkSecrecy<G = any>(
  game: Game<G, any, any>,
  options?: SecrecyOpts<G>,
): Promise<{ games: number; messages: number; bytes: number; moves: MoveCounts }>;

/**
 * Plays random matches and makes every action twice from the same state, with another clock and other chances in
 * `Math.random` the second time; then all of them once more from the beginning, and from somewhere in the midst, with
 * states as a database gives them back. It throws if anything comes out differently, because the game uses
 * `Math.random`, the time or variables of its module, or if a move or hook changes its arguments, `setupData`, a
 * plugin's data or another part of the state in place. Such a game goes wrong online, where every action is made by a
 * client and by the master.
 *
 * The error has code `testing/nondeterministic` and names the move or hook, the path of the first difference, and the
 * actions that led there; `error.payload` is `{ seed, match, actions }`.
 *
 * @example
 * test('the rules depend on nothing but the state', () => {
 *   checkDeterminism(game);
 * });
 */
export declare function checkDeterminism<G = any>(
  game: Game<G, any, any>,
  options?: RandomPlayOpts,
): { games: number; actions: number; moves: MoveCounts };

/** A match as a server exports it: `server.admin.exportMatch`, `npx rondel admin URL export ID`. */
export interface MatchFile<G = any> {
  format: 'rondel/match';
  formatVersion: number;
  matchID: string;
  /** Milliseconds, as `Date.now()`. */
  exportedAt: number;
  /** Without credentials; undefined if there are none. */
  metadata?: Server.MatchData | undefined;
  /** With its seed, if it has one. */
  initialState: State<G>;
  /** With what was drawn. */
  log: LogEntry[];
  /** The last one. */
  state: Pick<State<G>, 'G' | 'ctx' | 'plugins' | '_stateID'> & { _version?: string | number };
}

/** A match that was played again. */
export interface Replay<G = any> {
  initialState: State<G>;
  /** What was done, and the state that it has led to. */
  steps: { action: LogEntry['action']; state: State<G> }[];
  /** The last one. */
  state: State<G>;
  /** What to think of it, where the match was played by another version of the game than this; null if not. */
  otherVersion: string | null;
}

/**
 * Plays a match again that a server has exported, state by state, and compares what the log has of each action, and the last state. It throws
 * `testing/replay` at the first difference, with the place, and where the rules do not allow what was done; `error.payload` is
 * `{ stateID, action, path }`. It plays as `replayMatch`, which compares nothing.
 *
 * @example
 * const { steps } = replay(JSON.parse(readFileSync('match.json', 'utf8')), { game });
 * for (const { action, state } of steps) console.log(action.payload, state.G);
 */
export declare function replay<G = any>(file: MatchFile<G>, options: { game: Game<G, any, any> }): Replay<G>;

/**
 * Plays a match again from what a storage has of it, and returns the state after its last action. What it drew securely is in
 * the stored log; a match with a generator draws the same again. Throws `testing/replay`, with the place, if the log lacks an action, as that of
 * a game with `disableLog` does, or if the rules do not allow one that was done.
 *
 * @example
 * const { G } = replayMatch(game, await storage.fetch(matchID, { initialState: true, log: true, state: true }));
 */
export declare function replayMatch<G = any>(
  game: Game<G, any, any>,
  stored: {
    initialState: State<G>;
    log: LogEntry[];
    /** The state that it should come to: then a log whose end is missing is found, too. */
    state?: State<G> | undefined;
  },
): State<G>;

/**
 * Checks that a storage keeps what masters and servers rely on: boardgame.io's contract, odd names and values, and, of the
 * optional methods that it has, that each compares and writes in one step. It works on matches of its own, which it wipes
 * in the end, and needs no test runner. `connect()` is called.
 *
 * The error has code `testing/storage` and names what is wrong, check by check; `error.payload` is `{ failures, lacking }`.
 *
 * @example
 * test('the storage keeps what it is given', async () => {
 *   await checkStorage(() => new MyStorage());
 * });
 */
export declare function checkStorage(
  makeStorage: () => StorageAPI.Sync | StorageAPI.Async | Promise<StorageAPI.Sync | StorageAPI.Async>,
  options?: {
    /** Whether all that `makeStorage` makes hold the same matches, as databases do: then two of them race. */
    shared?: boolean;
  },
): Promise<{
  /** What was checked, in words. */
  checked: string[];
  /** The optional methods that the storage does not have. */
  lacking: string[];
}>;

/**
 * A bad network, the same again for the same seed. `Local({ network })` puts its clients on it; its time passes
 * in `run()`, so that no test has to wait.
 *
 * @example
 * const net = network({ seed: 7, latency: 80, jitter: 40, loss: 0.1 });
 * const client = Client({ game, playerID: '0', multiplayer: Local({ network: net }) });
 * client.start();
 * await net.run();
 */
export declare function network(options?: NetworkOpts): Network;

/** How bad a network is; everything is 0 if left out. */
export interface NetworkConditions {
  /** Milliseconds that every message takes at least. */
  latency: number;
  /** Milliseconds that a message may take beyond that. */
  jitter: number;
  /** The share of messages that never arrive, from 0 to 1. */
  loss: number;
  /** The share of messages that arrive twice. */
  duplicate: number;
  /** The share of messages that later ones may overtake. Without it, those of one link keep their order. */
  reorder: number;
}

export interface NetworkOpts extends Partial<NetworkConditions> {
  /** 1 if left out. */
  seed?: number;
  /** The clock of another network, or real time. A clock of its own if left out. */
  clock?: NetworkClock | 'real';
}

/** Its conditions may be changed at any time. */
export interface Network extends NetworkConditions {
  /** One way to `receive`, for values that JSON can carry. */
  link(receive: (message: any) => void): NetworkLink;
  /** Loses what is on its way, and carries nothing until `reconnect()`. */
  disconnect(): void;
  reconnect(): void;
  readonly isConnected: boolean;
  /** Calls `fn` whenever the network goes down or comes back. Returns how to end that. */
  watch(fn: (isConnected: boolean) => void): () => void;
  /**
   * Lets so many milliseconds pass. By default, as many as it takes until nothing happens any more: no timer is due within ten seconds,
   * and clients have made up for lost messages. Rejects with the code `testing/endless` if that takes longer than a day of the network's time, as
   * with a `loss` of 1.
   */
  run(ms?: number): Promise<void>;
  readonly now: number;
  readonly clock: NetworkClock;
}

export interface NetworkLink {
  send(message: unknown): void;
  /** Loses what is on its way. */
  close(): void;
}

export interface NetworkClock {
  now(): number;
  setTimeout(fn: () => void, ms?: number): any;
  clearTimeout(id: any): void;
  run(ms?: number): Promise<void>;
}
