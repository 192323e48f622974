import { DRAWN_NOTHING, JUDGED_DRAW, JUDGED_LISTED } from '../engine/codes.js';
import { randomOf } from '../engine/tools.js';
import { described } from '../util/described.js';
import { rondelError } from '../util/error.js';
import { mulberry32 } from '../util/mulberry32.js';
import { hasMembers } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { messageOf } from '../util/print.js';
import { Actions, actionOf, printed, readOffer } from './actions.js';
import { copyOf } from '../util/copy.js';
import { InPlaceHost } from './in-place-host.js';
import { Scores, winnersOf } from './judge.js';
import { MOST_OFFERS } from './offers.js';

/** A number from 0 up to 1 as a seed. */
const SEEDS = 2 ** 32;

/** Asks a game's `ai` for a search, besides the game's code. Whatever that does, the search goes on, and the first failure is kept. */
export class SearchHost extends InPlaceHost {
  /**
   * What went wrong first.
   *
   * @type {{ playerID: string | undefined, action: import('./search.js').Action | undefined, error: Error } | undefined}
   */
  failure;
  /** What has been found out, as it was reported last. */
  reported = [];
  /** @type {Actions} */
  actions;
  #rules;
  #ai;
  #playerID;
  #scores = new Scores();
  /** @type {readonly string[]} */
  #seats = [];
  #drawnArgs = this.keep({});
  /** What was offered last in a playout, what has been drawn of it, and that as it was read. */
  #offers = [];
  #drawn;
  #drawnOffer;

  /**
   * @param {import('../game/rules.js').Rules} rules
   * @param {import('../game/rules.js').Mode} mode
   * @param {{ enumerate: Function, objectives?: Function, determinize?: Function, score?: Function }} ai
   */
  constructor(rules, mode, ai) {
    super(rules, mode);
    this.#rules = rules;
    this.#ai = ai;
  }

  /** A search begins in another position, for this seat. */
  beginFor(playerID) {
    this.#playerID = playerID;
    this.#scores = new Scores();
    this.failure = undefined;
  }

  setSeats(players) {
    this.#seats = this.kept(players).map(String);
  }

  listActions(g, ctx, player) {
    const playerID = this.#nameOf(player);
    const numbers = new Set();
    for (const offered of this.#offered(g, ctx, playerID)) {
      try {
        numbers.add(this.actions.numberOf(readOffer(offered)));
      } catch (error) {
        this.#failed(playerID, undefined, error, 'ai.enumerate');
      }
    }
    this.list = [...numbers];
    return numbers.size;
  }

  actionAt(number) {
    return this.actions.code(this.actions.offer(number));
  }

  argsAt(number) {
    return this.actions.argsID(number);
  }

  drawAction(g, ctx, player, number) {
    this.#offers = this.#offered(g, ctx, this.#nameOf(player));
    return this.#draw(number);
  }

  drawAgain(number) {
    // A game may offer the same list each time: it is not ours to shorten.
    this.#offers = this.#offers.filter((offered) => offered !== this.#drawn);
    return this.#draw(number);
  }

  drawnArgs() {
    return this.#drawnArgs;
  }

  runMoveInPlace(id, g, ctx, apis, args) {
    const offer = args === this.#drawnArgs ? this.#drawnOffer : this.actions.byArgs(args);
    this.moveName = offer.name;
    this.moveArgs = offer.args;
    return super.runMoveInPlace(id, g, ctx, apis, args);
  }

  makeUpG(g, ctx, number) {
    const made = unawaited(this.#ai.determinize(copyOf(this.kept(g)), this.kept(ctx), this.#playerID, randomOf(mulberry32(number * SEEDS))));
    if (made === undefined || isPromise(made)) throw rondelError('game/determinize', `ai.determinize returned ${made === undefined ? 'nothing' : 'a promise'}; it returns a G`);
    return this.keep(made);
  }

  judgeMatch(outcome, g, ctx) {
    if (this.kept(outcome) === undefined) this.#tried('endIf', undefined, () => this.checkUnended(g));
    const rewards = this.#tried('ai.score', undefined, () => this.#rewards(this.kept(outcome), this.kept(g), this.kept(ctx)));
    if (rewards === undefined) return JUDGED_DRAW;
    if (typeof rewards === 'number') return rewards;
    this.list = rewards;
    return JUDGED_LISTED;
  }

  askObjectives(g, ctx, player) {
    const playerID = this.#nameOf(player);
    return this.#tried('objectives', playerID, () => this.#achieved(this.kept(g), this.kept(ctx), playerID)) || NaN;
  }

  noteThrown(player, action) {
    const error = this.takeCaught();
    if (!this.mustRestart) this.#failed(player < 0 ? this.#playerID : this.#nameOf(player), player < 0 ? undefined : this.#offerOf(action), error);
  }

  noteRefused(player, action, message) {
    if (this.mustRestart) return;
    const offer = this.#offerOf(action);
    // To the engine it has no name.
    const why = this.actions.isKnown(offer) ? message : `there is no ${offer.isMove ? 'move' : 'event'} called ${offer.name}`;
    this.#failed(this.#nameOf(player), offer, new Error(why), 'ai.enumerate has offered it, and it is refused');
  }

  addCandidate(node, player, number, visits, total, proven) {
    const playerID = String(this.name(player));
    const isProven = proven === proven;
    const value = isProven ? proven : total / Math.max(visits, 1);
    this.reported.push({ node, playerID, action: actionOf(this.actions.offer(number), playerID), visits, value, proven: isProven });
  }

  /** The search could not be run. */
  noteError(error) {
    this.#failed(this.#playerID, undefined, error);
  }

  #nameOf(player) {
    const name = this.name(player);
    return name === null || name === undefined ? undefined : String(name);
  }

