import { settle } from '../engine/tools.js';
import { rondelError } from '../util/error.js';
import { described } from '../util/foreign-text.js';
import { Timeline } from './timeline.js';
import type { EffectsAPI } from '../../types/effects.js';
import type { EffectsPluginConfig, EffectsPluginOf } from '../../types/effects-plugin.js';
import type { Foreign } from '../util/foreign.js';

/** Effects of an action, and the built-in `effects`. */
interface Opened {
  timeline: Timeline;
  builtIn: EffectsAPI;
}

/**
 * Returns a plugin with the interface of the plugin of bgio-effects: `effects.explode(value, position, duration)` in moves and hooks. It emits
 * the effects by the built-in `effects.emit`, with the payload as data. Times are in seconds.
 *
 * @example
 * const game = { plugins: [EffectsPlugin({ effects: { explode: { create: (cell) => ({ cell }), duration: 2 } } })] };
 */
export function EffectsPlugin<const Config extends EffectsPluginConfig>(config: Config): EffectsPluginOf<Config>;
export function EffectsPlugin({ effects }: EffectsPluginConfig): Foreign {
  /** Timelines by the API that moves and hooks use. */
  const opened = new WeakMap<object, Opened>();

  function api({ api: builtIn }: Foreign) {
    const timeline = new Timeline();
    const functions: Record<string, (...args: Foreign[]) => void> = {};
    for (const [name, { create, duration: usual = 0 }] of Object.entries(effects)) {
      functions[name] = (...args) => {
        const [position, duration = usual] = create ? args.slice(1) : args;
        if (!Number.isFinite(duration) || duration < 0) throw rondelError('game/effect', `effects.${name}: duration: expected seconds, got ${described(duration)}`);
        // A draft is revoked after the move.
        timeline.add({ name, data: create && settle(create(args[0])), duration }, position);
      };
    }
    opened.set(functions, { timeline, builtIn });
    return functions;
  }

  /** Emits the effects at the end of the action, because later ones may have shifted them. */
  function flush({ api: functions, data }: Foreign) {
    const { timeline, builtIn } = opened.get(functions)!;
    for (const { name, data: payload, start, duration } of timeline.inOrder()) {
      builtIn.emit(name, payload, { at: inMilliseconds(start), duration: inMilliseconds(duration) });
    }
    return data;
  }

  return { name: 'effects', api, flush };
}

function inMilliseconds(seconds: number) {
  return Math.round(seconds * 1000);
}
