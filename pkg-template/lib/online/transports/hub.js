import { SET_ASIDE, isSetAside } from '../../engine/set-aside.js';
import { objectionToVersion } from '../../engine/version.js';
import { rulesOf } from '../../game/rules.js';
import { isSameSeat, readAskedSeat } from '../asked-seat.js';
import { engineOf } from '../match-data.js';
import { Master } from '../master.js';
import { reportTo } from '../reports.js';
import { MOST_NAME, textOf } from '../names.js';
import { readAbout, readChat } from '../request.js';
import { isDevelopment } from '../../util/environment.js';
import { noop } from '../../util/noop.js';
import { checkStackForSteps } from '../../engine/stack-probe.js';
import { getFilterPlayerView } from '../view.js';
import { readSetupData, warnOfOtherSetupData } from '../setup-data.js';
import { sharedBy } from '../shared-by-storage.js';

/**
 * What a host allows a client, and counts.
 *
 * @typedef {object} Guard
 * @property {() => { error: string, type?: string } | null} [whyNotCome] why this client may join no match now; null if it may
 * @property {() => string | null} [whyNotBegin] why no match begins at this client's request; null if one may
 * @property {(bytes: number) => string | null} [whyNotAct] why this client may not do something that takes so many bytes to store; null if it may
 * @property {string} [payer] who is charged when a request makes the engine fail, such as an address; left out, the match
 * @property {(seat: any) => void} [hadNoEffect] is called when an action of this client had no effect, with the seat of its
 *   author
 */

/**
 * The parts of a hub that bots use: whether a player may act, by a `ctx` alone, the viewer's filter, and the master's `onUpdate`.
 *
 * @typedef {object} HubOfBots
 * @property {(ctx: object, playerID: string) => boolean} isActive
 * @property {Function} viewOf
 * @property {(action: any, stateID: number, matchID: string, playerID: string) => Promise<any>} act
 */

/** The master's error for a match that it does not have, or that is not of this game. */
const NOT_FOUND = 'game not found';
/** The error for credentials that are not the player's, or no longer. */
export const UNAUTHORIZED = 'unauthorized';
/** The master's errors for an action that it drops without an acknowledgement, with the refusal that its sender receives. */
const DROPPED = { 'unauthorized action': UNAUTHORIZED, [NOT_FOUND]: NOT_FOUND };
/** The errors for which a chat message is not delivered, and their types. */
const REFUSALS = { [UNAUTHORIZED]: 'update/unauthorized_action', [NOT_FOUND]: 'match/not_found' };
/** How many of the newest chat messages of a match are remembered, so that one sent again is recognised. */
const KNOWN_MESSAGES = 64;
/** The messages that are the same for all viewers. */
const FOR_ALL = ['matchData', 'chat', 'notice'];
/** The messages that boardgame.io's clients do not know. */
const FOR_RONDEL = ['refused', 'said', 'notice'];

/**
 * A master and its connections. A connection is at one seat of one match, from the moment when the
 * master has answered its `sync`: until then it is sent nothing, and so a client that may not have the match does not
 * get it. All that is sent has been through the viewer's filter.
 *
 * @param {object} options
 * @param {object} options.game
 * @param {any} options.storage
 * @param {(hub: HubOfBots) => { lookAt(matchID: string, state: any): void, forget(matchID: string): void, has?(playerID: string): boolean }} [options.bots] makes those that
 *   play at some seats: they are given each state of a match that somebody is connected to, and act. `has`: whether a seat is a bot's at all matches
 * @param {import('../../../master.d.ts').Auth} [options.auth]
 * @param {Partial<import('../limits.js').MasterLimits>} [options.limits] the master's
 * @param {{ opened(matchID: string, state: object): void, closed(matchID: string): void }} [options.matches] is notified of the first
 *   connection at a match, which gets this state, and of the last; without it no other master uses the storage, and so no player is connected to another
 * @param {(steps: Iterator<number>, name?: string) => void} [options.inPieces] runs the steps in which all are sent the same: each
 *   returns how long it was. Of those with the same name that have not begun, the newest are enough
 * @param {boolean} [options.isOwnPages] whether its clients are pages of the same origin: a match begins with the setup data of the one that starts it
 * @param {number} [options.mostAtSeat] connections of one player: for another one, the oldest loses its seat
 */
