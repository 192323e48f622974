// Stand-ins for clients in the tests of the transports.
import { patched } from '../../../pkg/lib/online/protocol/patch.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { ProcessGameConfig } from 'rondel/internal';
import { slowStorage } from '../support/slow-storage.mjs';

/** A game with hands that only their owners see, and a public table. */
export function cards(game = {}) {
  return {
    setup: () => ({ table: [], hands: { 0: ['ace'], 1: ['king'] } }),
    playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
    turn: { activePlayers: { all: null } },
    moves: {
      play: ({ G }, card) => { G.table.push(card); },
      draw: ({ G, playerID }, card) => { G.hands[playerID].push(card); },
    },
    ...game,
  };
}

/** Connects a transport, and keeps its messages and the resulting state. */
export function sit(multiplayer, game, options = {}) {
  const tab = { data: [], statuses: [], state: null, of: (type) => tab.data.filter((data) => data.type === type) };
  tab.transport = multiplayer({
    gameKey: game,
    game: ProcessGameConfig(game),
    gameName: game.name,
    transportDataCallback: (data) => {
      tab.data.push(data);
      tab.state = after(tab.state, data);
      options.heard?.(data);
    },
    ...options,
  });
  tab.transport.subscribeToConnectionStatus(() => tab.statuses.push(tab.transport.isConnected));
  tab.transport.connect();
  return tab;
}

/** A move as boardgame.io's client sends it. */
export function move(tab, type, ...args) {
  const { playerID } = tab.transport;
  tab.transport.sendAction(tab.state, { type: 'MAKE_MOVE', payload: { type, args, playerID } });
}

function after(state, { type, args }) {
  if (type === 'sync') return args[1].state;
  if (type === 'update') return args[1];
  if (type !== 'patch' || state?._stateID !== args[1]) return state;
  return patched(state, args[3]);
}

/** The storage that all tabs of a browser share. */
export const disk = () => slowStorage(new InMemory(), { compares: true });
