// Sizes that no client sends: names of a hundred megabytes, thousands of players, huge arguments.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { InMemory } from '../../../../pkg/lib/online/storage/storage.js';
import { playsOn, rules } from '../crew.mjs';
import { isFault, isOverflow, textOf, thrownBy } from '../values.mjs';

const HUGE = 100_000_000;
const huge = (i = 0) => String(i).repeat(HUGE);
const cases = {};

cases['a stage, a phase, a player and a match with names of a hundred megabytes'] = () => {
  const client = Client({ game: rules(), quiet: true });
  const calls = [
    () => client.events.setStage(huge()), () => client.events.setPhase(huge()), () => client.events.setActivePlayers({ value: { [huge()]: null } }),
    () => client.events.setActivePlayers({ all: huge() }), () => client.events.endTurn({ next: huge() }), () => client.events.endGame(huge()),
    () => client.updatePlayerID(huge()), () => client.updateMatchID(huge()), () => client.updateCredentials(huge()), () => client.moves.add(huge()),
    () => client.canMove('add', huge()), () => client.canMove(huge()),
  ];
  for (const call of calls) {
    soundly(call);
    soundly(() => client.getState());
    client.updatePlayerID(undefined);
    client.reset();
    playsOn(client, 'the client');
  }
};

cases['a player of a hundred megabytes at a master'] = async () => {
  const storage = new InMemory();
  const master = new Master(rules(), storage, { send: () => {}, sendAll: () => {} });
  await master.onSync('m', '0');
  const name = huge(7);
  for (const playerID of [name, '0']) {
    for (const type of ['MAKE_MOVE', 'GAME_EVENT', name]) {
      const answer = await master.onUpdate({ type, payload: { type: name, args: [name], playerID }, sync: { session: name, seq: 1, first: 1 } }, 0, 'm', playerID);
      assert.equal(typeof answer?.error, 'string');
    }
    await master.onSync(name, playerID);
    await master.onConnectionChange('m', name, undefined, true);
  }
  assert.ok(JSON.stringify(storage.state.get('m')).length < 10_000);
};

cases['numbers of players that are none, or too many'] = () => {
  for (const numPlayers of [1e3, 1001, 1e6, 2 ** 31, 2 ** 32 + 2, 2 ** 53, 1e300, Infinity, -1, 1.5, '2', {}, [], Symbol('x'), 10n, () => 3]) {
    const [error] = thrownBy(() => Client({ game: rules(), numPlayers, quiet: true }).moves.add(1));
    if (error !== undefined) assert.ok(error.name === 'RondelError', `${String(numPlayers)}: ${textOf(error)}`);
  }
};

/** Huge arguments: each is handled before the harness considers the child hung, or refused. */
const ARGUMENTS = {
  'setActivePlayers for 45,000 players': ['setActivePlayers', () => ({ value: Object.fromEntries(Array.from({ length: 45_000 }, (_, i) => [`player ${i}`, null])) })],
  'setActivePlayers as a list of 45,000 players': ['setActivePlayers', () => Array.from({ length: 45_000 }, (_, i) => `player ${i}`)],
  'setActivePlayers with the same player a hundred thousand times': ['setActivePlayers', () => Array(100_000).fill('0')],
  'setActivePlayers with a list of four thousand million': ['setActivePlayers', () => { const list = []; list.length = 2 ** 32 - 1; return list; }],
  'setActivePlayers with limits for 45,000 players': ['setActivePlayers', () => ({ all: null, value: Object.fromEntries(Array.from({ length: 45_000 }, (_, i) => [i, { stage: 'aside', minMoves: i, maxMoves: i }])) })],
  'setActivePlayers that leads on a hundred thousand times': ['setActivePlayers', () => { let next; for (let i = 0; i < 100_000; i += 1) next = { all: null, next }; return next; }],
  'setActivePlayers that leads to itself': ['setActivePlayers', () => { const arg = { all: null }; arg.next = arg; return arg; }],
  'a stage with limits beyond all numbers': ['setStage', () => ({ stage: 'aside', minMoves: 2 ** 53, maxMoves: 1e308 })],
  'endGame with what leads to itself': ['endGame', () => { const over = {}; over.over = over; return over; }],
};

for (const [what, [event, make]] of Object.entries(ARGUMENTS)) {
  cases[what] = () => {
    for (const compat of [undefined, '0.50']) {
      const arg = make();
      const moves = { ...rules().moves, call: ({ events }) => events[event](arg), often: ({ events }) => { for (let i = 0; i < 20; i += 1) events[event](arg); } };
      const client = Client({ game: rules({ compat, moves }), quiet: true });
      for (const call of [() => client.events[event](arg), () => client.moves.call(), () => client.moves.often(), () => client.getState().ctx, () => client.moves.add(1), () => client.undo(), () => client.events.endTurn()]) soundly(call);
      soundly(() => client.reset());
      assert.equal(client.getState()._stateID, 0, 'it starts again');
      client.moves.add(1);
      assert.equal(client.getState().G.n, 1, 'the client plays on');
    }
  };
}

cases['ten thousand events in one move'] = () => {
  for (const event of ['endTurn', 'setStage', 'endStage', 'setActivePlayers', 'setPhase', 'endPhase', 'pass']) {
    const moves = { ...rules().moves, call: ({ events }) => { for (let i = 0; i < 10_000; i += 1) events[event]('late'); } };
    const client = Client({ game: rules({ moves }), quiet: true });
    soundly(() => client.moves.call());
    client.reset();
    playsOn(client, 'the client');
  }
};

export default cases;

/** The call works, is refused, or throws a clear error: one of Rondel's, or that the stack is full. */
function soundly(call) {
  const [error] = thrownBy(call);
  if (error === undefined) return;
  assert.ok(!isFault(error) && (error.name === 'RondelError' || isOverflow(error)), textOf(error));
}
