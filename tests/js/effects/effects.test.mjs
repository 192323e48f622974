// Effects of moves and hooks: who receives them, when and how often.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { network, replay } from 'rondel/testing';
import { capture } from '../support/console.mjs';

/** A client that notes the effects that it receives, as text. */
function listening(t, options) {
  const client = Client({ debug: false, quiet: true, ...options });
  t.after(() => client.dispose());
  const heard = [];
  client.onEffect('*', (data, { name, predicted }) => {
    heard.push(`${name} ${JSON.stringify(data)}${predicted ? ' predicted' : ''}`);
    return () => heard.push(`not ${name}`);
  });
  client.start();
  return { client, heard };
}

const emitting = (...emit) => ({ setup: () => ({}), moves: { go: ({ effects }) => effects.emit(...emit) } });

test('an effect is a part of the log entry of its action', (t) => {
  const game = {
    setup: () => ({}),
    moves: { go: ({ effects }, cell) => effects.emit('boom', { cell }, { duration: 200, at: 50 }) },
    turn: { onMove: ({ effects }) => effects.emit('moved'), onEnd: ({ effects }) => effects.emit('over', 1, { to: '1' }) },
  };
  const { client, heard } = listening(t, { game, playerID: '0' });
  client.moves.go(3);
  client.events.endTurn();
  assert.deepEqual(client.log.map(({ effects }) => effects), [
    [{ name: 'boom', data: { cell: 3 }, at: 50, duration: 200 }, { name: 'moved' }],
    [{ name: 'over', data: 1, to: ['1'] }],
  ]);
  assert.deepEqual(heard, ['boom {"cell":3}', 'moved undefined']);
});

test('an effect begins when those before it have ended, unless it says its moment', () => {
  const game = {
    setup: () => ({}),
    effects: { slow: { duration: 300 } },
    moves: {
      go: ({ effects }) => {
        effects.emit('slow');
        effects.emit('slow', null, { duration: 100 });
        effects.emit('slow', null, { at: 0, duration: 1000 });
        effects.emit('slow');
      },
    },
  };
  const client = Client({ game, debug: false });
  const times = [];
  client.onEffect('slow', (_, { at, duration }) => { times.push([at, duration]); });
  client.moves.go();
  assert.deepEqual(times, [[0, 300], [300, 100], [0, 1000], [1000, 300]]);
});

test('only the players of `to` receive an effect, and a `playerView` hides data or the whole effect', (t) => {
  const game = {
    setup: () => ({}),
    effects: { draw: { playerView: ({ data, playerID }) => (playerID === null ? undefined : playerID === '0' ? data : { hidden: true }) }, hint: {} },
    moves: {
      go: ({ effects }) => {
        effects.emit('draw', { card: 'ace' });
        effects.emit('hint', 'psst', { to: ['1'] });
      },
    },
  };
  const multiplayer = Local();
  const [first, second, spectator] = ['0', '1', null].map((playerID) => listening(t, { game, multiplayer, playerID, predict: 'none' }));
  first.client.moves.go();
  assert.deepEqual(first.heard, ['draw {"card":"ace"}']);
  assert.deepEqual(second.heard, ['draw {"hidden":true}', 'hint "psst"']);
  assert.deepEqual(spectator.heard, []);
  assert.deepEqual(second.client.log[0].effects, [{ name: 'draw', data: { hidden: true } }, { name: 'hint', data: 'psst' }]);
  assert.ok(!('effects' in spectator.client.log[0]));
});

test('neither a `playerView` nor a listener can change the data of an effect', (t) => {
  const errors = [];
  const attempt = (change) => { try { change(); } catch (error) { errors.push(error.name); } };
  const view = ({ data, playerID }) => {
    if (playerID !== '0') attempt(() => { delete data.card.name; });
    return data;
  };
  const game = { setup: () => ({}), effects: { draw: { playerView: view } }, moves: { go: ({ effects }) => effects.emit('draw', { card: { name: 'ace' } }) } };
  const multiplayer = Local();
  const [other, player] = ['1', '0'].map((playerID) => listening(t, { game, multiplayer, playerID, predict: 'none' }));
  const alone = listening(t, { game, playerID: '0' });
  alone.client.onEffect('draw', (data) => { attempt(() => { data.card.name = 'king'; }); });
  for (const { client } of [player, alone]) {
    client.moves.go();
    assert.deepEqual(client.log[0].effects, [{ name: 'draw', data: { card: { name: 'ace' } } }]);
  }
  assert.equal(other.heard.length, 1);
  assert.deepEqual(errors, ['TypeError', 'TypeError']);
});

