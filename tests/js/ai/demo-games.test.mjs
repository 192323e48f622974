// The demo's games for bots: their candidates are legal, hidden values stay hidden, and determinized states agree with the view.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { checkDeterminism } from 'rondel/testing';
import closedShowdown from '../../../www/demo/games/closed-showdown.js';
import connectFour, { lineOf } from '../../../www/demo/games/connect-four.js';

const GAMES = [[connectFour, 2], [closedShowdown, 3]];

/** Shuffles with a generator of its own. */
function chanceOf(seed) {
  let state = seed;
  const below = (n) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * n);
  };
  const Shuffle = (list) => list.map((one) => [below(1e6), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
  return { below, Shuffle };
}

/** The seats that may act. */
const acting = ({ activePlayers, currentPlayer }) => (activePlayers ? Object.keys(activePlayers) : [currentPlayer]);

/** Plays a random match to its end, and calls `look` with each state before the next action. */
function play(game, { numPlayers, seed, look }) {
  const chance = chanceOf(seed);
  const client = Client({ game: { ...game, playerView: undefined, seed }, numPlayers, quiet: true });
  for (let made = 0; made < 2000; made += 1) {
    const { G, ctx } = client.getState();
    look({ G, ctx, chance });
    if (ctx.gameover) return ctx.gameover;
    const seats = acting(ctx);
    const playerID = seats[chance.below(seats.length)];
    const offered = game.ai.enumerate(G, ctx, playerID);
    const { move, args } = offered[chance.below(offered.length)];
    client.updatePlayerID(playerID);
    assert.equal(client.moves[move](...args).error, null, `${move}(${args.join(', ')})`);
  }
  return null;
}

for (const [game, numPlayers] of GAMES) {
  test(`${game.name}: every candidate is legal, and matches end`, () => {
    for (let seed = 1; seed <= 20; seed += 1) assert.ok(play(game, { numPlayers, seed, look() {} }));
  });

  test(`${game.name} depends only on its state`, () => {
    checkDeterminism(game, { games: 5, numPlayers });
  });
}

test('closed-showdown: nobody sees hidden cards; a determinized state has each card once and agrees with the view', () => {
  const { playerView, ai } = closedShowdown;
  for (let seed = 1; seed <= 10; seed += 1) {
    play(closedShowdown, {
      numPlayers: 3, seed,
      look({ G, ctx, chance }) {
        for (const playerID of ['0', '1', '2']) {
          const view = playerView({ G, ctx, playerID });
          const hidden = [view.deck, ...view.players.filter((_, seat) => String(seat) !== playerID).map(({ hand }) => hand)].flat();
          assert.deepEqual(hidden.filter((card) => card !== null), []);
          const madeUp = ai.determinize(view, ctx, playerID, chance);
          const cards = [madeUp.deck, madeUp.discardPile, madeUp.pendingAction?.revealedCards ?? [], ...madeUp.players.flatMap(({ hand, inPlay }) => [hand, inPlay])].flat();
          assert.deepEqual(cards.sort(), Object.keys(G.cardMap).sort());
          assert.deepEqual(playerView({ G: madeUp, ctx, playerID }), view);
        }
      },
    });
  }
});

test('connect four: four in a row win in each direction, and three do not', () => {
  const columns = (...discs) => Array.from({ length: 7 }, (_, column) => [...(discs[column] ?? '')]);
  assert.deepEqual(lineOf({ columns: columns('0', '0', '0', '0'), last: 3 }), [[0, 0], [1, 0], [2, 0], [3, 0]]);
  assert.deepEqual(lineOf({ columns: columns('1000', '', '', ''), last: 0 }), null);
  assert.deepEqual(lineOf({ columns: columns('10000'), last: 0 }).length, 4);
  assert.deepEqual(lineOf({ columns: columns('0', '10', '110', '1110'), last: 1 }), [[0, 0], [1, 1], [2, 2], [3, 3]]);
  assert.deepEqual(lineOf({ columns: columns('1110', '110', '10', '0'), last: 2 }).length, 4);
  assert.equal(lineOf({ columns: columns('0', '0', '0', '1'), last: 2 }), null);
});
