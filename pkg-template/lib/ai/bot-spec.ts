import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { described } from '../util/foreign-text.js';
import { isObject, isPlain } from '../util/objects.js';
import { badOption, isCount, isMinTime, MOST_MIN_TIME } from './bot-options.js';
import { DIFFICULTIES, STRENGTH, isDifficulty } from './difficulty.js';
import type { BotCandidate, BotProgress, BotSettings, MCTSBotOptions, PlayOptions } from '../../types/bots.js';
import type { Foreign } from '../util/foreign.js';
import type { BotDecision } from './bot-runner.js';
import type { AnyWorker } from './worker-channel.js';

/** A bot of any class. Only `play` is required. */
export interface AnyBot {
  play(state: Foreign, playerID: string, options?: PlayOptions): Promise<BotDecision>;
  free?(): void;
  /** Bots that search have this method and the next. */
  candidates?(): BotCandidate[];
  choose?(lists: readonly (readonly BotCandidate[])[]): BotDecision;
  iterations?: BotSettings['iterations'];
  /** boardgame.io's options. A bot with this method has the next two. */
  opts?(): Record<string, unknown>;
  getOpt?(key: string): Foreign;
  setOpt?(key: string, value: Foreign): void;
}

export type AnyBotClass = new (options: Foreign) => AnyBot;

/** A bot class of this package. */
type NamedClass = AnyBotClass & { botName: string };

/** Options in a spec that the constructor gets. */
export type SpecOptions = Omit<BotSettings, 'bot' | 'minTime' | 'worker' | 'workers' | 'onProgress'> & Pick<MCTSBotOptions, 'rest'>;

/** A parsed bot spec: the bot's class and its options. */
export interface BotSpec {
  /** Name for people: the name or difficulty in the spec, else the name of the class. */
  label: string;
  /** The bot's class. Omitted if only a worker has it. */
  Bot?: AnyBotClass;
  /** Constructor options, in addition to the game's own. */
  options: SpecOptions;
  /** Minimum time between a state and the bot's action, in milliseconds. */
  minTime?: number;
  /** Number of workers that share the search. */
  workers: number;
  /** Starts a worker. */
  worker?: () => AnyWorker;
  onProgress?: (progress: BotProgress) => void;
  /** The spec as plain data, for a worker that has the game. Omitted if the spec contains a function or an unnamed class. */
  asData?: string | BotSettings;
}

/** The bot classes of 'rondel/ai', by their names in specs. */
export type BotClasses = Record<'random' | 'mcts' | 'ismcts', AnyBotClass>;

/** Context of a spec: its path for errors, the game's own bots, and the bots of 'rondel/ai' if they are loaded. */
interface Source {
  place: string;
  own: Record<string, Foreign>;
  classes: BotClasses | undefined;
}

/** Fields of a spec: the check of each value, and the expected values as errors name them. */
const FIELDS: Record<string, readonly [fits: (value: unknown) => boolean, expected: string]> = {
  bot: [(value) => isClass(value) || typeof value === 'string', 'a class, or its name'],
  difficulty: [isDifficulty, Object.keys(DIFFICULTIES).join(', ')],
  iterations: [(value) => isCount(value) || isFunction(value), 'a whole number above 0, or a function'],
  thinkingTime: [(value) => typeof value === 'number' && value > 0, 'milliseconds'],
  playoutDepth: [(value) => isCount(value) || isFunction(value), 'a whole number above 0, or a function'],
  minTime: [isMinTime, `milliseconds, ${MOST_MIN_TIME} at most`],
  seed: [(value) => typeof value === 'string' || Number.isFinite(value), 'a text or a number'],
  workers: [isCount, 'a whole number above 0'],
  worker: [isFunction, 'a function that starts a worker'],
  onProgress: [isFunction, 'a function'],
};

/**
 * Parses a bot spec: a class, a name, or a `BotSettings` object. A name is a key of the game's `ai.bots`, a difficulty, or a class of
 * 'rondel/ai'. Throws `bot/options` with the path.
 *
 * @param how.place path of the spec, for errors
 * @param how.classes classes of 'rondel/ai'; omitted if the search is not loaded
 */
export function readBotSpec(spec: unknown, { game, place, classes }: { game: object; place: string; classes?: BotClasses }): BotSpec {
  const rules = rulesOf(game);
  const ai = botOptionsOf(rules);
  const own = isObject(ai.bots) ? ai.bots : {};
  const isOwn = typeof spec === 'string' && Object.hasOwn(own, spec);
  const from = { place: isOwn ? `ai.bots.${spec}` : place, own, classes };
  const settings = settingsOf(isOwn ? own[spec] : spec, from);
  const { bot: asked, minTime, workers = 1, worker, onProgress, ...options } = settings;
  const bot = asked === undefined ? defaultBot(settings, { redeals: rules.open ? rules.hides : ai.determinize }, from) : classCalled(asked, from);
  const asData = typeof spec === 'string' ? spec : dataOf(options, asked, own);
  if (worker && asData === undefined) {
    throw badOption(from.place, 'a function or a class cannot be sent to a worker: add it to the game\'s ai.bots, and pass its name');
  }
  const label = typeof spec === 'string' ? spec : settings.difficulty ?? nameOf(bot) ?? 'bot';
  return { label, Bot: bot, options, minTime, workers, worker, onProgress, asData };
}

