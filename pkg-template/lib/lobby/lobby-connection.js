import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/report.js';
import { unheld } from '../util/unheld.js';
import { LobbyClient } from './lobby-client.js';

/** How many may play, where a game does not say. */
const [FEWEST, MOST] = [1, 4];
/** @type {readonly any[]} */
const NONE = Object.freeze([]);
/** Milliseconds in which a server may answer a question for the matches, at least. */
const PATIENCE = 10_000;

/**
 * A game that a lobby offers, with what shows it.
 *
 * @typedef {{ game: any, board: any, bots?: Record<string, any> }} GameComponent
 */

/**
 * A player's dealings with a lobby server: which matches there are, and the player's seat at one of them.
 *
 * @param {object} options
 * @param {string} [options.server] the address; none: where the page is from
 * @param {(gameName: string) => GameComponent | undefined} options.componentOf finds the page's games
 * @param {string} options.playerName
 * @param {string} [options.playerCredentials]
 */
export function makeLobbyConnection({ server, componentOf, playerName, playerCredentials }) {
  const client = new LobbyClient({ server });
  let newest = 0;
  const connection = { playerName, playerCredentials, matches: NONE, refresh, create, join, leave, disconnect };
  return connection;

  /**
   * Asks for the matches, and gives up after so many milliseconds. Whoever asks later is right: an answer that comes after
   * theirs is dropped.
   */
  async function refresh(milliseconds = 0) {
    newest += 1;
    const number = newest;
    let matches = NONE;
    try {
      matches = await inTime(listMatches, Math.max(PATIENCE, milliseconds));
    } catch (error) {
      throw new Error(`failed to retrieve list of matches (${messageOf(error)})`);
    } finally {
      if (number === newest) connection.matches = matches;
    }
  }

  async function listMatches(signal) {
    const served = await client.listGames({ signal });
    const games = served.filter((name) => componentOf(name));
    const lists = await Promise.all(games.map((name) => client.listMatches(name, undefined, { signal })));
    return lists.flatMap(({ matches }) => matches).filter(isMatch);
  }

  async function create(gameName, numPlayers) {
    try {
      const component = componentOf(gameName);
      if (!component) throw new Error('game not found');
      const { minPlayers, maxPlayers } = playersOf(component);
      if (numPlayers < minPlayers || numPlayers > maxPlayers) throw new Error(`invalid number of players ${numPlayers}`);
      await client.createMatch(gameName, { numPlayers });
    } catch (error) {
      throw new Error(`failed to create match for ${gameName} (${messageOf(error)})`);
    }
  }

  async function join(gameName, matchID, playerID) {
    try {
      const taken = connection.matches.find((match) => seatOf(match));
      if (taken) throw new Error(`player has already joined ${taken.matchID}`);
      if (!matchWith(matchID)) throw new Error(`game instance ${matchID} not found`);
      const { playerName: name } = connection;
      const { playerCredentials: credentials } = await client.joinMatch(gameName, matchID, { playerID, playerName: name });
      connection.playerCredentials = credentials;
      change(matchID, (player) => (String(player.id) === String(playerID) ? { ...player, name } : player));
    } catch (error) {
      throw new Error(`failed to join match ${matchID} (${messageOf(error)})`);
    }
  }

  async function leave(gameName, matchID) {
    try {
      const match = matchWith(matchID);
      if (!match) throw new Error('match instance not found');
      const seat = seatOf(match);
      if (!seat) throw new Error('player not found in match');
      await client.leaveMatch(gameName, matchID, { playerID: String(seat.id), credentials: connection.playerCredentials });
      connection.playerCredentials = undefined;
      change(matchID, (player) => (player === seat ? withoutName(player) : player));
    } catch (error) {
      throw new Error(`failed to leave match ${matchID} (${messageOf(error)})`);
    }
  }

  /** Leaves the match that the player has joined, if there is one. */
  async function disconnect() {
    const match = connection.matches.find((one) => seatOf(one));
    if (match) await leave(match.gameName, match.matchID);
    connection.matches = NONE;
  }

  function matchWith(matchID) {
    return connection.matches.find((match) => match.matchID === matchID);
  }

  function seatOf(match) {
    return seatsOf(match).find(({ name }) => name === connection.playerName);
  }

  /** Shows at once what the server has confirmed. */
  function change(matchID, seat) {
    connection.matches = connection.matches.map((match) => {
      return match.matchID === matchID ? { ...match, players: seatsOf(match).map(seat) } : match;
    });
  }
}

/** How a lobby names a game, and how many may play it. */
export function playersOf({ game }) {
  const { name, settings } = rulesOf(game);
  return { name, minPlayers: settings.minPlayers || FEWEST, maxPlayers: settings.maxPlayers || MOST };
}

/** The seats of a match, also where a server has them by number. */
export function seatsOf({ players }) {
  return Object.values(players);
}

/** A server may never answer. What is still asked of it then is given up, by the signal. */
async function inTime(ask, milliseconds) {
  const giving = new AbortController();
  let timer;
  const late = new Promise((_, reject) => {
    timer = unheld(setTimeout(() => {
      reject(new Error(`no answer within ${milliseconds / 1000} seconds`));
      giving.abort();
    }, milliseconds));
  });
  try {
    return await Promise.race([ask(giving.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A server may send anything; what is no match is not shown. */
function isMatch(match) {
  return typeof match?.matchID === 'string' && isList(match.players) && seatsOf(match).every((seat) => typeof seat?.id === 'number');
}

function isList(players) {
  return typeof players === 'object' && players !== null;
}

function withoutName({ name: _name, ...player }) {
  return player;
}
