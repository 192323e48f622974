// What the arguments of events mean: tests/native/event_arguments.rs reads the same list.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Client } from 'rondel/client';

const CASES = JSON.parse(readFileSync(new URL('../../event-arguments.json', import.meta.url), 'utf8'));

const GAME = {
  moves: { call: ({ events }, event, ...args) => events[event](...args) },
  turn: { stages: { react: {} } },
  phases: { draw: {} },
};

for (const [event, ...rest] of CASES) {
  const expected = rest.pop();
  test(`${event}(${rest.map((arg) => JSON.stringify(arg))})`, () => {
    const client = Client({ game: GAME, numPlayers: 3, debug: false });
    const { error } = client.moves.call(event, ...rest);
    assert.equal(error ? error.message : standing(client.getState().ctx), expected);
  });
}

test('an argument that refers to itself is refused, or not looked into', () => {
  const client = Client({ game: GAME, numPlayers: 3, debug: false });
  const endless = { all: 'react' };
  endless.next = endless;
  assert.equal(client.events.setActivePlayers(endless).error.message, 'setActivePlayers: `next` nests without end');
  endless.next = null;
  endless.value = { 1: endless };
  assert.equal(client.events.setActivePlayers(endless).status, 'confirmed');
});

test('more players than a match may have are refused, in definitions too', () => {
  const players = Array.from({ length: 1001 }, (_, i) => String(i));
  const client = Client({ game: GAME, numPlayers: 3, debug: false });
  assert.equal(client.events.setActivePlayers(players).error.message, 'setActivePlayers: a match has 1000 players at most');
  assert.throws(() => Client({ game: { turn: { activePlayers: players } }, debug: false }), {
    code: 'game/definition',
    message: 'turn.activePlayers: a match has 1000 players at most',
  });
});

test('a state whose next active players make no sense is refused, with the path', () => {
  const client = Client({ game: GAME, numPlayers: 3, debug: false });
  client.events.setActivePlayers({ all: 'react', next: { all: null } });
  const saved = JSON.parse(JSON.stringify(client.getState()));
  saved.ctx._nextActivePlayers = { all: 'react', next: 7 };
  const before = client.getState();
  assert.equal(
    client.loadState(saved).error.message,
    'ctx._nextActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players',
  );
  assert.deepEqual(client.getState().ctx, before.ctx);
});

/** As `standing` in tests/native/support/story.rs tells it. */
function standing({ turn, currentPlayer, phase, activePlayers }) {
  const active = Object.entries(activePlayers ?? {}).map(([player, stage]) => (stage === null ? player : `${player}:${stage}`));
  return `turn ${turn} of ${currentPlayer}${phase === null ? '' : ` in ${phase}`}${activePlayers ? `, ${active.join(' ')} may act` : ''}`;
}
