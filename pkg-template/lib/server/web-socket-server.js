import { countEchoes } from './echoes.js';
import { Frames } from './frames.js';
import { loadPackage } from './util/packages.js';

/** Bytes that a piece of what comes takes besides its own: strangers may send a message byte by byte. */
const PIECE = 256;

/**
 * A class of servers of WebSockets, by the package `ws`. The package answers each ping of
 * a client: one that sends too many, or does not read the pongs, is cut. The package keeps what has come of a message
 * until it has ended: that is counted.
 *
 * @param {import('./limits.js').ServerLimits} limits
 * @param {import('../../server.d.ts').TransportName} transport
 * @param {(request: any) => any} [requestOf] the request that the connection of a WebSocket has been made of
 * @returns {new (settings: object) => any}
 */
export function webSocketServerOf(limits, transport, requestOf = (request) => request) {
  const { WebSocketServer } = loadPackage('ws', 'Server');
  return class extends WebSocketServer {
    handleUpgrade(request, socket, head, done) {
      super.handleUpgrade(request, socket, head, (client, ...rest) => {
        const connection = { request: requestOf(request), transport, cut: () => client.terminate() };
        restrictPings(client, limits, connection);
        countUnfinished(socket, limits, connection);
        done(client, ...rest);
      });
    }
  };
}

function restrictPings(client, limits, connection) {
  const guard = limits.guard(connection.request, connection.transport, connection.cut);
  const echo = countEchoes(limits, connection);
  const look = (data) => {
    if (client.readyState === client.OPEN && guard(data.length)) echo(client.bufferedAmount);
  };
  client.on('ping', look);
  client.on('pong', look);
}

function countUnfinished(socket, { of, unfinished, reasons }, { request, transport, cut }) {
  const frames = new Frames();
  let come = 0;
  let pieces = 0;
  /** @type {ReturnType<typeof unfinished.open> | null} */
  let share = null;
  const size = () => come + PIECE * (pieces + frames.parts) + (frames.isPacked ? of.size : 0);
  const cutFor = (why) => {
    reasons.note(request, why);
    cut();
  };
  const end = () => {
    share?.close();
    share = null;
  };
  socket.on('data', (bytes) => {
    if (frames.take(bytes)) end();
    if (!frames.isOpen) return;
    if (!share) {
      [come, pieces] = [0, 0];
      share = unfinished.open({ transport, size, come: () => come, cut: cutFor });
    }
    come += bytes.length;
    pieces += 1;
    share.look();
  });
  socket.once('close', end);
}
