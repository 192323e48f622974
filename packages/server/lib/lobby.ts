import {
  A_NAME, ATTEMPTS, AUTH_TIMEOUT, BAD_OPTIONS, botsOf, countingFailures, createIfAbsent, createMatch, drive, inTurn, isBegunBySync, isBotSeat,
  isDeadSeat, isDevelopment, isLeft, isMatchOf, isName, isPerson, isSameText, isTimeout, isUnreadable, kickOf, LEFT_BY_ALL, matchNameOf,
  MatchQueue, notesOf, objectionToNumPlayers, publicPlayers, randomText, readBots, readMatch, replaceMetadata, reportTo, rulesOf,
  seatsAfter, senderName, sharedBy, STORAGE_BUSY, STORAGE_FAILED, tooManyFailures, usualNumPlayers, within, withoutKick, withStandIn,
} from './rondel.js';
import { readCredentials } from './auth.js';
import { HttpError, busy, openFailure, tooSoon } from './http-error.js';
import { withTimeout } from './with-timeout.js';
import { bytesOf, lobbyLimitsOf } from './lobby-limits.js';
import { Lists } from './lobby-list.js';
import { checkClient, checkSeat, freeSeat, playerAt, unauthorized } from './lobby-seats.js';
import { LeaveRequests, withoutLeaving } from './leave-requests.js';
import { isDenial } from './server-events.js';
import type { Game, PlayerID } from 'rondel';
import type { FilteredMetadata, Refused, Server, StorageAPI } from 'rondel/master';
import type { MatchQueue as Queue, Rules, Steps, Storage, StoredMetadata, StoredState } from 'rondel/private';
import type { Auth } from './auth.js';
import type { ServerHub } from './hub.js';
import type { LeavingMetadata, Replace } from './leave-requests.js';
import type { PageRequest } from './lobby-list.js';
import type { Creation, Joining, MatchRequest } from './lobby-requests.js';
import type { Client, Seat, Sender } from './lobby-seats.js';
import type { Watch } from './server-events.js';
import type { Limits } from '../types/limits.js';

/** The members of a hub that a lobby uses. */
type LobbyHub = Pick<ServerHub, 'master' | 'sendMatchData' | 'seen'> & Partial<Pick<ServerHub, 'gone'>>;

interface LobbyOptions {
  games: Game[];
  db: Storage;
  auth: Auth;
  /** Milliseconds. */
  authTimeout?: number;
  /** `false`: there are no bots at matches. */
  takesBots?: boolean;
  uuid?: () => string | Promise<string>;
  /** Hubs by the name of their game. */
  hubs?: ReadonlyMap<string, LobbyHub>;
  watch?: Watch;
  limits?: Limits;
}

/** A new match. */
type NewMatch = StorageAPI.CreateMatchOpts & { metadata: StoredMetadata };

/** The match that follows another. */
interface Rematch {
  /** The ID of the next match that another match has. */
  taken: string | undefined;
  nextID: string;
  next: NewMatch;
  check: (metadata: StoredMetadata) => void;
}

/** Returns what changes of metadata, by the stored state if that was asked for. */
type Change = (metadata: StoredMetadata, state: StoredState | undefined) => Partial<LeavingMetadata>;

/** The public data of a match. */
type PublicMatch = Partial<Omit<StoredMetadata, 'players'>> & { matchID: string, players: FilteredMetadata };

const METADATA = { metadata: true };
const STATE = { state: true };
/** Maximum number of IDs that are tried for a new match. */
const MOST_IDS = 3;

/**
 * The lobby: it runs the requests that lobby-requests.ts has read. It takes seats by a compare-and-set in the storage, so that no seat is
 * given twice, by any process. Throws an `HttpError` for the client.
 */
export class Lobby {
  #games;
  #db;
  #auth;
  #authTimeout;
  #takesBots;
  #uuid;
  #hubs: ReadonlyMap<string, LobbyHub>;
  #watch;
  #limits;
  #lists;
  /** Requests to leave by seat, one after the other. */
  #leavingHere = new MatchQueue();
  #leaving;

