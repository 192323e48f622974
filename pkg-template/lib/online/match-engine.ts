import { busyRefusal, running } from '../engine/busy.js';
import {
  ASKED_FIELDS, PLACE_NONE, REFUSAL_ACTION_INVALID, REQUEST_EVENT, REQUEST_MOVE, REQUEST_NOTHING, REQUEST_PLUGIN, REQUEST_TIMEOUT, VALUE_UNDEFINED,
} from '../engine/codes.js';
import { forgiveFullMemory } from '../engine/failure-count.js';
import { isEngineFailure, lackedMemory } from '../engine/set-aside.js';
import { onTimeoutOf } from '../game/declarations.js';
import { EngineStates } from '../game/engine-states.js';
import { argumentsOf, requestOf } from '../game/request-code.js';
import { drawsSecurely, originalGame, rulesOf } from '../game/rules.js';
import { rondelError } from '../util/error.js';
import { reportUncaught } from '../util/print.js';
import { ledgerOf } from './ledger.js';
import { Proposal, THREW } from './proposal.js';
import { hasLeft } from './leaves.js';
import { flatLedger } from './storage/stored-codec.js';
import { hasSteps, withRecent } from './stored-history.js';
import type { ActionShape } from '../../types/actions.js';
import type { Ctx, Game, PlayerID } from '../../types/game.js';
import type { Slot } from '../game/engine-states.js';
import type { OpenEngine } from '../game/match.js';
import type { Rules } from '../game/rules.js';
import type { ActionSync } from './ledger.js';
import type { Bounds, Remembered } from './proposal.js';
import type { PlayerAction, Tried } from './request.js';
import type { StoredState } from './stored-states.js';
import type { Foreign } from '../util/foreign.js';

/** An action at a master: a player's, that of one who leaves, or one of the master itself. */
export type MasterAction = PlayerAction | (ActionShape.PlayerLeave | ActionShape.Timeout | ActionShape.Clock) & { payload: { credentials?: undefined } };

/** An order to the clock of a match: to stop, to go on, or to give the players the time again that they had at the last action. */
export type ClockOrder = ActionShape.Clock['payload']['order'];

/** The end of a player's time, as the log has it. */
type TimeoutPayload = Pick<ActionShape.Timeout['payload'], 'playerID' | 'deadline' | 'failed'>;

/** The move that a bot has chosen for a player whose time has run out. */
export interface ChosenMove {
  type: string;
  args: Foreign[];
}

/** The author of an action, and how they made it. */
interface By {
  playerID: PlayerID;
  /** The state in which they made it. */
  stateID: number;
  sync: ActionSync;
}

/** A player who leaves the match, and by which leave, if it has an ID. */
interface Leave {
  playerID: PlayerID;
  leaveID: string | undefined;
}

/** An action, in the engine's numbers. */
interface Encoded {
  request: number;
  place: number;
  value: number;
  argument: unknown[];
}

/** A proposal that the engine is asked for, besides texts and arguments. */
type Question = Record<(typeof ASKED_FIELDS)[number], number | boolean>;

/** The proposal of an action that was run; `hasRun` is `true` if the game has thrown nothing. */
type Outcome = { proposal: Proposal, hasRun: boolean };

/** The `sync` of an action that was sent without one: by boardgame.io's own client. */
const NO_SYNC: ActionSync = { session: '', seq: 0, first: 0, dependsOn: 0, ahead: false };

/** The author of a host's orders. */
const HOST: By = { playerID: '', stateID: 0, sync: NO_SYNC };

/** The arguments of an event without any, and of what is no event. */
const NO_ARGUMENTS: unknown[] = [];

/** Part of the memory: if more was in use before an action that ran out of memory, other matches caused the failure. */
const OTHERS = 0.5;

/** The action of a player who leaves the match. */
export function leaving(playerID: PlayerID): ActionShape.PlayerLeave {
  return { type: 'PLAYER_LEAVE', payload: { playerID } };
}

/**
 * The engine that plays all matches of a game for their masters. A master's match is a state as it is stored, with what is remembered in
 * it: the engine holds both, by the object that the state is, and *proposes* the state after an action. A master that has stored that has the
 * engine `evict` the state from before; one that could not, has it evict what was proposed.
 */
export class MatchEngine {
  #rules: Rules;
  #states: EngineStates;
  #isSecure: boolean;
  /** States that fail the engine when they are loaded again. */
  #failing = new WeakSet<StoredState>();
  /** Undo and redo rights of states: to compute them may run a move once for each viewer, and everybody may ask for a state. */
  #rights = new WeakMap<StoredState, ReturnType<EngineStates['stepRights']>>();

