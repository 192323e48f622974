/** An error response of the lobby: `details` is its body, as JSON or as text. */
export class LobbyClientError extends Error {
  /**
   * @param {string} message
   * @param {any} details
   */
  constructor(message, details) {
    super(message);
    this.details = details;
  }
}

/** @typedef {import('../../lobby.d.ts').LobbyClient} Declared */

/** A client of a server's lobby, by boardgame.io's REST interface. Wrong arguments throw without a request. */
export class LobbyClient {
  #server;

  /** @param {{ server?: string }} [options] */
  constructor(options) {
    const { server = '' } = options ?? {};
    if (typeof server !== 'string') throw new Error(`Expected server string, got "${server}".`);
    this.#server = server.replace(/\/$/, '');
  }

  /** @type {Declared['listGames']} */
  async listGames(init) {
    return this.#request('/games', init);
  }

  /** @type {Declared['listMatches']} */
  async listMatches(gameName, where, init) {
    const path = pathOf(gameName) + queryOf(where ?? {});
    return this.#request(path, init);
  }

  /** @type {Declared['getMatch']} */
  async getMatch(gameName, matchID, init) {
    const path = pathOf(gameName, { matchID });
    return this.#request(path, init);
  }

  /** @type {Declared['createMatch']} */
  async createMatch(gameName, body, init) {
    const path = pathOf(gameName);
    checkBody(body, { numPlayers: ['number'] });
    return this.#post(`${path}/create`, body, init);
  }

  /** @type {Declared['joinMatch']} */
  async joinMatch(gameName, matchID, body, init) {
    const path = pathOf(gameName, { matchID });
    checkBody(body, { playerID: ['string', 'undefined'], playerName: ['string'] });
    return this.#post(`${path}/join`, body, init);
  }

  /** @type {Declared['leaveMatch']} */
  async leaveMatch(gameName, matchID, body, init) {
    const path = pathFromSeat('leave', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** @type {Declared['leaveSlot']} */
  async leaveSlot(gameName, matchID, body, init) {
    const path = pathFromSeat('leaveSlot', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** @type {Declared['leaveGame']} */
  async leaveGame(gameName, matchID, body, init) {
    const path = pathFromSeat('leaveGame', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** @type {Declared['updatePlayer']} */
  async updatePlayer(gameName, matchID, body, init) {
    const path = pathFromSeat('update', gameName, matchID, body);
    await this.#post(path, body, init);
  }

  /** @type {Declared['playAgain']} */
  async playAgain(gameName, matchID, body, init) {
    const path = pathFromSeat('playAgain', gameName, matchID, body);
    return this.#post(path, body, init);
  }

  #post(path, body, init) {
    const headers = { 'Content-Type': 'application/json', ...init?.headers };
    return this.#request(path, { method: 'post', body: JSON.stringify(body), ...init, headers });
  }

  async #request(path, init) {
    const response = await fetch(this.#server + path, init);
    if (response.ok) return response.json();
    throw new LobbyClientError(`HTTP status ${response.status}`, await detailsOf(response));
  }
}

/** @param {{ matchID?: unknown }} [match] */
function pathOf(gameName, match) {
  checkName(gameName, 'game name');
  const path = `/games/${encodeURIComponent(gameName)}`;
  if (!match) return path;
  checkName(match.matchID, 'match ID');
  return `${path}/${encodeURIComponent(match.matchID)}`;
}

/** The path of a request by a player who has a seat. */
function pathFromSeat(what, gameName, matchID, body) {
  const path = pathOf(gameName, { matchID });
  checkBody(body, { playerID: ['string'], credentials: ['string'] });
  return `${path}/${what}`;
}

/** @param {any} where */
function queryOf({ isGameover, updatedBefore, updatedAfter, limit, after }) {
  const query = new URLSearchParams();
  if (isGameover !== undefined) query.set('isGameover', isGameover);
  if (updatedBefore) query.set('updatedBefore', updatedBefore);
  if (updatedAfter) query.set('updatedAfter', updatedAfter);
  if (limit !== undefined) query.set('limit', limit);
  if (after) query.set('after', after);
  const text = query.toString();
  return text && `?${text}`;
}

async function detailsOf(response) {
  try {
    return await response.clone().json();
  } catch {
    // It is text, then.
  }
  try {
    return await response.text();
  } catch (error) {
    return error.message;
  }
}

/** @returns {asserts name is string} */
function checkName(name, label) {
  if (!name || typeof name !== 'string') throw new Error(`Expected ${label} string, got "${name}".`);
}

function checkBody(body, fields) {
  if (!body) throw new Error(`Expected body, got “${body}”.`);
  for (const [field, types] of Object.entries(fields)) {
    if (!types.includes(typeof body[field])) {
      throw new TypeError(`Expected body.${field} to be of type ${types.join('|')}, got “${body[field]}”.`);
    }
  }
}
