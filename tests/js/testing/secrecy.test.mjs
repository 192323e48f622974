// checkSecrecy of rondel/testing: no false alarms, and each mistake found.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ProcessGameConfig } from 'rondel/internal';
import { PluginPlayer } from 'rondel/plugins';
import { checkSecrecy } from 'rondel/testing';
import { partOfToday } from '../support/rotation.mjs';
import { counter } from '../client/support.mjs';
import { secretive } from '../master/games.mjs';
import { busy, enumerate, hiddenHands, notes, positional } from './games.mjs';

/** Another one on each of three days. */
const SEED = 1 + partOfToday(3);

const others = (G, ctx, playerID) => ctx.playOrder.filter((player) => player !== playerID);
const othersHands = (G, ctx, playerID) => [G.secret, others(G, ctx, playerID).map((player) => G.players[player])];

/** The leaks that the check finds in a game. */
async function leaksOf(game, options) {
  const error = await checkSecrecy(game, options).then(() => assert.fail('nothing was found'), (thrown) => thrown);
  assert.equal(error.code, 'testing/leak', error.stack);
  return { ...error.payload, text: error.message };
}

for (const [name, game, options] of [
  ['a game without secrets', counter()],
  ['one with phases, hooks, plugins and everything', busy(), { setupData: { size: 4 } }],
  ['one in the positional style', positional()],
  ['hidden hands', hiddenHands(), { moves: enumerate, secrets: othersHands }],
  ['hidden hands of three', hiddenHands({ ai: { enumerate } }), { numPlayers: 3, secrets: othersHands }],
  ['hidden hands, with made up arguments', hiddenHands()],
  ['hidden hands for boardgame.io', hiddenHands({ compat: '0.50' }), { moves: enumerate }],
  ['hidden hands, processed', ProcessGameConfig(hiddenHands()), { moves: enumerate }],
  ['one with a secret in every place', secretive()],
]) {
  test(`nothing leaks from ${name}, with seed ${SEED}`, async () => {
    const { games, messages, bytes } = await checkSecrecy(game, { games: 5, seed: SEED, ...options });
    assert.equal(games, 5);
    assert.ok(messages > 400 && bytes > 100 * messages, `${messages} messages of ${bytes} bytes`);
  });
}

const timed = (onTimeout, fields = {}) => hiddenHands({ ...fields, turn: { ...hiddenHands().turn, time: 30_000, onTimeout } });

for (const [name, onTimeout, fields] of [
  ['nothing', undefined],
  ['a hook', ({ G, effects, playerID }) => { G.late = playerID; effects.emit('late', playerID); }],
  ['a bot', 'cautious', { ai: { enumerate, bots: { cautious: { difficulty: 'easy' } } } }],
]) {
  test(`nothing leaks from time-outs with ${name}`, async () => {
    await checkSecrecy(timed(onTimeout, fields), { games: 5, seed: SEED, moves: enumerate, secrets: othersHands });
  });
}

for (const [what, onTimeout, place] of [
  ['shows a hidden card', ({ G }) => { G.top = G.secret.deck.at(-1); }, /G\.top|args\[3\]/],
  ['tells one in an effect', ({ G, effects }) => effects.emit('top', G.secret.deck.at(-1)), /effects\[0\]\.data/],
]) {
  test(`a time-out that ${what} is found, with the fewest steps`, async () => {
    const { leaks, steps } = await leaksOf(timed(onTimeout), { moves: enumerate, secrets: (G) => G.secret });
    assert.match(leaks[0].path, place);
    assert.equal(steps.at(-1), 'a time runs out');
    assert.ok(steps.length <= 3, steps.join('\n'));
  });
}

test('times of less than a second end only where a player is late', async () => {
  const game = hiddenHands({ turn: { ...hiddenHands().turn, time: 1 } });
  const play = () => checkSecrecy(game, { games: 2, moves: enumerate });
  assert.deepEqual(await play(), await play());
});

test('the same seed plays the same matches, and another seed others', async () => {
  const play = (seed) => checkSecrecy(hiddenHands(), { games: 2, moves: enumerate, seed });
  assert.deepEqual(await play(5), await play(5));
  assert.notDeepEqual(await play(5), await play(6));
});

