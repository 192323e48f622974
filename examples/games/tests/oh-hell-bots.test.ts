import type { PlayerID, RandomAPI } from 'rondel';
import { ISMCTSBot, RandomBot, Simulate } from 'rondel/ai';
import { InitializeGame } from 'rondel/internal';
import { expect, test } from 'vitest';
import { suitOf, type Card } from '../src/oh-hell/cards.ts';
import { game } from '../src/oh-hell/game.ts';
import { totalOf, voidsOf, type Table } from '../src/oh-hell/round.ts';
import { startWith } from './oh-hell-table.ts';

const random = { Shuffle: <Item>(items: Item[]) => items.toReversed() } as RandomAPI;

/** Returns what a bot chooses, which sees what a player at its seat sees. */
async function choice({ client }: ReturnType<typeof startWith>, playerID: PlayerID) {
  client.updatePlayerID(playerID);
  const { action } = await new ISMCTSBot({ game, seed: 'choice', iterations: 400 }).play(client.getState(), playerID);
  return action?.payload.args[0];
}

test.each([5, 18, 27, 39])('after %i actions, a bot guesses a possible deal', async (depth) => {
  const seeded = { ...game, seed: `deal ${depth}` };
  const { state } = await Simulate({ game: seeded, bots: new RandomBot({ game: seeded, seed: depth }), state: InitializeGame({ game: seeded, numPlayers: 4 }), depth });
  const { ctx } = state;
  for (const id of ctx.playOrder) {
    const view = game.playerView({ G: state.G, ctx, playerID: id });
    const G: Table = game.ai.determinize(view, ctx, id, random);
    const hands: Card[] = Object.values(G.hands).flat().filter((card) => card !== null);
    const shown = [G.turnUp, ...G.tricks.flatMap(({ plays }) => plays.map(({ card }) => card))];
    expect(G.hands[id]).toEqual(state.G.hands[id]);
    expect(Object.values(G.hands).map((hand) => hand.length)).toEqual(Object.values(view.hands).map((hand) => hand.length));
    expect(new Set([...hands, ...shown]).size).toBe(hands.length + shown.length);
    for (const other of ctx.playOrder) expect(G.hands[other].filter((card) => card && other !== id && voidsOf(view, other).has(suitOf(card)))).toEqual([]);
  }
});

test('a bot remembers who has not followed suit', () => {
  const { client, play, table } = startWith({ hands: [['9♥', '2♥', '3♥'], ['2♠', '4♠', '5♠'], ['K♥', 'Q♥', 'J♥']], bids: [0, 1, 1] });
  play('9♥', '2♠', 'K♥');
  expect([...voidsOf(table(), '1')]).toEqual(['♥']);
  expect([...voidsOf(table(), '2')]).toEqual([]);
  client.updatePlayerID('0');
  const guess: Table = game.ai.determinize(table(), client.getState().ctx, '0', random);
  expect(guess.hands[1].filter((card) => suitOf(card!) === '♥')).toEqual([]);
});

test('a bot that has taken its tricks ducks, and one that lacks a trick takes it', async () => {
  const hands: Card[][] = [['9♥', '2♣'], ['10♥', '3♣'], ['K♥', '4♥']];
  const play = (bids: number[]) => {
    const scene = startWith({ hands, bids, turnUp: '2♠' });
    scene.play('9♥', '10♥');
    return scene;
  };
  expect(await choice(play([1, 1, 0]), '2')).toBe('4♥');
  expect(await choice(play([1, 1, 2]), '2')).toBe('K♥');
});

test('a bot with the highest trumps bids all tricks', async () => {
  const scene = startWith({ hands: [['A♠', 'K♠', 'Q♠'], ['2♥', '3♥', '4♥'], ['2♦', '3♦', '4♦']], turnUp: 'J♠' });
  expect(await choice(scene, '0')).toBe(3);
});

test('a bot gets far more points than random players', { timeout: 120_000 }, async () => {
  const points = { bot: 0, random: 0 };
  for (let match = 0; match < 10; match += 1) {
    const seeded = { ...game, seed: `match ${match}` };
    const seat = String(match % 4);
    const bots = Object.fromEntries(['0', '1', '2', '3'].map((id) => [
      id, id === seat ? new ISMCTSBot({ game, seed: `${match}`, iterations: 40 }) : new RandomBot({ game, seed: `${match}/${id}` }),
    ]));
    const { state } = await Simulate({ game: seeded, bots, state: InitializeGame({ game: seeded, numPlayers: 4, setupData: { rounds: 'short', cards: 4 } }) });
    for (const id of ['0', '1', '2', '3']) points[id === seat ? 'bot' : 'random'] += totalOf(state.G, id);
  }
  // Three random players share theirs. In these matches the bot has 2.4 times the points of one of them.
  expect(points.bot).toBeGreaterThan((1.75 * points.random) / 3);
});
