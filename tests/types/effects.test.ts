// Types of effects: declared by the game, known to its moves and to its clients.
import { Client } from 'rondel/client';
import { defineGame, effect } from 'rondel/core';
import { useEffectListener, useEffectQueue } from 'rondel/react';
import { useEffectListener as useVueListener, useEffectQueue as useVueQueue } from 'rondel/vue';
import type { EffectsAPI, EffectMap } from 'rondel/core';
import type { Game } from 'rondel';
import type { EffectQueueOptions } from 'rondel/react';
import type { ComputedRef } from 'vue';

const game = defineGame({
  setup: () => ({ cells: [0] }),
  effects: { explode: effect<{ cell: number }>({ duration: 300, playerView: ({ data, playerID }) => (playerID === null ? undefined : data) }), over: effect() },
  moves: {
    click: ({ effects }, cell: number) => {
      effects.emit('explode', { cell }, { to: '0', at: 10 });
      effects.emit('over');
      // @ts-expect-error the game declares no such effect
      effects.emit('explod', { cell });
      // @ts-expect-error the data lack their cell
      effects.emit('explode', {});
      // @ts-expect-error the effect has data
      effects.emit('explode');
      // @ts-expect-error there is no such option
      effects.emit('over', undefined, { delay: 3 });
    },
  },
});

const client = Client({ game });
const end: () => void = client.onEffect('explode', ({ cell }, { name, playerID, predicted, at, duration }) => {
  const seen: [number, string, string | null, boolean, number] = [cell, name, playerID, predicted, at + duration];
  return () => { seen.pop(); };
});
end();
client.onEffect('*', (_data, { name }) => { name.toUpperCase(); });
// @ts-expect-error the game declares no such effect
client.onEffect('explod', () => {});
// @ts-expect-error the data have no such field
client.onEffect('explode', ({ card }) => { card; });

// Hooks: over a client, and in a board, which knows no types.
export function useAll(options: EffectQueueOptions) {
  useEffectListener(client, 'explode', ({ cell }, { duration }) => { cell.toFixed(duration); });
  useEffectListener('explode', (data: { cell: number }) => () => { data.cell.toFixed(); });
  const { state, playing, skip } = useEffectQueue(client, { limit: 100, reducedMotion: false });
  const seen: [number, boolean] = [state.G.cells[0], playing];
  skip();
  useEffectQueue(options).state.G.anything();
  // @ts-expect-error the game declares no such effect
  useEffectListener(client, 'explod', () => {});
  // @ts-expect-error the data have no such field
  useEffectListener(client, 'explode', ({ card }) => { card; });
  // @ts-expect-error there is no such option
  useEffectQueue(client, { limits: 3 });
  return seen;
}

export function setup(options: EffectQueueOptions) {
  useVueListener(() => client, 'explode', ({ cell }, { duration }) => { cell.toFixed(duration); });
  useVueListener('explode', (data: { cell: number }) => () => { data.cell.toFixed(); });
  const { state, playing, skip } = useVueQueue(() => client, () => ({ limit: 100 }));
  const seen: [number, ComputedRef<boolean>] = [state.value.G.cells[0], playing];
  skip();
  useVueQueue(options).state.value.G.anything();
  // @ts-expect-error the game declares no such effect
  useVueListener(client, 'explod', () => {});
  // @ts-expect-error limits are numbers
  useVueQueue(client, { limit: 'long' });
  return seen;
}

// A game without declarations emits anything; one with the type of its plugins says the data there.
const open: Game<{ n: number }> = { setup: () => ({ n: 0 }), moves: { go: ({ effects }) => effects.emit('any', 1) } };
Client({ game: open }).onEffect('any', (data: number) => { data.toFixed(); });
const typed: Game<{ n: number }, { effects: EffectsAPI<{ boom: number }> }> = {
  moves: {
    go: ({ effects }) => {
      effects.emit('boom', 1);
      // @ts-expect-error the data are a number
      effects.emit('boom', 'loud');
    },
  },
};
Client({ game: typed });
const declared: EffectMap = { boom: { duration: 3 } };
// @ts-expect-error durations are numbers
const wrong: EffectMap = { boom: { duration: 'long' } };
export { declared, wrong };
