// First: see client.ts.
import { openMatch } from '../game/match.js';
import { freeze } from 'immer';
import { checkStackForSteps } from '../engine/stack-probe.js';
import { APPLIED_REFUSED, PLACE_NONE } from '../engine/codes.js';
import { encodeState } from '../engine/state.js';
import { onTimeoutOf } from '../game/declarations.js';
import { drawsSecurely } from '../game/rules.js';
import { isDevelopment } from '../util/environment.js';
import { Alarm } from '../util/alarm.js';
import { messageOf, reportUncaught } from '../util/print.js';
import { MASTER_TIME, steadyNow } from '../util/steady-clock.js';
import { byValue } from './arguments.js';
import { ClientMatch } from './client-match.js';
import { CONNECTED } from './connection.js';
import { CONFIRMED, DISPOSED, invalid } from './handle.js';
import { LocalStore } from './local-store.js';
import { firstDue, shownClock } from './match-clock.js';
import { idText } from './players.js';
import { obstacleTo } from './runaway.js';
import { LazyState, seatOf } from './lazy-state.js';
import { localState } from './shown-state.js';
import type { GameEngine } from '../engine/instance.js';
import type { MatchHost } from '../engine/match-host.js';
import type { Look } from '../engine/object-factory.js';
import type { Names } from '../game/definition.js';
import type { ClientOpts, Handle } from '../../types/client.js';
import type { ActionError, ActivePlayers, Ctx, LogEntry } from '../../types/game.js';
import type { Foreign } from '../util/foreign.js';
import type { Call, MatchInfo } from './client-match.js';
import type { Batch, Log } from './lazy-state.js';
import type { KnownLocal, Preview } from './shown-state.js';
import type { Author } from './store.js';

const NO_MESSAGES = Object.freeze<never[]>([]) as never[];
/** Slot of the initial state in the engine. */
const INITIAL = 0;
const ALONE = invalid('a client without multiplayer has nobody to chat with');
const LOAD: Call = { what: 'store.dispatch', type: 'SYNC' };

/** `true` or a number if the engine has executed an action, or the `error` if it was not called. */
type Done = number | boolean | { error: ActionError };

/**
 * Number of snapshots that the engine frees together. Registering each one with the garbage collector costs as much as a third of a move.
 */
const BATCH = 8;

/** A match in the page, with its own engine. */
export class LocalMatch extends ClientMatch {
  readonly names: Names;
  readonly info: MatchInfo;
  readonly connection = CONNECTED;
  readonly isStarted = true;
  isPlaying = false;

  #engine: GameEngine;
  #host: MatchHost;
  #log: Log = { entries: [], start: 0 };
  /** The player of the current action. */
  #actor: Author = this;
  /** Number of the last snapshot from which a state was made. */
  #taken = 0;
  #batch: Batch = { last: 0 };
  /** `true` if the page has read a state since the last action. */
  #isRead = false;
  /** `true` if the engine takes a snapshot after each action. For a page that reads each state this saves a call of WebAssembly. */
  #isWatching = false;
  /** Last view of the player: the same object as long as nothing changes. */
  #seen: { G?: Foreign, ctx?: Ctx, playerID?: Foreign, view?: Foreign } = {};
  #isWarnedOfSteps = false;
  /** Exists when there is a store. */
  #localStore: LocalStore | undefined;
  /** Rings when the time of a player runs out. Only matches of games with time have one. */
  #alarm: Alarm | undefined;

