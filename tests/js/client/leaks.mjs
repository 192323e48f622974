// Clients that are not disposed, and games that create a new name each time, for `leakOf` of tests/js/support/leak.mjs.
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { nextTask } from '../support/tasks.mjs';

const NAME = 'n'.repeat(100_000);

function things() {
  return {
    setup: () => ({ things: Array.from({ length: 2000 }, (_, id) => ({ id, x: 0, y: 0, owner: null })) }),
    moves: { push: ({ G, playerID }, id) => { G.things[id].x += 1; G.things[id].owner = playerID; } },
    turn: { maxMoves: 1 },
  };
}

/** A game whose state does not grow. */
function forgetful() {
  const moves = {
    stand: ({ events }, stage) => events.setStage(stage),
    ask: ({ events }, arg) => events.setActivePlayers(arg),
    win: ({ events }, outcome) => events.endGame(outcome),
    enter: ({ events }, phase) => events.setPhase(phase),
    pass: ({ events }, next) => events.endTurn({ next }),
  };
  return { disableLog: true, disableUndo: true, setup: () => ({}), moves };
}

/** Clients with 2,000 objects each that have played, have shown their state, and are dropped. */
export async function dropped(count) {
  for (let i = 0; i < count; i += 1) {
    const client = Client({ game: things(), quiet: true });
    client.subscribe(() => {});
    for (let move = 0; move < 5; move += 1) client.moves.push(move);
    client.undo();
    const { log, _undo, plugins } = client.getState();
    if (log.length + _undo.length + Object.keys(plugins).length === 0) throw new Error('it has not played');
    if (i % 20 === 0) await nextTask();
  }
}

/** The same with one game, and with one state and one move of each that stay reachable for a while. */
export async function droppedOfOneGame(count) {
  const game = things();
  let held = [];
  for (let i = 0; i < count; i += 1) {
    const client = Client({ game, quiet: true });
    client.moves.push(i % 2000);
    held.push(client.getState(), client.moves.push);
    if (i % 20 === 0) {
      held = [];
      await nextTask();
    }
  }
}

/** Small clients, of which each takes more than two kilobytes of the module's memory. */
export async function droppedSmall(count) {
  const game = { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };
  for (let i = 0; i < count; i += 1) {
    Client({ game, quiet: true }).moves.add();
    if (i % 100 > 0) continue;
    // The finalizers run before the memory grows.
    globalThis.gc();
    await nextTask();
  }
}

/** Clients that could not begin because their setup or first hook threw. */
export async function failed(count) {
  for (let i = 0; i < count; i += 1) {
    const { setup, moves } = things();
    const G = setup();
    const boom = () => { throw G; };
    for (const game of [{ setup: boom, moves }, { setup, moves, turn: { onBegin: boom } }]) {
      try {
        Client({ game, quiet: true });
      } catch {
        // As intended.
      }
    }
    if (i % 20 === 0) await nextTask();
  }
}

/** Reducers, each with a game of its own. */
export async function reducers(count) {
  for (let i = 0; i < count; i += 1) {
    const game = things();
    const reduce = CreateGameReducer({ game });
    const state = InitializeGame({ game, numPlayers: 2 });
    reduce(state, { type: 'MAKE_MOVE', payload: { type: 'push', args: [1], playerID: '0' } });
    if (i % 20 === 0) await nextTask();
  }
}

/** Stages that one client enters in sequence. */
export const stages = named((client, name) => [client.events.setStage(name)]);
export const stagesInMoves = named((client, name) => [client.moves.stand(name)]);
export const stagesOfOthers = named((client, name) => [client.moves.ask({ value: { 0: null, 1: name }, next: { all: name } }), client.events.setActivePlayers({ currentPlayer: name })]);
export const outcomes = named((client, name) => [client.moves.win(name), client.reset()]);
/** Names of players and phases that do not exist. */
export const players = named((client, name) => { client.updatePlayerID(name); client.moves.stand('x'); client.updatePlayerID(undefined); });
export const activePlayers = named((client, name) => { client.moves.ask({ value: { [name]: null } }); client.moves.ask([name]); });
export const phases = named((client, name) => { client.moves.enter(name); client.events.setPhase(name); });
export const nextPlayers = named((client, name) => { client.moves.pass(name); client.events.endTurn({ next: name }); });
export const credentials = named((client, name) => { client.updateCredentials(name); client.moves.stand('x'); });

/** Names of 100 kB, each different, that one client uses once. The client stays reachable. */
function named(use) {
  return async (count) => {
    const client = Client({ game: forgetful(), quiet: true });
    for (let i = 0; i < count; i += 1) {
      const handles = use(client, `${i} ${NAME}`);
      if (handles?.some(({ status }) => status !== 'confirmed')) throw handles.map(({ error }) => error);
      if (i % 20 === 0) await nextTask();
    }
    return client;
  };
}

/** One client that stays reachable; its shown states and their G do not. */
export async function shown(count) {
  const game = {
    ...forgetful(),
    setup: () => ({ things: [] }),
    moves: { replace: () => ({ things: Array.from({ length: 200 }, (_, id) => ({ id, x: 0, y: 0, owner: null })) }) },
  };
  const client = Client({ game, quiet: true });
  for (let i = 0; i < count; i += 1) {
    client.moves.replace();
    client.getState();
    // The first collected object is released with the next move, all others at once.
    if (i % 50 === 0) globalThis.gc();
    await nextTask();
  }
  return client;
}

/** Games that the engine itself refuses after it has read them completely. */
export async function refusedDefinitions(count) {
  const phases = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${i}`, { turn: {} }]));
  const crowd = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`player ${i}`, null]));
  const game = { phases, turn: { activePlayers: { value: crowd } } };
  for (let i = 0; i < count; i += 1) {
    try {
      Client({ game, quiet: true });
    } catch ({ code }) {
      if (code !== 'game/definition') throw new Error(code);
      if (i % 20 === 0) await nextTask();
      continue;
    }
    throw new Error('it was not refused');
  }
}
