// Exported matches: one file, which replay runs state by state, as it does a stored match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory, Sqlite } from 'rondel/server';
import { replay } from 'rondel/testing';
import { silence } from '../support/console.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { throughJSON } from '../support/json.mjs';
import { serve } from './serve.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const game = (options) => ({
  name: 'dice',
  setup: ({ random }, setupData) => ({ rolled: [random.D6()], bet: setupData?.bet ?? 0, notes: 0 }),
  turn: { activePlayers: { all: null } },
  moves: {
    roll: ({ G, random }) => { G.rolled.push(random.D6()); },
    note: { move: ({ G }, by) => { G.notes += by; }, redact: true },
  },
  phases: { late: {} },
  ...options,
});

/** An exported match that has used every feature that leaves a trace. */
async function exported(t, { options = {}, db = new InMemory(), isEnded = false } = {}) {
  silence(t);
  const rules = game(options);
  const { server: { admin }, post, url } = await serve(t, { games: [rules], db });
  const { body: { matchID } } = await post('/games/dice/create', { numPlayers: 2, setupData: { bet: 5 } });
  const { body: { playerCredentials: credentials } } = await post(`/games/dice/${matchID}/join`, { playerID: '0', playerName: 'Al' });
  const client = sit(t, CLIENTS["Rondel's client by a WebSocket"], url, { game: rules, matchID, playerID: '0', credentials });
  await until([client], () => client.getState());
  for (const act of [
    () => client.moves.roll(), () => client.moves.note(2), () => client.events.setActivePlayers({ currentPlayer: null }), () => client.moves.note(3),
    () => client.undo(), () => client.redo(), () => client.undo(), () => client.moves.roll(), () => client.events.endTurn(),
  ]) {
    act();
    await until([client], () => client.getState().pending === 0);
  }
  client.sendChatMessage('hello');
  if (isEnded) await admin.endMatch(matchID, { winner: '1' });
  return { file: throughJSON(await admin.exportMatch(matchID)), stored: await admin.getMatch(matchID), credentials, matchID, rules, admin };
}

const WAYS = {
  'secure numbers': {},
  'a generator': { options: { seed: 'x' } },
  "boardgame.io's ways": { options: { compat: '0.50' } },
  'an outcome of the operator\'s': { isEnded: true },
};
for (const [way, how] of Object.entries(WAYS)) {
  test(`a match with ${way} is exported, and replayed state by state, events and undo included`, async (t) => {
    const { file, stored, rules } = await exported(t, how);
    const { initialState, steps, state, otherVersion } = replay(file, { game: rules });
    assert.deepEqual(throughJSON([state.G, state.ctx, state._stateID]), throughJSON([stored.state.G, stored.state.ctx, stored.state._stateID]));
    assert.deepEqual([initialState.G.bet, otherVersion, steps.length], [5, null, stored.state._stateID]);
    assert.deepEqual(steps.map((step) => step.state._stateID), steps.map((_, i) => i + 1));
    assert.deepEqual(steps.slice(0, 4).map(({ action, state: { G } }) => [action.payload.type, G.notes]), [['roll', 0], ['note', 2], ['setActivePlayers', 2], ['note', 5]]);
    // The stored match is the same.
    assert.deepEqual(throughJSON(replay(stored, { game: rules }).state.G), throughJSON(state.G));
  });
}

test('a match from a database is exported', async (t) => {
  const { file, rules } = await exported(t, { db: new Sqlite(`${temporaryFolder(t)}/matches.db`) });
  assert.equal(replay(file, { game: rules }).steps.length, 9);
});

test("the file has the operator's information, but no credentials and no chat", async (t) => {
  const { file, credentials, matchID, admin } = await exported(t);
  assert.deepEqual(Object.keys(file), ['format', 'formatVersion', 'matchID', 'exportedAt', 'metadata', 'initialState', 'log', 'state']);
  assert.deepEqual([file.matchID, file.metadata.gameName, file.metadata.setupData, file.metadata.players[0].name], [matchID, 'dice', { bet: 5 }, 'Al']);
  assert.ok(!JSON.stringify(file).includes(credentials) && !JSON.stringify(file).includes('hello'));
  assert.ok(Object.keys(file.metadata).every((field) => !field.startsWith('_')));
  assert.equal(await admin.exportMatch('none'), null);
  await admin.deleteMatch(matchID);
  assert.equal(await admin.exportMatch(matchID), null);
  await assert.rejects(admin.exportMatch(''), { code: 'server/admin' });
});

