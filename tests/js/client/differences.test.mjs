// The table "Where Rondel differs" of docs/07-coming-from-boardgame-io.md, row by row: boardgame.io 0.50.2, Rondel, and Rondel with compat: '0.50'.
import assert from 'node:assert/strict';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { legacyGame } from 'rondel/core';
import { quietly } from '../support/console.mjs';

const noop = () => {};
const saw = ({ G, ctx }) => { G.seen.push(ctx.playerID ?? 'none'); };

/**
 * One row. The story plays a game on a client and returns the outcome.
 * @param {string} title
 * @param {object} row
 * @param {() => object} row.game fresh each time: boardgame.io writes into the games it is given
 * @param {number} [row.numPlayers]
 * @param {(client: object) => unknown} row.story
 * @param {unknown} row.theirs the outcome in boardgame.io
 * @param {unknown} row.ours the outcome in Rondel
 * @param {unknown} [row.compat] with `compat: '0.50'`; Default: boardgame.io's
 */
function differs(title, { game, numPlayers = 3, story, theirs, ours, compat = theirs }) {
  test(title, () => {
    const play = (Client, extra) => quietly(() => story(Client({ game: { ...game(), ...extra }, numPlayers, debug: false, quiet: true })));
    assert.deepEqual(play(bgio.Client), theirs, 'boardgame.io');
    assert.deepEqual(play(Client), ours, 'Rondel');
    assert.deepEqual(play(Client, { compat: '0.50' }), compat, "Rondel with compat: '0.50'");
  });
}

const ctx = (client, ...fields) => Object.fromEntries(fields.map((field) => [field, client.getState().ctx[field]]));

differs('difference 1: endTurn({ next }) in a move wins over maxMoves', {
  game: () => ({ moves: { go: ({ events }) => { events.endTurn({ next: '2' }); } }, turn: { maxMoves: 1 } }),
  story: (client) => {
    client.moves.go();
    return ctx(client, 'currentPlayer', 'turn');
  },
  theirs: { currentPlayer: '1', turn: 2 },
  ours: { currentPlayer: '2', turn: 2 },
});

differs('difference 1: endTurn({ next }) in a move wins over turn.endIf', {
  game: () => ({ moves: { go: ({ events }) => { events.endTurn({ next: '2' }); } }, turn: { endIf: ({ ctx }) => ctx.numMoves > 0 } }),
  story: (client) => {
    client.moves.go();
    return ctx(client, 'currentPlayer', 'turn');
  },
  theirs: { currentPlayer: '1', turn: 2 },
  ours: { currentPlayer: '2', turn: 2 },
});

differs('difference 2: endTurn({ next }) with a player who does not exist is refused', {
  game: () => ({}),
  story: (client) => {
    client.events.endTurn({ next: '9' });
    return ctx(client, 'currentPlayer', 'turn');
  },
  theirs: { currentPlayer: '9', turn: 2 },
  ours: { currentPlayer: '0', turn: 1 },
});

differs('difference 3: a stage that the turn does not declare is refused', {
  game: () => ({ turn: { stages: { known: {} } } }),
  story: (client) => {
    client.events.setStage('unknown');
    client.events.setActivePlayers({ value: { 1: 'unknown' } });
    return client.getState().ctx.activePlayers;
  },
  theirs: { 1: 'unknown' },
  ours: null,
});

differs('difference 4: setPhase in turn.onEnd changes the phase before another turn begins', {
  game: () => ({
    setup: () => ({ begun: [] }),
    turn: {
      onBegin: ({ G, ctx }) => { G.begun.push(`${ctx.phase} ${ctx.currentPlayer}`); },
      onEnd: ({ ctx, events }) => { if (ctx.phase === null && ctx.turn === 1) events.setPhase('next'); },
    },
    phases: { next: {} },
  }),
  numPlayers: 2,
  story: (client) => {
    client.events.endTurn();
    return client.getState().G.begun;
  },
  theirs: ['null 0', 'null 1', 'next 0'],
  ours: ['null 0', 'next 1'],
});

differs('difference 5: a removed player stays out in later phases', {
  game: () => ({ phases: { first: { start: true, next: 'second' }, second: {} } }),
  story: (client) => {
    client.events.pass({ remove: true });
    client.events.endPhase();
    return ctx(client, 'phase', 'playOrder');
  },
  theirs: { phase: 'second', playOrder: ['0', '1', '2'] },
  ours: { phase: 'second', playOrder: ['1', '2'] },
});

