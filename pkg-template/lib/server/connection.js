import { MOST_PENDING } from '../engine/codes.js';
import { isSameSeat, readAskedSeat } from '../online/asked-seat.js';
import { PATCHES } from '../online/wire-formats.js';
import { reportTo } from '../online/reports.js';
import { Answers, isCostly } from './answers.js';
import { Backlog } from './backlog.js';
import { MATCH_BANNED } from './bans.js';
import { Meter } from './meter.js';
import { Questions } from './questions.js';
import { Refusals } from './refusals.js';
import { isDenial, outcomeOf } from './watch.js';
import { printErrorNowAndThen } from './util/news.js';

const FAILED = { error: 'failed' };
/** What a match costs that begins because a client has asked for it, in messages: setting one up for a thousand takes milliseconds. */
const PRICE_OF_BEGINNING = 200;

/**
 * A client's connection with a hub, by whatever socket, within limits.
 *
 * @param {ReturnType<typeof import('./hub.js').openServerHub>} hub
 * @param {object} socket
 * @param {import('./limits.js').ServerLimits} socket.limits
 * @param {import('../../server.d.ts').TransportName} socket.transport
 * @param {any} socket.request that it has been made of
 * @param {(message: any) => void} socket.send takes what `form` and `common` make
 * @param {() => number} socket.backlog bytes that have been sent, and not read
 * @param {() => void} socket.cut ends the connection, without waiting for its client
 * @param {{ view: { patches?: boolean }, form: (message: any) => any, common?: (message: any) => any }} [how] the messages are: see lib/online/transports/hub.js
 */
