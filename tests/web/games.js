import { invalid } from './host.js';

/** The games that the tests play. `game.seen` is what their callbacks noted. */

/** A move that reads the state, and acts again, while it runs. */
export function reentrant() {
  const game = {
    seen: {},
    setup: () => ({ rolled: [] }),
    moves: {
      roll: ({ G, ctx, random, events, log }) => {
        const { match, seen } = game;
        events.endTurn();
        log.setMetadata({ by: ctx.playerID });
        const rolled = [random.Number(), random.Number()];
        seen.inside = { G: match.G, turn: match.ctx.turn, stateID: match.stateID };
        seen.again = match.move('roll');
        seen.event = match.event('endTurn');
        seen.undo = match.undo();
        seen.log = match.engine.logFrom(0).length;
        // The engine still works on the action that is being processed.
        rolled.push(random.Number());
        return { rolled: [...G.rolled, ...rolled] };
      },
      free: () => {
        try {
          game.match.engine.free();
        } catch (error) {
          game.seen.error = error;
        }
      },
    },
  };
  return game;
}

/** Every callback throws `game.error`, at the place that `game.place` names. */
export function throwing() {
  const at = (place, answer) => (context) => {
    if (game.place === place) throw game.error;
    return answer?.(context);
  };
  const turn = {
    onBegin: at('turn.onBegin'),
    onMove: at('turn.onMove'),
    onEnd: at('turn.onEnd'),
    endIf: at('turn.endIf'),
    order: { first: at('first', () => 0), next: at('next', ({ ctx }) => (ctx.playOrderPos + 1) % 2) },
  };
  const game = {
    place: undefined,
    error: undefined,
    setup: at('setup', () => ({ count: 0 })),
    moves: {
      go: {
        move: at('move', ({ G }) => ({ count: G.count + 1 })),
        redact: at('redact', () => true),
        undoable: at('undoable', () => true),
      },
    },
    turn,
    endIf: at('endIf'),
    onEnd: at('onEnd'),
    phases: {
      a: { start: true, turn, onBegin: at('a.onBegin'), onEnd: at('a.onEnd'), endIf: at('a.endIf'), next: at('a.next', () => 'b') },
      b: { turn, onBegin: at('b.onBegin') },
    },
  };
  return game;
}

/** Moves that leave `ctx` alone, and moves that do not; every callback notes the `ctx` it was given. */
export function noting() {
  const note = ({ ctx }) => {
    game.seen.push(ctx);
  };
  const game = {
    seen: [],
    moves: { free: { move: note, noLimit: true }, go: note },
    turn: { onMove: note },
  };
  return game;
}

/** A `G` that would not survive a copy: its members are compared by identity. */
export function treasure() {
  const game = {
    chest: { lock: Symbol('lock'), self: null },
    seen: [],
    setup: () => game.chest,
    moves: {
      look: ({ G }) => {
        game.seen.push(G === game.chest);
      },
      swap: (_, next) => next,
    },
    turn: {
      onMove: ({ G }) => {
        game.seen.push(G === (game.match?.expected ?? game.chest));
      },
    },
  };
  game.chest.self = game.chest;
  return game;
}

/** A move that calls the given event, and a turn order that returns the given value. */
export function obedient() {
  const game = {
    moves: {
      call: ({ events }, event, arg) => events[event](arg),
      answer: (_, answer) => answer,
    },
    next: 0,
    ending: undefined,
    endIf: () => game.ending,
    turn: { order: { first: () => 0, next: () => game.next } },
  };
  return game;
}

/** A game that explains refusals, by `validate` or by the move itself. */
export function picky() {
  const refuse = () => invalid(game.payload);
  const game = {
    payload: { why: 'not now' },
    seen: {},
    moves: {
      before: { move: () => {}, validate: refuse },
      after: refuse,
      curious: ({ events }) => {
        game.seen.could = game.match.can('free');
        events.endTurn();
      },
      free: { move: () => {}, validate: () => {} },
      throwing: {
        move: () => {},
        validate: () => {
          throw game.payload;
        },
      },
    },
  };
  return game;
}

/** A `G` that cannot be touched: every access to it throws. */
export function untouchable() {
  const refuse = () => {
    throw new Error('hands off');
  };
  const traps = {};
  for (const trap of Object.getOwnPropertyNames(Reflect)) traps[trap] = refuse;
  return new Proxy({}, traps);
}

/** A game with a long turn, to fill a log and an undo history. */
export function counting() {
  return {
    setup: () => ({ count: 0 }),
    moves: { go: ({ G }) => ({ count: G.count + 1 }), pass: ({ events }) => events.endTurn() },
  };
}