test('listeners are called after the subscribers of the state, and may act', (t) => {
  const order = [];
  const game = { setup: () => ({ n: 0 }), moves: { go: ({ G, effects }) => { G.n += 1; effects.emit('go', G.n); } } };
  const { client, heard } = listening(t, { game });
  client.subscribe(({ G }) => order.push(`state ${G.n}`));
  order.length = 0;
  client.onEffect('go', (n) => {
    order.push(`effect ${n}`);
    if (n < 3) client.moves.go();
  });
  client.moves.go();
  assert.deepEqual(order, ['state 1', 'effect 1', 'state 2', 'effect 2', 'state 3', 'effect 3']);
  assert.deepEqual(heard, ['go 1', 'go 2', 'go 3']);
});

test('a listener that acts without end is stopped', (t) => {
  const { client } = listening(t, { game: emitting('go') });
  const end = client.onEffect('go', () => { client.moves.go(); });
  const { printed } = capture(() => client.moves.go());
  end();
  assert.match(String(printed), /without end/);
  assert.equal(client.moves.go().status, 'confirmed');
});

test('a listener that throws, or unsubscribes during a call, does not disturb others', (t) => {
  const { client, heard } = listening(t, { game: emitting('go', 1) });
  const calls = [];
  client.onEffect('go', () => { throw new Error('broken listener'); });
  const end = client.onEffect('go', () => { calls.push('first'); end(); other(); });
  const other = client.onEffect('go', () => { calls.push('never'); });
  const { printed } = capture(() => { client.moves.go(); client.moves.go(); });
  assert.match(String(printed), /broken listener/);
  assert.deepEqual(calls, ['first']);
  assert.deepEqual(heard, ['go 1', 'go 1']);
});

