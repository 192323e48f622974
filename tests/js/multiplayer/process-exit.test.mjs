// Node processes whose online clients are never stopped.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

const ROOT = new URL('../../..', import.meta.url);

/** Longer than any of these processes takes, and shorter than a client's timeout for a silent master. */
const SECONDS = 8;

const PREAMBLE = `
  import { Client } from 'rondel/client';
  import { Broadcast, Local } from 'rondel/multiplayer';
  const game = {
    setup: () => ({ n: 0 }),
    turn: { activePlayers: { all: null } },
    moves: { add: ({ G }) => { G.n += 1; } },
  };
  const play = (multiplayer, playerID = '0') => {
    const client = Client({ game, playerID, multiplayer, quiet: true });
    client.start();
    return client;
  };
  /** Runs when the match has arrived. */
  const there = (client) => new Promise((done) => {
    const timer = setInterval(() => client.getState() && (clearInterval(timer), done()), 10);
  });
`;

/** Returns the output of a process with this code; fails if it does not end by itself. */
async function process(code) {
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', PREAMBLE + code], {
    cwd: ROOT, timeout: SECONDS * 1000, killSignal: 'SIGKILL',
  });
  return stdout.trim();
}

for (const [name, multiplayer] of Object.entries({
  'Local()': 'Local()',
  'Local() with latency': 'Local({ latency: 50 })',
  'Broadcast()': "Broadcast({ channel: 'process ' + Math.random() })",
})) {
  test(`a process with a client over ${name} that is never stopped ends by itself`, async () => {
    await process(`play(${multiplayer})`);
  });

  test(`a process with a client over ${name} that has played ends by itself`, async () => {
    const said = await process(`
      const client = play(${multiplayer});
      await there(client);
      client.moves.add().confirmed.then(({ status }) => console.log(status));
    `);
    assert.equal(said, 'confirmed', 'once the action has been answered');
  });
}

test('a process with messages in flight waits for the match', async () => {
  const said = await process(`
    const client = play(Local({ latency: 300 }));
    client.subscribe((state) => state && console.log(state.G.n));
  `);
  assert.match(said, /^0/);
});

test('a process with a lost action waits until it is sent again and answered', async () => {
  const said = await process(`
    let isLossy = false;
    const client = play((options) => {
      const transport = Local()(options);
      const { sendAction } = Object.getPrototypeOf(transport);
      transport.sendAction = (...args) => { if (!isLossy) sendAction.apply(transport, args); isLossy = false; };
      return transport;
    });
    isLossy = true;
    client.moves.add().confirmed.then(({ status }) => console.log(status));
  `);
  assert.equal(said, 'confirmed');
});

test('a process with bots plays until another player\'s turn', async () => {
  const said = await process(`
    class Bot {
      async play(state, playerID) {
        return { action: { type: 'MAKE_MOVE', payload: { type: 'add', args: [], playerID } } };
      }
    }
    const turns = { setup: () => ({ n: 0 }), turn: { maxMoves: 1 }, moves: game.moves };
    const client = Client({ game: turns, playerID: '0', multiplayer: Local({ bots: { 1: Bot } }), quiet: true });
    client.subscribe((state) => state && console.log(state.G.n));
    client.start();
    client.moves.add();
  `);
  assert.equal(said.split('\n').at(-1), '2');
});
