import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { described } from '../util/foreign-text.js';
import { isObject, isPlain } from '../util/objects.js';
import { badOption, isCount, isMinTime, MOST_MIN_TIME } from './bot-options.js';
import { DIFFICULTIES, STRENGTH, isDifficulty } from './difficulty.js';
import type { BotCandidate, BotProgress, BotSettings, MCTSBotOptions, PlayOptions } from '../../types/bots.js';
import type { Foreign } from '../util/foreign.js';
import type { Thought } from './thinker.js';
import type { AnyWorker } from './worker-channel.js';

/** A bot of any class. All methods but the first are optional. */
export interface AnyBot {
  play(state: Foreign, playerID: string, options?: PlayOptions): Promise<Thought>;
  free?(): void;
  /** This and the next one: of bots that search. */
  candidates?(): BotCandidate[];
  choose?(lists: readonly (readonly BotCandidate[])[]): Thought;
  iterations?: BotSettings['iterations'];
  /** boardgame.io's: a bot with this one has the next two. */
  opts?(): Record<string, unknown>;
  getOpt?(key: string): Foreign;
  setOpt?(key: string, value: Foreign): void;
}

/** A class of bots. */
export type AnyBotClass = new (options: Foreign) => AnyBot;

/** A class of this package's. */
type NamedClass = AnyBotClass & { botName: string };

/** Options of a spec for the constructor. */
export type SpecOptions = Omit<BotSettings, 'bot' | 'minTime' | 'worker' | 'workers' | 'onProgress'> & Pick<MCTSBotOptions, 'rest'>;

/** A bot spec, read: who plays at a seat, and how. */
export interface BotSpec {
  /** What people call it: the name or the difficulty that was asked for, else the class's name. */
  label: string;
  /** None if only a worker has it. */
  Bot?: AnyBotClass;
  /** Of the constructor, in addition to the game's own. */
  options: SpecOptions;
  /** Milliseconds between a state and the bot's action, at least. */
  minTime?: number;
  /** Among how many workers the thinking is split. */
  workers: number;
  /** Starts one. */
  worker?: () => AnyWorker;
  onProgress?: (progress: BotProgress) => void;
  /** The same spec as plain data, for a worker that has the game; none if it cannot be said so. */
  asData?: string | BotSettings;
}

/** The classes of 'rondel/ai', by the names that specs have for them. */
export type UsualBots = Record<'random' | 'mcts' | 'ismcts', AnyBotClass>;

/** The place of a spec, for errors, and the bots that its names may mean: the game's own, and those of 'rondel/ai' if they are loaded. */
interface Source {
  place: string;
  own: Record<string, Foreign>;
  usual: UsualBots | undefined;
}

/** The fields of a spec, whether it is of a value's kind, and what that is. */
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
 * Reads a bot spec: a class; a name among the game's `ai.bots`, of a difficulty, or of a class of 'rondel/ai'; or what types call
 * `BotSettings`. Throws `bot/options`, which names the place.
 *
 * @param how.place where it stands, for errors
 * @param how.usual plays where no class is given: given only where the search is loaded anyway
 */
export function readBotSpec(spec: unknown, { game, place, usual }: { game: object; place: string; usual?: UsualBots }): BotSpec {
  const rules = rulesOf(game);
  const ai = botOptionsOf(rules);
  const own = isObject(ai.bots) ? ai.bots : {};
  const isOwn = typeof spec === 'string' && Object.hasOwn(own, spec);
  const from = { place: isOwn ? `ai.bots.${spec}` : place, own, usual };
  const settings = settingsOf(isOwn ? own[spec] : spec, from);
  const { bot: asked, minTime, workers = 1, worker, onProgress, ...options } = settings;
  const bot = asked === undefined ? usualBot(settings, { redeals: rules.open ? rules.hides : ai.determinize }, from) : classCalled(asked, from);
  const asData = typeof spec === 'string' ? spec : dataOf(options, asked, own);
  if (worker && asData === undefined) {
    throw badOption(from.place, 'a worker cannot be sent a function or a class: give it a name in the game\'s ai.bots, and say that name');
  }
  const label = typeof spec === 'string' ? spec : settings.difficulty ?? nameOf(bot) ?? 'bot';
  return { label, Bot: bot, options, minTime, workers, worker, onProgress, asData };
}

