import { messageOf } from '../util/print.js';
import { isObject } from '../util/objects.js';
import type { BotCandidate, BotProgress } from '../../types/bots.js';
import type { Foreign } from '../util/foreign.js';
import type { BotSpec } from './bot-spec.js';
import type { Measurable, Measure } from './idle-watch.js';

/** Stands in each message: others may talk to a worker, too. */
const MARK = 'rondel/bots';

/** A worker: a page's, which has `addEventListener`, or one of Node's, which has `on`. */
export interface AnyWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  on?(type: string, listener: (event: Foreign) => void): unknown;
  addEventListener?(type: string, listener: (event: Foreign) => void): void;
  /** This and the next two are Node's. */
  performance?: Measurable;
  ref?(): void;
  unref?(): void;
}

/** A bot is to find an action. Of several workers that are asked the same, each is one part, by its number. */
export interface ThinkRequest {
  type: 'think';
  id: number;
  gameName: string;
  /** Of the game's rules. */
  version: string | number | undefined;
  /** The name of the match; without it, the bot begins again. */
  match: string | undefined;
  playerID: string;
  state: Foreign;
  spec: BotSpec['asData'];
  parts: number;
  part: number;
}

/** A bot is to choose among the findings of several workers. */
export interface ChooseRequest {
  type: 'choose';
  id: number;
  /** The number of the request whose findings it has. */
  thought: number;
  /** Those of the other workers. */
  lists: BotCandidate[][];
}

/** A message to a worker. */
export type ToWorker = ThinkRequest | ChooseRequest | { type: 'abort', id: number } | { type: 'ping' } | { type: 'forget', match: string };

/** The findings of one of several workers that search for the same move, and the number of the request. */
export interface Findings {
  id: number;
  candidates: BotCandidate[];
}

/** A worker's answer: an action, or its findings. */
export type Answer = { action: Foreign, candidates?: undefined } | Findings;

/** The answer to a request. */
export interface Answered {
  type: 'answer';
  id: number;
  answer: Answer;
}

/** A message from a worker. */
export type FromWorker =
  | { type: 'ready', id?: undefined }
  | { type: 'pong', id?: undefined }
  | { type: 'progress', id: number, progress: BotProgress }
  | Answered
  | { type: 'failed', id: number, code: string, message: string };

/** The channel to a worker. */
export function channelTo(worker: AnyWorker, { received, ended }: { received: (message: FromWorker) => void, ended: (why: string) => void }) {
  const read = readWith(received);
  const ofNode = typeof worker.on === 'function';
  const listen = (type: string, listener: (event: Foreign) => void) => (ofNode ? worker.on!(type, listener) : worker.addEventListener!(type, listener));
  listen('message', ofNode ? read : ({ data }: MessageEvent) => read(data));
  listen('messageerror', () => ended('it has sent what cannot be read'));
  // Browsers give no message for a script that cannot be loaded.
  listen('error', (event: Foreign) => ended(event?.message === undefined ? 'its script cannot be run' : messageOf(event)));
  if (ofNode) listen('exit', (code: number) => ended(`it has exited with ${code}`));
  return {
    send: (message: ToWorker) => worker.postMessage({ ...message, mark: MARK }),
    close: () => worker.terminate(),
    /** How busy its thread is; only Node can tell. */
    measure: worker.performance?.eventLoopUtilization?.bind(worker.performance) as Measure | undefined,
    /** Whether a process of Node's goes on because of it. */
    hold: (isHeld: boolean) => (isHeld ? worker.ref?.() : worker.unref?.()),
  };
}

/** The globals that tell Node from a worker of a page. */
interface Environment {
  process?: NodeJS.Process;
  WorkerGlobalScope?: new () => unknown;
}

/** In a worker, the channel to the page or process that has started it; null elsewhere. */
export function channelToOwner(received: (message: ToWorker) => void): { send(message: FromWorker): void } | null {
  const { process, WorkerGlobalScope } = globalThis as Environment;
  const read = readWith(received);
  const port = process?.getBuiltinModule?.('node:worker_threads')?.parentPort;
  if (port) {
    port.on('message', read);
    return { send: (message) => port.postMessage({ ...message, mark: MARK }) };
  }
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return null;
  globalThis.addEventListener('message', ({ data }) => read(data));
  return { send: (message) => globalThis.postMessage({ ...message, mark: MARK }) };
}

/** A message with the mark is one of the other side of this file. */
function readWith(received: (message: Foreign) => void) {
  return (message: unknown) => isObject(message) && message.mark === MARK && received(message);
}
