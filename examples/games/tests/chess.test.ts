import { RandomBot } from 'rondel/ai';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { checkDeterminism, network } from 'rondel/testing';
import { expect, test, vi } from 'vitest';
import { CasualBot } from '../src/chess/bot.ts';
import { game, type ChessSetup, type ChessState } from '../src/chess/game.ts';
import { canMate, legalSteps, positionOf, type Step } from '../src/chess/laws.ts';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** Returns a step from text such as `'e2e4'` or `'b7b8q'`. */
const stepOf = (text: string) => ({ from: text.slice(0, 2), to: text.slice(2, 4), ...(text[4] && { promotion: text[4] }) }) as Step;

/** Returns a client for both players, at a position if one is given, after some moves. */
function startAt({ fen, setupData, moves = '' }: { fen?: string; setupData?: ChessSetup; moves?: string }) {
  const setup: typeof game.setup = (context, data) => {
    const first = game.setup(context, data);
    return fen ? { ...first, fen, positions: [positionOf(fen)], white: fen.split(' ')[1] === 'w' ? '0' : '1' } : first;
  };
  const client = Client({ game: { ...game, setup }, setupData, quiet: true });
  const play = (steps: string) => {
    for (const text of steps.split(' ').filter(Boolean)) expect(client.moves.move(stepOf(text)).error, text).toBe(null);
  };
  play(moves);
  /** Acts for a player, also out of turn. */
  const as = (playerID: string) => {
    client.updatePlayerID(playerID);
    return client.moves;
  };
  return { client, play, as, G: () => client.getState().G, gameover: () => client.getState().ctx.gameover };
}

/** Counts the positions after some moves, as `ai.enumerate` and the moves have them. */
function perft(fen: string, depth: number): number {
  const { client } = startAt({ fen });
  const steps = game.ai.enumerate(client.getState().G as ChessState, client.getState().ctx, client.getState().ctx.currentPlayer);
  if (depth === 1) return steps.length;
  return steps.reduce((sum, action) => {
    const { client, G } = startAt({ fen });
    if ('args' in action) client.moves.move(action.args[0]);
    return sum + perft(G().fen, depth - 1);
  }, 0);
}

