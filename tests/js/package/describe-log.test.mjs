// Slow: random matches, and long logs. describeLog: descriptions of whole logs for a list on a page, with any entries.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Client } from 'rondel/client';
import { describeLog } from 'rondel/core';
import { act, definitions, makeGame, options, play } from '../client/arbitrary.mjs';
import { guests, rondel, server, visitors } from '../online/server.mjs';
import { table } from '../online/support.mjs';
import { silence } from '../support/console.mjs';
import { NEVER } from '../support/tasks.mjs';

/** A game object for each engine, because boardgame.io's writes into it. */
const makeCards = () => ({
  setup: () => ({ played: [] }),
  moves: {
    play: ({ G, log }, card) => {
      G.played.push(card);
      log.setMetadata({ pile: G.played.length });
    },
    hide: { move: ({ G }) => { G.played.push('?'); }, redact: true },
    finish: ({ events }) => events.endTurn(),
  },
  turn: { stages: { late: { moves: { trump: { move: ({ G }, card) => { G.played.push(card); }, redact: ({ G }) => G.played.length > 2 } } } } },
  phases: { scoring: { turn: { maxMoves: 1 }, next: 'scoring' } },
});
const cards = makeCards();

function open(t, game = cards, more = {}) {
  const client = Client({ game, debug: false, quiet: true, ...more });
  t.after(() => client.dispose());
  client.start();
  return client;
}

/** The fields of descriptions in a few words. */
const lines = (entries) => entries.map(({ key, kind, playerID, name, args, undone, cause, target, turn, phase }) => [
  `${key}:`, playerID ?? '-', kind, name ?? '', args ? `(${args.map((arg) => JSON.stringify(arg)).join(', ')})` : '(hidden)',
  `turn ${turn}`, phase ?? '', undone ? 'undone' : '', cause ? `by ${cause}` : '', target ? `of ${target}` : '',
].filter(Boolean).join(' '));

test('a description has the player, the action, the turn, the phase, the consequences, and whether it was undone', (t) => {
  const client = open(t);
  client.moves.play('ace');
  client.moves.play(7);
  client.undo();
  client.undo();
  client.redo();
  client.moves.finish();
  client.events.setPhase('scoring');
  client.moves.play('king');
  client.events.endPhase();
  assert.deepEqual(lines(describeLog(client.log, { game: cards })), [
    '0: 0 move play ("ace") turn 1',
    '1: 0 move play (7) turn 1 undone',
    '2: 0 undo () turn 1 of 1',
    '3: 0 undo () turn 1 of 0',
    '4: 0 redo () turn 1 of 0',
    '5: 0 move finish () turn 1',
    '5.endTurn.1: - event endTurn () turn 1 by 5',
    '6.endTurn.2: - automatic endTurn () turn 2',
    '7: 0 move play ("king") turn 3 scoring',
    '7.endTurn.3.scoring: - automatic endTurn () turn 3 scoring by 7',
    '8.endTurn.4.scoring: - automatic endTurn () turn 4 scoring by 8.endPhase.4.scoring',
    '8.endPhase.4.scoring: - event endPhase () turn 4 scoring',
  ]);
  assert.deepEqual(describeLog(client.log, { game: cards }).map(({ index, metadata }) => [index, metadata?.pile]).slice(0, 3), [[0, 1], [1, 2], [2, undefined]]);
});

test('an action undone together with its consequences is marked, also behind actions that are not logged', (t) => {
  const client = open(t);
  client.events.setStage('late');
  client.moves.trump('ace');
  client.events.endStage();
  client.events.setStage('late');
  client.undo();
  client.undo();
  client.undo();
  assert.deepEqual(lines(describeLog(client.log, { game: cards })), [
    '1: 0 move trump ("ace") turn 1 undone',
    '2.endStage.1: - event endStage () turn 1 undone',
    '4: 0 undo () turn 1',
    '5: 0 undo () turn 1 of 2.endStage.1',
    '6: 0 undo () turn 1 of 1',
  ]);
});

test('hidden arguments stay hidden, except for the viewer\'s own', (t) => {
  const client = open(t);
  client.moves.hide('queen');
  client.events.setStage('late');
  client.moves.trump('ace');
  client.moves.trump('ten');
  const shown = (playerID) => describeLog(client.log, { game: cards, playerID }).map(({ args, redacted }) => [args, redacted]);
  assert.deepEqual(shown(undefined), [[null, true], [['ace'], false], [null, true]]);
  assert.deepEqual(shown('1'), shown(null));
  assert.deepEqual(shown(0), [[['queen'], false], [['ace'], false], [['ten'], false]]);
});

