// The extent of predictions, and the actions that wait for the master.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { INVALID_MOVE, PlayerView } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { printedBy } from '../support/console.mjs';
import { statuses, table } from './support.mjs';

/** Turns of one move, with a count of their ends. */
function round(game = {}) {
  return {
    setup: () => ({ moved: 0, ended: 0 }),
    turn: { maxMoves: 1, onEnd: ({ G }) => { G.ended += 1; } },
    moves: { go: ({ G }) => { G.moved += 1; } },
    ...game,
  };
}

for (const [predict, atOnce] of [['none', [0, 0, 1]], ['moves', [1, 0, 1]], ['flow', [1, 1, 2]]]) {
  test(`predict: '${predict}' shows ${JSON.stringify(atOnce)} of [moved, ended, turn] at once, and all in the end`, async (t) => {
    for (const [inGame, inClient] of [[predict, undefined], ['moves', predict], ['flow', predict], [undefined, predict]]) {
      const match = table(t, round({ predict: inGame }), { predict: inClient });
      const [p0] = await match.seated('0');
      const handle = p0.client.moves.go();
      const look = ({ G, ctx }) => [G.moved, G.ended, ctx.turn];
      assert.deepEqual(look(p0.client.getState()), atOnce);
      assert.equal(handle.status, predict === 'none' ? 'sent' : 'predicted');
      await match.run();
      assert.deepEqual(look(p0.client.getState()), [1, 1, 2]);
      assert.equal(handle.status, 'confirmed');
    }
  });
}

test("predict is 'moves' unless the game or the client sets it", async (t) => {
  const match = table(t, round());
  const [p0] = await match.seated('0');
  p0.client.moves.go();
  const { G, ctx } = p0.client.getState();
  assert.deepEqual([G.moved, G.ended, ctx.turn], [1, 0, 1]);
});

test('an invalid value of predict is refused', () => {
  assert.throws(
    () => Client({ game: round(), playerID: '0', multiplayer: Local(), predict: 'everything' }),
    /predict: expected 'moves', 'flow', 'none'/,
  );
});

