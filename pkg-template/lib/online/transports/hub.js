import { seatBots } from '../../ai/bots.js';
import { makeCopier } from '../protocol/copier.js';
import { cacheOf } from '../match-data.js';
import { Master, reportTo } from '../master.js';
import { textOf } from '../names.js';
import { checkRoom } from '../../engine/stack-probe.js';
import { getFilterPlayerView } from '../view.js';
import { encode } from '../protocol/wire.js';

const PATCHES = { patches: true };
const WHOLE = { whole: true };

/**
 * A master and its connections. A connection is at one seat of one match, from the moment on in which the
 * master has answered its `sync`: until then it hears nothing, and so whoever may not have the match does not
 * get it. What goes out has been through the viewer's filter.
 *
 * @param {{ game: object, storage: object, bots?: Record<string, new (options: object) => any>, isOnly?: boolean }} options
 *   `isOnly`: no other master uses the storage now, and so nobody is connected but with this one
 */
export function openHub({ game, storage, bots, isOnly = false }) {
  const viewOf = getFilterPlayerView(game);
  // The connections of each match, in a list that nobody changes: it may be gone through while others come and go.
  const matches = new Map();
  const master = new Master(game, storage, { send, sendAll });
  const seats = bots && seatBots({ game, bots, isActive, viewOf, act: (...args) => master.onUpdate(...args) });

  function isActive(ctx, playerID) {
    return cacheOf(game).isActive(ctx, playerID);
  }

  /**
   * What is for this connection goes to `deliver`: text, for `decode` of lib/online/protocol/wire.js, or, if the client `isHere` in
   * this page, what such text would come to. Messages of its client, as objects, go to `receive`. Both that and `close`
   * throw a RangeError where the stack is full, and have done nothing then: nobody waits for what the master promises.
   */
  function connect(deliver, { isHere = false } = {}) {
    const connection = { deliver, toMessage: isHere ? copies() : texts(), asked: null, seat: null };
    return {
      receive: (message) => receive(connection, message),
      close() {
        checkRoom();
        connection.deliver = () => {};
        connection.asked = null;
        vacate(connection);
      },
    };
  }

  return { connect };

  /** Messages may come from anybody: what is no message at all is dropped, the rest is for the master to judge. */
  function receive(connection, message) {
    checkRoom();
    const { type, args } = message ?? {};
    if (!Array.isArray(args)) return;
    if (type === 'sync') sync(connection, args);
    else if (type === 'update') update(connection, args);
    else if (type === 'chat') master.onChatMessage(args[0], args[1], args[2]);
  }

  /** @param {any[]} message */
  function update(connection, message) {
    const [action, stateID, matchID, playerID] = message;
    master.onUpdate(action, stateID, matchID, playerID, { connection });
  }

  /** @param {any[]} message */
  function sync(connection, message) {
    const [matchID, playerID, credentials, numPlayers] = message;
    // As the master calls them in what it tells.
    const seat = { matchID: textOf(matchID), playerID: textOf(playerID), credentials };
    if (!isSameSeat(seat, connection.seat)) vacate(connection);
    connection.asked = seat;
    master.onSync(seat.matchID, seat.playerID, credentials, numPlayers, { connection, seat });
  }

  function send({ sender, playerID, ...payload }) {
    if (payload.type === 'sync') lookAt(payload.args[0], payload.args[1].state);
    if (!sender) return;
    const { connection, seat } = sender;
    if (seat && !takeSeat(connection, seat, payload.args[1].filteredMetadata)) return;
    tell(connection, playerID, payload);
  }

  function sendAll(payload) {
    const { type, args } = payload;
    const matchID = args[0];
    if (type === 'update') lookAt(matchID, args[1]);
    if (type === 'patch') lookAt(matchID, args[3]);
    for (const connection of matches.get(matchID) ?? []) {
      if (connection.seat) tell(connection, connection.seat.playerID, payload);
    }
  }

  /** A `playerView` that throws for one viewer is not the others' problem. */
  function tell(connection, playerID, payload) {
    try {
      connection.deliver(connection.toMessage(playerID, payload));
    } catch (error) {
      reportTo(master, error, { matchID: payload.args[0], playerID });
    }
  }

  function texts() {
    return (playerID, payload) => encode(viewOf(playerID, payload, PATCHES));
  }

  function copies() {
    const copy = makeCopier();
    return (playerID, payload) => copy(viewOf(playerID, payload, WHOLE));
  }

  /** False if the connection has gone, or asked for another seat since. */
  function takeSeat(connection, seat, players) {
    if (connection.asked !== seat) return false;
    if (isSameSeat(seat, connection.seat)) return true;
    const { matchID, playerID, credentials } = seat;
    connection.seat = seat;
    const others = matches.get(matchID);
    matches.set(matchID, [...(others ?? []), connection]);
    if (!others && isOnly) forgetOthers(matchID, playerID, players);
    master.onConnectionChange(matchID, playerID, credentials, true);
    return true;
  }

  /** Whom the storage still calls connected was so with a master that is gone. */
  function forgetOthers(matchID, playerID, players = []) {
    for (const { id, isConnected } of players) {
      if (isConnected && String(id) !== String(playerID)) master.onConnectionChange(matchID, String(id), undefined, false);
    }
  }

  function vacate(connection) {
    if (!connection.seat) return;
    const { matchID, playerID, credentials } = connection.seat;
    connection.seat = null;
    const others = matches.get(matchID).filter((other) => other !== connection);
    matches.set(matchID, others);
    if (others.length === 0) {
      matches.delete(matchID);
      seats?.forget(matchID);
    }
    master.onConnectionChange(matchID, playerID, credentials, false);
  }

  function lookAt(matchID, state) {
    seats?.lookAt(matchID, state);
  }
}

function isSameSeat(seat, other) {
  return other !== null
    && seat.matchID === other.matchID && seat.playerID === other.playerID && seat.credentials === other.credentials;
}
