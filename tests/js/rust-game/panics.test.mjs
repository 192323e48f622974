// Slow: twenty thousand moves that fail. A failure of a Rust game's code costs only its action.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { faults, duel } from '../../rust-game/duel.mjs';

function open(game = faults(), options = {}) {
  const client = Client({ game, quiet: true, ...options });
  client.start();
  client.updatePlayerID('0');
  return client;
}

const PANIC = { name: 'RondelError', code: 'game/panic' };

test('each of a hundred matches with twenty thousand panics in all equals the result of its successful moves', () => {
  const matches = Array.from({ length: 100 }, () => ({ client: open(), count: 0 }));
  let random = 1;
  const draw = (below) => (random = (random * 48271) % 2147483647) % below;
  let panics = 0;
  while (panics < 20_000) {
    const match = matches[draw(matches.length)];
    if (draw(4) === 0) {
      match.client.moves.count();
      match.count += 1;
    } else {
      assert.throws(() => match.client.moves.panic(), { ...PANIC, message: /the move fails after \d+, at .*faults\.rs:\d+:\d+$/ });
      panics += 1;
    }
    if (draw(50) === 0) check(match);
  }
  matches.forEach(check);
});

function check({ client, count }) {
  const { G, _stateID } = client.getState();
  assert.deepEqual([G.count, _stateID], [count, count]);
}

test('a failure outside of the moves costs the action as well', () => {
  const client = open();
  client.moves.count();
  for (const [place, act] of [['hook', () => client.events.endTurn()], ['moves', () => client.legalMoves()]]) {
    client.moves.arm(place);
    assert.throws(act, { ...PANIC, message: new RegExp(`^${place} fails, at `) });
    client.moves.arm('');
  }
  // Runs after each move.
  assert.throws(() => client.moves.arm('outcome'), { ...PANIC, message: /^outcome fails, at / });
  client.moves.count();
  assert.equal(client.getState().G.count, 2);
  assert.equal(client.events.endTurn().status, 'confirmed');
  assert.equal(client.getState().ctx.currentPlayer, '1');
});

test('a state that cannot be shown costs its match alone', () => {
  const [client, other] = [open(), open()];
  assert.throws(() => (client.moves.hide(), client.getState()), PANIC);
  other.moves.count();
  assert.equal(other.getState().G.count, 1);
});

const NUMBER = 'G.large: 9007199254740993 is larger than 2^53, which JavaScript cannot represent exactly: use a string or several numbers';

const NAN = 'G.weight: JSON cannot represent NaN';
const DEEP = `G.chain${'.next'.repeat(14)}.ne…: more than 120 lists and objects are nested`;

for (const [move, why] of [['key', 'G.keyed: key must be a string'], ['enlarge', NUMBER], ['divide', NAN], ['deepen', DEEP]]) {
  test(`a state that cannot be serialized is an error at each request, and never confused with another (${move})`, () => {
    const client = open();
    client.moves.count();
    client.getState();
    client.moves[move]();
    const acts = [() => client.getState(), () => client.getState(), () => client.undo(), () => client.getState()];
    const said = acts.map((act) => {
      try {
        act();
        return 'done';
      } catch ({ code, message }) {
        return `${code}: ${message}`;
      }
    });
    const unwritten = `game/state: ${why}`;
    assert.deepEqual(said, [unwritten, unwritten, unwritten, unwritten]);
  });
}

for (const [place, act, why] of [
  ['payload', (client) => client.moves.say('refusal'), 'payload[1]: JSON cannot represent NaN'],
  ['metadata', (client) => client.moves.say('log'), 'metadata[0]: 18446744073709551615 is larger than 2^53, which JavaScript cannot represent exactly: use a string or several numbers'],
  ['an event', (client) => client.moves.say('end'), 'ctx.gameover: JSON cannot represent inf'],
  ['an outcome', (client) => client.moves.arm('said'), 'ctx.gameover[0]: JSON cannot represent NaN'],
]) {
  test(`a value of the game that JSON cannot represent is an error of the action (${place})`, async () => {
    const client = open();
    client.moves.count();
    assert.throws(() => act(client), { code: 'game/state', message: why });
    const { G, ctx, _stateID } = client.getState();
    assert.deepEqual([G.count, G.armed, ctx.gameover, _stateID], [1, '', undefined, 1]);
    client.moves.count();
    assert.equal(client.getState().G.count, 2);
  });
}

test('code that fails when a state is dropped costs its match alone', () => {
  const other = open();
  for (let i = 0; i < 20; i += 1) {
    const client = open();
    client.moves.count();
    const acts = [() => client.moves.light(), () => client.getState(), () => client.moves.count(), () => client.undo(), () => client.events.endTurn(), () => client.stop()];
    for (const act of acts) {
      try {
        act();
      } catch (error) {
        assert.equal(error.code, PANIC.code, String(error));
        assert.match(error.message, /^the fuse has burnt down, at /);
      }
    }
    other.moves.count();
    assert.equal(other.getState().G.count, i + 1);
  }
  assert.equal(open().getState().ctx.turn, 1);
});

test('a match that fails at its beginning does not begin, and the next one does', () => {
  assert.throws(() => open(faults(), { setupData: 'setup' }), { ...PANIC, message: /^setup fails, at / });
  assert.equal(open().getState().ctx.turn, 1);
});

test('a full stack or memory costs the instance: its matches continue in a new one or end with an error, and others begin', () => {
  for (const move of ['overflow', 'hoard']) {
    const [client, other] = [open(), open(duel({ seed: 'duel' }))];
    client.moves.count();
    assert.throws(() => client.moves[move]());
    const again = open();
    again.moves.count();
    assert.equal(again.getState().G.count, 1);
    for (const { getState } of [client, other]) {
      try {
        assert.equal(getState().ctx.turn, 1);
      } catch (error) {
        assert.equal(error.code, 'engine/retired');
      }
    }
  }
});
