// The functions of the pages of back-forward.test.mjs, which bundles this file.
import { Client } from 'rondel/client';
import { Broadcast, SocketIO, WebSocketTransport } from 'rondel/multiplayer';
import { game } from './game.mjs';

const TRANSPORTS = {
  WebSocketTransport: (url) => WebSocketTransport({ url }),
  SocketIO: (url) => SocketIO({ server: url }),
  'SocketIO by polling': (url) => SocketIO({ server: url, socketOpts: { transports: ['polling'] } }),
  Broadcast: () => Broadcast(),
};

addEventListener('pageshow', ({ persisted }) => { globalThis.wasKept = persisted; });

/** Starts this page's client at a match that is named after the transport. */
globalThis.join = (by, playerID, url) => {
  globalThis.client = Client({ game, playerID, matchID: by, multiplayer: TRANSPORTS[by](url) });
  globalThis.client.start();
};
