import { isSameSeat, MOST_PENDING, PATCHES, readAskedSeat, reportTo } from './rondel.js';
import { Backlog } from './backlog.js';
import { MATCH_BANNED } from './bans.js';
import { isCostly, RequestCosts } from './request-costs.js';
import { RequestQueue } from './request-queue.js';
import { isDenial, outcomeOf } from './server-events.js';
import { printErrorNowAndThen } from './util/recent-errors.js';
import type { IncomingMessage } from 'node:http';
import type { PlayerID } from 'rondel';
import type { Refused } from 'rondel/master';
import type { AskedSeat, Form } from 'rondel/private';
import type { ServerHub } from './hub.js';
import type { ServerLimits } from './limits.js';
import type { QueuedMessage } from './queued-messages.js';
import type { EncodedMessage } from './request-costs.js';
import type { ClientMessage } from './request-queue.js';
import type { CutLimit, CutWhy } from '../types/events.js';
import type { TransportName } from '../types/transport.js';

/** A client's socket, of whatever transport. */
interface ClientSocket {
  limits: ServerLimits;
  transport: TransportName;
  /** Request that the connection was made of. */
  request: IncomingMessage;
  /** Sends a message that `form` or `common` has encoded. */
  send: (message: EncodedMessage) => void;
  /** Bytes that have been sent, and not read. */
  backlog: () => number;
  /** Ends the connection, without waiting for its client. */
  cut: () => void;
}

const FAILED = { error: 'failed' };

/**
 * A client's connection with a hub, by whatever socket, within limits.
 *
 * @param how messages are encoded: see lib/online/transports/hub.ts
 */
