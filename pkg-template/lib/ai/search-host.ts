import { DRAWN_NOTHING, JUDGED_DRAW, JUDGED_LISTED } from '../engine/codes.js';
import { randomOf } from '../engine/tools.js';
import { described } from '../util/foreign-text.js';
import { rondelError } from '../util/error.js';
import { mulberry32 } from '../util/random.js';
import { hasMembers } from '../util/objects.js';
import { isPromise, unawaited } from '../util/promise.js';
import { messageOf } from '../util/print.js';
import { ActionTable, actionOf, offerText, readOffer } from './action-table.js';
import { copyOf } from '../util/copy.js';
import { InPlaceHost } from './in-place-host.js';
import { Scores, winnersOf } from './rewards.js';
import { MAX_OFFERS } from './offers.js';
import type { Enumerate } from '../../types/bots.js';
import type { GameAI } from '../../types/game-ai.js';
import type { Ctx, PlayerID } from '../../types/game.js';
import type { Mode } from '../engine/match-host.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Offer } from './action-table.js';
import type { Action } from './search.js';

/** Converts a number from 0 up to 1 to a seed. */
const SEEDS = 2 ** 32;

/** Findings about an action, as the module of bots reports and reads them (src/js/bots/findings.rs). */
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
 * The functions of a game's `ai` that a search calls. `determinize` is `true` for a game in Rust that deals hidden parts itself, and `null`
 * if there is nothing to fill in.
 */
export interface AIFunctions extends Pick<GameAI, 'objectives' | 'score'> {
  enumerate: Enumerate;
  determinize?: GameAI['determinize'] | true | null;
}

type Determinize = NonNullable<GameAI['determinize']>;

/** One of `ai.objectives`. */
type Objective = ReturnType<NonNullable<GameAI['objectives']>>[string];

/** A failure of a search, with the action that failed. */
export interface Failure {
  playerID: PlayerID | undefined;
  action: Action | undefined;
  error: Error;
}

/** Calls a game's `ai` for a search, in addition to the game's code. The search survives errors in it and keeps the first failure. */
export class SearchHost extends InPlaceHost {
  /** First failure. */
  failure: Failure | undefined;
  /** Findings of the last report. */
  findings: Finding[] = [];
  actions!: ActionTable;
  #rules: Rules;
  #ai: AIFunctions;
  #playerID: PlayerID | undefined;
  #scores = new Scores();
  #seats: readonly PlayerID[] = [];
  #drawnArgs = this.keep({});
  /** The last offers in a playout, the drawn entry, and that entry parsed. */
  #offers: readonly Foreign[] = [];
  #drawn: Foreign;
  #drawnOffer: Offer | undefined;

  constructor(rules: Rules, mode: Mode, ai: AIFunctions) {
    super(rules, mode);
    this.#rules = rules;
    this.#ai = ai;
  }

  /** Starts in another position, for this seat. */
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
        this.#fail(playerID, undefined, error, 'ai.enumerate');
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
    // The list belongs to the game, which may return it again.
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
    // Only called for games with `determinize`, for a seat.
    const made = unawaited((this.#ai.determinize as Determinize)(copyOf(this.kept(g)), this.kept(ctx), this.#playerID!, randomOf(mulberry32(number * SEEDS))));
    if (made === undefined || isPromise(made)) throw rondelError('game/determinize', `ai.determinize returned ${made === undefined ? 'nothing' : 'a promise'}; it returns a G`);
    return this.keep(made);
  }

  judgeMatch(outcome: number, g: number, ctx: number) {
    if (this.kept(outcome) === undefined) this.#attempt('endIf', undefined, () => this.checkUnended(g));
    const rewards = this.#attempt('ai.score', undefined, () => this.#rewards(this.kept(outcome), this.kept(g), this.kept(ctx)));
    if (rewards === undefined) return JUDGED_DRAW;
    if (typeof rewards === 'number') return rewards;
    this.list = rewards;
    return JUDGED_LISTED;
  }

  askObjectives(g: number, ctx: number, player: number) {
    const playerID = this.#nameOf(player);
    return this.#attempt('objectives', playerID, () => this.#metObjectives(this.kept(g), this.kept(ctx), playerID)) || NaN;
  }

  noteThrown(player: number, action: number) {
    const error = this.takeCaught();
    if (!this.mustRestart) this.#fail(player < 0 ? this.#playerID : this.#nameOf(player), player < 0 ? undefined : this.#offerOf(action), error);
  }

  noteRefused(player: number, action: number, message: string) {
    if (this.mustRestart) return;
    // An action that was made has been parsed.
    const offer = this.#offerOf(action)!;
    // The engine knows no name for it.
    const why = this.actions.isKnown(offer) ? message : `there is no ${offer.isMove ? 'move' : 'event'} called ${offer.name}`;
    this.#fail(this.#nameOf(player), offer, new Error(why), 'ai.enumerate has offered it, and it is refused');
  }

  report(findings: Finding[]) {
    this.findings = findings;
  }

  /** Records that the search failed to run. */
  noteError(error: unknown) {
    this.#fail(this.#playerID, undefined, error);
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
      this.#fail(undefined, undefined, error, 'ai.enumerate');
      return this.drawAgain(number);
    }
  }

