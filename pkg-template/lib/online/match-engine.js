import { busyRefusal, running } from '../engine/busy.js';
import {
  ASKED_FIELDS, PLACE_NONE, REFUSAL_ACTION_INVALID, REQUEST_EVENT, REQUEST_MOVE, REQUEST_NOTHING, REQUEST_PLUGIN, VALUE_UNDEFINED,
} from '../engine/codes.js';
import { openTab } from '../engine/payer.js';
import { isEngineFailure, lackedMemory } from '../engine/set-aside.js';
import { EngineStates } from '../game/engine-states.js';
import { argumentsOf, requestOf } from '../game/request-code.js';
import { drawsSecurely, rulesOf } from '../game/rules.js';
import { unprocessed } from '../game/source.js';
import { rondelError } from '../util/error.js';
import { flattened } from './flat-ledger.js';
import { ledgerOf } from './ledger.js';
import { Proposal, THREW } from './proposal.js';
import { hasLeft } from './stored-leaves.js';
import { hasSteps, withRecent } from './stored-history.js';

/** The `sync` of an action that was sent without one: by boardgame.io's own client. */
const NO_SYNC = { session: '', seq: 0, first: 0, dependsOn: 0, ahead: false };

/** The arguments of an event without any, and of what is no event. */
const NO_ARGUMENTS = [];

/** What part of a full memory was in use before an action that lacked some, if it was others' doing. */
const OTHERS = 0.5;

/** The action of a player who leaves the match. */
export function leaving(playerID) {
  return { type: 'PLAYER_LEAVE', payload: { playerID } };
}

/**
 * The engine that plays all matches of a game for their masters. A master's match is a state as it is stored, with what is remembered in
 * it: the engine holds both, by the object that the state is, and *proposes* the state after an action. A master that has stored that has the
 * engine `evict` the state from before; one that could not, has it evict what was proposed.
 */
export class MatchEngine {
  #rules;
  #states;
  #isSecure;
  /** States that fail the engine when they are loaded again. */
  #failing = new WeakSet();

  constructor(game) {
    const rules = rulesOf(unprocessed(game));
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
   *
   * @param {any} state
   * @param {{ action: any, problem?: import('./request.js').Problem, playerID: string, stateID: number, sync?: import('./ledger.js').Made }} request
   * @param {import('./proposal.js').Bounds} [bounds]
   */
  propose(state, { action, problem, playerID, stateID, sync = NO_SYNC }, bounds) {
    const open = () => this.#open(state, action, bounds);
    const by = { playerID, stateID, sync };
    const error = problem ? { type: problem.type ?? REFUSAL_ACTION_INVALID, message: problem.error } : this.#whyBusy(action);
    if (error) return this.#refused(open(), by, error);
    const { proposal, hasRun } = this.#tried(open, by, action);
    if (hasRun) return proposal;
    // The exception has ended the engine's call: it is called again to refuse the action, and to remember that.
    return this.#refused(proposal, by, THREW);
  }

  /** As `propose`: a player leaves the match. In one that is over, or that they have left by this `leaveID`, it has no effect. */
  proposeLeave(state, { playerID, leaveID }, bounds) {
    const action = leaving(playerID);
    const open = () => this.#open(state, action, bounds);
    if (hasLeft(state, playerID, leaveID)) return open();
    const error = this.#whyBusy(action);
    const { proposal, hasRun } = error ? { proposal: open(), hasRun: false } : this.#tried(open, { playerID, stateID: state._stateID, sync: NO_SYNC }, action);
    if (!hasRun) proposal.refuse(error ?? THREW);
    if (leaveID !== undefined) proposal.left = { [playerID]: leaveID };
    return proposal;
  }

  /** The proposed state is stored as this object. */
  hold(next, { slot }) {
    if (slot) this.#states.note(next, slot);
  }

  /** Throws if a match cannot go on from this state. */
  load(state) {
    this.#states.ready();
    this.#states.goTo(state);
  }

  /** Whether the engine could go on from this state at once: it has been checked. */
  knows(state) {
    return this.#states.knows(state);
  }

  /** Removes a state from the engine. If a match goes on from it after all, it is loaded again. */
  evict(state) {
    this.#states.evict(state);
  }

  /** Whether a player may act, by a `ctx` alone. */
  isActive(ctx, playerID) {
    return this.#states.ready().host.isActive(ctx, playerID);
  }

  /** What the only active player could undo and redo; null if several are active, or none, or there is nothing, or it fails the engine. */
  stepRights(state) {
    if (!hasSteps(state) || this.#failing.has(state)) return null;
    try {
      return this.#states.stepRights(state);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      this.#failing.add(state);
      return null;
    }
  }

  #open(state, action, bounds) {
    return new Proposal(state, action, {
      bounds,
      keepsReplay: !this.#rules.settings.disableLog,
      load: (next) => this.#states.obstacleToLoading(next),
    });
  }

  /** The refusal of an action while the game's own code runs in the engine. */
  #whyBusy({ type, payload }) {
    return this.#states.ready().engine.uses > 0 ? busyRefusal(payload.type ?? type) : undefined;
  }

