import { rondelError } from '../util/error.js';
import { jsonCopy } from '../util/json-copy.js';
import { differenceBetween } from './difference.js';
import { MoveCounts } from './move-counts.js';
import { inWords, makeChance, playersOf, randomAction, randomMoveOf, variantOf } from './random-play.js';
import { EngineCache } from '../game/engine-cache.js';
import { expectGame } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { messageOf } from '../util/print.js';
import { SimulatedClock } from '../game/simulated-clock.js';
import { watched } from './watched.js';
import { inWorld } from './worlds.js';
import type { RandomPlayOpts, MoveCounts as CountsByName } from '../../types/testing.js';
import type { Game, PlayerID } from '../../types/game.js';
import type { Outcome } from '../game/engine-cache.js';
import type { AnyState } from '../game/engine-states.js';
import type { RandomAction } from './random-play.js';
import type { Timed, TimeoutAction } from '../game/simulated-clock.js';
import type { Report } from './watched.js';

interface MatchOptions extends RandomPlayOpts {
  actions: number;
  seed: number;
  index: number;
  counts: MoveCounts;
}

/** Outcome of one call of the engine, with the activity of the game's callbacks. */
interface Observed {
  state: AnyState;
  text: string;
  trace: Report[];
  /** Uses of the clock and of `Math.random`. */
  uses: string[];
}

const DEFAULTS = { games: 20, actions: 40, seed: 1 };
const TWICE = ['the first time', 'the second'];

/**
 * Plays random matches and makes every action twice from the same state, the second time with another clock and other values of
 * `Math.random`. Then replays all of them from the start, and from a random state, with states as a database returns them.
 *
 * Throws if any result differs, because the game uses `Math.random`, the time or variables of its module. Also throws if a move or hook
 * changes its arguments, `setupData`, a plugin's data or another part of the state in place. Such a game fails online, where both a client
 * and the master make every action.
 *
 * The error has the code `testing/nondeterministic`. It names the move or hook, the path of the first difference, and the preceding
 * actions; `error.payload` is `{ seed, match, actions }`.
 *
 * @example
 * test('the rules depend on nothing but the state', () => {
 *   checkDeterminism(game);
 * });
 */
export function checkDeterminism<G = any>(game: Game<G, any, any>, options: RandomPlayOpts = {}): { games: number, actions: number, moves: CountsByName } {
  expectGame(game);
  const { games, actions, seed } = { ...DEFAULTS, ...options };
  const counts = new MoveCounts();
  let made = 0;
  for (let index = 0; index < games; index += 1) made += new RepeatedMatch(game, { ...options, actions, seed, index, counts }).run();
  return { games, actions: made, moves: counts.result('checkDeterminism', new EngineCache(game).names.moves) };
}

/** A match that is played several times. */
class RepeatedMatch {
  #game: Game;
  #options: MatchOptions;
  /** Activity of the game's callbacks since the trace was last read. */
  #trace: Report[] = [];
  /** The actions, the outcome of each as text, and the state before each. */
  #actions: Timed<RandomAction | TimeoutAction>[] = [];
  #outcomes: Observed[] = [];
  #states: AnyState[] = [];
  #clock: SimulatedClock;

  constructor(game: Game, options: MatchOptions) {
    this.#options = options;
    const seeded = variantOf(game, { seed: `seed-of-match-${options.index}` });
    this.#game = watched(seeded, (entry) => this.#trace.push(entry));
    this.#clock = new SimulatedClock(this.#game);
  }

