import { inWords, isMadeUp, leavesOf, viewOf } from './random-play.js';

/** Texts of this length are also looked for inside of others. */
const LONG = 6;

/** Names that only what a master keeps to itself has. */
const PRIVATE_NAMES = ['prngstate', '_sync', 'credentials'];

/** Where a message carries what the game calls its own, and where the log. */
const PLACES = {
  update: [['G', /^args\[1\]\.(G|plugins)\b/], ['log', /^args\[2\]/]],
  patch: [['patch', /^args\[3\]/], ['log', /^args\[4\]/]],
  sync: [
    ['G', /^args\[1\]\.state\.(G|plugins)\b/],
    ['initial', /^args\[1\]\.initialState\.(G|plugins)\b/],
    ['log', /^args\[1\]\.log\b/],
  ],
};

/**
 * What everybody may know of a match, and what he may not. By the game's own word a viewer may know what his views
 * have ever shown him, `ctx`, and what he has said himself. Everything else that the match has ever held is hidden
 * from him, if it can be told from other values; and so is what `secrets` names, whatever the views show.
 */
export class Knowledge {
  #rules;
  #replica;
  #options;
  /** What is nobody's but its owner's, or the master's own. */
  #private;
  /** The states that the generator has been in, number by number. */
  #generator = new Set();
  /** What has ever been in the match, as text, and where. */
  #ever = new Map();
  /** What everybody knows. */
  #common = new Set();
  #viewers = new Map();
  /** Who made the redacted moves, by the state in which he did. */
  #redacted = new Map();

  /** @param {{ privately: { text: string, what: string, owner?: string }[] }} options */
  constructor({ rules, replica, viewers, options, privately }) {
    this.#rules = rules;
    this.#replica = replica;
    this.#options = options;
    for (const viewer of viewers) this.#viewers.set(viewer, new Viewer());
    this.#private = privately;
    this.#hold(options.setupData, 'setupData');
    const { moves, events, plugins } = replica.names;
    for (const name of [...moves, ...events, ...plugins, rules.name, ...stagesOf(rules)]) this.#common.add(String(name));
  }

  /** The match has come to this state. */
  see(state) {
    const { G, ctx, plugins } = state;
    const data = this.#dataOf(plugins);
    this.#hold(G, 'G');
    this.#hold(data, 'plugins');
    this.#add(ctx, this.#common);
    for (const number of Object.values(plugins.random?.data?.prngstate ?? {})) {
      if (!Number.isInteger(number)) this.#generator.add(String(number));
    }
    for (const [viewer, knowledge] of this.#viewers) {
      this.#add(viewOf(this.#rules, state, viewer), knowledge.seen);
      this.#add(this.#pluginsFor(viewer, state, data), knowledge.seen);
      knowledge.secrets = this.#secretsOf(G, ctx, viewer, data);
      knowledge.first ??= knowledge.secrets;
    }
  }

  /** Somebody has tried an action in a state; it is done, or refused. He knows what he has said. */
  hear(action, state, isDone) {
    const { type, payload: { playerID, args } } = action;
    const author = this.#viewers.get(playerID);
    const isRedacted = isDone && type === 'MAKE_MOVE' && this.#isRedacted(action, state);
    if (isRedacted) this.#redacted.set(state._stateID, playerID);
    for (const { value } of leavesOf(args)) {
      const text = String(value);
      // Who names what is hidden from himself has guessed it, and betrays nothing.
      const isGuess = isDone && !isRedacted && this.#ever.has(text) && !author.seen.has(text) && !isMadeUp(value);
      for (const viewer of isGuess ? this.#viewers.values() : [author]) viewer.heard.add(text);
      if (isRedacted) this.#note(value, `the argument of a redacted move (${inWords(action)})`);
    }
  }

  /** What is in a message that this viewer may not know: `{ path, value, why }`. */
  * leaksIn(data, viewer) {
    for (const { path, value, isName = false } of leavesOf(data)) {
      for (const part of partsOf(data, path, value)) {
        const why = this.#objection({ data, path, value: part, isName, viewer });
        if (why) yield { path, value: part, why };
      }
    }
    yield* this.#argsIn(data, viewer);
    yield* this.#wholesIn(data, viewer);
  }

  #objection({ data, path, value, isName, viewer }) {
    const text = String(value);
    const knowledge = this.#viewers.get(viewer);
    const place = placeOf(data, path);
    const isGames = place === 'G' || place === 'initial';
    const found = this.#private.find((one) => text.includes(one.text) && (viewer === null || one.owner !== viewer));
    if (found) return found.what;
    const number = this.#generator.has(text) ? text : typeof value === 'string' && longIn(text, this.#generator);
    // What `random.Number()` answers is part of that state, and a game may show it.
    if (number && !knowledge.has(number)) return 'the state of the generator';
    if (!isGames && isName && PRIVATE_NAMES.includes(value)) return `${value} is the master's own`;
    if (/(^|\.)_(undo|redo)\[/.test(path)) return "the undo stack is the master's own";
    const { values } = place === 'initial' ? knowledge.first : knowledge.secrets;
    // Whether it is a number of the game's, and not of the engine's.
    const isOwn = isGames || /\.(args|metadata)\b/.test(path);
    const isSecret = values.has(text) ? isDistinctive(value) || (isOwn && !isName) : longIn(text, values) !== undefined;
    if (isSecret && (isGames || !knowledge.has(text))) return 'a secret';
    if (knowledge.has(text) || this.#common.has(text)) return null;
    const hidden = isDistinctive(value) && this.#ever.has(text) ? text : this.#longHiddenIn(text, knowledge);
    return hidden === undefined ? null : `${this.#ever.get(hidden)} is hidden from him`;
  }

  #longHiddenIn(text, knowledge) {
    return longIn(text, [...this.#ever.keys()].filter((hidden) => !knowledge.has(hidden) && !this.#common.has(hidden)));
  }

  /** The arguments of redacted moves have no place in others' logs, whatever they are. */
  * #argsIn(data, viewer) {
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

  /** Secrets as they are: a list of small numbers can be told from others where the numbers cannot. */
  * #wholesIn(data, viewer) {
    const { secrets, first } = this.#viewers.get(viewer);
    for (const [path, value, { wholes }] of statesOf(data, secrets, first)) {
      if (wholes.size === 0) continue;
      for (const whole of wholesOf(value, path)) {
        if (wholes.has(whole.text)) yield { path: whole.path, value: whole.value, why: 'a secret' };
      }
    }
  }

  #isRedacted(action, state) {
    const redact = this.#replica.moveOf(state, action)?.redact;
    return typeof redact === 'function' ? Boolean(redact({ G: state.G, ctx: state.ctx })) : redact === true;
  }

  #secretsOf(G, ctx, viewer, data) {
    const { secrets } = this.#options;
    if (secrets) {
      const named = secrets(G, ctx, viewer, data);
      return { values: textsOf(named), wholes: new Set([...wholesOf(named, '')].map(({ text }) => text)) };
    }
    const { secret, ...rest } = G ?? {};
    const elsewhere = textsOf(rest);
    const values = new Set();
    for (const { value, isName } of leavesOf(secret)) {
      if (!isName && isDistinctive(value) && !elsewhere.has(String(value))) values.add(String(value));
    }
    const [whole] = wholesOf(secret, '');
    return { values, wholes: new Set(whole ? [whole.text] : []) };
  }

