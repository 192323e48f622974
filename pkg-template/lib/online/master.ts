import { addingMessage, withSenderName } from './chat-history.js';
import { printErrorOfOnError } from '../util/print-error.js';
import { isDevelopment } from '../util/environment.js';
import { Alarms } from './alarms.js';
import { Announcer } from './announcer.js';
import { Clocks } from './clocks.js';
import { placeOf } from './match-queue.js';
import { failed, MatchFailures, printErrorOfMatch } from './failures.js';
import { masterLimits } from './limits.js';
import { BY_BOT } from './bot-seats.js';
import { FailuresOfSenders } from './engine-failures.js';
import { engineOf, matchDataMessage } from './match-data.js';
import { MATCH, MatchStore, METADATA } from './match-store.js';
import { checkInspect, MasterInspector } from './master-inspector.js';
import { credentialsOf, matchNameOf } from './names.js';
import { subscribeTo } from '../util/inspector.js';
import { noop } from '../util/noop.js';
import { MASTER_TIME } from '../util/steady-clock.js';
import { drawing } from '../game/random-source.js';
import { GAME_NOT_FOUND, METADATA_NOT_FOUND, NOT_A_PLAYER } from './protocol/errors.js';
import { SEAT_CHANGED } from './refusal.js';
import { objectionToChat } from '../game/declarations.js';
import { originalGame, rulesOf, UNNAMED } from '../game/rules.js';
import { objectionToVersion, versionOf } from '../engine/version.js';
import { isSeatOf, Permissions, readTimeout, unproven } from './permission.js';
import { actionRequest, isPlace, limitedBy, named, readAbout, readAction, readChat, seatRequest, viewersSeat, withProblem } from './request.js';
import { sharedBy } from './shared-by-storage.js';
import { beginBySync } from './unplayed.js';
import { checkStack } from '../engine/stack-probe.js';
import { drive } from './steps.js';
import { checkAbsent } from './storage/stored-match.js';
import type { ActionError, Game, PlayerID, State } from '../../types/game.js';
import type { InspectMaster } from '../../types/inspect.js';
import type { Auth, ChatMessage, ClientInfo, CredentialedAction, MasterOptions, Refused, TransportAPI } from '../../types/master.js';
import type { MasterTime } from './alarms.js';
import type { AskTimeoutBot } from './timeout-bot.js';
import type { MatchEvent } from './announcer.js';
import type { StoredMetadata } from './match-data.js';
import type { ClockOrder } from './match-engine.js';
import type { ShownLogPart, StoredInParts } from './match-log.js';
import type { Permission } from './permission.js';
import type { Bounds } from './proposal.js';
import type { ActionRequest, ReadAction, Rejection, Request, Seat, SeatRequest, Sender, SyncRequest } from './request.js';
import type { Steps } from './steps.js';
import type { Async, Sync } from './storage/contract.js';
import type { StoredState } from './stored-states.js';

/** Details of a refusal that an action leads to, for an inspector. */
type Details = { error?: ActionError | undefined };
/** The result of a request: nothing, or why it was refused. */
type Result = void | Refused;
/** Hosts may have the master compare the games of matches. */
type Options = MasterOptions & { comparesGame?: boolean, time?: MasterTime | undefined };
/** A request for the whole match that waits, at its master. */
type Servable = { master: Master, request: SyncRequest };

const NOT_FOUND: Refused = { error: GAME_NOT_FOUND };

/**
 * Runs matches: checks what clients ask for, keeps the states in a storage, and sends through a transport what has
 * happened. One action at a time for each match, whatever the storage does; what is sent has been stored.
 *
 * A request passes through five steps, each with a file of its own: it is parsed (`request.ts`), gets permission (`permission.ts`), waits for its turn
 * at the match (`match-queue.ts`), the engine proposes what comes next and the storage stores that (`match-store.ts`), and the outcome is announced
 * (`announcer.ts`).
 *
 * No promise of a master is ever rejected. With a synchronous storage, and without `auth`, all is done before the method returns.
 */
