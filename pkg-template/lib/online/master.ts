import { addingMessage, chatHistoryOf, withSenderName } from './chat-history.js';
import { printErrorOfOnError } from '../util/print-error.js';
import { isDevelopment } from '../util/environment.js';
import { AGAIN, drive } from './match-queue.js';
import { failed, reportTo, textOfFailure } from './failures.js';
import { masterLimits } from './limits.js';
import { EVERYTHING, fetchEverything, logSizeOf, logUntilState } from './match-log.js';
import { BY_BOT } from './bot-seats.js';
import { acksOf, acksTo, syncOf } from './ledger.js';
import { FailuresOfSenders } from './engine-failures.js';
import { HostCalls } from './host-calls.js';
import { engineOf, matchDataMessage, publicMatchData } from './match-data.js';
import { credentialsOf, matchNameOf, nameOf } from './names.js';
import { leaving } from './match-engine.js';
import { noop } from '../util/noop.js';
import { drawing } from '../game/drawing.js';
import { checkGame, checkSeat, isSeatOf, Refusal, SEAT_CHANGED } from './own-match.js';
import { Progress } from './progress.js';
import { RefusedDraws } from './proposal.js';
import { objectionToChat } from '../game/declarations.js';
import { rulesOf, UNNAMED, unprocessed } from '../game/rules.js';
import { objectionToVersion, versionOf } from '../engine/version.js';
import { isPromise } from '../util/promise.js';
import { Permissions, denied, readTimeout } from './permission.js';
import { isPlace, limitedBy, readAbout, readAction, readChat } from './request.js';
import { sharedBy } from './shared-by-storage.js';
import { beginBySync } from './unplayed.js';
import { isGone, standingOf, unproven, viewersSeat } from './standing.js';
import { checkStack } from '../engine/stack-probe.js';
import { readLogPart } from './storage/log-part.js';
import { checkAbsent, isUnreadable, readMatch } from './storage/stored-match.js';
import { asStored, statesOf } from './stored-states.js';
import { ATTEMPTS, createIfAbsent, replaceMetadata, replaceState, tooOften } from './storage/storing.js';
import type { Game, PlayerID, State } from '../../types/game.js';
import type { Auth, ChatMessage, ClientInfo, CredentialedAction, MasterOptions, Refused, StorageAPI, TransportAPI } from '../../types/master.js';
import type { MetadataChange, StoredMetadata } from './match-data.js';
import type { ShownLogPart, StoredInParts } from './match-log.js';
import type { Permission, Steps } from './match-queue.js';
import type { Advance, Bounds, Done, MadeState, Proposal } from './proposal.js';
import type { ActRequest, Along, Asked, Job, Seat, Seated, Sender, SyncRequest, Viewer } from './standing.js';
import type { Stored } from './storage/stored-match.js';
import type { Async, Sync } from './storage/contract.js';
import type { StoredState } from './stored-states.js';
import type { OwnMessage, SentMessage } from './view.js';

/** The result of a request: nothing, or why it was refused. */
type Result = void | Refused;
/** A match begins, or an action was done. */
type MatchEvent = { state: State; action?: CredentialedAction; matchID: string };
/** Hosts may have the master compare the games of matches. */
type Options = MasterOptions & { comparesGame?: boolean };

const METADATA = { metadata: true };
const MATCH = { state: true, metadata: true };

/**
 * Runs matches: checks what clients ask for, keeps the states in a storage, and sends through a transport what has
 * happened. One action at a time for each match, whatever the storage does; what is sent has been stored.
 *
 * No promise of a master is ever rejected. With a synchronous storage, and without `auth`, all is done before the method returns.
 */
