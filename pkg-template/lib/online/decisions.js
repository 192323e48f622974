import {
  DECIDED_DONE, DECIDED_REFUSED, DECIDED_TURNED_AWAY, LED_TO_NOWHERE, OTHERS_REMEMBERED, OTHERS_STRANGER, PERMIT_IGNORES_STALE,
  PERMIT_NONE, PERMIT_STRICT, PLACE_NONE, REFUSAL_ACTION_INVALID, REFUSAL_GAMEOVER,
} from '../engine/codes.js';
import { Draws } from '../engine/secure-numbers.js';
import { loadEngine } from '../engine/load-engine.js';
import { ValueTable } from '../engine/value-table.js';
import { threw } from '../game/engine-cache.js';
import { bounded, ledgerOf, withFresh } from './ledger.js';
import { sizeOfLog } from './match-log.js';
import { replayable } from './replayable.js';
import { obstacleToTelling } from './tellable.js';

/** The log of the match has no room for what an action adds to it. */
const LOG_FULL = { type: 'match/log_full', message: 'the log of the match is full: nobody can act in it any more' };

/** A sender that says nothing of how it made an action: boardgame.io's own client. */
const NOBODY = { session: '', seq: 0, first: 0, dependsOn: 0, ahead: false };

/**
 * How many bytes may be added to the log, and the numbers that are drawn first.
 *
 * @typedef {{ room: number, known: readonly number[] }} Bounds
 *
 * @type {Bounds}
 */
const UNBOUNDED = { room: Infinity, known: [] };

/** The module's decisions, made at the first action: it is told anew each time what an action is about. */
let core;
let instance;

/**
 * The action that is decided on: what the module asks of it, and what comes of it. It was `done`, and is to be stored
 * with the `ledger`; or it is refused with an `error`, and if there is a `ledger`, that is to be stored with the state as
 * it is; or its author is no player of the match, and is told what was `refused`; or nothing, if it is to be said again
 * what was answered.
 */
class Attempt {
  /** @type {any} the state that it has led to */
  done = undefined;
  /** @type {true | string[]} whose turn, phase or stage has begun anew with it: `true` for everybody's */
  fresh = [];
  /** @type {object[] | undefined} what it adds to the stored log if it is done */
  deltalog = undefined;
  /** @type {{ type: string, message: string, payload?: unknown } | undefined} */
  error = undefined;
  /** @type {{ error: unknown } | undefined} what the game has thrown */
  thrown = undefined;
  /** @type {import('./ledger.js').Ledger | undefined} */
  ledger = undefined;
  /** @type {import('./ledger.js').Refused[] | undefined} */
  refused = undefined;
  /** About how many bytes it adds to the log. */
  logged = 0;

  /**
   * @param {import('../game/engine-cache.js').EngineCache} rules
   * @param {any} state
   * @param {any} request
   * @param {Bounds} [bounds]
   */
  constructor(rules, state, request, { room, known } = UNBOUNDED) {
    this.rules = rules;
    this.state = state;
    this.request = request;
    this.room = room;
    this.draws = new Draws(known);
  }

  permit() {
    const { action, problem } = this.request;
    const permit = action ? this.rules.permit(this.state, action) : { error: { type: problem.type ?? REFUSAL_ACTION_INVALID, message: problem.error } };
    if (permit.error) {
      this.error = permit.error;
      return PERMIT_NONE;
    }
    return (permit.strict ? PERMIT_STRICT : 0) + (permit.ignoresStaleStateID ? PERMIT_IGNORES_STALE : 0);
  }

  run() {
    const outcome = this.#outcome();
    if (outcome.state) {
      this.done = outcome.state;
      this.fresh = outcome.entered;
      return outcome.state._stateID;
    }
    if ('thrown' in outcome) this.thrown = { error: outcome.thrown };
    this.error = outcome.error;
    return LED_TO_NOWHERE;
  }

  object(type, message) {
    this.error = { type, message };
  }

  /** What comes of the action; what could be told to nobody is the game's mistake, as what it throws is. */
  #outcome() {
    const outcome = this.rules.apply(this.state, this.request.action, this.draws);
    if (!outcome.state) return outcome;
    const obstacle = obstacleToTelling(outcome.state);
    if (obstacle) return threw(obstacle);
    this.deltalog = this.#kept(outcome.state, outcome.drawn);
    this.logged = sizeOfLog(this.deltalog);
    return this.logged > 0 && this.logged > this.room ? { error: LOG_FULL } : outcome;
  }

  #kept({ deltalog }, drawn) {
    if (!this.rules.keepsReplay) return deltalog;
    return replayable(this.state, { deltalog, action: this.request.action, drawn });
  }

  /** Games give players other names than those of the seats, too: in the play order, or when they make them active. */
  othersRemembered() {
    const { state: { ctx }, request: { playerID } } = this;
    const isNamed = ctx.playOrder.some((player) => String(player) === playerID)
      || (ctx.activePlayers && Object.hasOwn(ctx.activePlayers, playerID));
    if (!isNamed) return OTHERS_STRANGER;
    const { forgotten = {}, sessions } = ledgerOf(this.state);
    const others = new Set([...sessions.map(([player]) => player), ...Object.keys(forgotten)]);
    if (others.has(playerID)) return OTHERS_REMEMBERED;
    return [...others].filter((player) => !this.rules.isSeat(player, ctx)).length;
  }
}

