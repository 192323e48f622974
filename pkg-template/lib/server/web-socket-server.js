import { loadPackage } from './util/packages.js';

/**
 * A class of servers of WebSockets, by the package `ws`. Its clients are answered by the package whenever they ask whether
 * somebody is there: whoever asks too often, or does not read the answers, is cut.
 *
 * @param {import('./limits.js').ServerLimits} limits
 * @param {import('../../server.d.ts').TransportName} transport
 * @returns {new (settings: object) => any}
 */
export function webSocketServerOf(limits, transport) {
  const { WebSocketServer } = loadPackage('ws', 'Server');
  return class extends WebSocketServer {
    handleUpgrade(request, socket, head, done) {
      super.handleUpgrade(request, socket, head, (client, ...rest) => {
        restrictPings(client, limits, transport);
        done(client, ...rest);
      });
    }
  };
}

function restrictPings(client, limits, transport) {
  const guard = limits.guard(transport, () => client.terminate());
  const look = (data) => {
    if (client.readyState === client.OPEN) guard(data.length, client.bufferedAmount);
  };
  client.on('ping', look);
  client.on('pong', look);
}