test('a move with redact also hides its arguments in entries without redact', () => {
  const entry = (type, redact) => ({ action: { type: 'MAKE_MOVE', payload: { type, args: ['queen'], playerID: '0' } }, _stateID: 0, turn: 1, phase: null, redact });
  const log = [entry('hide'), entry('hide', false), entry('play'), entry('trump')];
  assert.deepEqual(describeLog(log, { game: cards }).map(({ args }) => args), [null, ['queen'], ['queen'], ['queen']]);
});

for (const [what, engine] of [['Rondel', rondel], ["boardgame.io's clients at Rondel's master", guests], ["Rondel's clients at boardgame.io's master", visitors]]) {
  test(`online each player's log is described, with patches and without: ${what}`, async (t) => {
    silence(t);
    for (const deltaState of [false, true]) {
      const { turn, ...rest } = makeCards();
      const game = { ...rest, deltaState, turn: { ...turn, maxMoves: 2 } };
      const match = server(t, game, engine);
      const [p0, p1] = await match.seated('0', '1');
      for (const move of ['hide', 'play']) {
        p0.client.moves[move]('jack');
        await match.run();
      }
      const told = ({ client }) => lines(describeLog(client.log, { game, playerID: client.playerID }));
      const end = ['1: 0 move play ("jack") turn 1', '1.endTurn.1: - automatic endTurn () turn 1 by 1'];
      assert.deepEqual(told(p0), ['0: 0 move hide ("jack") turn 1', ...end]);
      assert.deepEqual(told(p1), ['0: 0 move hide (hidden) turn 1', ...end]);
    }
  });
}

test('entries keep their keys when others follow', async (t) => {
  const at = table(t, cards);
  const [{ client }] = await at.seated('0');
  const keys = () => describeLog(client.log, { game: cards }).map(({ key }) => key);
  client.moves.play('ace');
  await at.run();
  assert.deepEqual(keys(), ['0']);
  client.moves.finish();
  await at.run();
  assert.deepEqual(keys(), ['0', '1', '1.endTurn.1']);
});

test('the end of the game, and of the phase with it, can be undone', (t) => {
  const client = open(t, { moves: { win: ({ events }) => events.endGame('won') }, phases: { only: { start: true } } });
  client.moves.win();
  client.undo();
  assert.deepEqual(lines(describeLog(client.log, { game: client.game })), [
    '0: 0 move win () turn 1 only undone', '0.endPhase.1.only: - event endPhase () turn 1 only undone by 0', '1: 0 undo () turn 1 of 0',
  ]);
});

test('a player who has left is described, and what was before cannot be undone', () => {
  const move = (_stateID) => ({ action: { type: 'MAKE_MOVE', payload: { type: 'play', args: [1], playerID: '0' } }, _stateID, turn: 1, phase: null });
  const log = [
    move(0),
    { action: { type: 'PLAYER_LEAVE', payload: { playerID: '1' } }, _stateID: 1, turn: 1, phase: null },
    move(2),
    { action: { type: 'UNDO', payload: { type: null, args: null, playerID: '0' } }, _stateID: 3, turn: 1, phase: null },
    { action: { type: 'UNDO', payload: { type: null, args: null, playerID: '0' } }, _stateID: 4, turn: 1, phase: null },
  ];
  assert.deepEqual(lines(describeLog(log, { game: cards })), [
    '0: 0 move play (1) turn 1', '1: 1 leave () turn 1', '2: 0 move play (1) turn 1 undone', '3: 0 undo () turn 1 of 2', '4: 0 undo () turn 1',
  ]);
});

test('a part of a log has the keys of the whole, and ignores an undo of absent entries', (t) => {
  const client = open(t);
  for (const card of [1, 2, 3]) client.moves.play(card);
  for (let i = 0; i < 3; i += 1) client.undo();
  const whole = describeLog(client.log, { game: cards });
  const part = describeLog(client.log.slice(2), { game: cards });
  assert.deepEqual(part.map(({ key }) => key), whole.slice(2).map(({ key }) => key));
  assert.deepEqual(part.map(({ target }) => target), [null, '2', null, null]);
});

