// A random game as plain data: the input of instantiate.mjs, which turns it into a game for either engine, and the output of
// a shrunk transcript. This file does not depend on an engine.

/** Names used in every definition, so that actions can be drawn without reading it. */
export const MOVES = ['a', 'b', 'c', 'd'];
export const STAGES = ['s', 't', 'u'];
export const PHASES = ['P', 'Q', 'R'];
export const EVENTS = ['endTurn', 'pass', 'endPhase', 'setPhase', 'endGame', 'setActivePlayers', 'endStage', 'setStage'];
export const PLUGINS = ['tally', 'raw', 'player'];

/** Draws a game. */
export function createDefinition(rng) {
  const size = rng.weighted([[1, 1], [5, 2], [5, 3], [3, 4], [1, 5]]);
  const players = Array.from({ length: size }, (_, i) => String(i));
  const draw = { rng, players };
  const definition = {
    numPlayers: size,
    seed: rng.chance(0.5) ? `seed ${rng.int(1000)}` : rng.int(1000),
    moves: moves(draw, MOVES, 0.9),
    order: rng.shuffle(players),
  };
  if (rng.chance(0.85)) definition.turn = turn(draw);
  if (rng.chance(0.6)) definition.phases = phases(draw);
  if (rng.chance(0.3)) definition.endIf = { when: rareCondition(rng), value: rng.pick([true, 'done', { winner: '1' }, 7, 0]) };
  if (rng.chance(0.3)) definition.onEnd = hook(draw, 'onEnd', 0.3);
  if (rng.chance(0.15)) definition.events = Object.fromEntries(rng.some(EVENTS, 0.3).map((name) => [name, false]));
  if (rng.chance(0.12)) definition.disableUndo = true;
  if (rng.chance(0.25)) definition.playerView = rng.pick(['strip', 'seen']);
  if (rng.chance(0.3)) definition.plugins = rng.some(PLUGINS, 0.5).map((name) => plugin(draw, name));
  return definition;
}

/** Arguments for an event, mostly valid ones. */
export function eventArgs(draw, name) {
  const { rng, players } = draw;
  switch (name) {
    case 'endTurn':
    case 'pass':
      return rng.weighted([
        [10, []],
        [4, [{ next: rng.pick(players) }]],
        [name === 'pass' ? 4 : 1, [{ remove: true }]],
        [1, [{ next: rng.pick(players), remove: true }]],
        [1, [{ next: '9' }]],
        [1, [rng.pick([true, null, 5, 'x', {}, { foo: 1 }, { next: null }])]],
      ]);
    case 'setPhase':
      return rng.weighted([[10, [rng.pick(PHASES)]], [1, []], [1, [rng.pick(['nope', null, '', 3])]]]);
    case 'endGame':
      return rng.weighted([[3, []], [3, [rng.pick(['over', { winner: '0' }])]], [1, [rng.pick([null, 0, false, ''])]]]);
    case 'setActivePlayers':
      return [rng.chance(0.93) ? activePlayers(draw) : rng.pick(['s', {}, [], null, 5, ['9'], { value: { 9: 's' } }])];
    case 'setStage':
      return rng.weighted([
        [8, [rng.pick(STAGES)]],
        [4, [{ stage: stage(rng), ...limits(rng) }]],
        [1, [null]],
        [1, rng.pick([[], [5], [{}], ['nowhere'], [{ minMoves: 1 }], [[]], [true], [{ stage: 's', moveLimit: 1 }]])],
      ]);
    case 'endStage':
      return rng.chance(0.95) ? [] : ['s'];
    default:
      return rng.chance(0.95) ? [] : [rng.pick([null, 'x', { next: 'Q' }])];
  }
}

