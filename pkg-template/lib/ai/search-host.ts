import { DRAWN_NOTHING, JUDGED_DRAW, JUDGED_LISTED } from '../engine/codes.js';
import { randomOf } from '../engine/tools.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { mulberry32 } from '../util/random.js';
import { hasMembers } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { messageOf } from '../util/print.js';
import { Actions, actionOf, printed, readOffer } from './actions.js';
import { copyOf } from '../util/copy.js';
import { InPlaceHost } from './in-place-host.js';
import { Scores, winnersOf } from './judge.js';
import { MOST_OFFERS } from './offers.js';
import type { Enumerate } from '../../types/bots.js';
import type { GameAI } from '../../types/game-ai.js';
import type { Ctx, PlayerID } from '../../types/game.js';
import type { Mode } from '../engine/match-host.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Offer } from './actions.js';
import type { Action } from './search.js';

/** A number from 0 up to 1 as a seed. */
const SEEDS = 2 ** 32;

/** An action by its number, as the module of bots reports it and is told it by others (src/js/bots/findings.rs). */
export interface Finding {
  node: number;
  playerID: string;
  action: number;
  visits: number;
  /** Sum of the player's rewards. */
  total: number;
  /** The player's certain reward. */
  proven?: number;
}

/**
 * The functions of a game's `ai` that a search calls. `determinize` is `true` for a game in Rust that deals what is hidden by itself, and
 * `null` if nothing is to be made up.
 */
export interface Advice extends Pick<GameAI, 'objectives' | 'score'> {
  enumerate: Enumerate;
  determinize?: GameAI['determinize'] | true | null;
}

type Determinize = NonNullable<GameAI['determinize']>;

/** One of `ai.objectives`. */
type Objective = ReturnType<NonNullable<GameAI['objectives']>>[string];

/** A failure of a search, with the action that has failed. */
export interface Failure {
  playerID: PlayerID | undefined;
  action: Action | undefined;
  error: Error;
}

/** Asks a game's `ai` for a search, besides the game's code. Whatever that does, the search goes on, and the first failure is kept. */
export class SearchHost extends InPlaceHost {
  /** What went wrong first. */
  failure: Failure | undefined;
  /** What has been found out, as it was reported last. */
  findings: Finding[] = [];
  actions!: Actions;
  #rules: Rules;
  #ai: Advice;
  #playerID: PlayerID | undefined;
  #scores = new Scores();
  #seats: readonly PlayerID[] = [];
  #drawnArgs = this.keep({});
  /** What was offered last in a playout, what has been drawn of it, and that as it was read. */
  #offers: readonly Foreign[] = [];
  #drawn: Foreign;
  #drawnOffer: Offer | undefined;

  constructor(rules: Rules, mode: Mode, ai: Advice) {
    super(rules, mode);
    this.#rules = rules;
    this.#ai = ai;
  }

  /** A search begins in another position, for this seat. */
  beginFor(playerID: PlayerID | undefined) {
    this.#playerID = playerID;
    this.#scores = new Scores();
    this.failure = undefined;
  }

  setSeats(players: number) {
    this.#seats = this.kept(players).map(String);
  }

