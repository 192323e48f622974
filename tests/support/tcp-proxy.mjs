// A way to a server that a test cuts.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Milliseconds after which an end of a frozen connection hears that the other has gone: servers ask, too. */
const HEARD_LATE = 10_000;

/**
 * Listens on a port of loopback. `cut()` ends all connections and takes no others. `freeze()` takes them and carries nothing, as a
 * network that loses everything: what was lost never comes. `hold()` carries nothing either, and what it holds comes later, as
 * where a network is away for a moment. `mend()` ends all three.
 *
 * @param {number | (() => number | undefined)} port where the server listens; a function is asked for each connection, which
 *   ends if there is none
 */
export async function openProxy(port) {
  /** @type {'open' | 'cut' | 'frozen' | 'held'} */
  let condition = 'open';
  const sockets = new Set();
  const server = createServer((socket) => {
    const to = typeof port === 'function' ? port() : port;
    if (condition === 'cut' || to === undefined) return void socket.destroy();
    const target = connect(to, '127.0.0.1');
    // A connection that has lost something stays frozen.
    let isFrozen = false;
    for (const [one, other] of [[socket, target], [target, socket]]) {
      sockets.add(one);
      one.on('data', (data) => {
        isFrozen ||= condition === 'frozen';
        if (!isFrozen) other.write(data);
      });
      if (condition === 'held') one.pause();
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        isFrozen ||= condition === 'frozen';
        if (isFrozen) setTimeout(() => other.destroy(), HEARD_LATE).unref();
        else other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => sockets.forEach((socket) => socket.destroy());

  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    cut() {
      condition = 'cut';
      end();
    },
    freeze() { condition = 'frozen'; },
    hold() {
      condition = 'held';
      for (const socket of sockets) socket.pause();
    },
    mend() {
      condition = 'open';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      condition = 'cut';
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
