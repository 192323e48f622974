import { isDevelopment } from './environment.js';
import { InTurn, drive, isPromise } from './in-turn.js';
import { acksOf, judge, ledgerAfterRefusal, ledgerAfterSuccess } from './ledger.js';
import { createMatch, publicPlayers, replicaOf } from './match-data.js';
import { unprocessed } from './replica.js';
import { say } from './report.js';
import { MALFORMED, isName, nameOf, readAction, readChat } from './request.js';

/** How often to begin again when somebody else has stored a state meanwhile. */
const ATTEMPTS = 5;

const EVERYTHING = { state: true, metadata: true, log: true, initialState: true };

/** What the masters over one storage share: whose turn it is at each match, and the connections of its players. */
const desks = new WeakMap();

/**
 * Runs matches: checks what clients ask for, keeps the states in a storage, and tells through a transport what has
 * happened. One action at a time for each match; what is told has been stored.
 *
 * Every method answers a promise that is never rejected: of nothing, or of `{ error }`, a text without secrets. With
 * a storage that answers at once, and without `auth`, all is done before the method returns.
 */
export class Master {
  #rules;
  #replica;
  #desk;

  /** By boardgame.io's contract: see `master.d.ts`. */
  constructor(game, storageAPI, transportAPI, auth) {
    this.game = game;
    this.storageAPI = storageAPI;
    this.transportAPI = transportAPI;
    this.auth = auth;
    this.subscribeCallback = () => {};
    this.onError = (error, { matchID }) => {
      if (isDevelopment()) say('error', `rondel: match ${matchID}:`, error);
    };
    this.#rules = unprocessed(game);
    this.#replica = replicaOf(game);
    this.#desk = deskOf(storageAPI);
  }

  /** `fn({ state, action, matchID })` is called after each action, and without `action` when a match begins. */
  subscribe(fn) {
    this.subscribeCallback = fn;
  }

  /** A client makes an action. The answers for him alone carry `sender`, whatever that is, to `transportAPI.send`. */
  async onUpdate(credAction, stateID, matchID, playerID, sender) {
    const request = readAction(credAction, stateID, playerID);
    if (request.error) return request;
    request.sender = sender;
    request.denial = 'unauthorized action';
    return this.#inTurn(matchID, request, (denied) => this.#update(matchID, request, denied));
  }

  /** A player leaves for good. */
  async onPlayerLeave(matchID, playerID, credentials) {
    const seat = { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
    return this.#inTurn(matchID, seat, (denied) => this.#leave(matchID, seat.playerID, denied));
  }

  /** A client wants to know everything. If there is no such match, it begins. */
  async onSync(matchID, playerID, credentials, numPlayers = 2, sender = undefined) {
    const isSpectator = playerID === undefined || playerID === null;
    const seat = isSpectator ? null : { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
    if (seat?.playerID === null) return { error: 'unauthorized' };
    const viewer = isSpectator ? playerID : seat.playerID;
    return this.#inTurn(matchID, seat, (denied) => this.#sync(matchID, viewer, { numPlayers, denied, sender }));
  }

  /** A player's connection has come or gone: to be called once for each. */
  async onConnectionChange(matchID, playerID, credentials, connected) {
    if (playerID === undefined || playerID === null) return undefined;
    const seat = { playerID: nameOf(playerID), credentials, denial: 'unauthorized' };
    return this.#inTurn(matchID, seat, (denied) => this.#connect(matchID, seat.playerID, { connected, denied }));
  }

  /** Somebody says something to everybody. */
  async onChatMessage(matchID, chatMessage, credentials) {
    const message = readChat(chatMessage);
    if (message === null || !isName(matchID)) return { error: 'malformed chat message' };
    if (this.auth) {
      const denied = await this.#permission(matchID, { playerID: message.sender, credentials, denial: 'unauthorized' });
      if (denied) return { error: denied };
    }
    this.#tell('sendAll', { type: 'chat', args: [matchID, message] });
    return undefined;
  }

  /**
   * Runs steps when those before them at the same match are done. Credentials are looked at without waiting: whoever
   * sends many wrong ones holds up nobody.
   *
   * @param {{ playerID: string | null, credentials?: string, denial: string } | null} seat null for a spectator
   * @param {(denied: string | null | Promise<string | null>) => Generator} steps
   */
  #inTurn(matchID, seat, steps) {
    if (!isName(matchID)) return { error: 'game not found' };
    if (this.#desk.turns.isFull(matchID)) return { error: 'too many messages' };
    const denied = seat && this.auth ? this.#permission(matchID, seat) : null;
    return this.#desk.turns.run(matchID, () => this.#unfailing(matchID, () => drive(steps(denied)), failed));
  }

  /** Null, or why not; or a promise of it. */
  #permission(matchID, seat) {
    return this.#unfailing(matchID, () => drive(this.#authenticate(matchID, seat)), () => 'storage failed');
  }

  *#authenticate(matchID, { playerID, credentials, denial }) {
    const { metadata } = yield this.storageAPI.fetch(matchID, { metadata: true });
    if (playerID === null || (metadata?.players && !Object.hasOwn(metadata.players, playerID))) return denial;
    try {
      return (yield this.auth.authenticateCredentials({ playerID, credentials, metadata })) ? null : denial;
    } catch (error) {
      this.#report(error, matchID);
      return denial;
    }
  }

