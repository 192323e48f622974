import {
  drive, engineOf, GAME_NOT_FOUND, getFilterPlayerView, ifRejected, isPromise, isTimed, kickOf, MATCH_KICKED, matchDataMessage, METADATA_NOT_FOUND, named,
  NOT_A_PLAYER, openHub, PATCHES, printErrorOfOnError, readChat, reportTo, rulesOf, sharedBy, UNAUTHORIZED, unref, versionOf,
} from './rondel.js';
import { Follower } from './nodes/follower.js';
import { openMatchBots } from './bots/match-bots.js';
import { BroadcastQueue } from './broadcast-queue.js';
import { limitsFrom } from './limit-defaults.js';
import { isNotice } from './operator-notice.js';
import { Node } from './nodes/node.js';
import { Throttle } from './throttle.js';
import { seatKey, TokenBuckets } from './token-bucket.js';
import type { Ctx, Game, PlayerID } from 'rondel';
import type { Auth, ChatMessage, GenericPubSub, Notice, Refused } from 'rondel/master';
import type { AskedSeat, Foreign, Form, Guard, HubConnection, Message, Steps, Storage, StoredMetadata, StoredState } from 'rondel/private';
import type { AdminConnection } from '../types/admin.js';
import type { Limits } from '../types/limits.js';
import type { Source } from './bots/match-bots.js';
import type { Thinking } from './bots/thinking.js';
import type { Channels, Published, UserChannels } from './channels.js';
import type { News, ReceivedNotice } from './nodes/node.js';
import type { EncodedMessage } from './request-costs.js';

/** A connection at a match. */
interface Seated extends HubConnection {
  seat(): AskedSeat;
}

type Origin = Required<Pick<AdminConnection, 'address' | 'transport'>>;

/** Functions that send messages of a master or of the hub. */
interface Outlets {
  send(payload: Message): void;
  sendAll(payload: Message): unknown;
}

interface HubOptions {
  game: Game;
  storage: Storage;
  auth?: Auth;
  /** Milliseconds. */
  authTimeout?: number;
  node?: Node;
  limits?: Limits;
  /** Runs the searches of the bots at matches. Without it, no bot plays. */
  thinking?: Thinking | null;
}

interface HubsOptions extends Omit<HubOptions, 'game' | 'storage'> {
  games: Game[];
  db: Storage;
}

/** Change of a player's connections, if the caller counts them: their credentials, and `true` for a new connection. */
type ConnectionChange = [credentials?: unknown, connected?: boolean];

/** The arguments of a message. */
type Args = [matchID: string, ...content: unknown[]];

/** A notice of another process, whose match a node has checked. */
type CheckedNotice = ReceivedNotice & { matchID?: Foreign, message?: Foreign };

/** The encoding of messages to a client, and its permissions. */
type How = Pick<Form<EncodedMessage>, 'view' | 'form' | 'common'> & Guard;

/** The matches of one game at this process. */
export type ServerHub = ReturnType<typeof openServerHub>;

/** Messages that carry states. */
const STATES = ['update', 'patch'];
/** Messages that carry anything else, and what other processes are notified of then. */
const NEWS: Record<string, 'metadata' | 'chat'> = { matchData: 'metadata', chat: 'chat' };
const CLOSING = { error: 'closing' };
/** Milliseconds that authenticators have when a hub is closed. */
const PATIENCE = 1000;
/** Rate limit of notifications that one player has connected or disconnected, in notifications per second. */
const COMING_AND_GOING = { rate: 1, burst: 4 };
/** Rate limit of `matchData` messages of one match, in messages per second. */
const WHO_PLAYS = { rate: 1, burst: 10 };
/** Connections of one player at a match: tabs, and those of a phone whose end nobody has noticed yet. */
const MOST_AT_SEAT = 16;
/** A master's refusals for a match or a seat that does not exist any more. */
const GONE = [METADATA_NOT_FOUND, NOT_A_PLAYER, GAME_NOT_FOUND];

/** The hubs of a server: one for each game, by its name. */
export function openHubs({ games, db, auth, authTimeout, node = new Node({ storage: db }), limits, thinking }: HubsOptions): Map<string, ServerHub> {
  return new Map(games.map((game) => [rulesOf(game).name, openServerHub({ game, storage: db, auth, authTimeout, node, limits, thinking })]));
}