  /** Returns the player's possible actions, as a list of bounded length. */
  #offered(g: number, ctx: number, playerID: PlayerID | undefined): readonly Foreign[] {
    try {
      const offered = this.#ai.enumerate(this.kept(g), this.kept(ctx), playerID!);
      if (Array.isArray(offered) && offered.length <= MAX_OFFERS) return offered;
      return this.#firstOffers(unawaited(offered), playerID);
    } catch (error) {
      this.#fail(playerID, undefined, error, 'ai.enumerate');
      return [];
    }
  }

  /** Returns the first entries of any iterable. Throws if the value is not iterable. */
  #firstOffers(offered: Foreign, playerID: PlayerID | undefined) {
    if (isPromise(offered) || typeof offered?.[Symbol.iterator] !== 'function' || typeof offered === 'string') {
      throw new TypeError(`expected a list, got ${isPromise(offered) ? 'a promise' : described(offered)}`);
    }
    const few: Foreign[] = [];
    for (const offer of offered) {
      if (few.length === MAX_OFFERS) {
        this.#fail(playerID, undefined, new RangeError(`it offers more than ${MAX_OFFERS} actions; the first ones are looked at`), 'ai.enumerate');
        break;
      }
      few.push(offer);
    }
    return few;
  }

  /** Returns the rewards of all seats, or the seat of a single winner; `undefined` after a draw. */
  #rewards(gameover: Foreign, G: Foreign, ctx: Ctx) {
    if (!this.#ai.score) return winnersOf(gameover, this.#seats);
    return this.#scores.rewards(this.#seats.map((playerID) => this.#scoreOf(G, ctx, playerID)));
  }

  /** Returns NaN if the game returns no number. */
  #scoreOf(G: Foreign, ctx: Ctx, playerID: PlayerID) {
    const score: unknown = unawaited(this.#ai.score?.(G, ctx, playerID));
    if (Number.isFinite(score)) return score as number;
    this.#fail(playerID, undefined, new TypeError(`ai.score returned ${isPromise(score) ? 'a promise' : described(score)}; it returns a number`));
    return NaN;
  }

  #metObjectives(G: Foreign, ctx: Ctx, playerID: PlayerID | undefined): number {
    const objectives: Foreign = unawaited(this.#ai.objectives?.(G, ctx, playerID!));
    if (!hasMembers(objectives)) return 0;
    const met = Object.values<Objective>(objectives).filter(({ checker }) => unawaited(checker(G, ctx)));
    return met.reduce((score, { weight }) => score + Number(weight), 0);
  }

  #attempt<T>(place: string, playerID: PlayerID | undefined, ask: () => T): T | undefined {
    try {
      return ask();
    } catch (error) {
      this.#fail(playerID, undefined, error, place);
      return undefined;
    }
  }

  #fail(playerID: PlayerID | undefined, offer: Offer | undefined, cause: unknown, place?: string) {
    if (this.failure) return;
    const where = [offer && offerText(offer), place].filter(Boolean).join(': ');
    const who = `game '${this.#rules.name}', player '${playerID ?? this.#playerID}'`;
    const error = Object.assign(rondelError('bot/failed', `${who}: ${where && `${where}: `}${messageOf(cause)}`), { cause });
    this.failure = { playerID: playerID ?? this.#playerID, action: offer && actionOf(offer, playerID!), error };
  }
}
