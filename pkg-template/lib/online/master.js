import { addingMessage, chatHistoryOf, withSenderName } from './chat-history.js';
import { printErrorOfOnError } from '../util/print-error.js';
import { isDevelopment } from '../util/environment.js';
import { AGAIN, drive } from './match-queue.js';
import { failed, textOfFailure } from './failures.js';
import { masterLimits } from './limits.js';
import { EVERYTHING, fetchEverything, logSizeOf, logUntilState } from './match-log.js';
import { BY_BOT } from './bot-seats.js';
import { acksOf, acksTo, syncOf } from './ledger.js';
import { Payers } from './engine-failures.js';
import { HostCalls } from './host-calls.js';
import { engineOf, matchDataMessage, publicMatchData } from './match-data.js';
import { credentialsOf, matchNameOf, nameOf } from './names.js';
import { leaving } from './match-engine.js';
import { noop } from '../util/noop.js';
import { drawing } from '../game/drawing.js';
import { checkGame, checkSeat, isSeatOf, Refusal, SEAT_CHANGED } from './own-match.js';
import { Progress } from './progress.js';
import { unprocessed } from '../game/source.js';
import { printErrorOfMatch, reportTo } from './reports.js';
import { RefusedDraws } from './refused-draws.js';
import { objectionToChat } from '../game/declarations.js';
import { rulesOf, UNNAMED } from '../game/rules.js';
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

const METADATA = { metadata: true };
const MATCH = { state: true, metadata: true };

/** @typedef {import('../../master.js').Master} Declared @typedef {import('../../master.js').Refused} Refused */

/**
 * Runs matches: checks what clients ask for, keeps the states in a storage, and sends through a transport what has
 * happened. One action at a time for each match; what is sent has been stored.
 *
 * Every method returns a promise that is never rejected: of nothing, or of `{ error }`, a text without secrets. With
 * a synchronous storage, and without `auth`, all is done before the method returns.
 */
export class Master extends HostCalls {
  #rules;
  /** Undefined if matches of all games are taken. */
  #gameName;
  #engine;
  #refusedDraws = new RefusedDraws();
  #states;
  /** What clients are sent about the game beside the match. */
  #about;
  #shared;
  #limits;
  #progress = new Progress();
  #payers;

