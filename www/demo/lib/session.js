/** A session: one client, with the page's data about its last action: its time, and the reason of a refusal. */
import { Client } from 'rondel/client';
import { asSeat, seatName, whoActs } from './seats.js';

/** Milliseconds between two drawings of a clock that runs. */
const TICK_MS = 100;

/** Starts a match of `game`. `onChange` is called after every change, once per burst. */
export function createSession({ game, numPlayers, nameOf = seatName, explain, onChange }) {
  const client = Client({ game, numPlayers, playerID: null, debug: false, quiet: true });
  let before = client.getState();
  let shown = before;
  let scheduled = false;
  let looking = false;
  const session = {
    client,
    nameOf,
    last: null,
    get state() { return client.getState(); },
    /** The state before the last change: the inspector marks the difference. */
    get before() { return before; },
    /** `G` as a seat sees it. If hands are hidden, the page sees those of the players who may act. */
    seenBy(seat) {
      const { playerID } = client;
      looking = true;
      const { G } = asSeat(client, seat, () => client.getState());
      asSeat(client, playerID, () => {});
      looking = false;
      return G;
    },
    move: (seat, name, ...args) => act(seat, `${name}(${args.map(short).join(', ')})`, () => client.moves[name](...args), { move: name, args }),
    event: (seat, name, ...args) => act(seat, `${name}(${args.map(short).join(', ')})`, () => client.events[name](...args), { event: name }),
    undo: () => act(client.getState()._undo.at(-1)?.playerID, 'undo', () => client.undo(), { event: 'undo' }),
    redo: () => act(client.getState()._redo[0]?.playerID, 'redo', () => client.redo(), { event: 'redo' }),
    reset() {
      client.reset();
      session.last = null;
      schedule();
    },
    dispose() {
      unsubscribe();
      clearInterval(ticks);
      client.dispose();
    },
  };
  const unsubscribe = client.subscribe(schedule);
  const ticks = client.clock() ? setInterval(tick, TICK_MS) : undefined;
  client.start();
  return session;

  function act(seat, label, call, what) {
    const state = client.getState();
    // Before the action: the refusal is about this state.
    const why = what.move && seat != null ? explain?.(state, seat, what.move, what.args) : null;
    const run = () => {
      const began = performance.now();
      const handle = call();
      return { handle, time: performance.now() - began };
    };
    const { handle, time } = seat == null ? run() : asSeat(client, seat, run);
    const error = handle?.error ?? null;
    // An event may be accepted and do nothing, such as endStage of a player without a stage. The page reports it.
    const idle = error === null && what.event !== undefined && unchanged(state, client.getState());
    const reason = error ? refusal(error, state, seat, what, { why, nameOf }) : idle ? without(what.event, seat, nameOf) : null;
    session.last = { number: (session.last?.number ?? 0) + 1, seat, label, time, refused: error !== null || idle, idle, type: error?.type, reason };
    schedule();
    return handle;
  }

  function tick() {
    if (Object.keys(client.clock().deadlines).length > 0) onChange(session);
  }

  function schedule() {
    if (scheduled || looking) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      const state = client.getState();
      if (state._stateID !== shown._stateID || state.ctx !== shown.ctx) before = shown;
      shown = state;
      onChange(session);
    });
  }
}

/** Returns a duration as text. Browsers round their clock, so a small one is shown as a bound. */
export function inMilliseconds(time) {
  return time < 0.1 ? '< 0.1 ms' : `${time.toFixed(1)} ms`;
}

function refusal(error, { ctx }, seat, { move, event }, { why, nameOf }) {
  const stage = ctx.activePlayers?.[seat];
  switch (error.type) {
    case 'action/gameover':
      return 'The game is over.';
    case 'action/inactive_player':
      return `${nameOf(seat)} may not act now: ${lowerFirst(whoActs(ctx, nameOf))}.`;
    case 'action/unavailable_move':
      if (stage) return `${move} is no move of stage “${stage}”.`;
      return ctx.phase ? `${move} is no move of phase “${ctx.phase}”.` : `${move} is no move here.`;
    case 'action/invalid_move':
      return why ?? 'The rules of the game refuse it.';
    default:
      return sentence(error.message) + (event === 'undo' ? ' A turn that has ended stays ended.' : '');
  }
}

function without(event, seat, nameOf) {
  return event === 'endStage' ? `${nameOf(seat)} is in no stage.` : 'Nothing changes.';
}

function unchanged(before, now) {
  return before.G === now.G && JSON.stringify(before.ctx) === JSON.stringify(now.ctx);
}

function lowerFirst(text) {
  return /^(Nobody|Everybody|The )/.test(text) ? text[0].toLowerCase() + text.slice(1) : text;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function short(value) {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value) ?? 'undefined';
}