  constructor({
    games, db, auth, authTimeout = AUTH_TIMEOUT, takesBots = true, uuid = () => randomText(2), hubs = new Map(), watch = () => {}, limits,
  }: LobbyOptions) {
    this.#games = new Map(games.map((game) => [rulesOf(game).name, game]));
    this.#db = db;
    this.#auth = auth;
    this.#authTimeout = authTimeout;
    this.#takesBots = takesBots;
    this.#leaving = new LeaveRequests(authTimeout);
    this.#uuid = uuid;
    this.#hubs = hubs;
    this.#watch = watch;
    this.#limits = lobbyLimitsOf(limits);
    this.#lists = new Lists(db, this.#limits);
  }

  names() {
    return [...this.#games.keys()];
  }

  /** Returns `true` if the server has this game. The other methods expect one that it has. */
  has(gameName: string) {
    return this.#games.has(gameName);
  }

  /**
   * The matches of a game that everybody may know of, the newest first, as JSON: a page of them, and what the next is asked for by,
   * if there is one.
   */
  list(gameName: string, wanted: PageRequest) {
    return this.#lists.page({ gameName, ...wanted }, (entry) => this.#listed(gameName, entry));
  }

  async match(gameName: string, matchID: string) {
    return this.#shown(gameName, matchID, await this.#fetch(gameName, matchID));
  }

  /** Returns the new match's ID. */
  async create(gameName: string, { whyNotCome, ...request }: MatchRequest & Client) {
    const match = this.#make(gameName, request);
    return this.#newID((matchID) => {
      checkClient(whyNotCome);
      return drive(createIfAbsent(this.#db, matchID, match));
    });
  }

  /** `ctx` is Koa's, for `generateCredentials`. */
  async join(gameName: string, matchID: string, { playerID, playerName, data, whyNotCome }: Joining & Client, ctx: Server.RequestContext) {
    // First, so that nobody is made an account for a match that is full.
    const seen = await this.#fetch(gameName, matchID);
    freeSeat(matchID, seen, playerID);
    this.#checkShare(data, seen.players);
    const credentials = readCredentials(await this.#asked('generateCredentials', this.#auth.generateCredentials(ctx)));
    let seat = '';
    await this.#change(gameName, matchID, (metadata) => {
      checkClient(whyNotCome);
      const { players } = metadata;
      seat = freeSeat(matchID, metadata, playerID);
      this.#checkShare(data, players);
      const joined = { ...players[seat], name: playerName, credentials };
      if (data !== undefined) joined.data = data;
      // A player who waits for others must not lose the match in which they have just sat down.
      return { players: { ...players, [seat]: joined }, updatedAt: Date.now(), ...withoutKick(metadata, seat), ...withoutLeaving(metadata, seat) };
    });
    return { playerID: seat, playerCredentials: credentials };
  }

