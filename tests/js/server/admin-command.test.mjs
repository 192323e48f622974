// `npx rondel-server admin URL …`. Most tests call the command in this process; a few run the program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { replay } from 'rondel/testing';
import { admin as command } from '../../../pkg-server/lib/command/admin.js';
import { COMMANDS } from '../../../pkg-server/lib/command/admin-commands.js';
import { serve } from './serve.mjs';

const GAME = { name: 'nim', setup: () => ({ left: 21 }), moves: { take: ({ G }) => { G.left -= 1; } } };
const BIN = fileURLToPath(new URL('../../../pkg-server/bin/rondel-server.js', import.meta.url));
const SECRET = 'the secret of the operator';

/** Runs the program. */
function rondel(args, secret = SECRET) {
  const env = { ...process.env, ADMIN_SECRET: secret };
  return new Promise((done) => {
    execFile(process.execPath, [BIN, ...args], { env }, (error, stdout, stderr) => done({ status: error?.code ?? 0, stdout, stderr }));
  });
}

/** Runs the command in this process, as the program does. */
async function run(args, secret = SECRET) {
  const before = process.env.ADMIN_SECRET;
  process.env.ADMIN_SECRET = secret;
  // It reads the secret before its first request.
  const result = command(args);
  if (before === undefined) delete process.env.ADMIN_SECRET;
  else process.env.ADMIN_SECRET = before;
  try {
    const { text, isDone = true } = await result;
    return { status: isDone ? 0 : 1, stdout: text.endsWith('\n') ? text : `${text}\n`, stderr: '' };
  } catch (error) {
    return { status: error.isMisuse ? 2 : 1, stdout: '', stderr: `${error.message}\n` };
  }
}

async function table(t) {
  process.env.ADMIN_SECRET = SECRET;
  t.after(() => { delete process.env.ADMIN_SECRET; });
  const served = await serve(t, { games: [GAME] });
  const { body: { matchID } } = await served.post('/games/nim/create', { numPlayers: 2 });
  const { body: { playerCredentials } } = await served.post(`/games/nim/${matchID}/join`, { playerID: '0', playerName: 'Al' });
  const say = async (...args) => {
    const { status, stdout, stderr } = await run([served.url, ...args]);
    return [status, stdout + stderr];
  };
  return { ...served, matchID, playerCredentials, say, admin: async (...args) => JSON.parse((await run([served.url, '--json', ...args])).stdout) };
}

test('the admin command does all that server.admin does, and prints JSON with --json', async (t) => {
  const { admin, matchID, get } = await table(t);
  assert.deepEqual((await admin('matches', '--game-name', 'nim', '--over', 'false', '--limit', '1')).matches.map((match) => match.matchID), [matchID]);
  assert.deepEqual((await admin('match', matchID)).state.G, { left: 21 });
  assert.deepEqual(await admin('kick', matchID, '0', '--reason', 'why', '--until', '2999-01-01'), { isKicked: true });
  assert.deepEqual(await admin('ban', '203.0.113.7', '--reason', 'why', '--until', '2999-01-01'), { isBanned: true });
  const { bans } = await admin('bans');
  const until = Date.parse('2999-01-01');
  assert.deepEqual(bans.map((ban) => [ban.address ?? ban.playerID, ban.reason, ban.until]), [['203.0.113.7', 'why', until], ['0', 'why', until]]);
  assert.deepEqual(await admin('unban', '203.0.113.7'), { wasBanned: true });
  assert.deepEqual(await admin('unban', matchID, '0'), { wasBanned: true });
  assert.deepEqual(await admin('notice', 'soon', '--match', matchID), { isSent: true });
  const { id } = await admin('quarantine', matchID);
  assert.deepEqual((await admin('quarantined')).quarantined.map((entry) => entry.matchID), [matchID]);
  assert.deepEqual(await admin('restore', id), { isRestored: true });
  assert.deepEqual(await admin('end', matchID, '{"winner":"1"}'), { isEnded: true });
  assert.deepEqual((await admin('match', matchID)).metadata.gameover, { winner: '1' });
  assert.deepEqual(replay(await admin('export', matchID), { game: GAME }).state.ctx.gameover, { winner: '1' });
  assert.deepEqual(await admin('delete', matchID), { wasThere: true });
  assert.equal((await get(`/games/nim/${matchID}`)).status, 404);
});

