// The rules of Strandline, on Rondel and on boardgame.io: each test reads states only.
import { Client } from 'rondel/client';
import { describe, expect, test } from 'vitest';
import { HIDDEN, totalOf, type Beach } from '../../src/strandline/beach.ts';
import { CARDS, type Card } from '../../src/strandline/cards.ts';
import { game } from '../../src/strandline/game.ts';
import { glassPoints, pointsOfTide, shellPoints, woodPoints } from '../../src/strandline/scores.ts';
import { startWith } from './beach.ts';

const THREE: Card[][] = [['green-glass-1', 'left-shell-1', 'map-1'], ['blue-glass-1', 'right-shell-1', 'gull-1'], ['amber-glass-1', 'one-log-1', 'crate-1']];

describe('points', () => {
  test.each<[Card[], number]>([
    [[], 0],
    [['green-glass-1'], 1],
    [['green-glass-1', 'green-glass-2'], 2],
    [['green-glass-1', 'blue-glass-1', 'amber-glass-1', 'rose-glass-1'], 10],
    // Sets of three colours and of one.
    [['green-glass-1', 'blue-glass-1', 'amber-glass-1', 'blue-glass-2'], 7],
    // Sets of three, of two and of two.
    [['green-glass-1', 'blue-glass-1', 'rose-glass-1', 'green-glass-2', 'rose-glass-2', 'green-glass-3', 'rose-glass-3'], 12],
  ])('glass: %j', (cards, points) => {
    expect(glassPoints(cards)).toBe(points);
  });

  test.each<[Card[], number]>([
    [[], 0],
    [['left-shell-1'], 1],
    [['left-shell-1', 'right-shell-1'], 5],
    [['left-shell-1', 'left-shell-2', 'left-shell-3', 'right-shell-1'], 7],
    [['left-shell-1', 'left-shell-2', 'right-shell-3', 'right-shell-1'], 10],
  ])('shells: %j', (cards, points) => {
    expect(shellPoints(cards)).toBe(points);
  });

  test.each<[string, Card[][], number[]]>([
    ['most and second most', [['three-logs-1'], ['two-logs-1', 'two-logs-2'], ['one-log-1']], [3, 6, 0]],
    ['two share both prizes', [['three-logs-1'], ['two-logs-1', 'one-log-1'], ['one-log-2']], [4, 4, 0]],
    ['three share both prizes', [['one-log-1'], ['one-log-2'], ['one-log-3']], [3, 3, 3]],
    ['two share the second prize', [['three-logs-1'], ['one-log-1'], ['one-log-2'], []], [6, 1, 1, 0]],
    ['no logs, no prize', [[], ['map-1'], []], [0, 0, 0]],
    ['one player with logs', [[], ['one-log-1'], []], [0, 6, 0]],
    ['two players: no second prize', [['one-log-1'], ['two-logs-1']], [0, 6]],
    ['two players share the only prize', [['two-logs-2'], ['two-logs-1']], [3, 3]],
  ])('driftwood: %s', (_name, finds, points) => {
    expect(Object.values(woodPoints(Object.fromEntries(finds.entries())))).toEqual(points);
  });

  test('a tide', () => {
    const finds: Record<string, Card[]> = { 0: ['gull-1', 'gull-2', 'crate-1', 'map-1', 'rose-glass-1', 'two-logs-1'], 1: ['left-shell-1', 'right-shell-2', 'one-log-1'] };
    expect(pointsOfTide(finds)).toEqual({ 0: { glass: 1, shells: 0, wood: 6, gulls: 2 }, 1: { glass: 0, shells: 5, wood: 0, gulls: 0 } });
  });
});