/** Something for setActivePlayers or turn.activePlayers. */
export function activePlayers(draw, depth = 0) {
  const { rng, players } = draw;
  if (rng.chance(0.08)) return rng.some(players, 0.6);
  const arg = {};
  const one = () => (rng.chance(0.25) ? { stage: stage(rng), ...limits(rng) } : stage(rng));
  if (rng.chance(0.35)) arg.currentPlayer = one();
  if (rng.chance(0.35)) arg.others = one();
  if (rng.chance(0.25)) arg.all = one();
  if (rng.chance(0.4)) arg.value = Object.fromEntries(rng.some(players, 0.5).map((id) => [id, one()]));
  Object.assign(arg, limits(rng));
  if (rng.chance(0.1)) arg.moveLimit = 1 + rng.int(2);
  if (rng.chance(0.25)) arg.revert = true;
  if (depth < 2 && rng.chance(0.2)) arg.next = activePlayers(draw, depth + 1);
  return arg;
}

function stage(rng) {
  return rng.weighted([[6, rng.pick(STAGES)], [2, null], [1, true]]);
}

function limits(rng) {
  const result = {};
  if (rng.chance(0.25)) result.minMoves = 1 + rng.int(2);
  if (rng.chance(0.4)) result.maxMoves = 1 + rng.int(2);
  return result;
}

function moves(draw, names, p) {
  const { rng } = draw;
  const result = {};
  for (const name of rng.some(names, p)) {
    const move = { ops: ops(draw, 0.45) };
    if (rng.chance(0.06)) move.ops.push({ do: 'invalid', when: condition(rng) });
    if (rng.chance(0.03)) move.ops.push({ do: 'throw', when: condition(rng) });
    if (rng.chance(0.1)) move.replace = true;
    if (rng.chance(0.35)) {
      move.long = {};
      if (rng.chance(0.4)) move.long.undoable = rng.pick([true, false, condition(rng)]);
      if (rng.chance(0.4)) move.long.redact = rng.pick([true, false, condition(rng)]);
      if (rng.chance(0.3)) move.long.noLimit = rng.chance(0.8);
      if (rng.chance(0.2)) move.long.client = false;
      if (rng.chance(0.2)) move.long.ignoreStaleStateID = true;
    }
    result[name] = move;
  }
  return result;
}

function turn(draw) {
  const { rng } = draw;
  const result = {};
  if (rng.chance(0.5)) result.order = order(draw);
  if (rng.chance(0.35)) {
    result.activePlayers = activePlayers(draw);
    // boardgame.io throws when the very first turn has it; a few such games are enough.
    if (rng.chance(0.9)) delete result.activePlayers.revert;
  }
  if (rng.chance(0.6)) result.stages = stages(draw);
  if (rng.chance(0.15)) result.minMoves = 1 + rng.int(2);
  if (rng.chance(0.3)) result.maxMoves = 1 + rng.int(3);
  if (rng.chance(0.06)) result.moveLimit = 1 + rng.int(2);
  for (const name of ['onBegin', 'onEnd', 'onMove']) if (rng.chance(0.35)) result[name] = hook(draw, name, 0.3);
  if (rng.chance(0.2)) {
    const value = rng.weighted([[3, true], [3, { next: rng.pick(draw.players) }], [1, rng.pick([{ next: '9' }, 'x', { remove: true }, 1])]]);
    result.endIf = { when: condition(rng), value };
  }
  return result;
}

function order(draw) {
  const { rng, players } = draw;
  return rng.weighted([
    [2, { preset: 'DEFAULT' }],
    [2, { preset: 'RESET' }],
    [2, { preset: 'CONTINUE' }],
    [3, { preset: 'ONCE' }],
    [2, { preset: 'CUSTOM', list: rng.chance(0.2) ? rng.some(players, 0.8).concat('0').map(Number) : rng.shuffle(rng.some(players, 0.7).concat('0')) }],
    [2, { preset: 'CUSTOM_FROM', field: 'order' }],
    [2, {
      first: rng.pick(['zero', 'turn', 'last']),
      next: rng.pick(['forward', 'backward', 'skip', 'until']),
      ...(rng.chance(0.3) ? { playOrder: rng.pick(['reverse', 'order']) } : {}),
    }],
  ]);
}

