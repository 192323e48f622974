import { PROBLEM_STATE } from '../engine/codes.js';
import { EngineCache, initialState } from '../game/engine-cache.js';
import { hasSameMembers } from '../util/objects.js';
import { rondelError } from '../util/error.js';
import { patched } from './protocol/patch.js';
import type { Game, State } from '../../types/game.js';
import type { Refusal } from '../engine/match-host.js';
import type { AnyState } from '../game/engine-states.js';
import type { Foreign } from '../util/foreign.js';

/** Contents of a state that the engine knows. */
interface Noted {
  members: object;
  ctx: object;
}

type InitialOptions = Parameters<typeof InitializeGame>[0];
type ReducerOptions = Parameters<typeof CreateGameReducer>[0];

/** Returns the initial state of a match, in boardgame.io's shape. */
export function InitializeGame<G = any>(options: {
  game: Game<G, any, any>;
  numPlayers?: number;
  setupData?: any;
}): Omit<State<G>, 'deltalog'>;
export function InitializeGame({ game, numPlayers, setupData }: InitialOptions = {} as InitialOptions): Foreign {
  const state = initialState(game, { numPlayers, setupData });
  return { ...state, ctx: { ...state.ctx } };
}

/**
 * Returns a reducer: a pure function over states and actions in boardgame.io's shape. For a refused action it returns the state with
 * `transients.error`. It does so for an invalid state, too: `payload` names the path of the invalid value. It throws an error with the code
 * `game/state` only if it cannot even copy the fields of the state.
 */
export function CreateGameReducer<G = any>(options: {
  game: Game<G, any, any>;
  /** `true` runs moves as a client predicts them: without hooks, events and random numbers. @default false */
  isClient?: boolean;
}): (state: any, action: { type: string; [field: string]: any }) => any;
export function CreateGameReducer({ game, isClient = false }: ReducerOptions = {} as ReducerOptions): (state: AnyState, action: Foreign) => AnyState {
  const cache = new EngineCache(game);
  // A client runs moves alone; the result of an event comes from the master.
  const predicting = isClient ? new EngineCache(game, { depth: 'moves' }) : cache;
  const known = new WeakMap<object, Noted>();

  return function reducer(stateWithTransients: AnyState = null, action: Foreign): AnyState {
    const state = withoutTransients(stateWithTransients);
    switch (action.type) {
      case 'RESET':
      case 'UPDATE':
      case 'SYNC':
        return action.state;
      case 'PATCH':
        return afterPatch(state, action.patch);
      case 'MAKE_MOVE':
      case 'GAME_EVENT':
      case 'UNDO':
      case 'REDO':
      case 'PLUGIN':
      case 'PLAYER_LEAVE':
        return stateWithTransients === null ? null : apply(state, stateWithTransients, action);
      default:
        return stateWithTransients === null ? null : state;
    }
  };

  function apply(state: AnyState, original: AnyState, action: Foreign): AnyState {
    const unchanged = action.type === 'PLUGIN' ? state : { ...state, deltalog: [] };
    if (isClient && action.type === 'GAME_EVENT') return unchanged;
    if (action.type === 'PLUGIN' && !cache.names.plugins.includes(action.payload.type)) return unchanged;
    const runner = action.type === 'MAKE_MOVE' ? predicting : cache;
    const outcome = runner.apply(asItIs(original), action);
    if ('thrown' in outcome) throw outcome.thrown;
    if (outcome.waits !== undefined || outcome.isPart) return unchanged;
    if (outcome.error) return withError(unchanged, outcome.error);
    const { deltalog, ctx, ...next } = outcome.state;
    // Fields that others have added to the state stay with it. Its `ctx` may be written to, as boardgame.io's.
    const result = {
      ...state,
      deltalog: isClient || action.type === 'PLUGIN' ? unchanged.deltalog : deltalog,
      ...next,
      ctx: { ...ctx },
    };
    runner.follow(result, outcome.state);
    note(result);
    return result;
  }

  /** The engine knows a state by its object: one that has been written to since is a new state. */
  function asItIs(state: AnyState): AnyState {
    try {
      const { members, ctx } = known.get(state) ?? note(state);
      return hasSameMembers(state, members) && hasSameMembers(state.ctx, ctx) ? state : { ...state };
    } catch {
      // The engine reports what is wrong with it.
      return state;
    }
  }

  function note(state: AnyState): Noted {
    const noted = { members: { ...state }, ctx: { ...state.ctx } };
    known.set(state, noted);
    return noted;
  }
}

function afterPatch(state: AnyState, operations: unknown): AnyState {
  try {
    return patched(state, operations);
  } catch (error) {
    return withError(state, { type: 'update/patch_failed', payload: [error] });
  }
}

function withoutTransients(stateWithTransients: AnyState): AnyState {
  try {
    const { transients, ...state } = stateWithTransients ?? {};
    return state;
  } catch {
    throw rondelError(PROBLEM_STATE, 'state: cannot be read');
  }
}

function withError(state: AnyState, { type, message, payload }: Refusal): AnyState {
  return { ...state, transients: { error: { type, payload: payload ?? message } } };
}
