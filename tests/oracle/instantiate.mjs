// Turns a definition into a game. Called once for each engine: boardgame.io writes into its game objects.
import { throughJSON } from '../js/support/json.mjs';

/** The error of hooks that call each other endlessly: boardgame.io would continue until memory runs out. */
export class Endless extends Error {}

/** How often hooks may run in one action; a hundred turns a player, where boardgame.io stops by itself, need fewer. */
export const RUNS = 4000;

/**
 * A fresh game.
 * @param definition what createDefinition drew
 * @param engineKit the engine's own `TurnOrder`, `INVALID_MOVE`, `PlayerView`, `PluginPlayer`
 * @param guard each hook decrements its `runs`; the player sets it to RUNS before each action
 */
export function instantiate(definition, engineKit, guard = { runs: Infinity }) {
  const kit = { ...engineKit, guard, phases: definition.phases ?? {} };
  const game = {
    name: 'oracle',
    seed: definition.seed,
    setup: ({ ctx }) => ({
      ran: {}, trace: '', count: 0, roll: null, args: null, order: clone(definition.order),
      secret: 'deck', players: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, i) => [i, { hand: i }])),
    }),
    moves: mapValues(definition.moves ?? {}, (move, name) => instantiateMove(move, name, kit)),
  };
  if (definition.turn) game.turn = instantiateTurn(definition.turn, 'turn', kit);
  if (definition.phases) {
    game.phases = mapValues(definition.phases, (phase, name) => instantiatePhase(phase, name, kit));
  }
  if (definition.endIf) game.endIf = answer(definition.endIf);
  if (definition.onEnd) game.onEnd = hook(definition.onEnd, 'game.onEnd', kit);
  if (definition.events) game.events = { ...definition.events };
  if (definition.disableUndo) game.disableUndo = true;
  if (definition.playerView === 'strip') game.playerView = kit.PlayerView.STRIP_SECRETS;
  if (definition.playerView === 'seen') game.playerView = ({ G, ctx, playerID }) => ({ ...G, seen: `${playerID} ${ctx.turn}` });
  if (definition.plugins) game.plugins = definition.plugins.map((plugin) => instantiatePlugin(plugin, kit));
  return game;
}

function instantiatePhase(phase, name, kit) {
  const result = {};
  if (phase.start) result.start = true;
  if (phase.moves) result.moves = mapValues(phase.moves, (move, key) => instantiateMove(move, `${name}.${key}`, kit));
  if (phase.turn) result.turn = instantiateTurn(phase.turn, `${name}.turn`, kit);
  if (phase.onBegin) result.onBegin = hook(phase.onBegin, `${name}.onBegin`, kit);
  if (phase.onEnd) result.onEnd = hook(phase.onEnd, `${name}.onEnd`, kit);
  if (phase.endIf) result.endIf = answer(phase.endIf);
  if (typeof phase.next === 'string') result.next = phase.next;
  else if (phase.next) result.next = ({ G, ctx }) => (holds(phase.next.when, G, ctx) ? phase.next.then : phase.next.else);
  return result;
}

function instantiateTurn(turn, name, kit) {
  const result = {};
  for (const field of ['minMoves', 'maxMoves', 'moveLimit']) if (turn[field]) result[field] = turn[field];
  if (turn.order) result.order = instantiateOrder(turn.order, kit);
  if (turn.activePlayers) result.activePlayers = clone(turn.activePlayers);
  for (const field of ['onBegin', 'onEnd', 'onMove']) {
    if (turn[field]) result[field] = hook(turn[field], `${name}.${field}`, kit);
  }
  if (turn.endIf) result.endIf = answer(turn.endIf);
  if (turn.stages) {
    result.stages = mapValues(turn.stages, ({ moves, ...stage }, key) => ({
      ...stage,
      ...(moves ? { moves: mapValues(moves, (move, id) => instantiateMove(move, `${name}.${key}.${id}`, kit)) } : {}),
    }));
  }
  return result;
}

const FIRST = {
  zero: () => 0,
  turn: ({ ctx }) => ctx.turn % ctx.playOrder.length,
  last: ({ ctx }) => ctx.playOrder.length - 1,
};

const NEXT = {
  forward: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.playOrder.length,
  backward: ({ ctx }) => (ctx.playOrderPos + ctx.playOrder.length - 1) % ctx.playOrder.length,
  skip: ({ G, ctx }) => (ctx.playOrderPos + 1 + (G.count % 2)) % ctx.playOrder.length,
  until: ({ ctx }) => (ctx.turn % 4 === 3 ? undefined : (ctx.playOrderPos + 1) % ctx.playOrder.length),
};

const PLAY_ORDER = {
  reverse: ({ ctx }) => [...ctx.playOrder].reverse(),
  order: ({ G }) => [...G.order],
};

function instantiateOrder(order, { TurnOrder }) {
  if (order.preset === 'CUSTOM') return TurnOrder.CUSTOM(clone(order.list ?? ['0']));
  if (order.preset === 'CUSTOM_FROM') return TurnOrder.CUSTOM_FROM(order.field ?? 'order');
  if (order.preset) return TurnOrder[order.preset];
  return {
    first: FIRST[order.first] ?? FIRST.zero,
    next: NEXT[order.next] ?? NEXT.forward,
    ...(order.playOrder ? { playOrder: PLAY_ORDER[order.playOrder] } : {}),
  };
}