  async update(gameName: string, matchID: string, { newName, data, ...seat }: Seat & { newName?: string, data?: unknown }) {
    const { playerID } = seat;
    const seen = await this.#authenticated(gameName, matchID, seat);
    await this.#change(gameName, matchID, (metadata) => {
      checkSeat(metadata, seat, seen);
      const { players } = metadata;
      this.#checkShare(data, players);
      const updated = { ...players[playerID] };
      if (newName !== undefined) updated.name = newName;
      if (data !== undefined) updated.data = data;
      return { players: { ...players, [playerID]: updated } };
    });
  }

  /**
   * A seat becomes free, or dead if its player is out of the game: nothing of its player stays. When nobody is left, a match of the lobby's is
   * wiped.
   */
  async leaveSlot(gameName: string, matchID: string, seat: Seat) {
    const { playerID } = seat;
    const seen = await this.#authenticated(gameName, matchID, seat);
    const vacate: Change = (metadata, state) => {
      checkSeat(metadata, seat, seen);
      return vacated(metadata, playerID, state);
    };
    const metadata = await this.#change(gameName, matchID, vacate, STATE);
    if (isLeft(metadata)) await this.#wipe(gameName, matchID);
  }

  /** Removes a player from the game permanently, and then from their seat, which no other player can take. */
  async leaveGame(gameName: string, matchID: string, seat: Seat, address: string | undefined) {
    const { master } = this.#hubs.get(gameName) as LobbyHub;
    const seen = await this.#authenticated(gameName, matchID, seat);
    const { playerID } = seat;
    const changeStored = (change: Replace) => this.#inTurn(matchID, () => this.#replace(gameName, matchID, (metadata) => {
      checkSeat(metadata, seat, seen);
      return change(metadata);
    }));
    const leave = async () => {
      const { leaveID, end } = await this.#leaving.enter(playerID, changeStored);
      try {
        const refused = await master.onPlayerLeave(matchID, playerID, seat.credentials, { connection: { address, whyNotCome: seat.whyNotCome } as Sender }, leaveID);
        if (refused) throw refusalOf(refused);
        await this.leaveSlot(gameName, matchID, seat).catch((error) => this.#close(gameName, matchID, error));
      } catch (error) {
        // If that fails too, the next request waits for a while.
        await end().catch(() => {});
        throw error;
      }
    };
    await inTurnUnlessFull(this.#leavingHere, JSON.stringify([matchID, playerID]), function* once() { yield leave(); });
  }

  /** Makes a seat dead that another server has freed, by the state that there was, while its player left the game. Throws the error then. */
  async #close(gameName: string, matchID: string, error: unknown) {
    await this.#change(gameName, matchID, ({ players }, state) => ({ players: seatsAfter(players, state) }), STATE).catch(() => {});
    throw error;
  }

  /**
   * Returns the ID of the match that follows this one: the same to all of its players. All at the match are notified.
   *
   * @param mayCreate throws if the client may not make a match now
   */
  async playAgain(
    gameName: string,
    matchID: string,
    { numPlayers, setupData, unlisted, bots, botsTakeOver, botShare, address, ...seat }: MatchRequest & Seat,
    mayCreate: () => void = () => {},
  ): Promise<string> {
    const seen = await this.#authenticated(gameName, matchID, seat);
    const { players, nextMatchID, ...last } = seen;
    if (nextMatchID && await this.#isRematch(gameName, nextMatchID)) return nextMatchID;
    const isTaken = nextMatchID && !(await this.#isFree(gameName, nextMatchID));
    mayCreate();
    const next = this.#make(gameName, {
      numPlayers: numPlayers || Object.keys(players).length,
      setupData: setupData ?? last.setupData,
      unlisted: unlisted ?? last.unlisted,
      bots: bots ?? botsOf({ ...last, players }),
      botsTakeOver: botsTakeOver ?? notesOf(last).takeOver,
      botShare,
      address,
    });
    const nextID = nextMatchID && !isTaken ? nextMatchID : await this.#newID((id) => this.#isFree(gameName, id));
    const check = (metadata: StoredMetadata) => checkSeat(metadata, seat, seen);
    const followed = await this.#inTurn(matchID, () => this.#follow(gameName, matchID, { taken: isTaken ? nextMatchID : undefined, nextID, next, check }));
    await this.#hubs.get(gameName)?.sendMatchData(matchID);
    return followed;
  }

  /** The ID is noted before there is a match of it: where one of the two fails, the next request completes it. */
  *#follow(gameName: string, matchID: string, { taken, nextID, next, check }: Rematch): Steps<string> {
    const { nextMatchID } = (yield* this.#replace(gameName, matchID, (metadata) => {
      check(metadata);
      const isNoted = metadata.nextMatchID && metadata.nextMatchID !== taken;
      return isNoted ? metadata : { ...metadata, nextMatchID: nextID };
    })) as StoredMetadata & { nextMatchID: string };
    if ((yield this.#isFree(gameName, nextMatchID)) && (yield* createIfAbsent(this.#db, nextMatchID, next))) return nextMatchID;
    // One of this ID that everybody has left may be there still: the storage has not wiped it. Or a client has just begun one.
    if (!(yield this.#isRematch(gameName, nextMatchID))) throw new HttpError(503, `Match ${nextMatchID} is busy`);
    return nextMatchID;
  }

  /** With those connected who are so now: of a process that has crashed, the metadata do not say it. */
  #shown(gameName: string, matchID: string, metadata: StoredMetadata) {
    return publicMatch(matchID, this.#hubs.get(gameName)?.seen(metadata) ?? metadata);
  }

  /** Null if it is not for everybody, has gone meanwhile, or makes no sense. */
  async #listed(gameName: string, { matchID, metadata: read }: Pick<StorageAPI.ListedMatch, 'matchID' | 'metadata'>): Promise<PublicMatch | null> {
    try {
      const metadata = read === undefined ? await drive(this.#read(matchID)) : readMatch({ metadata: read }, METADATA).metadata;
      // Not every storage filters by game.
      if (!isMatchOf(metadata, gameName)) return null;
      if (isLeft(metadata)) return await this.#wipe(gameName, matchID);
      return metadata.unlisted ? null : this.#shown(gameName, matchID, metadata);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      if (sharedBy(this.#db).isNews(matchID, error.message)) this.#report(gameName, matchID, error);
      return null;
    }
  }

  /**
   * Wipes a match that everybody has left. Where the storage fails, the next request that finds it does so: for those who have
   * left it has gone.
   */
  async #wipe(gameName: string, matchID: string) {
    try {
      if (await this.#inTurn(matchID, () => this.#wipeLeft(matchID))) this.#hubs.get(gameName)?.gone?.(matchID);
    } catch (error) {
      this.#report(gameName, matchID, error);
    }
    return null;
  }

  /** Returns `true` if the match was deleted. Another match may have its ID. */
  *#wipeLeft(matchID: string): Steps<boolean> {
    const metadata = yield* this.#read(matchID);
    if (!metadata || !isLeft(metadata)) return false;
    yield this.#db.wipe(matchID);
    return true;
  }

  #report(gameName: string, matchID: string, error: unknown) {
    const master = this.#hubs.get(gameName)?.master;
    if (master) reportTo(master, error, { matchID });
  }

  #make(gameName: string, { address, ...wanted }: MatchRequest): NewMatch {
    const game = this.#games.get(gameName) as Game;
    const make = () => this.#made(game, wanted);
    return openly(address === undefined ? make : () => this.#counted(senderName(gameName, address), make));
  }

  /** Does what may fail the engine. Failures are counted for a sender. */
  #counted<Result>(sender: string, make: () => Result): Result {
    const { failures } = sharedBy(this.#db);
    const seconds = failures.wait(sender);
    if (seconds > 0) throw tooSoon(tooManyFailures(seconds), seconds);
    return countingFailures((count) => failures.note(sender, count), make);
  }

  #made(game: Game, { numPlayers: wanted, setupData, unlisted, botShare, ...bots }: MatchRequest): NewMatch {
    const numPlayers = readNumPlayers(rulesOf(game), wanted);
    const match = createMatch({ game, numPlayers, setupData, unlisted, botShare, waits: true, ...this.#readBots(bots, { game, numPlayers }) });
    if ('setupDataError' in match) throw new HttpError(400, String(match.setupDataError));
    return match;
  }

  #readBots(bots: Pick<Creation, 'bots' | 'botsTakeOver'>, { game, numPlayers = usualNumPlayers(rulesOf(game)) }: { game: Game, numPlayers?: number }) {
    try {
      const read = readBots(bots, { game, numPlayers });
      const hasBots = read.botsTakeOver !== undefined || Object.keys(read.bots ?? {}).length > 0;
      if (hasBots && !this.#takesBots) throw new HttpError(400, 'bots: this server has none');
      return read;
    } catch (error) {
      throw (error as NodeJS.ErrnoException | null)?.code === BAD_OPTIONS ? new HttpError(400, (error as Error).message) : error;
    }
  }

  /** Resolves with the value of an operator's callback, or rejects after a timeout. */
  async #asked<Returned>(name: string, promise: Returned | Promise<Returned>): Promise<Returned> {
    const returned = await withTimeout(promise, { name, milliseconds: this.#authTimeout });
    if (returned === false) throw new HttpError(503, 'The lobby takes too long: try again later');
    return returned;
  }

  /** The first ID that `takes` takes. */
  async #newID(takes: (matchID: string) => boolean | Promise<boolean>) {
    for (let i = 0; i < MOST_IDS; i += 1) {
      const matchID = await this.#asked('uuid', this.#uuid());
      if (!isName(matchID) || matchNameOf(matchID) === null) throw new TypeError(`uuid: expected ${A_NAME}, and no reserved name`);
      if (await takes(matchID)) return matchID;
    }
    throw new Error('uuid: matches with these IDs exist already');
  }

  /** Returns `true` if there is such a match of this game, and the lobby made it: everybody knows the ID, and clients may begin matches of any. */
  async #isRematch(gameName: string, matchID: string) {
    const metadata = await drive(this.#read(matchID));
    return isMatchOf(metadata, gameName) && !isLeft(metadata) && !isBegunBySync(metadata);
  }

  /** Returns `true` if no match has this ID. */
  async #isFree(gameName: string, matchID: string) {
    const metadata = await drive(this.#read(matchID));
    const isOver = isMatchOf(metadata, gameName) && isLeft(metadata);
    if (isOver) await this.#wipe(gameName, matchID);
    return !metadata || isOver;
  }

  /** Returns the metadata if the credentials are the player's. The check does not delay the match. */
  async #authenticated(gameName: string, matchID: string, { playerID, credentials }: Seat): Promise<StoredMetadata> {
    const metadata = await this.#fetch(gameName, matchID);
    playerAt(metadata, playerID);
    const isNobodys = isBotSeat(metadata, playerID) || isDeadSeat(metadata, playerID);
    const may = !kickOf(metadata, playerID) && !isNobodys && await this.#mayChangeSeat(gameName, matchID, { playerID, credentials, metadata });
    if (may) return metadata;
    this.#watch({ type: 'denied', transport: 'http', gameName });
    throw unauthorized();
  }

  async #mayChangeSeat(gameName: string, matchID: string, question: Parameters<Auth['mayChangeSeat']>[0]) {
    try {
      return await within(this.#auth.mayChangeSeat(question), this.#authTimeout);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      this.#report(gameName, matchID, error);
      throw new HttpError(503, `Authentication for match ${matchID} takes too long`);
    }
  }

  /**
   * Stores what `change` makes of the metadata, and of the stored state if that is `wanted`. Notifies everybody at the match. Returns the
   * metadata.
   */
  async #change(gameName: string, matchID: string, change: Change, wanted?: StorageAPI.FetchOpts) {
    const changed = await this.#inTurn(matchID, () => this.#merge(gameName, matchID, change, wanted));
    await this.#hubs.get(gameName)?.sendMatchData(matchID);
    return changed;
  }

  *#merge(gameName: string, matchID: string, change: Change, wanted: StorageAPI.FetchOpts | undefined): Steps<StoredMetadata> {
    const { state } = wanted ? Object(yield this.#db.fetch(matchID, wanted)) : {};
    return yield* this.#replace(gameName, matchID, (metadata) => ({ ...metadata, ...change(metadata, state) }));
  }

  /** In turn with what the masters of this process store of the match: storages that cannot compare lose nothing of it. */
  #inTurn<Result>(matchID: string, steps: () => Steps<Result>): Promise<Result> {
    return inTurnUnlessFull(sharedBy(this.#db).queue, matchID, steps);
  }

  /** Players' names and data are sent to all others at each change: each has a share, so that nobody uses up that of others. */
  #checkShare(data: unknown, players: StoredMetadata['players']) {
    if (data === undefined) return;
    const share = Math.floor(this.#limits.playerDataBytes / Object.keys(players).length);
    if (bytesOf(data) > share) throw new HttpError(413, `data is too big: at this match each player has ${share} bytes`);
  }

  /** Stores what `change` makes of the metadata, unless it is the same object, and returns it. */
  *#replace(gameName: string, matchID: string, change: Replace): Steps<StoredMetadata> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const last = yield* this.#find(gameName, matchID);
      const next = change(last);
      if (next === last || (yield* this.#isReplaced(matchID, { last, next }))) return next;
    }
    throw new HttpError(503, `Match ${matchID} is busy`);
  }

  /**
   * Returns `true` if the new metadata have replaced the old ones. If the storage's response is lost, it reads them again, so that a player
   * who has a seat is not refused.
   */
  *#isReplaced(matchID: string, { last, next }: { last: StoredMetadata, next: StoredMetadata }): Steps<boolean> {
    const failures: unknown[] = [];
    try {
      if (yield* replaceMetadata(this.#db, matchID, { last, next })) return true;
    } catch (error) {
      failures.push(error);
    }
    if (isSameText(yield* this.#read(matchID), next)) return true;
    if (failures.length > 0) throw failures[0];
    return false;
  }

  #fetch(gameName: string, matchID: string) {
    return drive(this.#find(gameName, matchID));
  }

  *#find(gameName: string, matchID: string): Steps<StoredMetadata> {
    const metadata = matchNameOf(matchID) === null ? undefined : yield* this.#read(matchID);
    if (!isMatchOf(metadata, gameName) || isLeft(metadata)) throw new HttpError(404, `Match ${matchID} not found`);
    return metadata;
  }

  *#read(matchID: string): Steps<StoredMetadata | undefined> {
    const { metadata } = readMatch(yield this.#db.fetch(matchID, METADATA), METADATA);
    return metadata;
  }
}

function inTurnUnlessFull<Result>(queue: Queue, name: string, steps: () => Steps<Result>): Promise<Result> {
  if (queue.isFull(name)) throw new HttpError(503, `Match ${name} is busy`);
  return inTurn(queue, name, steps);
}

/** Returns the response to a request that a master refuses. The master has reported failures of the storage. */
function refusalOf(refused: Refused) {
  if (refused.type === STORAGE_BUSY) return busy();
  if (refused.error === STORAGE_FAILED) return new HttpError(500, refused.error);
  return new HttpError(isDenial(refused) ? 403 : 400, refused.error);
}

/** The change of metadata by a player who gives up their seat. */
function vacated(metadata: StoredMetadata, playerID: PlayerID, state: StoredState | undefined): Partial<LeavingMetadata> {
  const { name, credentials, data, ...seat } = metadata.players[playerID];
  const players = seatsAfter({ ...metadata.players, [playerID]: seat }, state);
  // A match that is about to be deleted has no free seats. A match that clients have begun does not end when a player leaves.
  if (!isBegunBySync(metadata) && !Object.values(players).some(isPerson)) return LEFT_BY_ALL;
  return { players, ...withoutLeaving(metadata, playerID), ...withStandIn({ ...metadata, players }, playerID) };
}

/** Returns the public metadata: without credentials and masters' notes. */
function publicMatch(matchID: string, { players, ...metadata }: StoredMetadata): PublicMatch {
  const known = Object.entries(metadata).filter(([field]) => !field.startsWith('_'));
  return { ...Object.fromEntries(known), matchID, players: publicPlayers(players) };
}

/** In development the client reads why the game does not begin; what the game's own code throws is printed by the server alone. */
function openly<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (thrown) {
    throw isDevelopment() && (thrown as Error | null)?.name === 'RondelError' ? openFailure(thrown) : thrown;
  }
}

/** Without a number, `createMatch` knows how many. */
function readNumPlayers(rules: Rules, value: unknown) {
  if (value === undefined) return undefined;
  // It is a text, a number, true, false or null.
  const count = Number.parseInt(value as string, 10);
  if (!count || objectionToNumPlayers(rules, count)) throw new HttpError(400, 'Invalid numPlayers');
  return count;
}
