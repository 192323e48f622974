import { busyError, busyRefusal } from '../engine/busy.js';
import { REFUSAL_INVALID_MOVE } from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { rulesOf } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { inspection, Inspector, outcomeOf, subscribeTo } from '../util/inspector.js';
import { messageOf, printOfClient, reportUncaught } from '../util/print.js';
import { byValue, warnOfArguments } from './arguments.js';
import { problemsIn } from './client-options.js';
import { EffectPlayer } from './effect-player.js';
import { CONFIRMED, DISPOSED, rejected } from './handle.js';
import { idText, matchOf, playersOf } from './players.js';
import { obstacleAfter } from './runaway.js';
import { previewOf } from './shown-state.js';
import { enhancedStore, plainStore } from './store.js';
import { makeSubscribers } from './subscribers.js';
import type { ClientOpts, Connection, Handle, SavedState, ShownClock, Store } from '../../types/client.js';
import type { ClientState, Ctx } from '../../types/game.js';
import type { Inspect, InspectedAction, InspectSource } from '../../types/inspect.js';
import type { ChatMessage, FilteredMetadata, Notice } from '../../types/master.js';
import type { Names } from '../game/definition.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Client } from './client.js';
import type { ActionError } from './handle.js';
import type { Obstacle } from './runaway.js';
import type { Preview } from './shown-state.js';
import type { StoredMatch } from './store.js';

/** Data of a match in addition to its state. */
export interface MatchInfo {
  initialState: ClientState<Foreign> | null;
  matchData: FilteredMetadata | undefined;
  /** Name of the following match, once a player has asked to play again. */
  nextMatchID: string | undefined;
  chatMessages: ChatMessage[];
  notices: Notice[];
  isLogComplete: boolean;
  /** Online: the newest state of the master, without predictions. */
  state?: { view: Pick<State, 'G' | 'ctx'> } | null;
}

/** A method of a client that makes an action. */
export interface Call {
  /** Name of the method in messages. */
  what: string;
  /** Type of the action: `MAKE_MOVE`, `GAME_EVENT`, `PLUGIN`, `UNDO`, `REDO`, `RESET` or `SYNC`. */
  type: string;
  /** Name of the move, event or plugin. */
  name?: string;
  /** Index of that name. */
  id?: number;
}

type State = ClientState<Foreign>;

/** Statuses of a handle before the master's answer. */
const WAITING = ['predicted', 'sent'];
/** Maximum number of unknown players per client about which the developer is warned. */
const MOST_UNKNOWN_PLAYERS = 10;

/**
 * A match as one client plays it. This class owns the common parts of matches in a page (`LocalMatch`) and on a master (`OnlineMatch`): the
 * shown state, the subscribers, the last error, and the check whether the client may act.
 */
export abstract class ClientMatch {
  /** The client's options, as the page gave them. */
  readonly options: ClientOpts<Foreign, Foreign, Foreign>;
  readonly rules: Rules;
  /** `true` for the behaviour of boardgame.io 0.50. */
  readonly compat: boolean;
  /** As the page gave it. So are `matchID` and `credentials`. */
  playerID: Foreign;
  matchID: Foreign;
  credentials: Foreign;
  lastError: ActionError | null = null;
  isDisposed = false;
  /** Declared names by index; `null` for a disabled event. */
  abstract readonly names: Names;
  abstract readonly info: MatchInfo;
  /** The connection with the master. The same object as long as nothing changes. */
  abstract readonly connection: Connection;
  /** `true` if there is a state, or a connection that will bring one. */
  abstract readonly isStarted: boolean;
  /** `true` while the game's code runs. It must not change the client. */
  abstract readonly isPlaying: boolean;
  readonly transport: Client['transport'] = undefined;
  /** Exists while somebody receives the client's events. */
  inspector: Inspector | null = null;
  readonly subscribe: (subscriber: (state: State | null) => void) => () => void;
  /** Notifies the subscribers of a new state. One function per client: obstacles identify clients by it. */
  readonly announceState = () => this.announce();

