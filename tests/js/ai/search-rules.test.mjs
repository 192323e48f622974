// The rules of a match in a search: the game's code sees the same G and ctx there as in a client.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Stage, TurnOrder } from 'rondel/core';
import { PluginPlayer } from 'rondel/plugins';
import { begin, searchOf } from './support/searching.mjs';

const plain = (value) => JSON.parse(JSON.stringify(value));

/** A game that records in G the arguments of its moves and hooks, and outside of G those of `enumerate`. */
function noting(fields) {
  const seen = new Map();
  const note = ({ G, ctx, playerID }, what) => {
    G.path.push([what, playerID ?? null, plain(ctx)]);
  };
  const move = (name) => (context, ...args) => {
    note(context, name);
    context.G.made.push([context.playerID, name, args]);
    if (name === 'pass') context.events.endTurn();
    if (name === 'next') context.events.endPhase();
    if (name === 'out') context.events.endStage();
    if (name === 'into') context.events.setStage('asked');
    if (name === 'ask') context.events.setActivePlayers({ others: 'asked', maxMoves: 1, revert: true });
    if (name === 'leave') context.events.pass({ remove: true });
  };
  const names = ['go', 'pass', 'next', 'out', 'into', 'ask', 'leave'];
  const moves = Object.fromEntries(names.map((name) => [name, move(name)]));
  const { offers = ['go', 'pass'], ...rest } = fields({ moves, hook: (name) => (context) => note(context, name) });
  const game = {
    name: 'noting',
    setup: () => ({ path: [], made: [] }),
    moves,
    endIf: ({ G }) => (G.made.length >= 7 ? { draw: true } : undefined),
    ai: {
      enumerate: (G, ctx, playerID) => {
        seen.set(JSON.stringify(G.made), { G: plain(G), ctx: plain(ctx) });
        return offers.map((name) => ({ move: name, args: [playerID] }));
      },
    },
    ...rest,
  };
  return { game, seen };
}

const games = {
  'plain turns': [2, () => ({ turn: { minMoves: 1, maxMoves: 1 } })],
  'turns of several moves': [3, () => ({ turn: { minMoves: 2, maxMoves: 3 } })],
  'hooks of turns': [2, ({ hook }) => ({ turn: { maxMoves: 2, onBegin: hook('begin'), onMove: hook('move'), onEnd: hook('end') } })],
  'an order of its own': [3, () => ({ turn: { maxMoves: 1, order: TurnOrder.CUSTOM(['2', '0', '1']) } })],
  'an order that skips': [3, () => ({ turn: { maxMoves: 1, order: { first: () => 1, next: ({ ctx }) => (ctx.playOrderPos + 2) % 3, playOrder: () => ['1', '2', '0'] } } })],
  'phases': [2, ({ hook }) => ({
    offers: ['go', 'next'],
    phases: {
      one: { start: true, next: 'two', onBegin: hook('one begins'), onEnd: hook('one ends'), turn: { maxMoves: 1 } },
      two: { next: 'one', endIf: ({ G }) => G.made.length === 4, turn: { order: TurnOrder.CONTINUE, maxMoves: 2, onBegin: hook('turn') } },
    },
  })],
  'everybody at once': [3, () => ({ turn: { activePlayers: { all: Stage.NULL, minMoves: 1, maxMoves: 2 } } })],
  'stages': [3, ({ moves }) => ({ offers: ['go', 'out', 'into'], turn: { activePlayers: { all: 'first' }, stages: { first: { next: 'asked', moves }, asked: { moves } } } })],
  'questions to the others': [3, ({ moves }) => ({ offers: ['ask', 'go', 'pass'], turn: { stages: { asked: { moves: { go: moves.go } } } } })],
  'players who leave': [3, () => ({ offers: ['go', 'leave'], turn: { maxMoves: 2 } })],
  'plugins': [2, () => ({ turn: { maxMoves: 1 }, plugins: [PluginPlayer({ setup: () => ({ n: 0 }) })] })],
};

for (const compat of [undefined, '0.50']) {
  for (const [name, [numPlayers, fields]] of Object.entries(games)) {
    test(`a search shows game code the same values as a client: ${name}${compat ? ', under compat' : ''}`, () => {
      const { game, seen } = noting(fields);
      const known = compat ? { ...game, compat } : game;
      const search = searchOf(known, { state: begin(known, numPlayers).state(), iterations: 300 });
      const shown = [...seen.values()].filter((_, i) => i % 7 === 0);
      assert.ok(shown.length > 5, String(shown.length));
      search.free();
      for (const { G, ctx } of shown) {
        const { client, state } = begin(known, numPlayers);
        for (const [playerID, move, args] of G.made) {
          client.updatePlayerID(playerID);
          client.moves[move](...args);
        }
        assert.deepEqual(plain(state().G), G);
        assert.deepEqual(plain(state().ctx), ctx);
        client.dispose();
      }
    });
  }
}