const WAITING = {
  'a move with random': [/it draws random numbers/, { moves: { go: ({ G, random }) => { G.moved += random.D6() > 0 ? 1 : 0; } } }],
  'a move with client: false': [/the move has `client: false`/, { moves: { go: { move: ({ G }) => { G.moved += 1; }, client: false } } }],
  'a move that throws here': [/it throws on this client \(/, {
    setup: () => ({ moved: 0, ended: 0, secret: { step: 1 } }),
    playerView: ({ G: { secret: _, ...G } }) => G,
    moves: { go: ({ G }) => { G.moved += G.secret.step; } },
  }],
  'a move that INVALID_MOVE refuses here': [/the game refused it here, but this client cannot see all of `G`/, {
    setup: () => ({ moved: 0, ended: 0, secret: { step: 1 } }),
    playerView: PlayerView.STRIP_SECRETS,
    moves: {
      go: ({ G }) => {
        if (!G.secret) return INVALID_MOVE;
        G.moved += G.secret.step;
        return undefined;
      },
    },
  }],
  'a move that its validate refuses here': [/the game refused it here, but this client cannot see all of `G`/, {
    setup: () => ({ moved: 0, ended: 0, secret: { step: 1 } }),
    playerView: PlayerView.STRIP_SECRETS,
    moves: { go: { move: ({ G }) => { G.moved += 1; }, validate: ({ G }) => G.secret !== undefined } },
  }],
  'a move that a plugin refuses here': [/the game refused it here, but this client cannot see all of `G`/, {
    plugins: [{
      name: 'clock',
      setup: () => ({ isOver: false }),
      playerView: () => ({}),
      isInvalid: ({ data }) => (data.isOver === false ? false : 'over'),
    }],
    moves: { go: ({ G }) => { G.moved += 1; } },
  }],
  'a move of a game with a noClient plugin': [/a plugin has `noClient`/, {
    plugins: [{
      name: 'clock', setup: () => 1, api: ({ data }) => ({ tick: () => data }), noClient: ({ api }) => api.tick() === 1,
    }],
    moves: { go: ({ G }) => { G.moved += 1; } },
  }],
};

for (const [what, [why, game]] of Object.entries(WAITING)) {
  for (const predict of ['moves', 'flow']) {
    test(`${what} waits for the master, and the console says so once (${predict})`, async (t) => {
      const printed = await printedBy(async () => {
        const match = table(t, round({ turn: {}, ...game, predict }), { quiet: undefined });
        const [p0] = await match.seated('0');
        const handle = p0.client.moves.go();
        assert.equal(handle.status, 'sent');
        assert.equal(p0.client.getState().G.moved, 0);
        assert.equal(p0.client.getState().pending, 1);
        await match.run();
        assert.equal(handle.status, 'confirmed');
        assert.equal(p0.client.getState().G.moved, 1);
        p0.client.moves.go();
        await match.run();
        assert.equal(p0.client.getState().G.moved, 2);
      });
      const about = printed.filter((line) => /rondel: go shows only after the master's answer/.test(line));
      assert.equal(about.length, 1, printed.join('\n'));
      assert.match(about[0], why);
    });
  }
}

test('an ending that only the client predicts refuses nothing', async (t) => {
  const match = table(t, round({
    turn: {},
    setup: () => ({ moved: 0, ended: 0, secret: { deck: [1, 2, 3] } }),
    playerView: PlayerView.STRIP_SECRETS,
    endIf: ({ G }) => (G.secret ? undefined : 'the deck is empty'),
    predict: 'flow',
  }));
  const [p0] = await match.seated('0');
  const handles = [p0.client.moves.go(), p0.client.moves.go()];
  assert.deepEqual(statuses(handles), ['predicted', 'sent']);
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  assert.equal(p0.client.getState().G.moved, 2);
});

test('a refusal that only the client predicts blocks nothing, and later actions count', async (t) => {
  const match = table(t, round({
    turn: {},
    playerView: PlayerView.STRIP_SECRETS,
    moves: { go: ({ G }) => { G.moved += 1; }, cheat: () => INVALID_MOVE },
  }));
  const [p0] = await match.seated('0');
  const handles = [p0.client.moves.cheat(), p0.client.moves.go()];
  assert.deepEqual(statuses(handles), ['sent', 'predicted']);
  assert.equal(p0.client.getState().G.moved, 1);
  await match.run();
  assert.deepEqual(statuses(handles), ['rejected', 'confirmed']);
  assert.equal(handles[0].error.type, 'action/invalid_move');
  assert.equal(p0.client.getState().G.moved, 1);
});

test('a refusal that follows from the view takes effect at once, even if G has hidden parts', async (t) => {
  const match = table(t, round({ playerView: PlayerView.STRIP_SECRETS }));
  const [p0, p1] = await match.seated('0', '1');
  assert.equal(p1.client.moves.go().status, 'rejected');
  p0.client.moves.go();
  await match.run();
  const handle = p0.client.moves.go();
  assert.equal(handle.status, 'rejected');
  assert.equal(handle.error.type, 'action/inactive_player');
});

const FLOW = "`predict: 'flow'` shows them at once, in games whose hooks read only what players can see";

test("with predict: 'moves' an event waits for the master, and the console shows why", async (t) => {
  const printed = await printedBy(async () => {
    const match = table(t, round(), { quiet: undefined });
    const [p0] = await match.seated('0');
    const handle = p0.client.events.endTurn();
    assert.equal(handle.status, 'sent');
    assert.equal(p0.client.getState().ctx.turn, 1);
    await match.run();
    assert.equal(handle.status, 'confirmed');
    assert.equal(p0.client.getState().ctx.turn, 2);
  });
  assert.deepEqual(printed, [`rondel: endTurn shows only after the master's answer: events do; ${FLOW}`]);
});

test("a game with hidden parts gets no advice to predict: 'flow', and each name is explained once", async (t) => {
  const printed = await printedBy(async () => {
    const match = table(t, calling({ playerView: ({ G }) => ({ ...G }) }), { quiet: undefined });
    const [p0] = await match.seated('0');
    p0.client.moves.goAndEnd();
    p0.client.moves.goAndEnd();
    await match.run();
    const [p1] = await match.seated('1');
    p1.client.events.endTurn();
    await match.run();
  });
  assert.deepEqual(printed.filter((line) => /shows? only after/.test(line)), [
    "rondel: the events that goAndEnd calls show only after the master's answer: only the master knows what follows from them",
    "rondel: endTurn shows only after the master's answer: only the master knows what follows from an event",
  ]);
});

/** A move that calls an event after its own change, and one that does not. */
const calling = (game) => round({
  turn: {},
  moves: {
    goAndEnd: ({ G, events }) => { G.moved += 1; events.endTurn(); },
    go: ({ G }) => { G.moved += 10; },
  },
  ...game,
});

test("with predict: 'moves' a move's own change shows; its events and the next action wait", async (t) => {
  const printed = await printedBy(async () => {
    const match = table(t, calling(), { quiet: undefined });
    const [p0, p1] = await match.seated('0', '1');
    const look = ({ client }) => [client.getState().G.moved, client.getState().ctx.turn];
    const [first, second] = [p0.client.moves.goAndEnd(), p0.client.moves.go()];
    assert.deepEqual([first.status, second.status], ['predicted', 'sent']);
    assert.deepEqual(look(p0), [1, 1]);
    await match.run();
    // The turn was over, as it might have been.
    assert.deepEqual([first.status, second.status], ['confirmed', 'rejected']);
    assert.deepEqual([look(p0), look(p1)], [[1, 2], [1, 2]]);
  });
  assert.deepEqual(printed.filter((line) => /shows? only after/.test(line)), [
    `rondel: the events that goAndEnd calls show only after the master's answer: ${FLOW}`,
    "rondel: go shows only after the master's answer: an earlier action has no answer yet",
  ]);
});

test('an action that a move\'s events make impossible is rolled back with the move', async (t) => {
  const match = table(t, calling({ moves: { go: ({ G, events }) => { G.moved += 1; events.setPhase('nowhere'); } } }));
  const [p0] = await match.seated('0');
  const handle = p0.client.moves.go();
  assert.deepEqual([handle.status, p0.client.getState().G.moved], ['predicted', 1]);
  await match.run();
  assert.deepEqual([handle.status, p0.client.getState().G.moved], ['rejected', 0]);
});

test('a move that calls events is sent even if a plugin refuses the state before them', async (t) => {
  const strict = { name: 'strict', isInvalid: ({ G, ctx }) => G.moved > 0 && ctx.turn === 1 && 'the turn has to end' };
  const printed = await printedBy(async () => {
    const match = table(t, calling({ plugins: [strict] }), { quiet: undefined });
    const [p0] = await match.seated('0');
    const refused = p0.client.moves.go();
    assert.equal(refused.status, 'rejected');
    const handle = p0.client.moves.goAndEnd();
    assert.deepEqual([handle.status, p0.client.getState().G.moved], ['sent', 0]);
    await match.run();
    assert.deepEqual([handle.status, p0.client.getState().G.moved], ['confirmed', 1]);
  });
  assert.match(printed.join('\n'), /goAndEnd shows only after the master's answer: it calls events/);
});

test('under compat a move that calls events waits without a prediction, as in boardgame.io', async (t) => {
  const printed = await printedBy(async () => {
    const match = table(t, calling({ compat: '0.50' }), { quiet: undefined });
    const [p0] = await match.seated('0');
    p0.client.moves.goAndEnd();
    assert.equal(p0.client.getState().G.moved, 0);
    await match.run();
    assert.equal(p0.client.getState().G.moved, 1);
  });
  assert.match(printed.join('\n'), /goAndEnd shows only after the master's answer: it calls events/);
});

test("with predict: 'flow' an event shows at once", async (t) => {
  const match = table(t, round({ predict: 'flow' }));
  const [p0] = await match.seated('0');
  const handle = p0.client.events.endTurn();
  assert.equal(handle.status, 'predicted');
  assert.deepEqual([p0.client.getState().ctx.turn, p0.client.getState().G.ended], [2, 1]);
  const state = p0.client.getState();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState(), state);
});

test("with predict: 'flow' a move of the next stage is predicted before any answer", async (t) => {
  const match = table(t, {
    predict: 'flow',
    setup: () => ({ done: [] }),
    turn: {
      activePlayers: { currentPlayer: 'choose' },
      stages: {
        choose: {
          next: 'place',
          moves: { choose: ({ G, events }) => { G.done.push('choose'); events.endStage(); } },
        },
        place: { moves: { place: ({ G, events }) => { G.done.push('place'); events.endTurn(); } } },
      },
    },
    moves: {},
  });
  const [p0, p1] = await match.seated('0', '1');
  const handles = [p0.client.moves.choose(), p0.client.moves.place()];
  assert.deepEqual(statuses(handles), ['predicted', 'predicted']);
  assert.deepEqual(p0.client.getState().G.done, ['choose', 'place']);
  assert.equal(p0.client.getState().ctx.currentPlayer, '1');
  const state = p0.client.getState();
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed']);
  assert.deepEqual(p1.client.getState().G.done, ['choose', 'place']);
  assert.deepEqual(p0.client.getState(), state);
});

test('an action after an unpredicted one is sent and not predicted, even if it could be', async (t) => {
  const match = table(t, {
    setup: () => ({ rolled: 0, n: 0 }),
    moves: { roll: ({ G, random }) => { G.rolled = random.D6(); }, add: ({ G }) => { G.n += 1; } },
  });
  const [p0] = await match.seated('0');
  const handles = [p0.client.moves.add(), p0.client.moves.roll(), p0.client.moves.add()];
  assert.deepEqual(statuses(handles), ['predicted', 'sent', 'sent']);
  assert.deepEqual(p0.client.getState().G, { rolled: 0, n: 1 });
  await match.run();
  assert.deepEqual(statuses(handles), Array(3).fill('confirmed'));
  assert.equal(p0.client.getState().G.n, 2);
});

test('a move that the client refuses is not sent; after an unpredicted one it is, and the master decides', async (t) => {
  const match = table(t, {
    setup: () => ({ rolled: 0 }),
    moves: {
      roll: ({ G, random }) => { G.rolled = random.D6(); },
      use: ({ G }) => {
        if (G.rolled === 0) return INVALID_MOVE;
        G.rolled = 0;
      },
    },
  });
  const [p0] = await match.seated('0');
  const heard = p0.heard.length;
  const refused = p0.client.moves.use();
  assert.equal(refused.status, 'rejected');
  assert.equal(refused.error.type, 'action/invalid_move');
  assert.equal(p0.client.getState().lastError, refused.error);
  await match.run();
  assert.equal(p0.heard.length, heard);
  const handles = [p0.client.moves.roll(), p0.client.moves.use(), p0.client.moves.use()];
  await match.run();
  assert.deepEqual(statuses(handles), ['confirmed', 'confirmed', 'rejected']);
  assert.equal(handles[2].error.type, 'action/invalid_move');
});

test('a prediction sees no hidden values, and the master fills them in', async (t) => {
  const match = table(t, {
    setup: () => ({ deck: ['ace', 'king', 'queen'], hands: { 0: [], 1: [] } }),
    playerView: ({ G, playerID }) => ({ deck: G.deck.length, hands: { [playerID]: G.hands[playerID] } }),
    moves: { draw: ({ G, playerID }) => { G.hands[playerID].push(G.deck.pop()); } },
  });
  const [p0, p1] = await match.seated('0', '1');
  const handle = p0.client.moves.draw();
  assert.equal(handle.status, 'sent');
  await match.run();
  assert.deepEqual(p0.client.getState().G, { deck: 2, hands: { 0: ['queen'] } });
  assert.deepEqual(p1.client.getState().G, { deck: 2, hands: { 1: [] } });
});
