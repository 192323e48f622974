import { rulesOf } from '../game/rules.js';
import { hasMembers } from '../util/objects.js';
import { messageOf } from '../util/print.js';
import { unref } from '../util/unref.js';
import { LobbyClient, LobbyClientError } from './lobby-client.js';
import type { BotSpec } from '../../types/bots.js';
import type { Game } from '../../types/game.js';
import type { LobbyAPI, LobbySeat } from '../../types/lobby.js';
import type { Foreign } from '../util/foreign.js';
import type { LobbyMemory, Proof } from './lobby-memory.js';

/** Default range of the number of players. */
const [FEWEST, MOST] = [1, 4];
const NONE: readonly LobbyAPI.Match[] = Object.freeze([]);
/** Minimum time that a server has for an answer, in milliseconds. */
const PATIENCE = 10_000;
/** Maximum length of a server's error that is shown, in characters. Proxies send longer pages. */
const LONGEST_LINE = 200;
/** Errors of a proxy whose server does not answer, or of a server that is too busy. */
const AWAY = ['HTTP status 502', 'HTTP status 503', 'HTTP status 504'];
/** Errors for a player who has no seat, or no longer one. */
const SEATLESS = ['HTTP status 403', 'HTTP status 404'];

/** Error of a request that the server has not answered in time. */
class NoAnswer extends Error {}

/** A game of a lobby, with its board and bots. */
export type GameComponent = { game: Game, board: Foreign, bots?: Record<string, BotSpec> };

type Seat = LobbyAPI.PublicPlayerMetadata;

/** A seat with its credentials. */
export interface ProvedSeat {
  gameName: string;
  matchID: string;
  playerID: string;
  credentials: string;
}

/** Present or possible place of a player. Spectators have no credentials. */
export interface Place {
  gameName?: string | undefined;
  matchID: string;
  playerID: string | null;
  credentials?: string | undefined;
}

/** Seat of a page's player. A page with several games may have stored a seat without its game; requests for that seat fail. */
export type OwnSeat = LobbySeat & { readonly gameName: string };

/** Result of `makeLobbyConnection`. */
export type LobbyConnection = ReturnType<typeof makeLobbyConnection>;

/**
 * Creates a player's connection to a lobby server: the list of matches, and the player's seat at one of them. Actions run one after the
 * other.
 *
 * @param options.server address; default: the page's origin
 * @param options.componentOf returns one of the page's games
 * @param options.memory stores the credentials of the player's seat
 */
