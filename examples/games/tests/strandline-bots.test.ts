import type { RandomAPI } from 'rondel';
import { ISMCTSBot, RandomBot, Simulate } from 'rondel/ai';
import { InitializeGame } from 'rondel/internal';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { describe, expect, test } from 'vitest';
import { HIDDEN, isReacting, totalOf, type Beach } from '../src/strandline/beach.ts';
import { CARDS, type Card } from '../src/strandline/cards.ts';
import { game } from '../src/strandline/game.ts';
import { startWith } from './both/beach.ts';

const random = { Shuffle: <Item>(items: Item[]) => items.toReversed() } as RandomAPI;

/** Returns the state of a match after some actions of random players. */
async function stateAfter(depth: number, numPlayers = 4) {
  const seeded = { ...game, seed: `deal ${depth}` };
  const bots = Object.fromEntries(Array.from({ length: numPlayers }, (_, seat) => [seat, new RandomBot({ game: seeded, seed: `${depth}/${seat}` })]));
  const { state } = await Simulate({ game: seeded, bots, state: InitializeGame({ game: seeded, numPlayers }), depth });
  return state;
}

/** Returns the cards that a player may not know. After the deal of another tide, the last wave still shows some of them. */
function hiddenFrom({ sea, hands, wave }: Beach, ctx: { playOrder: readonly string[] }, playerID: string | null) {
  const open = wave ? [...Object.values(wave.picks), ...wave.crates.map(({ card }) => card)] : [];
  const others = ctx.playOrder.filter((id) => id !== playerID).flatMap((id) => hands[id]);
  return [...sea, ...others].filter((card) => !open.includes(card!));
}

describe('secrets', () => {
  test.each([2, 5])('no player of %i receives the sea, or the hands and picks of others', { timeout: 120_000 }, async (numPlayers) => {
    const { moves } = await checkSecrecy(game, {
      numPlayers,
      games: 6,
      actions: 60,
      secrets: hiddenFrom,
    });
    expect(Object.keys(moves).sort()).toEqual(['claim', 'letGo', 'pass', 'pick', 'shoo']);
    for (const { made } of Object.values(moves)) expect(made).toBeGreaterThan(0);
  });

  test.each([2, 4])('matches of %i depend on nothing but the state', { timeout: 60_000 }, (numPlayers) => {
    const { moves } = checkDeterminism(game, { numPlayers, games: 5, actions: 80 });
    expect(Object.keys(moves).sort()).toEqual(['claim', 'letGo', 'pass', 'pick', 'shoo']);
  });

  test('late players are replaced', { timeout: 60_000 }, () => {
    const { moves } = checkDeterminism(game, { numPlayers: 3, games: 5, actions: 80, setupData: { time: 5 } });
    expect(moves.pick.made).toBeGreaterThan(0);
  });
});

describe('bots', () => {
  test.each([2, 9, 17, 30, 41, 63])('after %i actions, a bot guesses a possible deal', async (depth) => {
    const { G: actual, ctx } = await stateAfter(depth);
    for (const id of ctx.playOrder as string[]) {
      const view: Beach = game.playerView({ G: actual, playerID: id } as any);
      const G: Beach = game.ai.determinize(view, ctx, id, random);
      const open = isReacting(G) ? [...Object.values(G.wave!.picks), ...G.wave!.crates.map(({ card }) => card)] : [];
      expect([...Object.values(G.hands).flat(), ...Object.values(G.finds).flat(), ...G.sea, ...open].sort()).toEqual([...CARDS].sort());
      for (const [other, pick] of Object.entries(G.picks)) if (pick !== null) expect(G.hands[other]).toContain(pick);
      expect(game.playerView({ G: { ...G, tides: view.tides }, playerID: id } as any)).toEqual(view);
      expect(Object.values(G.picks)).not.toContain(HIDDEN);
    }
  });

  /** Returns the choice of a bot that sees what the player at its seat sees. */
  async function choice({ state }: ReturnType<typeof startWith>, playerID: string) {
    const shown = state();
    const G = game.playerView({ G: shown.G as Beach, playerID } as any);
    const { action } = await new ISMCTSBot({ game, seed: 'choice', iterations: 500 }).play({ ...shown, G }, playerID);
    return action && [action.payload.type, ...action.payload.args];
  }

  test('a bot completes a pair of shells', async () => {
    const hands: Card[][] = [['right-shell-1', 'green-glass-1', 'crate-1'], ['one-log-1', 'one-log-2', 'gull-1']];
    expect(await choice(startWith({ hands, finds: [['left-shell-1'], []] }), '0')).toEqual(['pick', 'right-shell-1']);
  });

  test('a bot chases a gull away from a valuable card, and not from a poor one', async () => {
    const afterGull = (card: Card, finds: Card[][]) => {
      const scene = startWith({ hands: [[card, 'map-1'], ['gull-1', 'map-2']], finds });
      scene.pick(card, 'gull-1');
      return scene;
    };
    // The fourth colour of a set is worth four points, a log against six nothing. A whistle is worth one.
    expect(await choice(afterGull('rose-glass-1', [['green-glass-1', 'blue-glass-1', 'amber-glass-1'], []]), '0')).toEqual(['shoo']);
    expect(await choice(afterGull('one-log-1', [[], ['three-logs-1', 'three-logs-2']]), '0')).toEqual(['letGo']);
  });

  test('a bot claims a card that it needs, and pays no whistle for another', async () => {
    const afterCrate = (card: Card) => {
      const scene = startWith({ hands: [['map-1', 'map-2'], ['crate-1', 'map-3']], finds: [['left-shell-1'], ['three-logs-1']], sea: [card] });
      scene.pick('map-1', 'crate-1');
      return scene;
    };
    expect(await choice(afterCrate('right-shell-1'), '0')).toEqual(['claim', '1']);
    expect(await choice(afterCrate('one-log-1'), '0')).toEqual(['pass']);
  });

  test('a bot gets more points than random players', { timeout: 120_000 }, async () => {
    const points = { bot: 0, random: 0 };
    for (let match = 0; match < 10; match += 1) {
      const seeded = { ...game, seed: `match ${match}` };
      const seat = String(match % 3);
      const bots = Object.fromEntries(['0', '1', '2'].map((id) => [
        id, id === seat ? new ISMCTSBot({ game, seed: `${match}`, iterations: 60 }) : new RandomBot({ game, seed: `${match}/${id}` }),
      ]));
      const { state } = await Simulate({ game: seeded, bots, state: InitializeGame({ game: seeded, numPlayers: 3, setupData: { tides: 2 } }) });
      for (const id of ['0', '1', '2']) points[id === seat ? 'bot' : 'random'] += totalOf(state.G, id);
    }
    expect(points.bot).toBeGreaterThan((1.25 * points.random) / 2);
  });
});