export function openConnection(hub, { limits: serverLimits, transport, request, send, backlog, cut }, how = PATCHES) {
  const { gameName } = hub;
  const { of: limits, watch, unread, turns, reasons } = serverLimits;
  const { chat, costs, refused } = metersOf(request, limits);
  const refusals = new Refusals(refused, serverLimits.refused);
  const paying = { wait: (message) => refusals.wait(message), lasts: (message) => message.type === 'update' && refusals.wait(message) === 0 };
  const answers = new Answers({ meter: costs, ...paying });
  const actions = new Questions({ atOnce: MOST_PENDING, ...paying });
  let isCut = false;
  let isClosed = false;
  const forget = () => {
    answers.close();
    actions.close();
    unsent.close();
    share.close();
    waiting.close();
  };
  const leave = () => {
    forget();
    unfailing(() => connection.close());
  };
  // Its client's earlier questions are of no use any more.
  const end = (why) => {
    isCut = true;
    turns.drop(connection);
    forget();
    watch({ type: 'cut', transport, why });
    reasons.note(request, why);
    cut();
    // Its end has waited, and been dropped with what has come before it.
    if (isClosed) leave();
  };
  const share = unread.open({ backlog, cut: () => end('unread') });
  const waiting = serverLimits.waiting.open({ most: limits.waiting, cut: () => end('waiting') });
  // As its client would ask. The answer is paid for.
  const refresh = () => new Promise((resolve) => {
    const { matchID, playerID, credentials } = connection.seat() ?? {};
    if (matchID === undefined) return resolve(false);
    const message = { type: 'sync', args: [matchID, playerID, credentials, undefined, { known: true }] };
    const drop = () => resolve(true);
    const ask = () => unfailing(() => connection.receive(message)).finally(drop);
    if (!answers.ask({ message, size: 0, ask, drop })) drop();
    return undefined;
  });
  const unsent = new Backlog({ size: backlog, limit: () => limits.backlog, refresh });
  const trySend = (message) => {
    try {
      send(message);
    } catch (error) {
      // JSON may have no text for what a game has made.
      reportTo(hub.master, error, { matchID: asked?.matchID });
    }
  };
  const sendNow = (message, type) => {
    // What a closed socket is sent stays unread, and is no reason to drop what its client has done before.
    if (isCut || isClosed) return;
    if (!unsent.send(type, () => trySend(message))) return end('backlog');
    share.look();
  };
  const deliver = (message, type) => {
    if (isCut) return;
    answers.count(message);
    turns.send(() => sendNow(message, type), message.length);
  };
  // boardgame.io's clients know no refusals.
  const tellLastCut = () => {
    const why = asked && reasons.take(address, asked);
    if (why && how.view.patches) deliver(how.form({ type: 'refused', args: [asked.matchID, why] }), 'refused');
  };
  const whyNotBegin = () => {
    const objection = serverLimits.whyNotBegin(request, { transport, gameName });
    if (objection === null) costs.charge(PRICE_OF_BEGINNING);
    return objection;
  };
  // A banned client keeps its connection, by which it is sent the reason: if it were refused, it would try again for ever.
  const whyNotCome = () => {
    const ban = serverLimits.banOf(request);
    return ban && { error: ban.reason, type: MATCH_BANNED };
  };
  const whyNotAct = (bytes) => serverLimits.whyNotAct(request, bytes, { transport, gameName });
  const address = serverLimits.addressOf(request);
  const guard = { whyNotCome, whyNotBegin, whyNotAct, hadNoEffect: (seat) => refusals.count(seat), payer: address };
  const connection = hub.connect(deliver, { ...how, ...guard }, { address, transport });
  /** @type {any} */
  let asked = null;
  // A client that asks for another seat does not wait for permission to the one before. Returns whether the request needs an answer.
  const forsake = (args) => {
    if (!Array.isArray(args)) return true;
    const seat = readAskedSeat(args);
    const isSame = !('error' in seat) && isSameSeat(seat, asked);
    if (!isSame) connection.forsake();
    asked = 'error' in seat ? null : seat;
    tellLastCut();
    return !isSame || !unsent.isMatchUnread;
  };
  /** Until a request is answered, only what is reported of it is kept, not the message. */
  const answered = ({ type, begun, entry }) => (refusal) => {
    entry.end();
    if (type !== 'update') return isDenial(refusal) ? watch({ type: 'denied', transport, gameName }) : undefined;
    const outcome = outcomeOf(refusal);
    if (outcome === 'unauthorized') refusals.count();
    return watch({ type: 'action', gameName, outcome, milliseconds: performance.now() - begun });
  };
  const take = (message, entry) => {
    const { type, args } = message ?? {};
    const begun = performance.now();
    const ask = () => unfailing(() => connection.receive(message)).then(answered({ type, begun, entry }));
    if (isCut) return entry.end();
    if (type === 'sync' && !forsake(args)) return entry.end();
    const questions = isCostly(message) ? answers : type === 'update' ? actions : null;
    if (!questions) ask();
    else if (!questions.ask({ message, size: entry.size, ask, drop: entry.end })) {
      entry.end();
      watch({ type: 'dropped', transport, gameName });
    }
  };
  return {
    receive(message) {
      // What is dropped does not count: a client that has sent too much gets through again soon.
      const isTooMuch = message?.type === 'chat' && !chat.admit();
      const entry = isTooMuch ? null : waiting.add(message);
      if (!entry) return watch({ type: 'dropped', transport, gameName });
      turns.run(connection, () => take(message, entry), entry.size);
    },
    close() {
      isClosed = true;
      reasons.keep(request, { address, seat: asked });
      turns.runLast(connection, leave);
    },
  };
}

/**
 * By the request that a connection has been made of: a client of socket.io's may leave a game, and come by the same connection again.
 *
 * @type {WeakMap<object, { chat: Meter, costs: Meter, refused: Meter }>}
 */
const meters = new WeakMap();

function metersOf(request, limits) {
  const known = meters.get(request);
  if (known) return known;
  // What one says goes to all.
  const made = { chat: new Meter({ rate: limits.chatRate, burst: limits.chatBurst }), costs: new Meter(limits), refused: new Meter(limits) };
  meters.set(request, made);
  return made;
}

/**
 * Reports what is thrown: a stranger's message must not end the process.
 *
 * @param {() => Promise<any>} work
 */
function unfailing(work) {
  try {
    return work().catch(failed);
  } catch (error) {
    return Promise.resolve(failed(error));
  }
}

function failed(error) {
  printErrorNowAndThen('rondel: a message could not be taken:', error);
  return FAILED;
}
