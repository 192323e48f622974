// Slow: many random matches.
// checkSecrecy with cards that are objects of common words: it finds each leak and reports no false one. Sound games are played with another
// seed on each of three days.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkSecrecy } from 'rondel/testing';
import { partOfToday } from '../support/rotation.mjs';
import { goFish, loveLetter, othersHands, ownHand, passing, poker, uno, wordsOnBoard } from './card-games.mjs';

const key = (G, ctx, playerID) => (playerID === '0' ? [] : G.key.filter((card, i) => G.board[i].colour === 'unknown'));

const TODAY = { games: 3, seed: 1 + partOfToday(3) };

const SOUND = {
  poker: [poker, othersHands],
  'go fish': [goFish, othersHands],
  'love letter': [loveLetter, othersHands],
  'uno with two of each card': [uno, othersHands],
  'uno with cards that are texts': [() => uno({ text: true }), othersHands],
  'a board with words': [wordsOnBoard, key],
  'cards passed on face down': [() => passing(true), othersHands],
};

for (const [name, [game, secrets]] of Object.entries(SOUND)) {
  for (const [how, options] of [['by itself', {}], ['with secrets', { secrets }], ['of three', { secrets, numPlayers: 3 }]]) {
    test(`nothing leaks from ${name}, ${how}, with seed ${TODAY.seed}`, async () => {
      await checkSecrecy(game(), { ...TODAY, ...options });
    });
  }
  test(`nothing leaks from ${name}, with generated arguments and seed ${TODAY.seed}`, async () => {
    await checkSecrecy(game(), { ...TODAY, secrets, moves: () => [] });
  });
}

/** The leaks that the check finds in a game. */
async function leaksOf(game, options) {
  const error = await checkSecrecy(game, options).then(() => assert.fail('nothing was found'), (thrown) => thrown);
  assert.equal(error.code, 'testing/leak', error.stack);
  return error.payload.leaks;
}

const everything = ({ G: { secret, ...G } }) => G;

for (const [name, game] of Object.entries({ poker, goFish, loveLetter, uno, texts: () => uno({ text: true }) })) {
  test(`a view that shows all hands is found: ${name}`, async () => {
    const leaks = await leaksOf({ ...game(), playerView: everything }, { secrets: othersHands });
    assert.ok(leaks.some(({ viewer, path, why }) => viewer === '0' && why === 'a secret' && path.startsWith('args[1].state.G.hands.1')));
    assert.ok(leaks.every(({ viewer, path }) => !path.includes(`hands.${viewer}`)));
  });

  test(`a view that shows the deck is found, with and without a list of secrets: ${name}`, async () => {
    for (const secrets of [undefined, othersHands]) {
      const leaks = await leaksOf({ ...game(), playerView: ({ G }) => ({ ...ownHand({ G }), secret: G.secret }) }, { secrets });
      assert.ok(leaks.some(({ path }) => path.startsWith('args[1].state.G.secret')));
    }
  });
}

test("another player's card in the view is found, even with a field added", async () => {
  const viewThatLeaks = (more) => ({ G, playerID }) => ({ ...ownHand({ G, playerID }), shown: { ...G.hands[playerID === '0' ? '1' : '0'][0], ...more } });
  for (const more of [{}, { open: true, by: 'somebody' }]) {
    const leaks = await leaksOf({ ...poker(), playerView: viewThatLeaks(more) }, { secrets: othersHands });
    assert.ok(leaks.some(({ viewer, path }) => viewer === '0' && path === 'args[1].state.G.shown'));
  }
});

test('a view with the colours of the words is found', async () => {
  const leaks = await leaksOf({ ...wordsOnBoard(), playerView: ({ G }) => G }, { secrets: key });
  assert.ok(leaks.some(({ viewer }) => viewer === '1'));
  assert.ok(leaks.every(({ viewer }) => viewer !== '0'));
});

test('a move without redact is found by the card among its arguments, and the error says where the card was hidden', async () => {
  for (const secrets of [undefined, othersHands]) {
    const leaks = await leaksOf(passing(false), { numPlayers: 3, secrets });
    for (const { path, value, why } of leaks) {
      assert.match(path, /action\.payload\.args\[0\]$/);
      assert.deepEqual(Object.keys(value), ['suit', 'rank']);
      assert.match(why, /is hidden from them$|^a secret$/);
    }
  }
});

test('a card in the metadata of the log and in the reason of a refusal is found', async () => {
  const note = ({ G, log }) => { log.setMetadata({ next: G.secret.deck.at(-1) }); };
  const refuse = ({ G }) => ({ [Symbol.for('rondel.invalid')]: true, payload: { next: G.secret.deck.at(-1) } });
  for (const [move, path] of [[note, /\.metadata\.next$/], [refuse, /^sync\.acks.*payload\.next$/]]) {
    const [leak] = await leaksOf({ ...goFish(), moves: { move }, ai: undefined });
    assert.match(leak.path, path);
  }
});

test('hidden roles that two players share are found in a view for everybody', async () => {
  const game = {
    setup: ({ random, ctx }) => {
      const roles = random.Shuffle(['werewolf', 'werewolf', 'villager']);
      return { players: Object.fromEntries(ctx.playOrder.map((player, i) => [player, { role: roles[i], votes: 0 }])) };
    },
    playerView: ({ G }) => ({ roles: Object.values(G.players).map(({ role }) => role) }),
    moves: { vote: ({ G }, player) => { if (G.players[player]) G.players[player].votes += 1; } },
  };
  const secrets = (G, ctx, playerID) => ctx.playOrder.filter((player) => player !== playerID).map((player) => G.players[player].role);
  const leaks = await leaksOf(game, { secrets, numPlayers: 3 });
  assert.ok(leaks.some(({ viewer }) => viewer !== null));
});
