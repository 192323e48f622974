import { effectsFor } from '../engine/effects.js';
import { isEqual } from '../util/copy.js';
import { rondelError } from '../util/error.js';
import { reportUncaught } from '../util/print.js';
import { DEEP, nested } from './runaway.js';
import type { Effect, EffectListener, EffectMap } from '../../types/effects.js';
import type { LogEntry, PlayerID } from '../../types/game.js';
import type { Effect as EngineEffect, PlayerAction } from './online-engine.js';

/** A listener of a client, and the name of the effects that it receives; `'*'` for all. */
interface Subscription {
  name: string;
  listener: EffectListener;
}

/** An effect that the listeners have received or will receive, and the functions that take it back. */
interface Played {
  effect: Effect;
  /** Moment at which it ends, in milliseconds from the first effect of its action. */
  end: number;
  undo: (() => void)[];
}

/** An action of this client that waits for the master's answer. */
interface Waiting {
  action: PlayerAction;
  number: number;
  /** Effects that the listeners have received. */
  played: Played[];
  /** Effects of the latest prediction. */
  predicted: Effect[];
}

/** Effects of one action, and their circumstances. */
interface Source {
  playerID: PlayerID | null;
  predicted: boolean;
  action: number;
}

/**
 * Passes the effects of a match to the listeners of a client: each effect once, in order. It compares the effects of an action as predicted, as
 * predicted again, and as confirmed. It takes back the effects that have changed, and plays the present ones. Listeners are called by `flush`.
 */
export class EffectPlayer {
  #declared: EffectMap | undefined;
  #subscriptions = new Set<Subscription>();
  #waiting = new Map<PlayerAction, Waiting>();
  /** Actions that the master has confirmed, until their log entries arrive. */
  #confirmed: Waiting[] = [];
  /** Number of actions so far. */
  #count = 0;
  #calls: (() => void)[] = [];
  #isFlushing = false;

  constructor(declared: EffectMap | undefined) {
    this.#declared = declared;
  }

