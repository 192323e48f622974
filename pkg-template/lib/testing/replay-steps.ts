import { Draws } from '../engine/match-host.js';
import { drawing } from '../game/random-source.js';
import { EngineCache } from '../game/engine-cache.js';
import { REPLAY, isForReplay } from '../game/replay.js';
import { ended, isEnd } from '../online/replay-entries.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import type { ReplayableMatch } from '../../types/testing.js';
import type { Game, RandomSource } from '../../types/game.js';
import type { Moment } from '../game/engine-cache.js';
import type { AnyState } from '../game/engine-states.js';
import type { Foreign } from '../util/foreign.js';

/** A replayed action. */
export interface ReplayStep {
  stateID: number;
  action: Foreign;
  /** Log entries of the action. */
  entries: Foreign[];
  state: AnyState;
}

/** An action of a log. */
interface LoggedAction extends Omit<ReplayStep, 'state'> {
  /** Securely drawn numbers of the action. */
  drawn: readonly number[] | undefined;
}

/**
 * Replays a stored match. Yields the `state` after each action, with the action's log `entries`. Throws `testing/replay` if an action
 * cannot be replayed, or if the log ends before the last `state`.
 */
export function* replaySteps(game: Game, { initialState, log, state: last }: ReplayableMatch): Generator<ReplayStep> {
  let state: AnyState = initialState;
  let isSecure = drewSecurely(state);
  const caches: Partial<Record<RandomSource, EngineCache>> = {};
  for (const { action, drawn, stateID, entries } of actionsOf(log)) {
    // A master may have switched to secure random numbers during the match.
    isSecure ||= drawn !== undefined;
    if (stateID !== state._stateID) throw missingEntry(state._stateID);
    state = isEnd(action) ? ended(state, action.payload.gameover) : applyAction(cacheFor(isSecure), state, { action, drawn, stateID, moment: momentOf(entries[0]) });
    yield { stateID, action, entries, state };
  }
  if (last && last._stateID !== state._stateID) throw missingEntry(state._stateID);

  function cacheFor(isSecureNow: boolean) {
    const random = isSecureNow ? 'secure' : 'seeded';
    return (caches[random] ??= new EngineCache(drawing(game, random), { isStored: true }));
  }
}

function drewSecurely({ plugins }: AnyState) {
  return plugins?.random?.drawn !== undefined;
}

/** Returns the actions of a log, each with its entries and its drawn numbers. Usually the first entry has the action. */
function* actionsOf(log: Foreign[]): Generator<LoggedAction> {
  let open: LoggedAction | null = null;
  for (const entry of log) {
    const { _stateID: stateID, action, [REPLAY]: kept } = entry;
    // Actions of plugins do not change `_stateID`.
    if (open && stateID === open.stateID && !isForReplay(open.entries[0])) {
      open.entries.push(entry);
      continue;
    }
    if (open) yield open;
    open = { stateID, action: kept?.action ?? action, drawn: kept?.drawn, entries: [entry] };
  }
  if (open) yield open;
}

/** Returns the logged moment of an action, in a game with time. */
function momentOf({ time, lag = 0 }: Foreign): Moment | undefined {
  return time === undefined ? undefined : { now: time, lag };
}

function applyAction(cache: EngineCache, state: AnyState, { action, drawn, stateID, moment }: Omit<LoggedAction, 'entries'> & { moment: Moment | undefined }): AnyState {
  const { type, payload } = action;
  const outcome = cache.apply(state, { type, payload }, new Draws(drawn, exhausted), moment);
  if (outcome.state) return outcome.state;
  const why = 'thrown' in outcome ? messageOf(outcome.thrown) : outcome.error?.message;
  throw rondelError('testing/replay', `the action of state ${stateID} cannot be played again: ${why}`, { stateID, action });
}

function exhausted(): never {
  throw rondelError('testing/replay', 'the action draws more numbers than it did at first');
}

function missingEntry(stateID: number) {
  return rondelError('testing/replay', `the log has no entry for the action of state ${stateID}`, { stateID });
}