test('G.secret in the view is found, and the error says for whom and where', async () => {
  const { leaks, text } = await leaksOf(hiddenHands({ playerView: undefined }), { moves: enumerate });
  assert.deepEqual(leaks.map(({ viewer, message }) => [viewer, message])[0], ['0', 'sync']);
  assert.ok(leaks.some(({ path }) => path === 'args[1].state.G.secret'), text);
  assert.match(text, /player 0, sync, args\[1\]\.state\.G\.secret\.deck\[0\]: "/);
  assert.match(text, /seed 1, match 0/);
});

test('G.secret that holds only small numbers is found as a whole', async () => {
  const game = { setup: () => ({ secret: { deck: [1, 2, 3, 4] }, deck: 4 }), moves: {} };
  assert.deepEqual((await leaksOf(game)).leaks.map(({ path }) => path), ['args[1].state.G.secret', 'args[1].initialState.G.secret']);
});

test("a view that shows others' hands is found by the test's list of secrets", async () => {
  const playerView = ({ G: { secret, ...G } }) => G;
  const { leaks } = await leaksOf(hiddenHands({ playerView }), { moves: enumerate, secrets: othersHands });
  assert.ok(leaks.some(({ viewer, path, why }) => viewer === '0' && path === 'args[1].state.G.players.1[0]' && why === 'a secret'));
  assert.ok(leaks.every(({ viewer, path }) => !path.includes(`players.${viewer}`)));
});

test("a view for which a spectator is player 0 is found", async () => {
  const playerView = ({ G: { secret, ...G }, playerID }) => ({ ...G, players: { [playerID ?? '0']: G.players[playerID ?? '0'] } });
  const { leaks } = await leaksOf(hiddenHands({ playerView }), { moves: enumerate, secrets: othersHands });
  assert.deepEqual([...new Set(leaks.map(({ viewer }) => viewer))], [null]);
});

test('a secret that is shown during a match is found, with the fewest steps', async () => {
  const game = hiddenHands();
  const { stages } = game.turn;
  const peek = ({ G }) => { G.top = G.secret.deck.at(-1); };
  game.turn = { ...game.turn, stages: { play: { moves: { ...stages.play.moves, peek } } } };
  const moves = (...args) => [...enumerate(...args), { move: 'peek' }];
  const { leaks, steps } = await leaksOf(game, { moves, secrets: (G) => G.secret });
  assert.ok(steps.length <= 3, steps.join('\n'));
  assert.match(steps.at(-1), /moves\.peek/);
  assert.ok(leaks.some(({ message, path }) => message === 'update' && path === 'args[1].G.top'));
  assert.ok(leaks.some(({ message, path }) => message === 'patch' && /^args\[3\]\[\d\]\.value/.test(path)));
  assert.ok(leaks.some(({ viewer, message, path }) => viewer === '1' && message === 'bot' && path === 'args[1].G.top'));
});

for (const move of ['pass', 'quote']) {
  test(`${move} without redact is found`, async () => {
    const game = hiddenHands();
    const { moves } = game.turn.stages.play;
    game.turn.stages.play.moves = { ...moves, [move]: moves[move].move };
    const { leaks, text } = await leaksOf(game, { moves: enumerate, numPlayers: 3 });
    assert.match(text, new RegExp(`moves\\.${move}`));
    for (const { path, why } of leaks) {
      assert.match(path, /args\[0\]$/);
      assert.match(why, move === 'pass' ? /^G\.players\.\d\[\d\] is hidden from them$/ : /^plugins\.notes\.of\.\d\[\d\] is hidden/);
    }
  });
}

test('a move without redact is found without a list of moves', async () => {
  const whisper = ({ G, playerID }, what) => { G.players[playerID].push(what); };
  const { leaks } = await leaksOf(hiddenHands({ moves: { whisper } }));
  assert.ok(leaks.every(({ path, value }) => path.endsWith('args[0]') && typeof value === 'string'));
});

test('a plugin without a playerView is found by the test\'s list of secrets', async () => {
  const game = hiddenHands({ plugins: [notes({ playerView: undefined })] });
  const secrets = (G, ctx, playerID, { notes: { of } }) => others(G, ctx, playerID).map((player) => of[player]);
  const { leaks } = await leaksOf(game, { moves: enumerate, secrets });
  assert.ok(leaks.some(({ viewer, path }) => viewer === '0' && path === 'args[1].state.plugins.notes.data.of.1[0]'));
  const gold = { ...busy(), plugins: [PluginPlayer({ setup: (player) => ({ gold: `chest of ${player}` }) })] };
  const chests = (G, ctx, playerID, { player }) => player.players[playerID === '0' ? 1 : 0];
  assert.match((await leaksOf(gold, { secrets: chests })).leaks[0].value, /^chest of [01]$/);
});

test('a plugin that shows the seed is found', async () => {
  const plugin = { name: 'spy', setup: ({ game }) => ({ at: [`seed: ${game.seed}`] }) };
  const { leaks } = await leaksOf({ ...counter(), plugins: [plugin] });
  assert.deepEqual([leaks[0].why, leaks[0].path], ['the seed', 'args[1].state.plugins.spy.data.at[0]']);
});

test('a setup that makes a secret public is found by the test\'s list of secrets', async () => {
  const setup = (_, { password }) => ({ hint: `it is ${password.slice(0, 3)}…`, help: `no, it is ${password}!`, secret: { password } });
  const { leaks } = await leaksOf(hiddenHands({ setup, turn: {}, playerView: ({ G: { secret, ...G } }) => G }), {
    setupData: { password: 'swordfish' }, secrets: (G) => G.secret.password, moves: () => [],
  });
  assert.deepEqual([...new Set(leaks.map(({ path }) => path))], ['args[1].state.G.help', 'args[1].initialState.G.help']);
});

test('secrets in log metadata and in reasons of a refusal are found', async () => {
  const note = ({ G, log }) => { log.setMetadata({ next: G.secret.deck.at(-1) }); };
  const noted = await leaksOf(hiddenHands({ turn: {}, moves: { note } }));
  assert.match(noted.leaks[0].path, /\.metadata\.next$/);
  const refuse = ({ G }) => ({ [Symbol.for('rondel.invalid')]: true, payload: { next: G.secret.deck.at(-1) } });
  const refused = await leaksOf(hiddenHands({ turn: {}, moves: { refuse } }));
  assert.match(refused.leaks[0].path, /^sync\.acks.*payload\.next$/);
});

test('a guess of a hidden value is no leak; naming a value that only the player knows is one, unless it is allowed', async () => {
  const guess = ({ G }) => { G.asked += 1; };
  const game = hiddenHands({ turn: {}, moves: { guess } });
  const guesses = (G, ctx) => [{ move: 'guess', args: [`${['king', 'ace'][ctx.turn % 2]} of hearts`] }];
  const riddle = hiddenHands({ turn: {}, moves: { guess }, setup: () => ({ secret: { next: 'ace of hearts' }, asked: 0 }) });
  await checkSecrecy(riddle, { moves: guesses });
  const asks = (G, ctx, playerID) => [{ move: 'guess', args: [G.players[playerID][0]] }];
  const { leaks } = await leaksOf(game, { moves: asks });
  assert.ok(leaks.some(({ viewer }) => viewer === null));
  await checkSecrecy(game, { moves: asks, allow: ({ path }) => path.endsWith('.args[0]') });
});

test('setupData that the game refuses is an error that says so', async () => {
  const game = { ...counter(), validateSetupData: () => 'too few cards' };
  await assert.rejects(checkSecrecy(game), { code: 'testing/setupData', message: /too few cards/ });
});

test('the test gets an exception of playerView', async () => {
  await assert.rejects(checkSecrecy({ ...counter(), playerView: () => { throw new Error('mine'); } }), /mine/);
});

test('a secret in the data of an effect is found, unless only players receive it who see it', async () => {
  const dealing = (options) => hiddenHandsWith(({ effects, playerID }, card) => effects.emit('drawn', { card }, options(playerID)));
  const { leaks } = await leaksOf(dealing(() => ({})));
  assert.ok(leaks.some(({ path }) => /\.effects\[0\]\.data\.card$/.test(path)), JSON.stringify(leaks.slice(0, 3)));
  await checkSecrecy(dealing((playerID) => ({ to: playerID })), { games: 3 });
});

/** Cards that only their players see. `drawn` is called with each card that is drawn. */
function hiddenHandsWith(drawn) {
  return {
    setup: ({ ctx }) => ({ deck: Array.from({ length: 20 }, (_, i) => `card number ${i}`), hands: Object.fromEntries(ctx.playOrder.map((id) => [id, []])) }),
    playerView: ({ G, playerID }) => ({ deck: G.deck.length, hands: { [playerID]: G.hands[playerID] ?? [] } }),
    moves: {
      draw: {
        client: false,
        move: (context) => {
          const { G, playerID } = context;
          if (G.deck.length === 0) return 'INVALID_MOVE';
          const card = G.deck.pop();
          G.hands[playerID].push(card);
          drawn(context, card);
        },
      },
    },
    turn: { maxMoves: 1 },
  };
}
