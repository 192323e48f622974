/** An answer of the lobby that is none of success: `details` is what it says, as JSON or as text. */
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

/** Asks a server's lobby, by boardgame.io's REST interface. Wrong arguments are told without asking. */
export class LobbyClient {
  #server;

  /** @param {{ server?: string }} [options] */
  constructor({ server = '' } = {}) {
    this.#server = server.replace(/\/$/, '');
  }

  async listGames(init) {
    return this.#request('/games', init);
  }

  async listMatches(gameName, where, init) {
    return this.#request(pathOf(gameName) + queryOf(where ?? {}), init);
  }

  async getMatch(gameName, matchID, init) {
    return this.#request(pathOf(gameName, { matchID }), init);
  }

  async createMatch(gameName, body, init) {
    const path = `${pathOf(gameName)}/create`;
    checkBody(body, { numPlayers: ['number'] });
    return this.#post(path, body, init);
  }

  async joinMatch(gameName, matchID, body, init) {
    const path = `${pathOf(gameName, { matchID })}/join`;
    checkBody(body, { playerID: ['string', 'undefined'], playerName: ['string'] });
    return this.#post(path, body, init);
  }

  async leaveMatch(gameName, matchID, body, init) {
    await this.#act(`${pathOf(gameName, { matchID })}/leave`, body, init);
  }

  async leaveSlot(gameName, matchID, body, init) {
    await this.#act(`${pathOf(gameName, { matchID })}/leaveSlot`, body, init);
  }

  async leaveGame(gameName, matchID, body, init) {
    await this.#act(`${pathOf(gameName, { matchID })}/leaveGame`, body, init);
  }

  async updatePlayer(gameName, matchID, body, init) {
    await this.#act(`${pathOf(gameName, { matchID })}/update`, body, init);
  }

  async playAgain(gameName, matchID, body, init) {
    return this.#act(`${pathOf(gameName, { matchID })}/playAgain`, body, init);
  }

  /** As a player. */
  #act(path, body, init) {
    checkBody(body, { playerID: ['string'], credentials: ['string'] });
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

function queryOf({ isGameover, updatedBefore, updatedAfter }) {
  const queries = [];
  if (isGameover !== undefined) queries.push(`isGameover=${isGameover}`);
  if (updatedBefore) queries.push(`updatedBefore=${updatedBefore}`);
  if (updatedAfter) queries.push(`updatedAfter=${updatedAfter}`);
  return queries.length > 0 ? `?${queries.join('&')}` : '';
}

async function detailsOf(response) {
  try {
    return await response.clone().json();
  } catch {
    return response.text().catch((error) => error.message);
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