describe('hands', () => {
  test.each([2, 3, 4, 5])('%i players get seven cards each, and all cards are different', (numPlayers) => {
    const client = Client({ game: { ...game, playerView: ({ G }: { G: Beach }) => G }, numPlayers, debug: false });
    const { hands, sea, whistles } = client.getState()!.G as Beach;
    expect(Object.values(hands).map((hand) => hand.length)).toEqual(Array(numPlayers).fill(7));
    expect(Object.values(whistles)).toEqual(Array(numPlayers).fill(3));
    expect([...Object.values(hands).flat(), ...sea].sort()).toEqual([...CARDS].sort());
  });

  test('a player sees their own hand and pick, and nobody sees the sea', () => {
    const client = Client({ game, numPlayers: 3, playerID: '1', debug: false });
    const [card] = (client.getState()!.G as Beach).hands[1];
    (client.moves as any).pick(card);
    const views = ['0', '1', null].map((playerID) => game.playerView({ G: client.getState()!.G as Beach, playerID } as any));
    expect(views[1].hands[1]).toContain(card);
    expect(views[1].picks).toEqual({ 0: null, 1: card, 2: null });
    for (const view of [views[0], views[2]]) {
      expect(view.picks).toEqual({ 0: null, 1: HIDDEN, 2: null });
      expect(view.hands[1]).toEqual(Array(7).fill(null));
      expect(view.sea).toEqual(Array(27).fill(null));
    }
  });

  test('nothing is revealed before the last pick', () => {
    const { act, table, ctx } = startWith({ hands: THREE });
    act('2', 'pick', 'one-log-1');
    act('0', 'pick', 'map-1');
    expect(table()).toMatchObject({ picks: { 0: 'map-1', 1: null, 2: 'one-log-1' }, wave: null });
    expect(ctx().activePlayers).toEqual({ 1: 'pick' });
    act('1', 'pick', 'right-shell-1');
    expect(table().wave).toMatchObject({ picks: { 0: 'map-1', 1: 'right-shell-1', 2: 'one-log-1' }, chases: [], crates: [], isSettled: true });
    expect(table().picks).toEqual({ 0: null, 1: null, 2: null });
    expect(ctx()).toMatchObject({ turn: 2, activePlayers: { 0: 'pick', 1: 'pick', 2: 'pick' } });
  });

  test('a player picks once, and a card of their hand', () => {
    const { act, table } = startWith({ hands: THREE });
    act('0', 'pick', 'gull-1');
    act('0', 'pick', 'no-card');
    expect(table().picks[0]).toBe(null);
    act('0', 'pick', 'map-1');
    act('0', 'pick', 'left-shell-1');
    expect(table().picks).toEqual({ 0: 'map-1', 1: null, 2: null });
  });

  test('hands pass to the left in the first tide', () => {
    const { pick } = startWith({ hands: THREE });
    const { hands, finds } = pick('map-1', 'right-shell-1', 'one-log-1');
    expect(hands).toEqual({ 0: ['amber-glass-1', 'crate-1'], 1: ['green-glass-1', 'left-shell-1'], 2: ['blue-glass-1', 'gull-1'] });
    expect(finds).toEqual({ 0: ['map-1'], 1: ['right-shell-1'], 2: ['one-log-1'] });
  });

  test('hands pass to the right in the second tide', () => {
    const { pick } = startWith({ hands: THREE, over: 1 });
    const { hands } = pick('map-1', 'right-shell-1', 'one-log-1');
    expect(hands).toEqual({ 0: ['blue-glass-1', 'gull-1'], 1: ['amber-glass-1', 'crate-1'], 2: ['green-glass-1', 'left-shell-1'] });
  });
});