/** Opens a server's hub of one game. It authenticates players, follows changes of the metadata by others, and shuts down in steps.
 * @public Tests open a hub of one game. */
export function openServerHub({ game, storage, auth, authTimeout, node = new Node({ storage }), limits, thinking = null }: HubOptions) {
  const connections: Set<HubConnection> = new Set();
  /** Addresses and transports of connections, as far as they are known. */
  const origins: WeakMap<HubConnection, Origin> = new WeakMap();
  const underway: Set<Promise<unknown>> = new Set();
  /** Players by match whose connections could not be stored. */
  const unnoted: Map<string, Set<PlayerID>> = new Map();
  /** Newest metadata by seat that is being checked. */
  const asked: Map<AskedSeat, StoredMetadata> = new Map();
  let pubSub: UserChannels | null = null;
  let isClosing = false;
  const presence = node.makePresence();
  const follower = new Follower({
    game,
    storage,
    presence,
    send: (payload) => sendHere(payload),
    reseated: lookAtSeats,
    replaced: (matchID) => connectionsAt(matchID).forEach(rejoin),
    gone: dismiss,
    failed: () => node.fail(),
  });
  const broadcasts = new BroadcastQueue();
  sharedBy(follower.storage).queue.rest = setImmediate;
  const hub = openHub({
    game,
    storage: follower.storage,
    auth: auth && reading(auth),
    limits: limits?.match,
    matches: { opened, closed },
    inPieces: (steps, name) => broadcasts.run(steps, name),
    mostAtSeat: MOST_AT_SEAT,
  });
  const { master } = hub;
  if (authTimeout !== undefined) master.authTimeout = authTimeout;
  master.printError = printErrorOfOnError;
  master.hadBeenDone = (matchID) => node.say({ what: 'state', gameName, matchID });
  const bots = thinking && openMatchBots({
    game,
    master,
    isActive: (ctx, playerID) => engineOf(game).isActive(ctx as Ctx, playerID),
    viewOf: getFilterPlayerView(game),
    storage: follower.storage,
    thinking,
    isOpen: (matchID) => follower.isOpen(matchID),
    isElsewhere: (metadata) => presence?.isElsewhere(metadata) === true,
  });
  if (bots) master.askTimeoutBot = bots.askTimeoutBot;
  const { send: sendTo, sendAll: sendToAll } = master.transportAPI as Outlets;
  const noteConnection = master.onConnectionChange.bind(master);
  const talk = new TokenBuckets(limitsFrom(limits).chat);
  const presenceThrottle = new Throttle(COMING_AND_GOING);
  const metadataThrottle = new Throttle(WHO_PLAYS);
  master.onConnectionChange = async (matchID, playerID, ...change) => {
    // The hub has names; of others, the master reads them.
    const note = () => ended(noted(matchID as string, playerID as PlayerID, ...change));
    // A count by another caller is noted each time.
    return change.length > 0 ? note() : presenceThrottle.run(JSON.stringify([matchID, playerID]), note);
  };
  master.transportAPI = { send, sendAll };
  const gameName = rulesOf(game).name;
  const version = versionOf(rulesOf(game));
  node.add(gameName, { matches: () => [...new Set([...follower.matches, ...unnoted.keys()])], look, receive });

  return {
    gameName, master, connect, sendMatchData, seen, gone, changed, connectedAt, lookWhoMayStay, noticeTo, noticeToAll, publishThrough, publishBeside, close,
    /** `true` if matches of the game have a log. */
    keepsLog: !rulesOf(game).settings.disableLog,
    /** The matches with connections here. */
    matches: () => follower.matches,
  };

  /** Like `connect` of lib/online/transports/hub.ts. The promises of `receive` and `close` never reject. `origin` is the client's address. */
  function connect(deliver: (message: EncodedMessage, type: string) => void, how: How = PATCHES, origin: Origin | undefined = undefined) {
    const connection = hub.connect(deliver, how);
    connections.add(connection);
    if (origin) origins.set(connection, origin);
    return {
      receive(message: unknown) {
        return isClosing ? Promise.resolve(CLOSING) : ended(connection.receive(message));
      },
      forsake: connection.forsake,
      seat: connection.seat,
      close() {
        connections.delete(connection);
        return ended(connection.close());
      },
    };
  }

  /** Notes what is under way, until it is done. */
  function ended<Result>(result: Result | PromiseLike<Result>) {
    const promise = Promise.resolve(result);
    const forget = () => underway.delete(promise);
    underway.add(promise);
    promise.then(forget, forget);
    return promise;
  }

  /** Has a connection give up its seat, and sync with the match that has the ID now, if it may. */
  function rejoin(connection: Seated) {
    const { matchID, playerID, credentials } = connection.seat();
    ended(connection.leave());
    const message = { type: 'sync', args: [matchID, playerID, credentials, undefined, { known: true }] };
    // Not within the call that has read the match; the connection may be closed by then.
    ended(Promise.resolve().then<unknown>(() => connections.has(connection) && connection.receive(message)));
  }

  function connectionsAt(matchID: string) {
    return [...connections].filter((connection): connection is Seated => connection.seat()?.matchID === matchID);
  }

  /** There is no match of this ID any more: all who are at it are notified, here and at the other processes. */
  function gone(matchID: string) {
    dismiss(matchID);
    node.say({ what: 'state', gameName, matchID });
  }

  /** A match has been stored by another than its master: all who are at it are notified, here and at the other processes. */
  async function changed(matchID: string) {
    try {
      await look(matchID);
    } catch (error) {
      // It is looked at again.
      reportTo(master, error, { matchID });
      node.fail();
    }
    node.say({ what: 'state', gameName, matchID });
  }

  /** Returns the connections at a match of this process, with their addresses. */
  function connectedAt(matchID: string): AdminConnection[] {
    return connectionsAt(matchID).map((connection) => ({ playerID: connection.seat().playerID ?? null, ...origins.get(connection) }));
  }

  /** Sends an operator's notice to all at a match, here and at the other processes. */
  function noticeTo(matchID: string, notice: Notice) {
    const message: Message = { type: 'notice', args: [matchID, notice] };
    (master.transportAPI as Outlets).sendAll(message);
  }

  /** As `noticeTo`, to all at any match of the game. */
  function noticeToAll(notice: Notice) {
    for (const matchID of follower.matches) {
      const payload = { type: 'notice', args: [matchID, notice] };
      if (pubSub) askChannels('publish', matchID, { ...payload, gameName, version });
      else sendHere(payload);
    }
    node.say({ what: 'notice', gameName, notice });
  }

  /** Clients that have been banned lose their seats, and are sent the reason. */
  function lookWhoMayStay() {
    for (const connection of connections) ended(connection.checkAdmission());
  }

  function dismiss(matchID: string) {
    for (const connection of connectionsAt(matchID)) ended(connection.dismiss(GAME_NOT_FOUND));
  }

  function opened(matchID: string, state: StoredState) {
    follower.opened(matchID, state);
    if (pubSub) askChannels('subscribe', matchID, receiveFromChannel);
  }

  function closed(matchID: string) {
    follower.closed(matchID);
    bots?.forget(matchID);
    // The next match of this ID may be another.
    metadataThrottle.drop(matchID);
    if (pubSub) askChannels('unsubscribeAll', matchID);
  }

  /** A note that fails is repeated when the match is checked. */
  async function noted(matchID: string, playerID: PlayerID, ...change: ConnectionChange): Promise<void | Refused> {
    const result = await noteConnection(matchID, playerID, ...change);
    const { error } = result ?? {};
    const hasFailed = error !== undefined && !GONE.includes(error);
    const players = unnoted.get(matchID) ?? new Set();
    if (hasFailed) unnoted.set(matchID, players.add(playerID));
    else if (players.delete(playerID) && players.size === 0) unnoted.delete(matchID);
    if (hasFailed) node.fail();
    return result;
  }

  function send(payload: Message) {
    sendTo(payload);
    if (payload.type === 'sync') bots?.note(payload, 'before');
  }

  /** Sends what the master sends to all at a match: the other processes are notified that something has changed. False: it is dropped. */
  function sendAll(payload: Message) {
    const { type, args: [matchID, content] } = payload;
    if (type === 'chat' && !mayTalk(matchID, content.sender)) return false;
    if (type === 'matchData') follower.isNews(...payload.args as Args);
    sendHere(payload, 'here');
    if (type === 'chat') node.say({ what: 'chat', gameName, matchID, message: content });
    else if (type === 'notice') node.say({ what: 'notice', gameName, matchID, notice: content });
    else node.say({ what: type === 'matchData' ? 'metadata' : 'state', gameName, matchID });
    return undefined;
  }

  /**
   * Sends to all at a match here; who plays is sent only so often, and at last as it is.
   *
   * @param source where what it carries was stored
   */
  function sendHere(payload: Message, source: Source = 'elsewhere') {
    const { type, args: [matchID] } = payload;
    if (type !== 'matchData') sendToAll(payload);
    else if (follower.isOpen(matchID)) metadataThrottle.run(matchID, () => sendToAll(payload));
    bots?.note(payload, source);
  }

  /** Returns `true` if an authenticated sender may send another chat message. Dropped messages do not count. */
  function mayTalk(matchID: string, playerID: PlayerID | null) {
    return talk.of(seatKey(matchID, playerID)).tryTake();
  }

  /** Receives what another process has published of a match. */
  async function receive({ what, matchID, message, notice }: CheckedNotice) {
    if (what === 'notice') return receiveNotice(matchID, notice);
    if (!follower.isOpen(matchID)) return;
    const chat = what === 'chat' && readChat(message);
    if (chat) sendHere({ type: 'chat', args: [matchID, named(chat as ChatMessage, message.name)] });
    else if (what === 'state') await follower.look(matchID);
    else if (what === 'metadata') await lookAtMetadata(matchID);
  }

  /** All matches of the game receive it if none is named. */
  function receiveNotice(matchID: string | undefined, notice: unknown) {
    if (!isNotice(notice)) return;
    const matchIDs = matchID === undefined ? follower.matches : [matchID].filter((name) => follower.isOpen(name));
    for (const name of matchIDs) sendHere({ type: 'notice', args: [name, notice] });
  }

  /** Looks whether other processes have changed anything of a match. */
  async function look(matchID: string) {
    for (const playerID of [...unnoted.get(matchID) ?? []]) await noted(matchID, playerID);
    if (!follower.isOpen(matchID)) return;
    await follower.look(matchID);
    await lookAtMetadata(matchID);
  }

  function lookAtMetadata(matchID: string) {
    return follower.onceInTurn('metadata', matchID, () => sendStored(matchID, sendNews));
  }

  function sendNews(payload: Message) {
    if (follower.isNews(...payload.args as Args)) sendHere(payload);
  }

  /**
   * Notifies all at a match who plays, as it is stored: to be called when that has changed. A connection whose
   * player has lost the seat gives it up.
   */
  async function sendMatchData(matchID: string): Promise<void> {
    try {
      await follower.inTurn(matchID, () => sendStored(matchID, (master.transportAPI as Outlets).sendAll));
      if (isTimed(game)) await master.seatsChanged(matchID);
    } catch (error) {
      reportTo(master, error, { matchID });
    }
  }

  /** Metadata as they are stored, with those connected who are so now, at whatever process. */
  function seen(metadata: StoredMetadata) {
    return presence ? presence.seen(metadata) : metadata;
  }

  function* sendStored(matchID: string, notify: (message: Message) => unknown): Steps<void> {
    const metadata = yield* follower.metadata(matchID);
    if (!metadata) return;
    for (const connection of connectionsAt(matchID)) lookAtSeat(connection, metadata);
    notify(matchDataMessage(matchID, metadata));
  }

  /**
   * Checks the connections of a match before they receive data that may be secret. If credentials have changed and the authenticator is
   * slow, a connection rejoins. Until then it receives nothing, and others at the match do not wait.
   */
  function lookAtSeats(matchID: string, metadata: StoredMetadata, before: StoredMetadata | undefined) {
    for (const connection of connectionsAt(matchID)) {
      const seat = connection.seat();
      lookAtSeat(connection, metadata);
      if (connection.seat() === seat && asked.has(seat) && credentialsAt(before, seat) !== credentialsAt(metadata, seat)) rejoin(connection);
    }
  }

  /**
   * A connection whose player has lost the seat gives it up: at once if that is known at once, as it is after a kick.
   * Other clients of the match do not wait for a slow authenticator. It gets one question at a time for each seat.
   */
  function lookAtSeat(connection: Seated, metadata: StoredMetadata): void {
    const seat = connection.seat();
    const kick = kickOf(metadata, seat.playerID);
    if (kick) return void connection.dismiss(kick.reason, MATCH_KICKED);
    if (asked.has(seat)) return void asked.set(seat, metadata);
    const decide = (isLost: boolean) => {
      const newest = asked.get(seat);
      asked.delete(seat);
      // It may have gone to another seat meanwhile.
      if (connection.seat() !== seat) return;
      if (isLost) connection.dismiss(UNAUTHORIZED);
      else if (newest && newest !== metadata) lookAtSeat(connection, newest);
    };
    const isLost = drive(hasLostSeat(seat, metadata));
    if (!isPromise(isLost)) return decide(isLost);
    asked.set(seat, metadata);
    ended(isLost.then(decide));
  }

  /** Returns `true` if a client has lost its seat. An authenticator that throws or does not respond costs no client its seat. */
  function* hasLostSeat({ matchID, playerID, credentials }: AskedSeat, metadata: StoredMetadata): Steps<boolean> {
    if (!master.auth || playerID === null || playerID === undefined) return false;
    if (!Object.hasOwn(metadata.players, playerID)) return true;
    try {
      return !(yield master.permissions.authenticate({ playerID, credentials, metadata }));
    } catch (error) {
      reportTo(master, error, { matchID });
      return false;
    }
  }

  /**
   * Sends through a user's own channels, and not directly: they may connect several servers. The
   * full state goes through them.
   */
  function publishThrough(channels: GenericPubSub) {
    pubSub = channels;
    const publish = (payload: Message) => {
      bots?.note(payload, 'here');
      return askChannels('publish', payload.args[0], { ...payload, gameName, version });
    };
    master.transportAPI = { send, sendAll: publish };
  }

  /**
   * Sends directly, and to the subscribers of these channels, too; what others publish there is read from the storage, where
   * masters have stored it before they publish it.
   */
  function publishBeside(channels: Channels) {
    const { sendAll: sendDirectly } = master.transportAPI as Outlets;
    const sendBeside = (payload: Message) => {
      sendDirectly(payload);
      channels.deliver(channelOf(payload.args[0]), payload);
    };
    master.transportAPI = { send, sendAll: sendBeside };
    channels.open(receivePublished);
  }

  function receivePublished({ type, args: [matchID, message] }: Message) {
    const what = STATES.includes(type) ? 'state' : NEWS[type];
    if (!what) return;
    const news = { what, gameName, matchID, message: what === 'chat' ? message : undefined };
    node.say(news as News);
    ended(receive(news)).catch(() => node.fail());
  }

  /**
   * Servers of other games may use the same channels, and of other versions of this one, whose states these rules' `playerView` does
   * not know: what those have stored is read. Those of boardgame.io name neither.
   */
  function receiveFromChannel({ gameName: named = gameName, version: theirs, ...payload }: Published) {
    if (named !== gameName) return;
    const isRead = theirs === version || !STATES.includes(payload.type);
    if (isRead) sendHere(payload);
    else if (follower.isOpen(payload.args[0])) ended(follower.look(payload.args[0])).catch(() => {});
  }

  /** Calls a user's own channels. Their errors are reported, and players are served all the same. */
  function askChannels(method: keyof GenericPubSub, matchID: string, ...args: unknown[]) {
    const failed = (error: unknown) => reportTo(master, error, { matchID });
    try {
      ifRejected(pubSub?.[method](channelOf(matchID), ...args), failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Takes no more actions, and resolves when what was under way is done, or has had its time, and everybody has gone. */
  async function close() {
    isClosing = true;
    master.stop();
    bots?.close();
    presenceThrottle.end();
    metadataThrottle.end();
    broadcasts.end();
    const late = unref(setTimeout(() => master.permissions.end(), PATIENCE));
    await Promise.all(underway).finally(() => clearTimeout(late));
    await Promise.all([...connections].map((connection) => connection.close()));
    connections.clear();
  }
}

function reading(auth: Auth): Auth {
  return {
    authenticateCredentials({ playerID, credentials, metadata }) {
      // A stranger may have sent anything in its place.
      return auth.authenticateCredentials({ playerID, credentials: typeof credentials === 'string' ? credentials : undefined, metadata });
    },
  };
}

const credentialsAt = (metadata: StoredMetadata | undefined, { playerID }: AskedSeat) => metadata?.players?.[playerID as PlayerID]?.credentials;

function channelOf(matchID: string) {
  return `MATCH-${matchID}`;
}