export class Master {
  declare game: Game<any, any, any>;
  declare storageAPI: Sync | Async;
  declare transportAPI: TransportAPI;
  declare auth?: Auth;
  /** Milliseconds in which `auth` must respond: after that it is a refusal, and `onError` is notified. */
  declare authTimeout: number;
  /**
   * Called with what a game, a storage, a transport or a subscriber throws, and once with each thing in a stored match that
   * makes no sense. By default it is printed in development.
   */
  declare onError: (error: unknown, where: { matchID: string }) => void;
  /**
   * For hosts: returns why this sender may do nothing any more, or null. Called when an action or a chat message is about to take
   * effect, which may be long after it was sent. By default it returns null.
   */
  declare whyNotCome: (sender: any) => { error: string; type?: string } | null;
  /** For hosts: why a match may not begin because this sender has asked for it; null, the default, if it may. */
  declare whyNotBegin: (sender: any) => string | null;
  /** For hosts: why this sender may not do anything that takes about so many bytes to store; null, the default, if they may. */
  declare whyNotAct: (sender: any, bytes: number) => string | null;
  /** @internal The setup data of a match that begins because this sender asks for it: only of senders that the host trusts. */
  declare setupDataOf: (sender: any) => unknown;
  /** For hosts: the address of a sender, or another text by which failures of the engine are counted that their requests cause; undefined: the match. */
  declare addressOf: (sender: any) => string | undefined;
  /** @internal Asks the bot of `onTimeout` for the action of a player. Hubs set it. Without it, the turn or stage ends. */
  declare askTimeoutBot: AskTimeoutBot | undefined;
  /** @internal A sender has asked for a match that had begun, of which these are the metadata. */
  declare hadBegun: (sender: any, matchID: string, metadata: StoredMetadata | undefined) => void;
  /** For hosts: called when an action of this sender, who has this seat, was refused, or had been acknowledged before. */
  declare hadNoEffect: (sender: any, seat: { matchID: string; playerID: PlayerID }) => void;
  /** For hosts: called when an action comes again that has been done: the master that did it may have ended before anybody was notified. */
  declare hadBeenDone: (matchID: string) => void;
  /** @internal `true` if a match may have any number of players. A page with bots sets it, because it gives their number. */
  declare isForAnyNumber: boolean;
  /** @internal */ declare subscribeCallback: (event: MatchEvent) => void;
  /** @internal */ declare permissions: Permissions;
  /** @internal Exists while somebody receives the events of this master. */
  declare inspector: MasterInspector | null;
  #rules;
  #engine;
  #shared;
  #limits;
  /** Failures of the engine, by sender. */
  #senders;
  #failures: MatchFailures;
  #store: MatchStore;
  #announcer: Announcer;
  #alarms: Alarms;
  #clocks: Clocks;

  constructor(game: Game<any, any, any>, storageAPI: Sync | Async, transportAPI: TransportAPI, auth?: Auth, options?: MasterOptions);
  /** @internal A hub always sets `comparesGame`; another master, as boardgame.io's tests make them, only if its game has a name. */
  constructor(game: Game, storageAPI: Sync | Async, transportAPI: TransportAPI, auth?: Auth, options?: Options);
  constructor(game: Game, storageAPI: Sync | Async, transportAPI: TransportAPI, auth?: Auth, { limits, comparesGame = false, authTimeout, random, inspect, time = MASTER_TIME }: Options = {}) {
    this.inspector = null;
    this.onError = printErrorOfMatch;
    this.whyNotCome = (_sender) => null;
    this.whyNotBegin = (_sender) => null;
    this.whyNotAct = (_sender, _bytes) => null;
    this.setupDataOf = (_sender) => undefined;
    this.addressOf = (_sender) => undefined;
    this.hadBegun = (_sender, _matchID, _metadata) => {};
    this.hadNoEffect = (_sender, _seat) => {};
    this.hadBeenDone = (_matchID) => {};
    this.isForAnyNumber = false;
    this.game = random === undefined ? game : drawing(game, random);
    this.storageAPI = storageAPI;
    this.transportAPI = transportAPI;
    this.auth = auth;
    this.authTimeout = readTimeout(authTimeout);
    this.subscribeCallback = noop;
    const rules = rulesOf(originalGame(this.game));
    const engine = engineOf(this.game);
    const shared = sharedBy(storageAPI);
    this.#rules = rules;
    this.#engine = engine;
    this.#shared = shared;
    this.#limits = masterLimits(limits);
    this.#senders = new FailuresOfSenders(this, shared.failures, rules.name);
    const failures = new MatchFailures(this, shared);
    const gameName = comparesGame || rules.name !== UNNAMED ? rules.name : undefined;
    this.#alarms = new Alarms(time, (matchID) => this.endTimes(matchID));
    const store = new MatchStore(this, { engine, failures, gameName, limits: this.#limits, shared, alarms: this.#alarms });
    this.#failures = failures;
    this.#store = store;
    this.permissions = new Permissions(this, { store, failures, lookups: shared.queue.lookups });
    if (inspect !== undefined) this.inspect(inspect);
    this.#announcer = new Announcer(this, {
      store, engine, failures, deltaState: Boolean(rules.settings.deltaState), mostChat: this.#limits.chat, version: versionOf(rules),
    });
    this.#clocks = new Clocks(this, { rules, store, engine, failures, announcer: this.#announcer, alarms: this.#alarms });
  }