  /**
   * By boardgame.io's contract: see `master.d.ts`. A hub always sets `comparesGame`; another master, as boardgame.io's
   * tests make them, only if its game has a name.
   *
   * @param {Declared['game']} game
   * @param {Declared['storageAPI']} storageAPI
   * @param {Declared['transportAPI']} transportAPI
   * @param {Declared['auth']} [auth]
   * @param {import('../../master.js').MasterOptions & { comparesGame?: boolean }} [options]
   */
  constructor(game, storageAPI, transportAPI, auth, { limits, comparesGame = false, authTimeout, random } = {}) {
    super();
    /** @type {Declared['game']} */
    this.game = random === undefined ? game : drawing(game, random);
    this.storageAPI = storageAPI;
    this.transportAPI = transportAPI;
    this.auth = auth;
    this.authTimeout = readTimeout(authTimeout);
    /** @type {(event: object) => void} */
    this.subscribeCallback = noop;
    this.onError = printErrorOfMatch;
    this.#rules = rulesOf(unprocessed(this.game));
    const { name } = this.#rules;
    this.#gameName = comparesGame || name !== UNNAMED ? name : undefined;
    this.#engine = engineOf(this.game);
    this.#states = statesOf(this.game);
    const version = versionOf(this.#rules);
    this.#about = version === undefined ? {} : { version };
    this.#shared = sharedBy(storageAPI);
    this.#limits = masterLimits(limits);
    this.#payers = new Payers(this, { failures: this.#shared.failures, gameName: name });
    this.permissions = new Permissions(this, {
      fetch: (matchID, wanted) => this.#fetch(matchID, wanted),
      report: (error, matchID) => this.#report(error, matchID),
      lookups: this.#shared.queue.lookups,
    });
  }

  /** Prints that `onError` has thrown. In a page only developers set it; servers print it in production, too. */
  printError(thrown) {
    if (isDevelopment()) printErrorOfOnError(thrown);
  }

  /** `fn({ state, action, matchID })` is called after each action, and without `action` when a match begins. */
  subscribe(fn) {
    this.subscribeCallback = fn;
  }

  /** @type {Declared['onUpdate']} A client sends an action. Replies to this sender alone carry `sender`, whatever that is, to `transportAPI.send`. */
  async onUpdate(credAction, stateID, matchID, playerID, sender) {
    const asked = readAction(credAction, stateID, playerID, this.#limits.args);
    if (asked.error) return { error: asked.error };
    const { problem = limitedBy(this.whyNotAct(sender, asked.size)), playerID: author, credentials, sync } = asked;
    const seat = { playerID: /** @type {string} */ (author), credentials, denial: 'unauthorized action', isBots: sender === BY_BOT, sender };
    const request = { action: problem ? null : asked.action, problem, playerID: author, stateID: asked.stateID, seat, sync, sender };
    return this.#inTurn(matchID, { seat, sync, sender }, { what: 'act', sender, steps: (name) => this.#update(name, request) });
  }

  /** @type {Declared['onPlayerLeave']} A player leaves for good. */
  async onPlayerLeave(matchID, playerID, credentials, sender, leaveID) {
    const seat = { playerID: nameOf(playerID), credentials, denial: 'unauthorized', sender };
    return this.#inTurn(matchID, { seat }, { what: 'act', sender, steps: (name) => this.#removePlayer(name, { seat, sender, leaveID }) });
  }

  /** @type {Declared['onSync']} A client asks for the whole match. If there is no such match, it begins, unless the client has had it: then it was deleted. */
  async onSync(matchID, playerID, credentials, numPlayers, ...[sender, about]) {
    const seat = viewersSeat(playerID, credentials);
    if (seat?.playerID === null) return { error: seat.denial };
    const viewer = seat === null ? playerID : seat.playerID;
    const { version, mayBegin } = readAbout(about);
    const refused = objectionToVersion(this.#rules, version);
    if (refused) return refused;
    const along = { master: this, seat, playerID: viewer, sender };
    const steps = (name) => this.#sync(name, viewer, { numPlayers, mayBegin, seat, sender });
    return this.#inTurn(matchID, { seat, sender, along }, { what: 'look', sender, steps });
  }

  /**
   * A client asks for the part of the log before what it has: `before` is what it was last sent. It waits for
   * no action.
   *
   * @type {Declared['onLog']}
   */
  async onLog(matchID, playerID, credentials, before, sender) {
    const name = matchNameOf(matchID);
    if (name === null || !isPlace(before)) return { error: 'malformed question' };
    const seat = viewersSeat(playerID, credentials);
    if (seat?.playerID === null) return { error: seat.denial };
    return this.#run(name, { what: 'look', sender, steps: () => this.#sendLog(name, seat, { before, sender }) });
  }

  /**
   * A player's connection has come or gone: to be called once for each. Without `connected` the caller has counted it already, as
   * hubs do: the count is stored and sent.
   *
   * @param {any} matchID
   * @param {any} playerID
   * @param {any} [credentials]
   * @param {boolean} [connected]
   * @returns {Promise<void | Refused>}
   */
  async onConnectionChange(matchID, playerID, credentials, connected) {
    if (playerID === undefined || playerID === null) return undefined;
    const seat = { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
    // A caller that leaves it out has counted it, and needs no authentication.
    const isNote = connected === undefined;
    const change = isNote ? 0 : connected ? 1 : -1;
    return this.#inTurn(matchID, { seat, isNote }, { what: 'look', steps: (name) => this.#connect(name, seat, change) });
  }

  /** @type {Declared['onChatMessage']} A player sends a chat message to all. */
  async onChatMessage(matchID, chatMessage, credentials, sender) {
    const message = readChat(chatMessage);
    if (message === null || matchNameOf(matchID) === null) return { error: 'malformed chat message' };
    if (message.sender === null) return { error: 'unauthorized' };
    const seat = { playerID: message.sender, credentials: credentialsOf(credentials), denial: 'unauthorized', sender };
    return this.#inTurn(matchID, { seat, sender }, { what: 'look', sender, steps: (name) => this.#chat(name, message, seat) });
  }

  /**
   * Runs steps when it is their turn at the match, with permission: one that is not known yet holds up nobody else, and is
   * asked again if the seat has changed by then.
   *
   * @param {unknown} matchID @param {import('./standing.js').Asked} asked @param {import('./engine-failures.js').Job} job
   * @returns {void | Refused | Promise<void | Refused>}
   */
  #inTurn(matchID, asked, job) {
    const name = matchNameOf(matchID);
    if (name === null) return { error: 'game not found' };
    // A job that began its turn without the stack space to end it would hold up all that follow.
    const failure = this.#unfailing(name, checkStack, failed);
    if (failure) return failure;
    const { seat } = asked;
    const standing = standingOf(asked);
    const hasToProve = seat !== null && !asked.isNote && Boolean(this.auth);
    const ask = () => (hasToProve ? this.#ask(name, seat, asked.sender?.connection) : unproven(asked, standing));
    const work = (permission) => {
      if (hasToProve) seat.permitted = permission;
      return this.#run(name, job);
    };
    return this.#shared.queue.run(name, work, { ask, ...standing });
  }

  /** Runs steps at the expense of their sender. */
  #run(name, /** @type {import('./engine-failures.js').Job} */ { what, sender, steps }) {
    return this.#payers.charge(what, { sender, matchID: name }, () => this.#unfailing(name, () => drive(steps(name)), failed));
  }

  /** A permission, or a promise of it. Never throws, and is never rejected. */
  #ask(matchID, seat, connection) {
    return this.#unfailing(matchID, () => this.permissions.ask(matchID, seat, connection), (error) => denied(textOfFailure(error)));
  }

  *#update(matchID, request) {
    const { playerID, seat, sender } = request;
    try {
      const act = (now, bounds) => this.#engine.propose(now, this.#payers.admit(request, matchID), bounds);
      const { state, next, done, error, refused } = yield* this.#advance(matchID, act, seat);
      if (!state) return { error: 'game not found' };
      if (done) {
        this.#announce(matchID, state, next, done, request);
        return this.#progress.isNoted(matchID, done) ? undefined : yield* this.#noteProgress(matchID, done);
      }
      this.#unfailing(matchID, () => this.hadNoEffect(sender, { matchID, playerID }));
      if (!error && !refused) this.#unfailing(matchID, () => this.hadBeenDone(matchID));
      if (request.sync) this.#acknowledge(matchID, next ?? state, request, refused && acksTo(request, refused));
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

  *#removePlayer(matchID, { seat, sender, leaveID }) {
    const { playerID } = seat;
    const why = (yield* this.#seatless(matchID, playerID)) ?? this.#payers.whyNot('act', { sender, matchID });
    if (why) return { error: why };
    const leave = (now, bounds) => this.#engine.proposeLeave(now, { playerID, leaveID }, bounds);
    const { state, next, done, error } = yield* this.#advance(matchID, leave, seat);
    if (!state) return { error: 'game not found' };
    if (error) return { error: error.type };
    if (!done) return this.#unfailing(matchID, () => this.hadBeenDone(matchID));
    this.#announce(matchID, state, next, done, { action: leaving(playerID), playerID });
    return yield* this.#noteProgress(matchID, done);
  }

  *#sync(matchID, playerID, { numPlayers, mayBegin, seat, sender }) {
    const why = this.#payers.whyNot('look', { sender, matchID });
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
    if (!begun.state) throw new Error('createMatchIfAbsent: the storage says that there is such a match, and has no state of it');
    this.#sendEverything(begun, { matchID, playerID, sender });
    return undefined;
  }

  *#connect(matchID, seat, change) {
    const { playerID } = seat;
    const why = yield* this.#seatless(matchID, playerID);
    if (why) return { error: why };
    const isConnected = this.#shared.count(matchID, playerID, change) > 0;
    const note = ({ players }) => ({ players: { ...players, [playerID]: { ...players[playerID], isConnected } } });
    const metadata = yield* this.#changeMetadata(matchID, note, seat);
    this.#send('sendAll', matchDataMessage(matchID, metadata));
    return undefined;
  }

  /** Why a player has no seat; null if they have one. */
  *#seatless(matchID, playerID) {
    const { metadata } = yield* this.#fetch(matchID, METADATA);
    if (!metadata) return 'metadata not found';
    return playerID !== null && Object.hasOwn(metadata.players, playerID) ? null : 'player not in the match';
  }