  /** Plays the match. Returns the number of actions. */
  run() {
    const { actions, seed, index, moves } = this.#options;
    const chance = makeChance(seed, index);
    const cache = new EngineCache(this.#game, { isStored: true });
    let state = this.#setUp(cache);
    while (this.#actions.length < actions && state.ctx.gameover === undefined) {
      const act = () => randomAction(rulesOf(this.#game), cache, state, { chance, moves });
      const choose = (playerID: PlayerID) => randomMoveOf(rulesOf(this.#game), cache, state, { chance, moves, playerID });
      state = this.#act(cache, state, this.#clock.next(state, { below: chance, act, choose })) ?? state;
    }
    this.#replay(0);
    this.#replay(chance(this.#actions.length + 1));
    return this.#actions.length;
  }

  #setUp(cache: EngineCache): AnyState {
    const first = this.#observe(0, () => this.#start(cache));
    this.#compare('setup', first, this.#observe(1, () => this.#start(new EngineCache(this.#game, { isStored: true }))), TWICE);
    return first.state;
  }

  #start(cache: EngineCache): Outcome {
    const { numPlayers, setupData } = this.#options;
    return { state: cache.start({ numPlayers: playersOf(rulesOf(this.#game), numPlayers), setupData: jsonCopy(setupData), now: this.#clock.start }) };
  }

  #act(cache: EngineCache, state: AnyState, timed: Timed<RandomAction | TimeoutAction>): AnyState {
    const { action, moment } = timed;
    this.#actions.push(timed);
    this.#states.push(state);
    const before = textOf({ state });
    const once = this.#observe(0, () => cache.apply(state, jsonCopy(action), undefined, moment));
    this.#outcomes.push(once);
    this.#options.counts.note(action, once.state !== undefined);
    const after = textOf({ state });
    if (after !== before) {
      const who = once.trace[0]?.name ?? inWords(action);
      this.#fail(`${who} changes the state that it is called in`, [differenceOf(before, after, ['before', 'after'])]);
    }
    this.#compare(inWords(action), once, this.#observe(1, () => cache.apply(state, jsonCopy(action), undefined, moment)), TWICE);
    return once.state;
  }

  /** Replays from a state as a storage returns it. */
  #replay(from: number) {
    if (from >= this.#actions.length) return;
    const cache = new EngineCache(this.#game, { isStored: true });
    let state = jsonCopy(this.#states[from]);
    for (let i = from; i < this.#actions.length; i += 1) {
      const { action, moment } = this.#actions[i];
      const again = this.#observe(1, () => cache.apply(state, jsonCopy(action), undefined, moment));
      const when = ['at first', `played again from the state after ${from} actions`];
      this.#compare(`${inWords(action)}, action ${i + 1},`, this.#outcomes[i], again, when);
      state = again.state ?? state;
    }
  }

  #observe(world: 0 | 1, run: () => Outcome): Observed {
    this.#trace = [];
    const { outcome, uses } = inWorld(world, run);
    const trace = this.#trace;
    const changed = trace.find((entry) => entry.isChanged);
    if (changed) this.#fail(`${changed.name} changes what it is given beside G`, []);
    return { state: outcome.state, text: textOf(outcome), trace, uses };
  }

  #compare(what: string, one: Observed, other: Observed, when: string[]) {
    if (one.text === other.text) return;
    const first = other.trace.find(({ name, text }, i) => one.trace[i]?.name !== name || one.trace[i].text !== text);
    const lines = [differenceOf(one.text, other.text, when)];
    if (other.uses.length > 0) lines.push(`it uses ${other.uses.join(' and ')}`);
    this.#fail(`${first?.name ?? what} does not always do the same`, lines);
  }

  #fail(reason: string, lines: string[]): never {
    const { seed, index } = this.#options;
    const actions = this.#actions.map(({ action }) => inWords(action));
    const text = [`${reason} (seed ${seed}, match ${index})`, ...lines, 'after', ...actions].join('\n  ');
    throw rondelError('testing/nondeterministic', text, { seed, match: index, actions });
  }
}

/** Returns the outcome of an action as text, without data that no player sees. */
function textOf({ state, error, ...rest }: Outcome) {
  if (!state) return JSON.stringify({ error, thrown: 'thrown' in rest ? messageOf(rest.thrown) : undefined });
  const { G, ctx, plugins, deltalog } = state;
  return JSON.stringify({ G, ctx, plugins, deltalog });
}

function differenceOf(one: string, other: string, [first, second]: string[]) {
  const { path, texts: [was, is] } = differenceBetween(JSON.parse(one), JSON.parse(other)) ?? { path: '', texts: [one, other] };
  return `${path}: ${was} ${first}, ${is} ${second}`;
}
