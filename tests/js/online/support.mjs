// Clients of one match, on a network whose clock the test runs.
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';

/** Latency of a message, in milliseconds. */
export const LATENCY = 50;

/** Longer than a message and its answer take, and shorter than any timeout. */
export const A_WHILE = 500;

/** A match; each client that joins has its own network, and all share one clock. */
export function table(t, game, defaults = {}) {
  const time = network();

  /** Connects a client; `heard` collects the master's messages, and `shown` the states of the client. */
  function sit(playerID, options = {}) {
    const net = network({ latency: LATENCY, clock: time.clock });
    const seat = { net, heard: [], shown: [], told: [] };
    const multiplayer = listening(Local({ network: net }), seat);
    seat.client = Client({ game, playerID, quiet: true, multiplayer, ...defaults, ...options });
    seat.client.subscribe((state) => seat.shown.push(state));
    t.after(() => seat.client.dispose());
    seat.client.start();
    return seat;
  }

  return {
    sit,
    run: (ms = A_WHILE) => time.run(ms),
    /** Clients at these seats, when all of them show the match. */
    async seated(...playerIDs) {
      const seats = playerIDs.map((playerID) => sit(playerID));
      await time.run(A_WHILE);
      return seats;
    },
  };
}

/** Records each message to a client, and the number of notifications about it. */
function listening(multiplayer, seat) {
  return (options) => multiplayer({
    ...options,
    transportDataCallback(data) {
      const before = seat.shown.length;
      options.transportDataCallback(data);
      seat.heard.push(data);
      seat.told.push(seat.shown.length - before);
    },
  });
}

/** Loses the messages that `work` sends. */
export function losing(net, work) {
  return changed(net, 'loss', work);
}

/** Duplicates the messages that `work` sends. */
export function doubling(net, work) {
  return changed(net, 'duplicate', work);
}

function changed(net, condition, work) {
  net[condition] = 1;
  const result = work();
  net[condition] = 0;
  return result;
}

export const statuses = (handles) => handles.map(({ status }) => status);

/** The successive distinct values that a client has shown. */
export function history({ shown }, look) {
  const seen = [];
  for (const state of shown) {
    if (state === null) continue;
    const value = look(state);
    if (seen.length === 0 || JSON.stringify(seen.at(-1)) !== JSON.stringify(value)) seen.push(value);
  }
  return seen;
}