  #offerOf(action) {
    return action < 0 ? this.#drawnOffer : this.actions.offer(action);
  }

  #draw(number) {
    const offered = this.#drawn = this.#offers[Math.floor(number * this.#offers.length)];
    if (offered === undefined) return DRAWN_NOTHING;
    try {
      const offer = this.#drawnOffer = readOffer(offered);
      this.keepAt(this.#drawnArgs, offer.args);
      return this.actions.code(offer);
    } catch (error) {
      this.#drawnOffer = undefined;
      this.#failed(undefined, undefined, error, 'ai.enumerate');
      return this.drawAgain(number);
    }
  }

  /** What a player may do, as a list that is not too long. */
  #offered(g, ctx, playerID) {
    try {
      const offered = this.#ai.enumerate(this.kept(g), this.kept(ctx), playerID);
      if (Array.isArray(offered) && offered.length <= MOST_OFFERS) return offered;
      return this.#few(unawaited(offered), playerID);
    } catch (error) {
      this.#failed(playerID, undefined, error, 'ai.enumerate');
      return [];
    }
  }

  /** The first entries of anything that is iterable; throws if it is not. */
  #few(offered, playerID) {
    if (isPromise(offered) || typeof offered?.[Symbol.iterator] !== 'function' || typeof offered === 'string') {
      throw new TypeError(`expected a list, got ${isPromise(offered) ? 'a promise' : described(offered)}`);
    }
    const few = [];
    for (const offer of offered) {
      if (few.length === MOST_OFFERS) {
        this.#failed(playerID, undefined, new RangeError(`it offers more than ${MOST_OFFERS} actions; the first ones are looked at`), 'ai.enumerate');
        break;
      }
      few.push(offer);
    }
    return few;
  }

  /** What everybody gets, or the one seat that has won; undefined if nobody is better off. */
  #rewards(gameover, G, ctx) {
    if (!this.#ai.score) return winnersOf(gameover, this.#seats);
    return this.#scores.rewards(this.#seats.map((playerID) => this.#scoreOf(G, ctx, playerID)));
  }

  /** NaN for what is no number. */
  #scoreOf(G, ctx, playerID) {
    const score = unawaited(this.#ai.score?.(G, ctx, playerID));
    if (Number.isFinite(score)) return score;
    this.#failed(playerID, undefined, new TypeError(`ai.score returned ${isPromise(score) ? 'a promise' : described(score)}; it returns a number`));
    return NaN;
  }

  #achieved(G, ctx, playerID) {
    const objectives = unawaited(this.#ai.objectives?.(G, ctx, playerID));
    if (!hasMembers(objectives)) return 0;
    const met = Object.values(objectives).filter(({ checker }) => unawaited(checker(G, ctx)));
    return met.reduce((score, { weight }) => score + Number(weight), 0);
  }

  #tried(place, playerID, ask) {
    try {
      return ask();
    } catch (error) {
      this.#failed(playerID, undefined, error, place);
      return undefined;
    }
  }

  /** @param {string} [place] */
  #failed(playerID, offer, cause, place) {
    if (this.failure) return;
    const where = [offer && printed(offer), place].filter(Boolean).join(': ');
    const who = `game '${this.#rules.name}', player '${playerID ?? this.#playerID}'`;
    const error = Object.assign(rondelError('bot/failed', `${who}: ${where && `${where}: `}${messageOf(cause)}`), { cause });
    this.failure = { playerID: playerID ?? this.#playerID, action: offer && actionOf(offer, playerID), error };
  }
}
