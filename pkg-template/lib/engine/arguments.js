/**
 * The arguments of events, and the answers of `endIf`, as the flat lists that `src/js/read/arguments.rs` reads:
 * one crossing for each instead of one for each property. A text stands for an argument that makes no
 * sense, and says why.
 */

import { EVENTS_OF_GAMES, MOST_PLAYERS, NUMBER_PREFIX, PLAYER_EVENTS, STAGE_NAMED, STAGE_NONE, STAGE_NULL, STAGE_TRUE } from './codes.js';

/** What players may call; an event is known by its index. */
export const EVENTS = EVENTS_OF_GAMES.slice(0, PLAYER_EVENTS);

/** What an ending says about what follows. */
const [USUAL, CHOSEN, ODD] = [0, 1, 2];
/** The keys of `{ next, remove }`, in the order in which they stand there. */
const [NEXT, REMOVE] = [0, 1];
/** What the argument of `setStage` says. */
const [NOTHING, NULL, SEAT] = [0, 1, 2];

const DEEPEST_NEXT = 60;

/** @param {string} event @param {unknown} arg @param {boolean} compat whether boardgame.io 0.50's ways are kept */
export function encodeEvent(event, arg, compat) {
  switch (event) {
    case 'endTurn':
    case 'pass':
      return arg === undefined ? undefined : encodeEnding(arg, compat);
    case 'setPhase':
      return [arg, arg ? nameOf(arg) : undefined];
    case 'endGame':
      return arg;
    case 'setActivePlayers':
      return encodeActivePlayers(arg, compat);
    case 'setStage':
      // boardgame.io takes a call without a stage for `endStage`.
      if (arg === undefined) return compat ? undefined : 'setStage: expected a stage';
      return encodeStage(arg, compat);
    case 'removePlayer':
      return ['string', 'number'].includes(typeof arg) ? [String(arg)] : 'removePlayer: expected a player';
    default:
      return undefined;
  }
}

/** `[value, USUAL | ODD]` or `[value, CHOSEN, keys, …keys]` for what ends a turn or a phase. */
export function encodeEnding(value, compat) {
  if (!value || value === true) return [value, USUAL];
  if (typeof value !== 'object' || Array.isArray(value)) return [value, ODD];
  const keys = [];
  for (const key of Object.keys(value)) {
    if (key === 'next' && (compat || value.next !== undefined)) keys.push([NEXT, nextOf(value.next, compat)]);
    else if (key === 'remove') keys.push([REMOVE, value.remove ? 1 : 0]);
  }
  const isOdd = keys.length === 0 && Object.keys(value).some((key) => key !== 'next');
  return isOdd ? [value, ODD] : [value, CHOSEN, keys.length, ...keys.flat()];
}

/** `[value, NOTHING | NULL]` or `[value, SEAT, …seat]` for a stage to go to. */
export function encodeStage(arg, compat) {
  if (arg === null) return [arg, NULL];
  if (typeof arg !== 'string' && (typeof arg !== 'object' || arg.stage === undefined)) return [arg, NOTHING];
  const out = [arg, SEAT];
  pushSeat(out, arg, compat);
  return out;
}

/**
 * `[minMoves, maxMoves, revert, …currentPlayer, …others, …all, players, …players, has next, next, …next]`.
 * Limits and flags that are not there are 0.
 */
export function encodeActivePlayers(arg, compat) {
  if (arg === undefined || arg === null) {
    return 'setActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players';
  }
  const out = [];
  if (compat) replaceMoveLimit(arg);
  for (let depth = 0; ; depth += 1, arg = arg.next) {
    if (depth > DEEPEST_NEXT) return 'setActivePlayers: `next` nests without end';
    out.push(count(arg.minMoves), count(arg.moveLimit) || count(arg.maxMoves), arg.revert ? 1 : 0);
    pushSeat(out, arg.currentPlayer, compat);
    pushSeat(out, arg.others, compat);
    pushSeat(out, arg.all, compat);
    if (!pushPlayers(out, arg, compat)) return `setActivePlayers: a match has ${MOST_PLAYERS} players at most`;
    if (!arg.next) break;
    out.push(1, arg.next);
  }
  out.push(0);
  return out;
}

/** False if there are too many. */
function pushPlayers(out, arg, compat) {
  if (Array.isArray(arg)) {
    if (arg.length > MOST_PLAYERS) return false;
    out.push(arg.length);
    for (const player of arg) out.push(String(player), STAGE_NULL, 0, 0);
    return true;
  }
  const players = arg.value ? Object.keys(arg.value) : [];
  if (players.length > MOST_PLAYERS) return false;
  out.push(players.length);
  for (const player of players) {
    out.push(player);
    pushSeat(out, arg.value[player], compat);
  }
  return true;
}

/** `STAGE_NONE`, or `STAGE_NULL | STAGE_NAMED, stage | STAGE_TRUE` and then `minMoves, maxMoves`. */
function pushSeat(out, arg, compat) {
  if (arg === undefined) {
    out.push(STAGE_NONE);
  } else if (typeof arg !== 'object' || arg === null) {
    pushStage(out, arg, compat);
    out.push(0, 0);
  } else if (arg.stage === undefined) {
    out.push(STAGE_NONE);
  } else {
    if (compat) replaceMoveLimit(arg);
    pushStage(out, arg.stage, compat);
    out.push(count(arg.minMoves), count(arg.moveLimit) || count(arg.maxMoves));
  }
}

/** Older games write `true` for `Stage.NULL`; boardgame.io then takes it for the stage's name. */
export function pushStage(out, stage, compat) {
  if (typeof stage === 'string') out.push(STAGE_NAMED, stage);
  else out.push(compat && stage === true ? STAGE_TRUE : STAGE_NULL);
}

function count(moves) {
  return typeof moves === 'number' && moves >= 1 ? Math.ceil(moves) : 0;
}

/** boardgame.io takes `{ next: null }` for a wish that nobody can fulfil. */
function nextOf(next, compat) {
  if (next === undefined || next === null) return undefined;
  return compat && typeof next === 'number' ? playerName(next, compat) : nameOf(next);
}

function nameOf(value) {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}

/** A list of players as the engine knows them: some games write them as numbers. Nothing if it is no such list. */
export function namesOf(players, compat) {
  if (!Array.isArray(players)) return undefined;
  const names = Array.from(players, (player) => playerName(player, compat));
  return names.includes(undefined) ? undefined : names;
}

function playerName(player, compat) {
  if (typeof player === 'string') return player;
  return typeof player === 'number' ? `${compat ? NUMBER_PREFIX : ''}${player}` : undefined;
}

/** What boardgame.io does to an argument of `setActivePlayers` when it comes into force. */
export function rewriteMoveLimits(arg) {
  if (Array.isArray(arg)) return;
  const seats = [arg.currentPlayer, arg.others, arg.all, ...Object.values(arg.value ?? {})];
  for (const options of [arg, ...seats]) {
    if (typeof options === 'object' && options !== null) replaceMoveLimit(options);
  }
}

/** boardgame.io does this to the caller's object, and its log shows it. */
function replaceMoveLimit(options) {
  if (!options.moveLimit || Object.isFrozen(options)) return;
  options.maxMoves = options.moveLimit;
  delete options.moveLimit;
}