describe('gulls', () => {
  const hands: Card[][] = [['gull-1', 'map-1', 'map-2'], ['blue-glass-1', 'gull-2', 'map-3'], ['amber-glass-1', 'crate-1', 'map-4']];

  test('without a whistle, a card goes to the owner of the gull', () => {
    const { pick, act, table, ctx } = startWith({ hands });
    pick('gull-1', 'blue-glass-1', 'amber-glass-1');
    expect(table().wave).toMatchObject({ chases: [{ by: '0', from: '1', outcome: 'open' }], isSettled: false });
    expect(ctx().activePlayers).toEqual({ 1: 'gull' });
    expect(table().finds).toEqual({ 0: [], 1: [], 2: [] });
    act('1', 'letGo');
    expect(table().finds).toEqual({ 0: ['gull-1', 'blue-glass-1'], 1: [], 2: ['amber-glass-1'] });
    expect(table().whistles).toEqual({ 0: 3, 1: 3, 2: 3 });
    expect(ctx()).toMatchObject({ turn: 2, activePlayers: { 0: 'pick', 1: 'pick', 2: 'pick' } });
  });

  test('a whistle chases a gull away', () => {
    const { pick, act, table } = startWith({ hands });
    pick('gull-1', 'blue-glass-1', 'amber-glass-1');
    act('1', 'shoo');
    expect(table().wave!.chases[0].outcome).toBe('shooed');
    expect(table().finds).toEqual({ 0: ['gull-1'], 1: ['blue-glass-1'], 2: ['amber-glass-1'] });
    expect(table().whistles).toEqual({ 0: 3, 1: 2, 2: 3 });
  });

  test('a player without whistles is not asked', () => {
    const { pick, table, ctx } = startWith({ hands, whistles: [3, 0, 3] });
    pick('gull-1', 'blue-glass-1', 'amber-glass-1');
    expect(table().finds[0]).toEqual(['gull-1', 'blue-glass-1']);
    expect(table().wave).toMatchObject({ chases: [{ outcome: 'lost' }], isSettled: true });
    expect(ctx().turn).toBe(2);
  });

  test('only the player of the card reacts', () => {
    const { pick, act, table, ctx } = startWith({ hands });
    pick('gull-1', 'blue-glass-1', 'amber-glass-1');
    for (const id of ['0', '2']) act(id, 'shoo');
    act('1', 'pick', 'map-3');
    act('1', 'pass');
    expect(table().wave!.chases[0].outcome).toBe('open');
    expect(ctx().activePlayers).toEqual({ 1: 'gull' });
  });

  test('a gull leaves gulls and crates alone', () => {
    const first = startWith({ hands });
    first.pick('gull-1', 'gull-2', 'amber-glass-1');
    // The second gull is after the card of player 2.
    expect(first.table().wave!.chases).toEqual([{ by: '1', from: '2', outcome: 'open' }]);
    const second = startWith({ hands, whistles: [0, 0, 0] });
    second.pick('map-1', 'gull-2', 'crate-1');
    expect(second.table().wave!.chases).toEqual([]);
  });

  test('gulls fly to the right in the second tide', () => {
    const { pick } = startWith({ hands, over: 1 });
    expect(pick('gull-1', 'blue-glass-1', 'amber-glass-1').wave!.chases).toMatchObject([{ by: '0', from: '2' }]);
  });

  test('two players: each gull is after the card of the other', () => {
    const { pick } = startWith({ hands: hands.slice(0, 2), whistles: [0, 0] });
    expect(pick('map-1', 'gull-2').finds).toEqual({ 0: [], 1: ['map-1', 'gull-2'] });
  });
});

