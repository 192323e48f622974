import { messageOf, say } from '../util/report.js';

/**
 * A client's connection with a hub, by whatever socket, within limits.
 *
 * @param {ReturnType<typeof import('./hub.js').openServerHub>} hub
 * @param {object} socket
 * @param {import('./limits.js').Limits} socket.limits
 * @param {(message: any) => void} socket.send
 * @param {() => number} socket.backlog bytes that have been sent, and not read
 * @param {(why: string) => void} socket.cut ends the connection, without waiting for its client
 * @param {{ view?: object, form?: (message: any) => any }} [how] the messages are: see lib/online/transports/hub.js
 */
export function openLine(hub, { limits, send, backlog, cut }, how) {
  let waiting = 0;
  // What has been read stays below a limit and one message: the first that a client gets may be bigger than any limit.
  const deliver = (message) => (backlog() > limits.backlog ? cut('reads too slowly') : send(message));
  const connection = hub.connect(deliver, how);
  return {
    receive(message) {
      if (waiting >= limits.waiting) return;
      waiting += 1;
      unfailing(() => connection.receive(message)).finally(() => { waiting -= 1; });
    },
    close: () => unfailing(() => connection.close()),
  };
}

/** A stranger's message ends no process. */
async function unfailing(work) {
  try {
    await work();
  } catch (error) {
    say('error', 'rondel: a message could not be taken:', messageOf(error));
  }
}
