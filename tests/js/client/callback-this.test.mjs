// `this` in a callback is the object that declares the callback.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { legacyGame, TurnOrder } from 'rondel/core';
import { checkDeterminism } from 'rondel/testing';
import { Local } from 'rondel/multiplayer';
import { begun, move } from '../master/support.mjs';

/** A game whose callbacks record whether their `this` is the declaring object; `seen` lists the callbacks that ran. */
function noting() {
  const seen = new Map();
  const places = [];
  const put = (path, place) => {
    places.push(place);
    for (const [key, value] of Object.entries(place)) {
      if (typeof value !== 'function') continue;
      const name = `${path}${key}`;
      place[key] = function noted(...args) {
        const isRight = this === place && (seen.get(name) ?? true);
        seen.set(name, isRight);
        return value.apply(this, args);
      };
    }
    return place;
  };
  const nothing = () => {};
  const long = put('long.', { move: ({ G }) => { G.n += 1; }, validate: () => true, undoable: () => true, redact: () => false });
  const game = put('', {
    setup: () => ({ n: 0 }),
    endIf: nothing,
    onEnd: nothing,
    onPlayerLeave: nothing,
    playerView: ({ G }) => G,
    validateSetupData: nothing,
    validateChatMessage: () => true,
    ai: put('ai.', { enumerate: () => [{ move: 'go', args: [] }] }),
    plugins: [put('plugin.', {
      name: 'pl', setup: () => ({}), api: () => ({}), flush: () => ({}), action: (data) => data, fnWrap: (inner) => inner,
      noClient: () => false, isInvalid: () => false, playerView: ({ data }) => data,
    })],
    moves: put('moves.', { go: ({ G }) => { G.n += 1; }, long }),
    turn: put('turn.', {
      onBegin: nothing, onMove: nothing, onEnd: nothing, endIf: nothing,
      order: put('order.', { playOrder: ({ ctx }) => Array.from({ length: ctx.numPlayers }, (_, i) => String(i)), first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers }),
      stages: { s: { moves: put('stage.', { wait: nothing }) } },
    }),
    phases: { p: put('phase.', { start: true, onBegin: nothing, onEnd: nothing, endIf: nothing, next: nothing }) },
  });
  return { game, seen };
}

const wrong = (seen) => [...seen].filter(([, isRight]) => !isRight).map(([name]) => name);

function playAll(client) {
  client.moves.go();
  client.moves.long();
  client.legalMoves?.();
  client.undo();
  client.events.setStage?.('s');
  client.moves.wait?.();
  client.plugins?.pl?.();
  client.events.endTurn();
  client.events.endPhase();
  client.events.endGame();
  client.getState();
}

test('`this` is the declaring object in every callback in one page', () => {
  const { game, seen } = noting();
  playAll(Client({ game, setupData: {}, quiet: true }));
  assert.deepEqual(wrong(seen), []);
  for (const name of [
    'setup', 'playerView', 'endIf', 'onEnd', 'moves.go', 'long.move', 'long.validate', 'long.redact', 'long.undoable', 'stage.wait', 'turn.onBegin', 'turn.onMove', 'turn.onEnd',
    'turn.endIf', 'order.playOrder', 'order.first', 'order.next', 'phase.onBegin', 'phase.onEnd', 'phase.endIf', 'phase.next', 'plugin.setup', 'plugin.api',
    'plugin.flush', 'plugin.action', 'plugin.fnWrap', 'validateSetupData', 'ai.enumerate',
  ]) assert.ok(seen.has(name), name);
});

test('`this` is the declaring object at a master and its clients', async (t) => {
  const { game, seen } = noting();
  const client = Client({ game, playerID: '0', multiplayer: Local(), quiet: true });
  client.start();
  t.after(() => client.dispose());
  playAll(client);
  const { master } = await begun(game);
  await master.onUpdate(move('go', '0'), 0, 'm', '0');
  await master.onChatMessage('m', { id: '1', sender: '0', payload: 'hello' });
  await master.onPlayerLeave('m', '1');
  assert.deepEqual(wrong(seen), []);
  for (const name of ['plugin.playerView', 'plugin.noClient', 'validateChatMessage', 'onPlayerLeave']) assert.ok(seen.has(name), name);
});

test('a function that two objects share gets each of them as `this`', () => {
  const seen = [];
  function shared() { seen.push(this.name); }
  const turn = { name: 'turn', onBegin: shared, onEnd: shared };
  const game = { setup: () => ({}), turn, moves: { name: { move: shared, name: 'a move' } }, onEnd: shared, name: 'game' };
  const client = Client({ game, quiet: true });
  client.moves.name();
  client.events.endGame();
  assert.deepEqual(seen, ['turn', 'a move', 'game']);
});

test('`this` of a positional game is the adapted object, whose methods can be called', () => {
  const game = legacyGame({ setup() { return { n: this.start() }; }, start: () => 7, moves: { go(G) { this.more(G); }, more: (G) => { G.n += 1; } } });
  const client = Client({ game, quiet: true });
  client.moves.go();
  assert.equal(client.getState().G.n, 8);
});

test('errors still name a callback by its path', () => {
  const game = { setup: () => ({}), turn: { async endIf() {}, order: TurnOrder.DEFAULT }, moves: { go: ({ G }) => { G.n = 1; } } };
  assert.throws(() => Client({ game, quiet: true }).moves.go(), { message: /^turn\.endIf returned a promise/ });
  assert.throws(() => checkDeterminism({ setup: () => ({}), moves: { go: ({ G }) => { G.n = Math.random(); } } }), /moves\.go/);
});