describe('crates', () => {
  const hands: Card[][] = [['map-1', 'one-log-1', 'gull-1'], ['crate-1', 'map-2', 'map-3'], ['two-logs-1', 'map-4', 'crate-2'], ['three-logs-1', 'map-5', 'map-6']];
  const sea: Card[] = ['gull-7', 'crate-5', 'rose-glass-1', 'left-shell-1'];

  test('the neighbours are asked about the next find of the sea', () => {
    const { pick, ctx, table } = startWith({ hands, sea });
    pick('map-1', 'crate-1', 'two-logs-1', 'three-logs-1');
    expect(ctx().activePlayers).toEqual({ 0: 'crate', 2: 'crate' });
    expect(table().wave!.crates).toEqual([{ owner: '1', card: 'rose-glass-1', claims: [], to: null }]);
    expect(table().sea.slice(0, 3)).toEqual(['gull-7', 'crate-5', 'left-shell-1']);
  });

  test('if both claim, the receiver of the hand pays the owner', () => {
    const { pick, act, table } = startWith({ hands, sea });
    pick('map-1', 'crate-1', 'two-logs-1', 'three-logs-1');
    act('0', 'claim', '1');
    expect(table().wave!.isSettled).toBe(false);
    act('2', 'claim', '1');
    expect(table().wave!.crates[0].to).toBe('2');
    expect(table().finds).toEqual({ 0: ['map-1'], 1: ['crate-1'], 2: ['two-logs-1', 'rose-glass-1'], 3: ['three-logs-1'] });
    expect(table().whistles).toEqual({ 0: 3, 1: 4, 2: 2, 3: 3 });
  });

  test('in the second tide the other neighbour is first', () => {
    const { pick, act, table } = startWith({ hands, sea, over: 1 });
    pick('map-1', 'crate-1', 'two-logs-1', 'three-logs-1');
    act('2', 'claim', '1');
    act('0', 'claim', '1');
    expect(table().finds[0]).toEqual(['map-1', 'rose-glass-1']);
    expect(table().whistles).toEqual({ 0: 2, 1: 4, 2: 3, 3: 3 });
  });

  test('without a claim the owner keeps the card', () => {
    const { pick, act, table } = startWith({ hands, sea });
    pick('map-1', 'crate-1', 'two-logs-1', 'three-logs-1');
    act('2', 'pass');
    act('0', 'pass');
    expect(table().finds[1]).toEqual(['crate-1', 'rose-glass-1']);
    expect(table().whistles).toEqual({ 0: 3, 1: 3, 2: 3, 3: 3 });
  });

  test('only the crate of a neighbour can be claimed', () => {
    const { pick, act, table, ctx } = startWith({ hands, sea });
    pick('map-1', 'map-2', 'crate-2', 'three-logs-1');
    expect(ctx().activePlayers).toEqual({ 1: 'crate', 3: 'crate' });
    act('1', 'claim', '3');
    act('0', 'claim', '2');
    expect(table().wave!.crates[0].claims).toEqual([]);
  });

  test('with two crates a player claims one of them', () => {
    const { pick, act, table, ctx } = startWith({ hands, sea });
    pick('map-1', 'crate-1', 'crate-2', 'three-logs-1');
    expect(ctx().activePlayers).toEqual({ 0: 'crate', 1: 'crate', 2: 'crate', 3: 'crate' });
    act('0', 'claim', '1');
    act('1', 'claim', '2');
    act('2', 'pass');
    act('3', 'claim', '2');
    // Player 3 gets the hand of player 2, and is first.
    expect(table().finds).toEqual({ 0: ['map-1', 'rose-glass-1'], 1: ['crate-1'], 2: ['crate-2'], 3: ['three-logs-1', 'left-shell-1'] });
    expect(table().whistles).toEqual({ 0: 2, 1: 4, 2: 4, 3: 2 });
  });

  test('a player with a gull and a crate decides about the gull first', () => {
    // The gull of player 3 is after the card of player 0, a neighbour of the owner of the crate.
    const scene = { hands: [hands[0], hands[1], hands[2], ['gull-2', 'map-5', 'map-6'] as Card[]], sea };
    const { pick, act, ctx, table } = startWith(scene);
    pick('one-log-1', 'crate-1', 'two-logs-1', 'gull-2');
    expect(ctx().activePlayers).toEqual({ 0: 'gull', 2: 'crate' });
    act('0', 'claim', '1');
    expect(table().wave!.crates[0].claims).toEqual([]);
    act('0', 'shoo');
    expect(ctx().activePlayers).toEqual({ 0: 'crate', 2: 'crate' });
    act('2', 'pass');
    expect(ctx().activePlayers).toEqual({ 0: 'crate' });
    act('0', 'claim', '1');
    expect(table().finds).toEqual({ 0: ['one-log-1', 'rose-glass-1'], 1: ['crate-1'], 2: ['two-logs-1'], 3: ['gull-2'] });
    expect(table().whistles).toEqual({ 0: 1, 1: 4, 2: 3, 3: 3 });
  });

  test('a player who spends the last whistle on a gull is not asked about the crate', () => {
    const scene = { hands: [hands[0], hands[1], hands[2], ['gull-2', 'map-5', 'map-6'] as Card[]], sea, whistles: [1, 0, 0, 0] };
    const { pick, act, ctx, table } = startWith(scene);
    pick('one-log-1', 'crate-1', 'two-logs-1', 'gull-2');
    expect(ctx().activePlayers).toEqual({ 0: 'gull' });
    act('0', 'shoo');
    expect(ctx().turn).toBe(2);
    expect(table().finds).toEqual({ 0: ['one-log-1'], 1: ['crate-1', 'rose-glass-1'], 2: ['two-logs-1'], 3: ['gull-2'] });
  });

  test('the only player who reacts goes from the gull to the crate', () => {
    const scene = { hands: [hands[0], hands[1], hands[2], ['gull-2', 'map-5', 'map-6'] as Card[]], sea, whistles: [2, 0, 0, 0] };
    const { pick, act, ctx, table } = startWith(scene);
    pick('one-log-1', 'crate-1', 'two-logs-1', 'gull-2');
    act('0', 'letGo');
    expect(ctx().activePlayers).toEqual({ 0: 'crate' });
    act('0', 'claim', '1');
    expect(table().finds).toEqual({ 0: ['rose-glass-1'], 1: ['crate-1'], 2: ['two-logs-1'], 3: ['one-log-1', 'gull-2'] });
  });
});