test('an entry has the same key in any part of a log, also among the entries of one action', (t) => {
  const game = {
    moves: { go: ({ events }) => { events.endTurn(); } },
    phases: { a: { start: true, next: 'b', endIf: ({ ctx }) => ctx.turn > 1 }, b: { turn: { onBegin: ({ ctx, events }) => { if (ctx.turn < 5) events.endTurn(); } } } },
  };
  const client = open(t, game);
  client.moves.go();
  client.moves.go();
  const keys = (log) => describeLog(log, { game }).map(({ key }) => key);
  const whole = keys(client.log);
  assert.ok(client.log.filter(({ _stateID }) => _stateID === 0).length > 4, 'the first action has several log entries');
  assert.equal(new Set(whole).size, whole.length);
  for (const from of whole.keys()) assert.deepEqual(keys(client.log.slice(from)), whole.slice(from));
});

test('equal keys of one action\'s entries stay the same when earlier entries are cut off', () => {
  const ended = { action: { type: 'GAME_EVENT', payload: { type: 'endStage' } }, _stateID: 3, turn: 1, phase: null, automatic: true };
  const keys = (log) => describeLog(log, { game: cards }).map(({ key }) => key);
  assert.deepEqual(keys([ended, ended, ended]), ['3:3.endStage.1', '3:2.endStage.1', '3.endStage.1']);
  assert.deepEqual(keys([ended]), ['3.endStage.1']);
});

test('entries of unknown moves are distinguished, in phases and stages too', () => {
  const game = { moves: { a: () => {} }, phases: { P: { moves: { b: { move: () => {} } }, turn: { stages: { s: { moves: { c: () => {} } } } } } } };
  const log = ['a', 'b', 'c', 'd', 'toString', '__proto__'].map((type, _stateID) => ({ action: { type: 'MAKE_MOVE', payload: { type, args: [], playerID: '0' } }, _stateID, turn: 1, phase: 'P' }));
  assert.deepEqual(describeLog(log, { game }).map(({ kind, name }) => `${kind} ${name}`), [
    'move a', 'move b', 'move c', 'unknown d', 'unknown toString', 'unknown __proto__',
  ]);
});

test('each entry of any log has a description and a unique key', () => {
  const throwing = { get action() { throw new Error('gone'); } };
  for (const log of [null, undefined, 'log', {}, 7]) assert.deepEqual(describeLog(log, { game: cards }), []);
  assert.deepEqual(lines(describeLog([null, throwing, { _stateID: 3 }, new Array(1)], { game: cards })), [
    'unknown:4: - unknown (hidden) turn null', 'unknown:3: - unknown (hidden) turn null', 'unknown:2: - unknown (hidden) turn null', 'unknown: - unknown (hidden) turn null',
  ]);
  const name = fc.constantFrom('MAKE_MOVE', 'GAME_EVENT', 'UNDO', 'REDO', 'PLAYER_LEAVE', 'PLUGIN', 'play', 'endTurn', '__proto__');
  const value = fc.oneof(name, fc.jsonValue(), fc.integer({ min: -1, max: 3 }), fc.constantFrom(undefined, NaN, 1e300, 2 ** 53));
  const payload = fc.oneof(value, fc.record({ type: value, args: value, playerID: value }, { requiredKeys: [] }));
  const action = fc.oneof(value, fc.record({ type: name, payload }));
  const entry = fc.oneof(value, fc.record({ action, _stateID: value, turn: value, phase: value, redact: value, automatic: value, metadata: value }, { requiredKeys: ['action'] }));
  fc.assert(fc.property(fc.array(entry), (log) => {
    const told = describeLog(log, { game: cards });
    assert.deepEqual(told.map(({ index }) => index), log.map((_, index) => index));
    const keys = new Set(told.map(({ key }) => key));
    assert.equal(keys.size, log.length);
    for (const { kind, target, cause, args, redacted } of told) {
      assert.equal(args === null, redacted);
      assert.ok(args === null || Array.isArray(args));
      assert.ok(target === null || (keys.has(target) && (kind === 'undo' || kind === 'redo')));
      assert.ok(cause === null || keys.has(cause));
    }
  }), options(500));
});

test('changes to a description change no log', (t) => {
  const client = open(t);
  client.moves.play('ace');
  const [told] = describeLog(client.log, { game: cards });
  told.args.push('king');
  assert.deepEqual(client.log[0].action.payload.args, ['ace']);
  assert.deepEqual(describeLog(client.log, { game: cards })[0].args, ['ace']);
});

