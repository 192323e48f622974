import { createElement, useContext, useEffect, useMemo, useState } from 'react';
import { ClientContext } from '../react/client-context.js';
import { useLayout } from '../react/layout-effect.js';
import { EffectsPlayer } from './emitter.js';
import { EffectsContext } from './hooks.js';
import type { ComponentType } from 'react';
import type { EffectsOptions } from '../../types/effects-plugin.js';
import type { Foreign } from '../util/foreign.js';
import type { Store } from './store.js';

/**
 * Returns a component that shows a board of `Client`, and plays its effects for the hooks of this entry.
 *
 * @example
 * const App = Client({ game, board: EffectsBoardWrapper(Board) });
 */
export function EffectsBoardWrapper<Props extends object>(Board: ComponentType<Props>, options: EffectsOptions = {}): ComponentType<Props> {
  return function BoardWithEffects(given: Props) {
    const client = useContext(ClientContext);
    const [player] = useState(() => new EffectsPlayer(given, options));
    useLayout(() => player.update(given), [player, given]);
    useLayout(() => client?.onEffect('*', (data: Foreign, info: Foreign) => player.add(data, info)), [client, player]);
    useEffect(() => () => player.stop(), [player]);
    const held = useStore<Props>(player.state);
    const size = useStore(player.size);
    const props = options.updateStateAfterEffects ? held : given;
    const controls = useMemo(() => ({ clear: player.clear, flush: player.flush, update: player.showLatest, size }), [player, size]);
    const value = useMemo(() => ({ player, controls, props }), [player, controls, props]);
    return createElement(EffectsContext.Provider, { value }, createElement(Board, props));
  };
}

function useStore<Value>(store: Store<Value>): Value {
  const [value, setValue] = useState(() => store.get());
  useLayout(() => store.subscribe((next) => setValue(() => next)), [store]);
  return value;
}
