// `onClick={client.moves.go}` passes the click's event to a move: a warning says what to write.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { capture, quietly } from '../support/console.mjs';

const WARNING = 'rondel: moves.go: a DOM event is among the arguments; write () => moves.go() in place of moves.go';
const NO_TEXT = 'arguments that JSON has no text for cannot be sent';
const game = { name: 'clicked', setup: () => ({ n: 0 }), moves: { go: ({ G }) => { G.n += 1; } } };

/** React's event refers to elements, which refer to each other. */
function clickOfReact() {
  const target = {};
  target.self = target;
  return { preventDefault() {}, stopPropagation() {}, nativeEvent: new Event('click'), target };
}

function online(t) {
  const client = Client({ game, playerID: '0', matchID: t.name, multiplayer: Local() });
  quietly(() => client.start());
  t.after(() => client.stop());
  return client;
}

for (const [whose, makeEvent] of [["a browser's event", () => new Event('click')], ["React's event", clickOfReact]]) {
  test(`the move is made with ${whose} in a match in the page, as in boardgame.io, and the console says what to write`, () => {
    const client = Client({ game });
    const { result: handle, printed } = capture(() => client.moves.go(makeEvent()));
    assert.equal(handle.status, 'confirmed');
    assert.deepEqual(printed, [WARNING]);
    assert.deepEqual(capture(() => client.moves.go({ target: 1 }, [2], null, undefined)).printed, []);
    const silent = Client({ game, debug: false, quiet: true });
    assert.deepEqual(capture(() => silent.moves.go(makeEvent())).printed, []);
  });
}

test("a master refuses React's event, and a warning says what to write", (t) => {
  const client = online(t);
  const { result: handle, printed } = capture(() => client.moves.go(clickOfReact()));
  assert.equal(handle.error.message, NO_TEXT);
  assert.deepEqual(printed, [WARNING, `rondel: moves.go was refused: ${NO_TEXT}`]);
  const cyclic = {};
  cyclic.self = cyclic;
  assert.equal(quietly(() => client.moves.go(cyclic)).error.message, NO_TEXT);
});

test("a master accepts the part of a browser's event that JSON can represent, and a warning says what to write", (t) => {
  const client = online(t);
  const { result: handle, printed } = capture(() => client.moves.go(new Event('click')));
  assert.notEqual(handle.status, 'rejected');
  assert.deepEqual(printed, [WARNING]);
});

test('a warning covers events, enhancers and each kind of argument, and the match goes on', () => {
  const client = Client({ game, enhancer: (create) => (...args) => create(...args) });
  assert.deepEqual(capture(() => client.moves.go(1, new Event('click'))).printed, [WARNING]);
  assert.match(capture(() => client.events.endTurn(new Event('click'))).printed[0], /write \(\) => events\.endTurn\(\)/);
  assert.equal(client.getState().ctx.turn, 2);
});

test('a move that keeps the event throws with the path in G, and the state does not change', () => {
  const client = Client({ game: { ...game, moves: { keep: ({ G }, cell) => { G.cell = cell; }, go: game.moves.go } } });
  for (const event of [new Event('click'), clickOfReact()]) {
    const { printed } = capture(() => assert.throws(() => client.moves.keep(event), /^RondelError: moves\.keep: G\.cell/));
    assert.match(printed[0], /write \(\) => moves\.keep\(\)/);
    assert.deepEqual(client.getState().G, { n: 0 });
  }
  assert.equal(client.moves.go().status, 'confirmed');
});

test('arguments without members, or whose members throw, are not events', () => {
  const client = Client({ game });
  const odd = new Proxy({}, { get() { throw new Error('no'); } });
  assert.equal(client.moves.go(odd).status, 'confirmed');
});
