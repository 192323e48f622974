import { messageOf } from '../util/print.js';
import type { LobbyAPI, Seat } from '../../types/lobby.js';
import type { Server } from '../../types/master.js';
import type { Foreign } from '../util/foreign.js';

type Where = NonNullable<Parameters<LobbyClient['listMatches']>[1]>;

/** Error for a response of the lobby with another status than success. */
export class LobbyClientError extends Error {
  /** Body of the response: JSON, or text. */
  readonly details: Foreign;

  constructor(message: string, details: Foreign) {
    super(message);
    this.details = details;
  }
}

/**
 * A client for a server's lobby. Every method rejects with a `LobbyClientError` if the server answers with another status than success.
 * `init` is passed to `fetch` and overrides the method's own request options.
 *
 * @example
 * const lobby = new LobbyClient({ server: 'https://play.example' });
 * const { matchID } = await lobby.createMatch('chess', { numPlayers: 2 });
 * const { playerID, playerCredentials } = await lobby.joinMatch('chess', matchID, { playerName: 'Alice' });
 */
export class LobbyClient {
  #server: string;

  /** @param options.server address of the server; default: the page's own origin */
  constructor(options?: { server?: string }) {
    const { server = '' } = options ?? {};
    if (typeof server !== 'string') throw new Error(`Expected server string, got "${server}".`);
    this.#server = server.replace(/\/$/, '');
  }

  /** Returns the names of the games. */
  async listGames(init?: RequestInit): Promise<LobbyAPI.GameList> {
    return this.#request('/games', init);
  }

  /** Returns one page of a game's listed matches, the newest first. */
  async listMatches(
    gameName: string,
    where?: {
      isGameover?: boolean;
      /** In milliseconds since 1970. */
      updatedBefore?: number;
      updatedAfter?: number;
      /** Maximum number of matches. Default: the server's `limits.listed`. */
      limit?: number;
      /** `next` of the previous page. */
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

  /** Takes a seat. Without a `playerID`, takes the first free one. */
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

  /** Gives up a seat. Another player may take it. */
  async leaveSlot(gameName: string, matchID: string, body: Seat, init?: RequestInit): Promise<void> {
    const path = pathFromSeat('leaveSlot', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** Leaves the game permanently by its `onPlayerLeave`, and then the seat. No other player can take it. */
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

  /**
   * Returns the following match, and creates it if necessary. It is the same for all players. The present match need not be over. Default
   * bots: those of the present match.
   */
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

/** Returns the path of a request by a player with a seat. */
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
    // The body is text.
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

/**
 * Returns the body of a request as text. A value that JSON cannot represent, such as a BigInt, is the caller's mistake and not a failure of
 * the server.
 */
function jsonOf(body: object) {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new TypeError(`Expected a body that JSON can represent: ${messageOf(error)}`);
  }
}
