import { messageOf } from '../util/print.js';
import { isObject } from '../util/objects.js';
import type { BotCandidate, BotProgress } from '../../types/bots.js';
import type { Foreign } from '../util/foreign.js';
import type { BotSpec } from './bot-spec.js';
import type { Measurable, Measure } from './idle-watch.js';

/** Marks the messages of this channel: a worker may receive others. */
const MARK = 'rondel/bots';

/** A web worker, which has `addEventListener`, or a worker of Node, which has `on`. */
export interface AnyWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  on?(type: string, listener: (event: Foreign) => void): unknown;
  addEventListener?(type: string, listener: (event: Foreign) => void): void;
  /** This field and the next two are Node's. */
  performance?: Measurable;
  ref?(): void;
  unref?(): void;
}

/** Request for a bot's action. If several workers share a search, each gets one part. */
export interface ThinkRequest {
  type: 'think';
  id: number;
  gameName: string;
  /** Version of the game's rules. */
  version: string | number | undefined;
  /** Name of the match. Without it, the bot starts from scratch. */
  match: string | undefined;
  playerID: string;
  state: Foreign;
  spec: BotSpec['asData'];
  /** Maximum time, in milliseconds. */
  time: number | undefined;
  parts: number;
  part: number;
}

/** Request for a choice among the findings of several workers. */
export interface ChooseRequest {
  type: 'choose';
  id: number;
  /** Number of the request whose findings the worker has. */
  requestID: number;
  /** Findings of the other workers. */
  lists: BotCandidate[][];
}

export type ToWorker = ThinkRequest | ChooseRequest | { type: 'abort', id: number } | { type: 'ping' } | { type: 'forget', match: string };

/** Findings of one of several workers that share a search, with the number of the request. */
export interface Findings {
  id: number;
  candidates: BotCandidate[];
}

export type Answer = { action: Foreign, candidates?: undefined } | Findings;

export interface Answered {
  type: 'answer';
  id: number;
  answer: Answer;
}

export type FromWorker =
  | { type: 'ready', id?: undefined }
  | { type: 'pong', id?: undefined }
  | { type: 'progress', id: number, progress: BotProgress }
  | Answered
  | { type: 'failed', id: number, code: string, message: string };

/** Opens the channel to a worker. */
export function channelTo(worker: AnyWorker, { received, ended }: { received: (message: FromWorker) => void, ended: (why: string) => void }) {
  const read = onlyMarked(received);
  const isNodeWorker = typeof worker.on === 'function';
  const listen = (type: string, listener: (event: Foreign) => void) => (isNodeWorker ? worker.on!(type, listener) : worker.addEventListener!(type, listener));
  listen('message', isNodeWorker ? read : ({ data }: MessageEvent) => read(data));
  listen('messageerror', () => ended('it has sent what cannot be read'));
  // Browsers give no message for a script that they cannot load.
  listen('error', (event: Foreign) => ended(event?.message === undefined ? 'its script cannot be run' : messageOf(event)));
  if (isNodeWorker) listen('exit', (code: number) => ended(`it has exited with ${code}`));
  return {
    send: (message: ToWorker) => worker.postMessage({ ...message, mark: MARK }),
    close: () => worker.terminate(),
    /** Returns how busy the worker's thread is. Only Node has it. */
    measure: worker.performance?.eventLoopUtilization?.bind(worker.performance) as Measure | undefined,
    /** `true` keeps a Node process alive while the worker exists. */
    hold: (isHeld: boolean) => (isHeld ? worker.ref?.() : worker.unref?.()),
  };
}

/** Globals that distinguish Node from a web worker. */
interface Environment {
  process?: NodeJS.Process;
  WorkerGlobalScope?: new () => unknown;
}

/** Opens the channel to the page or process that started this worker. Returns `null` outside of a worker. */
export function channelToOwner(received: (message: ToWorker) => void): { send(message: FromWorker): void } | null {
  const { process, WorkerGlobalScope } = globalThis as Environment;
  const read = onlyMarked(received);
  const port = process?.getBuiltinModule?.('node:worker_threads')?.parentPort;
  if (port) {
    port.on('message', read);
    return { send: (message) => port.postMessage({ ...message, mark: MARK }) };
  }
  if (typeof WorkerGlobalScope !== 'function' || !(globalThis instanceof WorkerGlobalScope)) return null;
  globalThis.addEventListener('message', ({ data }) => read(data));
  return { send: (message) => globalThis.postMessage({ ...message, mark: MARK }) };
}

/** Ignores messages without the mark. */
function onlyMarked(received: (message: Foreign) => void) {
  return (message: unknown) => isObject(message) && message.mark === MARK && received(message);
}
