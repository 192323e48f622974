import { BAD_OPTIONS } from '../ai/bot-options.js';
import { readBots } from '../ai/bot-settings.js';
import { rulesOf } from '../game/rules.js';
import { botsOf, isBotSeat, isPerson, notesOf, withStandIn } from '../online/bot-seats.js';
import { isDeadSeat, seatsAfter } from '../online/dead-seats.js';
import { atExpenseOf, payerNamed, tooManyFailures } from '../online/engine-failures.js';
import { inTurn } from '../online/in-turn.js';
import { kickOf, withoutKick } from '../online/kicked.js';
import { createMatch, objectionToNumPlayers, publicPlayers, usualNumPlayers } from '../online/match-data.js';
import { LEFT_BY_ALL, isLeft } from '../online/left.js';
import { MatchQueue, drive } from '../online/match-queue.js';
import { reportTo } from '../online/reports.js';
import { A_NAME, isName, matchNameOf } from '../online/names.js';
import { isMatchOf } from '../online/own-match.js';
import { AUTH_TIMEOUT, isTimeout, within } from '../online/permission.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { isSameText } from '../online/storage/storage.js';
import { isUnreadable, readMatch } from '../online/storage/stored-match.js';
import { ATTEMPTS, createIfAbsent, replaceMetadata } from '../online/storage/storing.js';
import { isBegunBySync } from '../online/unplayed.js';
import { isDevelopment } from '../util/environment.js';
import { randomText } from '../util/random-id.js';
import { HttpError, openFailure, tooSoon } from './http-error.js';
import { inTime } from './in-time.js';
import { bytesOf, lobbyLimitsOf } from './lobby-limits.js';
import { Lists } from './lobby-list.js';
import { checkClient, checkSeat, freeSeat, playerAt, unauthorized } from './lobby-seats.js';
import { Leaving, withoutLeaving } from './leaving.js';
import { isDenial } from './watch.js';

const METADATA = { metadata: true };
const STATE = { state: true };
/** How often another ID is asked for if there is a match of this one. */
const MOST_IDS = 3;

/**
 * Who plays at which match: what a lobby does, by what clients ask of it (lobby-requests.js). Seats are taken by comparing with
 * what is stored, so that none is given twice, whichever process is asked. Throws an `HttpError` for the client.
 */
export class Lobby {
  #games;
  #db;
  #auth;
  #authTimeout;
  #takesBots;
  #uuid;
  #hubs;
  #watch;
  #limits;
  #lists;
  /** By seat, who leaves the game here: one after the other. */
  #leavingHere = new MatchQueue();
  #leaving;