  #dataOf(plugins) {
    return Object.fromEntries(this.#replica.names.plugins.map((name) => [name, plugins[name]?.data]));
  }

  #pluginsFor(playerID, { G, ctx }, all) {
    const game = this.#rules;
    return (game.plugins ?? []).map(({ name, playerView }) => {
      return playerView ? playerView({ G, ctx, game, data: all[name], playerID }) : all[name];
    });
  }

  #hold(value, path) {
    for (const leaf of leavesOf(value, path)) if (!leaf.isName) this.#note(leaf.value, leaf.path);
  }

  #note(value, where) {
    const text = String(value);
    if (isDistinctive(value) && !this.#ever.has(text)) this.#ever.set(text, where);
  }

  #add(value, known) {
    for (const leaf of leavesOf(value)) known.add(String(leaf.value));
  }
}

/** What one viewer knows by his views, and by what was said; and what he may not know, now and at the beginning. */
class Viewer {
  seen = new Set();
  heard = new Set();
  secrets = null;
  first = null;

  has(text) {
    return this.seen.has(text) || this.heard.has(text);
  }
}

/** The first of some texts that is long, and in another. */
function longIn(text, others) {
  if (text.length < LONG) return undefined;
  for (const other of others) if (other.length >= LONG && text.includes(other)) return other;
  return undefined;
}

/** Whether a value can be told from others: no count, no number of a player, no letter. */
function isDistinctive(value) {
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= 1000;
  return typeof value === 'string' && value.length > 1;
}

function placeOf({ type, args }, path) {
  const [place] = PLACES[type]?.find(([, pattern]) => pattern.test(path)) ?? ['rest'];
  if (place !== 'patch') return place;
  const [, index] = /^args\[3\]\[(\d+)\]/.exec(path);
  return /^(\/(G|plugins)\b|$)/.test(args[3][index].path) ? 'G' : 'rest';
}

/** What is looked for in a value: it, and if it is the path of a patch, the names in it. */
function partsOf({ type }, path, value) {
  return type === 'patch' && /^args\[3\]\[\d+\]\.path$/.test(path) ? value.split('/').slice(2) : [value];
}

function logsOf({ type, args }) {
  if (type === 'update') return [['args[2]', args[2]]];
  if (type === 'patch') return [['args[4]', args[4]]];
  return type === 'sync' ? [['args[1].log', args[1].log]] : [];
}

function statesOf({ type, args }, secrets, first) {
  if (type === 'update') return [['args[1]', args[1], secrets]];
  if (type === 'patch') return [['args[3]', args[3], secrets]];
  if (type !== 'sync') return [];
  return [['args[1].state', args[1].state, secrets], ['args[1].initialState', args[1].initialState, first]];
}

/** The objects and lists in a value, itself first, that say more than a coincidence would. */
function* wholesOf(value, path) {
  if (typeof value !== 'object' || value === null) return;
  const text = JSON.stringify(value);
  if (text.length >= 8) yield { path, value, text };
  for (const key of Object.keys(value)) {
    yield* wholesOf(value[key], Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
  }
}

function textsOf(value) {
  const texts = new Set();
  for (const { value: leaf, isName } of leavesOf(value)) {
    if (!isName && leaf !== null && typeof leaf !== 'boolean') texts.add(String(leaf));
  }
  return texts;
}

function stagesOf({ turn, phases }) {
  const turns = [turn, ...Object.values(phases ?? {}).map((phase) => phase.turn)];
  return [...Object.keys(phases ?? {}), ...turns.flatMap((one) => Object.keys(one?.stages ?? {}))];
}
