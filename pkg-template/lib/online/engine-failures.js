import { paidBy } from '../engine/payer.js';
import { recent } from '../util/recent.js';
import { limitedBy } from './request.js';

/** How many payers are remembered. */
const MOST_PAYERS = 10_000;
/** A payer waits this many times as long as the failure took: by requests of all kinds, others lose no more than a hundredth of their time to it. */
const SHARE = 400;
/** Milliseconds that a payer may owe before they are refused. */
const CREDIT = 15_000;
/** Milliseconds that one failure costs at most: on a busy machine it takes longer without being worse. */
const MOST = 400_000;

/**
 * The debts of clients whose messages have made an engine's instance fail, by a full stack or memory: another one takes its place, and all matches
 * of its games wait for that. A client that does it again and again is refused until the others have had their time.
 */
export class EngineFailures {
  /** By payer, until when they owe, and whether for a single failure, which makes nobody wait: `{ until, isFirst }`. */
  #debts = recent(MOST_PAYERS);

  /**
   * @param {string} payer
   * @param {number} cost milliseconds
   */
  note(payer, cost, now = performance.now()) {
    const debt = this.#debtOf(payer, now);
    this.#debts.keep(payer, { until: now + debt + Math.min(cost * SHARE, MOST), isFirst: debt === 0 });
  }

  /** The seconds until a payer is accepted again; 0 if they are now. */
  wait(payer, now = performance.now()) {
    if (this.#debts.get(payer)?.isFirst) return 0;
    return Math.max(0, Math.ceil((this.#debtOf(payer, now) - CREDIT) / 1000));
  }

  #debtOf(payer, now) {
    return Math.max(0, (this.#debts.get(payer)?.until ?? now) - now);
  }
}

/**
 * The name of a payer: who is charged, at one game, for one kind of request.
 *
 * @param {'act' | 'begin' | 'look'} what is asked for: an action, a match that begins, or one that there is
 * @param {string} gameName
 * @param {string} who such as an address
 */
export function payerNamed(what, gameName, who) {
  return JSON.stringify([what, gameName, who]);
}

/** The message of their refusal. */
export function tooManyFailures(seconds) {
  return `what you have asked for has failed the game's engine too often: try again in ${seconds} seconds`;
}

/** @typedef {import('../engine/payer.js').Payer} Payer */

/**
 * The account of a payer for one request.
 *
 * @implements {Payer}
 */
class Account {
  #failures;
  #name;
  #hasFailed = false;

  /** @param {EngineFailures} failures @param {string} name */
  constructor(failures, name) {
    this.#failures = failures;
    this.#name = name;
  }

  charge(milliseconds) {
    this.#hasFailed = true;
    this.#failures.note(this.#name, milliseconds);
  }

  /** By this request alone: one who owed before is still sent the refusal. */
  isBroke() {
    return this.#hasFailed && this.#failures.wait(this.#name) > 0;
  }
}

/** Does what may fail an engine, whose failures this payer is charged for. */
export function atExpenseOf(name, failures, work) {
  return paidBy(new Account(failures, name), work);
}

/**
 * What is done of a request when it is its turn, at the expense of its sender.
 *
 * @typedef {object} Job
 * @property {'act' | 'look'} what is asked for
 * @property {any} [sender]
 * @property {(name: string) => Generator<unknown, any, any>} steps
 */

/** Who pays at one master: the sender of a message, if the host distinguishes senders, or else the match. */
export class Payers {
  #master;
  #failures;
  #gameName;

  /**
   * @param {{ payerOf: (sender: any) => string | undefined }} master
   * @param {object} parts
   * @param {EngineFailures} parts.failures
   * @param {string} parts.gameName
   */
  constructor(master, { failures, gameName }) {
    this.#master = master;
    this.#failures = failures;
    this.#gameName = gameName;
  }

  /** The request as it is, or with a problem if its sender owes too much. */
  admit(request, matchID) {
    const why = request.problem ? null : this.whyNot('act', { sender: request.sender, matchID });
    return why === null ? request : { ...request, action: null, problem: limitedBy(why) };
  }

  /** Why a sender is refused; null if they are not. */
  whyNot(what, asked) {
    const seconds = this.#failures.wait(this.#payer(what, asked));
    return seconds > 0 ? tooManyFailures(seconds) : null;
  }

  /** Does what a sender has asked for, at their expense. */
  charge(what, asked, work) {
    return atExpenseOf(this.#payer(what, asked), this.#failures, work);
  }

  #payer(what, { sender, matchID }) {
    return payerNamed(what, this.#gameName, this.#master.payerOf(sender) || `match ${matchID}`);
  }
}