test('credentials that another master has stored in the log are neither exported nor shown', async (t) => {
  const db = new InMemory();
  const { matchID, admin, file } = await exported(t, { db });
  const [first] = db.log.get(matchID);
  db.log.set(matchID, [{ ...first, action: { ...first.action, payload: { ...first.action.payload, credentials: 'sesame' } } }, ...db.log.get(matchID).slice(1)]);
  for (const shown of [await admin.exportMatch(matchID), await admin.getMatch(matchID)]) assert.ok(!JSON.stringify(shown).includes('sesame'));
  assert.equal(file.log.length, db.log.get(matchID).length);
});

test('replay names the first difference: in the log, in random numbers, in the last state', async (t) => {
  const { file, rules } = await exported(t, { options: { seed: 'x' } });
  const code = 'testing/replay';
  const last = { ...file, state: { ...file.state, G: { ...file.state.G, rolled: [...file.state.G.rolled.slice(0, -1), 77] } } };
  assert.throws(() => replay(last, { game: rules }), { code, message: /^the last state, 9: G\.rolled\.2: 77 then, \d when it is played again$/ });
  const entry = { ...file, log: file.log.map((one, i) => (i === 1 ? { ...one, turn: 5 } : one)) };
  assert.throws(() => replay(entry, { game: rules }), { code, message: 'state 1: log.0.turn: 5 then, 1 when it is played again', payload: { stateID: 1, action: file.log[1].action, path: '0.turn' } });
  for (const match of [last, entry]) assert.equal(replay(match, { game: rules, compare: false }).steps.length, 9);
  const otherwise = game({ seed: 'x', moves: { ...rules.moves, note: () => 'INVALID_MOVE' } });
  assert.throws(() => replay(file, { game: otherwise }), { code, message: /^the action of state 1 cannot be played again: / });
  assert.throws(() => replay({ ...file, log: file.log.slice(0, 2) }, { game: rules }), { code, message: /has no entry for the action of state 2/ });
});

test('a different order of members is no difference', async (t) => {
  const { file, rules } = await exported(t);
  const { G: { rolled, bet, notes } } = file.state;
  assert.equal(replay({ ...file, state: { ...file.state, G: { notes, bet, rolled } } }, { game: rules }).steps.length, 9);
});

test('a match of another version is replayed as long as the rules agree, and the version is named', async (t) => {
  const { file } = await exported(t, { options: { version: 1 } });
  const note = 'the match was played with version 1, and this game has version 2: play it again with the rules that it was played with';
  assert.equal(replay(file, { game: game({ version: 2 }) }).otherVersion, note);
  assert.throws(() => replay(file, { game: game({ version: 2, moves: { roll: () => {} } }) }), (error) => (
    error.code === 'testing/replay' && error.message.endsWith(`; ${note}`)
  ));
});

test('a file of another kind is refused by name', async (t) => {
  const { file, rules } = await exported(t);
  const code = 'testing/replay';
  for (const wrong of [null, {}, [], 'x', { ...file, log: undefined }, { ...file, state: 5 }]) assert.throws(() => replay(wrong, { game: rules }), { code, message: /^replay: / });
  assert.throws(() => replay(JSON.stringify(file), { game: rules }), { code, message: /^replay: expected what exportMatch .* has made, got its text: parse it with JSON\.parse$/ });
  assert.throws(() => replay({ ...file, formatVersion: 2 }, { game: rules }), { code, message: 'replay: its format is 2, and this version of Rondel reads 1' });
  assert.throws(() => replay(file, { game: { ...rules, name: 'chess' } }), { code, message: "replay: the match is one of 'dice', and this game is 'chess'" });
});