  /** Passes the effects of actions to listeners. */
  readonly effects: EffectPlayer;

  #notifyAll: () => void;
  #clearSubscribers: () => void;
  /** The last result of `getState()`. */
  #state: State | null = null;
  #isStale = false;
  #isReading = false;
  /** State that is shown in place of the match's, or `null`. */
  #preview: Preview | null = null;
  #stored: StoredMatch | undefined;
  #store: Store | undefined;
  /** The store of a client with an `enhancer`. */
  #enhanced: ReturnType<typeof enhancedStore> | null = null;
  /** Called when a pending action is answered. */
  #answerListeners = new Set<() => void>();
  /** Messages that the developer gets only once. */
  #printed: Set<string> | undefined;
  #unknownPlayers = 0;

  constructor(options: ClientOpts<Foreign, Foreign, Foreign>) {
    this.options = options;
    this.rules = rulesOf(options.game);
    this.compat = this.rules.compat;
    this.effects = new EffectPlayer(this.rules.settings.effects);
    [this.playerID, this.matchID, this.credentials] = [options.playerID, matchOf(options.matchID), options.credentials];
    if (typeof options.inspect === 'function') this.inspect(options.inspect);
    const { subscribe, notifyAll, clear } = makeSubscribers(() => this.getState(), () => this.isStarted, this.compat);
    [this.subscribe, this.#notifyAll, this.#clearSubscribers] = [subscribe, notifyAll, clear];
    if (isDevelopment()) {
      for (const [option, problem] of problemsIn(options, this.rules)) this.print('warn', `Client({ ${option} }): ${problem}`);
    }
  }

  /** Makes an action and notifies the subscribers. */
  abstract act(call: Call, args: readonly unknown[]): Handle;
  abstract start(): void;
  abstract stop(): void;
  abstract reconnect(): void;
  abstract sendChatMessage(payload: unknown): Handle;
  abstract dispose(): void;
  /** Returns the clock of the match at this moment; null if it has none. */
  abstract clockNow(): ShownClock | null;
  abstract updatePlayerID(id: Foreign): void;
  abstract updateMatchID(id: Foreign): void;
  abstract updateCredentials(value: Foreign): void;
  /** Returns the state as the player sees it now, or the preview in its place; `null` if there is none yet. */
  abstract readState(preview: Preview | null): State | null;
  /** Returns `true` if the rules allow a move. */
  protected abstract allows(name: string, id: number, args: unknown[]): boolean;
  /** Returns the obstacle that keeps subscribers from acting now. */
  protected abstract obstacleTo(what: string): Obstacle | null;
  /** Creates the match's half of `client.store`. */
  protected abstract makeStored(): StoredMatch;

  /**
   * Returns the match with all secrets if this client has it; otherwise `null`.
   *
   * @param firstUndo index of the first entry of `_undo` that is returned
   */
  whole(_firstUndo = 0): Foreign {
    return null;
  }

  getState(): State | null {
    // A `playerView` that calls `getState()` gets the previous state.
    if (!this.#isStale || this.#isReading) return this.#state;
    this.#isReading = true;
    try {
      this.#state = this.readState(this.#preview ?? this.#enhanced?.replacement() ?? null);
      this.#isStale = false;
    } finally {
      this.#isReading = false;
    }
    return this.#state;
  }

  /** Shows the first state. */
  protected begin(state: State) {
    this.#state = state;
  }

  /** Makes the next `getState()` read the state again. */
  invalidate() {
    this.#isStale = true;
  }

  /** Makes `getState()` return the last state, even after the engine is freed. */
  protected keepState() {
    this.#isStale = false;
  }

  /** Returns the match's own state, even while a preview is shown. */
  playedState() {
    return this.#preview ? this.readState(null) : this.getState();
  }

  /**
   * Notifies the subscribers of a new state. `false` means that only the connection has changed. Exceptions in subscribers undo nothing.
   */
  announce(isState = true) {
    if (this.isDisposed) return;
    if (isState) {
      this.#enhanced?.sendState();
      this.#isStale = true;
    }
    if (isState && this.inspector) this.#inspectState(this.inspector);
    try {
      this.#notifyAll();
    } catch (error) {
      if (obstacleAfter(error, this.announceState)) return;
      if (this.compat) throw error;
      // The stack is too full to notify subscribers now.
      queueMicrotask(() => this.announce(isState));
    }
    this.effects.flush();
  }

  /** Makes an action by a method of the client. */
  perform(call: Call, given: readonly Foreign[]): Handle {
    const args = call.type === 'MAKE_MOVE' && this.rules.argumentsOf ? this.rules.argumentsOf(call.name!, given) : given;
    if (isDevelopment()) warnOfArguments(this, call, args);
    const handle = this.inspected(call, args, this.playerID, () => this.refused(call.what) ?? (this.#enhanced ?? this).act(call, args));
    if (WAITING.includes(handle.status)) handle.confirmed.then(() => this.#notifyAnswerListeners());
    return handle;
  }

  /** Makes an action. An inspector gets the outcome in front of the state that follows from it. */
  inspected<Result extends Handle | null>({ type, name }: Pick<Call, 'type' | 'name'>, args: readonly unknown[], playerID: unknown, make: () => Result): Result {
    if (!this.inspector) return make();
    const mark = this.inspector.mark();
    const action: InspectedAction = { type, name, args: type === 'SYNC' ? args : byValue(args), playerID: idText(playerID) };
    const handle = make();
    if (handle) this.inspector.add(outcomeOf(action, handle.status, handle.error), mark);
    return handle;
  }

  /** Calls `fn` with the client's events. Returns a function that ends this. */
  inspect(fn: Inspect) {
    return subscribeTo(this, () => new Inspector('client', () => sourceOf(this)), fn);
  }

  /** Calls `fn` whenever a pending action is answered. Returns a function that ends this. */
  onAnswer(fn: () => void) {
    const listener = () => fn();
    this.#answerListeners.add(listener);
    return () => { this.#answerListeners.delete(listener); };
  }

  canMove(name: string, args: Foreign[]) {
    const id = this.names.moves.indexOf(name);
    return id !== -1 && !this.isDisposed && !this.isPlaying && this.allows(name, id, args);
  }

  /** Returns the refusal of an action that cannot be made now; `null` if it can. */
  refused(what: string): Handle | null {
    if (this.isDisposed) return this.refuse(what, DISPOSED);
    if (this.isPlaying || inspection.isRunning) return this.#refuseInGame(what);
    const obstacle = this.obstacleTo(what);
    return obstacle && this.#refuseFor(obstacle);
  }

  /** Reports a completed action, and notifies the subscribers. */
  accept(): Handle {
    this.lastError = null;
    this.announce();
    return CONFIRMED;
  }

  refuse(what: string, error: ActionError): Handle {
    this.printError(what, error);
    const handle = rejected(error);
    this.lastError = handle.error;
    this.announce();
    return handle;
  }

  /** Refuses an action that has thrown because subscribers act without end. Throws any other error again. */
  refuseAfter(thrown: unknown): Handle {
    const obstacle = obstacleAfter(thrown, this.announceState);
    if (!obstacle) throw thrown;
    return this.#refuseFor(obstacle);
  }

  /** Throws if the game's code runs now. */
  checkOutside(what: string) {
    if (this.isPlaying || inspection.isRunning) throw busyError(what);
  }

  /** Throws if the client cannot be changed now. */
  check(what: string) {
    this.checkOutside(what);
    const obstacle = this.isDisposed ? null : this.obstacleTo(what);
    if (obstacle) throw obstacle.error;
  }

  /** Shows another state in place of the match's. `null` ends the preview. */
  previewState(other: SavedState | null) {
    this.check('previewState');
    if (other) encodeState(other, { plugins: this.names.plugins, compat: this.compat });
    const preview = other ? previewOf(other) : null;
    // An invalid state does not replace the previous preview.
    if (preview) this.readState(preview);
    this.#preview = preview;
    this.announce();
  }

  /** Shows the match's own state again. The caller notifies the subscribers. */
  endPreview() {
    this.#preview = null;
  }

  /** `client.store`, created when it is first read. */
  get store(): Store {
    return (this.#store ??= plainStore(this, this.stored, this.subscribe));
  }

  /** Lets the page's `enhancer` create the store. All actions pass through it. */
  enhance(enhancer: Foreign) {
    this.#enhanced = enhancedStore(this, this.stored, enhancer);
    this.#store = this.#enhanced.store;
  }

  printError(what: string, error: ActionError) {
    if (!isDevelopment()) return;
    const { type, payload } = error;
    // Other payloads repeat the message.
    this.print('error', `${what} was refused: ${messageOf(error)}`, ...(type === REFUSAL_INVALID_MOVE && payload !== undefined ? [payload] : []));
  }

  /** Prints for the developer, in development only. */
  print(level: 'error' | 'warn' | 'info', message: string, ...details: unknown[]) {
    if (isDevelopment()) printOfClient(this.options, level, message, ...details);
  }

  /** Returns `true` the first time that it is called with this text. */
  protected isFirst(text: string) {
    const printed = (this.#printed ??= new Set());
    const isFirst = !printed.has(text);
    printed.add(text);
    return isFirst;
  }

  /** Warns the developer once if the match does not have the client's player. It may spectate, but its moves are refused. */
  protected warnOfUnknownPlayer(ctx: Pick<Ctx, 'numPlayers' | 'playOrder'>) {
    const name = idText(this.playerID) ?? null;
    if (!isDevelopment() || name === null || this.#unknownPlayers >= MOST_UNKNOWN_PLAYERS) return;
    const players = playersOf(ctx);
    if (players.length === 0 || players.includes(name) || !this.isFirst(`player ${name}`)) return;
    this.#unknownPlayers += 1;
    this.print('warn', `Client({ playerID }): there is no player "${name}"; the players are ${players.join(', ')}`);
  }

  /** The match's half of the store. */
  protected get stored(): StoredMatch {
    return (this.#stored ??= this.makeStored());
  }

  /** Ends the client. It notifies no subscriber any more. */
  protected end() {
    this.isDisposed = true;
    this.#clearSubscribers();
    this.effects.clear();
  }

  /** Adds the state to the inspector. The game's `playerView` may throw. */
  #inspectState(inspector: Inspector) {
    try {
      inspector.add({ type: 'state', state: this.getState() });
    } catch {
      // The next `getState()` throws the error.
    }
  }

  /** Refuses an action during a move. Does not notify subscribers. */
  #refuseInGame(what: string) {
    const error = busyRefusal(what);
    if (isDevelopment() && this.isFirst(`${what} in a move`)) this.printError(what, error);
    return rejected(error);
  }

  /** Refuses an action of subscribers that act without end. They are notified when they have returned. */
  #refuseFor({ refusal }: Obstacle) {
    this.#isStale ||= this.lastError !== refusal;
    this.lastError = refusal;
    return rejected(refusal);
  }

  #notifyAnswerListeners() {
    for (const listener of [...this.#answerListeners]) {
      try {
        listener();
      } catch (error) {
        reportUncaught(error);
      }
    }
  }
}

/** Returns the source of a client's events. */
function sourceOf({ rules, matchID, playerID }: ClientMatch): Omit<InspectSource, 'name'> {
  return { kind: 'client', gameName: rules.name, matchID: idText(matchID) ?? undefined, playerID: idText(playerID) };
}
