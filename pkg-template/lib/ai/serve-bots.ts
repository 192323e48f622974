import { OTHER_VERSION, versionOf, versionText } from '../engine/version.js';
import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { jsonCopy } from '../util/json-copy.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { readDecision } from './bot-failure.js';
import { makeBot, readBotSpec } from './bot-spec.js';
import { BotCache } from './bot-cache.js';
import { BOT_CLASSES } from './bot-classes.js';
import { channelToOwner } from './worker-channel.js';
import type { BotProgress } from '../../types/bots.js';
import type { Game } from '../../types/game.js';
import type { AnyBot } from './bot-spec.js';
import type { Answer, ChooseRequest, ThinkRequest, ToWorker } from './worker-channel.js';

/** Maximum number of idle bots that keep their search trees. */
const CACHE_SIZE = 16;

/**
 * Runs the bots of these games in this worker, for the page or process that started it (`worker` of `BotSettings`). Call it once, in a web
 * worker or in a thread of Node's `worker_threads`. Throws `bot/worker` elsewhere.
 *
 * @example
 * // bot-worker.js
 * serveBots(game);
 * // and in the page
 * const worker = () => new Worker(new URL('./bot-worker.js', import.meta.url), { type: 'module' });
 * Local({ bots: { 1: { difficulty: 'hard', worker } } });
 */
export function serveBots(games: Game<any, any, any> | ReadonlyArray<Game<any, any, any>>): void {
  const byName = new Map([games].flat().map((game): [string, Game<any, any, any>] => [rulesOf(game).name, game]));
  /** Abort controllers of running searches, by request number. */
  const searches = new Map<number, AbortController>();
  const cache = new BotCache(CACHE_SIZE);
  /** Bots that await a merged decision, by request number. The owner sends a decision or aborts the request. */
  const pending = new Map<number, { bot: AnyBot, keep: () => void }>();
  const channel = expectChannel(channelToOwner(receive));
  channel.send({ type: 'ready' });

  function receive(message: ToWorker) {
    if (message.type === 'think') reply(message, () => think(message));
    if (message.type === 'choose') reply(message, () => choose(message));
    if (message.type === 'abort') abort(message.id);
    if (message.type === 'ping') channel.send({ type: 'pong' });
    if (message.type === 'forget') cache.forget(message.match);
  }

  async function reply({ id }: { id: number }, respond: () => Answer | Promise<Answer>) {
    try {
      channel.send({ type: 'answer', id, answer: await respond() });
    // `any`: the error may be any value.
    } catch (error: any) {
      channel.send({ type: 'failed', id, code: typeof error?.code === 'string' ? error.code : 'bot/failed', message: messageOf(error) });
    }
  }

  /** Returns `{ id, candidates }` from one of several workers that share a search, and `{ action }` from any other bot. */
  async function think({ id, match, playerID, state, parts, time, ...asked }: ThinkRequest): Promise<Answer> {
    const key = JSON.stringify([match, playerID, asked]);
    const bot = cache.take(key, { match }) ?? botFor({ ...asked, parts });
    const keep = () => cache.add(key, bot, { match });
    const controller = new AbortController();
    searches.set(id, controller);
    try {
      const onProgress = (progress: BotProgress) => channel.send({ type: 'progress', id, progress });
      const { action } = readDecision(await bot.play(state, playerID, { signal: controller.signal, onProgress, time }));
      if (parts === 1 || typeof bot.choose !== 'function') return { action: jsonCopy(action) };
      controller.signal.throwIfAborted();
      // A bot with `choose` has `candidates` as well.
      const candidates = bot.candidates!();
      pending.set(id, { bot, keep });
      return { id, candidates };
    } finally {
      searches.delete(id);
      if (!pending.has(id)) keep();
    }
  }

  function choose({ requestID, lists }: ChooseRequest): Answer {
    const entry = pending.get(requestID);
    if (!entry) throw rondelError('bot/worker', 'the worker has no results of this request, because it was restarted');
    try {
      return { action: jsonCopy(readDecision(entry.bot.choose!(lists)).action) };
    } finally {
      abort(requestID);
    }
  }

  /** Ends a search, or discards its findings. The bot returns to the cache. */
  function abort(id: number) {
    searches.get(id)?.abort();
    pending.get(id)?.keep();
    pending.delete(id);
  }

  function botFor({ gameName, version, spec, part, parts }: Pick<ThinkRequest, 'gameName' | 'version' | 'spec' | 'part' | 'parts'>) {
    const game = gameCalled(gameName, version);
    const read = readBotSpec(spec, { game, place: 'bot', classes: BOT_CLASSES });
    if (parts === 1) return makeBot(read, game);
    const { seed = botOptionsOf(rulesOf(game)).seed } = read.options;
    return withShare(makeBot({ ...read, options: { ...read.options, seed: seedOf(seed, part) } }, game), part, parts);
  }

  function gameCalled(name: string, version: ThinkRequest['version']) {
    const game = byName.get(name);
    if (!game) throw rondelError('bot/worker', `the worker has no game '${name}', but ${[...byName.keys()].map((known) => `'${known}'`).join(', ')}`);
    const own = versionOf(rulesOf(game));
    if (own === version) return game;
    throw rondelError(OTHER_VERSION, `game '${name}': the worker has ${versionText(own)}, its owner ${versionText(version)}`);
  }
}

function expectChannel(channel: ReturnType<typeof channelToOwner>) {
  if (channel) return channel;
  throw rondelError('bot/worker', 'serveBots: this is no worker: call it in the script of a worker');
}

/** Returns the seed of one of several workers that share a search. The first has the seed of a single worker. */
function seedOf(seed: string | number | undefined, part: number) {
  return seed === undefined || part === 0 ? seed : `${seed} ${part}`;
}

/** Gives a bot its share of the iterations, if it has iterations as in boardgame.io. */
function withShare(bot: AnyBot, part: number, parts: number) {
  const shareOf = (all: number) => Math.max(1, Math.floor((all + parts - 1 - part) / parts));
  const { iterations } = bot;
  if (typeof iterations === 'function') bot.iterations = (G, ctx, playerID) => shareOf(iterations(G, ctx, playerID));
  else if (bot.opts?.().iterations) bot.setOpt!('iterations', shareOf(bot.getOpt!('iterations')));
  return bot;
}
