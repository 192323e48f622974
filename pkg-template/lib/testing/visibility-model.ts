import { pluginView } from '../engine/views.js';
import { phaseAndStageNames } from '../game/declarations.js';
import { inWords, isMadeUp, leavesOf } from './random-play.js';
import { Vocabulary, objectsOf } from './vocabulary.js';
import type { Leak, SecrecyOpts } from '../../types/testing.js';
import type { Ctx, LogEntry, PlayerID } from '../../types/game.js';
import type { EngineCache } from '../game/engine-cache.js';
import type { AnyState } from '../game/engine-states.js';
import type { Rules } from '../game/rules.js';
import type { Foreign } from '../util/foreign.js';
import type { Leaf, RandomAction } from './random-play.js';
import type { Part } from './vocabulary.js';

/** A player, or a spectator (`null`). */
export type ViewerID = PlayerID | null;

/** A message to a viewer, or the response to an action, which has no type. */
export interface Message {
  type?: string | undefined;
  args?: Foreign;
  error?: string;
}

/** A text that only its owner, or only the master, may know. */
export interface PrivateText {
  owner?: PlayerID;
  text: string;
  what: string;
}

/** A part of a message that the viewer may not know. */
export type Finding = Pick<Leak, 'path' | 'value' | 'why'>;

/** Data that a viewer may not know, as text: values, words that only classify, records, and whole objects and lists. */
interface Secrets {
  values: Set<string>;
  words: Set<string>;
  records: Set<string>;
  wholes: Set<string>;
}

/** A value in a message, with the viewer who receives it. */
interface Sent {
  data: Message;
  path: string;
  value: Leaf['value'];
  isName: boolean;
  viewer: ViewerID;
}

/** A completed action. */
interface Done {
  /** The author's view before it. */
  seenByAuthor: Set<string> | undefined;
  /** Hidden texts per viewer, with the reason. */
  hidden: Map<ViewerID, Map<string, string>>;
}

/** Places of a value, and whether it is distinct from others. */
interface Places {
  places: string;
  isDistinct: boolean;
}

/** A value or record, as text. */
type Item = Part & { text: string };

/** Minimum length of texts that are also searched inside of others. */
const LONG = 6;

/** Names of fields that only a master may have. */
const PRIVATE_NAMES = ['prngstate', '_sync', 'credentials'];

/** Places of the game's values, and of the log, by type of message. */
const PLACES: Partial<Record<string, [place: string, pattern: RegExp][]>> = {
  update: [['G', /^args\[1\]\.(G|plugins)\b/], ['log', /^args\[2\]/]],
  patch: [['patch', /^args\[3\]/], ['log', /^args\[4\]/]],
  sync: [
    ['G', /^args\[1\]\.state\.(G|plugins)\b/],
    ['initial', /^args\[1\]\.initialState\.(G|plugins)\b/],
    ['log', /^args\[1\]\.log\b/],
  ],
};

/**
 * Model of what each viewer of a match may know. Viewers may know what their views have ever shown, `ctx`, and the arguments of their own
 * actions. All other values that the match has ever held are hidden from them, if they are distinct. So is what `secrets` names, whatever
 * the views show.
 */
export class Knowledge {
  #rules: Rules;
  #cache: EngineCache;
  #options: SecrecyOpts;
  #vocabulary = new Vocabulary();
  /** Texts that only their owner, or only the master, may know. */
  #private: readonly PrivateText[];
  /** Past states of the generator, number by number. */
  #generator = new Set<string>();
  /** All values that have ever been in the match, as text, with their places; and records, which are identified by all of their fields. */
  #ever = new Map<string, string>();
  #records = new Map<string, string>();
  /** Texts that everybody knows. */
  #common = new Set<string>();
  #viewers = new Map<ViewerID, Viewer>();
  /** Authors of redacted moves, by number of the state before the move. */
  #redacted = new Map<number, PlayerID>();
  /** Completed actions with the texts hidden at that time, by number of the state before the action. */
  #done = new Map<number, Done>();

  constructor({ rules, cache, viewers, options, privately }: {
    rules: Rules;
    cache: EngineCache;
    viewers: readonly ViewerID[];
    options: SecrecyOpts;
    privately: readonly PrivateText[];
  }) {
    this.#rules = rules;
    this.#cache = cache;
    this.#options = options;
    for (const viewer of viewers) this.#viewers.set(viewer, new Viewer());
    this.#private = privately;
    this.#vocabulary.learn(options.setupData, { isBeginning: false });
    this.#hold(options.setupData, 'setupData');
    const { moves, events, plugins } = cache.names;
    for (const name of [...moves, ...events, ...plugins, rules.name, ...phaseAndStageNames(rules)]) this.#common.add(String(name));
  }