// The counts are published: https://www.chessprogramming.org/Perft_Results
test.each([
  ['the first position', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 3, 8902],
  ['castling and pins', KIWIPETE, 2, 2039],
  ['captures en passant', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 3, 2812],
  ['promotions', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', 2, 496],
])('number of moves: %s', { timeout: 60_000 }, (_name, fen, depth, count) => {
  expect(perft(fen, depth)).toBe(count);
});

test('fool\'s mate', () => {
  const { client, G, gameover } = startAt({ moves: 'f2f3 e7e5 g2g4 d8h4' });
  expect(gameover()).toEqual({ winner: '1', reason: 'checkmate' });
  expect(G().moves.map(({ san }) => san)).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
  expect(client.moves.move(stepOf('a2a3')).error).toMatchObject({ type: 'action/gameover' });
});

test('stalemate in ten moves, by Sam Loyd', () => {
  const { gameover } = startAt({
    moves: 'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6',
  });
  expect(gameover()).toEqual({ draw: true, reason: 'stalemate' });
});

test('a capture en passant is possible at once, and not later', () => {
  const { client, play, G } = startAt({ moves: 'e2e4 a7a6 e4e5 d7d5' });
  play('e5d6');
  expect(G().moves.at(-1)).toMatchObject({ san: 'exd6', captured: 'p' });
  expect(client.getState().G.fen.split(' ')[0]).toBe('rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR');
  const late = startAt({ moves: 'e2e4 a7a6 e4e5 d7d5 h2h3 h7h6' });
  expect(late.client.moves.move(stepOf('e5d6')).error).toMatchObject({ type: 'action/invalid_move' });
});

test('castling is refused through an attacked square', () => {
  const { client } = startAt({ fen: '4k3/8/8/8/8/5r2/8/4K2R w K - 0 1' });
  expect(client.moves.move(stepOf('e1g1')).error).toMatchObject({ type: 'action/invalid_move' });
});

test('a pawn becomes the chosen piece, and needs a choice', () => {
  const { client, play, G } = startAt({ fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
  expect(client.moves.move(stepOf('a7a8')).error).toMatchObject({ type: 'action/invalid_move' });
  play('a7a8n');
  expect(G().fen).toBe('N7/7k/8/8/8/8/8/K7 b - - 0 1');
});

test.each([null, undefined, 'e4', 5, {}, { from: 'e2' }, { from: 'e2', to: 'e5' }, { from: ['e2'], to: {} }])('%j is no move', (step) => {
  expect(startAt({}).client.moves.move(step as unknown as Step).error).toMatchObject({ type: 'action/invalid_move' });
});

test('a draw can be claimed at the third repetition, and the fifth ends the match', () => {
  const round = 'g1f3 g8f6 f3g1 f6g8';
  const { client, play, as, gameover } = startAt({ moves: `${round} g1f3 g8f6 f3g1` });
  expect(client.moves.claimDraw().error).toMatchObject({ type: 'action/invalid_move' });
  play('f6g8');
  as('0').claimDraw();
  expect(gameover()).toEqual({ draw: true, reason: 'repetition' });
  expect(startAt({ moves: `${round} ${round} ${round} ${round}` }).gameover()).toEqual({ draw: true, reason: 'repetition' });
});

test('positions with other castling rights are not the same', () => {
  const round = 'e1e2 e8e7 e2e1 e7e8';
  const { client, play } = startAt({ moves: `e2e4 e7e5 ${round} e1e2 e8e7 e2e1` });
  play('e7e8');
  expect(client.moves.claimDraw().error).toMatchObject({ type: 'action/invalid_move' });
});

test.each([['99', false], ['100', true]])('after %s half-moves without progress a draw can be claimed: %s', (count, isPossible) => {
  const { client } = startAt({ fen: `4k3/8/8/8/8/8/8/R3K3 w - - ${count} 90` });
  expect(client.moves.claimDraw().error === null).toBe(isPossible);
});

test('the match ends after 75 moves without progress, unless the last one gives checkmate', () => {
  expect(startAt({ fen: '4k3/8/8/8/8/8/8/R3K3 w - - 149 99', moves: 'a1a2' }).gameover()).toEqual({ draw: true, reason: 'moves' });
  expect(startAt({ fen: 'k7/8/1K6/8/8/8/8/7R w - - 149 99', moves: 'h1h8' }).gameover()).toEqual({ winner: '0', reason: 'checkmate' });
});

test('a match without enough pieces is a draw', () => {
  expect(startAt({ fen: '4k3/8/8/8/8/8/3p4/4K1N1 w - - 0 1', moves: 'e1d2' }).gameover()).toEqual({ draw: true, reason: 'material' });
});

test('a draw by agreement', () => {
  const { as, play, G, gameover } = startAt({});
  expect(as('0').offerDraw().error).toMatchObject({ type: 'action/invalid_move' });
  play('e2e4');
  as('0').offerDraw();
  expect(as('0').acceptDraw().error).toMatchObject({ type: 'action/invalid_move' });
  as('1').declineDraw();
  expect(G().offer).toBe(null);
  // One offer for each move of the player.
  expect(as('0').offerDraw().error).toMatchObject({ type: 'action/invalid_move' });
  as('1').move(stepOf('e7e5'));
  as('0').move(stepOf('g1f3'));
  as('0').offerDraw();
  as('1').move(stepOf('b8c6'));
  expect(G().offer).toBe(null);
  as('1').offerDraw();
  as('0').acceptDraw();
  expect(gameover()).toEqual({ draw: true, reason: 'agreement' });
});

test('a player resigns at any time', () => {
  const { as, gameover } = startAt({ moves: 'e2e4' });
  as('0').resign();
  expect(gameover()).toEqual({ winner: '1', reason: 'resignation' });
});

test('the second player may have the white pieces', () => {
  const { client, as } = startAt({ setupData: { white: '1' } });
  expect(as('0').move(stepOf('e2e4')).error).toMatchObject({ type: 'action/unavailable_move' });
  expect(as('1').move(stepOf('e2e4')).error).toBe(null);
  expect(client.getState().ctx.currentPlayer).toBe('0');
});

test.each([{ clock: '1+0' }, { white: '2' }, { clock: 'constructor' }])('setup data are refused: %j', (setupData) => {
  expect(game.validateSetupData(setupData as ChessSetup)).toEqual(expect.any(String));
});

test('a clock of five minutes, with three seconds for each move', async () => {
  const net = network({ latency: 10 });
  const multiplayer = Local({ network: net, fresh: true });
  const [white, black] = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer, setupData: { clock: '5+3' } }));
  white.start();
  black.start();
  await net.run(60_000);
  white.moves.move(stepOf('e2e4'));
  await net.run(1000);
  expect(white.clock()!.left['0'] / 1000).toBeCloseTo(243, 0);
  await net.run(303_000);
  expect(white.getState()?.ctx.gameover).toEqual({ winner: '0', reason: 'time' });
  white.stop();
  black.stop();
});

