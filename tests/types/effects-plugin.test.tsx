// Types of rondel/effects and rondel/effects/react: the interface of bgio-effects.
import { Client } from 'rondel/client';
import { defineGame } from 'rondel/core';
import { EffectsEmitter, EffectsPlugin, type EffectsCtxMixin } from 'rondel/effects';
import { EffectsBoardWrapper, useEffectListener, useEffectQueue, useEffectState, useLatestPropsOnEffect } from 'rondel/effects/react';
import { Client as ReactClient, type BoardProps } from 'rondel/react';
import type { Ctx, Game } from 'rondel';
import type { Ctx as OldCtx, Game as OldGame } from 'rondel/legacy';

const config = { effects: { explode: { create: (cell: number) => ({ cell }), duration: 2 }, over: {}, now: { create: () => 7 } } } as const;
interface G { n: number }

const game: Game<G, EffectsCtxMixin<typeof config>> = {
  setup: () => ({ n: 0 }),
  plugins: [EffectsPlugin(config)],
  moves: {
    go: ({ effects }) => {
      effects.explode(3);
      effects.explode(3, '>+1', 0.5);
      effects.over('^2->1');
      effects.now();
      // @ts-expect-error a cell is a number
      effects.explode('middle');
      // @ts-expect-error there is no such effect
      effects.explod(3);
      // @ts-expect-error durations are numbers
      effects.over(0, 'long');
    },
  },
};
const typed = defineGame({
  setup: () => ({ n: 0 }),
  plugins: [EffectsPlugin({ effects: { explode: { create: (cell: number) => ({ cell }) } } })],
  moves: {
    go: ({ effects }) => {
      effects.explode(3);
      // @ts-expect-error a cell is a number
      effects.explode('middle');
    },
  },
});
const old: OldGame<G, OldCtx & EffectsCtxMixin<typeof config>> = { plugins: [EffectsPlugin(config)], moves: { go: (_G, ctx) => { ctx.effects.explode(3, 1); } } };

const emitter = EffectsEmitter(Client({ game }), { speed: 2, updateStateAfterEffects: true });
const end: () => void = emitter.on('explode', (payload: { cell: number }, { G: { n } }) => { payload.cell.toFixed(n); }, () => {});
emitter.on('*', (name, payload, { G: { n } }) => { name.toUpperCase(); payload.cell.toFixed(n); });
const size: number = emitter.size.get();
EffectsEmitter(Client({ game: typed })).state.subscribe(({ G: { n } }) => n.toFixed());
// @ts-expect-error there is no such option
EffectsEmitter(Client({ game }), { fast: true });

function Board({ G: { n }, moves, title }: BoardProps<G> & { title: string }) {
  useEffectListener<typeof config, G>('explode', ({ cell }, { G: { n: newest } }) => () => cell.toFixed(newest), []);
  useEffectListener<typeof config, G>('*', (name, payload, { ctx }) => { const seen: [string, Ctx] = [name, ctx]; void [seen, payload]; }, []);
  useEffectListener('effects:end', () => {}, [], () => {}, []);
  useEffectListener('explode', ({ cell }) => { cell; }, []);
  useEffectListener<typeof config>('over', (payload: undefined) => payload, []);
  // @ts-expect-error there is no such effect
  useEffectListener<typeof config, G>('explod', () => {}, []);
  // @ts-expect-error the dependencies are missing
  useEffectListener<typeof config, G>('explode', () => {});
  const [state, isActive] = useEffectState('explode', null, config);
  const { G: latest } = useLatestPropsOnEffect<G, typeof config>('explode', 'effects:end');
  const { clear, flush, update, size: left } = useEffectQueue();
  return <button title={title} onClick={() => { clear(); flush(); update(); moves.go(); }}>{[n, state?.cell, String(isActive), latest.n, left]}</button>;
}

const App = ReactClient({ game, board: EffectsBoardWrapper(Board, { speed: 2 }) });
export const page = <App title="typed" />;
export { end, old, size };