describe('tides', () => {
  test('the last card is washed away, the tide is scored, and the next one is dealt', () => {
    const { pick, ctx, table } = startWith({ hands: [['map-1', 'one-log-1'], ['left-shell-1', 'two-logs-1']], finds: [['map-2'], ['right-shell-1']], maps: [1, 0], tides: 2 });
    pick('map-1', 'left-shell-1');
    const { results, maps, finds, hands, sea } = table();
    expect(results).toEqual([{ 0: { glass: 0, shells: 0, wood: 0, gulls: 0 }, 1: { glass: 0, shells: 5, wood: 0, gulls: 0 } }]);
    expect(maps).toEqual({ 0: 3, 1: 0 });
    expect(finds).toEqual({ 0: [], 1: [] });
    expect(Object.values(hands).map((hand) => hand.length)).toEqual([2, 2]);
    expect([...Object.values(hands).flat(), ...sea].sort()).toEqual([...CARDS].sort());
    // Three map scraps are worth 6 points, three whistles 3.
    expect([totalOf(table(), '0'), totalOf(table(), '1')]).toEqual([9, 8]);
    expect(ctx().gameover).toBeUndefined();
  });

  test('the most points win after the last tide', () => {
    const { pick, ctx, table } = startWith({ hands: [['map-1', 'one-log-1'], ['left-shell-1', 'two-logs-1']], finds: [['map-2'], ['right-shell-1']] });
    pick('map-1', 'left-shell-1');
    expect(table().hands).toEqual({ 0: [], 1: [] });
    // 3 for the maps against 5 for the shells, and 3 for whistles.
    expect([totalOf(table(), '0'), totalOf(table(), '1')]).toEqual([6, 8]);
    expect(ctx().gameover).toEqual({ winners: ['1'] });
  });

  test('equally many points win together', () => {
    const { pick, ctx } = startWith({ hands: [['rose-glass-1', 'map-1'], ['green-glass-1', 'map-2'], ['gull-1', 'map-3']], whistles: [3, 3, 2] });
    pick('rose-glass-1', 'green-glass-1', 'map-3');
    expect(ctx().gameover).toEqual({ winners: ['0', '1'] });
  });

  test('the setup data are checked', () => {
    expect(game.validateSetupData(undefined)).toBeUndefined();
    expect(game.validateSetupData({ tides: 1, cards: 4, time: 20 })).toBeUndefined();
    for (const wrong of [{ tides: 4 }, { cards: 2 }, { time: -1 }, { time: 1.5 }, { tides: '3' }]) expect(game.validateSetupData(wrong)).toMatch(Object.keys(wrong)[0]);
  });
});
