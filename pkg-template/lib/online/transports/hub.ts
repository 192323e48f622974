import { SET_ASIDE, isSetAside } from '../../engine/set-aside.js';
import { objectionToVersion } from '../../engine/version.js';
import { rulesOf } from '../../game/rules.js';
import { engineOf } from '../match-data.js';
import { Master } from '../master.js';
import { reportTo } from '../failures.js';
import { MOST_NAME, textOf } from '../names.js';
import { isSameSeat, readAbout, readAskedSeat, readChat } from '../request.js';
import { GAME_NOT_FOUND, UNAUTHORIZED, UNAUTHORIZED_ACTION } from '../protocol/errors.js';
import { isDevelopment } from '../../util/environment.js';
import { noop } from '../../util/noop.js';
import { checkStackForSteps } from '../../engine/stack-probe.js';
import { getFilterPlayerView } from '../view.js';
import { openTimeoutBots } from './lazy-timeout-bots.js';
import { readSetupData, warnOfOtherSetupData } from '../setup-data.js';
import { sharedBy } from '../shared-by-storage.js';
import type { Auth, ChatMessage, FilteredMetadata, Refused } from '../../../types/master.js';
import type { Ctx, Game, PlayerID } from '../../../types/game.js';
import type { SeatHub } from '../../ai/seated-bots.js';
import type { Foreign } from '../../util/foreign.js';
import type { AskedSeat, Sender } from '../request.js';
import type { MasterTime } from '../alarms.js';
import type { MasterLimits } from '../limits.js';
import type { Permissions } from '../permission.js';
import type { Storage } from '../storage/storing.js';
import type { StoredState } from '../stored-states.js';
import type { Message, OwnMessage } from '../view.js';
import type { Form } from '../wire-formats.js';

/** A master as its host uses it, with members that the declaration of the class omits. */
type HostedMaster = Master & { permissions: Permissions, printError(thrown: unknown): void };

/** Limits and counters of a host for one client. */
export interface Guard {
  /** Returns the reason why this client may not join a match now; null if it may. */
  whyNotCome?: () => { error: string, type?: string } | null;
  /** Why no match begins at this client's request; null if one may. */
  whyNotBegin?: () => string | null;
  /** Why this client may not do something that takes so many bytes to store; null if it may. */
  whyNotAct?: (bytes: number) => string | null;
  /** The client's address, for which failures of the engine are counted. Without one they are counted for the match. */
  address?: string;
  /** Is called when an action of this client had no effect, with the seat of its author. */
  hadNoEffect?: (seat: { matchID: string, playerID: PlayerID }) => void;
}

/** The parts of a hub that bots use. */
export type HubOfBots = Omit<SeatHub, 'game'>;

/** The bots of a page: they are given each state of a match that somebody is connected to, and act. */
export interface BotsOfHub {
  lookAt(matchID: string, state: StoredState): void;
  forget(matchID: string): void;
  /** Returns `true` if a seat is a bot's at all matches. */
  has?(playerID: PlayerID): boolean;
}

/** A listener for the first and the last connection at a match. */
export interface MatchWatcher {
  /** Called when the first connection is at a match, which gets this state. */
  opened(matchID: string, state: StoredState): void;
  /** Called when the last one has left it. */
  closed(matchID: string): void;
}

export interface HubOptions {
  game: Game;
  storage: Storage;
  /** Makes the bots that play at some seats. */
  bots?: ((hub: HubOfBots) => BotsOfHub) | undefined;
  auth?: Auth | undefined;
  /** The limits of the master. */
  limits?: Partial<MasterLimits> | undefined;
  /** Omitted: no other master uses the storage, and so no player is connected to another. */
  matches?: MatchWatcher;
  /**
   * Runs the steps in which all are sent the same: each yields how long its message was. A newer broadcast
   * replaces a queued one with the same name.
   */
  inPieces?: (steps: Generator<number, void>, name?: string) => void;
  time?: MasterTime | undefined;
  /** `true` if its clients are pages of the same origin: a match begins with the setup data of the one that starts it. */
  isOwnPages?: boolean;
  /** Most connections of one player: for another one, the oldest loses its seat. */
  mostAtSeat?: number;
}

/** The answer to a request: nothing, or why it was refused. */
export type Answer = Refused | undefined;

