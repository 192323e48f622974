// Stack overflows in a game's code, or in what a game calls at the end of the stack. A game may catch the error and continue.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { playsOn, rules } from '../crew.mjs';
import { Notes, PADDINGS, fromTheEnd } from '../depth.mjs';
import { isOverflow, textOf, thrownBy } from '../values.mjs';

const LEVELS = Number(process.env.RONDEL_FAULTS_LEVELS ?? 700);

/** Functions that a move or hook may call, at any depth of the stack. */
const CALLS = {
  'random.D6': ({ random }) => random.D6(),
  'random.Shuffle': ({ random }) => random.Shuffle([1, 2, 3]),
  'events.endTurn': ({ events }) => events.endTurn(),
  'events.setActivePlayers': ({ events }) => events.setActivePlayers({ all: 'aside', minMoves: 1, next: { currentPlayer: 'aside' } }),
  'events.setPhase': ({ events }) => events.setPhase('late'),
  'log.setMetadata': ({ log }) => log.setMetadata({ n: 1 }),
  'its own client': ({ own }) => { own().getState(); own().canMove('add'); own().moves.add(1); own().log; },
  'another client': ({ another }) => { another.moves.add(1); another.getState(); },
};

const cases = {};

for (const [what, call] of Object.entries(CALLS)) {
  for (const place of ['a move', 'turn.onMove', 'endIf', 'playerView', 'validate', 'a plugin']) {
    if (place === 'playerView' && !what.endsWith('client')) continue;
    cases[`${place} calls ${what} at the end of the stack, and continues`] = () => {
      for (const padding of PADDINGS) calling(place, call, padding);
    };
  }
}

cases['endless recursion throws the overflow, and the action has no effect'] = () => {
  let isArmed = false;
  const recurse = (context) => {
    if (!isArmed) return undefined;
    context.events.endTurn();
    // No tail call, which JavaScriptCore eliminates.
    return [recurse(context)][0];
  };
  const places = [
    withMove(recurse), withMove({ move: () => {}, validate: recurse }), { ...withMove(() => {}), turn: { onMove: recurse } },
    { ...withMove(() => {}), turn: { onEnd: recurse, maxMoves: 1 } }, { ...withMove(() => {}), endIf: recurse },
  ];
  for (const game of places) {
    isArmed = false;
    const client = Client({ game: rules(game), quiet: true });
    const before = client.getState();
    isArmed = true;
    const [error] = thrownBy(() => client.moves.go());
    isArmed = false;
    assert.ok(isOverflow(error), textOf(error));
    assert.equal(client.getState()._stateID, 0);
    assert.equal(client.getState().G, before.G);
    assert.equal(client.moves.go().status, 'confirmed');
    assert.equal(client.moves.add(2).status, 'confirmed');
    assert.equal(client.getState().G.n, 2);
  }
};

cases['arguments whose toJSON, getters and iterators recurse endlessly'] = () => {
  const recurse = () => [recurse()][0];
  const odd = [{ toJSON: recurse }, { get stage() { return recurse(); } }, { get all() { return recurse(); } }, { get next() { return recurse(); } }, { all: { get stage() { return recurse(); } } }];
  for (const arg of odd) {
    for (const event of ['setActivePlayers', 'setStage', 'endTurn', 'endGame', 'setPhase', 'pass']) {
      const client = Client({ game: rules(withMove(({ events }) => events[event](arg))), quiet: true });
      for (const call of [() => client.moves.go(), () => client.events[event](arg)]) {
        const [error] = thrownBy(call);
        // An outcome is checked, and refused with its path.
        assert.ok(error === undefined || isOverflow(error) || error.code === 'game/unserializable', textOf(error));
      }
      client.reset();
      playsOn(client, 'the client');
    }
  }
};

cases['a G a hundred thousand levels deep is refused or played, without other effects'] = () => {
  const deep = () => { let value = {}; for (let i = 0; i < 100_000; i += 1) value = { value }; return value; };
  const client = Client({ game: rules(withMove(({ G }) => { G.deep = deep(); })), quiet: true });
  const [error] = thrownBy(() => client.moves.go());
  assert.ok(error === undefined || isOverflow(error) || error.name === 'RondelError', textOf(error));
  thrownBy(() => client.moves.add(1));
  client.reset();
  playsOn(client, 'the client');
  thrownBy(() => Client({ game: rules({ setup: deep }), quiet: true }));
  thrownBy(() => client.loadState({ ...client.getState(), G: deep() }));
  thrownBy(() => client.moves.add(1));
  client.reset();
  playsOn(client, 'the client');
};

cases['arguments of setActivePlayers ten thousand levels deep'] = () => {
  let next = { all: 'aside' };
  for (let i = 0; i < 10_000; i += 1) next = { all: 'aside', next };
  const client = Client({ game: rules(withMove(({ events }) => events.setActivePlayers(next))), quiet: true });
  for (const call of [() => client.moves.go(), () => client.events.setActivePlayers(next)]) {
    const [error] = thrownBy(call);
    assert.ok(error === undefined || isOverflow(error) || error.name === 'RondelError', textOf(error));
    client.getState().ctx._nextActivePlayers;
    client.reset();
  }
  playsOn(client, 'the client');
};

export default cases;

/** A callback of a game acts on the last levels of the stack and catches all errors; the action succeeds. */
function calling(place, call, padding) {
  const notes = new Notes();
  const another = Client({ game: rules(), quiet: true });
  let client;
  let isArmed = false;
  const own = () => client;
  const act = ({ random, events, log }) => {
    if (!isArmed) return;
    // A callback that its own calls trigger again would loop.
    isArmed = false;
    fromTheEnd(LEVELS, () => call({ random, events, log, own, another }), { padding, note: notes.note });
  };
  const game = rules({ ...withMove(place === 'a move' ? act : place === 'validate' ? { move: () => {}, validate: act } : () => {}) });
  if (place === 'turn.onMove') game.turn.onMove = act;
  if (place === 'endIf') game.endIf = act;
  if (place === 'playerView') game.playerView = ({ G }) => { act({}); return G; };
  if (place === 'a plugin') game.plugins = [{ name: 'deep', fnWrap: (inner) => (context, ...args) => { act(context); return inner(context, ...args); } }];
  client = Client({ game, quiet: true });
  isArmed = true;
  // If events may not be called, the action is refused.
  const [error] = thrownBy(() => { client.moves.go(); client.getState(); });
  if (error !== undefined) notes.note(error);
  isArmed = false;
  // If random and events are not available, they throw an error of their own.
  notes.assertClean(`padding ${padding}`);
  const { _stateID } = client.getState();
  // Outside of an action, a playerView may make moves.
  if (place !== 'playerView') assert.ok(_stateID <= 1, `padding ${padding}: one action at most has happened, and not ${_stateID}`);
  client.reset();
  playsOn(client, 'the client');
  another.reset();
  playsOn(another, 'the other client');
}

function withMove(go) {
  return { moves: { ...rules().moves, go } };
}