export function makeLobbyConnection({ server, componentOf, playerName, memory }: { server?: string; componentOf: (gameName: string) => GameComponent | undefined; playerName: string; memory: LobbyMemory }) {
  const client = new LobbyClient({ server });
  // Numbers of list requests. The answer to the newest answered request is shown.
  let newest = 0;
  let answered = 0;
  /** Number of shown pages per list. */
  let pages = 1;
  let lastAction: Promise<unknown> = Promise.resolve();
  const connection = {
    playerName,
    matches: NONE,
    /** `true` if there are more matches, which `showMore` shows. */
    hasMore: false,
    /** Reason why the list of matches is not available; an empty text if it is. */
    outage: '',
    /** `true` if the list has arrived, or has failed. */
    isKnown: false,
    /** Number of pending list requests. */
    waiting: 0,
    refresh,
    showMore,
    create,
    join,
    leave,
    disconnect,
    ownSeat,
    sit,
    giveUp,
    rename,
    playAgain,
  };
  return connection;

  /** Requests the matches, with a timeout in milliseconds. Never rejects: `outage` is the error message. */
  async function refresh(milliseconds = 0) {
    newest += 1;
    const number = newest;
    connection.waiting += 1;
    try {
      show(number, await inTime(listMatches, Math.max(PATIENCE, milliseconds)));
    } catch (error) {
      show(number, { outage: `failed to retrieve list of matches (${reasonOf(error, server)})` });
    } finally {
      connection.waiting -= 1;
    }
  }

  /** Shows one more page of each list from now on. */
  function showMore() {
    pages += 1;
    return refresh();
  }

  function show(number: number, { matches = NONE, hasMore = false, outage = '' }: { matches?: readonly LobbyAPI.Match[], hasMore?: boolean, outage?: string }) {
    if (number <= answered) return;
    answered = number;
    Object.assign(connection, { matches, hasMore, outage, isKnown: true });
  }

  async function listMatches(signal: AbortSignal) {
    const served = await client.listGames({ signal });
    const games = served.filter((name) => componentOf(name));
    const lists = await Promise.all(games.map((name) => listPages(name, signal)));
    const matches = lists.flatMap(({ matches: some }) => some).filter(isMatch);
    const cut = lists.filter(({ next }) => next !== undefined);
    return { matches: [...await beyond(cut, matches, signal), ...matches], hasMore: cut.length > 0 };
  }

  /** Returns the shown pages of a game's list, and where the next begins. boardgame.io's servers have one page for all matches. */
  async function listPages(gameName: string, signal: AbortSignal) {
    const lists: LobbyAPI.Match[][] = [];
    let next: string | undefined;
    do {
      const list = await client.listMatches(gameName, { after: next }, { signal });
      lists.push(list.matches);
      next = typeof list.next === 'string' && list.next !== '' ? list.next : undefined;
    } while (next !== undefined && lists.length < pages);
    return { gameName, matches: lists.flat(), next };
  }

  /** Returns the player's own match if it is not on a shown page. Otherwise they could neither play nor leave it. */
  async function beyond(cut: { gameName: string; matches: LobbyAPI.Match[]; next: string | undefined }[], shown: LobbyAPI.Match[], signal: AbortSignal): Promise<readonly LobbyAPI.Match[]> {
    const { matchID } = memory.proofOf(playerName) ?? {};
    if (matchID === undefined || shown.some((match) => match.matchID === matchID)) return NONE;
    const found = await Promise.all(cut.map(({ gameName }) => client.getMatch(gameName, matchID, { signal }).catch(() => null)));
    return found.filter(isMatch);
  }

  /** Creates a match and resolves with its ID. */
  function create(gameName: string, numPlayers: number, more: object = {}): Promise<string> {
    return inTurn(`create match for ${gameName}`, async (signal) => {
      const component = componentOf(gameName);
      if (!component) throw new Error('game not found');
      const { minPlayers, maxPlayers } = playersOf(component);
      if (numPlayers < minPlayers || numPlayers > maxPlayers) throw new Error(`invalid number of players ${numPlayers}`);
      const { matchID } = await client.createMatch(gameName, { ...more, numPlayers }, { signal });
      return matchID;
    });
  }

  function join(gameName: string, matchID: string, playerID: string): Promise<void> {
    return inTurn(`join match ${matchID}`, async (signal) => {
      const taken = ownSeat();
      if (taken) throw new Error(`player has already joined ${taken.matchID}`);
      if (!matchWith(matchID)) throw new Error(`game instance ${matchID} not found`);
      await takeSeat(gameName, matchID, { playerID, signal });
    });
  }

  /**
   * Takes a seat at a match that need not be in the list, and resolves with it. Returns the player's existing seat there, if any: a second
   * `join` takes no second seat.
   */
  function sit(gameName: string, matchID: string, playerID: string | undefined): Promise<ProvedSeat> {
    return inTurn(`join match ${matchID}`, async (signal) => {
      const own = memory.seatAt(matchID, playerName, playerID);
      return own ? { gameName, ...own } : takeSeat(gameName, matchID, { playerID, signal });
    });
  }

  async function takeSeat(gameName: string, matchID: string, { playerID, signal }: { playerID: string | undefined, signal: AbortSignal }) {
    const joined = await client.joinMatch(gameName, matchID, { playerID, playerName }, { signal });
    const seat = { gameName, matchID, playerID: String(joined.playerID ?? playerID) };
    // At once: without its credentials nobody can play at the seat, or leave it.
    memory.keep(playerName, { credentials: joined.playerCredentials, ...seat });
    change(seat, (player) => ({ ...player, name: playerName }));
    return { ...seat, credentials: joined.playerCredentials };
  }

  function leave(gameName: string, matchID: string): Promise<void> {
    return inTurn(`leave match ${matchID}`, async (signal) => {
      if (!matchWith(matchID)) throw new Error('match instance not found');
      const seat = ownSeat();
      if (!seat || seat.matchID !== matchID) throw new Error('player not found in match');
      const { playerID, credentials } = seat;
      await client.leaveMatch(gameName, matchID, { playerID, credentials }, { signal });
      memory.forget(playerName, credentials);
      change(seat, withoutName);
    });
  }

  /**
   * Gives up a seat at a match that need not be in the list. Also forgets a seat that the player has already lost.
   *
   * @param method method of the lobby client
   */
  function giveUp({ gameName, matchID, playerID, credentials }: ProvedSeat, method: 'leaveMatch' | 'leaveGame') {
    return inTurn(`${method === 'leaveGame' ? 'leave the game of' : 'leave'} match ${matchID}`, async (signal) => {
      try {
        await client[method](gameName, matchID, { playerID, credentials }, { signal });
      } catch (error) {
        if (!isSeatless(error)) throw error;
      }
      memory.forgetSeat(matchID, credentials);
      change({ matchID, playerID }, withoutName);
    });
  }

  /** Changes the player's name at a match. `may.isLost` ignores a lost seat. */
  function rename({ gameName, matchID, playerID, credentials }: ProvedSeat, newName: string, may = { isLost: false }) {
    return inTurn(`change the name at match ${matchID}`, async (signal) => {
      try {
        await client.updatePlayer(gameName, matchID, { playerID, credentials, newName }, { signal });
      } catch (error) {
        if (!may.isLost || !isSeatless(error)) throw error;
      }
    });
  }

  /**
   * Moves to the following match, and creates it if necessary. Takes the same seat number if it is free, otherwise any. A spectator
   * spectates there. Resolves with the new place.
   */
  function playAgain({ gameName, matchID, playerID, credentials }: OwnSeat, more: object | undefined): Promise<Place> {
    return inTurn(`play match ${matchID} again`, async (signal) => {
      if (credentials === undefined) {
        const { nextMatchID } = await client.getMatch(gameName, matchID, { signal });
        if (!nextMatchID) throw new Error('no player has started a rematch yet');
        // Spectators cannot create it.
        await client.getMatch(gameName, nextMatchID, { signal });
        return memory.seatAt(nextMatchID, playerName) ?? { gameName, matchID: nextMatchID, playerID: null };
      }
      const { nextMatchID } = await client.playAgain(gameName, matchID, { ...more, playerID: playerID!, credentials }, { signal });
      // Another tab of the player may have taken the seat.
      return memory.seatAt(nextMatchID, playerName, playerID!) ?? (await takeSeat(gameName, nextMatchID, { playerID: playerID!, signal }).catch((error): Place | Promise<Place> => {
        if (!(error instanceof LobbyClientError)) throw error;
        // The seat is taken, or there are fewer seats: take any other.
        return memory.seatAt(nextMatchID, playerName) ?? takeSeat(gameName, nextMatchID, { playerID: undefined, signal });
      }));
    });
  }

  /** Leaves the match that the player has joined, if any. */
  async function disconnect() {
    await lastAction; // It may give the player a seat.
    const seat = ownSeat();
    if (seat) await leave(seat.gameName, seat.matchID);
    connection.matches = NONE;
    connection.hasMore = false;
  }

  /** Returns the player's seat. A name alone does not prove it: other players may have the same. */
  function ownSeat(): ProvedSeat | undefined {
    const proof = connection.matches.length > 0 ? memory.proofOf(playerName) : undefined;
    if (!proof) return undefined;
    const { credentials } = proof;
    for (const match of connection.matches) {
      const { gameName, matchID } = match;
      const seat = seatsOf(match).find((player) => player.name === playerName && isProved(matchID, player, proof));
      if (seat) return { gameName, matchID, playerID: String(seat.id), credentials };
    }
    return undefined;
  }

  function matchWith(matchID: string) {
    return connection.matches.find((match) => match.matchID === matchID);
  }

  /** Runs an action after the previous ones, with a timeout for the server's answer. */
  function inTurn<Result>(what: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const action = lastAction.then(() => inTime(work, PATIENCE)).catch((error) => {
      throw new Error(`failed to ${what} (${reasonOf(error, server)})`, { cause: error });
    });
    lastAction = action.catch(() => {});
    return action;
  }

  /** Shows a confirmed change at once. Answers to earlier requests do not contain it, and are dropped. */
  function change({ matchID, playerID }: { matchID: string, playerID: string | null }, next: (player: Seat) => Seat) {
    answered = newest;
    connection.matches = connection.matches.map((match) => {
      if (match.matchID !== matchID) return match;
      return { ...match, players: seatsOf(match).map((player) => (String(player.id) === playerID ? next(player) : player)) };
    });
  }
}