  *#chat(matchID, message, seat) {
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
  *#advance(matchID, propose, seat) {
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
      if (isStored) return { state, next, done, error };
    }
    throw tooOften();
  }

  /** Stores what `change` makes of the metadata as they are now, and returns them. */
  *#changeMetadata(matchID, change, seat = null) {
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
  *#fetch(matchID, wanted, seat = null) {
    return this.#read(matchID, yield this.storageAPI.fetch(matchID, wanted), { wanted, seat });
  }

  /** As `#fetch`, with the newest part of the log, and where the entries before it begin. */
  *#fetchEverything(matchID, seat) {
    const stored = yield* fetchEverything(this.storageAPI, matchID, this.#limits.answer);
    const match = this.#read(matchID, stored, { wanted: EVERYTHING, seat });
    return { ...match, log: logUntilState(match), earlier: stored.earlier };
  }

  #read(matchID, stored, { wanted, seat = null }) {
    const admit = (metadata) => {
      checkGame(metadata, this.#gameName);
      checkSeat(seat, metadata, this.whyNotCome);
    };
    return readMatch(stored, wanted, { readState: (state) => this.#states.read(matchID, state), admit });
  }

  /**
   * `state` is the next one with what was added to the log.
   *
   * @param {string} matchID @param {any} prev @param {any} next @param {any} state
   * @param {{ action: object, playerID: string, sync?: object, sender?: unknown }} request
   */
  #announce(matchID, prev, next, state, { action, playerID, sync: made, sender }) {
    this.#publish({ state, action, matchID });
    const sync = syncOf(this.#engine, next);
    if (this.#rules.settings.deltaState) {
      this.#send('sendAll', { type: 'patch', args: [matchID, prev._stateID, prev, state], sync });
      // boardgame.io's client has predicted the action: the patch does not apply to its state.
      if (!made) this.#send('send', { playerID, type: 'update', args: [matchID, state], sync }, sender);
    } else {
      this.#send('sendAll', { type: 'update', args: [matchID, state], prev, sync });
    }
  }

  *#noteProgress(matchID, state) {
    if (yield* this.#note(matchID, (metadata) => this.#progress.change(metadata, state))) this.#progress.note(matchID, state);
  }

  /** Stores in the metadata what has been sent to all by now: at worst, lists of matches or the chat are out of date. */
  *#note(matchID, change) {
    try {
      yield* this.#changeMetadata(matchID, change);
      return true;
    } catch (error) {
      this.#report(error, matchID);
      return false;
    }
  }

  /** Sends the author of an action their acknowledgements; the state is as it was. */
  #acknowledge(matchID, state, { playerID, sender }, acks = acksOf(state)) {
    if (isGone(sender)) return;
    const args = [matchID, state._stateID, state, state];
    this.#send('send', { playerID, type: 'patch', args, sync: syncOf(this.#engine, state, acks) }, sender);
  }

  /** boardgame.io's client shows an action that had no effect until it is sent the whole match again. */
  *#recover(matchID, request) {
    const { playerID, sender } = request;
    if (isGone(sender)) return;
    try {
      const stored = yield* this.#fetchEverything(matchID, request.seat);
      if (stored.state) this.#sendEverything(stored, { matchID, playerID, sender });
    } catch (error) {
      this.#report(error, matchID);
    }
  }

  /** @param {import('./storage/stored-match.js').Stored & { earlier?: number | null }} match */
  #sendEverything({ state, log, earlier, metadata, initialState }, { matchID, playerID, sender }) {
    const begun = initialState && this.#unfailing(matchID, () => this.#states.readInitial(matchID, initialState));
    const part = { log: log ?? [], earlier: earlier ?? undefined, chat: chatHistoryOf(metadata, this.#limits.chat) };
    const args = [matchID, { state, ...part, ...publicMatchData(metadata), initialState: begun, ...this.#about }];
    this.#send('send', { playerID, type: 'sync', args, sync: syncOf(this.#engine, state) }, sender);
  }

  *#sendLog(matchID, seat, { before, sender }) {
    if (seat && this.auth) {
      const permission = yield this.#ask(matchID, seat, sender?.connection);
      if (permission.error) return { error: permission.error };
      seat.permitted = permission;
    }
    const read = () => drive(this.#readLogPart(matchID, seat, before));
    const part = yield sender?.connection ? this.#shared.queue.logs.run(sender.connection, read) : read();
    const args = [matchID, { before, ...part }];
    this.#send('send', { playerID: seat?.playerID ?? null, type: 'log', args }, sender);
    return undefined;
  }

  *#readLogPart(matchID, seat, before) {
    const part = yield* readLogPart(this.storageAPI, matchID, { before, bytes: this.#limits.answer });
    // Read last: the seat may change hands while the log is read, and its new player's entries may be secret.
    yield* this.#fetch(matchID, METADATA, seat);
    const { log } = this.#read(matchID, { log: part.log }, { wanted: { log: true } });
    return { log: log ?? [], earlier: part.before ?? undefined };
  }

  /** Whether another client that waits for the whole match has been sent what has just been read. */
  #serve(stored, /** @type {any} */ { master, permission, seat, ...viewer }, served) {
    if (master !== this || !(permission.isFree || isSeatOf(permission, seat, stored.metadata))) return false;
    // A connection that has asked twice has just been sent the reply to both.
    if (served?.connection && viewer.sender?.connection === served.connection) return true;
    // In its own turn it is refused.
    if (this.#payers.whyNot('look', viewer)) return false;
    this.#payers.charge('look', viewer, () => this.#sendEverything(stored, viewer));
    return true;
  }

  /** @returns {{ metadata?: any, initialState?: any, error?: string }} */
  #begin(matchID, numPlayers, sender) {
    const whyNot = () => this.#payers.whyNot('begin', { sender, matchID }) ?? this.whyNotBegin(sender);
    const ways = { rules: this.#rules, isForAnyNumber: this.isForAnyNumber, whyNot };
    const begin = () => beginBySync(this.game, { numPlayers, setupData: this.setupDataOf(sender) }, ways);
    return this.#unfailing(matchID, () => this.#payers.charge('begin', { sender, matchID }, begin), () => ({ error: 'the match could not begin' }));
  }

  #send(method, payload, sender) {
    const message = sender === undefined ? payload : { ...payload, sender };
    return this.#unfailing(payload.args[0], () => this.transportAPI[method](message));
  }

  #publish(event) {
    this.#unfailing(event.matchID, () => this.subscribeCallback(event));
  }

  /**
   * Returns what a call returns, or a promise of it; what it throws is reported, and `otherwise` gives the result.
   *
   * @param {string} matchID @param {() => any} call @param {(error: any) => any} otherwise
   */
  #unfailing(matchID, call, otherwise = () => undefined) {
    try {
      const result = call();
      return isPromise(result) ? Promise.resolve(result).catch((error) => this.#failed(matchID, error, otherwise)) : result;
    } catch (error) {
      return this.#failed(matchID, error, otherwise);
    }
  }

  #failed(matchID, error, otherwise) {
    this.#report(error, matchID);
    return otherwise(error);
  }

  /** Never throws. What is wrong with a stored match is found at each message, and reported once. */
  #report(error, matchID) {
    if (Refusal.is(error)) return;
    if (isUnreadable(error) && !this.#shared.isNews(matchID, error.message)) return;
    reportTo(this, error, { matchID });
  }
}
