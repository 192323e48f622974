import { recent } from '../util/recent.js';
import { limitedBy } from './request.js';

/** So many who pay are remembered. */
const MOST_PAYERS = 10_000;
/** For each millisecond that a failure has taken, others have so many: less than a hundredth of them waits for it. */
const SHARE = 200;
/** Milliseconds that somebody may owe, and is refused nothing. A single failure never makes them wait. */
const CREDIT = 15_000;
/** Milliseconds that one failure costs at most: on a machine with much else to do it takes as long as that does. */
const MOST = 300_000;

/**
 * What those owe whose messages have failed an engine's instance, by a full stack or memory: another one takes its place, and all matches
 * of its games wait for that. Whoever does it again and again is refused until the others have had their time.
 */
export class EngineFailures {
  /** By who pays, until when they owe. */
  #debts = recent(MOST_PAYERS);

  /**
   * @param {string} payer
   * @param {number} cost milliseconds
   * @param {number} [now]
   */
  note(payer, cost, now = performance.now()) {
    const debt = this.#debtOf(payer, now);
    this.#debts.keep(payer, now + debt + Math.min(cost * SHARE, debt > 0 ? MOST : CREDIT));
  }

  /** The seconds until somebody is heard again; 0 if they are. */
  wait(payer, now = performance.now()) {
    return Math.max(0, Math.ceil((this.#debtOf(payer, now) - CREDIT) / 1000));
  }

  #debtOf(payer, now) {
    return Math.max(0, (this.#debts.get(payer) ?? now) - now);
  }
}

/**
 * Who pays at one game for what they ask for, by name.
 *
 * @param {'act' | 'begin'} what is asked for: an action, or a match
 * @param {string} gameName
 * @param {string} who such as an address
 */
export function payerNamed(what, gameName, who) {
  return JSON.stringify([what, gameName, who]);
}

/** What is said to them. */
export function tooManyFailures(seconds) {
  return `what you have asked for has failed the game's engine too often: try again in ${seconds} seconds`;
}

/** Who pays at one master: whoever has sent a message, as far as its host tells senders apart, or else the match. */
export class Payers {
  #master;
  #failures;
  #engine;
  #gameName;

  /**
   * @param {{ payerOf: (sender: any) => string | undefined }} master
   * @param {object} parts
   * @param {EngineFailures} parts.failures
   * @param {import('./match-engine.js').MatchEngine} parts.engine
   * @param {string} parts.gameName
   */
  constructor(master, { failures, engine, gameName }) {
    this.#master = master;
    this.#failures = failures;
    this.#engine = engine;
    this.#gameName = gameName;
  }

  /** An action as it was asked for, or with the problem that its sender owes too much. */
  admit(request, matchID) {
    const why = request.problem ? null : this.whyNot('act', { sender: request.sender, matchID });
    return why === null ? request : { ...request, action: null, problem: limitedBy(why) };
  }

  /** Why this is not done for a sender; null if it is. */
  whyNot(what, asked) {
    const seconds = this.#failures.wait(this.#payer(what, asked));
    return seconds > 0 ? tooManyFailures(seconds) : null;
  }

  /** Does what may fail the engine's instance. */
  charge(what, asked, work) {
    return this.#engine.watched(work, (cost) => this.#failures.note(this.#payer(what, asked), cost));
  }

  #payer(what, { sender, matchID }) {
    return payerNamed(what, this.#gameName, this.#master.payerOf(sender) || `match ${matchID}`);
  }
}
