// A way to a server that a test cuts.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Listens on a port of loopback. `cut()` ends all connections and takes no others, `freeze()` takes them and carries nothing,
 * as a network does that loses everything; `mend()` ends both.
 *
 * @param {number | (() => number | undefined)} port where the server listens; a function is asked for each connection, which
 *   ends if there is none
 */
export async function openProxy(port) {
  /** @type {'open' | 'cut' | 'frozen'} */
  let condition = 'open';
  const sockets = new Set();
  const server = createServer((socket) => {
    const to = typeof port === 'function' ? port() : port;
    if (condition === 'cut' || to === undefined) return void socket.destroy();
    const target = connect(to, '127.0.0.1');
    for (const [one, other] of [[socket, target], [target, socket]]) {
      sockets.add(one);
      // What was lost does not come later: a frozen connection stays so.
      let isFrozen = false;
      one.on('data', (data) => {
        isFrozen ||= condition === 'frozen';
        if (!isFrozen) other.write(data);
      });
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
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
    mend() { condition = 'open'; },
    async close() {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