/** Requests of each command with all of its options. */
const REQUESTS = [
  ['matches', [], { 'game-name': 'nim', over: 'true', limit: '5', after: 'x' }, ['GET', '/matches', { gameName: 'nim', isGameover: 'true', limit: '5', after: 'x' }]],
  ['match', ['a/b'], { credentials: true }, ['GET', '/matches/a%2Fb', { credentials: true }]],
  ['end', ['m', '{"winner":"1"}'], {}, ['POST', '/matches/m/end', { gameover: { winner: '1' } }]],
  ['delete', ['m'], {}, ['DELETE', '/matches/m']],
  ['kick', ['m', '1'], { reason: 'why', until: '2999-01-01' }, ['POST', '/matches/m/kick', { playerID: '1', reason: 'why', until: 32472144000000 }]],
  ['ban', ['::1'], { reason: 'why', until: '2999-01-01' }, ['POST', '/bans', { address: '::1', reason: 'why', until: 32472144000000 }]],
  ['ban', ['m', '1'], { reason: 'why', until: '2999-01-01' }, ['POST', '/bans', { matchID: 'm', playerID: '1', reason: 'why', until: 32472144000000 }]],
  ['unban', ['m', '1'], {}, ['DELETE', '/bans', { matchID: 'm', playerID: '1' }]],
  ['bans', [], { limit: '5', after: 'x' }, ['GET', '/bans', { limit: '5', after: 'x' }]],
  ['notice', ['soon'], { match: 'm', 'game-name': 'nim' }, ['POST', '/notices', { text: 'soon', matchID: 'm', gameName: 'nim' }]],
  ['export', ['m'], {}, ['GET', '/matches/m/export']],
  ['quarantine', ['m'], {}, ['POST', '/matches/m/quarantine', {}]],
  ['quarantined', [], { limit: '5', after: 'x' }, ['GET', '/quarantined', { limit: '5', after: 'x' }]],
  ['restore', ['q/1'], {}, ['POST', '/quarantined/q%2F1/restore', {}]],
];

test('each option of each command is in its request', () => {
  assert.deepEqual(new Set(REQUESTS.map(([name]) => name)), new Set(Object.keys(COMMANDS)));
  for (const [name, words, values, [method, path, fields]] of REQUESTS) {
    const { options, ask } = COMMANDS[name];
    assert.deepEqual(Object.keys(values), options, name);
    const request = ask(words, values);
    assert.deepEqual([request.method, request.path, request.query ?? request.body], [method, path, fields], name);
  }
});