test('without time against a king alone, the match is a draw', () => {
  vi.useFakeTimers();
  const { client, gameover } = startAt({ fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', setupData: { clock: '5+3' } });
  client.start();
  vi.advanceTimersByTime(303_000);
  expect(gameover()).toEqual({ draw: true, reason: 'time' });
  client.stop();
  vi.useRealTimers();
});

// The first field of a FEN is enough for what follows.
test.each([
  ['a king alone', '4k3/8/8/8/8/8/8/4K2R', 'b', false],
  ['a pawn', '4k3/4p3/8/8/8/8/8/4K2R', 'b', true],
  ['a knight against a queen', '4kn2/8/8/8/8/8/8/3QK3', 'b', false],
  ['a knight against a rook', '4kn2/8/8/8/8/8/8/4K2R', 'b', true],
  ['a bishop against a rook', '4kb2/8/8/8/8/8/8/4K2R', 'b', false],
  ['a bishop against one of the other colour', '4kb2/8/8/8/8/8/8/4KB2', 'b', true],
  ['two knights', '3nkn2/8/8/8/8/8/8/4K2R', 'b', true],
] as const)('player who can give checkmate: %s', (_name, board, color, expected) => {
  expect(canMate(`${board} w - - 0 1`, color)).toBe(expected);
});

test.each(['none', '5+3'])('random matches depend on nothing but the state: clock %s', { timeout: 120_000 }, (clock) => {
  const { moves } = checkDeterminism(game, {
    games: 3,
    actions: 120,
    setupData: { clock, white: 'random' },
    moves: (G, ctx, playerID, chance) => {
      if (ctx.currentPlayer === playerID && chance(6) > 0) return game.ai.enumerate(G, ctx, playerID);
      // These end the match, so that they are rare.
      const last = chance(25) > 0 ? [] : ['acceptDraw', 'claimDraw', 'resign'];
      return ['offerDraw', 'declineDraw', ...last].map((move) => ({ move }));
    },
  });
  // With a clock, late players end most matches early.
  expect(moves.move.made).toBeGreaterThan(clock === 'none' ? 100 : 10);
});

test('random matches end', { timeout: 120_000 }, async () => {
  const bot = new RandomBot({ game, seed: 'chess' });
  const { client, gameover } = startAt({});
  for (let turn = 0; turn < 2000 && !gameover(); turn += 1) {
    const { G, ctx } = client.getState();
    const actions = game.ai.enumerate(G as ChessState, ctx, ctx.currentPlayer);
    const action = bot.random(actions);
    if ('args' in action) client.moves.move(action.args[0]);
    else client.moves.claimDraw();
  }
  expect(gameover()).toHaveProperty('reason');
});

const choice = async (fen: string, offer: string | null = null, currentPlayer = '0') => {
  const { action } = await new CasualBot().play({ G: { fen, offer } as ChessState, ctx: { currentPlayer } }, '0');
  return action && `${action.payload.type} ${Object.values(action.payload.args[0] ?? {}).join('')}`.trim();
};

test('the bot mates, takes what is free, and plays legal moves', { timeout: 60_000 }, async () => {
  expect(await choice('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')).toBe('move a1a8');
  expect(await choice('rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1')).toBe('move f3g5');
  const { from, to } = stepOf((await choice(KIWIPETE))!.slice(5));
  expect(legalSteps(KIWIPETE)).toContainEqual({ from, to });
});

test('the bot answers offers of a draw, and waits for its turn', async () => {
  expect(await choice('4k3/8/8/8/8/8/8/R3K3 b - - 0 1', '1', '1')).toBe('declineDraw');
  expect(await choice('4k2r/8/8/8/8/8/8/4K3 b - - 0 1', '1', '1')).toBe('acceptDraw');
  expect(await choice('4k2r/8/8/8/8/8/8/4K3 b - - 0 1', null, '1')).toBe(null);
});