/** Creates the bot of a spec. Throws what its constructor throws. */
export function makeBot({ Bot, options }: Pick<BotSpec, 'Bot' | 'options'>, game: object) {
  if (!Bot) throw badOption('bot', 'only the worker has this class');
  return new Bot(optionsOf(options, game));
}

/** Returns the constructor's options. The spec takes precedence over the game. */
function optionsOf(options: SpecOptions, game: object) {
  const own = { ...botOptionsOf(rulesOf(game)) };
  if (STRENGTH.some((field) => options[field] !== undefined)) {
    for (const field of STRENGTH) delete own[field];
  }
  return { ...own, ...options };
}

function settingsOf(spec: Foreign, { place, own, classes }: Source): BotSettings {
  if (isClass(spec)) return { bot: spec };
  if (isDifficulty(spec)) return { difficulty: spec };
  if (isClassName(classes, spec)) return { bot: classes![spec] };
  checkNoInstance(place, spec);
  if (!isObject(spec)) {
    throw badOption(place, `expected a bot's class, ${namesOf(own, classes)} or an object of ${Object.keys(FIELDS).join(', ')}, got ${described(spec)}`);
  }
  const given = Object.entries(spec).filter(([, value]) => value !== undefined);
  for (const [field, value] of given) checkField(`${place}.${field}`, field, value);
  const settings: BotSettings = Object.fromEntries(given);
  const isKnown = classCalled(settings.bot, { own, classes }) !== undefined;
  // Only the worker knows this name.
  if (isKnown || settings.bot === undefined || settings.worker) return settings;
  throw badOption(`${place}.bot`, `expected ${FIELDS.bot[1]}, got ${described(settings.bot)}`);
}

/** Returns the class for a class or a name; `undefined` if this thread does not have it. */
function classCalled(bot: BotSettings['bot'], { own, classes }: Pick<Source, 'own' | 'classes'>): AnyBotClass | undefined {
  if (typeof bot !== 'string') return bot;
  if (Object.hasOwn(own, bot) && isClass(own[bot])) return own[bot];
  return isClassName(classes, bot) ? classes![bot] : undefined;
}

function checkField(place: string, field: string, value: unknown) {
  if (!Object.hasOwn(FIELDS, field)) throw badOption(place, `there is no such option of a bot: expected ${Object.keys(FIELDS).join(', ')}`);
  if (field === 'bot') checkNoInstance(place, value);
  const [fits, expected] = FIELDS[field];
  if (!fits(value)) throw badOption(place, `expected ${expected}, got ${described(value)}`);
}

function checkNoInstance(place: string, value: unknown) {
  if (!isObject(value) || isPlain(value) || !isFunction(value.play)) return;
  const settings = isCount(value.iterations) ? { iterations: value.iterations } : {};
  throw badOption(place, `expected a class, got an instance: write ${inPage(settings, value.constructor.name)}`);
}

function defaultBot(settings: BotSettings, { redeals }: { redeals: unknown }, { place, classes }: Source) {
  if (classes) return redeals ? classes.ismcts : classes.mcts;
  if (settings.worker) return undefined;
  throw badOption(place, `a page that is to search loads it from 'rondel/ai': say ${inPage(settings, redeals ? 'ISMCTSBot' : 'MCTSBot')}, with the class imported from there`);
}

function inPage(settings: BotSettings, name: string) {
  const rest = Object.entries(settings).filter(([, value]) => !isFunction(value)).map(([field, value]) => `, ${field}: ${described(value)}`);
  return `{ bot: ${name}${rest.join('')} }`;
}

/**
 * Returns the constructor's options as data, with a name in place of the class; `undefined` if the class has no name or an option is a
 * function.
 */
function dataOf(options: SpecOptions, bot: BotSettings['bot'], own: Source['own']): BotSettings | undefined {
  if (Object.values(options).some(isFunction)) return undefined;
  if (bot === undefined) return options;
  if (typeof bot === 'string') return { ...options, bot };
  const [name] = isOfPackage(bot) ? [bot.botName] : Object.entries(own).find(([, value]) => value === bot) ?? [];
  return name === undefined ? undefined : { ...options, bot: name };
}

function namesOf(own: object, classes: object = {}) {
  return [...Object.keys(own), ...Object.keys(DIFFICULTIES), ...Object.keys(classes)].map((name) => `'${name}'`).join(', ');
}

/** Returns the name of a class for people; `undefined` if it has none. */
function nameOf(bot: AnyBotClass | undefined) {
  return bot && ((isOfPackage(bot) ? bot.botName : bot.name) || undefined);
}

/** A subclass of this package's classes is a different bot. */
function isOfPackage(bot: AnyBotClass): bot is NamedClass {
  return Object.hasOwn(bot, 'botName');
}

/** Returns `true` if the classes of 'rondel/ai' are loaded and one has this name. */
function isClassName(classes: BotClasses | undefined, name: unknown): name is keyof BotClasses {
  return classes !== undefined && typeof name === 'string' && Object.hasOwn(classes, name);
}

function isClass(value: unknown): value is AnyBotClass {
  return isFunction(value);
}

function isFunction(value: unknown) {
  return typeof value === 'function';
}
