/** A transport with a second client, which receives every message of the master and sends none. */
import { Transport } from 'rondel/internal';

/**
 * Returns two transports in place of one `multiplayer`: `speaks` for the client that plays, `listens` for one that shows the master's
 * messages so far.
 */
export function overhear(multiplayer) {
  let tell = () => {};
  return {
    speaks: (options) => multiplayer({
      ...options,
      transportDataCallback(data) {
        tell(structuredClone(data));
        options.transportDataCallback(data);
      },
    }),
    listens(options) {
      tell = options.transportDataCallback;
      return new Listener(options);
    },
  };
}

class Listener extends Transport {
  connect() {
    this.setConnectionStatus(true);
  }

  disconnect() {
    this.setConnectionStatus(false);
  }

  // The other client requests missing messages.
  requestSync() {}
}