export class Master extends HostCalls {
  declare game: Game<any, any, any>;
  declare storageAPI: Sync | Async;
  declare transportAPI: TransportAPI;
  declare auth?: Auth;
  /** Milliseconds in which `auth` must respond: after that it is a refusal, and `onError` is notified. */
  declare authTimeout: number;
  /** @internal */ declare subscribeCallback: (event: MatchEvent) => void;
  /** @internal */ declare permissions: Permissions;
  #rules;
  /** Undefined if matches of all games are taken. */
  #gameName;
  #engine;
  #refusedDraws = new RefusedDraws();
  #states;
  /** What clients are sent about the game beside the match. */
  #about: { version?: string | number };
  #shared;
  #limits;
  #progress = new Progress();
  #failures;

  constructor(game: Game<any, any, any>, storageAPI: Sync | Async, transportAPI: TransportAPI, auth?: Auth, options?: MasterOptions);
  /** @internal A hub always sets `comparesGame`; another master, as boardgame.io's tests make them, only if its game has a name. */
  constructor(game: Game, storageAPI: Sync | Async, transportAPI: TransportAPI, auth?: Auth, options?: Options);
  constructor(game: Game, storageAPI: Sync | Async, transportAPI: TransportAPI, auth?: Auth, { limits, comparesGame = false, authTimeout, random }: Options = {}) {
    super();
    this.game = random === undefined ? game : drawing(game, random);
    this.storageAPI = storageAPI;
    this.transportAPI = transportAPI;
    this.auth = auth;
    this.authTimeout = readTimeout(authTimeout);
    this.subscribeCallback = noop;
    this.#rules = rulesOf(unprocessed(this.game));
    const { name } = this.#rules;
    this.#gameName = comparesGame || name !== UNNAMED ? name : undefined;
    this.#engine = engineOf(this.game);
    this.#states = statesOf(this.game);
    const version = versionOf(this.#rules);
    this.#about = version === undefined ? {} : { version };
    this.#shared = sharedBy(storageAPI);
    this.#limits = masterLimits(limits);
    this.#failures = new FailuresOfSenders(this, this.#shared.failures, name);
    this.permissions = new Permissions(this, {
      fetch: (matchID, wanted) => this.#fetch(matchID, wanted),
      report: (error, matchID) => this.#report(error, matchID),
      lookups: this.#shared.queue.lookups,
    });
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
    const asked = readAction(credAction, stateID, playerID, this.#limits.args);
    if (asked.error) return { error: asked.error };
    const { problem = limitedBy(this.whyNotAct(sender, asked.size)), playerID: author, credentials, sync } = asked;
    const seat: Seat = { playerID: author, credentials, denial: 'unauthorized action', isBots: sender === BY_BOT, sender };
    // The action is null exactly if there is a problem.
    const request = { action: problem ? null : asked.action, problem, playerID: author, stateID: asked.stateID, seat, sync, sender } as ActRequest;
    return this.#inTurn(matchID, { seat, sync, sender }, { sender, steps: (name) => this.#update(name, request) });
  }

  /** A player leaves for good. A call with the same `leaveID` does nothing once the first has been stored. */
  async onPlayerLeave(matchID: string | number, playerID: PlayerID | number, credentials?: string, sender?: any, leaveID?: string): Promise<void | Refused> {
    const seat: Seat = { playerID: nameOf(playerID), credentials, denial: 'unauthorized', sender };
    return this.#inTurn(matchID, { seat }, { sender, steps: (name) => this.#removePlayer(name, { seat, sender, leaveID }) });
  }

  /**
   * A client asks for the whole match. If there is none, it begins, for as many players as the game is for, unless `whyNotBegin` objects, or
   * the client has had the match: then it was deleted.
   */
  async onSync(
    matchID: string | number, playerID: PlayerID | number | null | undefined, credentials?: string, numPlayers?: number,
    ...[sender, about]: [sender?: any, about?: ClientInfo]
  ): Promise<void | Refused> {
    const seat = viewersSeat(playerID, credentials);
    if (seat?.playerID === null) return { error: seat.denial };
    const viewer = seat === null ? playerID as null | undefined : seat.playerID;
    const { version, mayBegin } = readAbout(about);
    const refused = objectionToVersion(this.#rules, version);
    if (refused) return refused;
    const along: Along = { master: this, seat, playerID: viewer, sender };
    const steps = (name: string) => this.#sync(name, viewer, { numPlayers, mayBegin, seat, sender });
    return this.#inTurn(matchID, { seat, sender, along }, { sender, steps });
  }

  /** A client wants the part of the log that comes before what it has: `before` is what was called `earlier`. It waits for no action. */
  async onLog(matchID: string | number, playerID: PlayerID | number | null | undefined, credentials: string | undefined, before: number, sender?: any): Promise<void | Refused> {
    const name = matchNameOf(matchID);
    if (name === null || !isPlace(before)) return { error: 'malformed question' };
    const seat = viewersSeat(playerID, credentials);
    if (seat?.playerID === null) return { error: seat.denial };
    return this.#run(name, { sender, steps: () => this.#sendLog(name, seat, { before, sender }) });
  }

  /** A player's connection has come or gone: to be called once for each. */
  async onConnectionChange(matchID: string | number, playerID: PlayerID | number | null | undefined, credentials: string | undefined, connected: boolean): Promise<void | Refused>;
  /** @internal Without `connected` the caller has counted it already, as hubs do: the count is stored and sent. */
  async onConnectionChange(matchID: unknown, playerID: unknown, credentials?: unknown, connected?: boolean): Promise<Result>;
  async onConnectionChange(matchID: unknown, playerID: unknown, credentials?: unknown, connected?: boolean): Promise<Result> {
    if (playerID === undefined || playerID === null) return undefined;
    const seat = { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
    // A caller that leaves it out has counted it, and needs no authentication.
    const isNote = connected === undefined;
    const change = isNote ? 0 : connected ? 1 : -1;
    return this.#inTurn(matchID, { seat, isNote }, { steps: (name) => this.#connect(name, seat, change) });
  }

  /** A chat message for everybody at the match. */
  async onChatMessage(matchID: string | number, chatMessage: ChatMessage, credentials?: string, sender?: any): Promise<void | Refused> {
    const message = readChat(chatMessage);
    if (message === null || matchNameOf(matchID) === null) return { error: 'malformed chat message' };
    if (message.sender === null) return { error: 'unauthorized' };
    const seat = { playerID: message.sender, credentials: credentialsOf(credentials), denial: 'unauthorized', sender };
    return this.#inTurn(matchID, { seat, sender }, { sender, steps: (name) => this.#chat(name, message as ChatMessage, seat) });
  }

  /**
   * Runs steps when it is their turn at the match, with permission: one that is not known yet holds up nobody else, and is
   * asked again if the seat has changed by then.
   */
  #inTurn(matchID: unknown, asked: Asked, job: Job): Result | Promise<Result> {
    const name = matchNameOf(matchID);
    if (name === null) return { error: 'game not found' };
    // A job that began its turn without the stack space to end it would hold up all that follow.
    const failure = this.#unfailing(name, checkStack, failed);
    if (failure) return failure;
    const { seat } = asked;
    const standing = standingOf(asked);
    const hasToProve = seat !== null && !asked.isNote && Boolean(this.auth);
    const ask = () => (hasToProve ? this.#ask(name, seat, asked.sender?.connection) : unproven(asked, standing));
    const work = (permission: Permission) => {
      if (hasToProve) seat.permitted = permission;
      return this.#run(name, job);
    };
    return this.#shared.queue.run(name, work, { ask, ...standing });
  }

  /** Runs steps. Failures of the engine are counted for their sender. */
  #run(name: string, { sender, steps }: Job): Result | Promise<Result> {
    return this.#unfailing(name, () => drive(steps(name), this.#failures.counting(name, sender)), failed);
  }

  /** A permission, or a promise of it. Never throws, and is never rejected. */
  #ask(matchID: string, seat: Seat, connection: unknown): Permission | Promise<Permission> {
    return this.#unfailing(matchID, () => this.permissions.ask(matchID, seat, connection), (error) => denied(textOfFailure(error)));
  }

  *#update(matchID: string, request: ActRequest): Steps<Result> {
    const { playerID, seat, sender } = request;
    try {
      const act = (now: StoredState, bounds: Bounds) => this.#engine.propose(now, this.#failures.admitted(matchID, request), bounds);
      const { state, next, done, error, refused } = yield* this.#advance(matchID, act, seat);
      if (!state) return { error: 'game not found' };
      if (done) {
        this.#announce(matchID, state, next, done, request as Done);
        return this.#progress.isNoted(matchID, done) ? undefined : yield* this.#noteProgress(matchID, done);
      }
      this.#unfailing(matchID, () => this.hadNoEffect(sender, { matchID, playerID }));
      if (!error && !refused) this.#unfailing(matchID, () => this.hadBeenDone(matchID));
      if (request.sync) this.#acknowledge(matchID, next ?? state, request, refused && acksTo(request as Required<ActRequest>, refused));
      else yield* this.#recover(matchID, request);
      return error && { error: request.action ? error.type : request.problem.type ?? request.problem.error };
    } catch (error) {
      if (error === SEAT_CHANGED) return AGAIN;
      this.#report(error, matchID);
      // boardgame.io's client shows its move already, and does not ask again.
      if (!request.sync) yield* this.#recover(matchID, request);
      return failed(error);
    }
  }

  *#removePlayer(matchID: string, { seat, sender, leaveID }: { seat: Seat, sender: Sender | undefined, leaveID: string | undefined }): Steps<Result> {
    const { playerID } = seat as Seated;
    const why = (yield* this.#seatless(matchID, playerID)) ?? this.#failures.whyNot(matchID, sender);
    if (why) return { error: why };
    const leave = (now: StoredState, bounds: Bounds) => this.#engine.proposeLeave(now, { playerID, leaveID }, bounds);
    const { state, next, done, error } = yield* this.#advance(matchID, leave, seat);
    if (!state) return { error: 'game not found' };
    if (error) return { error: error.type };
    if (!done) return this.#unfailing(matchID, () => this.hadBeenDone(matchID));
    this.#announce(matchID, state, next, done, { action: leaving(playerID), playerID });
    return yield* this.#noteProgress(matchID, done);
  }

  *#sync(matchID: string, playerID: PlayerID | null | undefined, { numPlayers, mayBegin, seat, sender }: SyncRequest): Steps<Result> {
    const why = this.#failures.whyNot(matchID, sender);
    if (why) return limitedBy(why);
    const stored = yield* this.#fetchEverything(matchID, seat);
    if (stored.state) {
      this.#unfailing(matchID, () => this.hadBegun(sender, matchID, stored.metadata));
      this.#sendEverything(stored, { matchID, playerID, sender });
      this.#shared.queue.serve(matchID, (asked, permission) => this.#serve(stored, { matchID, ...asked, permission }, sender));
      return undefined;
    }
    checkAbsent(stored);
    if (!mayBegin) return { error: 'game not found' };
    const match = this.#begin(matchID, numPlayers, sender);
    if (match.error !== undefined) return { error: match.error };
    if (yield* createIfAbsent(this.storageAPI, matchID, match)) {
      this.#publish({ state: match.initialState, matchID });
      this.#sendEverything({ ...match, state: match.initialState, log: [] }, { matchID, playerID, sender });
      return undefined;
    }
    const begun = yield* this.#fetchEverything(matchID, seat);
    if (!begun.state) throw new Error('createMatchIfAbsent: the storage reports that the match exists, but has no state of it');
    this.#sendEverything(begun, { matchID, playerID, sender });
    return undefined;
  }

