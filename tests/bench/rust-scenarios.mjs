// The games whose speed in Rust is compared with their twins in JavaScript, and how they are played. The Rust half is tests/bench/rust-games.
import { setImmediate as nextTask } from 'node:timers/promises';
import { clock } from './measure.mjs';
import { SCENARIOS } from './scenarios.mjs';

/** How long one contender plays in one round, in milliseconds. */
const SLICE = 250;
/** Moves in a match: few enough that boardgame.io's copying of the log does not count. */
const MATCH = 200;

/** The same games as in `scripts/bench client`: `rust` is the name under which the built package exports the game. */
export const GAMES = [
  { name: '9-cell board', rust: 'cells', twin: twinOf('9-cell board, maxMoves: 1') },
  { name: '1 of 2,000 objects in a List', rust: 'listed', twin: twinOf('1 of 2,000 objects') },
  { name: '1 of 2,000 objects in a Vec', rust: 'objects', twin: twinOf('1 of 2,000 objects') },
];

/** How a match is played: it returns what plays one move, and what ends the match. */
export const WAYS = {
  'nobody looks': ({ Client }, game, step) => {
    const client = Client({ game, numPlayers: 2, debug: false, quiet: true });
    return { move: (i) => step(client, i), stateID: () => client.getState()._stateID, end: () => endOf([client]) };
  },
  'a page looks at each state': ({ Client }, game, step) => {
    const client = Client({ game, numPlayers: 2, debug: false, quiet: true });
    let shown;
    client.subscribe(({ G, ctx }) => { shown = [G, ctx]; });
    return { move: (i) => step(client, i), stateID: () => (shown ? client.getState()._stateID : -1), end: () => endOf([client]) };
  },
  'Local(), two clients': ({ Client, Local }, game, step) => {
    const options = { game, multiplayer: Local(), matchID: `match ${Math.random()}`, numPlayers: 2, debug: false, quiet: true };
    const clients = ['0', '1'].map((playerID) => Client({ ...options, playerID }));
    const shown = [];
    clients.forEach((client, i) => {
      client.start();
      client.subscribe((state) => { shown[i] = state?.G; });
    });
    return { move: (i) => step(clients[i % 2], i), stateID: () => clients[1].getState()._stateID, end: () => endOf(clients) };
  },
};

/**
 * Microseconds per move over one slice, in matches from their beginning, which itself does not count.
 *
 * @param {Function} way one of `WAYS`
 * @param {object} kit `Client` and `Local`
 * @param {object} game
 * @param {(client: object, i: number) => void} step
 */
export async function timed(way, kit, game, step) {
  let [spent, moves] = [0, 0];
  while (spent < SLICE) {
    const match = way(kit, game, step);
    await nextTask();
    const began = clock();
    for (let i = 0; i < MATCH; i += 1) match.move(i);
    // Pending promises belong to the moves.
    await nextTask();
    spent += clock() - began;
    moves += MATCH;
    if (match.stateID() !== MATCH) throw new Error('The moves of this scenario are refused.');
    match.end();
    await nextTask();
  }
  return (spent * 1000) / moves;
}

function twinOf(name) {
  return SCENARIOS.find((scenario) => scenario.name === name);
}

function endOf(clients) {
  for (const client of clients) {
    client.stop();
    client.dispose?.();
  }
}