export function openHub({ game, storage, bots, auth, limits, matches: watcher, inPieces = allAtOnce, mostAtSeat = Infinity, isOwnPages = false }) {
  const viewOf = getFilterPlayerView(game, (playerID) => seats?.has?.(playerID) === true);
  // The connections of each match, in an immutable list: it may be iterated while others come and go.
  const matches = new Map();
  // By match, the newest chat messages: a client without a confirmation of its own sends it again.
  const recentChats = new Map();
  /** @type {any} */
  const outlets = { send, sendAll };
  const master = new Master(game, storage, outlets, auth, { limits, comparesGame: true });
  // Other hosts may call this master, too.
  master.isForAnyNumber = bots !== undefined;
  master.whyNotCome = (sender) => sender?.connection.whyNotCome?.() ?? null;
  master.whyNotBegin = (sender) => sender?.connection.whyNotBegin() ?? null;
  master.whyNotAct = (sender, bytes) => sender?.connection.whyNotAct(bytes) ?? null;
  master.payerOf = (sender) => sender?.connection.payer;
  if (isOwnPages) beginWithSetupData(master);
  master.hadNoEffect = (sender, seat) => sender?.connection.hadNoEffect(seat);
  const seats = bots?.({ isActive, viewOf, act: master.onUpdate.bind(master) });

  function isActive(ctx, playerID) {
    return engineOf(game).isActive(ctx, playerID);
  }

  /**
   * Messages for this connection go to `deliver`: as `form` encodes what the viewer's filter returns with
   * the options `view`, or `common` of those that are the same for all, such as `PATCHES` of lib/online/wire-formats.js. Messages of its client, as objects, go to `receive`. Both that
   * and `close` return the master's promise, or throw a RangeError where the stack is full, and have done nothing then.
   *
   * @param {(message: any, type: string) => void} deliver also receives the type of each message
   * @param {{ view: object, form: (message: any) => any, common?: (message: any) => any } & Guard} how
   */
  function connect(deliver, { view, form, common, whyNotCome = allowed, whyNotBegin = allowed, whyNotAct = allowed, hadNoEffect = noop, payer }) {
    /** @type {any} */
    const connection = {
      deliver, view, form, common, whyNotCome, whyNotBegin, whyNotAct, hadNoEffect, payer, asked: null, seat: null, outdated: null, isGone: false,
    };
    return {
      receive: (message) => receive(connection, message),
      close() {
        checkStackForSteps();
        connection.deliver = noop;
        connection.isGone = true;
        const left = leave(connection);
        sharedBy(storage).queue.end(connection);
        return left;
      },
      /** Takes its seat away, and sends it why. */
      dismiss: (message, type) => dismiss(connection, message, type),
      /** As `dismiss`, if it may join no match any more. */
      checkAdmission() {
        const why = connection.whyNotCome();
        return why ? dismiss(connection, why.error, why.type) : undefined;
      },
      /** Takes its seat away: it is sent nothing more until it is given another. */
      leave: () => leave(connection),
      /** Drops its open requests, except for its actions. */
      forsake: () => sharedBy(storage).queue.leave(connection),
      /** Removes it without notifying anybody, for a hub that ends: its client will be at another. */
      forget() {
        const { seat } = connection;
        connection.asked = connection.seat = null;
        if (seat) sharedBy(storage).count(seat.matchID, seat.playerID, -1);
      },
      /** Where it is: `{ matchID, playerID, credentials }`, or null. */
      seat: () => connection.seat,
    };
  }

  return { connect, master };

  /**
   * Messages may come from anybody: what is no message at all is dropped, the rest is checked by the master.
   *
   * @returns {Promise<any> | undefined}
   */
  function receive(connection, message) {
    checkStackForSteps();
    const { type, args } = message ?? {};
    if (!Array.isArray(args)) return undefined;
    if (type === 'sync') return sync(connection, args);
    if (type === 'update') return update(connection, args);
    if (type === 'log') return log(connection, args);
    if (type === 'chat' && !connection.whyNotCome()) return chat(connection, args);
    return undefined;
  }

  /**
   * The sender of an action that is dropped is sent why: the master acknowledges only those of its players.
   *
   * @param {any} connection
   * @param {any[]} message
   */
  function update(connection, message) {
    const [action, stateID, matchID, playerID] = message;
    const { asked } = connection;
    const dropped = (result) => {
      const error = result?.type ? result.error : DROPPED[result?.error];
      // The denial of another seat than the client's present one is no refusal of that.
      const isElsewhere = connection.asked && (connection.asked !== asked || !isAt(asked, matchID, playerID));
      if (error && !isElsewhere) refuse(connection, { ...result, error }, { matchID, playerID });
      return result;
    };
    const why = connection.whyNotCome() ?? connection.outdated;
    if (why) {
      refuse(connection, why, { matchID, playerID });
      return Promise.resolve(why);
    }
    return master.onUpdate(action, stateID, matchID, playerID, { connection }).then(dropped);
  }

  /** @param {any[]} message */
  function sync(connection, message) {
    const [matchID, playerID, , numPlayers, about] = message;
    const named = connection.whyNotCome() ?? readAskedSeat(message);
    const setupData = isOwnPages ? readSetupData(about) : undefined;
    if ('error' in named) {
      leave(connection);
      refuse(connection, named, { matchID, playerID });
      return Promise.resolve(named);
    }
    if (!isSameSeat(named, connection.seat)) vacate(connection);
    // A client that asks again before a slow master has answered is sent the first result.
    const seat = isSameSeat(named, connection.asked) ? connection.asked : named;
    if (seat === named) sharedBy(storage).queue.leave(connection);
    connection.asked = seat;
    connection.outdated = objectionToVersion(rulesOf(game), readAbout(about).version);
    const answered = master.onSync(seat.matchID, seat.playerID, seat.credentials, numPlayers, { connection, seat, setupData }, about);
    return answered.then((result) => {
      if (connection.asked !== seat) return result;
      if (result?.error) refuse(connection, result);
      return result;
    });
  }

  /**
   * The sender of a chat message is sent its outcome, except for a failure that is worth another try.
   *
   * @param {any} connection
   * @param {any[]} args
   */
  async function chat(connection, args) {
    const [matchID, message, credentials] = args;
    const result = await master.onChatMessage(matchID, message, credentials, { connection });
    const { id, sender } = readChat(message) ?? {};
    const isFinal = !result?.error || result.type || REFUSALS[result.error];
    if (id === undefined || !isFinal) return result;
    const error = result?.error && { type: result.type ?? REFUSALS[result.error], message: result.error };
    sendTo(connection, sender, { type: 'said', args: [matchID, id, ...error ? [error] : []] });
    return result;
  }

  /**
   * Sends more of the log of the match at which the connection is.
   *
   * @param {any[]} message
   */
  function log(connection, message) {
    const [matchID, before] = message;
    const { seat } = connection;
    if (!seat || seat.matchID !== textOf(matchID)) return undefined;
    return master.onLog(seat.matchID, seat.playerID, seat.credentials, before, { connection });
  }

  /**
   * Sends why the match is not sent.
   *
   * @param {any} connection
   * @param {{ error: string, type?: string, payload?: unknown }} refusal
   * @param {{ matchID: any, playerID: any }} [asked] where it has asked to be
   */
  function refuse(connection, { error: message, type = message === NOT_FOUND ? 'match/not_found' : 'match/refused', payload }, { matchID, playerID } = connection.asked) {
    sendTo(connection, playerID, { type: 'refused', args: [echoOf(matchID), { type, message, payload }] });
  }

  function send({ sender, playerID, ...payload }) {
    if (payload.type === 'sync') lookAt(payload.args[0], payload.args[1].state);
    if (!sender) return;
    const { connection, seat } = sender;
    if (seat ? !takeSeat(connection, seat, payload.args[1]) : hasMovedOn(connection, playerID, payload)) return;
    sendTo(connection, playerID, payload);
  }

  function sendAll(payload) {
    const { type, args } = payload;
    const matchID = args[0];
    if (type === 'update') lookAt(matchID, args[1]);
    if (type === 'patch') lookAt(matchID, args[3]);
    const connections = matches.get(matchID) ?? [];
    if (type === 'chat' && connections.length > 0 && !isNewMessage(matchID, args[1])) return undefined;
    if (FOR_ALL.includes(type)) {
      const seated = connections.map((connection) => ({ connection, seat: connection.seat }));
      return inPieces(sendSame(seated, payload), type === 'matchData' ? matchID : undefined);
    }
    for (const connection of connections) {
      if (connection.seat) sendTo(connection, connection.seat.playerID, payload);
    }
    return undefined;
  }

  function isNewMessage(matchID, { id, sender }) {
    const known = recentChats.get(matchID) ?? [];
    const name = JSON.stringify([sender, id]);
    if (known.includes(name)) return false;
    recentChats.set(matchID, [...known.slice(1 - KNOWN_MESSAGES), name]);
    return true;
  }

  /** Sends the same to all that have not left their seat when it is their turn. */
  function* sendSame(seated, payload) {
    const made = new Map();
    for (const { connection, seat } of seated) {
      if (seat && connection.seat === seat) yield sendTo(connection, seat.playerID, payload, made)?.length ?? 0;
    }
  }

  /**
   * Returns what has been delivered. A `playerView` that throws for one viewer does not affect the others.
   *
   * @param {any} connection
   * @param {any} playerID
   * @param {any} payload
   * @param {Map<Function, any>} [made] messages that are the same for all: those made for others, by their encoder
   */
  function sendTo(connection, playerID, payload, made) {
    const { view, form, common } = connection;
    if (FOR_RONDEL.includes(payload.type) && view.Views && !view.patches) return undefined;
    try {
      const make = made ? common ?? form : form;
      const message = made?.get(make) ?? make(viewOf(playerID, payload, view));
      if (make === common) made?.set(make, message);
      connection.deliver(message, payload.type);
      return message;
    } catch (error) {
      if (isSetAside(error)) return leaveOut(connection, error, { matchID: payload.args[0], playerID });
      reportTo(master, error, { matchID: payload.args[0], playerID });
      return undefined;
    }
  }

  /** A viewer is not sent a state, but why: what they may see of the match fails the engine. */
  function leaveOut(connection, error, { matchID, playerID }) {
    if (error.cause !== undefined) reportTo(master, error, { matchID, playerID });
    if (connection.asked) refuse(connection, { error: error.message, type: SET_ASIDE });
    return undefined;
  }

  /** False if the connection has gone, or asked for another seat since. */
  function takeSeat(connection, seat, { state, filteredMetadata }) {
    if (connection.asked !== seat) return false;
    if (isSameSeat(seat, connection.seat)) return true;
    const { matchID, playerID } = seat;
    connection.seat = seat;
    limitConnections(seat);
    const others = matches.get(matchID);
    matches.set(matchID, [...(others ?? []), connection]);
    if (!others && watcher) watcher.opened(matchID, state);
    else if (!others) forgetOthers(matchID, playerID, filteredMetadata);
    count(matchID, playerID, 1);
    return true;
  }

  /** Takes the seat of the oldest connection of a player who has too many: its client may be gone, the new one's is not. */
  function limitConnections({ matchID, playerID }) {
    if (mostAtSeat === Infinity || playerID === undefined || playerID === null) return;
    const same = (matches.get(matchID) ?? []).filter(({ seat }) => seat?.playerID === playerID);
    if (same.length >= mostAtSeat) dismiss(same[0], 'too many connections of this player');
  }

  /** Players that are still stored as connected were so with a master that is gone. */
  function forgetOthers(matchID, playerID, players = []) {
    for (const { id, isConnected, bot } of players) {
      if (isConnected && bot === undefined && String(id) !== String(playerID)) count(matchID, String(id), -1);
    }
  }

  /** Takes its seat away, and sends it why. */
  function dismiss(connection, message, type = undefined) {
    if (connection.asked) refuse(connection, { error: message, type });
    return leave(connection);
  }

  /** Its requests are dropped, except for its actions: the last move of a player who closes the page still counts. */
  function leave(connection) {
    connection.asked = null;
    sharedBy(storage).queue.leave(connection);
    return vacate(connection);
  }

  /** @returns {Promise<any> | undefined} */
  function vacate(connection) {
    const { seat } = connection;
    if (!seat) return undefined;
    const { matchID, playerID } = seat;
    connection.seat = null;
    const others = matches.get(matchID).filter((other) => other !== connection);
    matches.set(matchID, others);
    if (others.length === 0) {
      matches.delete(matchID);
      recentChats.delete(matchID);
      seats?.forget(matchID);
      watcher?.closed(matchID);
    }
    return count(matchID, playerID, -1);
  }

  /** Counts first; a failure of the rest is made good later. Nothing else is to be done while the player has another connection. */
  function count(matchID, playerID, by) {
    const others = sharedBy(storage).count(matchID, playerID, by) - Math.max(0, by);
    return others > 0 ? undefined : master.onConnectionChange(matchID, playerID);
  }

  function lookAt(matchID, state) {
    seats?.lookAt(matchID, state);
  }
}