/** Answers the module, for the action that is decided on. */
class Host extends ValueTable {
  /** @type {Attempt} */
  attempt;

  permit() {
    return this.attempt.permit();
  }

  run() {
    return this.attempt.run();
  }

  object(type, message) {
    this.attempt.object(type, message);
  }

  othersRemembered() {
    return this.attempt.othersRemembered();
  }
}

const host = new Host();

/**
 * Decides on an action that a client asks for, and runs it if nothing is against it.
 *
 * @param {import('../game/engine-cache.js').EngineCache} rules
 * @param {any} state
 * @param {{ action: object | null, problem?: import('./request.js').Problem, playerID: string, stateID: number, sync?: import('./ledger.js').Made }} request
 * @param {Bounds} [bounds]
 */
export function decide(rules, state, request, bounds) {
  const { playerID, stateID, sync = NOBODY } = request;
  const attempt = new Attempt(rules, state, request, bounds);
  const ledger = ledgerOf(state);
  const place = open(ledger, playerID, sync.session, rules.isSeat(playerID, state.ctx));
  const { seq, first, dependsOn = 0, ahead = false } = sync;
  // The game's code may have another master decide meanwhile.
  const outer = host.attempt;
  host.attempt = attempt;
  let decided;
  try {
    decided = core.decide(state._stateID, stateID, place, seq, first, dependsOn, ahead);
  } finally {
    host.attempt = outer;
  }
  const { error } = attempt;
  if (decided === DECIDED_DONE) {
    const begun = withFresh(ledger, attempt.fresh, attempt.done._stateID);
    attempt.ledger = request.sync ? remembering(begun, playerID, sync, place) : begun;
  } else if (decided === DECIDED_REFUSED) {
    if (request.sync) attempt.ledger = remembering(ledger, playerID, sync, place, error);
  } else if (decided === DECIDED_TURNED_AWAY) {
    if (request.sync) attempt.refused = refusedOf(sync, [], error);
  } else {
    // The rules may not allow it any more.
    attempt.error = undefined;
  }
  return attempt;
}

/** The action of a player who leaves the match. */
export function leaving(playerID) {
  return { type: 'PLAYER_LEAVE', payload: { playerID } };
}

/** As `decide`: a player leaves the match. Nobody leaves one that is over, and nothing comes of it. */
export function removePlayer(rules, state, playerID, { known } = UNBOUNDED) {
  const attempt = new Attempt(rules, state, { action: leaving(playerID) }, { ...UNBOUNDED, known });
  if (attempt.run() !== LED_TO_NOWHERE) attempt.ledger = withFresh(ledgerOf(state), attempt.fresh, attempt.done._stateID);
  else if (attempt.error?.type === REFUSAL_GAMEOVER) attempt.error = undefined;
  return attempt;
}

/** Tells the module of the author, and answers the place of their session: where it is in the list, or will be. */
function open({ base, since, forgotten = {}, sessions }, playerID, session, isSeated) {
  if (instance !== loadEngine()) {
    instance = loadEngine();
    core = instance.OnlineMaster.make(host);
  }
  const began = Object.hasOwn(since, playerID) ? since[playerID] : base;
  core.open(isSeated, began, Object.hasOwn(forgotten, playerID) ? forgotten[playerID] : 0);
  let place = sessions.length;
  for (let i = 0; i < sessions.length; i += 1) {
    const [player, name, ledTo, last, refused] = sessions[i];
    if (player !== playerID) continue;
    if (name === session) place = i;
    core.addSession(i, ledTo, last);
    for (let j = 0; j < refused.length; j += 1) core.addRefusal(refused[j][0], j);
  }
  return place;
}

/** With the author's session as the module has it now, and without the one that was forgotten for it, if one was. */
function remembering(ledger, playerID, { session, seq }, place, error) {
  const { base, since, forgotten = {}, sessions } = ledger;
  const evicted = core.evicted();
  const others = sessions.filter((_, i) => i !== place && i !== evicted);
  const refused = refusedOf({ seq }, sessions[place]?.[4] ?? [], error && bounded(error));
  others.push([playerID, session, core.ledTo(), seq, refused]);
  const before = evicted === PLACE_NONE ? forgotten : { ...forgotten, [playerID]: core.forgotten() };
  return { base, since, forgotten: before, sessions: others };
}

/** What the author's session was refused: `known` from before, or now, up to this action. */
function refusedOf({ seq }, known, error) {
  const refused = [];
  const count = core.refusals();
  for (let i = 0; i < count; i += 1) refused.push(known[core.refusal(i)] ?? [seq - count + 1 + i, error]);
  return refused;
}