  /**
   * @param {object} options
   * @param {object[]} options.games
   * @param {any} options.db
   * @param {import('./auth.js').Auth} options.auth
   * @param {number} [options.authTimeout] milliseconds
   * @param {boolean} [options.takesBots] whether there are bots at matches
   * @param {() => string | Promise<string>} [options.uuid]
   * @param {Map<string, { master: any, sendMatchData: (matchID: string) => Promise<void>, seen: (metadata: any) => any, gone?: (matchID: string) => void }>} [options.hubs] by the name of a game
   * @param {import('./watch.js').Watch} [options.watch]
   * @param {Partial<import('./lobby-limits.js').LobbyLimits>} [options.limits]
   */
  constructor({
    games, db, auth, authTimeout = AUTH_TIMEOUT, takesBots = true, uuid = () => randomText(2), hubs = new Map(), watch = () => {}, limits,
  }) {
    this.#games = new Map(games.map((game) => [rulesOf(game).name, game]));
    this.#db = db;
    this.#auth = auth;
    this.#authTimeout = authTimeout;
    this.#takesBots = takesBots;
    this.#leaving = new Leaving(authTimeout);
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
  has(gameName) {
    return this.#games.has(gameName);
  }

  /**
   * The matches of a game that everybody may know of, the newest first, as JSON: a page of them, and what the next is asked for by,
   * if there is one.
   *
   * @param {string} gameName
   * @param {{ where: object, limit?: number, after?: import('./lobby-list.js').Place, address?: string }} wanted
   */
  list(gameName, wanted) {
    return this.#lists.page({ gameName, ...wanted }, (entry) => this.#listed(gameName, entry));
  }

  async match(gameName, matchID) {
    return this.#shown(gameName, matchID, await this.#fetch(gameName, matchID));
  }

  /** Returns the new match's ID. */
  async create(gameName, { whyNotCome, ...request }) {
    const match = this.#make(gameName, request);
    return this.#newID((matchID) => {
      checkClient(whyNotCome);
      return drive(createIfAbsent(this.#db, matchID, match));
    });
  }

  /** `ctx` is Koa's, for `generateCredentials`. */
  async join(gameName, matchID, { playerID, playerName, data, whyNotCome }, ctx) {
    // First, so that nobody is made an account for a match that is full.
    const seen = await this.#fetch(gameName, matchID);
    freeSeat(matchID, seen, playerID);
    this.#checkShare(data, seen.players);
    const credentials = await this.#asked('generateCredentials', this.#auth.generateCredentials(ctx));
    if (typeof credentials !== 'string') throw new TypeError(`generateCredentials: expected a string, got ${typeof credentials}`);
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

  /**
   * @param {string} gameName
   * @param {string} matchID
   * @param {any} changes
   */
  async update(gameName, matchID, { newName, data, ...seat }) {
    const { playerID } = /** @type {import('./lobby-seats.js').Seat} */ (seat);
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
  async leaveSlot(gameName, matchID, seat) {
    const { playerID } = seat;
    const seen = await this.#authenticated(gameName, matchID, seat);
    const vacate = (metadata, state) => {
      checkSeat(metadata, seat, seen);
      return vacated(metadata, playerID, state);
    };
    const metadata = await this.#change(gameName, matchID, vacate, STATE);
    if (isLeft(metadata)) await this.#wipe(gameName, matchID);
  }

  /** A player leaves the game itself for good, and then their seat, which nobody takes after them. */
  async leaveGame(gameName, matchID, seat, payer) {
    const { master } = /** @type {any} */ (this.#hubs.get(gameName));
    const seen = await this.#authenticated(gameName, matchID, seat);
    const { playerID } = seat;
    const changeStored = (change) => this.#inTurn(matchID, () => this.#replace(gameName, matchID, (metadata) => {
      // They may have left meanwhile, by another request.
      checkSeat(metadata, seat, seen);
      return change(metadata);
    }));
    const leave = async () => {
      const { leaveID, end } = await this.#leaving.enter(playerID, changeStored);
      try {
        const refused = await master.onPlayerLeave(matchID, playerID, seat.credentials, { connection: { payer, whyNotCome: seat.whyNotCome } }, leaveID);
        if (refused) throw new HttpError(isDenial(refused) ? 403 : 400, refused.error);
        await this.leaveSlot(gameName, matchID, seat);
      } catch (error) {
        // Where that fails, too, the next request waits for a while.
        await end().catch(() => {});
        throw error;
      }
    };
    await inTurnUnlessFull(this.#leavingHere, JSON.stringify([matchID, playerID]), function* once() { yield leave(); });
  }

  /**
   * Returns the ID of the match that follows this one: the same to all of its players. All at the match are notified.
   *
   * @param {string} gameName
   * @param {string} matchID
   * @param {any} request
   * @param {() => void} [mayCreate] throws if the client may not make a match now
   */
  async playAgain(gameName, matchID, { numPlayers, setupData, unlisted, bots, botsTakeOver, botShare, payer, ...seat }, mayCreate = () => {}) {
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
      payer,
    });
    const nextID = nextMatchID && !isTaken ? nextMatchID : await this.#newID((id) => this.#isFree(gameName, id));
    const check = (metadata) => checkSeat(metadata, /** @type {any} */ (seat), seen);
    const followed = await this.#inTurn(matchID, () => this.#follow(gameName, matchID, { taken: isTaken ? nextMatchID : undefined, nextID, next, check }));
    await this.#hubs.get(gameName)?.sendMatchData(matchID);
    return followed;
  }