  constructor(options: ClientOpts<Foreign, Foreign, Foreign>) {
    super(options);
    const mode = { development: isDevelopment(), warn: (message: string) => this.print('warn', message), inOnePage: true };
    const { engine, host, names } = openMatch(options, mode, steadyNow);
    [this.#engine, this.#host, this.names] = [engine, host, names];
    host.actFor(seatOf(this.playerID));
    engine.setCredentials(host.keep(this.credentials));
    engine.fillSlot(INITIAL);
    const initialState = this.#stateNow(null);
    this.info = { initialState, matchData: undefined, nextMatchID: undefined, chatMessages: NO_MESSAGES, notices: NO_MESSAGES, isLogComplete: true };
    this.begin(initialState);
    this.warnOfUnknownPlayer(host.look.ctx);
    if (initialState.ctx.clock) this.#alarm = alarmFor(this);
    this.#setAlarm();
  }

  start() {}
  stop() {}
  reconnect() {}

  sendChatMessage() {
    return this.refuse('sendChatMessage', this.isDisposed ? DISPOSED : ALONE);
  }

  updatePlayerID(playerID: Foreign) {
    const seat = seatOf(playerID);
    if (!this.isDisposed) {
      this.#host.actFor(seat);
      this.#dropLook();
    }
    this.playerID = playerID;
    this.announce();
    if (!this.isDisposed) this.warnOfUnknownPlayer(this.#host.look.ctx);
  }

  updateMatchID(matchID: Foreign) {
    this.matchID = matchID;
    this.announce();
  }

  updateCredentials(credentials: Foreign) {
    if (!this.isDisposed) this.#engine.setCredentials(this.#host.keep(credentials));
    this.credentials = credentials;
    this.announce();
  }

  act(call: Call, args: readonly unknown[]) {
    let error;
    try {
      if (this.#alarm && call.type !== 'SYNC' && call.type !== 'RESET') this.endTimes();
      error = this.attempt(call, args);
    } catch (thrown) {
      return this.refuseAfter(thrown);
    }
    if (error) return this.refuse(call.what, error);
    if (call.type === 'SYNC') this.endPreview();
    this.#setAlarm();
    return this.accept();
  }

  /** Ends the time of the players whose deadlines have passed. */
  endTimes() {
    if (this.isDisposed || this.isPlaying) return;
    let hasEnded = false;
    for (let due = this.#due(); due && due.deadline <= steadyNow(); due = this.#due()) {
      const { playerID, deadline } = due;
      this.inspected({ type: 'TIMEOUT' }, [deadline], playerID, () => this.#timeOut(playerID, deadline));
      // A deadline that cannot be ended must not ring for ever.
      if (this.#due()?.deadline === deadline && this.#due()?.playerID === playerID) return;
      hasEnded = true;
    }
    if (hasEnded) this.announce();
    this.#setAlarm();
  }

  clockNow() {
    return this.isDisposed ? null : shownClock(this.#look().ctx.clock, steadyNow());
  }

  /** Makes an action. Returns the error if it was refused. */
  attempt(call: Call, given: readonly unknown[]): ActionError | null {
    // A store's middleware may dispose of the client and continue.
    if (this.isDisposed) return DISPOSED;
    const args = call.type === 'SYNC' ? given : byValue(given);
    // boardgame.io counts moves in place: even a refused or throwing move changes the state.
    if (this.compat) this.invalidate();
    this.#watchIfRead();
    this.isPlaying = true;
    let result;
    try {
      result = this.#run(call, args);
    } finally {
      this.isPlaying = false;
      if (this.compat) this.invalidate();
      this.#localStore?.changed();
    }
    if (result) this.#playEffects();
    return result ? (result as { error?: ActionError }).error ?? null : this.#host.takeRefusal() as ActionError;
  }

  /** Continues from a state, with its log. */
  load(state: Foreign, entries: LogEntry[]) {
    return this.attempt(LOAD, [state, entries]);
  }

  /** Runs work with the player and the credentials of an action. */
  asPlayer<Result>(author: Author, work: () => Result): Result {
    // Checked first, so that there is stack space to restore the client's player.
    checkStackForSteps();
    try {
      this.#actAs(author);
      return work();
    } finally {
      this.#actAs(this);
      // The snapshot is another player's.
      this.#dropLook();
    }
  }

  /** Returns the player of a plugin's action, as in boardgame.io. */
  currentPlayer() {
    return this.#look().ctx.currentPlayer;
  }

  /** Returns the engine's state in boardgame.io's shape. */
  makeState(firstUndo = 0): Foreign {
    return this.#host.take(this.#engine.exportState(firstUndo));
  }

  whole(firstUndo = 0) {
    return this.isDisposed ? null : this.makeState(firstUndo);
  }

  /** Returns a function that returns the log up to now. */
  logNow() {
    const log = this.#log;
    this.#catchUp(log);
    const { length } = log.entries;
    return () => log.entries.slice(0, length);
  }

  /** Returns the first entries of a log of this match. */
  entriesOf(log: Log, length: number) {
    this.#catchUp(log);
    return log.entries.slice(0, log.start + length);
  }

  readState(preview: Preview | null) {
    this.#isRead = true;
    return this.play(() => this.#stateNow(preview));
  }

  /** Runs the game's code, during which the client cannot be changed. */
  play<Result>(code: () => Result): Result {
    const before = this.isPlaying;
    this.isPlaying = true;
    try {
      return code();
    } finally {
      this.isPlaying = before;
    }
  }

  /** Returns the player's view of a `G`. */
  viewOf(G: Foreign, ctx: Ctx): Foreign {
    return this.rules.view({ G, ctx }, this.#viewer());
  }

  dispose() {
    if (this.isDisposed) return;
    this.#keepLastState();
    this.end();
    this.#setAlarm();
    this.#engine.free();
  }

  protected allows(name: string, id: number, args: unknown[]) {
    const can = this.play(() => this.#engine.canMove(id, this.#host.keepArguments(name, args)));
    if (!can) this.#host.takeRefusal();
    return Boolean(can);
  }

  protected obstacleTo(what: string) {
    return obstacleTo(what, this.announceState);
  }

  protected makeStored() {
    return (this.#localStore = new LocalStore(this));
  }

  /** Ends the time of a player. If `onTimeout` throws, their turn or stage ends without it. Bots play at masters. */
  #timeOut(playerID: string, deadline: number): Handle {
    const declared = onTimeoutOf(this.rules, this.#look().ctx, playerID);
    const given = this.#host.passTimeout({}, declared);
    const end = (hasFailed: boolean) => this.play(() => this.asPlayer({ playerID, credentials: undefined }, () => this.#engine.timeOut(deadline, hasFailed, PLACE_NONE, given)));
    this.invalidate();
    try {
      if (end(typeof declared === 'string') === APPLIED_REFUSED) end(true);
    } catch (error) {
      reportUncaught(error);
      if (!this.#engine.isRetired) end(true);
    }
    this.#playEffects();
    return CONFIRMED;
  }

  /** Plays the effects of the last action. Its entry is the last one with effects. */
  #playEffects() {
    if (!this.#host.hasEffects) return;
    this.#host.hasEffects = false;
    this.#catchUp(this.#log);
    const entry = lastWithEffects(this.#log.entries);
    if (entry) this.effects.playFor(idText(this.playerID) ?? null, entry);
  }

  #due() {
    return this.#engine.isRetired ? null : firstDue(this.#look().ctx);
  }

  #setAlarm() {
    this.#alarm?.set(this.isDisposed ? null : this.#due()?.deadline ?? null);
  }

  #actAs(author: Author) {
    this.#actor = author;
    this.#host.actFor(seatOf(author.playerID));
    this.#engine.setCredentials(this.#host.keep(author.credentials));
  }

  /** Returns a truthy value if the engine has executed the action, or the `error` if it was not called. */
  #run({ type, name, id }: Call, args: readonly Foreign[]): Done {
    const [engine, host] = [this.#engine, this.#host];
    switch (type) {
      case 'MAKE_MOVE':
        return host.makeMove(id!, name!, args);
      case 'GAME_EVENT':
        return engine.makeEvent(host.passEvent(id!, args[0]));
      case 'PLUGIN': {
        const { credentials } = this.#actor;
        const playerID = idText(this.#actor.playerID) ?? this.currentPlayer();
        return engine.makePluginAction(id!, host.keep({ type: name, args, playerID, credentials }));
      }
      case 'UNDO':
        this.#warnOfSharedStep();
        return engine.undo();
      case 'REDO':
        this.#warnOfSharedStep();
        return engine.redo();
      case 'RESET':
        return this.#withNewLog(() => {
          engine.goTo(INITIAL);
          engine.restartClock();
          return true;
        });
      default:
        return this.#loadState(args[0], args[1]);
    }
  }

  /** Warns about an undo that a master would refuse, because several players may act. A game for one page may still want it. */
  #warnOfSharedStep() {
    if (this.#isWarnedOfSteps || this.compat || !isDevelopment()) return;
    if (!isShared(this.#look().ctx)) return;
    this.#isWarnedOfSteps = true;
    this.print('warn', SHARED_STEP);
  }

  /** Continues from a state that was stored, or created by boardgame.io, with its log if the caller has it. */
  #loadState(saved: unknown, entries: LogEntry[] = []): Done {
    const [engine, host] = [this.#engine, this.#host];
    let isLoaded: Done;
    try {
      const flat = encodeState(saved, { plugins: this.names.plugins, compat: this.compat, isSecure: drawsSecurely(this.rules) });
      isLoaded = this.#withNewLog(() => {
        host.list = flat;
        const isLoaded = engine.loadState();
        engine.restartClock();
        return isLoaded;
      }, entries);
    } catch (error) {
      if (engine.isRetired) throw error;
      return { error: invalid(messageOf(error)) };
    }
    host.list = [];
    return isLoaded;
  }

  #withNewLog<Begun>(begin: () => Begun, entries: LogEntry[] = []): Begun {
    // First: an invalid log throws.
    const next = { entries: [...entries], start: entries.length };
    this.#catchUp(this.#log);
    const hasBegun = begin();
    if (hasBegun) this.#log = next;
    return hasBegun;
  }

  #stateNow(preview: Preview | null) {
    const look = this.#host.look.number > this.#taken ? this.#takenLook() : this.#look();
    // Before the game's code runs: a `playerView` may read more states, and so begin the next batch.
    const batch = this.#batch;
    const playerID = this.#viewer();
    const { G, ctx, stateID, hasPast, hasFuture, isActive } = look;
    const seen = this.#seen;
    if (G !== seen.G || ctx !== seen.ctx || playerID !== seen.playerID) {
      this.#seen = { G, ctx, playerID, view: this.#frozenView(this.viewOf(G, ctx), G) };
    }
    const now: KnownLocal = {
      G: this.#seen.view,
      ctx,
      _stateID: stateID,
      isActive,
      isConnected: true,
      pending: 0,
      lastError: this.lastError,
    };
    // Most states have nothing to undo or redo.
    if (!hasPast) now.canUndo = false;
    if (!hasFuture) [now._redo, now.canRedo] = [[], false];
    const lazy = new LazyState(this, { engine: this.#engine, host: this.#host, look, batch, log: this.#log, playerID });
    return localState(now, lazy, preview);
  }

  /** Takes a snapshot of the current state. */
  #look(): Look {
    this.#engine.look();
    return this.#takenLook();
  }

  /** Returns the last snapshot, from which no state has been made. */
  #takenLook(): Look {
    const { look } = this.#host;
    this.#taken = look.number;
    this.#watchBatch(look);
    return look;
  }

  #watchBatch({ number }: Look) {
    const { last } = this.#batch;
    if (number <= last) return;
    this.#batch = { last: number + BATCH - 1 };
    this.#engine.callAfter(this.#batch, 'forgetLooks', last + 1, this.#batch.last);
  }

  /** Prevents further states from the last snapshot. */
  #dropLook() {
    this.#taken = this.#host.look.number;
  }

  /** Watches the state if the page has read it since the last action: such a page reads the next one, too. */
  #watchIfRead() {
    this.#dropLook();
    if (this.#isRead !== this.#isWatching) {
      this.#isWatching = this.#isRead;
      this.#engine.watch(this.#isWatching);
    }
    this.#isRead = false;
  }

  /** Freezes a view in development, like the `G` of a game without a `playerView`. */
  #frozenView(view: Foreign, G: Foreign): Foreign {
    if (!isDevelopment() || this.compat || view === G) return view;
    try {
      return freeze(view, true);
    } catch {
      // A getter in it throws, which is possible in a loaded state.
      return view;
    }
  }

  /** Returns the viewer for `playerView`: text, or null for a spectator, as online. boardgame.io's games get the page's value. */
  #viewer() {
    return this.compat ? this.playerID : idText(this.playerID) ?? null;
  }

  #catchUp(log: Log) {
    if (log !== this.#log || this.isDisposed) return;
    // A loop: a call cannot take a long log as its arguments.
    for (const entry of this.#host.take(this.#engine.logFrom(log.entries.length - log.start))) log.entries.push(entry);
  }

  /** Reads the last state before the engine is freed. An engine that has failed returns nothing. */
  #keepLastState() {
    const engine = this.#engine;
    try {
      if (!engine.isRetired) this.#catchUp(this.#log);
      if (!engine.isRetired) this.getState();
      // Even if nobody has read the store yet: it may be read first after `dispose`.
      if (!engine.isRetired) this.stored.state();
    } catch (error) {
      reportUncaught(error);
    }
    this.keepState();
  }
}

/** Rings for a match as long as somebody refers to it. */
function alarmFor(match: LocalMatch): Alarm {
  const held = new WeakRef(match);
  return new Alarm(() => held.deref()?.endTimes(), MASTER_TIME);
}

/** Returns the last entry with effects. */
function lastWithEffects(entries: readonly LogEntry[]) {
  let index = entries.length - 1;
  while (index >= 0 && !entries[index].effects) index -= 1;
  return entries[index];
}

const SHARED_STEP = 'several players may act now: a master would refuse undo and redo, but this page does not';

/** Returns `true` if several players may act, or none. */
function isShared({ activePlayers }: { activePlayers: ActivePlayers<string> | null }) {
  return activePlayers !== null && Object.keys(activePlayers).length !== 1;
}
