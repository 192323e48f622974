// docs/reference/errors.md quotes exactly the errors that are caused here.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { capture, quietly } from '../support/console.mjs';
import { read } from './support.mjs';

const { text } = await read('docs/reference/errors.md');
const noop = () => {};

/** Definitions with the mistakes whose messages are quoted. */
const MISTAKES = [
  { phases: { draw: { start: true, next: 'drwa' }, play: {} } },
  { moves: { play: 'card' } },
  { turn: { stages: { draw: { next: 'discrad' }, discard: {} } } },
  { plugins: [{ name: 'fine' }, { setup: noop }] },
  { setup: () => ({ players: [{ joined: new Date(0) }] }) },
];

/** Values that are mistakes or that JSON cannot represent, with the actions that cause the error. */
const RETURNED = [
  [{ moves: { go: ({ G }) => G.n = 5 } }, (client) => client.moves.go()],
  [{ turn: { onEnd: async () => {} } }, (client) => client.events.endTurn()],
  [{ moves: { take: { validate: async () => true, move: noop } } }, (client) => client.moves.take()],
  [{}, (client) => client.events.endGame({ score: 10n })],
];

/** Refused actions, with the quoted line of the console. */
const REFUSALS = [
  [{ moves: { hold: () => 'INVALID_MOVE' } }, (client) => client.moves.hold()],
  [{ moves: { roll: noop } }, (client) => {
    client.updatePlayerID('1');
    return client.moves.roll();
  }],
  [{ moves: { roll: noop } }, (client) => {
    client.events.endGame();
    return client.moves.roll();
  }],
  [{}, (client) => client.events.endTurn({ next: '9' })],
  [{ phases: { p: { onBegin: ({ events }) => events.endTurn() } } }, (client) => client.events.setPhase('p')],
  [
    { moves: { go: ({ events }) => events.endTurn() }, turn: { onBegin: ({ ctx, events }) => { if (ctx.turn > 1) events.endTurn(); } } },
    (client) => client.moves.go(),
  ],
];

/** Errors of a move that calls its client, and of a subscriber that acts without end. */
function answersFromWithin() {
  const answers = [];
  let client;
  const inner = () => {
    answers.push(client.moves.roll().error.message);
    try {
      client.dispose();
    } catch (error) {
      answers.push(error.message);
    }
  };
  client = Client({ game: { moves: { roll: noop, inner } }, quiet: true });
  client.moves.inner();
  const unsubscribe = client.subscribe(() => client.moves.roll());
  unsubscribe();
  return [...answers, client.getState().lastError.message];
}

function thrownBy(game, provoke = noop) {
  try {
    provoke(Client({ game }));
  } catch (error) {
    return error;
  }
  return assert.fail('nothing is thrown');
}

test('the quoted errors are the real ones, and no others are quoted', () => {
  const thrown = [...MISTAKES.map((game) => [game]), ...RETURNED].map(([game, provoke]) => thrownBy(game, provoke).message);
  const told = REFUSALS.map(([game, provoke]) => {
    const client = Client({ game });
    const { result: { status, error }, printed } = capture(() => provoke(client));
    assert.equal(status, 'rejected');
    assert.ok(printed[0].endsWith(error.message));
    return printed[0];
  });
  const quoted = [...text.matchAll(/^```text\n(.*?)^```$/gms)].flatMap(([, lines]) => lines.trimEnd().split('\n'));
  assert.deepEqual(quoted.sort(), [...thrown, ...told, ...quietly(answersFromWithin)].sort());
});

test('the document gives each mistake its code', () => {
  assert.deepEqual(MISTAKES.map((game) => thrownBy(game).code), [...Array(4).fill('game/definition'), 'game/unserializable']);
  assert.deepEqual(RETURNED.map(([game, provoke]) => thrownBy(game, provoke).code), [...Array(3).fill('game/returned'), 'game/unserializable']);
});