function stages(draw) {
  const { rng } = draw;
  return Object.fromEntries(rng.some(STAGES, 0.7).map((name) => {
    const result = {};
    if (rng.chance(0.5)) result.moves = moves(draw, MOVES, 0.5);
    if (rng.chance(0.3)) result.next = rng.pick(STAGES);
    if (rng.chance(0.1)) Object.assign(result, limits(rng));
    return [name, result];
  }).map(([name, result], _, all) => {
    // A next that is not declared is a mistake in the definition, which Rondel refuses; the oracle is about play.
    if (result.next && !all.some(([other]) => other === result.next)) delete result.next;
    return [name, result];
  }));
}

function phases(draw) {
  const { rng } = draw;
  const names = rng.some(PHASES, 0.8);
  const result = {};
  names.forEach((name) => {
    const phase = {};
    if (rng.chance(0.6)) phase.next = rng.chance(0.3) ? { when: condition(rng), then: rng.pick(names), else: rng.chance(0.5) ? rng.pick(names) : null } : rng.pick(names);
    if (rng.chance(0.4)) phase.turn = turn(draw);
    if (rng.chance(0.35)) phase.moves = moves(draw, MOVES, 0.7);
    if (rng.chance(0.3)) phase.onBegin = hook(draw, 'onBegin', 0.15);
    if (rng.chance(0.3)) phase.onEnd = hook(draw, 'onEnd', 0.15);
    if (rng.chance(0.3)) {
      const value = rng.weighted([[4, true], [3, { next: rng.pick(names) }], [1, rng.pick(['x', { next: 'nope' }, 1])]]);
      phase.endIf = { when: condition(rng), value };
    }
    result[name] = phase;
  });
  if (names.length && rng.chance(0.7)) result[rng.pick(names)].start = true;
  return result;
}

function plugin(draw, name) {
  const { rng } = draw;
  const result = { name };
  if (name === 'player') return result;
  if (rng.chance(0.5)) result.fnWrap = true;
  if (rng.chance(0.3)) result.isInvalid = 5 + rng.int(12);
  if (rng.chance(0.3)) result.playerView = true;
  if (rng.chance(0.5)) result.action = true;
  if (rng.chance(0.2)) result.noFlush = true;
  return result;
}

function hook(draw, name, p) {
  const result = { ops: ops(draw, p) };
  if (draw.rng.chance(0.1)) result.replace = true;
  if (draw.rng.chance(0.02)) result.ops.push({ do: 'throw', when: rareCondition(draw.rng) });
  // A hook that calls an event every time soon loops: most do it now and then.
  for (const op of result.ops) if (op.do === 'event' && draw.rng.chance(0.97)) op.when ??= condition(draw.rng);
  return result;
}

/** Returns the actions of a move or hook after it has recorded that it ran. */
function ops(draw, eventChance) {
  const { rng } = draw;
  const result = [];
  for (let i = rng.int(3); i > 0; i--) {
    const op = rng.chance(eventChance) ? event(draw) : rng.weighted([
      [3, { do: 'count' }],
      [2, { do: 'roll', die: rng.pick(['D4', 'D6', 'D20', 'Die', 'Number', 'Shuffle']) }],
      [1, { do: 'metadata' }],
      [2, { do: 'plugin', name: rng.pick(PLUGINS) }],
      [1, { do: 'order', list: rng.shuffle(draw.players) }],
    ]);
    if (rng.chance(0.3)) op.when ??= condition(rng);
    result.push(op);
  }
  return result;
}

function event(draw) {
  const name = draw.rng.weighted([
    [4, 'endTurn'], [2, 'pass'], [2, 'endPhase'], [2, 'setPhase'], [0.4, 'endGame'], [4, 'setActivePlayers'], [2, 'endStage'], [3, 'setStage'],
  ]);
  return { do: 'event', name, args: eventArgs(draw, name) };
}

function condition(rng) {
  const mod = 2 + rng.int(3);
  return { of: rng.pick(['ran', 'turn', 'moves', 'pos', 'count']), mod, is: rng.int(mod) };
}

function rareCondition(rng) {
  const mod = 5 + rng.int(20);
  return { of: rng.pick(['ran', 'turn', 'count']), mod, is: mod - 1 };
}