  /** The ID is noted before there is a match of it: where one of the two fails, the next request completes it. */
  *#follow(gameName, matchID, { taken, nextID, next, check }) {
    const { nextMatchID } = yield* this.#replace(gameName, matchID, (metadata) => {
      check(metadata);
      const isNoted = metadata.nextMatchID && metadata.nextMatchID !== taken;
      return isNoted ? metadata : { ...metadata, nextMatchID: nextID };
    });
    if ((yield this.#isFree(gameName, nextMatchID)) && (yield* createIfAbsent(this.#db, nextMatchID, next))) return nextMatchID;
    // One of this ID that everybody has left may be there still: the storage has not wiped it. Or a client has just begun one.
    if (!(yield this.#isRematch(gameName, nextMatchID))) throw new HttpError(503, `Match ${nextMatchID} is busy`);
    return nextMatchID;
  }

  /** With those connected who are so now: of a process that has crashed, the metadata do not say it. */
  #shown(gameName, matchID, metadata) {
    return publicMatch(matchID, this.#hubs.get(gameName)?.seen(metadata) ?? metadata);
  }

  /**
   * Null if it is not for everybody, has gone meanwhile, or makes no sense.
   *
   * @param {string} gameName
   * @param {{ matchID: string, metadata?: any }} entry
   */
  async #listed(gameName, { matchID, metadata: read }) {
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
  async #wipe(gameName, matchID) {
    try {
      if (await this.#inTurn(matchID, () => this.#wipeLeft(matchID))) this.#hubs.get(gameName)?.gone?.(matchID);
    } catch (error) {
      this.#report(gameName, matchID, error);
    }
    return null;
  }

  /** Whether it has been wiped: another match may have its ID by now. */
  *#wipeLeft(matchID) {
    const metadata = yield* this.#read(matchID);
    if (!metadata || !isLeft(metadata)) return false;
    yield this.#db.wipe(matchID);
    return true;
  }

  #report(gameName, matchID, error) {
    const master = this.#hubs.get(gameName)?.master;
    if (master) reportTo(master, error, { matchID });
  }

  /**
   * @param {string} gameName
   * @param {any} request `payer` pays for what fails the engine: nobody, if it is left out
   */
  #make(gameName, { payer, ...wanted }) {
    const game = this.#games.get(gameName);
    const make = () => this.#made(game, wanted);
    return openly(payer === undefined ? make : () => this.#charged(payerNamed('begin', gameName, payer), make));
  }

  /** Does what may fail the engine, for somebody who pays for that. */
  #charged(payer, make) {
    const { failures } = sharedBy(this.#db);
    const seconds = failures.wait(payer);
    if (seconds > 0) throw tooSoon(tooManyFailures(seconds), seconds);
    return atExpenseOf(payer, failures, make);
  }

  #made(game, { numPlayers: wanted, setupData, unlisted, botShare, ...bots }) {
    const numPlayers = readNumPlayers(rulesOf(game), wanted);
    const match = createMatch({ game, numPlayers, setupData, unlisted, botShare, ...this.#readBots(bots, { game, numPlayers }) });
    if ('setupDataError' in match) throw new HttpError(400, String(match.setupDataError));
    return match;
  }

  #readBots(bots, { game, numPlayers = usualNumPlayers(rulesOf(game)) }) {
    try {
      const read = readBots(bots, { game, numPlayers });
      const hasBots = read.botsTakeOver !== undefined || Object.keys(read.bots ?? {}).length > 0;
      if (hasBots && !this.#takesBots) throw new HttpError(400, 'bots: this server has none');
      return read;
    } catch (error) {
      throw error?.code === BAD_OPTIONS ? new HttpError(400, error.message) : error;
    }
  }

  /** What a callback of the operator's returns, in time: a client must not wait for ever. */
  async #asked(name, promise) {
    const returned = await inTime(promise, { name, milliseconds: this.#authTimeout });
    if (returned === false) throw new HttpError(503, 'The lobby takes too long: try again later');
    return returned;
  }

  /** The first ID that `takes` takes. */
  async #newID(takes) {
    for (let i = 0; i < MOST_IDS; i += 1) {
      const matchID = await this.#asked('uuid', this.#uuid());
      if (!isName(matchID)) throw new TypeError(`uuid: expected ${A_NAME}`);
      if (await takes(matchID)) return matchID;
    }
    throw new Error('uuid: there are matches of these IDs');
  }

  /** Returns `true` if there is such a match of this game, and the lobby made it: everybody knows the ID, and clients may begin matches of any. */
  async #isRematch(gameName, matchID) {
    const metadata = await drive(this.#read(matchID));
    return isMatchOf(metadata, gameName) && !isLeft(metadata) && !isBegunBySync(metadata);
  }

  /** Whether there is no match of this ID. */
  async #isFree(gameName, matchID) {
    const metadata = await drive(this.#read(matchID));
    const isOver = isMatchOf(metadata, gameName) && isLeft(metadata);
    if (isOver) await this.#wipe(gameName, matchID);
    return !metadata || isOver;
  }

  /** The metadata, if the credentials are the player's. Nobody at the match waits for what looks at them. */
  async #authenticated(gameName, matchID, { playerID, credentials }) {
    const metadata = await this.#fetch(gameName, matchID);
    playerAt(metadata, playerID);
    const isNobodys = isBotSeat(metadata, playerID) || isDeadSeat(metadata, playerID);
    const may = !kickOf(metadata, playerID) && !isNobodys && await this.#mayChangeSeat(gameName, matchID, { playerID, credentials, metadata });
    if (may) return metadata;
    this.#watch({ type: 'denied', transport: 'http', gameName });
    throw unauthorized();
  }

  async #mayChangeSeat(gameName, matchID, question) {
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
   *
   * @param {string} gameName
   * @param {string} matchID
   * @param {(metadata: any, state?: any) => any} change
   * @param {object} [wanted]
   */
  async #change(gameName, matchID, change, wanted) {
    const changed = await this.#inTurn(matchID, () => this.#merge(gameName, matchID, change, wanted));
    await this.#hubs.get(gameName)?.sendMatchData(matchID);
    return changed;
  }

  *#merge(gameName, matchID, change, wanted) {
    const { state } = wanted ? Object(yield this.#db.fetch(matchID, wanted)) : {};
    return yield* this.#replace(gameName, matchID, (metadata) => ({ ...metadata, ...change(metadata, state) }));
  }

  /** In turn with what the masters of this process store of the match: storages that cannot compare lose nothing of it. */
  #inTurn(matchID, steps) {
    return inTurnUnlessFull(sharedBy(this.#db).queue, matchID, steps);
  }

  /** Players' names and data are sent to all others at each change: each has a share, so that nobody uses up that of others. */
  #checkShare(data, players) {
    if (data === undefined) return;
    const share = Math.floor(this.#limits.playerDataBytes / Object.keys(players).length);
    if (bytesOf(data) > share) throw new HttpError(413, `data is too big: at this match each player has ${share} bytes`);
  }

  /** Stores what `change` makes of the metadata, unless it is the same object, and returns it. */
  *#replace(gameName, matchID, change) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const last = yield* this.#find(gameName, matchID);
      const next = change(last);
      if (next === last || (yield* this.#isReplaced(matchID, { last, next }))) return next;
    }
    throw new HttpError(503, `Match ${matchID} is busy`);
  }

  /**
   * Whether metadata have taken the place of others. Where the storage's response is lost they may have, too: nobody
   * who has a seat is refused it.
   */
  *#isReplaced(matchID, { last, next }) {
    const failures = [];
    try {
      if (yield* replaceMetadata(this.#db, matchID, { last, next })) return true;
    } catch (error) {
      failures.push(error);
    }
    if (isSameText(yield* this.#read(matchID), next)) return true;
    if (failures.length > 0) throw failures[0];
    return false;
  }

  #fetch(gameName, matchID) {
    return drive(this.#find(gameName, matchID));
  }

  *#find(gameName, matchID) {
    const metadata = matchNameOf(matchID) === null ? undefined : yield* this.#read(matchID);
    if (!isMatchOf(metadata, gameName) || isLeft(metadata)) throw new HttpError(404, `Match ${matchID} not found`);
    return metadata;
  }

  *#read(matchID) {
    const { metadata } = readMatch(yield this.#db.fetch(matchID, METADATA), METADATA);
    return metadata;
  }
}

function inTurnUnlessFull(queue, name, steps) {
  if (queue.isFull(name)) throw new HttpError(503, `Match ${name} is busy`);
  return inTurn(queue, name, steps);
}

/** The change of metadata by a player who gives up their seat. */
function vacated(metadata, playerID, state) {
  const { name, credentials, data, ...seat } = metadata.players[playerID];
  const players = seatsAfter({ ...metadata.players, [playerID]: seat }, state);
  // Nobody takes a seat at a match that is about to be wiped. In one that clients have begun, nobody's coming and going ends it for the others.
  if (!isBegunBySync(metadata) && !Object.values(players).some(isPerson)) return LEFT_BY_ALL;
  return { players, ...withoutLeaving(metadata, playerID), ...withStandIn({ ...metadata, players }, playerID) };
}

/** What everybody may know: no credentials, and nothing that masters note for themselves. */
function publicMatch(matchID, { players, ...metadata }) {
  const known = Object.entries(metadata).filter(([field]) => !field.startsWith('_'));
  return { ...Object.fromEntries(known), matchID, players: publicPlayers(players) };
}

/** In development the client reads why the game does not begin; what the game's own code throws is printed by the server alone. */
function openly(make) {
  try {
    return make();
  } catch (thrown) {
    throw isDevelopment() && thrown?.name === 'RondelError' ? openFailure(thrown) : thrown;
  }
}

/** Without a number, `createMatch` knows how many. */
function readNumPlayers(rules, value) {
  if (value === undefined) return undefined;
  const count = Number.parseInt(value, 10);
  if (!count || objectionToNumPlayers(rules, count)) throw new HttpError(400, 'Invalid numPlayers');
  return count;
}
