// Random games and random play for fast-check, as plain data that fast-check can shrink and print.
import fc from 'fast-check';
import { INVALID_MOVE, TurnOrder, invalid } from 'rondel/core';

/** The same games in each run, unless RONDEL_SEED is set. A failure prints the seed that reproduces it. */
export const options = (numRuns) => ({ numRuns, seed: Number(process.env.RONDEL_SEED ?? 20) });

const PHASES = ['P', 'Q'];
const STAGES = ['s', 't'];
const MOVES = ['a', 'b', 'c'];

/** No objects without a prototype: fast-check prints them unreadably. */
const record = (model, constraints) => fc.record(model, { noNullPrototype: true, ...constraints });
const optional = (arbitrary) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const usual = (arbitrary) => fc.option(arbitrary, { nil: undefined, freq: 10 });
const player = fc.constantFrom('0', '1', '2');
const limits = { minMoves: optional(fc.constantFrom(1, 2)), maxMoves: optional(fc.constantFrom(1, 2, 3)) };
const seat = fc.oneof(fc.constantFrom(...STAGES, null), record({ stage: fc.constantFrom(...STAGES), ...limits }));
const activePlayers = record({
  currentPlayer: optional(seat), others: optional(seat), all: optional(seat), ...limits, revert: fc.boolean(),
}, { requiredKeys: ['revert'] });

const EVENTS = {
  endTurn: optional(record({ next: player })),
  setPhase: fc.constantFrom(...PHASES),
  endPhase: fc.constant(undefined),
  endStage: fc.constant(undefined),
  pass: optional(fc.constant({ remove: true })),
  setStage: fc.constantFrom(...STAGES),
  setActivePlayers: activePlayers,
  endGame: optional(fc.constant('over')),
  removePlayer: player,
};
const eventOf = (...names) => fc.oneof(...names.map((event) => record({ event: fc.constant(event), arg: EVENTS[event] })));
const ofTurns = ['endTurn', 'setPhase', 'endPhase', 'setActivePlayers', 'pass', 'endGame'];
const anyEvent = eventOf(...ofTurns, 'endStage', 'setStage', 'endTurn', 'setActivePlayers');

/** Some effects at some values of the count. Rarely, an event that is not allowed in this place. */
const script = (...events) => record({
  every: fc.integer({ min: 1, max: 4 }),
  effects: fc.array(fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom('count', 'roll', 'shuffle', 'note') },
    { weight: 8, arbitrary: eventOf(...events) },
    { weight: 1, arbitrary: anyEvent },
  ), { maxLength: 3 }),
});
const question = record({ every: fc.integer({ min: 3, max: 6 }) });
const move = record({
  script: script(...ofTurns, 'endStage', 'setStage', 'removePlayer'), noLimit: fc.boolean(),
  validate: optional(question), undoable: optional(fc.boolean()), refuses: optional(question),
});
const moves = record(Object.fromEntries(MOVES.map((name) => [name, usual(move)])));
const turn = record({
  ...limits,
  order: optional(fc.constantFrom('DEFAULT', 'RESET', 'CONTINUE', 'ONCE', 'own')),
  activePlayers: optional(activePlayers),
  onBegin: optional(script(...ofTurns)), onMove: optional(script(...ofTurns, 'endStage', 'setStage')),
  onEnd: optional(script('setPhase', 'endPhase')), endIf: optional(question),
  stages: record(Object.fromEntries(STAGES.map((name) => [
    name, record({ moves: optional(moves), next: optional(fc.constantFrom(...STAGES)), ...limits }),
  ]))),
});
const phase = record({
  start: fc.boolean(), next: optional(fc.constantFrom(...PHASES)), moves: optional(moves), turn: optional(turn),
  onBegin: optional(script('setPhase', 'endPhase')), onEnd: optional(script('endGame')), endIf: optional(question),
});

/** A game as plain data: see `makeGame`. */
export const definitions = record({
  seed: fc.integer({ min: 0, max: 99 }),
  numPlayers: fc.integer({ min: 1, max: 3 }),
  moves, turn, phases: optional(record({ P: phase, Q: phase })),
  endIf: optional(question),
});

const anySeat = { seat: fc.option(player, { nil: null, freq: 3 }) };
const moveAction = record({ move: fc.constantFrom(...MOVES), arg: fc.integer({ min: 0, max: 9 }), ...anySeat });
const undoAction = record({ call: fc.constantFrom('undo', 'redo') });

/** Play that the log records completely: moves, ends of turns, undo and redo. */
export const loggedPlay = fc.array(fc.oneof(
  { weight: 6, arbitrary: moveAction },
  { weight: 2, arbitrary: undoAction },
  { weight: 1, arbitrary: record({ event: fc.constant('endTurn'), arg: fc.constant(undefined) }) },
), { maxLength: 15 });