for (const [problem, pattern, emit] of [
  ['an unknown name', /declares no effect "bom"; did you mean "boom"/, ['bom']],
  ['no name', /name: expected a text/, [undefined]],
  ['an unknown player', /to: the match has no player '?"?7/, ['boom', 1, { to: '7' }]],
  ['a player between two seats', /to: the match has no player '?"?0\.5/, ['boom', 1, { to: '0.5' }]],
  ['a number as a player', /to: the match has no player 1/, ['boom', 1, { to: [1] }]],
  ['a negative duration', /duration: expected milliseconds/, ['boom', 1, { duration: -1 }]],
  ['an infinite moment', /at: expected milliseconds/, ['boom', 1, { at: Infinity }]],
  ['a cycle', /data: "boom" has data without a JSON form/, ['boom', (() => { const one = {}; one.one = one; return one; })()]],
  ['a bigint', /data: "boom" has data without a JSON form/, ['boom', 1n]],
  ['a function', /data: "boom" has data without a JSON form/, ['boom', () => {}]],
  ['5 MB of data', /data: "boom" has data of 5000002 characters/, ['boom', 'x'.repeat(5e6)]],
]) {
  test(`an effect with ${problem} is an error of the move, which changes nothing`, (t) => {
    const { client, heard } = listening(t, { game: { ...emitting(...emit), effects: { boom: {} } } });
    assert.throws(() => client.moves.go(), (error) => error.code === 'game/effect' && pattern.test(error.message));
    assert.deepEqual([client.getState()._stateID, heard], [0, []]);
  });
}

test('an action may emit 1,000 effects, and no more', (t) => {
  const game = { setup: () => ({}), moves: { go: ({ effects }, count) => { for (let i = 0; i < count; i += 1) effects.emit('go', i); } } };
  const { client, heard } = listening(t, { game });
  assert.match(client.moves.go(1_001).error.message, /more than 1000 effects/);
  assert.match(client.moves.go(10_000).error.message, /more than 1000 effects/);
  assert.equal(heard.length, 0);
  client.moves.go(1_000);
  assert.equal(heard.length, 1_000);
});

test('a refused move, `validate` and a call outside of moves emit nothing', (t) => {
  let emit;
  const game = {
    setup: () => ({}),
    moves: {
      refused: ({ effects }) => { effects.emit('no'); return 'INVALID_MOVE'; },
      checked: { move: ({ effects }) => { emit = effects.emit; }, validate: ({ effects }) => { effects.emit('no'); return true; } },
    },
  };
  const { client, heard } = listening(t, { game });
  client.moves.refused();
  client.moves.checked();
  assert.throws(() => emit('late'), (error) => error.code === 'game/outside');
  assert.deepEqual(heard, []);
});

test('declarations are checked, and need a log', () => {
  const open = (fields) => () => Client({ game: { ...emitting('boom'), ...fields }, debug: false });
  assert.throws(open({ effects: [] }), /effects/);
  assert.throws(open({ effects: { boom: null } }), /effects\.boom: expected an object/);
  assert.throws(open({ effects: { boom: { duration: NaN } } }), /effects\.boom\.duration: expected milliseconds/);
  assert.throws(open({ effects: { boom: { playerView: true } } }), /effects\.boom\.playerView: expected a function/);
  assert.throws(open({ effects: { boom: {} }, disableLog: true }), /disableLog/);
  const client = Client({ game: { ...emitting('boom'), disableLog: true }, debug: false, quiet: true });
  assert.match(client.moves.go().error.message, /effects are part of the log/);
});

test('a page that loads gets no effect of the past, and one that reconnects gets what it has missed', async (t) => {
  const time = network();
  const game = { setup: () => ({}), turn: { activePlayers: { all: null } }, moves: { go: ({ effects }, n) => effects.emit('go', n) } };
  const net = network({ clock: time.clock });
  const first = listening(t, { game, multiplayer: Local({ network: network({ clock: time.clock }) }), playerID: '0' });
  await time.run(100);
  first.client.moves.go(1);
  await time.run(100);
  const second = listening(t, { game, multiplayer: Local({ network: net }), playerID: '1' });
  await time.run(100);
  net.disconnect();
  first.client.moves.go(2);
  first.client.moves.go(3);
  await time.run(1_000);
  net.reconnect();
  await time.run(10_000);
  assert.deepEqual(second.heard, ['go 2', 'go 3']);
  assert.deepEqual(first.heard, ['go 1 predicted', 'go 2 predicted', 'go 3 predicted']);
});

test('a prediction that comes out otherwise is taken back, and the outcome is played', async (t) => {
  const time = network();
  const game = {
    setup: () => ({ secret: 4, shown: 0 }),
    playerView: ({ G }) => ({ ...G, secret: 0 }),
    moves: {
      reveal: ({ G, effects }) => { G.shown = G.secret; effects.emit('reveal', G.secret); effects.emit('done'); },
      refused: ({ G, effects }) => { effects.emit('reveal', 'never'); if (G.secret === 4) return 'INVALID_MOVE'; },
    },
  };
  const { client, heard } = listening(t, { game, multiplayer: Local({ network: network({ clock: time.clock, latency: 50 }) }), playerID: '0' });
  await time.run(200);
  client.moves.reveal();
  assert.deepEqual(heard.splice(0), ['reveal 0 predicted', 'done undefined predicted']);
  await time.run(200);
  assert.deepEqual(heard.splice(0), ['not done', 'not reveal', 'reveal 4', 'done undefined']);
  client.moves.refused();
  await time.run(200);
  assert.deepEqual(heard, ['reveal "never" predicted', 'not reveal']);
});

test('two tabs of one player receive the effect once each', (t) => {
  const [game, multiplayer] = [emitting('go'), Local()];
  const [first, second] = [1, 2].map(() => listening(t, { game, multiplayer, playerID: '0', predict: 'none' }));
  first.client.moves.go();
  assert.deepEqual([first.heard, second.heard], [['go undefined'], ['go undefined']]);
});

test('a replay has the effects of each action', async (t) => {
  const game = { setup: () => ({ n: 0 }), moves: { go: ({ G, effects }, n) => { G.n = n; effects.emit('go', n, { to: '1' }); }, rest: () => {} } };
  const client = Client({ game, playerID: '0', debug: false, quiet: true });
  t.after(() => client.dispose());
  const initialState = client.store.getState();
  client.moves.go(4);
  client.moves.rest();
  const { steps } = replay({ initialState, log: client.log }, { game });
  assert.deepEqual(steps.map(({ effects }) => effects), [[{ name: 'go', data: 4, to: ['1'] }], []]);
});

test('the receivers of an effect may be a list in G, and stay as they were', (t) => {
  const game = {
    setup: () => ({ team: ['1'] }),
    moves: { go: ({ G, effects }) => { effects.emit('go', 1, { to: G.team }); G.team.push('0'); } },
  };
  const { client } = listening(t, { game, playerID: '0' });
  client.moves.go();
  assert.deepEqual(client.log[0].effects, [{ name: 'go', data: 1, to: ['1'] }]);
});