  *#update(matchID, request, whetherDenied) {
    const denied = yield whetherDenied;
    if (denied) return { error: denied };
    try {
      const { state, next, done, error } = yield* this.#advance(matchID, (now) => this.#judge(now, request));
      if (!state) return { error: 'game not found' };
      if (done) {
        this.#announce(matchID, state, next, done, request);
        return yield* this.#noteProgress(matchID, next);
      }
      if (request.sync) this.#answer(matchID, next ?? state, request);
      else yield* this.#recover(matchID, request);
      return error && (request.action ? { error: error.type } : MALFORMED);
    } catch (error) {
      this.#report(error, matchID);
      // boardgame.io's client shows his move already, and does not ask again.
      if (!request.sync) yield* this.#recover(matchID, request);
      return failed();
    }
  }

  *#leave(matchID, playerID, whetherDenied) {
    const { metadata } = yield this.storageAPI.fetch(matchID, { metadata: true });
    if (!metadata) return { error: 'metadata not found' };
    const { gameName, players } = metadata;
    if (gameName !== undefined && gameName !== (this.#rules.name ?? 'default')) return { error: 'game not found' };
    if (playerID === null || !Object.hasOwn(players, playerID)) return { error: 'player not in the match' };
    const denied = yield whetherDenied;
    if (denied) return { error: denied };
    const action = { type: 'PLAYER_LEAVE', payload: { playerID } };
    const { state, next, done, error } = yield* this.#advance(matchID, (now) => {
      return now.ctx.gameover === undefined ? this.#run(now, { action, playerID }) : {};
    });
    if (!state) return { error: 'game not found' };
    if (error) return { error: error.type };
    if (!done) return undefined;
    this.#announce(matchID, state, next, done, { action, playerID });
    return yield* this.#noteProgress(matchID, next);
  }

  *#sync(matchID, playerID, { numPlayers, denied: whetherDenied, sender }) {
    const denied = yield whetherDenied;
    if (denied) return { error: denied };
    const stored = yield this.storageAPI.fetch(matchID, EVERYTHING);
    if (stored.state) {
      this.#sendEverything(stored, { matchID, playerID, sender });
      return undefined;
    }
    const match = this.#begin(matchID, numPlayers);
    if (match.error) return match;
    yield this.storageAPI.createMatch(matchID, match);
    this.#publish({ state: match.initialState, matchID });
    this.#sendEverything({ ...match, state: match.initialState, log: [] }, { matchID, playerID, sender });
    return undefined;
  }

  *#connect(matchID, playerID, { connected, denied: whetherDenied }) {
    const { metadata } = yield this.storageAPI.fetch(matchID, { metadata: true });
    if (!metadata) return { error: 'metadata not found' };
    if (playerID === null || !Object.hasOwn(metadata.players, playerID)) return { error: 'player not in the match' };
    const denied = yield whetherDenied;
    if (denied) return { error: denied };
    const isConnected = this.#desk.count(matchID, playerID, connected ? 1 : -1) > 0;
    const players = { ...metadata.players, [playerID]: { ...metadata.players[playerID], isConnected } };
    yield this.storageAPI.setMetadata(matchID, { ...metadata, players });
    this.#tell('sendAll', { type: 'matchData', args: [matchID, publicPlayers(players)] });
    return undefined;
  }

  /** Decides on the stored state, and stores what comes of it: `{ state, …decision }`; `{}` if there is no such match. */
  *#advance(matchID, decide) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { state } = yield this.storageAPI.fetch(matchID, { state: true });
      if (!state) return {};
      const decision = decide(state);
      const { next, done } = decision;
      if ('thrown' in decision) this.#report(decision.thrown, matchID);
      if (!next) return { state, ...decision };
      if (yield* this.#store(matchID, state, next, done?.deltalog)) {
        this.#replica.leave(state);
        return { state, ...decision };
      }
    }
    throw new Error('somebody else has stored a state at each attempt');
  }

  /** Whether it was stored, and not somebody else's state meanwhile. */
  *#store(matchID, state, next, deltalog = []) {
    const { storageAPI } = this;
    if (storageAPI.compareAndSetState) {
      return yield storageAPI.compareAndSetState(matchID, state._stateID, next, deltalog);
    }
    yield storageAPI.setState(matchID, next, deltalog);
    return true;
  }

  /**
   * What comes of an action: the `next` state to be stored, and the same as it was `done`, with what it adds to the log;
   * or an `error`, and a state that remembers it; or nothing if all that has been said.
   */
  #judge(state, request) {
    const { action } = request;
    const move = action?.type === 'MAKE_MOVE' ? this.#replica.moveOf(state, action) : null;
    const strict = move?.strict === true || this.#rules.compat === '0.50' || isStepBack(action);
    const verdict = judge(state, request, strict);
    if (verdict === 'known' || verdict === 'gap') return {};
    if (!action) return this.#refuse(state, request, refusal('action_invalid', 'malformed action'));
    const error = this.#replica.check(state, action) ?? objection(verdict, state, action, move);
    return error ? this.#refuse(state, request, error) : this.#run(state, request);
  }

  #run(state, request) {
    const outcome = this.#replica.apply(state, request.action);
    if (!outcome.state) {
      const { error = refusal('action_invalid', 'not available') } = outcome;
      if (!('thrown' in outcome)) return this.#refuse(state, request, error);
      // What a game throws may tell what it knows.
      const told = { type: error.type, message: 'the game threw an error' };
      return { ...this.#refuse(state, request, told), thrown: outcome.thrown };
    }
    const { state: done, entered } = outcome;
    const ledger = ledgerAfterSuccess(state, request, done._stateID, entered);
    return { next: this.#stored(done, ledger, state), done };
  }

  #refuse(state, request, error) {
    if (!request.sync) return { error };
    return { next: this.#stored(state, ledgerAfterRefusal(state, request, error), state), error };
  }

  /** A state as it is stored: the ledger with it, the log apart. Fields that others have added to the last one stay. */
  #stored(state, ledger, last) {
    const { G, ctx, plugins, _undo, _redo, _stateID } = state;
    const stored = { G, ctx, plugins, _undo, _redo, _stateID, _sync: ledger };
    for (const field of Object.keys(last)) {
      if (field !== 'deltalog' && !Object.hasOwn(stored, field)) stored[field] = last[field];
    }
    this.#replica.follow(stored, state);
    return stored;
  }

  /** `state` is the next one with what was added to the log. */
  #announce(matchID, prev, next, state, { action, playerID, sync: made, sender }) {
    this.#publish({ state, action, matchID });
    const sync = this.#syncOf(next);
    if (this.#rules.deltaState) {
      this.#tell('sendAll', { type: 'patch', args: [matchID, prev._stateID, prev, state], sync });
      // boardgame.io's client has gone ahead of the patch, which does not fit then.
      if (!made) this.#tell('send', { playerID, type: 'update', args: [matchID, state], sync }, sender);
    } else {
      this.#tell('sendAll', { type: 'update', args: [matchID, state], prev, sync });
    }
  }

  /** What has happened is stored and told by now: at worst, lists of matches are out of date. */
  *#noteProgress(matchID, { ctx: { gameover } }) {
    try {
      const { metadata } = yield this.storageAPI.fetch(matchID, { metadata: true });
      if (!metadata || (metadata.gameover !== undefined && metadata.gameover !== null)) return;
      const updatedAt = Date.now();
      if (gameover === undefined && metadata.updatedAt === updatedAt) return;
      const updated = { ...metadata, updatedAt };
      if (gameover !== undefined) updated.gameover = gameover;
      yield this.storageAPI.setMetadata(matchID, updated);
    } catch (error) {
      this.#report(error, matchID);
    }
  }

  /** Tells the author of an action what has been answered to him; the state is as it was. */
  #answer(matchID, state, { playerID, sender }) {
    const args = [matchID, state._stateID, state, state];
    this.#tell('send', { playerID, type: 'patch', args, sync: this.#syncOf(state) }, sender);
  }

  /** boardgame.io's client shows an action that has come to nothing, until he gets everything anew. */
  *#recover(matchID, { playerID, sender }) {
    try {
      const stored = yield this.storageAPI.fetch(matchID, EVERYTHING);
      if (stored.state) this.#sendEverything(stored, { matchID, playerID, sender });
    } catch (error) {
      this.#report(error, matchID);
    }
  }

  #sendEverything({ state, log, metadata, initialState }, { matchID, playerID, sender }) {
    const filteredMetadata = metadata ? publicPlayers(metadata.players) : undefined;
    const args = [matchID, { state, log: log ?? [], filteredMetadata, initialState }];
    this.#tell('send', { playerID, type: 'sync', args, sync: this.#syncOf(state) }, sender);
  }

  #syncOf(state) {
    const player = this.#rules.disableUndo ? null : onlyActive(state.ctx);
    const canUndo = player !== null && state._undo?.length > 1 && this.#replica.canUndo(state, player);
    const canRedo = player !== null && state._redo?.length > 0 && this.#replica.canRedo(state, player);
    return { acks: acksOf(state), undo: canUndo ? player : null, redo: canRedo ? player : null };
  }

  #begin(matchID, numPlayers) {
    try {
      const match = createMatch({ game: this.game, unlisted: true, numPlayers });
      return 'setupDataError' in match ? { error: 'game requires setupData' } : match;
    } catch (error) {
      this.#report(error, matchID);
      return { error: 'the match could not begin' };
    }
  }

  #tell(method, payload, sender) {
    const message = sender === undefined ? payload : { ...payload, sender };
    this.#unfailing(payload.args[0], () => this.transportAPI[method](message));
  }

  #publish(event) {
    this.#unfailing(event.matchID, () => this.subscribeCallback(event));
  }

  /** What a call answers, or a promise of it; what it throws is reported, and answered otherwise. */
  #unfailing(matchID, call, otherwise = () => {}) {
    const fail = (error) => {
      this.#report(error, matchID);
      return otherwise();
    };
    try {
      const answer = call();
      return isPromise(answer) ? Promise.resolve(answer).catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  }

  #report(error, matchID) {
    try {
      this.onError(error, { matchID });
    } catch (another) {
      say('error', 'rondel: onError threw:', another);
    }
  }
}

