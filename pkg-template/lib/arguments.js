/**
 * The arguments of events, and the answers of `endIf`, as the flat lists that `src/js/arguments.rs` reads:
 * one crossing for each instead of one for each property. A text stands for an argument that makes no
 * sense, and says why.
 */

/** The order is the engine's: an event is known by its index. */
export const EVENTS = [
  'endTurn', 'pass', 'endPhase', 'setPhase', 'endGame', 'setActivePlayers', 'endStage', 'setStage',
];

/** What an ending says about what follows. */
const [USUAL, CHOSEN, ODD] = [0, 1, 2];
/** The keys of `{ next, remove }`, in the order in which they stand there. */
const [NEXT, REMOVE] = [0, 1];
/** What the argument of `setStage` says. */
const [NOTHING, NULL, SEAT] = [0, 1, 2];

const DEEPEST_NEXT = 60;

/** @param {string} event @param {unknown} arg @param {boolean} compat whether boardgame.io 0.50's ways are kept */
export function flattenEvent(event, arg, compat) {
  switch (event) {
    case 'endTurn':
    case 'pass':
      return arg === undefined ? undefined : flattenEnding(arg, compat);
    case 'setPhase':
      return [arg, arg ? nameOf(arg) : undefined];
    case 'endGame':
      return arg;
    case 'setActivePlayers':
      return flattenActivePlayers(arg, compat);
    case 'setStage':
      // boardgame.io takes a call without a stage for `endStage`.
      if (arg === undefined) return compat ? undefined : 'setStage: expected a stage';
      return flattenStage(arg, compat);
    default:
      return undefined;
  }
}

/** `[value, USUAL | ODD]` or `[value, CHOSEN, ...keys]` for what ends a turn or a phase. */
export function flattenEnding(value, compat) {
  if (!value || value === true) return [value, USUAL];
  if (typeof value !== 'object' || Array.isArray(value)) return [value, ODD];
  const keys = [];
  for (const key of Object.keys(value)) {
    if (key === 'next' && (compat || value.next !== undefined)) keys.push(NEXT, nextOf(value.next));
    else if (key === 'remove') keys.push(REMOVE, Boolean(value.remove));
  }
  const isOdd = keys.length === 0 && Object.keys(value).some((key) => key !== 'next');
  return isOdd ? [value, ODD] : [value, CHOSEN, ...keys];
}

/** `[value, NOTHING | NULL]` or `[value, SEAT, stage, minMoves, maxMoves]` for a stage to go to. */
export function flattenStage(arg, compat) {
  if (arg === null) return [arg, NULL];
  if (typeof arg === 'string') return [arg, SEAT, arg, undefined, undefined];
  if (typeof arg !== 'object' || arg.stage === undefined) return [arg, NOTHING];
  return [arg, SEAT, ...seat(arg, compat)];
}

/**
 * `[value, minMoves, maxMoves, revert, currentPlayer, others, all, players, …seats, has next, …next]`,
 * each seat as `stage, minMoves, maxMoves`.
 */
export function flattenActivePlayers(arg, compat) {
  if (arg === undefined || arg === null) {
    return 'setActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players';
  }
  const out = [];
  for (let depth = 0; arg; depth += 1, arg = arg.next) {
    if (depth > DEEPEST_NEXT) return 'setActivePlayers: `next` nests without end';
    if (compat && depth === 0) replaceMoveLimit(arg);
    const players = Array.isArray(arg) ? arg.map((player) => [player, null]) : Object.entries(arg.value ?? {});
    out.push(
      arg,
      count(arg.minMoves),
      count(arg.moveLimit) ?? count(arg.maxMoves),
      Boolean(arg.revert),
      ...seat(arg.currentPlayer, compat),
      ...seat(arg.others, compat),
      ...seat(arg.all, compat),
      players.length,
    );
    for (const [player, place] of players) out.push(String(player), ...seat(place, compat));
    out.push(Boolean(arg.next));
  }
  return out;
}

/** A seat: `undefined` for the stage means that none is given, `null` that it is no particular stage. */
function seat(arg, compat) {
  if (typeof arg !== 'object' || arg === null) return [stageOf(arg, compat), undefined, undefined];
  if (compat && arg.stage !== undefined) replaceMoveLimit(arg);
  return [stageOf(arg.stage, compat), count(arg.minMoves), count(arg.moveLimit) ?? count(arg.maxMoves)];
}

/** Older games write `true` for `Stage.NULL`; boardgame.io then takes it for the stage's name. */
function stageOf(stage, compat) {
  if (stage === undefined || typeof stage === 'string') return stage;
  return compat && stage === true ? stage : null;
}

function count(moves) {
  return typeof moves === 'number' && moves >= 1 ? Math.ceil(moves) : undefined;
}

/** boardgame.io takes `{ next: null }` for a wish that nobody can fulfil. */
function nextOf(next) {
  return next === undefined || next === null ? undefined : nameOf(next);
}

function nameOf(value) {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}

/** boardgame.io does this to the caller's object, and its log shows it. */
function replaceMoveLimit(options) {
  if (!options.moveLimit || Object.isFrozen(options)) return;
  options.maxMoves = options.moveLimit;
  delete options.moveLimit;
}