/** A client's end of a hub. */
export interface HubConnection {
  /** Receives a message of the client, as an object. Throws a RangeError, without an effect, if the stack is full. */
  receive(message: unknown): Promise<Answer> | undefined;
  /** Closes the connection. Throws a RangeError, without an effect, if the stack is full. */
  close(): Promise<Answer> | undefined;
  /** Takes its seat away, and sends it why. */
  dismiss(message: string, type?: string): Promise<Answer> | undefined;
  /** As `dismiss`, if it may join no match any more. */
  checkAdmission(): Promise<Answer> | undefined;
  /** Takes its seat away: it is sent nothing more until it is given another. */
  leave(): Promise<Answer> | undefined;
  /** Drops its open requests, except for its actions. */
  forsake(): void;
  /** Removes it without notifying anybody, for a hub that ends: its client will be at another. */
  forget(): void;
  /** Where it is; null if it is nowhere. */
  seat(): AskedSeat | null;
}

export type Hub = ReturnType<typeof openHub>;

/** The format of a client's messages, and what the client is allowed. */
type How<Encoded> = Pick<Form<Encoded>, 'view' | 'form' | 'common'> & Guard;

/** A connection. Its messages are encoded in a format of its own. */
interface Connection extends Required<Omit<Guard, 'address'>>, Pick<Form<Foreign>, 'view' | 'form' | 'common'> {
  deliver: (message: Foreign, type: string) => void;
  address: string | undefined;
  /** The seat that its client has asked for last. */
  asked: AskedSeat | null;
  /** The seat at which it is. */
  seat: AskedSeat | null;
  /** Why the actions of its client are refused: its rules have another version. */
  outdated: Refused | null;
  isGone: boolean;
}

/** The sender of a request, as the master returns it with what is for that sender alone. */
interface HubSender extends Sender {
  connection: Connection;
  /** Seat of a request for the whole match. */
  seat?: AskedSeat;
  setupData?: unknown;
}

/** A connection, and the seat that it had when a message was sent to all. */
interface Seated {
  connection: Connection;
  seat: AskedSeat | null;
}

/** Where an error was thrown. */
interface Where {
  matchID: string;
  playerID: unknown;
}

/** A match and a player, as a client has sent them. */
interface Place {
  matchID: unknown;
  playerID: unknown;
}

/** The master's errors for an action that it drops without an acknowledgement, with the refusal that its sender receives. */
const DROPPED: Record<string, string> = { [UNAUTHORIZED_ACTION]: UNAUTHORIZED, [GAME_NOT_FOUND]: GAME_NOT_FOUND };
/** The errors for which a chat message is not delivered, and their types. */
const REFUSALS: Record<string, string> = { [UNAUTHORIZED]: 'update/unauthorized_action', [GAME_NOT_FOUND]: 'match/not_found' };
/** Number of the newest chat messages of a match that are remembered, to recognise a repeated one. */
const KNOWN_MESSAGES = 64;
/** The messages that are the same for all viewers. */
const FOR_ALL = ['matchData', 'chat', 'notice'];
/** The messages that boardgame.io's clients do not know. */
const FOR_RONDEL = ['refused', 'said', 'notice'];

/**
 * A master and its connections. A connection is at one seat of one match, from the moment when the
 * master has answered its `sync`: until then it is sent nothing, and so a client that may not have the match does not
 * get it. All that is sent has been through the viewer's filter.
 */