  /** Updates the model for a new state. */
  see(state: AnyState) {
    const { G, ctx, plugins } = state;
    const data = this.#dataOf(plugins);
    this.#vocabulary.learn([G, data], { isBeginning: state._stateID === 0 });
    this.#hold(G, 'G');
    this.#hold(data, 'plugins');
    this.#add(ctx, this.#common);
    for (const number of Object.values(plugins.random?.data?.prngstate ?? {})) {
      if (!Number.isInteger(number)) this.#generator.add(String(number));
    }
    const counts = this.#options.secrets && tally([G, data], this.#vocabulary);
    for (const [viewer, knowledge] of this.#viewers) {
      knowledge.see(this.#textsOf([this.#rules.view(state, viewer), this.#pluginsFor(viewer, state, data)]));
      knowledge.formerSecrets = knowledge.secrets;
      knowledge.secrets = counts ? this.#namedSecrets(this.#options.secrets!(G, ctx, viewer, data), counts) : this.#usualSecrets(G ?? {});
      knowledge.first ??= knowledge.secrets;
    }
  }

  /** Records an action that was tried in a state. Players know the arguments of their own actions. */
  noteAction(action: RandomAction, state: AnyState, outcome: { isDone: boolean, isRedacted: boolean }) {
    const { isDone, isRedacted } = outcome;
    const { payload: { playerID, args } } = action;
    const author = this.#viewers.get(playerID)!;
    if (isRedacted) this.#redacted.set(state._stateID, playerID);
    // A player who names something hidden has guessed or remembered it: the game reveals nothing.
    const isGuess = (text: string, ever: Map<string, string>) => isDone && !isRedacted && ever.has(text) && !author.sees.has(text);
    const note = (text: string, isKnownToAll: boolean) => {
      for (const viewer of isKnownToAll ? this.#viewers.values() : [author]) viewer.named.add(text);
    };
    for (const { value } of leavesOf(args)) note(String(value), isGuess(String(value), this.#ever) && !isMadeUp(value));
    for (const { text } of this.#vocabulary.recordsIn(args)) note(text, isGuess(text, this.#records));
    if (isRedacted) this.#hold(args, '', `the argument of a redacted move (${inWords(action)})`);
  }

  /**
   * Records what an action has concealed. A text that is hidden from a viewer before and after an action was hidden during it, even if they
   * had seen it earlier. `author`: undefined for a time-out. For example, when a card that was open once is bid face down, they do not know which card it is.
   */
  conceal(author: PlayerID | undefined, before: AnyState, after: AnyState) {
    const [from, to] = [before, after].map(({ G, plugins }) => this.#placesIn({ G, plugins: this.#dataOf(plugins) }));
    const hidden: Done['hidden'] = new Map();
    for (const [viewer, knowledge] of this.#viewers) {
      const { formerSecrets, secrets } = knowledge;
      const texts = new Map<string, string>();
      for (const [text, { places, isDistinct }] of to) {
        const former = from.get(text);
        if (!former || viewer === author) continue;
        const isNamed = isSecret(secrets, text) && isSecret(formerSecrets, text) && (isDistinct || former.places !== places);
        if (isNamed) texts.set(text, 'a secret');
        else if (isDistinct && !knowledge.seesOrSaw(text) && !this.#isEverybodys(text)) texts.set(text, `${places} is hidden from them`);
      }
      hidden.set(viewer, texts);
    }
    this.#done.set(before._stateID, { seenByAuthor: author === undefined ? author : this.#viewers.get(author)?.saw, hidden });
  }

  /** Returns the parts of a message that this viewer may not know. */
  * leaksIn(data: Message, viewer: ViewerID): Generator<Finding> {
    for (const { path, value, isName = false } of leavesOf(data)) {
      for (const part of partsOf(data, path, value)) {
        const why = this.#objection({ data, path, value: part, isName, viewer });
        if (why) yield { path, value: part, why };
      }
    }
    yield* this.#recordsIn(data, viewer);
    yield* this.#argsIn(data, viewer);
    yield* this.#concealedIn(data, viewer);
    yield* this.#wholesIn(data, viewer);
  }

  #objection({ data, path, value, isName, viewer }: Sent): string | null {
    const text = String(value);
    const knowledge = this.#viewers.get(viewer)!;
    const place = placeOf(data, path);
    const isGames = place === 'G' || place === 'initial';
    const found = this.#private.find((one) => text.includes(one.text) && (viewer === null || one.owner !== viewer));
    if (found) return found.what;
    const number = this.#generator.has(text) ? text : typeof value === 'string' && longIn(text, this.#generator);
    // The result of `random.Number()` is part of that state, and a game may show it.
    if (number && !knowledge.has(number)) return 'the state of the generator';
    if (!isGames && isName && PRIVATE_NAMES.includes(value as string)) return `${value} is the master's own`;
    if (/(^|\.)_(undo|redo)\[/.test(path)) return "the undo stack is the master's own";
    const { values, words } = (place === 'initial' ? knowledge.first : knowledge.secrets)!;
    // Everybody knows words, but a view must have a source for them.
    if (isGames && !isName && words.has(text)) return 'a secret';
    // `true` for a number of the game, not of the engine.
    const isOwn = isGames || /\.(args|metadata|hookMetadata|effects\[\d+\]\.data)\b/.test(path);
    const isSecret = values.has(text) ? isDistinctive(value) || (isOwn && !isName) : longIn(text, values) !== undefined;
    if (isSecret && (isGames || !knowledge.has(text))) return 'a secret';
    if (knowledge.has(text) || this.#isEverybodys(text)) return null;
    const hidden = isDistinctive(value) && this.#ever.has(text) ? text : this.#longHiddenIn(text, knowledge);
    return hidden === undefined ? null : `${this.#ever.get(hidden)} is hidden from them`;
  }

  #longHiddenIn(text: string, knowledge: Viewer) {
    return longIn(text, [...this.#ever.keys()].filter((hidden) => !knowledge.has(hidden) && !this.#isEverybodys(hidden)));
  }

  #isEverybodys(text: string) {
    return this.#common.has(text) || this.#vocabulary.isWord(text);
  }

  /** Finds records: cards that are objects of words, at any place. */
  * #recordsIn(data: Message, viewer: ViewerID): Generator<Finding> {
    const knowledge = this.#viewers.get(viewer)!;
    for (const { path, value, text } of this.#vocabulary.recordsIn(data)) {
      const place = placeOf(data, path);
      const { records } = (place === 'initial' ? knowledge.first : knowledge.secrets)!;
      const isKnown = knowledge.has(text);
      if (records.has(text) && (place === 'G' || place === 'initial' || !isKnown)) yield { path, value, why: 'a secret' };
      else if (!isKnown && this.#records.has(text)) yield { path, value, why: `${this.#records.get(text)} is hidden from them` };
    }
  }

  /** Finds arguments of redacted moves in other players' logs. */
  * #argsIn(data: Message, viewer: ViewerID): Generator<Finding> {
    for (const [path, log] of logsOf(data)) {
      for (const [i, { action, _stateID }] of log.entries()) {
        const author = this.#redacted.get(_stateID);
        const isHidden = author !== undefined && author !== viewer && action.type === 'MAKE_MOVE';
        const { args } = action.payload;
        if (isHidden && args !== null && args !== undefined) {
          yield { path: `${path}[${i}].action.payload.args`, value: args, why: `player ${author}'s move is redacted` };
        }
      }
    }
  }

  /** Finds log entries that reveal things hidden at the time of the action. A player who names something hidden has guessed it. */
  * #concealedIn(data: Message, viewer: ViewerID): Generator<Finding> {
    for (const [path, log] of logsOf(data)) {
      for (const [i, { action, _stateID, ...noted }] of log.entries()) {
        const { seenByAuthor, hidden } = this.#done.get(_stateID) ?? {};
        const texts = hidden?.get(viewer);
        if (!texts?.size) continue;
        const { args } = action.payload;
        for (const { value, text, path: at } of this.#itemsIn(args, `${path}[${i}].action.payload.args`)) {
          if (texts.has(text) && seenByAuthor?.has(text)) yield { path: at, value, why: texts.get(text)! };
        }
        const told: [string, unknown][] = [['metadata', noted.metadata], ['hookMetadata', noted.hookMetadata]];
        noted.effects?.forEach(({ data }, j) => told.push([`effects[${j}].data`, data]));
        for (const [field, data] of told) {
          for (const { value, text, path: at } of this.#itemsIn(data, `${path}[${i}].${field}`)) {
            if (texts.has(text)) yield { path: at, value, why: texts.get(text)! };
          }
        }
      }
    }
  }

  /** Finds whole secrets: a list of small numbers is distinct even if the numbers are not. */
  * #wholesIn(data: Message, viewer: ViewerID): Generator<Finding> {
    const { secrets, first } = this.#viewers.get(viewer)!;
    for (const [path, value, { wholes }] of statesOf(data, secrets!, first!)) {
      if (wholes.size === 0) continue;
      for (const whole of wholesOf(value, path)) {
        if (wholes.has(whole.text)) yield { path: whole.path, value: whole.value, why: 'a secret' };
      }
    }
  }

  /** Returns the secrets that the test names. Words, and things with several copies, may also be elsewhere and then are no secret. */
  #namedSecrets(named: unknown, all: Map<string, number>): Secrets {
    const vocabulary = this.#vocabulary;
    const result: Secrets = { values: new Set(), words: new Set(), records: new Set(), wholes: new Set() };
    const here = tally(named, vocabulary);
    const isElsewhere = (text: string) => (all.get(text) ?? 0) > (here.get(text) ?? 0);
    for (const value of valuesOf(named)) {
      const text = String(value);
      if (isElsewhere(text) && vocabulary.isCommon([value])) continue;
      if (!vocabulary.isWord(text)) result.values.add(text);
      else if (isDistinctive(value)) result.words.add(text);
    }
    for (const { value, text } of vocabulary.recordsIn(named)) {
      if (!vocabulary.isCommon(value) || !isElsewhere(text)) result.records.add(text);
    }
    for (const { value, text } of wholesOf(named, '')) {
      if (!vocabulary.isCommon(value) || !isElsewhere(text)) result.wholes.add(text);
    }
    return result;
  }

  /** Returns the values that are in `G.secret` and nowhere else. */
  #usualSecrets({ secret, ...rest }: Foreign): Secrets {
    const elsewhere = new Set([...valuesOf(rest)].map(String));
    const recordsElsewhere = new Set([...this.#vocabulary.recordsIn(rest)].map(({ text }) => text));
    const values = new Set<string>();
    for (const { value, isName } of leavesOf(secret)) {
      const text = String(value);
      const isOwn = !isName && isDistinctive(value) && !elsewhere.has(text);
      if (isOwn && !this.#vocabulary.isWord(text)) values.add(text);
    }
    const records = [...this.#vocabulary.recordsIn(secret)].filter(({ text }) => !recordsElsewhere.has(text));
    const [whole] = wholesOf(secret, '');
    return {
      values, words: new Set(), records: new Set(records.map(({ text }) => text)), wholes: new Set(whole ? [whole.text] : []),
    };
  }

  /** Returns the values and records in a value, with their paths. */
  * #itemsIn(value: unknown, path = ''): Generator<Item> {
    for (const leaf of leavesOf(value, path)) if (!leaf.isName && leaf.value !== null) yield { ...leaf, text: String(leaf.value) };
    yield* this.#vocabulary.recordsIn(value, path);
  }

  /** Returns the places of each value and record, without indexes, and whether it is distinct. */
  #placesIn(value: unknown) {
    const found = new Map<string, Places>();
    for (const { value: one, text, path } of this.#itemsIn(value)) {
      const place = path.replace(/\[\d+\]/g, '');
      const isDistinct = isDistinctive(one) || typeof one === 'object';
      const known = found.get(text);
      found.set(text, { places: known ? `${known.places}, ${place}` : place, isDistinct: isDistinct || known?.isDistinct === true });
    }
    return found;
  }

  #dataOf(plugins: AnyState): Record<string, Foreign> {
    return Object.fromEntries(this.#cache.names.plugins.map((name) => [name, plugins[name]?.data]));
  }

  #pluginsFor(playerID: ViewerID, { G, ctx }: { G: Foreign, ctx: Ctx }, all: Record<string, Foreign>) {
    const { game } = this.#rules;
    return (this.#rules.settings.plugins ?? []).map((plugin) => pluginView(plugin, { game, G, ctx, data: all[plugin.name], playerID }, this.#rules.compat));
  }

  /** Records the values of a match with their path, or with a description. */
  #hold(value: unknown, path: string, what?: string) {
    for (const leaf of leavesOf(value, path)) {
      if (!leaf.isName && isDistinctive(leaf.value)) this.#note(this.#ever, String(leaf.value), what ?? leaf.path);
    }
    for (const record of this.#vocabulary.recordsIn(value, path)) this.#note(this.#records, record.text, what ?? record.path);
  }

  #note(ever: Map<string, string>, text: string, where: string) {
    if (!ever.has(text)) ever.set(text, where);
  }

  #add(value: unknown, known: Set<string>) {
    for (const leaf of leavesOf(value)) known.add(String(leaf.value));
  }

  /** Returns the texts that a viewer of a value knows. */
  #textsOf(value: unknown) {
    const texts = new Set<string>();
    this.#add(value, texts);
    for (const { text } of this.#vocabulary.recordsIn(value)) texts.add(text);
    return texts;
  }
}

/** Knowledge of one viewer, by views and actions, and their secrets: now, before the last action, and at the start. */
class Viewer {
  /** Texts of the current view, of the view before the last action, and of all views. */
  sees = new Set<string>();
  saw = new Set<string>();
  seen = new Set<string>();
  named = new Set<string>();
  /** Null until the first state. No message is sent before. */
  secrets: Secrets | null = null;
  formerSecrets: Secrets | null = null;
  first: Secrets | null = null;

  see(texts: Set<string>) {
    this.saw = this.sees;
    this.sees = texts;
    for (const text of texts) this.seen.add(text);
  }

  has(text: string) {
    return this.seen.has(text) || this.named.has(text);
  }

  /** Returns `true` if the view shows it now, or did before the last action. */
  seesOrSaw(text: string) {
    return this.sees.has(text) || this.saw.has(text);
  }
}

function isSecret(secrets: Secrets | null, text: string) {
  return secrets !== null && (secrets.values.has(text) || secrets.records.has(text));
}

/** Returns the first long text that is contained in another. */
function longIn(text: string, others: Iterable<string>) {
  if (text.length < LONG) return undefined;
  for (const other of others) if (other.length >= LONG && text.includes(other)) return other;
  return undefined;
}

/** Returns `true` if a value is distinct from others: not a count, a player's number or a letter. */
function isDistinctive(value: unknown) {
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= 1000;
  return typeof value === 'string' && value.length > 1;
}

function placeOf({ type, args }: Message, path: string) {
  const [place] = PLACES[type as string]?.find(([, pattern]) => pattern.test(path)) ?? ['rest'];
  if (place !== 'patch') return place;
  const [, index] = /^args\[3\]\[(\d+)\]/.exec(path) ?? [];
  return /^(\/(G|plugins)\b|$)/.test(args[3][index].path) ? 'G' : 'rest';
}

/** Returns the texts to search in a value: the value itself, or the names in the path of a patch. */
function partsOf({ type }: Message, path: string, value: Leaf['value']) {
  return type === 'patch' && /^args\[3\]\[\d+\]\.path$/.test(path) ? (value as string).split('/').slice(2) : [value];
}

function logsOf({ type, args }: Message): [path: string, log: LogEntry[]][] {
  if (type === 'update') return [['args[2]', args[2]]];
  if (type === 'patch') return [['args[4]', args[4]]];
  return type === 'sync' ? [['args[1].log', args[1].log]] : [];
}

function statesOf({ type, args }: Message, secrets: Secrets, first: Secrets): [path: string, value: unknown, secrets: Secrets][] {
  if (type === 'update') return [['args[1]', args[1], secrets]];
  if (type === 'patch') return [['args[3]', args[3], secrets]];
  if (type !== 'sync') return [];
  return [['args[1].state', args[1].state, secrets], ['args[1].initialState', args[1].initialState, first]];
}

/** Returns the objects and lists in a value, itself first, that are too long to be equal by coincidence. */
function* wholesOf(value: unknown, path: string): Generator<Item> {
  for (const object of objectsOf(value, path)) {
    const text = JSON.stringify(object.value);
    if (text.length >= 8) yield { ...object, text };
  }
}

/** Returns the number of occurrences of each value, record, object and list. */
function tally(value: unknown, vocabulary: Vocabulary) {
  const counts = new Map<string, number>();
  const count = (texts: string[]) => {
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  count([...leavesOf(value)].map((leaf) => String(leaf.value)));
  // Most objects equal their record, and must not be counted twice.
  const records = [...vocabulary.recordsIn(value)].map(({ text }) => text);
  const isRecord = new Set(records);
  count(records);
  count([...wholesOf(value, '')].map(({ text }) => text).filter((text) => !isRecord.has(text)));
  return counts;
}

/** Returns the texts and numbers in a value. */
function* valuesOf(value: unknown) {
  for (const { value: leaf, isName } of leavesOf(value)) {
    if (!isName && leaf !== null && typeof leaf !== 'boolean') yield leaf;
  }
}