  *#connect(matchID: string, seat: Seat, change: number): Steps<Result> {
    const { playerID } = seat as Seated;
    const why = yield* this.#seatless(matchID, playerID);
    if (why) return { error: why };
    const isConnected = this.#shared.count(matchID, playerID, change) > 0;
    const note = ({ players }: StoredMetadata) => ({ players: { ...players, [playerID]: { ...players[playerID], isConnected } } });
    const metadata = yield* this.#changeMetadata(matchID, note, seat);
    this.#send('sendAll', matchDataMessage(matchID, metadata));
    return undefined;
  }

  /** Why a player has no seat; null if they have one. */
  *#seatless(matchID: string, playerID: PlayerID | null): Steps<string | null> {
    const { metadata } = yield* this.#fetch(matchID, METADATA);
    if (!metadata) return 'metadata not found';
    return playerID !== null && Object.hasOwn(metadata.players, playerID) ? null : 'player not in the match';
  }

  *#chat(matchID: string, message: ChatMessage, seat: Seat): Steps<Result> {
    const { metadata } = yield* this.#fetch(matchID, METADATA, seat);
    // Without `auth`, boardgame.io's own tests chat at a bare master that has no match.
    if (this.auth && !metadata && !(yield* this.#fetch(matchID, MATCH)).state) return { error: 'game not found' };
    const objection = objectionToChat(this.#rules, message);
    if (objection) return objection;
    const named = withSenderName(message, metadata);
    if (this.#send('sendAll', { type: 'chat', args: [matchID, named] }) === false) return { error: 'too fast' };
    if (metadata) yield* this.#note(matchID, addingMessage(named, metadata, this.#limits.chat));
    return undefined;
  }

  /**
   * Proposes the state after the stored one, and stores it, as `next`: the state with what the master remembers. `{}` if there is no
   * such match. If somebody else has stored something meanwhile, it begins again with that.
   */
  *#advance(matchID: string, propose: (state: StoredState, bounds: Bounds) => Proposal, seat: Seat): Steps<Advance> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { state } = yield* this.#fetch(matchID, MATCH, seat);
      if (!state) return {};
      const logSize = state._logSize ?? (yield* logSizeOf(this.storageAPI, matchID, state));
      const bounds = { logSpace: this.#limits.log - logSize, known: this.#refusedDraws.of(matchID, state) };
      const proposal = this.#states.attempt(matchID, () => propose(state, bounds));
      const { done, deltalog, draws, error, ledger, logged, refused, thrown } = proposal;
      if (!done) this.#refusedDraws.note(matchID, state, draws.numbers);
      if (thrown) this.#report(thrown.error, matchID);
      if (!ledger) return { state, error, refused };
      const next = this.#states.next(proposal, logSize + logged, state);
      const isStored = yield* replaceState(this.storageAPI, matchID, { last: state, next: asStored(next), deltalog });
      this.#engine.evict(isStored ? state : next);
      if (isStored) return { state, next, done, error } as Advance;
    }
    throw tooOften();
  }

  /** Stores what `change` makes of the metadata as they are now, and returns them. */
  *#changeMetadata(matchID: string, change: MetadataChange, seat: Seat | null = null): Steps<Pick<StoredMetadata, 'players' | 'nextMatchID'>> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { metadata: last } = yield* this.#fetch(matchID, METADATA, seat);
      const changed = last && change(last);
      if (!changed) return last ?? { players: {} };
      const next = this.#shared.withConnections(matchID, { ...last, ...changed });
      if (yield* replaceMetadata(this.storageAPI, matchID, { last, next })) return next;
    }
    throw tooOften();
  }

  /**
   * What is stored of a match, checked. Throws an error that `isUnreadable` recognises if it makes no sense, and a `Refusal` if it is of
   * another game, or the seat is another player's by now.
   */
  *#fetch(matchID: string, wanted: StorageAPI.FetchOpts, seat: Seat | null = null): Steps<Stored> {
    return this.#read(matchID, yield this.storageAPI.fetch(matchID, wanted), { wanted, seat });
  }

  /** As `#fetch`, with the newest part of the log, and where the entries before it begin. */
  *#fetchEverything(matchID: string, seat: Seat | null): Steps<StoredInParts> {
    const stored = yield* fetchEverything(this.storageAPI, matchID, this.#limits.answer);
    const match = this.#read(matchID, stored, { wanted: EVERYTHING, seat });
    return { ...match, log: logUntilState(match), earlier: stored.earlier };
  }

  #read(matchID: string, stored: unknown, { wanted, seat = null }: { wanted: StorageAPI.FetchOpts, seat?: Seat | null }): Stored {
    const admit = (metadata: StoredMetadata | undefined) => {
      checkGame(metadata, this.#gameName);
      checkSeat(seat, metadata, this.whyNotCome);
    };
    return readMatch(stored, wanted, { readState: (state) => this.#states.read(matchID, state), admit });
  }

  /** `state` is the next one with what was added to the log. Subscribers are notified of leaves, too, which are no clients' actions. */
  #announce(matchID: string, prev: StoredState, next: StoredState, state: MadeState, { action, playerID, sync: made, sender }: Done) {
    this.#publish({ state, action, matchID } as MatchEvent);
    const sync = syncOf(this.#engine, next);
    if (this.#rules.settings.deltaState) {
      this.#send('sendAll', { type: 'patch', args: [matchID, prev._stateID, prev, state], sync });
      // boardgame.io's client has predicted the action: the patch does not apply to its state.
      if (!made) this.#send('send', { playerID, type: 'update', args: [matchID, state], sync }, sender);
    } else {
      this.#send('sendAll', { type: 'update', args: [matchID, state], prev, sync });
    }
  }

  *#noteProgress(matchID: string, state: MadeState): Steps<undefined> {
    if (yield* this.#note(matchID, (metadata) => this.#progress.change(metadata, state))) this.#progress.note(matchID, state);
  }

  /** Stores in the metadata what has been sent to all by now: at worst, lists of matches or the chat are out of date. */
  *#note(matchID: string, change: MetadataChange): Steps<boolean> {
    try {
      yield* this.#changeMetadata(matchID, change);
      return true;
    } catch (error) {
      this.#report(error, matchID);
      return false;
    }
  }

  /** Sends the author of an action their acknowledgements; the state is as it was. */
  #acknowledge(matchID: string, state: StoredState, { playerID, sender }: Omit<Viewer, 'matchID'>, acks = acksOf(state)) {
    if (isGone(sender)) return;
    const args = [matchID, state._stateID, state, state];
    this.#send('send', { playerID, type: 'patch', args, sync: syncOf(this.#engine, state, acks) }, sender);
  }

  /** boardgame.io's client shows an action that had no effect until it is sent the whole match again. */
  *#recover(matchID: string, request: ActRequest): Steps<undefined> {
    const { playerID, sender } = request;
    if (isGone(sender)) return;
    try {
      const stored = yield* this.#fetchEverything(matchID, request.seat);
      if (stored.state) this.#sendEverything(stored, { matchID, playerID, sender });
    } catch (error) {
      this.#report(error, matchID);
    }
  }

  #sendEverything({ state, log, earlier, metadata, initialState }: Stored & { earlier?: number | null }, { matchID, playerID, sender }: Viewer) {
    const begun = initialState && this.#unfailing(matchID, () => this.#states.readInitial(matchID, initialState));
    const part = { log: log ?? [], earlier: earlier ?? undefined, chat: chatHistoryOf(metadata, this.#limits.chat) };
    // Callers send only matches with a state.
    const args = [matchID, { state, ...part, ...publicMatchData(metadata), initialState: begun, ...this.#about }];
    this.#send('send', { playerID, type: 'sync', args, sync: syncOf(this.#engine, state as StoredState) }, sender);
  }

  *#sendLog(matchID: string, seat: Seat | null, { before, sender }: { before: number, sender: Sender | undefined }): Steps<Result> {
    if (seat && this.auth) {
      const permission: Permission = yield this.#ask(matchID, seat, sender?.connection);
      if (permission.error) return { error: permission.error };
      seat.permitted = permission;
    }
    const read = () => drive(this.#readLogPart(matchID, seat, before), this.#failures.counting(matchID, sender));
    const part: ShownLogPart = yield sender?.connection ? this.#shared.queue.logs.run(sender.connection, read) : read();
    const args = [matchID, { before, ...part }];
    this.#send('send', { playerID: seat?.playerID ?? null, type: 'log', args }, sender);
    return undefined;
  }

  *#readLogPart(matchID: string, seat: Seat | null, before: number): Steps<ShownLogPart> {
    const part = yield* readLogPart(this.storageAPI, matchID, { before, bytes: this.#limits.answer });
    // Read last: the seat may change hands while the log is read, and its new player's entries may be secret.
    yield* this.#fetch(matchID, METADATA, seat);
    const { log } = this.#read(matchID, { log: part.log }, { wanted: { log: true } });
    return { log: log ?? [], earlier: part.before ?? undefined };
  }

  /** Whether another client that waits for the whole match has been sent what has just been read. */
  #serve(stored: StoredInParts, { master, permission, seat, ...viewer }: Along & Viewer & { permission: Permission }, served: Sender | undefined): boolean {
    // A spectator, who has no seat, needs no permission.
    if (master !== this || !(permission.isFree || isSeatOf(permission, seat as Seat, stored.metadata))) return false;
    // A connection that has asked twice has just been sent the reply to both.
    if (served?.connection && viewer.sender?.connection === served.connection) return true;
    // In its own turn it is refused.
    if (this.#failures.whyNot(viewer.matchID, viewer.sender)) return false;
    this.#failures.counting(viewer.matchID, viewer.sender)(() => this.#sendEverything(stored, viewer));
    return true;
  }

  #begin(matchID: string, numPlayers: unknown, sender: Sender | undefined) {
    const whyNot = () => this.#failures.whyNot(matchID, sender) ?? this.whyNotBegin(sender);
    const ways = { rules: this.#rules, isForAnyNumber: this.isForAnyNumber, whyNot };
    const begin = () => beginBySync(this.game, { numPlayers, setupData: this.setupDataOf(sender) }, ways);
    return this.#unfailing(matchID, begin, () => ({ error: 'the match could not begin' }));
  }

  #send(method: keyof TransportAPI, payload: OwnMessage, sender?: Sender): unknown {
    const message = sender === undefined ? payload : { ...payload, sender };
    return this.#unfailing(payload.args[0], () => this.transportAPI[method](message as SentMessage));
  }

  #publish(event: MatchEvent) {
    this.#unfailing(event.matchID, () => this.subscribeCallback(event));
  }

  /** Returns what a call returns, or a promise of it; what it throws is reported, and `otherwise` gives the result. */
  #unfailing<Returned>(matchID: string, call: () => Returned): Returned | undefined;
  #unfailing<Returned, Otherwise>(matchID: string, call: () => Returned, otherwise: (error: unknown) => Otherwise): Returned | Otherwise;
  #unfailing(matchID: string, call: () => unknown, otherwise: (error: unknown) => unknown = () => undefined): unknown {
    try {
      const result = call();
      return isPromise(result) ? Promise.resolve(result).catch((error) => this.#failed(matchID, error, otherwise)) : result;
    } catch (error) {
      return this.#failed(matchID, error, otherwise);
    }
  }

  #failed<Otherwise>(matchID: string, error: unknown, otherwise: (error: unknown) => Otherwise): Otherwise {
    this.#report(error, matchID);
    return otherwise(error);
  }

  /** Never throws. What is wrong with a stored match is found at each message, and reported once. */
  #report(error: unknown, matchID: string) {
    if (Refusal.is(error)) return;
    if (isUnreadable(error) && !this.#shared.isNews(matchID, error.message)) return;
    reportTo(this, error, { matchID });
  }
}
