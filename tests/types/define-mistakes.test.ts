// What `defineGame` refuses besides names: callbacks that are not what the engine asks.
import type { AiEnumerate, Ctx, Game } from 'rondel';
import { Client } from 'rondel/client';
import { defineGame } from 'rondel/core';

// A state is there at once.

defineGame({
  // @ts-expect-error a promise
  setup: async () => ({ n: 1 }),
});
defineGame({
  // @ts-expect-error a promise
  setup: async ({ ctx }) => ({ n: ctx.numPlayers }),
});
defineGame({
  // @ts-expect-error a promise
  setup: () => Promise.resolve({ n: 1 }),
});
defineGame({
  // @ts-expect-error a promise
  setup: async (): Promise<any> => JSON.parse('{}'),
});

// Nor are the outcome of a game and what players see promises.

defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error a promise
  endIf: async ({ G }) => G.n > 1,
});
defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error a promise
  playerView: async ({ G }) => G,
});
defineGame({ setup: () => ({ n: 1 }), endIf: ({ G }) => JSON.parse(String(G.n)), playerView: ({ G }) => JSON.parse(String(G.n)) });
defineGame({ setup: () => ({ n: 1 }), endIf: ({ G }) => { if (G.n > 1) return { winner: '0' }; } });

// What is checked of `setupData` is what `setup` takes.

interface Deal {
  cards: number;
}
const deal = (_: object, deal?: Deal) => ({ n: deal?.cards ?? 3 });
defineGame({ setup: deal, validateSetupData: (given, numPlayers) => (given && given.cards > numPlayers ? 'too many' : undefined) });
defineGame({ setup: deal, validateSetupData: (given: { cards: unknown } | undefined) => (given ? undefined : 'how many?') });
defineGame({ setup: deal, validateSetupData: () => undefined });
defineGame({ setup: () => ({ n: 1 }), validateSetupData: (given) => (given ? 'nothing is asked' : undefined) });
defineGame({ setup: () => ({ n: 1 }), validateSetupData: (given: Deal | undefined) => (given ? 'nothing is asked' : undefined) });
defineGame({
  setup: deal,
  // @ts-expect-error there is no colour
  validateSetupData: (given: { cards: number; colour: string } | undefined) => given?.colour,
});
defineGame({
  setup: deal,
  // @ts-expect-error cards are a number
  validateSetupData: (given: { cards: string } | undefined) => given?.cards,
});
defineGame({
  setup: deal,
  // @ts-expect-error there may be none
  validateSetupData: (given: Deal) => (given.cards > 9 ? 'too many' : undefined),
});
defineGame({
  setup: deal,
  // @ts-expect-error a number of players
  validateSetupData: (_, numPlayers: string) => numPlayers,
});
defineGame({
  setup: deal,
  // @ts-expect-error a reason, or nothing
  validateSetupData: () => false,
});

// A move's `validate` takes what the move takes.

const validated = defineGame({
  setup: () => ({ n: 1 }),
  moves: {
    same: { move: ({ G }, n: number, to: string) => { G.n = n + to.length; }, validate: ({ G }, n: number, to: string) => G.n < n + to.length },
    fewer: { move: ({ G }, n: number) => { G.n = n; }, validate: ({ G }) => G.n > 0 },
    wider: { move: ({ G }, n: number) => { G.n = n; }, validate: (_, n: unknown) => typeof n === 'number' },
    optional: { move: ({ G }, n = 1) => { G.n = n; }, validate: ({ G }, n?: number) => G.n !== n },
    untyped: { move: ({ G }, n: number) => { G.n = n; }, validate: ({ G }, n) => G.n !== n },
    any: { move: ({ G }, ...all: any[]) => { G.n = all.length; }, validate: ({ G }, n: string) => G.n !== n.length },
  },
});
Client({ game: validated }).moves.same(1, '1');
Client({ game: validated }).moves.optional();

defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error `n` is a number
  moves: { go: { move: ({ G }, n: number) => { G.n = n; }, validate: (_, n: string) => n !== '' }, pass: () => {} },
});
defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error nobody gives a second argument
  moves: { go: { move: ({ G }, n: number) => { G.n = n; }, validate: (_, n: number, least: number) => n > least } },
});
defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error in a stage
  turn: { stages: { wait: { moves: { go: { move: ({ G }, n: number) => { G.n = n; }, validate: (_, n: string) => n !== '' } } } } },
});
defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error in a phase
  phases: { draw: { moves: { go: { move: ({ G }, n: number) => { G.n = n; }, validate: (_, n: string) => n !== '' } } }, play: {} },
});
defineGame({
  setup: () => ({ n: 1 }),
  // @ts-expect-error in a stage of a phase
  phases: { draw: { turn: { stages: { wait: { moves: { go: { move: ({ G }, n: number) => { G.n = n; }, validate: (_, n: string) => n !== '' } } } } } } },
});

// Bots are told of moves that there are.

const moves = { go: ({ G }: { G: { n: number } }, n: number) => { G.n = n; } };
const setup = () => ({ n: 1 });
defineGame({ setup, moves, ai: { enumerate: (G) => [{ move: 'go', args: [G.n] }] } });
defineGame({ setup, moves, ai: { enumerate: (G, ctx, playerID) => [{ move: 'go', args: [G.n, ctx.turn, playerID] }, { event: 'endTurn' }] } });
defineGame({ setup, moves, ai: { enumerate: (G) => (G.n > 1 ? [{ move: 'go' }] : [{ event: 'endTurn' }]) } });
defineGame({ setup, moves, ai: { enumerate: (G) => [1, 2].map((n) => ({ move: 'go', args: [n, G.n] })) } });
defineGame({ setup, moves: { ...moves, pass: () => {} }, ai: { enumerate: () => [1, 2].map((n) => ({ move: 'go', args: [n] })) } });
defineGame({ setup, moves, turn: { stages: { wait: { moves: { stay: () => {} } } } }, ai: { enumerate: () => [{ move: 'stay' }, { move: 'go' }] } });
defineGame({ setup, ai: { enumerate: () => [] } });
defineGame({ setup, ai: { enumerate: () => [{ event: 'endTurn' }] } });
declare const listed: (G: object, ctx: Ctx) => AiEnumerate;
defineGame({ setup, moves, ai: { enumerate: listed } });
defineGame<{ n: number }>({ setup, moves, ai: { enumerate: (G) => [{ move: 'any', args: [G.n] }] } });
declare const open: Game<{ n: number }>;
defineGame({ ...open, ai: { enumerate: (G) => [{ move: 'any', args: [G.n] }] } });
// A mapped list has widened names. It also stands next to names that are known.
const withPass = { ...moves, pass: () => {} };
defineGame({ setup, moves: withPass, ai: { enumerate: (G) => (G.n > 1 ? [1, 2].map((n) => ({ move: 'go', args: [n] })) : [{ move: 'pass' }]) } });
defineGame({ setup, moves: withPass, ai: { enumerate: () => [...[1, 2].map((n) => ({ move: 'go', args: [n] })), { event: 'endTurn' }, { move: 'pass' }] } });
defineGame({ setup, moves: withPass, ai: { enumerate: (_G, _ctx, playerID) => [{ type: 'MAKE_MOVE', payload: { type: 'pass', playerID } }] } });
defineGame({
  setup,
  moves: withPass,
  // @ts-expect-error there is no such move
  ai: { enumerate: (G) => (G.n > 1 ? [1, 2].map((n) => ({ move: 'go', args: [n] })) : [{ move: 'typo' }]) },
});
// What is collected has any name.
defineGame({
  setup,
  moves,
  ai: {
    enumerate: (G) => {
      const all = [];
      for (let n = 0; n < G.n; n += 1) all.push({ move: 'go', args: [n] });
      return all;
    },
  },
});
defineGame({
  setup,
  moves,
  // @ts-expect-error there is no such move
  ai: { enumerate: () => [{ move: 'typo' }] },
});
defineGame({
  setup,
  moves,
  // @ts-expect-error there is no such move
  ai: { enumerate: (G, ctx, playerID) => [{ move: 'go' }, { move: 'typo', args: [G.n, ctx.turn, playerID] }, { event: 'endTurn' }] },
});
defineGame({
  setup,
  moves,
  // @ts-expect-error there is no such move
  ai: { enumerate: (G) => { if (G.n) return []; return [{ move: 'typo' }]; } },
});
defineGame({
  setup,
  moves,
  // @ts-expect-error arguments are a list
  ai: { enumerate: () => [{ move: 'go', args: 1 }] },
});
