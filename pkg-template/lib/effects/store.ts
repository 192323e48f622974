import type { EffectsStore } from '../../types/effects-plugin.js';

/** A value with subscribers, which are called when it changes. */
export class Store<Value> implements EffectsStore<Value> {
  #value: Value;
  #subscribers = new Set<{ fn: (value: Value) => void }>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = () => this.#value;

  readonly subscribe = (fn: (value: Value) => void) => {
    const subscriber = { fn };
    this.#subscribers.add(subscriber);
    fn(this.#value);
    return () => { this.#subscribers.delete(subscriber); };
  };

  set(value: Value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const { fn } of [...this.#subscribers]) fn(value);
  }
}
