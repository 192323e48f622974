import { rulesOf } from '../game/rules.js';
import { publicPlayers } from '../online/match-data.js';
import { drive } from '../online/match-queue.js';
import { reportTo } from '../online/master.js';
import { sharedBy } from '../online/shared-by-storage.js';
import { readMatch } from '../online/storage/stored-match.js';
import { VOUCHED, openHub } from '../online/transports/hub.js';

const METADATA = { metadata: true };

/**
 * The hubs of a server: one for each game, by its name.
 *
 * @param {{ games: any[], db: any, auth?: any }} options
 * @returns {Map<string, ReturnType<typeof openServerHub>>}
 */
export function openHubs({ games, db, auth }) {
  return new Map(games.map((game) => [rulesOf(game).name, openServerHub({ game, storage: db, auth })]));
}

/**
 * A hub as servers need it: players are authenticated, the metadata change beside it, and it ends in good order.
 *
 * @param {{ game: object, storage: any, auth?: import('../../master.js').Auth }} options
 */
export function openServerHub({ game, storage, auth }) {
  const connections = new Set();
  const underway = new Set();
  /** @type {import('../../master.js').GenericPubSub | null} */
  let pubSub = null;
  let isClosing = false;
  const hub = openHub({
    game,
    storage,
    auth: auth && vouching(auth),
    matches: {
      opened: (matchID) => pubSub?.subscribe(channelOf(matchID), tellHere),
      closed: (matchID) => pubSub?.unsubscribeAll(channelOf(matchID)),
    },
  });
  const { master } = hub;
  const { send, sendAll: tellHere } = master.transportAPI;

  return { master, connect, tellMatchData, publishThrough, close };

  /**
   * As `connect` of lib/online/transports/hub.js. What `receive` and `close` answer is never rejected.
   *
   * @param {(message: any) => void} deliver
   * @param {{ view?: object, form?: (message: any) => any }} [how]
   */
  function connect(deliver, how) {
    const connection = hub.connect(deliver, how);
    connections.add(connection);
    return {
      receive(message) {
        return isClosing ? Promise.resolve() : ended(connection.receive(message));
      },
      close() {
        connections.delete(connection);
        return ended(connection.close());
      },
    };
  }

  /** Notes what is under way, until it is done. */
  function ended(answer) {
    const promise = Promise.resolve(answer);
    underway.add(promise);
    return promise.finally(() => underway.delete(promise));
  }

  /**
   * Tells everybody at a match who plays, as it is stored: to be called when that has changed. A connection whose
   * player has lost the seat gives it up.
   *
   * @param {string} matchID
   * @returns {Promise<void>}
   */
  async function tellMatchData(matchID) {
    await sharedBy(storage).queue.run(matchID, () => drive(tellStored(matchID)));
  }

  function* tellStored(matchID) {
    try {
      const { metadata } = readMatch(yield storage.fetch(matchID, METADATA), METADATA, () => {});
      if (!metadata) return;
      for (const connection of connections) {
        if (connection.seat()?.matchID === matchID && (yield hasLostSeat(connection.seat(), metadata))) connection.leave();
      }
      master.transportAPI.sendAll({ type: 'matchData', args: [matchID, publicPlayers(metadata.players)] });
    } catch (error) {
      reportTo(master, error, { matchID });
    }
  }

  /** Nobody loses it because the game's own code throws. */
  async function hasLostSeat({ matchID, playerID, credentials }, metadata) {
    if (!master.auth || playerID === null || playerID === undefined) return false;
    try {
      return !(await master.auth.authenticateCredentials({ playerID, credentials, metadata }));
    } catch (error) {
      reportTo(master, error, { matchID });
      return false;
    }
  }

  /**
   * Tells through a user's own channels, and not directly: they may connect several servers. What goes through them
   * is the state in full.
   *
   * @param {import('../../master.js').GenericPubSub} channels
   */
  function publishThrough(channels) {
    pubSub = channels;
    master.transportAPI = { send, sendAll: (payload) => channels.publish(channelOf(payload.args[0]), payload) };
  }

  /** Lets nobody act any more, and resolves when what was under way is done and everybody has gone. */
  async function close() {
    isClosing = true;
    await Promise.all(underway);
    await Promise.all([...connections].map((connection) => connection.close()));
    connections.clear();
  }
}

function vouching(auth) {
  return {
    authenticateCredentials({ credentials, ...rest }) {
      if (credentials === VOUCHED) return true;
      // A stranger may have sent anything in its place.
      return auth.authenticateCredentials({ ...rest, credentials: typeof credentials === 'string' ? credentials : undefined });
    },
  };
}

function channelOf(matchID) {
  return `MATCH-${matchID}`;
}