/** Has matches begin with the setup data of the client that starts them. In development it warns, once for each match, of clients with others. */
function beginWithSetupData(master) {
  const warned = new Set();
  master.setupDataOf = (sender) => sender?.setupData;
  if (!isDevelopment()) return;
  master.hadBegun = (sender, matchID, metadata) => {
    if (warned.has(matchID)) return;
    if (warnOfOtherSetupData(matchID, { given: sender?.setupData, stored: metadata?.setupData })) warned.add(matchID);
  };
}

/** Returns `true` if a requested seat is this player's at this match. */
function isAt(asked, matchID, playerID) {
  return asked.matchID === textOf(matchID) && (asked.playerID ?? null) === (textOf(playerID) ?? null);
}

/** Returns `true` if the client asked for another seat after the request that a message answers, or lost the seat whose log it requested. */
function hasMovedOn({ asked }, playerID, /** @type {any} */ { type, args }) {
  return asked ? !isAt(asked, args[0], playerID) : type === 'log';
}

/** What a client calls its match, by which it recognises the refusal: null if that is too long to be any match's name, or no text. */
function echoOf(matchID) {
  const name = textOf(matchID);
  return typeof name === 'string' && name.length <= MOST_NAME ? matchID : null;
}

function allAtOnce(steps) {
  Array.from(steps);
}

function allowed() {
  return null;
}