differs('difference 5: when the last player is out the phase ends, and nobody moves', {
  game: () => ({ moves: { go: noop }, phases: { only: { start: true } } }),
  numPlayers: 2,
  story: (client) => {
    client.events.pass({ remove: true });
    client.events.pass({ remove: true });
    const before = client.getState()._stateID;
    client.moves.go();
    return { ...ctx(client, 'phase', 'playOrder', 'currentPlayer'), moved: client.getState()._stateID > before };
  },
  theirs: { phase: null, playOrder: ['0', '1'], currentPlayer: '0', moved: true },
  ours: { phase: null, playOrder: [], currentPlayer: null, moved: false },
});

differs('difference 6: maxMoves in a stage counts, and reaching it follows the stage’s next', {
  game: () => ({
    moves: { go: noop },
    turn: { activePlayers: { currentPlayer: 'a' }, stages: { a: { maxMoves: 1, next: 'b' }, b: {} } },
  }),
  story: (client) => {
    client.moves.go();
    return client.getState().ctx.activePlayers;
  },
  theirs: { 0: 'a' },
  ours: { 0: 'b' },
});

differs('difference 6: minMoves in a stage counts', {
  game: () => ({ turn: { activePlayers: { currentPlayer: 'a' }, stages: { a: { minMoves: 1, next: 'b' }, b: {} } } }),
  story: (client) => {
    client.events.endStage();
    return client.getState().ctx.activePlayers;
  },
  theirs: { 0: 'b' },
  ours: { 0: 'a' },
});

differs('difference 7: log.setMetadata in a hook goes to the entry of the action that ran it', {
  game: () => ({ moves: { go: noop }, turn: { onMove: ({ log }) => { log.setMetadata('noted'); } } }),
  story: (client) => {
    client.moves.go();
    return client.log.map(({ metadata, hookMetadata }) => hookMetadata ?? metadata);
  },
  theirs: [undefined],
  ours: [['noted']],
});

differs('difference 8: endTurn in phase.onBegin is refused', {
  game: () => ({ phases: { next: { onBegin: ({ events }) => { events.endTurn(); } } } }),
  story: (client) => {
    client.events.setPhase('next');
    return ctx(client, 'phase', 'turn');
  },
  theirs: { phase: 'next', turn: 2 },
  ours: { phase: null, turn: 1 },
});

differs('difference 9: a subscriber that throws does not stop the others', {
  game: () => ({ moves: { go: noop } }),
  story: (client) => {
    let heard = 0;
    let armed = false;
    client.subscribe(() => { if (armed) throw new Error('a subscriber of mine'); });
    client.subscribe(() => { if (armed) heard += 1; });
    armed = true;
    let thrown = false;
    try {
      client.moves.go();
    } catch {
      thrown = true;
    }
    return { heard, thrown };
  },
  theirs: { heard: 0, thrown: true },
  ours: { heard: 1, thrown: false },
});

differs('difference 10: a refused action returns the reason', {
  game: () => ({ moves: { go: () => 'INVALID_MOVE' } }),
  story: (client) => client.moves.go()?.error.type,
  theirs: undefined,
  ours: 'action/invalid_move',
});

differs('difference 11: turn.onEnd runs once when the turn order ends the phase with the turn', {
  game: () => ({
    setup: () => ({ ends: 0 }),
    turn: { order: { first: () => 0, next: () => undefined }, onEnd: ({ G }) => { G.ends += 1; } },
    phases: { first: { start: true, next: 'second' }, second: {} },
  }),
  story: (client) => {
    client.events.endTurn();
    const endings = client.log.map(({ action }) => action.payload.type);
    return { ...client.getState().G, ...ctx(client, 'phase', 'turn'), endings };
  },
  theirs: { ends: 2, phase: 'second', turn: 2, endings: ['endTurn', 'endTurn', 'endPhase'] },
  ours: { ends: 1, phase: 'second', turn: 2, endings: ['endTurn', 'endPhase'] },
});