  /** @internal Returns the present moment, by the time of this master. */
  now(): number {
    return this.#alarms.now();
  }

  /** @internal Ends the time of the players of a match whose deadlines have passed. */
  endTimes(matchID: string): unknown {
    return this.#shared.queue.run(matchID, () => this.#failures.catching(matchID, () => drive(this.#clocks.endTimes(matchID)), failed));
  }

  /**
   * @internal Gives the clock of a match an order: to stop, to go on, or to give the players who are waited for the time again that they had at
   * the last action.
   */
  async orderClock(matchID: string, order: ClockOrder): Promise<Result> {
    return this.#shared.queue.run(matchID, () => this.#failures.catching(matchID, () => drive(this.#clocks.order(matchID, order)), failed));
  }

  /** @internal The seats of a match have changed: the clock of a lobby's match begins when all are taken. */
  seatsChanged(matchID: string): unknown {
    return this.#shared.queue.run(matchID, () => this.#failures.catching(matchID, () => drive(this.#clocks.resume(matchID)), failed));
  }

  /** @internal Ends the alarms of this master. */
  stop(): void {
    this.#alarms.stop();
  }

  /** @internal Calls `fn` with the events of this master. Returns a function that ends this. Throws if `fn` is no function. */
  inspect(fn: InspectMaster): () => void {
    checkInspect(fn);
    return subscribeTo(this, () => new MasterInspector(this.#rules.name), fn);
  }

  /** @internal Prints that `onError` has thrown. In a page only developers set it; servers print it in production, too. */
  printError(thrown: unknown): void {
    if (isDevelopment()) printErrorOfOnError(thrown);
  }

  /** `fn` is called after each action, and without one when a match begins. `'PLAYER_LEAVE'`, which `action.type` does not list, comes, too. */
  subscribe(fn: (event: { state: State; action?: CredentialedAction; matchID: string }) => void): void {
    this.subscribeCallback = fn;
  }

  /** A client makes an action, in the state `stateID`. `transportAPI.send` is given `sender` with what is for this sender alone. */
  async onUpdate(credAction: CredentialedAction, stateID: number, matchID: string | number, playerID: PlayerID | number, sender?: any): Promise<void | Refused> {
    const read = readAction(credAction, stateID, playerID, this.#limits.args);
    const { inspector } = this;
    if (!inspector) return this.#update(read, matchID, sender);
    inspector.received('update', credAction, matchID, playerID);
    const details: Details = {};
    const result = await this.#update(read, matchID, sender, details);
    inspector.settled(read, matchID, result, details.error);
    return result;
  }

  #update(read: ReadAction | Rejection, matchID: string | number, sender: any, details?: Details): Result | Promise<Result> {
    if ('error' in read) return read;
    const request = actionRequest(read, matchID, { isBots: sender === BY_BOT, sender });
    if ('error' in request) return { error: request.error };
    const whyNot = () => limitedBy(this.whyNotAct(sender, read.size));
    const problem = request.problem ?? this.#failures.catching(request.matchID, whyNot, failed);
    return this.#inTurn(withProblem(request, problem), (action) => this.#act(action, details));
  }

  /** Removes a player permanently. Another call with the same `leaveID` does nothing after the first has been stored. */
  async onPlayerLeave(matchID: string | number, playerID: PlayerID | number, credentials?: string, sender?: any, leaveID?: string): Promise<void | Refused> {
    const request = seatRequest(matchID, playerID, { credentials, sender, denial: NOT_A_PLAYER });
    return this.#inTurn(request, (leave) => this.#removePlayer(leave, leaveID));
  }

  /**
   * Sends a client the whole match. A match that does not exist begins, for the game's number of players, unless `whyNotBegin` returns a
   * reason. It does not begin if the client had joined it before: then it was deleted.
   */
  async onSync(
    matchID: string | number, playerID: PlayerID | number | null | undefined, credentials?: string, numPlayers?: number,
    ...[sender, about]: [sender?: any, about?: ClientInfo]
  ): Promise<void | Refused> {
    this.inspector?.received('sync', about, matchID, playerID);
    const seat = viewersSeat(playerID, credentials);
    if (seat !== null && 'error' in seat) return seat;
    const { version, mayBegin } = readAbout(about);
    const refused = objectionToVersion(this.#rules, version);
    if (refused) return refused;
    const viewer = seat === null ? playerID as null | undefined : seat.playerID;
    const request = named(matchID, { seat, sender, playerID: viewer, numPlayers, mayBegin, isForMatch: true });
    return this.#inTurn(request, (sync) => this.#sync(sync));
  }

  /** A client wants the part of the log that comes before what it has: `before` is what was called `earlier`. It waits for no action. */
  async onLog(matchID: string | number, playerID: PlayerID | number | null | undefined, credentials: string | undefined, before: number, sender?: any): Promise<void | Refused> {
    this.inspector?.received('log', before, matchID, playerID);
    const seat = viewersSeat(playerID, credentials);
    if (seat !== null && 'error' in seat) return seat;
    const request = named(matchID, { seat, sender });
    if ('error' in request || !isPlace(before)) return { error: 'malformed question' };
    return this.#run(request, () => this.#sendLog(request, before));
  }

  /** A player's connection has come or gone: to be called once for each. */
  async onConnectionChange(matchID: string | number, playerID: PlayerID | number | null | undefined, credentials: string | undefined, connected: boolean): Promise<void | Refused>;
  /** @internal Without `connected` the caller has counted it already, as hubs do: the count is stored and sent. */
  async onConnectionChange(matchID: unknown, playerID: unknown, credentials?: unknown, connected?: boolean): Promise<Result>;
  async onConnectionChange(matchID: unknown, playerID: unknown, credentials?: unknown, connected?: boolean): Promise<Result> {
    if (playerID === undefined || playerID === null) return undefined;
    // A caller that omits it has counted it, and needs no authentication.
    const isNote = connected === undefined;
    const request = seatRequest(matchID, playerID, { credentials, denial: NOT_A_PLAYER }, { isNote });
    return this.#inTurn(request, (note) => this.#connect(note, isNote ? 0 : connected ? 1 : -1));
  }

  /** A chat message for everybody at the match. */
  async onChatMessage(matchID: string | number, chatMessage: ChatMessage, credentials?: string, sender?: any): Promise<void | Refused> {
    const message = readChat(chatMessage);
    this.inspector?.received('chat', message?.payload, matchID, message?.sender);
    if (message === null || matchNameOf(matchID) === null) return { error: 'malformed chat message' };
    const request = seatRequest(matchID, message.sender, { credentials: credentialsOf(credentials), sender });
    return this.#inTurn(request, (chat) => this.#chat(chat, message as ChatMessage));
  }

  /** Steps 2 and 3 of a request: runs the steps that are left with permission, in their turn at the match. */
  #inTurn<Asked extends Request>(request: Asked | Rejection, steps: (request: Asked) => Steps<Result>): Result | Promise<Result> {
    if ('error' in request) return { error: request.error };
    // A job that began its turn without the stack space to end it would hold up all that follow.
    const failure = this.#failures.catching(request.matchID, checkStack, failed);
    if (failure) return failure;
    const { permissions } = this;
    const place = placeOf(request);
    const isProved = permissions.isNeededFor(request);
    const ask = () => (isProved ? permissions.of(request) : unproven(request, place.flow));
    const work = (permission: Permission) => {
      if (isProved) request.seat.permitted = permission;
      return this.#run(request, () => steps(request));
    };
    const servable: Servable | undefined = isForMatch(request) ? { master: this, request } : undefined;
    return this.#shared.queue.run(request.matchID, work, { ask, servable, ...place });
  }

  /** Runs steps. Failures of the engine are counted for their sender. */
  #run({ matchID, sender }: Request, steps: () => Steps<Result>): Result | Promise<Result> {
    return this.#failures.catching(matchID, () => drive(steps(), this.#senders.counting(matchID, sender)), failed);
  }

  *#act(request: ActionRequest, details: Details = {}): Steps<Result> {
    const { matchID, playerID, sender, sync } = request;
    try {
      // The alarm may be late.
      if (this.#alarms.isDue(matchID)) yield* this.#clocks.endTimes(matchID);
      const propose = (now: StoredState, bounds: Bounds) => this.#engine.propose(now, this.#senders.admitted(request), bounds);
      const outcome = yield* this.#store.advance(request, propose);
      if (!outcome) return NOT_FOUND;
      const { done, error, refused } = outcome.proposal;
      details.error = error as ActionError | undefined;
      if (!done) {
        this.#failures.catching(matchID, () => this.hadNoEffect(sender, { matchID, playerID }));
        if (!error && !refused) this.#failures.catching(matchID, () => this.hadBeenDone(matchID));
      }
      yield* this.#announcer.outcome(request, outcome);
      if (done) {
        this.#alarms.acted(matchID);
        if (outcome.next.ctx.clock?.waiting) yield* this.#clocks.resume(matchID);
        return yield* this.#store.noteProgress(matchID, done);
      }
      return error && { error: request.action ? error.type : request.problem.type ?? request.problem.error };
    } catch (error) {
      if (error === SEAT_CHANGED) return failed(error);
      this.#failures.report(error, matchID);
      // boardgame.io's client shows its move already, and does not ask again.
      if (!sync) yield* this.#announcer.again(request);
      return failed(error);
    }
  }

  *#removePlayer(request: SeatRequest, leaveID: string | undefined): Steps<Result> {
    const { matchID, sender, seat: { playerID } } = request;
    const why = (yield* this.#seatless(request)) ?? this.#senders.whyNot(matchID, sender);
    if (why) return { error: why };
    const leave = (now: StoredState, bounds: Bounds) => this.#engine.proposeLeave(now, { playerID, leaveID }, bounds);
    const outcome = yield* this.#store.advance(request, leave);
    if (!outcome) return NOT_FOUND;
    const { done, error } = outcome.proposal;
    if (error) return { error: error.type };
    if (!done) return this.#failures.catching(matchID, () => this.hadBeenDone(matchID));
    this.#announcer.left(request, playerID, outcome);
    return yield* this.#store.noteProgress(matchID, done);
  }

  *#sync(request: SyncRequest): Steps<Result> {
    const { matchID, sender } = request;
    const why = this.#senders.whyNot(matchID, sender);
    if (why) return limitedBy(why);
    const stored = yield* this.#store.fetchWhole(request);
    if (stored.state) {
      this.#failures.catching(matchID, () => this.hadBegun(sender, matchID, stored.metadata));
      this.#announcer.whole(stored, request);
      this.#shared.queue.serve(matchID, (other, permission) => this.#serve(stored, other as Servable, { permission, served: sender }));
      return undefined;
    }
    checkAbsent(stored);
    if (!request.mayBegin) return NOT_FOUND;
    const match = this.#begin(request);
    if (match.error !== undefined) return { error: match.error };
    if (yield* this.#store.create(matchID, match)) {
      this.#announcer.begun(matchID, match.initialState);
      this.#announcer.whole({ ...match, state: match.initialState, log: [] }, request);
      return undefined;
    }
    const begun = yield* this.#store.fetchWhole(request);
    if (!begun.state) throw new Error('createMatchIfAbsent: the storage reports that the match exists, but has no state of it');
    this.#announcer.whole(begun, request);
    return undefined;
  }

