import { originalGame } from '../game/rules.js';
import { hasFreeSeat } from './match-data.js';
import { MATCH } from './match-store.js';
import { GAME_NOT_FOUND } from './protocol/errors.js';
import { TimeoutBot } from './timeout-bot.js';
import { isBegunBySync } from './unplayed.js';
import type { Game } from '../../types/game.js';
import type { Refused } from '../../types/master.js';
import type { Rules } from '../game/rules.js';
import type { Alarms } from './alarms.js';
import type { Announcer } from './announcer.js';
import type { MatchFailures } from './failures.js';
import type { ChosenMove, ClockOrder, MatchEngine } from './match-engine.js';
import type { MatchStore, Outcome } from './match-store.js';
import type { Bounds } from './proposal.js';
import type { Steps } from './steps.js';
import type { StoredState } from './stored-states.js';
import type { AskTimeoutBot } from './timeout-bot.js';

/** The parts of a master that its clocks use. */
interface Parts {
  rules: Rules;
  store: MatchStore;
  engine: MatchEngine;
  failures: MatchFailures;
  announcer: Announcer;
  alarms: Alarms;
}

interface Owner {
  game: Game;
  askTimeoutBot: AskTimeoutBot | undefined;
}

/** Actions of a master at the clocks of its matches. All methods are steps for `drive`, for the turn of the match. */
export class Clocks {
  #store: MatchStore;
  #engine: MatchEngine;
  #announcer: Announcer;
  #alarms: Alarms;
  #bot: TimeoutBot;

  constructor(master: Owner, { rules, store, engine, failures, announcer, alarms }: Parts) {
    this.#store = store;
    this.#engine = engine;
    this.#announcer = announcer;
    this.#alarms = alarms;
    this.#bot = new TimeoutBot(originalGame(master.game), { rules, failures, ask: () => master.askTimeoutBot });
  }

  /** Ends the time of the players of a match whose deadlines have passed. */
  *endTimes(matchID: string): Steps<Refused | void> {
    const { state: stored } = yield* this.#store.fetch(matchID, MATCH);
    if (!stored) return this.#alarms.forget(matchID);
    let state: StoredState = stored;
    // Another master may have ended it, or an action come first.
    this.#alarms.note(matchID, state);
    const begun = this.#alarms.now();
    for (let ended = this.#alarms.ended(state, begun); ended; ended = this.#alarms.ended(state, begun)) {
      const { playerID, deadline, isLate } = ended;
      if (isLate) return yield* this.order(matchID, 'restart');
      const chosen: ChosenMove | null | undefined = yield* this.#bot.move(matchID, state, { playerID, spent: this.#alarms.now() - begun });
      const end = (now: StoredState, bounds: Bounds) => this.#engine.proposeTimeout(now, { playerID, deadline, chosen }, bounds);
      const outcome: Outcome | null = yield* this.#store.advance({ matchID, seat: null }, end);
      if (!outcome?.proposal.done) return undefined;
      this.#announcer.own(matchID, outcome.proposal.action, playerID, outcome);
      yield* this.#store.noteProgress(matchID, outcome.proposal.done);
      if (this.#alarms.countTimeout(matchID)) return yield* this.order(matchID, 'pause');
      state = outcome.next;
    }
    return undefined;
  }

  /**
   * Lets the clock of a match go on that waits, unless a seat is free. A seat that becomes free later does not stop it: a player could leave and
   * join again, and think without losing time.
   */
  *resume(matchID: string): Steps<Refused | void> {
    const { state, metadata } = yield* this.#store.fetch(matchID, MATCH);
    if (!state?.ctx.clock?.waiting || !metadata) return undefined;
    return !isBegunBySync(metadata) && hasFreeSeat(metadata) ? undefined : yield* this.order(matchID, 'resume');
  }

  /** Gives the clock of a match an order. */
  *order(matchID: string, order: ClockOrder): Steps<Refused | void> {
    const outcome = yield* this.#store.advance({ matchID, seat: null }, (now, bounds) => this.#engine.proposeOrder(now, order, bounds));
    if (!outcome) return { error: GAME_NOT_FOUND };
    const { done, error } = outcome.proposal;
    if (done) this.#announcer.own(matchID, { type: 'CLOCK', payload: { order } }, '', outcome);
    return error && { error: error.message };
  }
}
