import { messageOf } from '../util/print.js';
import type { LobbyAPI, Seat } from '../../types/lobby.js';
import type { Server } from '../../types/master.js';
import type { Foreign } from '../util/foreign.js';

type Where = NonNullable<Parameters<LobbyClient['listMatches']>[1]>;

/** A response of the lobby that is no success. */
export class LobbyClientError extends Error {
  /** What the server says: JSON, or text. */
  readonly details: Foreign;

  constructor(message: string, details: Foreign) {
    super(message);
    this.details = details;
  }
}

/**
 * Asks a server's lobby. Every promise is rejected with a `LobbyClientError` if the server answers with another status than
 * success. `init` goes to `fetch`, in place of what the method would say itself.
 *
 * @example
 * const lobby = new LobbyClient({ server: 'https://play.example' });
 * const { matchID } = await lobby.createMatch('chess', { numPlayers: 2 });
 * const { playerID, playerCredentials } = await lobby.joinMatch('chess', matchID, { playerName: 'Alice' });
 */
export class LobbyClient {
  #server: string;

  /** Without a server, the page's own origin is asked. */
  constructor(options?: { server?: string }) {
    const { server = '' } = options ?? {};
    if (typeof server !== 'string') throw new Error(`Expected server string, got "${server}".`);
    this.#server = server.replace(/\/$/, '');
  }

  /** The names of the games. */
  async listGames(init?: RequestInit): Promise<LobbyAPI.GameList> {
    return this.#request('/games', init);
  }

  /** The matches of a game that are not unlisted, the newest first: a page of them. */
  async listMatches(
    gameName: string,
    where?: {
      isGameover?: boolean;
      /** In milliseconds since 1970. */
      updatedBefore?: number;
      updatedAfter?: number;
      /** How many, at most: as many as the server's `limits.listed` if it is left out. */
      limit?: number;
      /** `next` of the page before. */
      after?: string | undefined;
    },
    init?: RequestInit,
  ): Promise<LobbyAPI.MatchList> {
    const path = pathOf(gameName) + queryOf(where ?? {});
    return this.#request(path, init);
  }

  async getMatch(gameName: string, matchID: string, init?: RequestInit): Promise<LobbyAPI.Match> {
    const path = pathOf(gameName, { matchID });
    return this.#request(path, init);
  }

  async createMatch(
    gameName: string,
    body: { numPlayers: number; setupData?: any; unlisted?: boolean; [field: string]: any } & Server.MatchBots,
    init?: RequestInit,
  ): Promise<LobbyAPI.CreatedMatch> {
    const path = pathOf(gameName);
    checkBody(body, { numPlayers: ['number'] });
    return this.#post(`${path}/create`, body, init);
  }

  /** Takes a seat: without a `playerID`, the first that is free. */
  async joinMatch(
    gameName: string,
    matchID: string,
    body: { playerID?: string; playerName: string; data?: any; [field: string]: any },
    init?: RequestInit,
  ): Promise<LobbyAPI.JoinedMatch> {
    const path = pathOf(gameName, { matchID });
    checkBody(body, { playerID: ['string', 'undefined'], playerName: ['string'] });
    return this.#post(`${path}/join`, body, init);
  }

  /** @deprecated boardgame.io's name of `leaveSlot` until 0.50. */
  async leaveMatch(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void> {
    const path = pathFromSeat('leave', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** Gives up a seat: somebody else may take it. */
  async leaveSlot(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void> {
    const path = pathFromSeat('leaveSlot', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** Leaves the game itself for good, by its `onPlayerLeave`, and then the seat: nobody else takes it. */
  async leaveGame(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void> {
    const path = pathFromSeat('leaveGame', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** Changes a player's name, or the `data` that everybody at the match sees of them. */
  async updatePlayer(
    gameName: string,
    matchID: string,
    body: Seat & { newName?: string; data?: any },
    init?: RequestInit,
  ): Promise<void> {
    const path = pathFromSeat('update', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** The match that follows this one, which need not be over: the same to all of its players. Its bots are those of this one if nobody says otherwise. */
  async playAgain(
    gameName: string,
    matchID: string,
    body: Seat & { numPlayers?: number; setupData?: any; unlisted?: boolean } & Server.MatchBots,
    init?: RequestInit,
  ): Promise<LobbyAPI.NextMatch> {
    const path = pathFromSeat('playAgain', gameName, matchID, body);
    return this.#post(path, body, init);
  }

  #post(path: string, body: object, init: RequestInit | undefined) {
    const headers = { 'Content-Type': 'application/json', ...init?.headers };
    return this.#request(path, { method: 'post', body: jsonOf(body), ...init, headers });
  }

  async #request(path: string, init: RequestInit | undefined): Promise<Foreign> {
    const response = await fetch(this.#server + path, init);
    if (response.ok) return response.json();
    throw new LobbyClientError(`HTTP status ${response.status}`, await detailsOf(response));
  }
}

function pathOf(gameName: string, match?: { matchID: string }) {
  checkName(gameName, 'game name');
  const path = `/games/${encodeURIComponent(gameName)}`;
  if (!match) return path;
  checkName(match.matchID, 'match ID');
  return `${path}/${encodeURIComponent(match.matchID)}`;
}

/** The path of a request by a player who has a seat. */
function pathFromSeat(what: string, gameName: string, matchID: string, body: Seat) {
  const path = pathOf(gameName, { matchID });
  checkBody(body, { playerID: ['string'], credentials: ['string'] });
  return `${path}/${what}`;
}

function queryOf({ isGameover, updatedBefore, updatedAfter, limit, after }: Where) {
  const query = new URLSearchParams();
  if (isGameover !== undefined) query.set('isGameover', isGameover as unknown as string);
  if (updatedBefore) query.set('updatedBefore', updatedBefore as unknown as string);
  if (updatedAfter) query.set('updatedAfter', updatedAfter as unknown as string);
  if (limit !== undefined) query.set('limit', limit as unknown as string);
  if (after) query.set('after', after);
  const text = query.toString();
  return text && `?${text}`;
}

async function detailsOf(response: Response) {
  try {
    return await response.clone().json();
  } catch {
    // It is text, then.
  }
  try {
    return await response.text();
  } catch (error) {
    return (error as Error).message;
  }
}

function checkName(name: unknown, label: string): asserts name is string {
  if (!name || typeof name !== 'string') throw new Error(`Expected ${label} string, got "${name}".`);
}

function checkBody(body: Foreign, fields: Record<string, string[]>) {
  if (!body) throw new Error(`Expected body, got “${body}”.`);
  for (const [field, types] of Object.entries(fields)) {
    if (!types.includes(typeof body[field])) {
      throw new TypeError(`Expected body.${field} to be of type ${types.join('|')}, got “${body[field]}”.`);
    }
  }
}

/** The body of a request as text. What JSON cannot represent, such as a BigInt, is the caller's mistake, and no failure of the server. */
function jsonOf(body: object) {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new TypeError(`Expected a body that JSON can represent: ${messageOf(error)}`);
  }
}
