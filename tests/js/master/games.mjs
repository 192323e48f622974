// Games for the tests of the master.
import { INVALID_MOVE, invalid } from 'rondel/core';

/** Turns of one move each. */
export const inTurn = () => ({
  name: 'turns',
  seed: 'a',
  setup: () => ({ n: 0, by: [] }),
  turn: { maxMoves: 1 },
  moves: {
    add: ({ G, playerID }, by = 1) => { G.n += by; G.by.push(playerID); },
    no: () => INVALID_MOVE,
    never: () => invalid({ why: 'because' }),
    win: ({ events }) => events.endGame({ winner: '0' }),
  },
});

/** All players are active, and move as often as they like. */
export const together = () => ({ ...inTurn(), turn: { activePlayers: { all: null } } });

/** A turn lasts until its player ends it. */
export const freely = () => ({ ...inTurn(), turn: {} });

/** A game with a secret in every place that can hold one; every secret contains the word "secret". */
export function secretive(word = 'SECRET') {
  const secret = (what) => `${word}-${what}`;
  return {
    name: 'secretive',
    seed: secret('seed'),
    setup: () => ({
      cells: Array(64).fill(null),
      secret: { deck: [secret('deck')] },
      players: { 0: { hand: [secret('hand-0')] }, 1: { hand: [secret('hand-1')] } },
    }),
    playerView: ({ G: { secret: _, ...G }, playerID }) => ({
      ...G,
      players: playerID === null ? {} : { [playerID]: G.players[playerID] },
    }),
    plugins: [{
      name: 'diary',
      setup: () => ({ pages: { 0: secret('diary-0'), 1: secret('diary-1') }, read: 0 }),
      api: ({ data }) => ({ read: () => { data.read += 1; } }),
      playerView: ({ data, playerID }) => ({ page: data.pages[playerID], read: data.read }),
    }],
    turn: { activePlayers: { all: null } },
    moves: {
      place: ({ G, playerID }, i) => { G.cells[i] = playerID; },
      whisper: { move: ({ G, playerID }, what) => { G.players[playerID].hand.push(what); }, redact: true, ignoreStaleStateID: true },
      murmur: { move: ({ G, playerID }, what) => { G.players[playerID].hand.push(what); }, redact: ({ G }) => G.cells !== null },
      roll: ({ G, random }) => { G.cells[0] = random.D6(); },
      explode: ({ G }) => { throw new Error(G.secret.deck[0]); },
    },
  };
}