// If each undo walked the entries that it undoes, this would take many minutes.
test('a log is described in one pass, however much each undo undoes', { timeout: NEVER }, () => {
  const COUNT = 200_000;
  const entry = (type, name, _stateID) => ({
    action: { type, payload: { type: name, args: null, playerID: '0' } }, _stateID, turn: 1, phase: null, automatic: type === 'GAME_EVENT',
  });
  const log = [
    ...Array.from({ length: COUNT }, () => entry('GAME_EVENT', 'endStage', 0)),
    entry('MAKE_MOVE', 'play', 0),
    ...Array.from({ length: COUNT }, (_, i) => entry(i % 2 ? 'REDO' : 'UNDO', null, 1 + i)),
  ];
  const told = describeLog(log, { game: cards });
  assert.deepEqual(new Set(told.slice(COUNT + 1).map(({ target }) => target)), new Set([told[COUNT].key]));
  assert.ok(told.every(({ undone }) => !undone));
  assert.equal(describeLog(log.slice(0, -1), { game: cards }).filter(({ undone }) => undone).length, COUNT + 1);
});

test('in random games and play, actions described as undone are those that the engine has undone', () => {
  const steps = fc.array(fc.constantFrom({ call: 'undo' }, { call: 'redo' }), { maxLength: 6 });
  const seen = { undone: 0, redone: 0, unlogged: 0 };
  fc.assert(fc.property(definitions, fc.tuple(play, steps, play, steps), (definition, plays) => {
    const game = makeGame(definition);
    let client;
    try {
      client = Client({ game, numPlayers: definition.numPlayers, debug: false, quiet: true });
    } catch (error) {
      // A random game may loop before it has begun.
      if (error.name === 'RondelError') return;
      throw error;
    }
    const truth = new Truth(client);
    for (const action of plays.flat()) truth.do(action);
    const told = describeLog(client.log, { game });
    for (const { index, kind, undone, target } of told) {
      const stateID = client.log[index]._stateID;
      assert.equal(undone, truth.undone.has(stateID), `entry ${index}`);
      if (kind !== 'undo' && kind !== 'redo') continue;
      const of = told.find(({ key }) => key === target);
      assert.equal(of && client.log[of.index]._stateID, truth.logged(truth.targets.get(stateID)));
      seen.unlogged += of ? 0 : 1;
      seen.redone += kind === 'redo' ? 1 : 0;
    }
    seen.undone += truth.undone.size;
    client.dispose();
  }), options(400));
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 20, `${what}: ${count}`);
});

/** The engine's undo history for each action, by the number of the state before it. */
class Truth {
  undone = new Set();
  targets = new Map();
  #done = [];
  #redoable = [];

  constructor(client) {
    this.client = client;
  }

  do(action) {
    const before = this.client.getState();
    if (act(this.client, action)?.status !== 'confirmed') return;
    const after = this.client.getState();
    const { _stateID } = before;
    if (action.call) {
      const [from, to] = action.call === 'undo' ? [this.#done, this.#redoable] : [this.#redoable, this.#done];
      const of = from.pop();
      to.push(of);
      this.targets.set(_stateID, of);
      if (action.call === 'undo') this.undone.add(of);
      else this.undone.delete(of);
      return;
    }
    // The first entry of the history is the state at the beginning of the turn: it belongs to no player.
    if (after._undo.length === 1) this.#done = [];
    else this.#done.push(_stateID);
    this.#redoable = [];
    assert.equal(this.#done.length, after._undo.length - 1);
  }

  /** An action, if the log has an entry of it. */
  logged(stateID) {
    return this.client.log.some((entry) => entry._stateID === stateID) ? stateID : undefined;
  }
}

test('time-outs and orders to the clock are described, and end what can be undone', () => {
  const game = { name: 'timed', moves: { go: () => {}, hide: { move: () => {}, redact: true } } };
  const entry = (stateID, type, payload, fields) => ({ action: { type, payload }, _stateID: stateID, turn: 1, phase: null, ...fields });
  const log = [
    entry(0, 'MAKE_MOVE', { type: 'go', args: [], playerID: '0' }),
    entry(1, 'TIMEOUT', { playerID: '0', deadline: 5 }),
    entry(2, 'TIMEOUT', { playerID: '1', deadline: 9, type: 'hide', args: ['ace'] }, { redact: true }),
    entry(3, 'TIMEOUT', { playerID: '1', deadline: 9, type: 'hide', args: null }),
    entry(4, 'CLOCK', { order: 'pause' }),
    entry(5, 'UNDO', { type: null, args: null, playerID: '0' }),
  ];
  const shown = describeLog(log, { game }).map(({ kind, playerID, name, args, undone }) => [kind, playerID, name, args, undone]);
  assert.deepEqual(shown, [
    ['move', '0', 'go', [], false], ['timeout', '0', null, [], false], ['timeout', '1', 'hide', null, false], ['timeout', '1', 'hide', null, false],
    ['clock', null, 'pause', [], false], ['undo', '0', null, [], false],
  ]);
});
