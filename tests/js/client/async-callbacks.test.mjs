// Async callbacks of a game, which no callback may be, that reject later: nothing waits for them, and the process does not end.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

/** Plays a game with each callback made async, in one page and at a master, and prints a line if the process survives. */
const PROGRAM = `
  import { setTimeout as later } from 'node:timers/promises';
  import { Client } from 'rondel/client';
  import { Local } from 'rondel/multiplayer';
  let called = 0;
  const fail = async () => {
    called += 1;
    return Promise.reject(new Error('too late'));
  };
  const games = {
    setup: { setup: fail, moves: {} },
    move: { moves: { go: fail } },
    validate: { moves: { go: { move: () => {}, validate: fail } } },
    onBegin: { turn: { onBegin: fail }, moves: { go: ({ events }) => events.endTurn() } },
    endIf: { endIf: fail, moves: { go: () => {} } },
    playerView: { playerView: fail, moves: { go: () => {} } },
    enumerate: { ai: { enumerate: fail }, moves: { go: () => {} } },
    chat: { validateChatMessage: fail, moves: { go: () => {} } },
    ...Object.fromEntries(['setup', 'api', 'flush', 'isInvalid', 'noClient', 'playerView', 'dangerouslyFlushRawState', 'fnWrap'].map((method) => {
      const plugin = { name: 'plugin', [method]: method === 'fnWrap' ? () => fail : fail };
      return ['plugin-' + method, { plugins: [plugin], moves: { go: () => {} } }];
    })),
    'plugin-action': { plugins: [{ name: 'plugin', setup: () => ({}), action: fail }], moves: { go: () => {} } },
  };
  for (const [name, part] of Object.entries(games)) {
    const before = called;
    for (const multiplayer of [undefined, Local({ fresh: true })]) {
      try {
        const client = Client({ game: { name, setup: () => ({ n: 0 }), ...part }, multiplayer, playerID: '0', quiet: true });
        client.start();
        client.moves.go?.();
        client.plugins.plugin?.();
        client.legalMoves();
        if (multiplayer) client.sendChatMessage('hello');
        JSON.stringify(client.getState());
        client.getState().plugins;
        client.stop();
      } catch {
        // Rondel reports the mistake at the place of the callback.
      }
      await later(5);
    }
    // In production a client of Local asks its master first.
    const isAsked = name !== 'plugin-noClient' || process.env.NODE_ENV !== 'production';
    if (isAsked && called === before) console.log('NOT CALLED', name);
  }
  console.log('ALIVE');
  // Clients that were not stopped wait for answers.
  process.exit();
`;

for (const NODE_ENV of ['development', 'production']) {
  test(`the process survives and reports the rejections: ${NODE_ENV}`, async () => {
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV } });
    assert.doesNotMatch(stdout, /NOT CALLED/);
    assert.match(stdout, /ALIVE/);
    assert.match(stderr, /an async callback of the game has rejected; callbacks must not be async: too late/);
  });
}