/** Any play. */
export const play = fc.array(fc.oneof(
  { weight: 6, arbitrary: moveAction },
  { weight: 2, arbitrary: undoAction },
  { weight: 2, arbitrary: anyEvent },
), { maxLength: 15 });

/**
 * Makes an action and returns its handle.
 * @param {object} client
 * @param {{ move?: string, event?: string, call?: string, arg?: unknown, seat?: string | null }} action
 */
export function act(client, { move, event, call, arg, seat = null }) {
  client.updatePlayerID(seat);
  if (move) return client.moves[move]?.(arg);
  if (event) return arg === undefined ? client.events[event]() : client.events[event](arg);
  return client[call]();
}

/**
 * A game made from a definition. `probe` is a move that always exists.
 * @param {object} definition
 * @param {(place: string) => void} disturb called in each callback, before it does anything
 */
export function makeGame(definition, disturb = () => {}) {
  const kit = { disturb };
  const { seed, moves, turn, phases, endIf } = definition;
  const game = {
    seed,
    setup: ({ ctx }) => ({ count: 0, rolls: [], deck: [1, 2, 3, 4, 5], players: ctx.numPlayers }),
    moves: makeMoves(moves, kit),
    turn: makeTurn(turn, kit),
    playerView: ({ G }) => {
      disturb('playerView');
      return G;
    },
    ai: { enumerate: () => MOVES.map((name) => ({ move: name, args: [1] })) },
  };
  if (endIf) game.endIf = makeQuestion(endIf, 7, kit, 'endIf');
  if (phases) {
    const isFirst = phases.P.start ? 'P' : 'Q';
    game.phases = Object.fromEntries(Object.entries(phases).map(([name, { start, moves, turn, next, ...hooks }]) => [name, {
      start: start && name === isFirst,
      ...(next && { next }),
      ...(moves && { moves: makeMoves(moves, kit) }),
      ...(turn && { turn: makeTurn(turn, kit) }),
      ...makeHooks(hooks, kit),
    }]));
  }
  return game;
}

function makeMoves(moves, kit) {
  const made = { probe: { move: ({ G }) => { G.count += 1; }, noLimit: true } };
  for (const [name, move] of Object.entries(moves)) {
    if (move) made[name] = makeMove(move, kit);
  }
  return made;
}

function makeMove({ script, validate, undoable, noLimit, refuses }, kit) {
  const run = makeHook(script, kit, 'move');
  return {
    move: (context, by) => {
      run(context);
      context.G.count += by;
      if (refuses && context.G.count % refuses.every === 0) return by > 4 ? INVALID_MOVE : invalid({ count: context.G.count });
    },
    noLimit,
    ...(validate && {
      validate: ({ G }, by) => {
        kit.disturb('validate');
        return (G.count + by) % validate.every !== 0;
      },
    }),
    ...(undoable !== undefined && {
      undoable: () => {
        kit.disturb('undoable');
        return undoable;
      },
    }),
  };
}

function makeTurn({ order, activePlayers, stages, minMoves, maxMoves, ...hooks }, kit) {
  const own = { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 2) % ctx.playOrder.length };
  return {
    ...(minMoves && { minMoves }),
    ...(maxMoves && { maxMoves }),
    ...(order && { order: order === 'own' ? own : TurnOrder[order] }),
    ...(activePlayers && { activePlayers }),
    stages: Object.fromEntries(Object.entries(stages).map(([name, { moves, ...stage }]) => [
      name, { ...stage, ...(moves && { moves: makeMoves(moves, kit) }) },
    ])),
    ...makeHooks(hooks, kit),
  };
}

function makeHooks({ endIf, ...hooks }, kit) {
  const made = {};
  if (endIf) made.endIf = makeQuestion(endIf, 2, kit, 'endIf');
  for (const [name, script] of Object.entries(hooks)) {
    if (script) made[name] = makeHook(script, kit, name);
  }
  return made;
}

function makeQuestion({ every }, is, { disturb }, place) {
  return ({ G }) => {
    disturb(place);
    return G.count % (every + is) === is;
  };
}

function makeHook({ every, effects }, { disturb }, place) {
  return (context) => {
    disturb(place);
    if (context.G.count % every !== every - 1) return;
    for (const effect of effects) {
      if (typeof effect === 'string') EFFECTS[effect](context);
      else callEvent(context, effect);
    }
  };
}

const EFFECTS = {
  count: ({ G }) => { G.count += 1; },
  roll: ({ G, random }) => { G.rolls = [...G.rolls.slice(-3), random.D20()]; },
  shuffle: ({ G, random }) => { G.deck = random.Shuffle(G.deck); },
  note: ({ G, log }) => { log.setMetadata({ count: G.count }); },
};

function callEvent({ events }, { event, arg }) {
  if (arg === undefined) events[event]();
  else events[event](arg);
}