/** Returns a game's name in a lobby, and its numbers of players. */
export function playersOf({ game }: GameComponent) {
  const { name, settings } = rulesOf(game);
  return { name, minPlayers: settings.minPlayers || FEWEST, maxPlayers: settings.maxPlayers || MOST };
}

/** Returns the seats of a match, even if a server sends an object by number. */
export function seatsOf({ players }: LobbyAPI.Match): Seat[] {
  return Object.values(players);
}

/** Returns `true` if a lobby refused a request because the player has no such seat. */
function isSeatless(error: unknown) {
  return error instanceof LobbyClientError && SEATLESS.includes(error.message);
}

/** Rejects if the server does not answer in time, and aborts its requests. */
async function inTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, milliseconds: number): Promise<Answer> {
  const giving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = unref(setTimeout(() => {
      reject(new NoAnswer(`no answer within ${milliseconds / 1000} seconds`));
      giving.abort();
    }, milliseconds));
  });
  try {
    return await Promise.race([ask(giving.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns `true` for a valid match: a server may send anything. */
function isMatch(match: LobbyAPI.Match | null): match is LobbyAPI.Match {
  return typeof match?.matchID === 'string' && typeof match.gameName === 'string' && hasMembers(match.players) && seatsOf(match).every(isSeat);
}

function isSeat(seat: Foreign) {
  return typeof seat?.id === 'number' && !hasMembers(seat.name);
}

/** Returns `true` if the proof is for this seat. A proof without a seat applies to all seats of the player's name. */
function isProved(matchID: string, { id }: Seat, proof: Proof) {
  return proof.matchID === undefined || (proof.matchID === matchID && proof.playerID === String(id));
}

/** Returns `true` if an action failed because the server did not answer. */
export function isUnanswered({ cause }: Foreign) {
  return cause instanceof LobbyClientError ? AWAY.includes(cause.message) : isUnreachable(cause) || cause instanceof NoAnswer;
}

/** Returns `true` for the error of `fetch` without a response. LobbyClient throws the same type for invalid arguments. */
function isUnreachable(error: unknown) {
  return error instanceof TypeError && !messageOf(error).startsWith('Expected');
}

/** Returns the message of an error with the server's text in one line, or a hint about the server. */
function reasonOf(error: unknown, server = "the page's origin") {
  const { details } = Object(error);
  if (error instanceof LobbyClientError) {
    const isLine = typeof details === 'string' && details !== '' && details.length <= LONGEST_LINE && !details.trimStart().startsWith('<');
    if (isLine) return `${messageOf(error)}: ${details}`;
    return AWAY.includes(error.message) ? `${error.message}: the server at ${server} is not available now: try again later` : messageOf(error);
  }
  return isUnreachable(error) ? `${messageOf(error)}: the server at ${server} cannot be reached, or its apiOrigins do not allow this page` : messageOf(error);
}

function withoutName({ name: _name, ...player }: Seat): Seat {
  return player;
}