export function openConnection(
  hub: ServerHub,
  { limits: serverLimits, transport, request, send, backlog, cut }: ClientSocket,
  how: Pick<Form<EncodedMessage>, 'view' | 'form' | 'common'> = PATCHES,
) {
  const { gameName } = hub;
  const { of: limits, watch, queue, reasons } = serverLimits;
  const costs = costsOf(request, serverLimits);
  const outlives = (message: ClientMessage) => message.type === 'update' && costs.waitForRefusals(message) === 0;
  // One query at a time: the next one waits until the token buckets allow it. Only the newest `sync` waits.
  const queries = new RequestQueue({ concurrency: 1, wait: (message) => Math.max(costs.waitForResponses(), costs.waitForRefusals(message)), outlives });
  const actions = new RequestQueue({ concurrency: MOST_PENDING, wait: (message) => costs.waitForRefusals(message), outlives });
  let isCut = false;
  let isClosed = false;
  const forget = () => {
    queries.close();
    actions.close();
    clientBacklog.close();
    unread.close();
    queued.close();
  };
  const leave = () => {
    forget();
    unfailing(() => connection.close());
  };
  // Its client's earlier questions are of no use any more.
  const end = (why: CutWhy, limit?: CutLimit) => {
    isCut = true;
    queue.drop(connection);
    forget();
    serverLimits.noteCut(request, transport, why, limit);
    cut();
    // Its end has waited, and been dropped with what has come before it.
    if (isClosed) leave();
  };
  const unread = serverLimits.unread.open({ size: backlog, cut: () => end('unread', 'limits.unread.total') });
  const queued = serverLimits.queued.open({ most: limits.messages.queued, cut: () => end('waiting') });
  // As its client would ask. The answer is paid for.
  const refresh = () => new Promise<boolean>((resolve) => {
    const { matchID, playerID, credentials } = connection.seat() ?? {};
    if (matchID === undefined) return resolve(false);
    const message = { type: 'sync', args: [matchID, playerID, credentials, undefined, { known: true }] };
    const drop = () => resolve(true);
    const ask = () => {
      costs.chargeRequest(message);
      return unfailing(() => connection.receive(message)).finally(drop);
    };
    if (!queries.ask({ message, size: 0, ask, drop })) drop();
    return undefined;
  });
  const clientBacklog = new Backlog({ size: backlog, limit: () => limits.unread.connection, refresh });
  const trySend = (message: EncodedMessage) => {
    try {
      send(message);
    } catch (error) {
      // JSON may have no text for what a game has made.
      reportTo(hub.master, error, { matchID: asked?.matchID as string });
    }
  };
  const sendNow = (message: EncodedMessage, type: string) => {
    // Messages to a closed socket stay unread. They are no reason to drop its client's earlier actions.
    if (isCut || isClosed) return;
    if (!clientBacklog.send(type, () => trySend(message))) return end('backlog', 'limits.unread.connection');
    unread.update();
  };
  const deliver = (message: EncodedMessage, type: string) => {
    if (isCut) return;
    if (queries.isBusy) costs.chargeResponse(message);
    queue.send(() => sendNow(message, type), message.length);
  };
  // boardgame.io's clients know no refusals.
  const tellLastCut = () => {
    const why = asked && reasons.take(address, asked);
    if (why && how.view.patches) deliver(how.form({ type: 'refused', args: [(asked as AskedSeat).matchID, why] }), 'refused');
  };
  const whyNotBegin = () => {
    const objection = serverLimits.whyNotBegin(request, { transport, gameName });
    if (objection === null) costs.chargeBeginning();
    return objection;
  };
  // A banned client keeps its connection, by which it is sent the reason: if it were refused, it would try again for ever.
  const whyNotCome = () => {
    const ban = serverLimits.banOf(request);
    return ban && { error: ban.reason, type: MATCH_BANNED };
  };
  const whyNotAct = (bytes: number) => serverLimits.whyNotAct(request, bytes, { transport, gameName });
  const address = serverLimits.addressOf(request);
  const guard = { whyNotCome, whyNotBegin, whyNotAct, hadNoEffect: (seat: { matchID: string, playerID: PlayerID }) => costs.chargeRefusal(seat), address };
  const connection = hub.connect(deliver, { ...how, ...guard }, { address, transport });
  let asked = null as AskedSeat | null;
  // A client that asks for another seat does not wait for permission to the one before. Returns whether the request needs an answer.
  const forsake = (args: unknown) => {
    if (!Array.isArray(args)) return true;
    const seat = readAskedSeat(args);
    const isSame = !('error' in seat) && isSameSeat(seat, asked);
    if (!isSame) connection.forsake();
    asked = 'error' in seat ? null : seat;
    tellLastCut();
    return !isSame || !clientBacklog.isMatchUnread;
  };
  /** Until a request is answered, only what is reported of it is kept, not the message. */
  const answered = ({ type, begun, entry }: { type: unknown, begun: number, entry: QueuedMessage }) => (refusal: Refused | undefined) => {
    entry.end();
    if (type !== 'update') return isDenial(refusal) ? watch({ type: 'denied', transport, gameName }) : undefined;
    const outcome = outcomeOf(refusal);
    if (outcome === 'unauthorized') costs.chargeRefusal();
    return watch({ type: 'action', gameName, outcome, milliseconds: performance.now() - begun });
  };
  const drop = (entry: QueuedMessage | null) => {
    entry?.end();
    watch({ type: 'dropped', transport, gameName });
  };
  const take = (message: ClientMessage, entry: QueuedMessage) => {
    const { type, args } = message ?? {};
    const begun = performance.now();
    const isQuery = isCostly(message);
    const ask = () => {
      if (isQuery) costs.chargeRequest(message);
      return unfailing(() => connection.receive(message)).then(answered({ type, begun, entry }));
    };
    if (type === 'chat' && !costs.chat.tryTake()) return drop(entry);
    if (type === 'sync' && !forsake(args)) return entry.end();
    const requests = isQuery ? queries : type === 'update' ? actions : null;
    if (!requests) ask();
    else if (!requests.ask({ message, size: entry.size, ask, drop: entry.end })) drop(entry);
    return undefined;
  };
  return {
    /**
     * Handles a message when it is the connection's turn.
     *
     * @param received the message, or a text
     * @param read returns the message of a text; undefined if there is none
     */
    receive(received: unknown, read?: (text: string) => unknown) {
      const entry = queued.add(received);
      if (!entry) return drop(null);
      queue.run(connection, () => {
        const message = isCut || !read ? received : read(received as string);
        // A parsed message takes more memory than its text. Its connection may be cut for that.
        const isTooDeep = message !== received && message !== undefined && !entry.replace(message);
        if (isCut || message === undefined) entry.end();
        else if (isTooDeep) drop(entry);
        else take(message as ClientMessage, entry);
      }, { address, bytes: read ? 0 : entry.size });
      return undefined;
    },
    close() {
      isClosed = true;
      reasons.keep(request, { address, seat: asked });
      queue.runLast(connection, leave);
    },
  };
}

/** Costs by the request that a connection was made of: a client of socket.io's may leave a game, and come back by the same connection. */
const costsOfRequests: WeakMap<IncomingMessage, RequestCosts> = new WeakMap();

function costsOf(request: IncomingMessage, { of: limits, refused }: ServerLimits): RequestCosts {
  const costs = costsOfRequests.get(request) ?? new RequestCosts(limits, refused);
  costsOfRequests.set(request, costs);
  return costs;
}

/** Reports what is thrown: a stranger's message must not end the process. */
function unfailing<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return work().catch(failed);
  } catch (error) {
    return Promise.resolve(failed(error));
  }
}

function failed(error: unknown): Refused {
  printErrorNowAndThen('rondel: a message could not be handled:', error);
  return FAILED;
}
