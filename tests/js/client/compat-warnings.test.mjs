// Faults of public games that boardgame.io 0.50.2 prints and tolerates. Rondel does the same under compat; by default they are errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { capture } from '../support/console.mjs';

const phases = (fields) => ({ phases: { draw: { start: true, ...fields } } });
const noted = (call) => ({ setup: () => ({ n: 0 }), moves: { go: ({ G, events }) => { G.n += 1; call(events); } } });
const ordered = (order) => ({ turn: { order: { first: () => 0, next: () => 1, ...order } } });
const go = (client) => client.moves.go();

/** The faults: a game (one for each library, because boardgame.io writes into it), the actions, and the line that Rondel prints. */
const PRINTED = {
  'setPhase with an unknown phase': [() => phases(), (client) => client.events.setPhase('drwa'), 'events.setPhase: no phase is called "drwa"'],
  'setPhase with an unknown phase, in a move': [() => ({ ...phases(), ...noted((events) => events.setPhase('drwa')) }), go, 'events.setPhase: no phase is called "drwa"'],
  'a phase whose endIf names an unknown one': [
    () => ({ ...noted(() => {}), ...phases({ endIf: ({ G }) => G.n > 0 && { next: 'drwa' } }) }), go, 'phases.draw.endIf: no phase is called "drwa"',
  ],
  "endTurn('2')": [() => ({}), (client) => client.events.endTurn('2'), 'expected nothing, or an object'],
  "endTurn('2'), in a move": [() => noted((events) => events.endTurn('2')), go, 'expected nothing, or an object'],
  "pass('2')": [() => ({}), (client) => client.events.pass('2'), 'expected nothing, or an object'],
  "pass('2'), in a move": [() => noted((events) => events.pass('2')), go, 'expected nothing, or an object'],
  'setStage in turn.onBegin of the first turn': [
    () => ({ turn: { onBegin: ({ events }) => { events.setStage('s'); } } }), () => {}, 'events.setStage cannot be called in turn.onBegin',
  ],
  'setActivePlayers in onBegin of the first phase': [
    () => phases({ onBegin: ({ events }) => { events.setActivePlayers({ all: 's' }); } }), () => {}, 'events.setActivePlayers cannot be called in phase.onBegin',
  ],
  'setActivePlayers with a number for a stage': [() => ({}), (client) => client.events.setActivePlayers({ all: 7 }), 'expected a stage'],
  'turn.order.first that returns null': [() => ordered({ first: () => null }), () => {}, 'turn.order.first: expected a number, got object'],
  'turn.order.first that returns nothing': [() => ordered({ first: () => {} }), (client) => client.events.endTurn(), 'turn.order.first: expected a number, got undefined'],
  'turn.order.next that returns null': [() => ordered({ next: () => null }), (client) => client.events.endTurn(), 'turn.order.next: expected a number, got object'],
  'turn.order.next that returns NaN': [() => ordered({ next: () => NaN }), (client) => client.events.endTurn(), 'turn.order.next: expected a number, got NaN'],
  'a next that names no phase': [() => phases({ next: 'drwa' }), (client) => client.events.endTurn(), 'phases.draw.next: no phase is called "drwa"'],
};

/** Plays with a client of this kind. Returns the final state, or the error of a client that does not begin, and the console's output. */
function played(make, game, act) {
  return capture(() => {
    try {
      const client = make({ game, numPlayers: 3 });
      const handle = act(client);
      const { G, ctx: { phase, turn, currentPlayer, activePlayers }, _stateID } = client.getState();
      return { standing: { G, phase, turn, currentPlayer, activePlayers, _stateID }, refused: handle?.error?.message };
    } catch (error) {
      return { refused: error.message };
    }
  });
}

for (const [what, [game, act, expected]] of Object.entries(PRINTED)) {
  test(`under compat ${what} is printed and tolerated, as in boardgame.io`, () => {
    const theirs = played(bgio.Client, game(), act);
    const ours = played(Client, { ...game(), compat: '0.50' }, act);
    assert.deepEqual(ours.result.standing, theirs.result.standing);
    assert.equal(ours.result.refused, undefined);
    const about = ours.printed.filter((line) => line.includes(expected));
    assert.ok(about.length > 0, `the console has ${ours.printed.join('\n')}`);
  });

  test(`by default ${what} is an error`, () => {
    const { result: { refused } } = played(Client, game(), act);
    assert.ok(refused?.includes(expected), refused);
  });
}

test('under compat a next without such a phase is refused when it is used, and the match goes on', () => {
  const { result: client } = capture(() => Client({ game: { ...phases({ next: 'drwa' }), compat: '0.50' }, debug: false, quiet: true }));
  capture(() => client.events.endPhase());
  assert.equal(client.getState().lastError.message, 'phases.draw.next: no phase is called "drwa"');
  client.events.endTurn();
  assert.deepEqual([client.getState().ctx.phase, client.getState().ctx.turn], ['draw', 2]);
});

for (const compat of [undefined, '0.50']) {
  test(`turn.order.first and next may return an index as a string${compat ? ', under compat' : ''}, as in boardgame.io`, () => {
    const game = () => ({ turn: { order: { first: () => '1', next: () => '2' } } });
    const [theirs, ours] = [played(bgio.Client, game(), () => {}), played(Client, { ...game(), compat }, () => {})];
    assert.deepEqual(ours.result.standing, theirs.result.standing);
    const ended = (client) => { client.events.endTurn(); };
    assert.deepEqual(played(Client, { ...game(), compat }, ended).result.standing, played(bgio.Client, game(), ended).result.standing);
    assert.equal(played(Client, { ...game(), compat }, ended).result.standing.currentPlayer, '2');
  });
}
