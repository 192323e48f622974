// What 'rondel/ai' takes and gives, and what a game tells its bots.
import { Bot, dealUnseen, ISMCTSBot, MCTSBot, RandomBot, serveBots, Simulate, Step } from 'rondel/ai';
import type { BotAction, BotNode, BotSpec, PlayOptions } from 'rondel/ai';
import { Client } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { InitializeGame } from 'rondel/internal';
import { Local } from 'rondel/multiplayer';
import type { Game, State } from 'rondel';

interface Table { deck: (string | null)[]; hands: Record<string, (string | null)[]> }

const game = {
  setup: (): Table => ({ deck: ['a', 'b'], hands: {} }),
  moves: { draw: ({ G, playerID }) => { G.hands[playerID]?.push(G.deck.pop() ?? null); } },
  playerView: ({ G }) => G,
  ai: {
    enumerate: (G) => (G.deck.length > 0 ? [{ move: 'draw', args: [] }] : [{ event: 'endTurn' }]),
    determinize: (view, ctx, playerID, random) => dealUnseen(view, { cards: ['a', 'b'], places: ['deck', 'hands'] }, random),
    score: (G, ctx, playerID) => G.hands[playerID]?.length ?? 0,
    objectives: () => ({ first: { checker: (G) => G.deck.length < 2, weight: 1 } }),
    bots: { beginner: 'easy', lucky: RandomBot, slow: { difficulty: 'hard', thinkingTime: 5000, minTime: 500 } },
    iterations: (G, ctx) => ctx.turn * 100,
  },
} satisfies Game<Table>;

const defined = defineGame({
  setup: () => ({ deck: 6 }),
  moves: { draw: ({ G }, count: number) => { G.deck -= count; } },
  ai: {
    enumerate: (G) => [{ move: 'draw', args: [G.deck] }],
    determinize: (view) => ({ deck: view.deck }),
    score: (G) => G.deck,
  },
});
const deck: number | undefined = Client({ game: defined }).getState()?.G.deck;

defineGame({
  setup: () => ({ deck: 6 }),
  moves: { draw: ({ G }) => { G.deck -= 1; } },
  // @ts-expect-error: a determinisation is a whole G
  ai: { enumerate: () => [{ move: 'draw' }], determinize: () => ({ card: 6 }) },
});

class FirstBot extends Bot {
  async play({ G, ctx }: State, playerID: string, { signal, onProgress }: PlayOptions = {}) {
    signal?.throwIfAborted();
    const actions: BotAction[] = this.enumerate(G, ctx, playerID);
    onProgress?.({ iterations: 1, share: 1, candidates: [] });
    const one: BotAction = this.random(actions);
    const index: number = this.random(actions.length) + this.random();
    return { action: actions[index] ?? one };
  }
}

// @ts-expect-error: a bot has to play
class Idle extends Bot {}
// @ts-expect-error: and is made of what it has in common with others by a class of its own
new Bot({ game });
// @ts-expect-error: it is a function
new RandomBot({ enumerate: [] });

const bot = new FirstBot({ game, seed: 7 });
bot.addOpt({ key: 'depth', range: { min: 1, max: 9 }, initial: 3 });
bot.setOpt('depth', 4);
const shown: number = bot.opts().depth!.value;

const searching = new MCTSBot({ game, ...game.ai, seed: 1, iterations: (G, ctx) => ctx.turn * 100, iterationCallback: ({ numIterations }) => numIterations });
const thought: Promise<{ action: BotAction | null; metadata: BotNode }> = searching.play(InitializeGame({ game }), '0', {
  signal: new AbortController().signal,
  onProgress: ({ share, candidates }) => candidates.map(({ action, visits, value, proven }) => [share, action.payload.type, visits, proven ? 1 : value]),
});
const chosen: BotAction | null = searching.choose([new ISMCTSBot({ game, difficulty: 'hard', thinkingTime: 500 }).candidates()]).action;
class Hurried extends MCTSBot {
  constructor(options: ConstructorParameters<typeof MCTSBot>[0]) {
    super({ ...options, iterations: 5, playoutDepth: 5 });
  }
}
// @ts-expect-error: it searches a game
new MCTSBot({ enumerate: game.ai.enumerate });
// @ts-expect-error: there is no such difficulty
new ISMCTSBot({ game, difficulty: 'extreme' });

const specs: BotSpec[] = [FirstBot, 'hard', 'beginner', { difficulty: 'easy' }, { bot: RandomBot, seed: 'x' }, { bot: 'mcts', thinkingTime: 200, workers: 2 }];
specs.push({ difficulty: 'easy', minTime: 0 }, { bot: RandomBot, minTime: 1500 });
// @ts-expect-error: milliseconds are a number
specs.push({ difficulty: 'easy', minTime: '1s' });
// @ts-expect-error: there is no such difficulty
specs.push({ difficulty: 'extreme' });
// @ts-expect-error: a bot is a class, or the name of one
specs.push({ bot: 7 });

const stepped: Promise<BotAction | undefined> = Step(Client({ game }), bot);
const simulated: Promise<{ state: State }> = Simulate({ game, bots: { 0: bot, 1: new RandomBot({ game }) }, state: InitializeGame({ game }), depth: 9 });
// @ts-expect-error: it begins with a state
Simulate({ game, bots: bot });
// @ts-expect-error: it has to know all cards
dealUnseen({ deck: [null] }, { places: ['deck'] }, { Shuffle: (list) => [...list] });

serveBots(game);
serveBots([game]);
// @ts-expect-error: a worker has to have the game
serveBots('sticks');
Local({ bots: { 1: { difficulty: 'hard', worker: () => new FirstBot({ game }), workers: 2 } } });
// @ts-expect-error: a worker is started when it is needed
Local({ bots: { 1: { worker: new FirstBot({ game }) } } });

export { chosen, deck, Hurried, Idle, shown, thought, simulated, stepped };

// What a view shows as holes, `dealUnseen` fills: it returns the game's own state.
interface Closed { hands: Record<string, number[]>; deck: number[] }
defineGame({
  setup: (): Closed => ({ hands: {}, deck: [] }),
  playerView: ({ G, playerID }) => ({
    deck: G.deck.map(() => null),
    hands: Object.fromEntries(Object.entries(G.hands).map(([id, hand]) => [id, id === playerID ? hand : hand.map(() => null)])),
  }),
  moves: { play: ({ G }, card: number) => { G.deck.push(card); } },
  ai: {
    enumerate: () => [],
    determinize: (view, _ctx, _playerID, random) => dealUnseen(view, { cards: [1], places: ['hands'] }, random),
  },
});
