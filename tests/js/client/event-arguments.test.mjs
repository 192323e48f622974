// Arguments of events; tests/native/event_arguments.rs reads the same list. A row is an event, its arguments, and the result, with the
// result under `compat: '0.50'` if it differs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import bgio from 'boardgame.io/dist/cjs/client.js';
import { Client } from 'rondel/client';
import { quietly } from '../support/console.mjs';
import { throughJSON } from '../support/json.mjs';

const ROWS = JSON.parse(readFileSync(new URL('../../event-arguments.json', import.meta.url), 'utf8'));

const GAME = {
  moves: { call: ({ events }, event, ...args) => events[event](...args) },
  turn: { stages: { react: {} } },
  phases: { draw: {} },
};

/** Events that boardgame.io does not have. */
const OWN_EVENTS = new Set(['removePlayer']);
/** boardgame.io takes any value for a name. */
const ODD_NAMES = new Set(['setActivePlayers([["1"]])']);

for (const [event, args, inRondel, underCompat = inRondel] of ROWS) {
  const call = `${event}(${args.map((arg) => JSON.stringify(arg))})`;

  test(call, () => assert.equal(happened(Client, GAME, event, args), inRondel));

  test(`${call} under compat`, () => quietly(() => {
    assert.equal(happened(Client, { ...GAME, compat: '0.50' }, event, args), underCompat, 'Rondel');
    if (OWN_EVENTS.has(event) || ODD_NAMES.has(call)) return;
    const boardgameio = () => happened(bgio.Client, { ...GAME }, event, args);
    if (underCompat.startsWith('turn ')) assert.equal(boardgameio(), underCompat, 'boardgame.io');
    else assert.throws(boardgameio);
  }));
}

test('a circular argument is refused or ignored', () => {
  const client = Client({ game: GAME, numPlayers: 3, debug: false, quiet: true });
  const endless = { all: 'react' };
  endless.next = endless;
  assert.equal(client.events.setActivePlayers(endless).error.message, 'setActivePlayers: `next` nests without end');
  endless.next = null;
  endless.value = { 1: endless };
  assert.equal(client.events.setActivePlayers(endless).status, 'confirmed');
});

test('more players than a match may have are refused, also in definitions', () => {
  const players = Array.from({ length: 1001 }, (_, i) => String(i));
  const client = Client({ game: GAME, numPlayers: 3, debug: false, quiet: true });
  assert.equal(client.events.setActivePlayers(players).error.message, 'setActivePlayers: a match has 1000 players at most');
  assert.throws(() => Client({ game: { turn: { activePlayers: players } }, debug: false, quiet: true }), {
    code: 'game/definition',
    message: 'turn.activePlayers: a match has 1000 players at most',
  });
});

test('a state with invalid next active players is refused with the path', () => {
  const client = Client({ game: GAME, numPlayers: 3, debug: false, quiet: true });
  client.events.setActivePlayers({ all: 'react', next: { all: null } });
  const saved = throughJSON(client.getState());
  saved.ctx._nextActivePlayers = { all: 'react', next: 7 };
  const before = client.getState();
  assert.equal(
    client.loadState(saved).error.message,
    'ctx._nextActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players',
  );
  assert.deepEqual(client.getState().ctx, before.ctx);
});

for (const [what, next, problem] of [
  ['too long a name', { all: 'x'.repeat(1_000_001) }, 'a name of 1000001 characters; 1000000 is the most'],
  ['too many values', { all: null, foo: Array.from({ length: 100_001 }, () => 0) }, 'expected fewer values and levels'],
  ['too many levels', nested(70), 'expected fewer values and levels'],
  ['more sets than follow one another', nested(62), '`next` nests without end'],
  ['no stage', { all: 'react', next: { others: { stage: 7 } } }, 'expected a stage'],
]) {
  test(`a state whose next active players have ${what} is refused with the path`, () => {
    const client = Client({ game: GAME, numPlayers: 3, debug: false, quiet: true });
    client.events.setActivePlayers({ all: 'react', next: { all: null } });
    const saved = throughJSON(client.getState());
    saved.ctx._nextActivePlayers = next;
    const { message } = client.loadState(saved).error;
    assert.equal(message, `ctx._nextActivePlayers: ${problem}`);
  });
}

test('the number of previous sets of active players is bounded, also in states', () => {
  const client = Client({ game: GAME, numPlayers: 3, debug: false, quiet: true });
  const react = { all: 'react', revert: true };
  for (let i = 0; i < 200; i += 1) client.events.setActivePlayers(react);
  const refused = 'setActivePlayers: `revert` goes back to 200 sets at most';
  assert.equal(client.events.setActivePlayers(react).error.message, refused);
  const saved = throughJSON(client.getState());
  assert.equal(client.loadState(saved).status, 'confirmed');
  saved.ctx._prevActivePlayers = Array.from({ length: 401 }, () => saved.ctx._prevActivePlayers[0]);
  assert.equal(client.loadState(saved).error.message, 'ctx._prevActivePlayers: expected a list, 400 at most, got 401');
  assert.equal(client.events.setActivePlayers({ all: 'react' }).status, 'confirmed');
});

function nested(levels) {
  return levels === 0 ? { all: null } : { all: null, next: nested(levels - 1) };
}

/** Returns the turn's state after a move has called an event, and the play order if it has changed; or the refusal's message. */
function happened(Client, game, event, args) {
  const client = Client({ game, numPlayers: 3, debug: false, quiet: true });
  client.moves.call(event, ...args);
  const { ctx, lastError } = client.getState();
  if (lastError) return lastError.message;
  const order = ctx.playOrder.join(' ');
  return `${standing(ctx)}${order === '0 1 2' ? '' : `, in the order ${order}`}`;
}

/** The same as `standing` in tests/native/support/story.rs. */
function standing({ turn, currentPlayer, phase, activePlayers }) {
  const active = Object.entries(activePlayers ?? {}).map(([player, stage]) => (stage === null ? player : `${player}:${stage}`));
  return `turn ${turn} of ${currentPlayer}${phase === null ? '' : ` in ${phase}`}${activePlayers ? `, ${active.join(' ')} may act` : ''}`;
}