test('without --json the output is for people, and no text from players in it moves the cursor', async (t) => {
  const { say, matchID, playerCredentials, server } = await table(t);
  // The lobby rejects such a name, but an earlier release or another program may have stored it.
  const { metadata } = await server.db.fetch(matchID, { metadata: true });
  metadata.players[0].name = 'Al\u001b[2J\nBo';
  await server.db.setMetadata(matchID, metadata);
  const [, list] = await say('matches');
  assert.match(list, new RegExp(`^MATCH +GAME +PLAYERS +UPDATED *\n${matchID} +nim +1/2 +\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ +goes on\n$`));
  const [, shown] = await say('match', matchID);
  assert.match(shown, /^match .* of nim\n/);
  assert.match(shown, /\nturn 1, player 0, after 0 actions\n/);
  assert.match(shown, / {2}0 +Al\\u\{1b\}\[2J\\u\{a\}Bo\n/);
  assert.ok(!shown.includes(playerCredentials) && !shown.includes('\u001b'));
  assert.ok((await say('match', matchID, '--credentials'))[1].includes(playerCredentials));
  assert.deepEqual(await say('bans'), [0, 'none\n']);
  assert.deepEqual(await say('ban', '2001:db8::1'), [0, '2001:db8::1 is banned\n']);
  assert.match((await say('bans'))[1], /^BANNED +REASON\n2001:db8:0:0 +permanently +you are banned from this server\n$/);
  assert.deepEqual(await say('unban', '2001:db8::2'), [0, '2001:db8::2 is banned no more\n']);
  assert.deepEqual(await say('notice', 'soon'), [0, 'the notice has been sent\n']);
  const [, put] = await say('quarantine', matchID);
  const [, id] = /put it back by: restore (\S+)\n$/.exec(put);
  assert.match((await say('quarantined'))[1], new RegExp(`${id} +${matchID} +\\d{4}-`));
  assert.equal((await say('restore', id))[0], 0);
  assert.deepEqual(await say('end', matchID), [0, `match ${matchID} has been ended\n`]);
  assert.match((await say('matches'))[1], /over: \{"endedBy":"admin"\}/);
});

test('a command that had no effect exits with status 1', async (t) => {
  const { say, matchID } = await table(t);
  for (const args of [
    ['end', 'none'], ['delete', 'none'], ['kick', matchID, '7'], ['ban', matchID, '7'], ['unban', '203.0.113.7'], ['notice', 'x', '--match', 'none'],
    ['quarantine', 'none'], ['restore', 'none'], ['export', 'none'],
  ]) {
    const [status, text] = await say(...args);
    assert.deepEqual([status, text.split('\n').length], [1, 2], args.join(' '));
  }
});

test('--help lists the commands', async () => {
  for (const args of [['--help'], ['-h']]) assert.match((await rondel(args)).stdout, /^Usage: rondel-server COMMAND\n[^]*admin/);
  const { status, stdout } = await rondel(['admin', '--help'], '');
  assert.equal(status, 0);
  for (const name of ['matches', 'match', 'end', 'delete', 'kick', 'ban', 'unban', 'bans', 'notice', 'export', 'quarantine', 'quarantined', 'restore']) {
    assert.match(stdout, new RegExp(`\n {2}${name} `));
  }
});

test('an error is one line and an exit status', async (t) => {
  const { url, matchID } = await table(t);
  const cases = [
    [[], 2, /expected a command/], [['admin'], 2, /expected the URL/], [['admin', 'file:///x', 'matches'], 2, /expected the URL/], [['admin', url], 2, /expected a command/],
    [['admin', url, 'toString'], 2, /expected a command/],
    [['admin', url, 'delete'], 2, /wrong number/], [['admin', url, 'delete', ''], 2, /wrong number/], [['admin', url, 'match', matchID, '--reason', 'x'], 2, /no --reason/],
    [['admin', url, 'end', matchID, '{'], 2, /is not valid JSON/], [['admin', url, 'kick', matchID, '0', '--until', 'soon'], 2, /expected a date/],
    [['admin', url, '--secret', SECRET, 'matches'], 2, /--secret/],
    [['admin', url, 'ban', 'nobody'], 1, /400: ban: address/], [['admin', url, 'matches', '--after', 'x'], 1, /400: listMatches: after/],
    [['admin', url, 'match', 'none'], 1, /answers 404/], [['admin', 'http://127.0.0.1:1', 'matches'], 1, /cannot be reached/],
  ];
  await Promise.all(cases.map(async ([args, status, message]) => {
    // The program reports all errors in the same way.
    const answer = await (args.length > 3 ? run(args.slice(1)) : rondel(args));
    assert.deepEqual([answer.status, answer.stdout, answer.stderr.split('\n').length], [status, '', 2], args.join(' '));
    assert.match(answer.stderr, message);
  }));
  assert.equal((await run([url, 'matches'], '')).status, 2);
  const refused = await rondel(['admin', url, 'matches'], 'wrong secret');
  assert.deepEqual([refused.status, refused.stderr.includes('403'), refused.stderr.includes('wrong secret')], [1, true, false]);
});

test('the secret goes to no other server, and what is no server of Rondel\'s is named', async (t) => {
  const secrets = [];
  const other = createServer((request, response) => {
    secrets.push(request.headers['admin-secret']);
    response.end('<p>hello');
  });
  const sending = createServer((_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${other.address().port}/` }).end());
  for (const server of [other, sending]) {
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    t.after(() => server.close());
  }
  assert.equal((await run([`http://127.0.0.1:${sending.address().port}`, 'matches'])).status, 1);
  assert.deepEqual(secrets, []);
  assert.match((await run([`http://127.0.0.1:${other.address().port}`, 'matches'])).stderr, /no server of Rondel/);
});

test('neither a secret that no header holds nor a password in the URL is printed', async () => {
  const url = 'http://127.0.0.1:1';
  for (const [at, secret] of [[url, 'top\nsecret'], [url, 'topsecret '], [url, 'topsecret€'], ['http://user:topsecret@127.0.0.1:1', SECRET]]) {
    const { status, stdout, stderr } = await run([at, 'matches'], secret);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /ADMIN_SECRET has a character|without a name and a password/);
    assert.doesNotMatch(stderr, /secret(?! )/);
  }
});
