// What the checks of 'rondel/testing' take and give.
import { checkDeterminism, checkSecrecy, replay, type Leak, type MatchFile } from 'rondel/testing';
import { InMemory } from 'rondel/server';
import type { Game } from 'rondel';

interface Hands { hands: Record<string, string[]> }

const game: Game<Hands> = { setup: () => ({ hands: { 0: ['ace'], 1: ['king'] } }) };

const secrecy: Promise<{ games: number; messages: number; bytes: number }> = checkSecrecy(game, {
  games: 3,
  seed: 7,
  numPlayers: 2,
  secrets: (G, ctx, playerID, plugins) => [ctx.playOrder.filter((id) => id !== playerID).map((id) => G.hands[id]), plugins.diary],
  allow: ({ viewer, path, value }: Leak) => viewer === null && path.length > 0 && value === 'ace',
  moves: (G, ctx, playerID, chance) => [{ move: 'play', args: [chance(3)] }, { event: 'endTurn' }],
});
const tried: Promise<{ made: number; refused: number } | undefined> = checkSecrecy(game).then(({ moves }) => moves.play);
const determinism: { games: number; actions: number } = checkDeterminism(game, { actions: 10, setupData: { deck: 32 } });
checkSecrecy(game);
// @ts-expect-error: secrets are named by a function
checkSecrecy(game, { secrets: ['ace'] });
// @ts-expect-error: that one looks at no messages
checkDeterminism(game, { secrets: () => [] });
const stored = new InMemory().fetch('m', { initialState: true, log: true, state: true });
const played: string[] | undefined = replay(stored, { game, compare: false }).state.G.hands['0'];
// @ts-expect-error: a match is not played again without its log
replay(new InMemory().fetch('m', { initialState: true }), { game });
const again = replay(JSON.parse('{}') as MatchFile<{ hands: Record<string, string[]> }>, { game });
const hand: string[] | undefined = again.steps[0]?.state.G.hands['0'];
const other: string | null = again.otherVersion;
// @ts-expect-error: whose rules
replay(JSON.parse('{}'));
// @ts-expect-error: a file that has been parsed
replay('match.json', { game });
export { hand, other };
export { secrecy, tried, determinism, played };
