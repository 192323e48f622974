// Matches of the benches of online play: over a master in the page, and at a master alone.

let matches = 0;

/** Two clients of a master in the page, who move in turn. Both show the state after each move. */
export function playMatch({ Client, Local }, { rules, predict }) {
  const options = { game: rules, multiplayer: Local(), matchID: `match ${(matches += 1)}`, numPlayers: 2, debug: false, quiet: true, predict };
  const clients = ['0', '1'].map((playerID) => Client({ ...options, playerID }));
  const shown = [];
  clients.forEach((client, i) => {
    client.start();
    client.subscribe((state) => { shown[i] = state; });
  });
  return {
    move: (i) => clients[i % 2].moves.mark(i % 64),
    check,
    stop: () => clients.forEach((client) => client.stop()),
    end(moves) {
      for (const client of clients) {
        client.stop();
        client.dispose?.();
      }
      check(moves);
    },
  };

  function check(moves) {
    if (shown.some(({ _stateID }) => _stateID !== moves)) throw new Error('The moves of this scenario are refused.');
  }
}

/** A master and what it sends two viewers. With `legacy`, the actions are those of boardgame.io's client. */
export function playMaster({ Master, getFilterPlayerView }, { rules, legacy }) {
  const storage = keep();
  const filter = getFilterPlayerView(rules);
  const viewers = { 0: null, 1: null };
  const send = ({ playerID, ...payload }) => { viewers[playerID] = filter(playerID, payload); };
  const sendAll = (payload) => { for (const playerID in viewers) send({ playerID, ...payload }); };
  const master = new Master(rules, storage, { send, sendAll });
  master.onSync('match', '0', undefined, 2);
  return {
    viewers,
    move(i) {
      const playerID = String(i % 2);
      const action = { type: 'MAKE_MOVE', payload: { type: 'mark', args: [i % 64], playerID } };
      const seq = (i >> 1) + 1;
      if (!legacy) action.sync = { session: 'session', seq, first: seq };
      return master.onUpdate(action, i, 'match', playerID);
    },
    end(moves) {
      const { state } = storage.fetch('match', { state: true });
      if (state._stateID !== moves) throw new Error('The moves of this scenario are refused.');
    },
  };
}

/** The same network, perfect and without delay. */
export function tapped(network, note = () => {}) {
  return Object.assign(Object.create(network), {
    link: (receive) => ({
      send(message) {
        if (typeof message === 'string') note(message);
        receive(message);
      },
      close() {},
    }),
  });
}

/** Keeps matches in memory for both engines, as they are handed over. */
function keep() {
  const matches = new Map();
  return {
    type: () => 0,
    createMatch(matchID, { initialState, metadata }) {
      matches.set(matchID, { initialState, metadata, state: initialState, log: [] });
    },
    setState(matchID, state, deltalog = []) {
      const match = matches.get(matchID);
      match.state = state;
      match.log.push(...deltalog);
    },
    setMetadata(matchID, metadata) {
      matches.get(matchID).metadata = metadata;
    },
    fetch: (matchID) => matches.get(matchID) ?? {},
  };
}
