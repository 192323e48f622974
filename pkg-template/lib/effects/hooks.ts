import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { EffectPayload, EffectsPluginConfig } from '../../types/effects-plugin.js';
import type { EffectQueueControls } from '../../types/effects-react.js';
import type { BoardProps } from '../../types/board.js';
import type { Foreign, ForeignFunction } from '../util/foreign.js';
import type { EffectsPlayer } from './emitter.js';

/** Values that `EffectsBoardWrapper` passes to the hooks in its board. */
export interface EffectsValues {
  player: EffectsPlayer;
  controls: EffectQueueControls;
  props: Foreign;
}

export const EffectsContext = /* @__PURE__ */ createContext<EffectsValues | null>(null);

type Cleanup = void | (() => void);
type Name<Config extends EffectsPluginConfig> = keyof Config['effects'] & string;
type Listener<Args extends unknown[]> = (...args: Args) => Cleanup;

/**
 * Calls `onStart` with each effect of a name when it begins, and `onEnd` when it ends, in a board of `EffectsBoardWrapper`. Each may return a function,
 * which is called before the next effect, when the dependencies change, and when the component is removed.
 *
 * @example
 * useEffectListener('explode', (payload, boardProps) => { … }, []);
 */
export function useEffectListener<_Config extends EffectsPluginConfig = any, G = any>(
  effectName: '*', onStart: Listener<[effectName: string, payload: any, boardProps: BoardProps<G>]>, deps: readonly unknown[],
  onEnd?: Listener<[effectName: string, payload: any, boardProps: BoardProps<G>]>, endDeps?: readonly unknown[],
): void;
export function useEffectListener<Config extends EffectsPluginConfig = any, G = any>(
  effectName: Name<Config> | 'effects:start' | 'effects:end', onStart: Listener<[payload: any, boardProps: BoardProps<G>]>, deps: readonly unknown[],
  onEnd?: Listener<[payload: any, boardProps: BoardProps<G>]>, endDeps?: readonly unknown[],
): void;
export function useEffectListener(effectName: string, onStart: Foreign, deps: readonly unknown[], onEnd?: Foreign, endDeps: readonly unknown[] = []): void {
  const { player } = useValues('useEffectListener');
  if (!Array.isArray(deps)) throw new TypeError('useEffectListener: expected a list of dependencies as the third argument');
  useEffect(() => withCleanup(onStart, (listener) => player.on(effectName, listener)), [player, effectName, ...deps]);
  useEffect(() => (onEnd ? withCleanup(onEnd, (listener) => player.on(effectName, undefined, listener)) : undefined), [player, effectName, Boolean(onEnd), ...endDeps]);
}

/** Returns the payload of the last effect of a name, and `true` while that lasts. */
export function useEffectState<Config extends EffectsPluginConfig = any, Effect extends Name<Config> = Name<Config>, Initial = undefined>(
  effectName: Effect, initialState?: Initial, config?: Config,
): readonly [EffectPayload<Config, Effect> | Initial, boolean];
export function useEffectState(effectName: string, initialState?: Foreign): readonly [Foreign, boolean] {
  const [state, setState] = useState(initialState);
  const [isActive, setIsActive] = useState(false);
  const onStart = (payload: Foreign) => {
    setState(() => payload);
    setIsActive(true);
  };
  useEffectListener(effectName, onStart, [], () => setIsActive(false), []);
  return [state, isActive];
}

/** Returns the newest props of the board as soon as one of these effects begins, also while `updateStateAfterEffects` holds them back. */
export function useLatestPropsOnEffect<G = any, Config extends EffectsPluginConfig = any>(...effectNames: (Name<Config> | '*' | 'effects:start' | 'effects:end')[]): BoardProps<G>;
export function useLatestPropsOnEffect(...effectNames: string[]): Foreign {
  const { props } = useValues('useLatestPropsOnEffect');
  const [latest, setLatest] = useState(props);
  const names = useRef(effectNames);
  names.current = effectNames;
  useEffectListener('*', (name: string, _payload: Foreign, boardProps: Foreign) => {
    if (names.current.includes('*') || names.current.includes(name)) setLatest(boardProps);
  }, []);
  useEffect(() => setLatest(props), [props]);
  return latest;
}

/** Returns the number of effects that have not begun, and functions that end the waiting. */
export function useEffectQueue(): EffectQueueControls {
  return useValues('useEffectQueue').controls;
}

function useValues(hook: string): EffectsValues {
  const values = useContext(EffectsContext);
  if (!values) throw new Error(`${hook}: call it in a board of EffectsBoardWrapper`);
  return values;
}

/** Subscribes a function whose result is called before the next call and at the end. Returns a function that unsubscribes. */
function withCleanup(fn: ForeignFunction, subscribe: (listener: ForeignFunction) => () => void) {
  let cleanup: Foreign;
  const clean = () => {
    if (typeof cleanup === 'function') cleanup();
    cleanup = undefined;
  };
  const end = subscribe((...args) => {
    clean();
    cleanup = fn(...args);
  });
  return () => {
    end();
    clean();
  };
}