export function openHub(
  { game, storage, bots, auth, limits, time, matches: watcher, inPieces = allAtOnce, mostAtSeat = Infinity, isOwnPages = false }: HubOptions,
) {
  const viewOf = getFilterPlayerView(game, (playerID) => seats?.has?.(playerID) === true);
  // The connections of each match, in immutable lists: they may be iterated while others come and go.
  const matches = new Map<string, readonly Connection[]>();
  const recentChats = new Map<string, string[]>(); // A client that got no confirmation sends its message again.
  const master: HostedMaster = new Master(game, storage, { send, sendAll }, auth, { limits, comparesGame: true, time });
  master.askTimeoutBot = openTimeoutBots(game);
  // Other hosts may call this master, too.
  master.isForAnyNumber = bots !== undefined;
  master.whyNotCome = (sender) => sender?.connection.whyNotCome?.() ?? null;
  master.whyNotBegin = (sender) => sender?.connection.whyNotBegin() ?? null;
  master.whyNotAct = (sender, bytes) => sender?.connection.whyNotAct(bytes) ?? null;
  master.addressOf = (sender) => sender?.connection.address;
  if (isOwnPages) beginWithSetupData(master);
  master.hadNoEffect = (sender, seat) => sender?.connection.hadNoEffect(seat);
  const seats = bots?.({ isActive, viewOf, act: master.onUpdate.bind(master), now: () => master.now(), inspector: () => master.inspector });

  function isActive(ctx: Ctx, playerID: PlayerID): boolean {
    return engineOf(game).isActive(ctx, playerID);
  }

  /**
   * Messages for this connection go to `deliver`: as `form` encodes what the viewer's filter returns with
   * the options `view`, or `common` of those that are the same for all, such as `PATCHES` of lib/online/wire-formats.ts. Messages of its
   * client, as objects, go to `receive`. Both that and `close` return the master's promise, or throw a RangeError where the stack is
   * full, and have done nothing then.
   *
   * @param deliver also receives the type of each message
   */
  function connect<Encoded>(
    deliver: (message: Encoded, type: string) => void,
    { view, form, common, whyNotCome = allowed, whyNotBegin = allowed, whyNotAct = allowed, hadNoEffect = noop, address }: How<Encoded>,
  ): HubConnection {
    const connection: Connection = {
      deliver, view, form, common, whyNotCome, whyNotBegin, whyNotAct, hadNoEffect, address, asked: null, seat: null, outdated: null, isGone: false,
    };
    return {
      receive: (message: unknown) => receive(connection, message),
      close() {
        checkStackForSteps();
        connection.deliver = noop;
        connection.isGone = true;
        const left = leave(connection);
        sharedBy(storage).queue.end(connection);
        return left;
      },
      dismiss: (message: string, type?: string) => dismiss(connection, message, type),
      checkAdmission() {
        const why = connection.whyNotCome();
        return why ? dismiss(connection, why.error, why.type) : undefined;
      },
      leave: () => leave(connection),
      forsake: () => sharedBy(storage).queue.leave(connection),
      forget() {
        const { seat } = connection;
        connection.asked = connection.seat = null;
        if (seat) sharedBy(storage).count(seat.matchID, seat.playerID as PlayerID, -1);
      },
      seat: () => connection.seat,
    };
  }

  return { connect, master };

  /** Messages may come from anybody: what is no message at all is dropped, the rest is checked by the master. */
  function receive(connection: Connection, message: Foreign): Promise<Answer> | undefined {
    checkStackForSteps();
    const { type, args } = message ?? {};
    if (!Array.isArray(args)) return undefined;
    if (type === 'sync') return sync(connection, args);
    if (type === 'update') return update(connection, args);
    if (type === 'log') return log(connection, args);
    if (type === 'chat' && !connection.whyNotCome()) return chat(connection, args);
    return undefined;
  }

  /** The sender of an action that is dropped is sent why: the master acknowledges only those of its players. */
  function update(connection: Connection, message: Foreign[]): Promise<Answer> {
    const [action, stateID, matchID, playerID] = message;
    const { asked } = connection;
    const dropped = (result: Answer) => {
      const error = result?.type ? result.error : DROPPED[result?.error as string];
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
    return (master.onUpdate(action, stateID, matchID, playerID, { connection }) as Promise<Answer>).then(dropped);
  }

  function sync(connection: Connection, message: Foreign[]): Promise<Answer> {
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
    const seat = isSameSeat(named, connection.asked) ? connection.asked as AskedSeat : named;
    if (seat === named) sharedBy(storage).queue.leave(connection);
    connection.asked = seat;
    connection.outdated = objectionToVersion(rulesOf(game), readAbout(about).version);
    const answered = master.onSync(seat.matchID, seat.playerID, seat.credentials, numPlayers, { connection, seat, setupData }, about) as Promise<Answer>;
    return answered.then((result) => {
      if (connection.asked !== seat) return result;
      if (result?.error) refuse(connection, result);
      return result;
    });
  }

  /** The sender of a chat message is sent its outcome, except for a failure that is worth another try. */
  async function chat(connection: Connection, args: Foreign[]): Promise<Answer> {
    const [matchID, message, credentials] = args;
    const result = await master.onChatMessage(matchID, message, credentials, { connection }) as Answer;
    const { id, sender } = readChat(message) ?? {} as Partial<NonNullable<ReturnType<typeof readChat>>>;
    const isFinal = !result?.error || result.type || REFUSALS[result.error];
    if (id === undefined || !isFinal) return result;
    const error = result?.error && { type: result.type ?? REFUSALS[result.error], message: result.error };
    sendTo(connection, sender, { type: 'said', args: [matchID, id, ...error ? [error] : []] });
    return result;
  }

  /** Sends more of the log of the match at which the connection is. */
  function log(connection: Connection, message: Foreign[]): Promise<Answer> | undefined {
    const [matchID, before] = message;
    const { seat } = connection;
    if (!seat || seat.matchID !== textOf(matchID)) return undefined;
    return master.onLog(seat.matchID, seat.playerID, seat.credentials, before, { connection }) as Promise<Answer>;
  }

  /**
   * Sends why the match is not sent.
   *
   * @param place where it has asked to be. Default: where it asks to be now
   */
  function refuse(
    connection: Connection,
    { error: message, type = message === GAME_NOT_FOUND ? 'match/not_found' : 'match/refused', payload }: Refused,
    { matchID, playerID }: Place = connection.asked as AskedSeat,
  ) {
    sendTo(connection, playerID, { type: 'refused', args: [echoOf(matchID), { type, message, payload }] });
  }

  function send({ sender, playerID, ...payload }: OwnMessage & { sender?: HubSender }) {
    if (payload.type === 'sync') lookAt(payload.args[0], payload.args[1].state);
    if (!sender) return;
    const { connection, seat } = sender;
    if (seat ? !takeSeat(connection, seat, payload.args[1]) : hasMovedOn(connection, playerID, payload)) return;
    sendTo(connection, playerID, payload);
  }

  function sendAll(payload: Message) {
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
    const forSpectators = new Map<Connection['form'], Foreign>();
    for (const connection of connections) {
      const { seat, common } = connection;
      // All spectators of a match see the same.
      if (seat) sendTo(connection, seat.playerID, payload, common && (seat.playerID ?? null) === null ? forSpectators : undefined);
    }
    return undefined;
  }

  function isNewMessage(matchID: string, { id, sender }: Pick<ChatMessage, 'id' | 'sender'>): boolean {
    const known = recentChats.get(matchID) ?? [];
    const name = JSON.stringify([sender, id]);
    if (known.includes(name)) return false;
    recentChats.set(matchID, [...known.slice(1 - KNOWN_MESSAGES), name]);
    return true;
  }

  /** Sends the same to all that have not left their seat when it is their turn. */
  function* sendSame(seated: Seated[], payload: Message): Generator<number, void> {
    const made = new Map<Connection['form'], Foreign>();
    for (const { connection, seat } of seated) {
      if (seat && connection.seat === seat) yield sendTo(connection, seat.playerID, payload, made)?.length ?? 0;
    }
  }

  /**
   * Returns what has been delivered. A `playerView` that throws for one viewer does not affect the others.
   *
   * @param made messages that others receive, too: those made for them, by their encoder
   */
  function sendTo(connection: Connection, playerID: unknown, payload: Message, made?: Map<Connection['form'], Foreign>): Foreign {
    const { view, form, common } = connection;
    if (FOR_RONDEL.includes(payload.type) && view.Views && !view.patches) return undefined;
    try {
      const make = made ? common ?? form : form;
      const message = made?.get(make) ?? make(viewOf(playerID, payload, view));
      if (make === common) made?.set(make as Connection['form'], message);
      connection.deliver(message, payload.type);
      return message;
    } catch (error) {
      if (isSetAside(error)) return leaveOut(connection, error as Error, { matchID: payload.args[0], playerID });
      reportTo(master, error, { matchID: payload.args[0], playerID } as Where);
      return undefined;
    }
  }

  /** A viewer is not sent a state, but why: what they may see of the match fails the engine. */
  function leaveOut(connection: Connection, error: Error, { matchID, playerID }: Where) {
    if (error.cause !== undefined) reportTo(master, error, { matchID, playerID });
    if (connection.asked) refuse(connection, { error: error.message, type: SET_ASIDE });
    return undefined;
  }

  /** False if the connection has gone, or asked for another seat since. */
  function takeSeat(connection: Connection, seat: AskedSeat, { state, filteredMetadata }: Foreign): boolean {
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
  function limitConnections({ matchID, playerID }: AskedSeat) {
    if (mostAtSeat === Infinity || playerID === undefined || playerID === null) return;
    const same = (matches.get(matchID) ?? []).filter(({ seat }) => seat?.playerID === playerID);
    if (same.length >= mostAtSeat) dismiss(same[0], 'too many connections of this player');
  }

  /** Players that are still stored as connected were so with a master that is gone. */
  function forgetOthers(matchID: string, playerID: AskedSeat['playerID'], players: FilteredMetadata = []) {
    for (const { id, isConnected, bot } of players) {
      if (isConnected && bot === undefined && String(id) !== String(playerID)) count(matchID, String(id), -1);
    }
  }

  /** Takes its seat away, and sends it why. */
  function dismiss(connection: Connection, message: string, type: string | undefined = undefined): Promise<Answer> | undefined {
    if (connection.asked) refuse(connection, { error: message, type });
    return leave(connection);
  }

  /** Its requests are dropped, except for its actions: the last move of a player who closes the page still counts. */
  function leave(connection: Connection): Promise<Answer> | undefined {
    connection.asked = null;
    sharedBy(storage).queue.leave(connection);
    return vacate(connection);
  }

  function vacate(connection: Connection): Promise<Answer> | undefined {
    const { seat } = connection;
    if (!seat) return undefined;
    const { matchID, playerID } = seat;
    connection.seat = null;
    // It is among them.
    const others = (matches.get(matchID) as readonly Connection[]).filter((other) => other !== connection);
    matches.set(matchID, others);
    if (others.length === 0) {
      matches.delete(matchID);
      recentChats.delete(matchID);
      seats?.forget(matchID);
      watcher?.closed(matchID);
    }
    return count(matchID, playerID, -1);
  }

  /** Counts first; a failure of the rest is made good later. Does nothing else while the player has another connection. */
  function count(matchID: string, playerID: AskedSeat['playerID'], by: number): Promise<Answer> | undefined {
    // Spectators are counted as one player without a name.
    const others = sharedBy(storage).count(matchID, playerID as PlayerID, by) - Math.max(0, by);
    return others > 0 ? undefined : master.onConnectionChange(matchID, playerID) as Promise<Answer>;
  }

  function lookAt(matchID: string, state: StoredState) {
    seats?.lookAt(matchID, state);
  }
}

/** Has matches begin with the setup data of the client that starts them. In development it warns, once for each match, of clients with others. */
function beginWithSetupData(master: Master) {
  const warned = new Set<string>();
  master.setupDataOf = (sender) => sender?.setupData;
  if (!isDevelopment()) return;
  master.hadBegun = (sender, matchID, metadata) => {
    if (warned.has(matchID)) return;
    if (warnOfOtherSetupData(matchID, { given: sender?.setupData, stored: metadata?.setupData })) warned.add(matchID);
  };
}

/** Returns `true` if a requested seat is this player's at this match. */
function isAt(asked: AskedSeat, matchID: unknown, playerID: unknown): boolean {
  return asked.matchID === textOf(matchID) && (asked.playerID ?? null) === (textOf(playerID) ?? null);
}

/** Returns `true` if the client asked for another seat after the request that a message answers, or lost the seat whose log it requested. */
function hasMovedOn({ asked }: Connection, playerID: unknown, { type, args }: Message): boolean {
  return asked ? !isAt(asked, args[0], playerID) : type === 'log';
}

/** Returns the client's name of its match, by which it recognises the refusal; null if that is not a text, or too long for a name. */
function echoOf(matchID: unknown): unknown {
  const name = textOf(matchID);
  return typeof name === 'string' && name.length <= MOST_NAME ? matchID : null;
}

function allAtOnce(steps: Iterable<number>) {
  Array.from(steps);
}

function allowed(): null {
  return null;
}
