/** A player's client of Rondel, and the state that the master has confirmed to it. */
import { Client } from 'rondel/client';
import { overhear } from './overhear.js';

/**
 * Joins a match as `playerID`. Returns `shown` and `confirmed` (states, or null), `pending`, `isConnected`, `actions` (newest first) and
 * `others` (data of the players). `move` makes a move, `event` calls an
 * event, `onEffect` listens to effects.
 */
export function joinAsRondel({ playerID, multiplayer, onChange, ...options }) {
  const line = overhear(multiplayer);
  const client = Client({ ...options, playerID, multiplayer: line.speaks, debug: false, quiet: true });
  const follower = Client({ ...options, playerID, multiplayer: line.listens, predict: 'none', debug: false, quiet: true });
  const actions = [];
  for (const one of [client, follower]) {
    one.subscribe(onChange);
    one.start();
  }
  return {
    playerID,
    actions,
    get shown() { return client.getState(); },
    get confirmed() { return follower.getState(); },
    get pending() { return client.getState()?.pending ?? 0; },
    get isConnected() { return client.getState()?.isConnected ?? false; },
    get others() { return client.matchData ?? []; },
    onEffect: client.onEffect,
    move: (name, ...args) => note(`${name}(${args.join(', ')})`, client.moves[name](...args)),
    event: (name, ...args) => note(`${name}(${args.join(', ')})`, client.events[name](...args)),
    leave() {
      client.dispose();
      follower.dispose();
    },
  };

  function note(label, handle) {
    const wasShown = handle.status === 'predicted';
    actions.unshift({
      number: actions.length + 1,
      label,
      get status() { return handle.status; },
      get why() { return handle.error && (handle.error.payload?.why ?? handle.error.message); },
      get type() { return handle.error?.type; },
      /** `true` if it was shown and then refused by the master. */
      get isTakenBack() { return handle.status === 'rejected' && wasShown; },
    });
    handle.confirmed.then(onChange);
    onChange();
  }
}
