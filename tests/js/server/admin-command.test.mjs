// `npx rondel admin URL …`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }) => { G.left -= 1; } } };
const BIN = fileURLToPath(new URL('../../../pkg/bin/rondel.js', import.meta.url));
const SECRET = 'the secret of the operator';

function rondel(args, secret = SECRET) {
  const env = { ...process.env, ADMIN_SECRET: secret };
  return new Promise((done) => {
    execFile(process.execPath, [BIN, ...args], { env }, (error, stdout, stderr) => done({ status: error?.code ?? 0, stdout, stderr }));
  });
}

async function table(t) {
  process.env.ADMIN_SECRET = SECRET;
  t.after(() => { delete process.env.ADMIN_SECRET; });
  const served = await serve(t, { games: [GAME] });
  const { body: { matchID } } = await served.post('/games/nim/create', { numPlayers: 2 });
  return { ...served, matchID, admin: async (...args) => JSON.parse((await rondel(['admin', served.url, ...args])).stdout) };
}

test('an operator lists matches, looks at one, kicks, ends and deletes by a command', async (t) => {
  const { admin, matchID, get } = await table(t);
  assert.deepEqual((await admin('matches', '--game-name', 'nim', '--over', 'false', '--limit', '1')).matches.map((match) => match.matchID), [matchID]);
  assert.deepEqual((await admin('match', matchID)).state.G, { left: 21 });
  assert.deepEqual(await admin('kick', matchID, '0', '--reason', 'why', '--until', '2999-01-01'), { isKicked: true });
  assert.deepEqual(await admin('end', matchID, '{"winner":"1"}'), { isEnded: true });
  assert.deepEqual((await admin('match', matchID)).metadata.gameover, { winner: '1' });
  assert.deepEqual(await admin('delete', matchID), { wasThere: true });
  assert.equal((await get(`/games/nim/${matchID}`)).status, 404);
});

test('what goes wrong is said, and is a status', async (t) => {
  const { url, matchID } = await table(t);
  const cases = [
    [[], 2, /Usage/], [['admin'], 2, /expected the URL/], [['admin', url], 2, /expected a command/], [['admin', url, 'toString'], 2, /expected a command/],
    [['admin', url, 'delete'], 2, /wrong number/], [['admin', url, 'delete', ''], 2, /wrong number/], [['admin', url, 'match', matchID, '--reason', 'x'], 2, /no --reason/],
    [['admin', url, 'end', matchID, '{'], 2, /no JSON/], [['admin', url, 'kick', matchID, '0', '--until', 'soon'], 2, /expected a date/],
    [['admin', url, '--secret', SECRET, 'matches'], 2, /--secret/],
    [['admin', url, 'match', 'none'], 1, /answers 404/], [['admin', 'http://127.0.0.1:1', 'matches'], 1, /cannot be reached/],
  ];
  for (const [args, status, message] of cases) {
    const answer = await rondel(args);
    assert.deepEqual([answer.status, answer.stdout], [status, ''], args.join(' '));
    assert.match(answer.stderr, message);
  }
  assert.equal((await rondel(['admin', url, 'matches'], '')).status, 2);
  const refused = await rondel(['admin', url, 'matches'], 'wrong secret');
  assert.deepEqual([refused.status, refused.stderr.includes('403'), refused.stderr.includes('wrong secret')], [1, true, false]);
});
