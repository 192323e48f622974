import { messageCost, seatKey, TokenBucket } from './token-bucket.js';
import type { Rate, TokenBuckets } from './token-bucket.js';
import type { ClientMessage } from './request-queue.js';

/** A message as a connection sends it: a text, bytes, an event, or boardgame.io's object. */
export type EncodedMessage = string | { readonly type?: unknown, readonly args?: unknown, readonly length?: number };

/** Fixed cost of a query, in tokens. Each query reads the match or a part of its log. */
const QUERY = 20;
/** Cost of a match that begins because a client asks for it, in tokens: setting one up for a thousand players takes milliseconds. */
const BEGINNING = 200;
/** Cost of an action without effect, in tokens: its refusal is stored, so that it stays refused. */
const REFUSAL = 20;

/**
 * The costs of one connection's requests: of the responses, and of actions without effect. A client whose token bucket is negative waits, and keeps
 * its connection. Refused actions of a player also count over all connections.
 *
 * Attack: cheap requests with expensive responses, refused actions. Tests: tests/js/server/unread-limit.test.mjs, refusals.test.mjs.
 */
export class RequestCosts {
  /** Rate of chat messages, which all at a match are sent. */
  readonly chat: TokenBucket;
  #responses: TokenBucket;
  #refusals: TokenBucket;
  #refusalsOfSeats: TokenBuckets;

  /** @param refusalsOfSeats one bucket per seat, of all connections */
  constructor({ messages, chat }: { messages: Rate, chat: Rate }, refusalsOfSeats: TokenBuckets) {
    this.chat = new TokenBucket(chat);
    [this.#responses, this.#refusals] = [new TokenBucket(messages), new TokenBucket(messages)];
    this.#refusalsOfSeats = refusalsOfSeats;
  }

  /** Charges a query before its response. boardgame.io's actions are none: their response is charged by its length alone. */
  chargeRequest({ type }: ClientMessage) {
    if (type !== 'update') this.#responses.charge(QUERY);
  }

  chargeBeginning() {
    this.#responses.charge(BEGINNING);
  }

  /** Charges a message that is sent while a query has no response yet. Each move sends boardgame.io's clients a whole state: that is no response. */
  chargeResponse(message: EncodedMessage) {
    if (typeof message === 'string') this.#responses.charge(messageCost(message.length));
    else if (message.type === 'sync') this.#responses.charge(messageCost(JSON.stringify(message.args).length));
  }

  /** @param seat of an author who has shown that it is theirs */
  chargeRefusal(seat?: { matchID: string, playerID: string }) {
    this.#refusals.charge(REFUSAL);
    if (seat) this.#refusalsOfSeats.of(seatKey(seat.matchID, seat.playerID)).charge(REFUSAL);
  }

  /** Returns the milliseconds to wait until the token bucket of responses is no longer negative. */
  waitForResponses() {
    return this.#responses.wait();
  }

  /** Milliseconds until a message may be asked that anybody may have sent. */
  waitForRefusals({ type, args }: ClientMessage) {
    if (type !== 'update') return 0;
    const [, , matchID, playerID] = Array.isArray(args) ? args : [];
    return Math.max(this.#refusals.wait(), this.#refusalsOfSeats.peek(seatKey(matchID, playerID)).wait());
  }
}

/** Returns `true` if the response may be a whole match, or much of it: boardgame.io's clients are sent that after a refusal. */
export function isCostly(message: ClientMessage | null | undefined) {
  const { type, args } = message ?? {};
  return type === 'sync' || type === 'log' || (type === 'update' && !args?.[0]?.sync);
}
