// Sources of a server's random numbers: what a stranger who sees some of them can compute, and what clients receive.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { FlatFile, InMemory, Server, Sqlite } from 'rondel/server';
import { replay } from 'rondel/testing';
import { generatorBehind, shuffledBy } from '../support/alea.mjs';
import { temporaryFolder } from '../support/folders.mjs';
import { serve } from './serve.mjs';
import { WIRES } from './raw.mjs';
import { CLIENTS, sit, until } from './support.mjs';

const CARDS = Array.from({ length: 52 }, (_, i) => `card-${i}`);

/** The spins are public, and the deck is hidden. */
const casino = (settings = {}) => ({
  name: 'casino',
  setup: ({ random }) => ({ secret: { deck: random.Shuffle(CARDS), numbers: [] }, spun: [], shuffled: 0 }),
  playerView: ({ G: { secret: _, ...G } }) => G,
  moves: {
    spin: ({ G, random }) => { G.spun.push(random.Number()); },
    shuffle: {
      client: false,
      move: ({ G, random }) => {
        G.shuffled += 1;
        // As many numbers as a shuffle takes, stored so that the test knows them.
        const numbers = CARDS.map(() => random.Number());
        G.secret.numbers.push(...numbers);
        let next = 0;
        G.secret.deck = shuffledBy(() => numbers[next++], CARDS);
      },
    },
  },
  ...settings,
});

const rondels = CLIENTS["Rondel's client by a WebSocket"];

/** A spectator without a seat sees four numbers and predicts the next shuffle of the deck; then the game shuffles. */
async function attack(t, { game = casino(), ...options } = {}) {
  const { url, server: { db } } = await serve(t, { games: [game], ...options });
  const player = sit(t, rondels, url, { game, playerID: '0' });
  await until([player], () => player.getState());
  const stranger = sit(t, rondels, url, { game });
  await until([stranger], () => stranger.getState());
  for (let i = 1; i <= 4; i += 1) {
    player.moves.spin();
    await until([stranger], () => stranger.getState().G.spun.length === i);
  }
  const guess = shuffledBy(generatorBehind(stranger.getState().G.spun), CARDS);
  player.moves.shuffle();
  await until([stranger], () => stranger.getState().G.shuffled === 1);
  const { state } = await db.fetch('m', { state: true });
  return { hasGuessed: JSON.stringify(guess) === JSON.stringify(state.G.secret.deck), state };
}

test('a viewer of four numbers of a server cannot predict the next shuffle', async (t) => {
  const { hasGuessed, state } = await attack(t);
  assert.equal(hasGuessed, false);
  assert.deepEqual(Object.keys(state.plugins.random), ['drawn']);
});

test('with a seed, under compat, and if the server or the game says so, a viewer can predict the next shuffle', async (t) => {
  for (const options of [
    { random: 'seeded' }, { game: casino({ seed: 'x' }) }, { game: casino({ compat: '0.50' }) }, { game: casino({ random: 'seeded' }) },
  ]) {
    assert.equal((await attack(t, options)).hasGuessed, true, JSON.stringify(options));
  }
});

test("the server's option `random` overrides those of all its games", async (t) => {
  for (const game of [casino({ seed: 'x' }), casino({ compat: '0.50' }), casino({ random: 'seeded' })]) {
    assert.equal((await attack(t, { game, random: 'secure' })).hasGuessed, false);
  }
  assert.equal((await attack(t, { game: casino({ random: 'secure' }), random: 'seeded' })).hasGuessed, true);
});

test('an invalid `random` option is refused', () => {
  assert.throws(() => Server({ games: [casino()], random: 'dice' }), {
    code: 'server/options', message: "random: expected 'secure' or 'seeded', got dice",
  });
});

for (const [name, open] of Object.entries(WIRES)) {
  test(`secretly drawn numbers reach no player, no spectator and no lobby: ${name}`, async (t) => {
    const { url, get, server: { db } } = await serve(t, { games: [casino()] });
    const join = async (playerID) => {
      const wire = await open(url, 'casino');
      t.after(() => wire.socket.close());
      wire.send('sync', 'm', playerID, undefined, 2);
      await heardBy([wire], 'shuffled');
      return wire;
    };
    const act = (wire, type, stateID, action) => wire.send('update', { type, payload: { args: [], playerID: '0', ...action } }, stateID, 'm', '0');
    const [player, spectator] = [await join('0'), await join(null)];
    act(player, 'MAKE_MOVE', 0, { type: 'shuffle' });
    act(player, 'MAKE_MOVE', 1, { type: 'spin' });
    act(player, 'UNDO', 2);
    act(player, 'GAME_EVENT', 2, { type: 'endTurn' });
    await until([], () => db.fetch('m', { state: true }).state.ctx.turn === 2);
    const later = [await join('1'), await join(undefined)];
    const { state, log } = db.fetch('m', { state: true, log: true });
    const [spun] = state.G.spun.map(String);
    const wires = [player, spectator, ...later];
    await heardBy(wires, spun);
    const [drawn] = log.map((entry) => entry._replay?.drawn).filter(Boolean);
    assert.deepEqual(drawn, state.G.secret.numbers);
    const texts = [...wires.flatMap(({ heard }) => heard), ...await Promise.all(['/games/casino', '/games/casino/m'].map(async (path) => JSON.stringify((await get(path)).body)))];
    for (const secret of [...drawn.map(String), ...state.G.secret.deck, '_replay', 'prngstate', 'seed', 'drawn']) {
      assert.deepEqual(texts.filter((text) => text.includes(secret)), [], `${secret} is revealed`);
    }
  });
}

test('a stored match of a server can be replayed, with each storage', async (t) => {
  const makeStorages = [
    () => new InMemory(),
    () => new FlatFile({ dir: temporaryFolder(t) }),
    () => new Sqlite({ file: join(temporaryFolder(t), 'matches.db') }),
  ];
  for (const make of makeStorages) {
    const db = make();
    const { url } = await serve(t, { games: [casino()], db });
    const [p0, p1] = ['0', '1'].map((playerID) => sit(t, rondels, url, { game: casino(), playerID }));
    await until([p0, p1], () => p0.getState() && p1.getState());
    for (const turn of [1, 2, 3]) {
      const player = [p1, p0][turn % 2];
      player.moves.spin();
      player.moves.shuffle();
      player.events.endTurn();
      await until([p0, p1], () => [p0, p1].every((client) => client.getState().ctx.turn === turn + 1));
    }
    const stored = await db.fetch('m', { state: true, log: true, initialState: true });
    const { G, ctx, plugins, _stateID } = replay(stored, { game: casino() }).state;
    assert.deepEqual({ G, ctx, plugins, _stateID }, {
      G: stored.state.G, ctx: stored.state.ctx, plugins: stored.state.plugins, _stateID: stored.state._stateID,
    });
    assert.equal(G.secret.numbers.length, 3 * CARDS.length);
  }
});

/** Waits until each of these connections has received a text with this content. */
function heardBy(wires, text) {
  return until([], () => wires.every(({ heard }) => heard.some((message) => message.includes(text))), text);
}
