// `defineGame`: what a game's plugins add to the contexts of its callbacks.
import type { Game, Plugin } from 'rondel';
import { Client } from 'rondel/client';
import { defineGame, legacyGame } from 'rondel/core';
import { PluginPlayer, type PlayerAPI } from 'rondel/plugins';
import { MockRandom } from 'rondel/testing';
import { equal } from './equal.js';

interface Twice {
  twice(n: number): number;
}
const twice: Plugin<Twice, { calls: number }, any, 'twice'> = {
  name: 'twice',
  setup: () => ({ calls: 0 }),
  api: ({ data }) => ({ twice: (n) => n * 2 + data.calls }),
};
/** A plugin that is made for its user's data. */
const keeps = <Data>(first: Data): Plugin<{ get(): Data }, Data, any, 'kept'> => ({ name: 'kept', setup: () => first, api: ({ data }) => ({ get: () => data }) });

const game = defineGame({
  moves: {
    score: ({ G, player, twice: { twice: double }, kept, random }, points: number) => {
      equal<typeof player, PlayerAPI<{ score: number }>>(true);
      player.set({ score: double(points) + kept.get().length + random.D6() });
      G.rounds += 1;
      // @ts-expect-error a score is a number
      player.set({ score: 'high' });
    },
  },
  turn: {
    onBegin: ({ twice: { twice: double } }) => {
      double(2);
      // @ts-expect-error a number
      double('2');
    },
  },
  phases: {
    draw: {
      // @ts-expect-error no plugin of that name
      onBegin: ({ thrice }) => { void thrice; },
    },
  },
  setup: () => ({ rounds: 0 }),
  plugins: [PluginPlayer({ setup: () => ({ score: 0 }) }), twice, keeps('a word'), MockRandom({ D6: () => 6 })],
});
Client({ game }).moves.score(3);
export const anyGame: Game<any, any> = game;

// A plugin that is written in place, before the callbacks that use it.

const inline = defineGame({
  plugins: [{ name: 'clock', setup: () => 0, api: ({ data }) => ({ now: () => Number(data) }) }],
  setup: () => ({ at: 0 }),
  moves: { look: ({ G, clock }) => { G.at = clock.now(); } },
});
Client({ game: inline }).moves.look();

// A plugin that does not tell its name may be called anything.

declare const nameless: Plugin<{ say(): string }>;
const loose = defineGame({ setup: () => ({ said: '' }), moves: { say: ({ G, talk }) => { G.said = talk?.say() ?? ''; } }, plugins: [nameless] });
Client({ game: loose }).moves.say();

// A list that does not change.

const listed = [PluginPlayer({ setup: () => ({ score: 0 }) }), twice] as const;
const fixed = defineGame({
  setup: () => ({ rounds: 0 }),
  moves: { score: ({ G, player, twice: { twice: double } }) => { G.rounds = double(player.get().score); } },
  plugins: listed,
});
Client({ game: fixed }).moves.score();
export const declared: Game<{ rounds: number }, { twice: Twice }> = { plugins: listed, moves: { score: ({ twice: { twice: double } }) => { double(1); } } };
legacyGame({ setup: () => ({ rounds: 0 }), plugins: listed });
defineGame({
  plugins: [twice] as const,
  setup: () => ({ n: 0 }),
  // @ts-expect-error no plugin of that name
  moves: { score: ({ thrice }) => { void thrice; } },
});

// Without plugins, there is nothing beside what every game has.

defineGame({
  setup: () => ({ n: 0 }),
  // @ts-expect-error no plugin of that name
  moves: { score: ({ player }) => { void player; } },
});
