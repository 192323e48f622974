// Document 000, "Event Availability Matrix": each cell is a case. An allowed call does what the event says; a forbidden
// one refuses the whole action with an error that names the event and the hook (in game.onEnd it is dropped).
import assert from 'node:assert/strict';
import test from 'node:test';
import { quietly } from '../support/console.mjs';
import { assertConfirmed, ctxOf, gOf, play, reasonOf } from './fixtures/play.mjs';

/** The document's table. One cell differs: see endTurn in phase onBegin below. */
const MATRIX = `
|                    | turn.onMove | turn.onBegin | turn.onEnd | phase.onBegin | phase.onEnd | game.onEnd |
|         setStage   | ✅ | ❌ | ❌ | ❌ | ❌ | ❌ |
|         endStage   | ✅ | ❌ | ❌ | ❌ | ❌ | ❌ |
| setActivePlayers   | ✅ | ✅ | ❌ | ❌ | ❌ | ❌ |
|          endTurn   | ✅ | ✅ | ❌ | ✅ | ❌ | ❌ |
|         setPhase   | ✅ | ✅ | ✅ | ✅ | ❌ | ❌ |
|         endPhase   | ✅ | ✅ | ✅ | ✅ | ❌ | ❌ |
|          endGame   | ✅ | ✅ | ✅ | ✅ | ✅ | ❌ |
`;

const ARGS = { setStage: ['s'], setActivePlayers: [{ all: 's' }], setPhase: ['C'], endGame: ['over'] };

/** The effect of an event called in the hook. */
const EFFECT = {
  setStage: ({ ctx }) => assert.deepEqual(ctx.activePlayers, { [ctx.currentPlayer]: 's' }),
  endStage: ({ ctx }) => assert.equal(ctx.activePlayers, null),
  setActivePlayers: ({ ctx }) => assert.deepEqual(ctx.activePlayers, { 0: 's', 1: 's', 2: 's', 3: 's' }),
  endTurn: ({ ctx }, before) => assert.ok(ctx.turn > before.turn, 'a turn has ended'),
  setPhase: ({ ctx }) => assert.equal(ctx.phase, 'C'),
  endPhase: ({ ctx }, before, hook) => assert.equal(ctx.phase, hook === 'phase.onBegin' ? null : 'B'),
  endGame: ({ ctx }) => assert.equal(ctx.gameover, 'over'),
};

/** How each hook is made to run; the client calls the events, so that only the hook under test calls others. */
const RUN = {
  'turn.onMove': (client) => client.moves.move(),
  'turn.onBegin': (client) => client.events.endTurn(),
  'turn.onEnd': (client) => client.events.endTurn(),
  'phase.onBegin': (client) => client.events.setPhase('B'),
  'phase.onEnd': (client) => client.events.endPhase(),
  'game.onEnd': (client) => client.events.endGame('first'),
};

const [header, ...rows] = MATRIX.trim().split('\n').map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim()));
for (const [event, ...cells] of rows) {
  cells.forEach((cell, i) => {
    const hook = header[i + 1];
    // The document says that endTurn may be called in phase.onBegin, where no turn has begun that could end:
    // boardgame.io drops the call, Rondel refuses it (difference 8).
    const allowed = cell === '✅' && !(event === 'endTurn' && hook === 'phase.onBegin');
    test(`000 Event Availability Matrix: ${event} in ${hook} ${allowed ? 'works' : 'does not'}`, () => {
      if (allowed) works(event, hook);
      else if (hook === 'game.onEnd') isDropped(event, hook);
      else isRefused(event, hook);
    });
  });
}

function works(event, hook) {
  const client = armed(event, hook);
  const before = ctxOf(client);
  assertConfirmed(RUN[hook](client));
  assert.equal(gOf(client).called, 1);
  EFFECT[event](client.getState(), before, hook);
}

function isRefused(event, hook) {
  const client = armed(event, hook);
  const { G, ctx, _stateID } = client.getState();
  const handle = quietly(() => RUN[hook](client));
  assert.equal(handle.status, 'rejected');
  assert.equal(handle.error.type, 'action/plugin_invalid');
  const reason = reasonOf(handle);
  assert.ok(reason.includes(event), `names the event: ${reason}`);
  assert.ok(reason.includes(hook), `names the hook: ${reason}`);

  const after = client.getState();
  assert.deepEqual({ G: after.G, ctx: after.ctx, _stateID: after._stateID }, { G, ctx, _stateID });
  assertConfirmed(client.moves.disarm());
}

function isDropped(event, hook) {
  const client = armed(event, hook);
  const silent = armed(event, 'no hook');
  quietly(() => {
    assertConfirmed(RUN[hook](client));
    assertConfirmed(RUN[hook](silent));
  });
  assert.equal(gOf(client).called, 1);
  assert.equal(ctxOf(client).gameover, 'first');
  assert.deepEqual(ctxOf(client), ctxOf(silent), 'as if the event had not been called');
}

/** A game in phase A whose given hook calls the event, once, when the next action makes it run. */
function armed(event, hook) {
  const calls = (name) => ({ G, events }) => {
    if (G.armed !== name) return;
    G.armed = null;
    G.called += 1;
    events[event](...(ARGS[event] ?? []));
  };
  const phase = (next) => ({ next, onBegin: calls('phase.onBegin'), onEnd: calls('phase.onEnd') });
  const client = play({
    setup: () => ({ armed: null, called: 0 }),
    moves: {
      move: () => {},
      arm: ({ G }, name) => { G.armed = name; },
      disarm: ({ G }) => { G.armed = null; },
    },
    turn: {
      stages: { s: {} },
      onBegin: calls('turn.onBegin'),
      onEnd: calls('turn.onEnd'),
      // Arming is a move as well: its own onMove does not count.
      onMove: (context) => { if (context.G.ready) calls('turn.onMove')(context); else context.G.ready = context.G.armed !== null; },
    },
    phases: { A: { ...phase('B'), start: true }, B: phase(), C: {} },
    onEnd: calls('game.onEnd'),
  });
  if (event === 'endStage') assertConfirmed(client.events.setStage('s'));
  assertConfirmed(client.moves.arm(hook));
  return client;
}
