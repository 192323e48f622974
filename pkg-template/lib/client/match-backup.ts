import type { ActionContext, PlayerAction } from './online-engine.js';
import type { OnlineState } from './online-state.js';

/** An unanswered action, with its circumstances. */
type Unanswered = Omit<ActionContext, 'seq' | 'first'> & { action: PlayerAction };

/**
 * Data of an online match that a page keeps outside of the engine. The engine's instance may fail because of any match in it; another one
 * then resumes from here. See `resume` in `src/js/online.rs`.
 */
export class MatchBackup {
  /** The master's last state, with its number and kind of message. */
  confirmed: { state: OnlineState, number: number, message: number } | null = null;
  isConnected = false;
  isSilent = false;
  /** Number of the last action. */
  #last = 0;
  /** Unanswered actions by number. */
  #unanswered = new Map<number, Unanswered>();
  /** Last action sent to a master without acks, which gets one action at a time, and the number of the state then. */
  #sentInSilence: { action?: PlayerAction, seen: number } = { seen: -1 };

  /** Number of unanswered actions. */
  get pending() {
    return this.#unanswered.size;
  }

  /** Unanswered actions, in order. */
  get actions() {
    return [...this.#unanswered.values()].map(({ action }) => action);
  }

  /** Their numbers. */
  get numbers() {
    return [...this.#unanswered.keys()];
  }

  /** Stores a state of the master. */
  receive(confirmed: { state: OnlineState, number: number, message: number }, isSilent: boolean) {
    [this.confirmed, this.isSilent] = [confirmed, isSilent];
  }

  /** Adds an action, unless it has been sent: then the entry of that time stays. */
  made(seq: number, action: PlayerAction) {
    if (!this.#unanswered.has(seq)) this.#note(seq, { action, seen: this.confirmed?.number ?? 0, dependsOn: 0, ahead: false });
  }

  /** Records that an action was sent. Number 0 means a master without acks. */
  sent(action: PlayerAction, { seen, seq, dependsOn, ahead }: ActionContext) {
    if (seq > 0) this.#note(seq, { action, seen, dependsOn, ahead });
    else this.#sentInSilence = { action, seen };
  }

  answered(seq: number) {
    this.#unanswered.delete(seq);
  }

  /** Returns the list that the module reads. */
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