  /** Runs an action: again if it lacked memory that other matches had taken, and not by its own doing. `hasRun`: the game has thrown nothing. */
  #tried(open, by, action) {
    const { engine } = this.#states.ready();
    const { memory } = engine;
    const tab = openTab();
    let isOthers = false;
    const run = () => {
      const proposal = open();
      return { proposal, hasRun: this.#ran(proposal, by, action) };
    };
    try {
      const tried = tab.run(run);
      if (tried.hasRun || !lackedMemory(tried.proposal.thrown.error) || memory < engine.memory * OTHERS) return tried;
      this.#states.ready();
      const again = tab.run(run);
      isOthers = again.hasRun;
      return again;
    } finally {
      // Nobody pays for what others have taken.
      if (!isOthers) tab.pay();
    }
  }

  /** Whether the game has thrown nothing. */
  #ran(proposal, by, action) {
    const from = this.#slotFor(proposal.state);
    const { host } = this.#states.match;
    const outer = { game: running.game, draws: host.draws };
    running.game = this.#rules.game;
    host.draws = this.#isSecure ? proposal.draws : null;
    try {
      this.#ask(proposal, from, by, this.#encoded(action));
      return true;
    } catch (error) {
      proposal.fail(error);
      return false;
    } finally {
      running.game = outer.game;
      host.draws = outer.draws;
    }
  }

  #refused(proposal, by, error) {
    const { host } = this.#states.ready();
    const from = this.#slotFor(proposal.state);
    this.#ask(proposal, from, by, { request: REQUEST_NOTHING, place: PLACE_NONE, value: host.keep(error), argument: NO_ARGUMENTS });
    return proposal;
  }

  /** The slot of a state with what is remembered of it. */
  #slotFor(state) {
    const slot = this.#states.slotFor(state);
    if (slot) return slot;
    // Under `compat` the engine keeps what it has loaded no longer than that.
    const scratch = this.#states.scratch();
    hold(this.#states.match, scratch.number, state);
    return scratch;
  }

  #ask(proposal, from, { playerID, stateID, sync: { session, seq, first, dependsOn = 0, ahead = false } }, { request, place, value, argument }) {
    const { engine, host } = this.#states.match;
    const to = this.#states.takeSpare();
    const [player, tab] = [host.numberOf(playerID), host.numberOf(session)];
    /** @type {any} */
    const asked = { from: from.number, to: to.number, seen: stateID, player, session: tab, seq, first, dependsOn, ahead, request, place, value };
    const list = [playerID, session];
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
  #encoded({ type, payload }) {
    const { host, names } = this.#states.match;
    const [request, place] = requestOf(type, payload.type, names);
    const args = argumentsOf(payload);
    const asked = { request, place, value: VALUE_UNDEFINED, argument: NO_ARGUMENTS };
    if (request === REQUEST_MOVE) asked.value = host.handMove(payload.type, args);
    else if (request === REQUEST_PLUGIN) asked.value = host.keep(payload);
    else if (request === REQUEST_EVENT && place >= 0) {
      host.hand(place, args[0]);
      asked.argument = host.list;
    }
    return asked;
  }
}

/** Has the engine keep the state that it has loaded, with what is remembered of it. */
function hold({ engine, host }, number, state) {
  host.list = flattened(ledgerOf(state));
  engine.hold(number);
  host.list = [];
}
