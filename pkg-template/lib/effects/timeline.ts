import { rondelError } from '../util/error.js';
import { described } from '../util/foreign-text.js';
import type { EffectPosition } from '../../types/effects-plugin.js';

/** An effect of an action. Times are in seconds. */
export interface Placed {
  name: string;
  data: unknown;
  start: number;
  duration: number;
}

const RELATIVE = /^([<>])\s*([+-]?(?:\d+\.?\d*|\.\d+))?$/;
const INSERTION = /^\^\s*(\d+\.?\d*|\.\d+)?(?:->(\d+\.?\d*|\.\d+)?)?$/;

/** The effects of an action that the plugin places before it emits them. */
export class Timeline {
  #effects: Placed[] = [];

  /** Places an effect. Default of the position: the end of the timeline. */
  add(effect: Omit<Placed, 'start'>, position: EffectPosition = '>') {
    const { start, shift } = this.#place(position, effect);
    for (const later of this.#effects) if (later.start >= start) later.start += shift;
    this.#effects.push({ ...effect, start: Math.max(0, start) });
  }

  /** Returns the effects in the order of their starts. */
  inOrder(): readonly Placed[] {
    return [...this.#effects].sort((one, other) => one.start - other.start);
  }

  #place(position: EffectPosition, { name, duration }: Omit<Placed, 'start'>): { start: number, shift: number } {
    if (typeof position === 'number' && Number.isFinite(position)) return { start: position, shift: 0 };
    const text = typeof position === 'string' ? position.trim() : '';
    const [, mark, offset = 0] = RELATIVE.exec(text) ?? [];
    if (mark) return { start: (mark === '<' ? this.#lastStart() : this.#end()) + Number(offset), shift: 0 };
    const insertion = INSERTION.exec(text);
    if (!insertion) throw rondelError('game/effect', `effects.${name}: position: expected seconds, or a text such as '>', '<+0.5' or '^2->1', got ${described(position)}`);
    const [, start = 0, shift = duration] = insertion;
    return { start: Number(start), shift: Number(shift) };
  }

  #end() {
    return Math.max(0, ...this.#effects.map(({ start, duration }) => start + duration));
  }

  #lastStart() {
    return Math.max(0, ...this.#effects.map(({ start }) => start));
  }
}