/** The bot of a spec that has a class. What its constructor throws, this throws. */
export function makeBot({ Bot, options }: Pick<BotSpec, 'Bot' | 'options'>, game: object) {
  if (!Bot) throw badOption('bot', 'only its worker has its class');
  return new Bot(optionsOf(options, game));
}

/** What the constructor is given: what the spec says, before what the game says. */
function optionsOf(options: SpecOptions, game: object) {
  const own = { ...botOptionsOf(rulesOf(game)) };
  if (STRENGTH.some((field) => options[field] !== undefined)) {
    for (const field of STRENGTH) delete own[field];
  }
  return { ...own, ...options };
}

function settingsOf(meant: Foreign, { place, own, usual }: Source): BotSettings {
  if (isClass(meant)) return { bot: meant };
  if (isDifficulty(meant)) return { difficulty: meant };
  if (isUsual(usual, meant)) return { bot: usual![meant] };
  checkNoInstance(place, meant);
  if (!isObject(meant)) {
    throw badOption(place, `expected a bot's class, ${namesOf(own, usual)} or an object of ${Object.keys(FIELDS).join(', ')}, got ${described(meant)}`);
  }
  const given = Object.entries(meant).filter(([, value]) => value !== undefined);
  for (const [field, value] of given) checkField(`${place}.${field}`, field, value);
  const settings: BotSettings = Object.fromEntries(given);
  const isKnown = classCalled(settings.bot, { own, usual }) !== undefined;
  // A name that only the worker knows.
  if (isKnown || settings.bot === undefined || settings.worker) return settings;
  throw badOption(`${place}.bot`, `expected ${FIELDS.bot[1]}, got ${described(settings.bot)}`);
}

/** The class that is meant by a class, or by its name; undefined for what has none here. */
function classCalled(bot: BotSettings['bot'], { own, usual }: Pick<Source, 'own' | 'usual'>): AnyBotClass | undefined {
  if (typeof bot !== 'string') return bot;
  if (Object.hasOwn(own, bot) && isClass(own[bot])) return own[bot];
  return isUsual(usual, bot) ? usual![bot] : undefined;
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

function usualBot(settings: BotSettings, { redeals }: { redeals: unknown }, { place, usual }: Source) {
  if (usual) return redeals ? usual.ismcts : usual.mcts;
  if (settings.worker) return undefined;
  throw badOption(place, `a page that is to search loads it from 'rondel/ai': say ${inPage(settings, redeals ? 'ISMCTSBot' : 'MCTSBot')}, with the class imported from there`);
}

function inPage(settings: BotSettings, name: string) {
  const rest = Object.entries(settings).filter(([, value]) => !isFunction(value)).map(([field, value]) => `, ${field}: ${described(value)}`);
  return `{ bot: ${name}${rest.join('')} }`;
}

/** What a constructor is given, as data, with a name in the place of the class; undefined if there is no name, or a function among it. */
function dataOf(options: SpecOptions, bot: BotSettings['bot'], own: Source['own']): BotSettings | undefined {
  if (Object.values(options).some(isFunction)) return undefined;
  if (bot === undefined) return options;
  if (typeof bot === 'string') return { ...options, bot };
  const [name] = isOfPackage(bot) ? [bot.botName] : Object.entries(own).find(([, value]) => value === bot) ?? [];
  return name === undefined ? undefined : { ...options, bot: name };
}

function namesOf(own: object, usual: object = {}) {
  return [...Object.keys(own), ...Object.keys(DIFFICULTIES), ...Object.keys(usual)].map((name) => `'${name}'`).join(', ');
}

/** What people call a class; undefined if it has no name. */
function nameOf(bot: AnyBotClass | undefined) {
  return bot && ((isOfPackage(bot) ? bot.botName : bot.name) || undefined);
}

/** A class that extends one of this package's is another one. */
function isOfPackage(bot: AnyBotClass): bot is NamedClass {
  return Object.hasOwn(bot, 'botName');
}

/** Returns `true` if there are classes of 'rondel/ai', and one is called so. */
function isUsual(usual: UsualBots | undefined, name: unknown): name is keyof UsualBots {
  return usual !== undefined && typeof name === 'string' && Object.hasOwn(usual, name);
}

function isClass(value: unknown): value is AnyBotClass {
  return isFunction(value);
}

function isFunction(value: unknown) {
  return typeof value === 'function';
}
