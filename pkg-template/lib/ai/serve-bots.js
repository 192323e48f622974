import { OTHER_VERSION, versionOf, versionText } from '../engine/version.js';
import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { jsonCopy } from '../online/protocol/json-copy.js';
import { rondelError } from '../util/error.js';
import { nothing } from '../util/nothing.js';
import { messageOf } from '../util/report.js';
import { makeBot, readBotSpec } from './bot-spec.js';
import { USUAL_BOTS } from './usual-bots.js';
import { freeBot } from './free-bot.js';
import { lineToOwner } from './worker-line.js';

/** So many bots are kept for their next question: each keeps what it has found out. */
const MOST_KEPT = 16;

/**
 * Has this worker think for the bots of these games, as whoever has started it asks. To be called once, in a worker of a page or of Node's
 * worker_threads.
 *
 * @type {typeof import('../../ai.d.ts').serveBots}
 */
export function serveBots(games) {
  const byName = new Map([games].flat().map((game) => [rulesOf(game).name, game]));
  /** By the number of the thought: what ends it. */
  const thoughts = new Map();
  /** Bots that wait for their next question, by seat, and those whose findings are to be chosen among, by the number of the thought. */
  const idle = leastRecent(({ bot }) => freeBot(bot));
  const undecided = leastRecent();
  const line = expectLine(lineToOwner(hear));
  line.send({ type: 'ready' });

  function hear(message) {
    if (message.type === 'think') answer(message, () => think(message));
    if (message.type === 'choose') answer(message, () => choose(message));
    if (message.type === 'abort') thoughts.get(message.id)?.abort();
    if (message.type === 'forget') idle.drop(({ match }) => match === message.match);
  }

  async function answer({ id }, find) {
    try {
      line.send({ type: 'answer', id, answer: await find() });
    } catch (error) {
      line.send({ type: 'failed', id, code: typeof error?.code === 'string' ? error.code : 'bot/failed', message: messageOf(error) });
    }
  }

  /**
   * One of several workers that think about the same question answers with what it has found out, all others with an action.
   *
   * @param {any} message
   */
  async function think({ id, match, playerID, state, parts, ...asked }) {
    const key = JSON.stringify([match, playerID, asked]);
    const bot = idle.take(key)?.bot ?? botFor({ ...asked, parts });
    const thought = new AbortController();
    thoughts.set(id, thought);
    try {
      const onProgress = (progress) => line.send({ type: 'progress', id, progress });
      const { action } = await bot.play(state, playerID, { signal: thought.signal, onProgress });
      if (parts === 1 || typeof bot.choose !== 'function') return { action: jsonCopy(action) };
      undecided.keep(id, { bot });
      return { id, candidates: bot.candidates() };
    } finally {
      thoughts.delete(id);
      if (match !== undefined) idle.keep(key, { bot, match });
      else if (parts === 1) freeBot(bot);
    }
  }

  function choose({ thought, lists }) {
    const { bot } = undecided.take(thought);
    return { action: jsonCopy(bot.choose(lists).action) };
  }

  function botFor({ gameName, version, spec, part, parts }) {
    const game = gameCalled(gameName, version);
    const read = readBotSpec(spec, { game, place: 'bot', usual: USUAL_BOTS });
    if (parts === 1) return makeBot(read, game);
    const { seed = botOptionsOf(rulesOf(game)).seed } = read.options;
    return withShare(makeBot({ ...read, options: { ...read.options, seed: seedOf(seed, part) } }, game), part, parts);
  }

  function gameCalled(name, version) {
    const game = byName.get(name);
    if (!game) throw rondelError('bot/worker', `the worker has no game '${name}', but ${[...byName.keys()].map((known) => `'${known}'`).join(', ')}`);
    const own = versionOf(rulesOf(game));
    if (own === version) return game;
    throw rondelError(OTHER_VERSION, `game '${name}': the worker has ${versionText(own)}, whoever asks it ${versionText(version)}`);
  }
}

/** @param {ReturnType<typeof lineToOwner>} line */
function expectLine(line) {
  if (line) return line;
  throw rondelError('bot/worker', 'serveBots: expected to be called in a worker: there is nobody here who could ask');
}

/** Of several that think about the same, each has other numbers: the first has those that it would have alone. */
function seedOf(seed, part) {
  return seed === undefined || part === 0 ? seed : `${seed} ${part}`;
}

/** The bot, with its share of the iterations if it counts them, by boardgame.io's contract. */
function withShare(bot, part, parts) {
  const shareOf = (all) => Math.max(1, Math.floor((all + parts - 1 - part) / parts));
  const { iterations } = bot;
  if (typeof iterations === 'function') bot.iterations = (G, ctx, playerID) => shareOf(iterations(G, ctx, playerID));
  else if (bot.opts?.().iterations) bot.setOpt('iterations', shareOf(bot.getOpt('iterations')));
  return bot;
}

/**
 * Values by key, of which only the latest are kept.
 *
 * @param {(value: any) => void} [dropped] is called with each of the others
 */
function leastRecent(dropped = nothing) {
  const kept = new Map();
  const drop = (key) => {
    dropped(kept.get(key));
    kept.delete(key);
  };
  return {
    keep(key, value) {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > MOST_KEPT) drop(kept.keys().next().value);
    },
    take(key) {
      const value = kept.get(key);
      kept.delete(key);
      return value;
    },
    drop(isGone) {
      for (const [key, value] of kept) if (isGone(value)) drop(key);
    },
  };
}
