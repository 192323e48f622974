import type { Made, PlayerAction } from './online-engine.js';
import type { OnlineState } from './online-state.js';

/** An action that is not answered, and how it was made. */
type Unanswered = Omit<Made, 'seq' | 'first'> & { action: PlayerAction };

/**
 * What a page keeps of an online match outside its engine: the engine's instance may fail, because of any match in it, and another
 * one goes on from here. See `resume` in `src/js/online.rs`.
 */
export class KeptMatch {
  /** what the master has sent last, and how */
  confirmed: { state: OnlineState, number: number, message: number } | null = null;
  isConnected = false;
  isSilent = false;
  /** The number of the last action. */
  #last = 0;
  /** By number, the actions that are not answered. */
  #unanswered = new Map<number, Unanswered>();
  /** What was last sent to a master without acks, which gets one action at a time; and in which state. */
  #sentInSilence: { action?: PlayerAction, seen: number } = { seen: -1 };

  /** How many actions are not answered. */
  get pending() {
    return this.#unanswered.size;
  }

  /** Those actions, in their order. */
  get actions() {
    return [...this.#unanswered.values()].map(({ action }) => action);
  }

  /** Their numbers. */
  get numbers() {
    return [...this.#unanswered.keys()];
  }

  /** The master has sent a state. */
  receive(confirmed: { state: OnlineState, number: number, message: number }, isSilent: boolean) {
    [this.confirmed, this.isSilent] = [confirmed, isSilent];
  }

  /** An action was made. If it was sent already, what was noted then stays. */
  made(seq: number, action: PlayerAction) {
    if (!this.#unanswered.has(seq)) this.#note(seq, { action, seen: this.confirmed?.number ?? 0, dependsOn: 0, ahead: false });
  }

  /** An action is sent to the master. The number is 0 for a master without acks. */
  sent(action: PlayerAction, { seen, seq, dependsOn, ahead }: Made) {
    if (seq > 0) this.#note(seq, { action, seen, dependsOn, ahead });
    else this.#sentInSilence = { action, seen };
  }

  answered(seq: number) {
    this.#unanswered.delete(seq);
  }

  /** As the list that the module reads. */
  toList() {
    const { number, message } = this.confirmed ?? { number: 0, message: 0 };
    const list = [number, message, this.#last, this.isConnected ? 1 : 0, this.isSilent ? 1 : 0];
    for (const [seq, { action, seen, dependsOn, ahead }] of this.#unanswered) {
      list.push(seq, seen, dependsOn, ahead ? 1 : 0, action === this.#sentInSilence.action ? this.#sentInSilence.seen : -1);
    }
    return list;
  }

  #note(seq: number, made: Unanswered) {
    this.#unanswered.set(seq, made);
    this.#last = Math.max(this.#last, seq);
  }
}
