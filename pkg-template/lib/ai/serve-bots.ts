import { OTHER_VERSION, versionOf, versionText } from '../engine/version.js';
import { botOptionsOf } from '../game/declarations.js';
import { rulesOf } from '../game/rules.js';
import { jsonCopy } from '../util/json-copy.js';
import { rondelError } from '../util/error.js';
import { messageOf } from '../util/print.js';
import { readThought } from './bot-failure.js';
import { makeBot, readBotSpec } from './bot-spec.js';
import { KeptBots } from './kept-bots.js';
import { USUAL_BOTS } from './usual-bots.js';
import { channelToOwner } from './worker-channel.js';
import type { BotProgress } from '../../types/bots.js';
import type { Game } from '../../types/game.js';
import type { AnyBot } from './bot-spec.js';
import type { Answer, ChooseRequest, ThinkRequest, ToWorker } from './worker-channel.js';

/** So many bots are kept for their next question: each keeps what it has found out. */
const MOST_KEPT = 16;

/**
 * Has this worker think for the bots of these games, as the page asks that has started it: `worker` of `BotSettings`. To be called once, in a
 * worker of a page or of Node's `worker_threads`; elsewhere it throws `bot/worker`.
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
  /** By the number of the thought: what ends it. */
  const thoughts = new Map<number, AbortController>();
  const kept = new KeptBots(MOST_KEPT);
  /** Bots whose findings the owner has not decided on, by request number: it chooses among them, or aborts the request. */
  const undecided = new Map<number, { bot: AnyBot, keep: () => void }>();
  const channel = expectChannel(channelToOwner(receive));
  channel.send({ type: 'ready' });

  function receive(message: ToWorker) {
    if (message.type === 'think') reply(message, () => think(message));
    if (message.type === 'choose') reply(message, () => choose(message));
    if (message.type === 'abort') abort(message.id);
    if (message.type === 'ping') channel.send({ type: 'pong' });
    if (message.type === 'forget') kept.forget(message.match);
  }

  async function reply({ id }: { id: number }, find: () => Answer | Promise<Answer>) {
    try {
      channel.send({ type: 'answer', id, answer: await find() });
    // `any`: the code of anything that is thrown is looked at.
    } catch (error: any) {
      channel.send({ type: 'failed', id, code: typeof error?.code === 'string' ? error.code : 'bot/failed', message: messageOf(error) });
    }
  }

  /** One of several workers that search for the same move returns its findings, `{ id, candidates }`; any other bot returns `{ action }`. */
  async function think({ id, match, playerID, state, parts, ...asked }: ThinkRequest): Promise<Answer> {
    const key = JSON.stringify([match, playerID, asked]);
    const bot = kept.take(key, { match }) ?? botFor({ ...asked, parts });
    const keep = () => kept.keep(key, bot, { match });
    const thought = new AbortController();
    thoughts.set(id, thought);
    try {
      const onProgress = (progress: BotProgress) => channel.send({ type: 'progress', id, progress });
      const { action } = readThought(await bot.play(state, playerID, { signal: thought.signal, onProgress }));
      if (parts === 1 || typeof bot.choose !== 'function') return { action: jsonCopy(action) };
      thought.signal.throwIfAborted();
      // A bot that chooses has these as well.
      const candidates = bot.candidates!();
      undecided.set(id, { bot, keep });
      return { id, candidates };
    } finally {
      thoughts.delete(id);
      if (!undecided.has(id)) keep();
    }
  }

  function choose({ thought, lists }: ChooseRequest): Answer {
    const found = undecided.get(thought);
    if (!found) throw rondelError('bot/worker', 'the worker has no findings of this request: it has been restarted since');
    try {
      return { action: jsonCopy(readThought(found.bot.choose!(lists)).action) };
    } finally {
      abort(thought);
    }
  }

  /** Ends a search, or discards its findings: the bot waits for its next question. */
  function abort(id: number) {
    thoughts.get(id)?.abort();
    undecided.get(id)?.keep();
    undecided.delete(id);
  }

  function botFor({ gameName, version, spec, part, parts }: Pick<ThinkRequest, 'gameName' | 'version' | 'spec' | 'part' | 'parts'>) {
    const game = gameCalled(gameName, version);
    const read = readBotSpec(spec, { game, place: 'bot', usual: USUAL_BOTS });
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
  throw rondelError('bot/worker', 'serveBots: expected to be called in a worker: there is nobody here who could ask');
}

/** Of several workers that think about the same, each has random numbers of its own: the first has those that it would have alone. */
function seedOf(seed: string | number | undefined, part: number) {
  return seed === undefined || part === 0 ? seed : `${seed} ${part}`;
}

/** The bot, with its share of the iterations if it counts them, by boardgame.io's contract. */
function withShare(bot: AnyBot, part: number, parts: number) {
  const shareOf = (all: number) => Math.max(1, Math.floor((all + parts - 1 - part) / parts));
  const { iterations } = bot;
  if (typeof iterations === 'function') bot.iterations = (G, ctx, playerID) => shareOf(iterations(G, ctx, playerID));
  else if (bot.opts?.().iterations) bot.setOpt!('iterations', shareOf(bot.getOpt!('iterations')));
  return bot;
}