function instantiateMove(move, name, kit) {
  const run = (context, ...args) => perform(move, name, context, kit, args);
  if (!move.long) return run;
  const { undoable, redact, ...rest } = move.long;
  const long = { ...rest, move: run };
  if (undoable !== undefined) long.undoable = decided(undoable);
  if (redact !== undefined) long.redact = decided(redact);
  return long;
}

const decided = (value) => (typeof value === 'object' ? ({ G, ctx }) => holds(value, G, ctx) : value);

/**
 * A hook. It never requests a phase that does not exist: from turn.onEnd that makes boardgame.io end the same turn forever,
 * and then no comparison is possible.
 */
function hook({ ops = [], replace }, name, kit) {
  const sane = ops.filter((op) => op.name !== 'setPhase' || !op.args?.[0] || Object.hasOwn(kit.phases, op.args[0]));
  return (context) => {
    kit.guard.runs -= 1;
    if (kit.guard.runs < 0) throw new Endless(`${name} ran ${RUNS} times in one action`);
    return perform({ ops: sane, replace }, name, context, kit);
  };
}

function answer({ when, value }) {
  return ({ G, ctx }) => (holds(when, G, ctx) ? clone(value) : undefined);
}

/** Runs a move or hook: records in G that it ran and what it saw, and then runs its definition. */
function perform({ ops = [], replace }, name, context, { INVALID_MOVE }, args) {
  const G = replace ? clone(context.G) : context.G;
  const { ctx, events, random, log, playerID } = context;
  G.ran[name] = (G.ran[name] ?? 0) + 1;
  const saw = `${name} ${ctx.phase} ${ctx.turn} ${ctx.currentPlayer} ${ctx.playOrderPos} ${ctx.numMoves} ${playerID} ${JSON.stringify(ctx.activePlayers)}`;
  G.trace = `${G.trace}; ${saw}`.slice(-200);
  if (args) G.args = clone(args);
  for (const op of ops) {
    if (op.when && !holds(op.when, G, ctx)) continue;
    switch (op.do) {
      case 'count':
        G.count += 1;
        break;
      case 'roll':
        G.roll = op.die === 'Shuffle' ? random.Shuffle([1, 2, 3, 4]) : random[op.die]();
        break;
      case 'metadata':
        log.setMetadata({ from: name, count: G.count });
        break;
      case 'order':
        G.order = clone(op.list);
        break;
      case 'plugin':
        context[op.name]?.use?.();
        context[op.name]?.set?.({ by: name, count: G.count });
        break;
      case 'event':
        events[op.name](...clone(op.args));
        break;
      case 'invalid':
        return INVALID_MOVE;
      case 'throw':
        throw new Error(`thrown by ${name}`);
      default:
        throw new Error(`no such operation: ${op.do}`);
    }
  }
  return replace ? G : undefined;
}

function holds(condition, G, ctx) {
  if (!condition) return true;
  const { of, mod, is } = condition;
  const value = {
    ran: () => Object.values(G.ran).reduce((sum, n) => sum + n, 0),
    turn: () => ctx.turn,
    moves: () => ctx.numMoves,
    pos: () => ctx.playOrderPos,
    count: () => G.count,
  }[of]();
  return value % mod === is;
}

function instantiatePlugin({ name, ...options }, { PluginPlayer }) {
  if (name === 'player') {
    return PluginPlayer({ setup: (id) => ({ id, count: 0 }), playerView: (players, id) => ({ [id]: players[id] }) });
  }
  const plugin = {
    name,
    setup: ({ ctx }) => ({ used: 0, players: ctx.numPlayers, by: null }),
    api: ({ data, playerID }) => {
      const next = { ...data };
      return { use: () => { next.used += 1; next.by = playerID ?? null; }, next };
    },
  };
  if (name === 'raw') {
    plugin.dangerouslyFlushRawState = ({ state, api }) => ({
      ...state,
      G: { ...state.G, raw: `${api.next.used} ${state.ctx.turn}` },
      plugins: { ...state.plugins, [name]: { data: api.next } },
    });
  } else if (!options.noFlush) {
    plugin.flush = ({ api, ctx }) => ({ ...api.next, turn: ctx.turn });
  }
  if (options.fnWrap) {
    plugin.fnWrap = (method, type) => (context, ...args) => {
      const G = method(context, ...args);
      return typeof G === 'object' && G !== null ? { ...G, [name]: `${type} ${context.ctx.turn}` } : G;
    };
  }
  if (options.isInvalid) plugin.isInvalid = ({ data }) => data.used > 0 && data.used % options.isInvalid === 0 && 'used up';
  if (options.playerView) plugin.playerView = ({ data, playerID }) => ({ ...data, viewer: playerID ?? null });
  if (options.action) plugin.action = (data, { args }) => ({ ...data, used: data.used + 1, args: clone(args) });
  return plugin;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** Returns a copy without shared objects: an engine must not write into drafts and arguments. */
function clone(value) {
  return value === undefined ? undefined : throughJSON(value);
}
