import { encodeEvent } from '../engine/argument.js';
import { DRAWN_EVENT, DRAWN_UNKNOWN, EVENTS_OF_GAMES, LOGGED_ACTIONS, LOGGED_EVENT, LOGGED_MOVE } from '../engine/codes.js';
import { described } from '../util/foreign-text.js';
import { hasMembers } from '../util/objects.js';
import { copyOf } from '../util/copy.js';
import type { Host } from '../engine/host.js';
import type { Foreign } from '../util/foreign.js';
import type { Action } from './search.js';

const NO_ARGS: readonly Foreign[] = Object.freeze([]);
/** First character of keys that combine several arguments. */
const SEPARATOR = '\0';

/** A move or an event that a game's `enumerate` offers. */
export interface Offer {
  isMove: boolean;
  name: string;
  args: readonly Foreign[];
}

/** Parses an entry of `enumerate`: `{ move, args }`, `{ event, args }` or a boardgame.io action. Throws for any other value. */
export function readOffer(offered: Foreign): Offer {
  if (typeof offered?.move === 'string') return { isMove: true, name: offered.move, args: argsOf(offered) };
  if (typeof offered?.event === 'string') return { isMove: false, name: offered.event, args: argsOf(offered) };
  const { type, payload } = hasMembers(offered) ? offered : {};
  if (typeof payload?.type !== 'string') throw new TypeError(`expected { move, args } or { event, args }, got ${described(offered)}`);
  return { isMove: type !== LOGGED_ACTIONS[LOGGED_EVENT], name: payload.type, args: argsOf(payload) };
}

function argsOf({ args }: { args?: unknown }): readonly Foreign[] {
  if (args === undefined || args === null) return NO_ARGS;
  if (!Array.isArray(args)) throw new TypeError(`args: expected a list, got ${described(args)}`);
  return args;
}

/** Returns the boardgame.io action of an offer for this player. */
export function actionOf({ isMove, name, args }: Offer, playerID: string): Action {
  const type = LOGGED_ACTIONS[isMove ? LOGGED_MOVE : LOGGED_EVENT] as Action['type'];
  return { type, payload: { type: name, args: [...args], playerID } };
}

/** Returns an offer as text, for errors. */
export function offerText({ name, args }: Pick<Offer, 'name' | 'args'>) {
  let text: string;
  try {
    text = args.map((arg) => JSON.stringify(arg)).join(', ');
  } catch {
    text = '…';
  }
  return `${name}(${text.length > 100 ? `${text.slice(0, 100)}…` : text})`;
}

/** Actions by number. Equal moves with equal arguments share a number for the lifetime of the search. */
export class ActionTable {
  #host: Host;
  #moves: Map<string, number>;
  #offers: Offer[] = [];
  #argsIDs: number[] = [];
  #byArgs = new Map<number, Offer>();
  /** Numbers of actions. The outer key is the action's name; the inner key is its only argument, or a text made of all its arguments. */
  #numbers = new Map<string, Map<unknown, number>>();

  /** @param moves names of the game's moves, by index */
  constructor(host: Host, moves: readonly string[]) {
    this.#host = host;
    this.#moves = new Map(moves.map((name, i) => [name, i]));
  }

  get size() {
    return this.#offers.length;
  }

  numberOf(offer: Offer) {
    const table = this.#tableOf(offer);
    const key = keyOf(offer.args);
    let number = table.get(key);
    if (number === undefined) table.set(key, number = this.#add(offer));
    return number;
  }

  offer(number: number) {
    return this.#offers[number];
  }

  /** Returns the move whose arguments the host keeps under this number. */
  byArgs(id: number) {
    // The module has no other numbers.
    return this.#byArgs.get(id)!;
  }

  /** Returns the number under which the host keeps the action's arguments. */
  argsID(number: number) {
    return this.#argsIDs[number];
  }

  /** Returns `true` if the game has this move, or the engine this event. */
  isKnown({ isMove, name }: Offer) {
    return isMove ? this.#moves.has(name) : EVENTS_OF_GAMES.includes(name);
  }

  /** Returns the engine's code of an action. The argument of an event goes into the host's list. */
  code({ isMove, name, args }: Offer) {
    if (isMove) return this.#moves.get(name) ?? DRAWN_UNKNOWN;
    const event = EVENTS_OF_GAMES.indexOf(name);
    if (event < 0) return DRAWN_UNKNOWN;
    this.#host.list = encodeEvent(event, args[0]);
    return DRAWN_EVENT - event;
  }

  #tableOf({ isMove, name }: Offer) {
    const key = isMove ? name : ` ${name}`;
    let table = this.#numbers.get(key);
    if (!table) this.#numbers.set(key, table = new Map());
    return table;
  }

  #add({ isMove, name, args }: Offer) {
    // The game may change its offer later.
    const offer = { isMove, name, args: copyOf(args) };
    const id = this.#host.keep(offer.args);
    this.#argsIDs.push(id);
    this.#byArgs.set(id, offer);
    return this.#offers.push(offer) - 1;
  }
}

/** Returns a key that distinguishes argument lists. A single primitive argument is its own key. */
function keyOf(args: readonly unknown[]) {
  if (args.length === 0) return undefined;
  if (args.length === 1 && isKey(args[0])) return args[0];
  return SEPARATOR + args.map((arg) => (hasMembers(arg) ? JSON.stringify(arg) : typeof arg + String(arg))).join(SEPARATOR);
}

function isKey(arg: unknown) {
  return typeof arg === 'string' ? !arg.startsWith(SEPARATOR) : !hasMembers(arg);
}
