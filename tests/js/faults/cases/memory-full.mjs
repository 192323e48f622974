// Full memory: `--wasm-max-mem-pages` of the test limits the module. Existing clients play on or report the reason, and a
// later client plays.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { rules } from '../crew.mjs';
import { isFault, textOf, thrownBy } from '../values.mjs';

/** Clients from before the memory was full may return an error. */
export const mayRetire = true;

const text = '0123456789abcdef'.repeat(2 ** 13);

/** Calls that each fill a part of the memory. */
const FILLERS = {
  'names of stages': (client, i) => client.events.setStage(`${i}${text}`),
  'names of players': (client, i) => { client.updatePlayerID(`${i}${text}`); client.events.endTurn(); },
  'credentials and arguments': (client, i) => { client.updateCredentials(`${i}`); client.moves.add(1, `${i}${text}`); },
  'a turn without end': (client) => client.moves.add(1),
  'players and their limits': (client, i) => client.events.setActivePlayers({ all: null, value: Object.fromEntries(Array.from({ length: 900 }, (_, k) => [`${i} ${k}`, null])), minMoves: i }),
  'new clients': (client, i, kept) => { kept.push(Client({ game: rules(), quiet: true, numPlayers: 900 })); },
  'states of a reducer': (client, i, kept) => {
    kept.game ??= rules();
    kept.reducer ??= CreateGameReducer({ game: kept.game });
    kept.push(kept.reducer(kept.at(-1) ?? InitializeGame({ game: kept.game }), { type: 'MAKE_MOVE', payload: { type: 'add', args: [1, text], playerID: '0' } }));
  },
};

const cases = {};

for (const [what, fill] of Object.entries(FILLERS)) {
  cases[`the memory is full of ${what}`] = () => {
    const client = Client({ game: rules({ compat: '0.50', turn: {} }), quiet: true });
    const kept = [];
    let problem;
    const until = performance.now() + 4000;
    for (let i = 0; i < 30_000 && problem === undefined && performance.now() < until; i += 1) {
      [problem] = thrownBy(() => fill(client, i, kept));
    }
    if (problem !== undefined) assert.ok(!isFault(problem) && problem?.name === 'RondelError', textOf(problem));
    // Each later call of this client returns, or throws an error of Rondel's.
    for (const call of [() => client.moves.add(1), () => client.getState(), () => client.reset(), () => client.log, () => client.dispose()]) {
      const [error] = thrownBy(call);
      if (error !== undefined) assert.ok(!isFault(error) && error?.name === 'RondelError', textOf(error));
    }
  };
}

export default cases;
