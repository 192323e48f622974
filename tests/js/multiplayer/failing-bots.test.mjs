// Failing bots at a Local master, and the actions in their place: matches neither wait nor end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Local } from 'rondel/multiplayer';
import { printing } from '../support/console.mjs';
import { nextTask } from '../support/tasks.mjs';
import { race, say } from './race.mjs';
import { cards, move, sit } from './transports.mjs';

/** Seats a bot at the current seat, and waits for a number of pauses; `printed` is the console's output about bots. */
async function seat(t, bot, { game = race(), pauses = 5 } = {}) {
  const printed = printing(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tab = sit(Local({ bots: { 0: bot } }), game, { playerID: '1' });
  t.after(() => tab.transport.disconnect());
  await pass(t, pauses);
  return { printed: printed.filter((text) => text.includes('the bot of')), tab };
}

/** Waits for a number of pauses of bots. */
async function pass(t, pauses, ms = 100) {
  for (let i = 0; i < pauses; i++) {
    await nextTask();
    t.mock.timers.tick(ms);
    await nextTask();
  }
}

/** A bot with this behaviour. */
const doing = (play) => class {
  play = play;
};

const ENDLESS = { * [Symbol.iterator]() { for (;;) yield { move: 'say', args: [1] }; } };

for (const [name, bot, why] of [
  ['is always refused', doing(async (state, playerID) => say(playerID, 3)), /the bot of player '0' did say\(3\) in vain; say\(1\) was done in its place:.*invalid/],
  ['throws', doing(async () => { throw new Error('no idea'); }), /the bot of player '0' has failed; say\(1\) was done in its place:.*no idea/],
  ['throws in place of a promise', doing(() => { throw new Error('no idea'); }), /no idea/],
  ['has a constructor that throws', class { constructor() { throw new Error('not today'); } }, /not today/],
  ['has no play', class {}, /play/],
  ['returns nothing', doing(async () => undefined), /expected { action }, got undefined/],
  ['returns no action', doing(async () => ({ action: null })), /the bot of player '0' did nothing; say\(1\) was done in its place:.*expected { action }, got null/],
  ['returns a value that is not a promise', doing(() => 7), /expected { action }, got 7/],
  ['returns an invalid action', doing(async () => ({ action: 'say' })), /did an invalid action in vain/],
  ['uses an argument that JSON cannot represent', doing(async (_state, playerID) => say(playerID, 1n)), /did say\(1\) in vain.*BigInt/],
  ['returns an action whose members throw', doing(async () => ({ action: { get payload() { throw new Error('not for you'); } } })), /did an invalid action in vain.*not for you/],
  ['returns an unreadable result', doing(async () => ({ get action() { throw new Error('not for you'); } })), /not for you/],
  ['acts for another player', doing(async () => say('1', 1)), /did say\(1\) in vain.*unauthorized action/],
  ['makes an action without effect', doing(async (_state, playerID) => ({ action: { type: 'UNDO', payload: { playerID } } })), /in vain/],
]) {
  test(`the first legal move is made in place of a bot that ${name}`, async (t) => {
    const { printed, tab } = await seat(t, bot, { game: race({ name: 'numbers' }) });
    assert.deepEqual(tab.state.G.said, ['0']);
    assert.equal(printed.length, 1, printed.join('\n'));
    assert.match(printed[0], /^rondel: game 'numbers': /);
    assert.match(printed[0].replaceAll('\n', ' '), why);
  });
}

test('a bot that never answers fails after a minute of silence', async (t) => {
  const bot = doing((_state, _playerID, { onProgress }) => {
    setTimeout(() => onProgress({ iterations: 1, share: 0, candidates: [] }), 30_000);
    return new Promise(() => {});
  });
  const { printed, tab } = await seat(t, bot);
  await pass(t, 80, 1000);
  assert.deepEqual([tab.state.G.said, printed], [[], []]);
  await pass(t, 20, 1000);
  assert.deepEqual(tab.state.G.said, ['0']);
});

test('a bot has three attempts, because a refused action may have been random', async (t) => {
  let tries = 0;
  const bot = doing(async (_state, playerID) => say(playerID, (tries += 1) < 3 ? 3 : 2));
  const { printed, tab } = await seat(t, bot);
  assert.deepEqual([tab.state.G.said, tries, printed], [['0'], 3, []]);
});

test('a move called pass is made in place of a failing bot if the game has one', async (t) => {
  const game = race({ moves: { ...race().moves, pass: ({ G, playerID }) => { G.said.push(`${playerID} passes`); } } });
  const { tab } = await seat(t, doing(async () => undefined), { game });
  assert.deepEqual(tab.state.G.said, ['0 passes']);
});

for (const [name, enumerate] of [
  ['an endless list', () => ENDLESS],
  ['a promise', async () => [{ move: 'say', args: [1] }]],
  ['nothing', () => undefined],
  ['invalid candidates', () => [null, 7, {}, { move: 'say', args: 7 }, { move: 'shout', args: [1] }]],
  ['illegal moves', () => [{ move: 'say', args: [3] }, { event: 'endGame' }]],
  ['an error', () => { throw new Error('no idea'); }],
]) {
  test(`the turn of a failing bot ends if the game's enumerate gives ${name}`, async (t) => {
    const game = race({ ai: { enumerate }, turn: { maxMoves: 1 }, events: { endGame: false } });
    const { printed, tab } = await seat(t, doing(async () => undefined), { game });
    assert.deepEqual([tab.state.ctx.turn, tab.state.ctx.currentPlayer, tab.state.ctx.gameover], [2, '1', undefined]);
    assert.match(printed[0], /endTurn\(\) was done in its place/);
  });
}

test('a bot without a legal action waits until the match goes on, and tries again then', async (t) => {
  let isWise = false;
  const bot = doing(async (_state, playerID) => ({ action: { type: 'MAKE_MOVE', payload: { type: isWise ? 'play' : 'nonsense', args: ['bot'], playerID } } }));
  const game = cards({ events: { endTurn: false, endStage: false, pass: false } });
  const { printed, tab } = await seat(t, bot, { game, pauses: 10 });
  assert.equal(printed.length, 1);
  assert.match(printed[0], /the bot of player '0' did nonsense\("bot"\) in vain; it waits until the match goes on/);
  isWise = true;
  move(tab, 'play', 'mine');
  await pass(t, 1);
  assert.deepEqual(tab.state.G.table, ['mine', 'bot']);
});

test('a bot without an action fails only if the match waits for it', async (t) => {
  const none = doing(async () => ({ action: null }));
  const game = cards({ events: { endTurn: false, endStage: false, pass: false } });
  const { printed, tab } = await seat(t, none, { game });
  assert.deepEqual(printed, []);
  move(tab, 'play', 'mine');
  await pass(t, 3);
  assert.deepEqual([printed, tab.state.G.table], [[], ['mine']]);
});

test('a bot without an action fails only if the match waits for it, also among several', async (t) => {
  const printed = printing(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const none = doing(async () => ({ action: null }));
  const tab = sit(Local({ bots: { 0: none, 1: none } }), cards({ events: { endTurn: false, endStage: false, pass: false } }), { playerID: null });
  t.after(() => tab.transport.disconnect());
  await pass(t, 5);
  assert.match(printed.filter((text) => text.includes('the bot of')).join('\n'), /^rondel: game 'default': the bot of player '1' did nothing; it waits until the match goes on/);
});

test('the same failure is printed once, and a match of failing bots is played to its end', async (t) => {
  const printed = printing(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const bot = doing(async () => { throw new Error('no idea'); });
  const tab = sit(Local({ bots: { 0: bot, 1: bot } }), race(), { playerID: null });
  t.after(() => tab.transport.disconnect());
  await pass(t, 15);
  assert.deepEqual(tab.state.ctx.gameover, { winner: '1' });
  assert.equal(printed.filter((text) => text.includes('the bot of')).length, 2);
});