differs('difference 11: turn.onEnd runs once when it makes the phase’s endIf true', {
  game: () => ({
    setup: () => ({ deck: 1 }),
    turn: { onEnd: ({ G }) => { G.deck -= 1; } },
    phases: { draw: { start: true, endIf: ({ G }) => G.deck <= 0 } },
  }),
  story: (client) => {
    client.events.endTurn();
    return { ...client.getState().G, ...ctx(client, 'phase', 'turn') };
  },
  theirs: { deck: -1, phase: null, turn: 2 },
  ours: { deck: 0, phase: null, turn: 2 },
});

differs('difference 12: active players never revert to a set in which nobody is active', {
  game: () => ({ moves: { go: noop } }),
  story: (client) => {
    client.events.setActivePlayers({ currentPlayer: 'a', next: { currentPlayer: 'b', revert: true } });
    client.events.endStage();
    client.events.endStage();
    const before = client.getState()._stateID;
    client.moves.go();
    return { ...ctx(client, 'activePlayers'), moved: client.getState()._stateID > before };
  },
  theirs: { activePlayers: {}, moved: false },
  ours: { activePlayers: null, moved: true },
});

differs('difference 13: phases that end one another without end refuse the action that started it', {
  game: () => ({
    setup: () => ({ n: 0 }),
    moves: { go: ({ G }) => { G.n += 1; } },
    phases: { a: { start: true, next: 'b', endIf: ({ G }) => G.n > 0 }, b: { next: 'a', endIf: ({ G }) => G.n > 0 } },
  }),
  story: (client) => {
    client.moves.go();
    return { ...client.getState().G, ...ctx(client, 'phase') };
  },
  theirs: { n: 1, phase: null },
  ours: { n: 0, phase: 'a' },
});

differs('difference 14: ctx.playerID is the player who acts', {
  game: () => ({ setup: () => ({ seen: [] }), moves: { go: ({ G, ctx }) => { G.seen.push(ctx.playerID ?? 'none'); } }, turn: { onMove: saw, onBegin: saw, onEnd: saw, maxMoves: 1 } }),
  story: (client) => {
    client.moves.go();
    return client.getState().G.seen;
  },
  theirs: ['none', 'none', 'none', 'none', 'none'],
  ours: ['none', '0', '0', '0', '0'],
});

test('difference 14: in the positional style, hooks have ctx.playerID, too', () => {
  const seen = (G, ctx) => ({ seen: [...G.seen, ctx.playerID ?? 'none'] });
  const game = { setup: () => ({ seen: [] }), moves: { go: seen }, turn: { onMove: seen, onBegin: seen, onEnd: seen, maxMoves: 1 } };
  const play = (extra) => {
    const client = Client({ game: legacyGame({ ...game, ...extra }), numPlayers: 2, debug: false });
    client.moves.go();
    return client.getState().G.seen;
  };
  assert.deepEqual(play({}), ['none', '0', '0', '0', '0']);
  assert.deepEqual(play({ compat: '0.50' }), ['none', '0', '0', 'none', 'none'], 'as boardgame.io 0.49 does');
});

differs('minMoves: a player who ends their turn too early is refused', {
  game: () => ({ turn: { minMoves: 2 } }),
  story: (client) => client.events.endTurn()?.status,
  theirs: undefined,
  ours: 'rejected',
});

differs('minMoves: a move that ends the turn too early counts, and the turn goes on', {
  game: () => ({ setup: () => ({ n: 0 }), moves: { go: ({ G, events }) => { G.n += 1; events.endTurn(); } }, turn: { minMoves: 2 } }),
  story: (client) => {
    client.moves.go();
    return { ...client.getState().G, ...ctx(client, 'turn') };
  },
  theirs: { n: 1, turn: 1 },
  ours: { n: 1, turn: 1 },
});

differs('true in place of a stage means Stage.NULL', {
  game: () => ({ turn: { activePlayers: { all: true } } }),
  numPlayers: 2,
  story: (client) => client.getState().ctx.activePlayers,
  theirs: { 0: true, 1: true },
  ours: { 0: null, 1: null },
});

differs('player IDs are strings, also where a game gives numbers', {
  game: () => ({ turn: { order: { playOrder: () => [1, 0], first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % 2 } } }),
  numPlayers: 2,
  story: (client) => {
    const { playOrder } = ctx(client, 'playOrder');
    client.events.endTurn({ next: 1 });
    return [playOrder, client.getState().ctx.currentPlayer];
  },
  theirs: [[1, 0], 1],
  ours: [['1', '0'], '1'],
});
