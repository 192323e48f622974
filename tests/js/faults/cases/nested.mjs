// Moves in moves in moves, of one client after the other, until the stack is full: of JavaScript's, or of the module's own.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { playsOn, rules } from '../crew.mjs';
import { isOverflow, textOf, thrownBy } from '../values.mjs';

const cases = {};

cases['moves of ever more clients in one another, until the stack is full'] = () => {
  let deepest = 0;
  const kept = [];
  const nest = (depth) => {
    deepest = depth;
    const client = Client({ game: rules(withMove(({ G, random }) => { G.n += 1; nest(depth + 1); random.D6(); })), quiet: true });
    kept.push(client);
    client.moves.go();
  };
  const [error] = thrownBy(() => nest(0));
  assert.ok(isOverflow(error) || error?.name === 'RondelError', textOf(error));
  assert.ok(deepest > 3, `only ${deepest}`);
  for (const client of kept.slice(-50)) playsOn(client, 'one of the nested');
};

cases['moves of ever more clients in one another, each of which catches what it gets'] = () => {
  const kept = [];
  let depth = 0;
  const nest = () => {
    depth += 1;
    const client = Client({ game: rules(withMove(({ G, random }) => {
      try {
        nest();
      } catch {
        // It was too deep.
      }
      G.rolls = [random.D6()];
      G.n += 1;
    })), quiet: true });
    kept.push(client);
    client.moves.go();
  };
  thrownBy(nest);
  assert.ok(depth > 3, `only ${depth}`);
  for (const client of kept) {
    const { G, _stateID } = client.getState();
    assert.equal(G.n, _stateID);
  }
  for (const client of kept.slice(-50)) playsOn(client, 'one of the nested');
};

cases['two reducers in one another, until the stack is full'] = () => {
  const action = { type: 'MAKE_MOVE', payload: { type: 'go', args: [], playerID: '0' } };
  let game;
  const reducers = [];
  const states = [];
  const nest = (level) => {
    const i = level % 2;
    states[i] = reducers[i](InitializeGame({ game, numPlayers: 2 }), action);
  };
  let level = 0;
  game = rules(withMove(({ G }) => { level += 1; G.n = level; nest(level); }));
  reducers.push(CreateGameReducer({ game }), CreateGameReducer({ game }));
  const [error] = thrownBy(() => nest(0));
  assert.ok(isOverflow(error) || error?.name === 'RondelError' || error === undefined, textOf(error));
  const calm = rules(withMove(({ G }) => { G.n += 1; }));
  assert.equal(CreateGameReducer({ game: calm })(InitializeGame({ game: calm, numPlayers: 2 }), action).G.n, 1);
};

export default cases;

function withMove(go) {
  return { moves: { ...rules().moves, go } };
}
