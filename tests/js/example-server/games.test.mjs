// The games of the example server: hidden values do not reach other players.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { GAMES } from '../../../examples/server/games.js';
import closedHands from '../../../www/demo/games/closed-hands.js';
import everybodyDiscards from '../../../www/demo/games/everybody-discards.js';
import orchard from '../../../www/demo/games/orchard.js';

/** The same game with cards that differ from all other numbers. */
function marked(game) {
  const setup = (context) => {
    const G = game.setup(context);
    let next = 1_000_003;
    return { ...G, hands: G.hands.map((hand) => hand.map(() => { next += 7919; return next; })) };
  };
  return { ...game, setup };
}

/** A player names the place of a card. */
const moves = (G, ctx, playerID, chance) => {
  const move = ctx.activePlayers?.[playerID] === 'discard' ? 'discard' : 'playCard';
  const cards = G.hands[playerID].length;
  return cards > 0 ? [{ move, args: [chance(cards)] }] : [];
};

const othersHands = (G, _ctx, playerID) => G.hands.filter((_hand, seat) => String(seat) !== playerID).flat();

test('cards in a hand reach nobody else; with open hands they would', async () => {
  const options = { numPlayers: 3, games: 6, moves, secrets: othersHands };
  const { messages } = await checkSecrecy(marked(closedHands), options);
  assert.ok(messages > 100);
  await assert.rejects(checkSecrecy(marked(everybodyDiscards), options), { code: 'testing/leak' });
});

test('a favourite fruit, and the dog, reach nobody else', async () => {
  const secrets = (G, _ctx, playerID) => [G.secret, Object.entries(G.players).filter(([seat]) => seat !== playerID).map(([, player]) => player)];
  await checkSecrecy(orchard, { numPlayers: 2, games: 6, secrets });
  await assert.rejects(checkSecrecy({ ...orchard, playerView: undefined }, { numPlayers: 2, games: 6, secrets }), { code: 'testing/leak' });
});

test('the games are deterministic', () => {
  for (const game of GAMES) checkDeterminism(game, { numPlayers: 2, games: 6 });
});