  constructor(game: Game) {
    const rules = rulesOf(originalGame(game));
    this.#rules = rules;
    this.#isSecure = drawsSecurely(rules);
    this.#states = new EngineStates(rules, {
      isSecure: this.#isSecure,
      depth: 'all',
      isStored: true,
      load: withRecent,
      keep: hold,
    });
  }

  /**
   * The outcome of an action in a stored state. It never throws what the game throws; it throws an error that names
   * the path if the match cannot go on from the state.
   */
  propose(state: StoredState, { action, problem, playerID, stateID, sync = NO_SYNC }: Tried & Omit<By, 'sync'> & { sync?: ActionSync }, bounds?: Bounds): Proposal {
    const open = () => this.#open(state, action, bounds);
    const by = { playerID, stateID, sync };
    const error = problem ? { type: problem.type ?? REFUSAL_ACTION_INVALID, message: problem.error } : this.#whyBusy(action);
    if (error) return this.#refused(open(), by, error);
    // Without a problem there is an action.
    const { proposal, hasRun } = this.#tried(open, by, action as PlayerAction);
    if (hasRun) return proposal;
    // The exception has ended the engine's call: it is called again to refuse the action, and to remember that.
    return this.#refused(proposal, by, THREW);
  }

  /** As `propose`: a player leaves the match. In one that is over, or that they have left by this `leaveID`, it has no effect. */
  proposeLeave(state: StoredState, { playerID, leaveID }: Leave, bounds?: Bounds): Proposal {
    const action = leaving(playerID);
    const open = () => this.#open(state, action, bounds);
    if (hasLeft(state, playerID, leaveID)) return open();
    const error = this.#whyBusy(action);
    const { proposal, hasRun } = error ? { proposal: open(), hasRun: false } : this.#tried(open, { playerID, stateID: state._stateID, sync: NO_SYNC }, action);
    if (!hasRun) proposal.refuse(error ?? THREW);
    if (leaveID !== undefined) proposal.left = { [playerID]: leaveID };
    return proposal;
  }

  /**
   * As `propose`: the time of a player has run out. If the `onTimeout` of the game throws or loops, or their bot has chosen no move that is
   * possible, their turn or stage ends without it. Without an effect if the deadline is not the stored one any more.
   */
  proposeTimeout(state: StoredState, { chosen, ...about }: TimeoutPayload & { chosen?: ChosenMove | null | undefined }, bounds: Bounds): Proposal {
    const { playerID, deadline } = about;
    const ended = (payload: TimeoutPayload) => {
      const action: MasterAction = { type: 'TIMEOUT', payload };
      const by = { playerID, stateID: deadline, sync: { ...NO_SYNC, ahead: payload.failed === true } };
      return this.#tried(() => this.#open(state, action, bounds), by, action);
    };
    const failed = { ...about, failed: true } as const;
    if (chosen === null) return ended(failed).proposal;
    const { proposal } = ended({ ...about, ...chosen });
    if (proposal.done) return proposal;
    const without = ended(failed).proposal;
    without.thrown ??= proposal.thrown;
    return without;
  }

  /** As `propose`: the host gives the clock of a match an order. */
  proposeOrder(state: StoredState, order: ClockOrder, bounds: Bounds): Proposal {
    const action: MasterAction = { type: 'CLOCK', payload: { order } };
    return this.#tried(() => this.#open(state, action, bounds), HOST, action).proposal;
  }

  /** The proposed state is stored as this object. */
  hold(next: StoredState, { slot }: Proposal) {
    if (slot) this.#states.note(next, slot);
  }

  /** Throws if a match cannot go on from this state. */
  load(state: StoredState) {
    this.#states.ready();
    this.#states.goTo(state);
  }

  /** Returns `true` if the engine has already checked this state. */
  knows(state: StoredState): boolean {
    return this.#states.knows(state);
  }

  /** Removes a state from the engine. If a match goes on from it after all, it is loaded again. */
  evict(state: StoredState) {
    this.#states.evict(state);
  }

  /** Returns `true` if the `ctx` lets a player act. */
  isActive(ctx: Ctx, playerID: PlayerID): boolean {
    return this.#states.ready().host.isActive(ctx, playerID);
  }

  /** Returns the undo and redo rights of the only active player. Null if there is not exactly one, if there are no steps, or if they fail. */
  stepRights(state: StoredState) {
    if (!hasSteps(state) || this.#failing.has(state)) return null;
    const known = this.#rights.get(state);
    if (known !== undefined) return known;
    try {
      const rights = this.#states.stepRights(state);
      this.#rights.set(state, rights);
      return rights;
    } catch (error) {
      if (isEngineFailure(error)) {
        this.#failing.add(state);
      } else {
        // The state is stored: its viewers must hear of it.
        reportUncaught(error);
        this.#rights.set(state, null);
      }
      return null;
    }
  }

  #open(state: StoredState, action: MasterAction | null, bounds: Bounds | undefined) {
    return new Proposal(state, action, {
      bounds,
      keepsReplay: !this.#rules.settings.disableLog,
      load: (next) => this.#states.obstacleToLoading(next),
    });
  }

  /** The refusal of an action while the game's own code runs in the engine. */
  #whyBusy({ type, payload }: MasterAction): Remembered | undefined {
    return this.#states.ready().engine.uses > 0 ? busyRefusal(payload.type ?? type) : undefined;
  }

  /** Runs an action: again if it lacked memory that other matches had taken, and not by its own doing. `hasRun`: the game has thrown nothing. */
  #tried(open: () => Proposal, by: By, action: MasterAction): Outcome {
    const { engine } = this.#states.ready();
    const { memory } = engine;
    const run = () => {
      const proposal = open();
      return { proposal, hasRun: this.#ran(proposal, by, action) };
    };
    const tried = run();
    // It has run, or something was thrown.
    if (tried.hasRun || !lackedMemory(tried.proposal.thrown!.error) || memory < engine.memory * OTHERS) return tried;
    this.#states.ready();
    const again = run();
    // Others had taken the memory.
    if (again.hasRun) forgiveFullMemory();
    return again;
  }

  /** Returns `true` if the game has thrown nothing. */
  #ran(proposal: Proposal, by: By, action: MasterAction): boolean {
    const from = this.#slotFor(proposal.state);
    const { host } = this.#states.match;
    const outer = { game: running.game, draws: host.draws, readClock: host.readClock };
    host.readClock = () => proposal.now;
    host.actedAt = by.sync.acted ?? NaN;
    running.game = this.#rules.game;
    host.draws = this.#isSecure ? proposal.draws : null;
    try {
      this.#ask(proposal, from, by, this.#encoded(action, proposal.state));
      return true;
    } catch (error) {
      proposal.fail(error);
      return false;
    } finally {
      running.game = outer.game;
      host.draws = outer.draws;
      host.readClock = outer.readClock;
    }
  }

  #refused(proposal: Proposal, by: By, error: Remembered): Proposal {
    const { host } = this.#states.ready();
    const from = this.#slotFor(proposal.state);
    this.#ask(proposal, from, by, { request: REQUEST_NOTHING, place: PLACE_NONE, value: host.keep(error), argument: NO_ARGUMENTS });
    return proposal;
  }

  /** The slot of a state with what is remembered of it. */
  #slotFor(state: StoredState): Slot {
    const slot = this.#states.slotFor(state);
    if (slot) return slot;
    // Under `compat` the engine keeps what it has loaded no longer than that.
    const scratch = this.#states.scratch();
    hold(this.#states.match, scratch.number, state);
    return scratch;
  }

  #ask(
    proposal: Proposal,
    from: Slot,
    { playerID, stateID, sync: { session, seq, first, dependsOn = 0, ahead = false } }: By,
    { request, place, value, argument }: Encoded,
  ) {
    const { engine, host } = this.#states.match;
    const to = this.#states.takeSpare();
    const [player, tab] = [host.numberOf(playerID), host.numberOf(session)];
    const asked: Question = { from: from.number, to: to.number, seen: stateID, player, session: tab, seq, first, dependsOn, ahead, request, place, value };
    const list: unknown[] = [playerID, session];
    for (const field of ASKED_FIELDS) list.push(asked[field]);
    host.list = argument === NO_ARGUMENTS ? list : list.concat(argument);
    const outer = host.proposal;
    host.proposal = proposal;
    let isNext = false;
    try {
      isNext = Boolean(engine.propose());
    } finally {
      host.proposal = outer;
      if (!isNext && !engine.isRetired) this.#states.giveBack(to);
    }
    // The game's code has made the instance fail in another match meanwhile.
    if (engine.isRetired) throw rondelError('engine/retired', 'the engine has failed during the action');
    if (isNext) proposal.slot = this.#states.keepNext(to);
  }

  /** An action, in the engine's numbers. */
  #encoded({ type, payload }: MasterAction, { ctx }: StoredState): Encoded {
    const { host, names } = this.#states.match;
    const { playerID = '' } = payload;
    const [request, place] = requestOf(type, type === 'CLOCK' ? payload.order : payload.type, names);
    const args = argumentsOf(payload);
    const asked = { request, place, value: VALUE_UNDEFINED, argument: NO_ARGUMENTS };
    if (request === REQUEST_MOVE) asked.value = host.passMove(payload.type, args);
    else if (request === REQUEST_TIMEOUT) asked.value = host.passTimeout({ type: payload.type, args }, onTimeoutOf(this.#rules, ctx, playerID));
    else if (request === REQUEST_PLUGIN) asked.value = host.keep(payload);
    else if (request === REQUEST_EVENT && place >= 0) {
      host.passEvent(place, args[0]);
      asked.argument = host.list;
    }
    return asked;
  }
}

/** Has the engine keep the state that it has loaded, with what is remembered of it. */
function hold({ engine, host }: OpenEngine, number: number, state: StoredState) {
  host.list = flatLedger(ledgerOf(state));
  engine.hold(number);
  host.list = [];
}
