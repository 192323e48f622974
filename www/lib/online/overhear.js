/** A transport with a second client on its line: that one hears every message of the master's, and says nothing. */
import { Transport } from 'rondel/internal';

/**
 * Two in place of one `multiplayer`: `speaks` for the client that plays, `listens` for one that shows what the master has
 * told so far.
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

  // What it misses, the other client on the line asks for.
  requestSync() {}
}