  *#connect(request: SeatRequest, change: number): Steps<Result> {
    const { matchID, seat } = request;
    const { playerID } = seat;
    const why = yield* this.#seatless(request);
    if (why) return { error: why };
    const isConnected = this.#shared.count(matchID, playerID, change) > 0;
    this.inspector?.connected(matchID, playerID, isConnected);
    const note = ({ players }: StoredMetadata) => ({ players: { ...players, [playerID]: { ...players[playerID], isConnected } } });
    const metadata = yield* this.#store.changeMetadata(matchID, note, seat);
    this.#announcer.sendAll(matchDataMessage(matchID, metadata));
    return undefined;
  }

  /** Returns why a player has no seat; null if they have one. */
  *#seatless({ matchID, seat: { playerID } }: SeatRequest): Steps<string | null> {
    const { metadata } = yield* this.#store.fetch(matchID, METADATA);
    if (!metadata) return METADATA_NOT_FOUND;
    return Object.hasOwn(metadata.players, playerID) ? null : NOT_A_PLAYER;
  }

  *#chat({ matchID, seat }: SeatRequest, message: ChatMessage): Steps<Result> {
    const { metadata } = yield* this.#store.fetch(matchID, METADATA, seat);
    // Without `auth`, boardgame.io's own tests chat at a bare master that has no match.
    if (this.auth && !metadata && !(yield* this.#store.fetch(matchID, MATCH)).state) return NOT_FOUND;
    const objection = objectionToChat(this.#rules, message);
    if (objection) return objection;
    const signed = withSenderName(message, metadata);
    if (this.#announcer.sendAll({ type: 'chat', args: [matchID, signed] }) === false) return { error: 'too fast' };
    if (metadata) yield* this.#store.note(matchID, addingMessage(signed, metadata, this.#limits.chat));
    return undefined;
  }

  *#sendLog(request: Request, before: number): Steps<Result> {
    const { matchID, seat, sender } = request;
    if (this.permissions.isNeededFor(request)) {
      const permission: Permission = yield this.permissions.of(request);
      if (permission.error) return { error: permission.error };
      request.seat.permitted = permission;
    }
    const read = () => drive(this.#store.fetchLogPart(request, before), this.#senders.counting(matchID, sender));
    const part: ShownLogPart = yield sender?.connection ? this.#shared.queue.logs.run(sender.connection, read) : read();
    this.#announcer.send({ playerID: seat?.playerID ?? null, type: 'log', args: [matchID, { before, ...part }] }, sender);
    return undefined;
  }

  /** Returns `true` if another client that waits for the whole match has been sent what has just been read. */
  #serve(stored: StoredInParts, { master, request }: Servable, { permission, served }: { permission: Permission, served: Sender | undefined }): boolean {
    const { matchID, seat, sender } = request;
    // A spectator, who has no seat, needs no permission.
    if (master !== this || !(permission.isFree || isSeatOf(permission, seat as Seat, stored.metadata))) return false;
    // A connection that has asked twice has just been sent the reply to both.
    if (served?.connection && sender?.connection === served.connection) return true;
    // In its own turn it is refused.
    if (this.#senders.whyNot(matchID, sender)) return false;
    this.#senders.counting(matchID, sender)(() => this.#announcer.whole(stored, request));
    return true;
  }

  #begin({ matchID, numPlayers, sender }: SyncRequest) {
    const whyNot = () => this.#senders.whyNot(matchID, sender) ?? this.whyNotBegin(sender);
    const ways = { rules: this.#rules, isForAnyNumber: this.isForAnyNumber, whyNot };
    const begin = () => beginBySync(this.game, { numPlayers, setupData: this.setupDataOf(sender), now: this.now() }, ways);
    return this.#failures.catching(matchID, begin, () => ({ error: 'the match could not begin' }));
  }
}

function isForMatch(request: Request): request is SyncRequest {
  return request.isForMatch === true;
}