  /** Subscribes a listener. Returns a function that unsubscribes it. */
  subscribe(name: unknown, listener: unknown): () => void {
    if (typeof name !== 'string') throw rondelError('client/subscriber', 'onEffect: expected the name of an effect, or \'*\'');
    if (typeof listener !== 'function') throw rondelError('client/subscriber', 'onEffect: expected a function');
    const subscription = { name, listener: listener as EffectListener };
    this.#subscriptions.add(subscription);
    return () => { this.#subscriptions.delete(subscription); };
  }

  /** Plays the effects of a log entry of a match in the page, as this viewer may see them. */
  playFor(viewer: PlayerID | null, entry: LogEntry) {
    this.#confirm({ ...entry, effects: this.#seenBy(viewer, entry.effects) });
  }

  /** Follows the predictions of the engine. */
  follow(of: EngineEffect) {
    if (of[0] === 'emits') this.#predict(of[1], of[2]);
    // All waiting actions are predicted again.
    else if (of[0] === 'replays') for (const waiting of this.#waiting.values()) waiting.predicted = [];
  }

  /** Adds an effect to the latest prediction of an action. */
  #predict(action: PlayerAction, effect: Effect) {
    let waiting = this.#waiting.get(action);
    if (!waiting) this.#waiting.set(action, waiting = { action, number: this.#count++, played: [], predicted: [] });
    waiting.predicted.push(...this.#seenBy(action.payload.playerID ?? null, [effect]));
  }

  /** Notes the master's answer to an action. */
  answer(action: PlayerAction, isConfirmed: boolean) {
    const waiting = this.#waiting.get(action);
    if (!waiting) return;
    this.#waiting.delete(action);
    if (isConfirmed) this.#confirmed.push(waiting);
    else this.#takeBack(waiting.played);
  }

  /** Plays the effects of log entries that the master has sent, and of the present predictions. */
  update(entries: readonly LogEntry[]) {
    for (const entry of entries) this.#confirm(entry);
    if (entries.length > 0) this.#confirmed = [];
    for (const { action, number, played, predicted } of this.#waiting.values()) {
      this.#settle(played, predicted, { playerID: playerOf(action), predicted: true, action: number });
    }
  }

  /** Unsubscribes all listeners. */
  clear() {
    this.#subscriptions.clear();
  }

  /** Calls the listeners. During such a call, later effects wait. */
  flush() {
    if (this.#isFlushing || this.#calls.length === 0) return;
    this.#isFlushing = true;
    try {
      nested(DEEP, () => {
        // A listener may act, and so add more.
        for (let call = this.#calls.shift(); call; call = this.#calls.shift()) call();
      });
    } finally {
      this.#isFlushing = false;
    }
  }

  #confirm(entry: LogEntry) {
    const { action, effects = [] } = entry;
    const playerID = action.type === 'MAKE_MOVE' ? action.payload.playerID : null;
    const index = this.#confirmed.findIndex((waiting) => isEntryOf(waiting.action, entry));
    const [own] = index === -1 ? [] : this.#confirmed.splice(index, 1);
    this.#settle(own?.played ?? [], effects, { playerID, predicted: false, action: own?.number ?? this.#count++ });
  }

  /** Takes back the effects that differ from the present ones, and plays those in their place. */
  #settle(played: Played[], effects: readonly Effect[], source: Source) {
    let same = 0;
    while (same < played.length && same < effects.length && isSame(played[same].effect, effects[same])) same += 1;
    this.#takeBack(played.splice(same));
    let end = Math.max(0, ...played.map((one) => one.end));
    for (const effect of effects.slice(same)) {
      const next = this.#play(effect, effect.at ?? end, source);
      end = Math.max(end, next.end);
      played.push(next);
    }
  }

  #play(effect: Effect, at: number, { playerID, predicted, action }: Source): Played {
    const { name, data, duration = 0 } = effect;
    const played: Played = { effect, end: at + duration, undo: [] };
    const info = Object.freeze({ name, playerID, predicted, action, at, duration });
    this.#calls.push(() => {
      for (const subscription of [...this.#subscriptions]) {
        if (!this.#subscriptions.has(subscription) || (subscription.name !== '*' && subscription.name !== name)) continue;
        const undo = this.#guarded(() => subscription.listener(data, info));
        if (predicted && typeof undo === 'function') played.undo.push(undo);
      }
    });
    return played;
  }

  #takeBack(played: Played[]) {
    // The last one first.
    for (const { undo } of [...played].reverse()) this.#calls.push(() => undo.splice(0).forEach((fn) => this.#guarded(fn)));
  }

  /** Returns the effects as a viewer may see them. Hides those whose `playerView` throws. */
  #seenBy(viewer: PlayerID | null, effects: Effect[] = []): Effect[] {
    return effects.flatMap((effect) => this.#guarded(() => effectsFor(viewer, [effect], this.#declared)) ?? []);
  }

  #guarded<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      reportUncaught(error);
      return undefined;
    }
  }
}

function playerOf({ type, payload }: PlayerAction): PlayerID | null {
  return type === 'MAKE_MOVE' ? payload.playerID ?? null : null;
}

/** Returns `true` if a log entry may be that of an action. Entries of events do not name their player. */
function isEntryOf({ type, payload }: PlayerAction, { action, automatic }: LogEntry) {
  const logged: PlayerAction['payload'] = action.payload as PlayerAction['payload'];
  if (automatic || action.type !== type || logged.type !== payload.type) return false;
  return type !== 'MAKE_MOVE' || (logged.playerID === payload.playerID && JSON.stringify(logged.args) === JSON.stringify(payload.args));
}

function isSame(one: Effect, other: Effect) {
  return one.name === other.name && one.at === other.at && one.duration === other.duration && isEqual(one.data, other.data);
}