  listActions(g: number, ctx: number, player: number) {
    const playerID = this.#nameOf(player);
    const numbers = new Set<number>();
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

  actionAt(number: number) {
    return this.actions.code(this.actions.offer(number));
  }

  argsAt(number: number) {
    return this.actions.argsID(number);
  }

  drawAction(g: number, ctx: number, player: number, number: number) {
    this.#offers = this.#offered(g, ctx, this.#nameOf(player));
    return this.#draw(number);
  }

  drawAgain(number: number): number {
    // A game may offer the same list each time: it is not ours to shorten.
    this.#offers = this.#offers.filter((offered) => offered !== this.#drawn);
    return this.#draw(number);
  }

  drawnArgs() {
    return this.#drawnArgs;
  }

  runMoveInPlace(id: number, g: number, ctx: number, apis: number, args: number) {
    const offer = args === this.#drawnArgs ? this.#drawnOffer! : this.actions.byArgs(args);
    this.moveName = offer.name;
    this.moveArgs = offer.args;
    return super.runMoveInPlace(id, g, ctx, apis, args);
  }

  makeUpG(g: number, ctx: number, number: number) {
    // Asked of games that have one, for a seat.
    const made = unawaited((this.#ai.determinize as Determinize)(copyOf(this.kept(g)), this.kept(ctx), this.#playerID!, randomOf(mulberry32(number * SEEDS))));
    if (made === undefined || isPromise(made)) throw rondelError('game/determinize', `ai.determinize returned ${made === undefined ? 'nothing' : 'a promise'}; it returns a G`);
    return this.keep(made);
  }

  judgeMatch(outcome: number, g: number, ctx: number) {
    if (this.kept(outcome) === undefined) this.#tried('endIf', undefined, () => this.checkUnended(g));
    const rewards = this.#tried('ai.score', undefined, () => this.#rewards(this.kept(outcome), this.kept(g), this.kept(ctx)));
    if (rewards === undefined) return JUDGED_DRAW;
    if (typeof rewards === 'number') return rewards;
    this.list = rewards;
    return JUDGED_LISTED;
  }

  askObjectives(g: number, ctx: number, player: number) {
    const playerID = this.#nameOf(player);
    return this.#tried('objectives', playerID, () => this.#achieved(this.kept(g), this.kept(ctx), playerID)) || NaN;
  }

  noteThrown(player: number, action: number) {
    const error = this.takeCaught();
    if (!this.mustRestart) this.#failed(player < 0 ? this.#playerID : this.#nameOf(player), player < 0 ? undefined : this.#offerOf(action), error);
  }

  noteRefused(player: number, action: number, message: string) {
    if (this.mustRestart) return;
    // It could be read, or nobody would have made it.
    const offer = this.#offerOf(action)!;
    // To the engine it has no name.
    const why = this.actions.isKnown(offer) ? message : `there is no ${offer.isMove ? 'move' : 'event'} called ${offer.name}`;
    this.#failed(this.#nameOf(player), offer, new Error(why), 'ai.enumerate has offered it, and it is refused');
  }

  report(findings: Finding[]) {
    this.findings = findings;
  }

  /** The search could not be run. */
  noteError(error: unknown) {
    this.#failed(this.#playerID, undefined, error);
  }

  #nameOf(player: number): PlayerID | undefined {
    const name = this.name(player);
    return name === null || name === undefined ? undefined : String(name);
  }

  #offerOf(action: number): Offer | undefined {
    return action < 0 ? this.#drawnOffer : this.actions.offer(action);
  }

  #draw(number: number): number {
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
  #offered(g: number, ctx: number, playerID: PlayerID | undefined): readonly Foreign[] {
    try {
      const offered = this.#ai.enumerate(this.kept(g), this.kept(ctx), playerID!);
      if (Array.isArray(offered) && offered.length <= MOST_OFFERS) return offered;
      return this.#few(unawaited(offered), playerID);
    } catch (error) {
      this.#failed(playerID, undefined, error, 'ai.enumerate');
      return [];
    }
  }

  /** The first entries of anything that is iterable; throws if it is not. */
  #few(offered: Foreign, playerID: PlayerID | undefined) {
    if (isPromise(offered) || typeof offered?.[Symbol.iterator] !== 'function' || typeof offered === 'string') {
      throw new TypeError(`expected a list, got ${isPromise(offered) ? 'a promise' : described(offered)}`);
    }
    const few: Foreign[] = [];
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
  #rewards(gameover: Foreign, G: Foreign, ctx: Ctx) {
    if (!this.#ai.score) return winnersOf(gameover, this.#seats);
    return this.#scores.rewards(this.#seats.map((playerID) => this.#scoreOf(G, ctx, playerID)));
  }

  /** NaN for what is no number. */
  #scoreOf(G: Foreign, ctx: Ctx, playerID: PlayerID) {
    const score: unknown = unawaited(this.#ai.score?.(G, ctx, playerID));
    if (Number.isFinite(score)) return score as number;
    this.#failed(playerID, undefined, new TypeError(`ai.score returned ${isPromise(score) ? 'a promise' : described(score)}; it returns a number`));
    return NaN;
  }

  #achieved(G: Foreign, ctx: Ctx, playerID: PlayerID | undefined): number {
    const objectives: Foreign = unawaited(this.#ai.objectives?.(G, ctx, playerID!));
    if (!hasMembers(objectives)) return 0;
    const met = Object.values<Objective>(objectives).filter(({ checker }) => unawaited(checker(G, ctx)));
    return met.reduce((score, { weight }) => score + Number(weight), 0);
  }

  #tried<T>(place: string, playerID: PlayerID | undefined, ask: () => T): T | undefined {
    try {
      return ask();
    } catch (error) {
      this.#failed(playerID, undefined, error, place);
      return undefined;
    }
  }

  #failed(playerID: PlayerID | undefined, offer: Offer | undefined, cause: unknown, place?: string) {
    if (this.failure) return;
    const where = [offer && printed(offer), place].filter(Boolean).join(': ');
    const who = `game '${this.#rules.name}', player '${playerID ?? this.#playerID}'`;
    const error = Object.assign(rondelError('bot/failed', `${who}: ${where && `${where}: `}${messageOf(cause)}`), { cause });
    this.failure = { playerID: playerID ?? this.#playerID, action: offer && actionOf(offer, playerID!), error };
  }
}