/** The queues and the connections of a storage's matches. */
class Desk {
  turns = new InTurn();
  #connections = new Map();

  /** How many connections a player has, now that one has come (1) or gone (-1). */
  count(matchID, playerID, change) {
    const counts = this.#connections.get(matchID) ?? new Map();
    const count = Math.max(0, (counts.get(playerID) ?? 0) + change);
    if (count > 0) counts.set(playerID, count);
    else counts.delete(playerID);
    if (counts.size > 0) this.#connections.set(matchID, counts);
    else this.#connections.delete(matchID);
    return count;
  }
}

function deskOf(storageAPI) {
  let desk = desks.get(storageAPI);
  if (!desk) desks.set(storageAPI, desk = new Desk());
  return desk;
}

function failed() {
  return { error: 'storage failed' };
}

/** Why an action that the rules permit is not to be run. */
function objection(verdict, { ctx }, action, move) {
  if (verdict === 'orphan') return refusal('stale_state_id', 'an action that it was made on top of was refused');
  if (verdict === 'forgotten') return refusal('stale_state_id', 'whether it was done before is forgotten');
  if (verdict === 'stale' && !move?.ignoreStaleStateID) {
    return refusal('stale_state_id', 'made in a situation that is no more');
  }
  if (isStepBack(action) && onlyActive(ctx) !== action.payload.playerID) {
    return refusal('action_invalid', 'only a player who is active alone can undo and redo');
  }
  return null;
}

function isStepBack(action) {
  return action?.type === 'UNDO' || action?.type === 'REDO';
}

function onlyActive({ activePlayers, currentPlayer, gameover }) {
  if (gameover !== undefined) return null;
  if (!activePlayers) return currentPlayer ?? null;
  const players = Object.keys(activePlayers);
  return players.length === 1 ? players[0] : null;
}

function refusal(kind, message) {
  return { type: `action/${kind}`, message };
}
