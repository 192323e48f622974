/**
 * boardgame.io 0.50's protocol for the same game and the same network, for comparison. It is a rewrite with the same rules. A
 * client applies a move at once, and sends it with the ID of the state on which it was made. An arriving state replaces the
 * shown one unless it is older. A move on an older state than the master's, or one that the game refuses, changes nothing, and
 * no client is notified.
 */
import { CreateGameReducer, Sync, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';

/** The server's side. `connect(playerID, deliver)` returns a function that sends to it. */
export function openServer({ game, matchID, numPlayers }) {
  const rules = withStrictMoves(game);
  const viewOf = getFilterPlayerView(rules);
  const connections = new Set();
  const master = new Master(rules, new OneMatch(), {
    // Without a sender: otherwise the master would answer a refusal, which boardgame.io does not do.
    send({ sender, playerID, ...payload }) {
      sender?.deliver(viewOf(playerID, payload));
    },
    sendAll(payload) {
      for (const { playerID, deliver } of connections) deliver(viewOf(playerID, payload));
    },
  });
  return {
    connect(playerID, deliver) {
      const connection = { playerID, deliver };
      connections.add(connection);
      return function receive({ type, args }) {
        if (type === 'sync') master.onSync(matchID, playerID, undefined, numPlayers, connection);
        else master.onUpdate(...args, matchID, playerID);
      };
    },
  };
}

/** Joins the match as `playerID`, over `network` if there is one. Returns the same as `joinAsRondel`. */
export function joinAsBoardgameIO({ game, playerID, server, network, onChange }) {
  const reduce = CreateGameReducer({ game: withStrictMoves(game), isClient: true });
  const actions = [];
  let shown = null;
  let confirmed = null;
  let unsent = [];
  const down = network?.link(receive);
  const deliver = server.connect(playerID, down ? down.send : receive);
  const up = network?.link(deliver);
  const unwatch = network?.watch((isConnected) => {
    if (isConnected) connected();
    onChange();
  });
  connected();
  return {
    playerID,
    actions,
    get shown() { return shown; },
    get confirmed() { return confirmed; },
    get pending() { return null; },
    get isConnected() { return network?.isConnected ?? true; },
    get others() { return []; },
    move(name, ...args) {
      if (!shown) return;
      const action = { type: 'MAKE_MOVE', payload: { type: name, args, playerID } };
      const { _stateID } = shown;
      const { transients, ...next } = reduce(shown, action);
      shown = next;
      actions.unshift({ number: actions.length + 1, label: `${name}(${args.join(', ')})`, status: 'sent', isTakenBack: false });
      send({ type: 'update', args: [action, _stateID] });
      onChange();
    },
    leave() {
      unwatch?.();
      up?.close();
      down?.close();
    },
  };

  function receive({ type, args }) {
    if (type === 'sync') shown = confirmed = args[1].state;
    if (type === 'update' && shown) {
      confirmed = args[1];
      if (confirmed._stateID >= shown._stateID) shown = confirmed;
    }
    onChange();
  }

  // Like boardgame.io's sockets: after a reconnect, sends the unsent messages, followed by a sync.
  function connected() {
    const waiting = unsent;
    unsent = [];
    for (const message of [...waiting, { type: 'sync', args: [] }]) send(message);
  }

  function send(message) {
    if (network && !network.isConnected) unsent.push(message);
    else if (up) up.send(message);
    else deliver(message);
  }
}

/** Every move must be made on the latest state, as in boardgame.io without `ignoreStaleStateID`. */
function withStrictMoves(game) {
  const moves = Object.entries(game.moves).map(([name, move]) => [name, { move, strict: true }]);
  return { ...game, moves: Object.fromEntries(moves) };
}

class OneMatch extends Sync {
  #stored = {};

  createMatch(_matchID, { initialState, metadata }) {
    this.#stored = { initialState, state: initialState, metadata, log: [] };
  }

  setState(_matchID, state, deltalog = []) {
    const { log } = this.#stored;
    Object.assign(this.#stored, { state, log: [...log, ...deltalog] });
  }

  setMetadata(_matchID, metadata) {
    this.#stored.metadata = metadata;
  }

  fetch() {
    return { ...this.#stored };
  }
}
