// Nested calls into clients: endless loops, clients disposed of during a call, and garbage collections.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { network } from 'rondel/testing';
import { Local } from 'rondel/multiplayer';
import { capture } from '../../support/console.mjs';
import { playsOn, rules } from '../crew.mjs';
import { isFault, textOf, thrownBy } from '../values.mjs';
import { nextTask } from '../../support/tasks.mjs';

const cases = {};

/** Actions that a subscriber takes at each notification, endlessly. */
const LOOPS = {
  'makes a move': (client) => client.moves.add(1),
  'makes a move that is refused': (client) => client.moves.refuse(),
  'ends the turn': (client) => client.events.endTurn(),
  'undoes and does again': (client) => { client.undo(); client.redo(); },
  'begins anew': (client) => client.reset(),
  'loads a state': (client) => client.loadState(client.getState()),
  'takes another seat': (client) => client.updatePlayerID(client.playerID === '1' ? '0' : '1'),
  'goes to another match': (client) => client.updateMatchID(`${client.matchID}x`.slice(-20)),
  'changes its credentials': (client) => client.updateCredentials({}),
  'shows a preview': (client) => client.previewState(client.getState()),
};

for (const [what, act] of Object.entries(LOOPS)) {
  cases[`a subscriber ${what} each time: it ends in an error, reported once, and the client continues`] = () => {
    const client = Client({ game: rules(), quiet: true });
    const reports = numPrinted(() => loop([client], client, act));
    assert.ok(reports < 10, `${reports} reports`);
    calm(client);
  };

  cases[`two subscribers each of which ${what} each time`] = () => {
    const client = Client({ game: rules(), quiet: true });
    const reports = numPrinted(() => loop([client, client], client, act));
    assert.ok(reports < 20, `${reports} reports`);
    calm(client);
  };

  cases[`subscribers of two clients: each ${what} at the other`] = () => {
    const [client, other] = [Client({ game: rules(), quiet: true }), Client({ game: rules(), quiet: true })];
    let isArmed = false;
    client.subscribe(() => { if (isArmed) act(other); });
    other.subscribe(() => { if (isArmed) act(client); });
    isArmed = true;
    const reports = numPrinted(() => thrownBy(() => client.moves.add(1)));
    isArmed = false;
    assert.ok(reports < 20, `${reports} reports`);
    calm(client);
    calm(other);
  };

  if (/anew|loads/.test(what)) continue;
  cases[`a subscriber of a client over Local() ${what} each time`] = () => {
    const { clients, end } = seated(rules({ turn: { activePlayers: { all: null } } }));
    const reports = numPrinted(() => loop(clients, clients[0], act));
    assert.ok(reports < 20, `${reports} reports`);
    for (const [i, client] of clients.entries()) {
      client.updateMatchID('default');
      client.updatePlayerID(String(i));
      client.previewState(null);
    }
    const { G } = clients[1].getState();
    assert.equal(clients[0].moves.add(2).status, 'confirmed');
    assert.equal(clients[1].getState().G.n, G.n + 2);
    end();
  };
}

cases['a subscriber plays the next hundred moves, each within the previous one'] = () => {
  const client = Client({ game: rules(), quiet: true });
  client.subscribe(({ G }) => { if (G.n > 0 && G.n < 100) assert.equal(client.moves.add(1).status, 'confirmed'); });
  client.moves.add(1);
  assert.equal(client.getState().G.n, 100);
};

cases['subscribers that subscribe and unsubscribe endlessly'] = () => {
  const [client, second] = [Client({ game: rules(), quiet: true }), Client({ game: rules(), quiet: true })];
  let isArmed = true;
  const ends = [];
  const again = () => { if (isArmed) ends.push(client.subscribe(again)); };
  let leave = () => {};
  const swap = () => {
    if (!isArmed) return;
    leave();
    leave = second.subscribe(swap);
    ends.push(leave);
  };
  for (const [one, subscriber] of [[client, again], [second, swap]]) {
    thrownBy(() => ends.push(one.subscribe(subscriber)));
  }
  isArmed = false;
  for (const end of ends) end();
  calm(client);
  calm(second);
};

/** Places where a game's code runs while a client is busy. */
const PLACES = {
  'a move': (act) => ({ moves: { ...rules().moves, go: act } }),
  validate: (act) => ({ moves: { ...rules().moves, go: { move: () => {}, validate: act } } }),
  undoable: (act) => ({ moves: { ...rules().moves, go: { move: () => {}, undoable: () => act() !== false } } }),
  redact: (act) => ({ moves: { ...rules().moves, go: { move: () => {}, redact: () => act() === true } } }),
  'turn.onMove': (act) => ({ turn: { onMove: act } }),
  'turn.onEnd': (act) => ({ turn: { onEnd: act, maxMoves: 1 } }),
  endIf: (act) => ({ endIf: act }),
  onEnd: (act) => ({ endIf: () => undefined, onEnd: act }),
  playerView: (act) => ({ playerView: ({ G }) => { act(); return G; } }),
  'plugin.api': (act) => plugged({ api: act }),
  'plugin.flush': (act) => plugged({ flush: ({ data }) => { act(); return data; } }),
  'plugin.fnWrap': (act) => plugged({ fnWrap: (inner) => (...args) => { act(); return inner(...args); } }),
  'plugin.playerView': (act) => plugged({ playerView: ({ data }) => { act(); return data; } }),
  'ai.enumerate': (act) => ({ ai: { enumerate: () => { act(); return []; } } }),
};

/** Maximum number of calls by the game's code of one client. */
const MOST_CALLS = 100;

/** Methods that the code calls there. */
const CALLS = {
  moves: (client) => client.moves.add(1), events: (client) => client.events.endTurn(), undo: (client) => client.undo(), redo: (client) => client.redo(),
  reset: (client) => client.reset(), loadState: (client, saved) => client.loadState(saved), updatePlayerID: (client) => client.updatePlayerID('1'),
  updateMatchID: (client) => client.updateMatchID('other'), updateCredentials: (client) => client.updateCredentials('x'),
  previewState: (client, saved) => client.previewState(saved), start: (client) => client.start(), stop: (client) => client.stop(),
  subscribe: (client) => client.subscribe(() => {}), getState: (client) => client.getState(), log: (client) => client.log,
  canMove: (client) => client.canMove('add', 1), legalMoves: (client) => client.legalMoves(), dispose: (client) => client.dispose(),
  sendChatMessage: (client) => client.sendChatMessage?.('x'), gc: () => globalThis.gc(),
};

for (const [place, game] of Object.entries(PLACES)) {
  cases[`${place} calls each method of its own client: forbidden calls are refused, and all play on`] = async () => {
    for (const [what, call] of Object.entries(CALLS)) await withClients(place, game, what, call);
  };
}

cases['a playerView makes a move each time'] = () => withClients('playerView', PLACES.playerView, 'moves', CALLS.moves, Infinity);

cases['dispose twice, in a subscriber, and between all else'] = () => {
  for (const call of Object.values(CALLS)) {
    const client = Client({ game: rules(), quiet: true });
    client.moves.add(1);
    const saved = client.getState();
    let isArmed = false;
    client.subscribe(() => {
      if (!isArmed) return;
      client.dispose();
      client.dispose();
    });
    isArmed = true;
    for (const act of [() => client.moves.add(1), () => call(client, saved), client.dispose, () => call(client, saved), () => client.log, () => saved._undo.length, () => saved.plugins]) {
      const [error] = thrownBy(act);
      if (error !== undefined) assert.ok(!isFault(error) && error.name === 'RondelError', textOf(error));
    }
    assert.equal(client.getState()._stateID >= 1, true);
  }
};

cases['all properties of a client can be read'] = () => {
  const { clients, end } = seated(rules());
  for (const client of [Client({ game: rules(), quiet: true }), ...clients]) {
    const [error] = thrownBy(() => ({ ...client }));
    assert.equal(error, undefined, textOf(error));
  }
  end();
};

cases['states, snapshots and logs outlive their client'] = async () => {
  const kept = [];
  for (let i = 0; i < 50; i += 1) {
    const client = Client({ game: rules(), quiet: true });
    client.moves.add(1);
    kept.push(client.getState());
    client.moves.add(1);
    kept.push(client.getState());
    if (i % 2 === 0) client.dispose();
  }
  for (let i = 0; i < 3; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    globalThis.gc();
  }
  for (const state of kept) {
    const [error] = thrownBy(() => [state.log, state._undo, state._redo, state.plugins, state.deltalog, state.canUndo, state.canRedo]);
    assert.equal(error, undefined, textOf(error));
  }
};

cases['the collector runs in every callback, with dropped clients all around'] = async () => {
  const drop = () => {
    for (let i = 0; i < 5; i += 1) {
      const client = Client({ game: rules(), quiet: true });
      client.moves.add(1);
      client.getState().log;
    }
  };
  for (const [place, game] of Object.entries(PLACES)) {
    const client = Client({ game: rules(game(() => { globalThis.gc(); })), quiet: true });
    client.subscribe(() => globalThis.gc());
    for (let i = 0; i < 2; i += 1) {
      drop();
      client.moves.go?.();
      client.moves.add(1);
      client.undo();
      await nextTask();
    }
    assert.ok(client.getState().G.n >= 0, place);
    client.getState().plugins;
  }
};

export default cases;

async function withClients(place, game, what, call, mostCalls = MOST_CALLS) {
  for (const kind of ['alone', 'in the page', 'over a network']) {
    let [client, saved, isArmed] = [undefined, undefined, false];
    const thrown = [];
    let left = mostCalls;
    const act = () => {
      if (!isArmed || left === 0) return;
      left -= 1;
      isArmed = false;
      thrown.push(...thrownBy(() => call(client, saved)));
      isArmed = true;
    };
    const all = rules(game(act));
    all.moves = { go: () => {}, ...all.moves };
    const net = kind === 'over a network' ? network({ latency: 1 }) : undefined;
    const table = kind === 'alone' ? alone(all) : seated(all, net);
    [client] = table.clients;
    await net?.run();
    saved = client.getState();
    isArmed = true;
    for (const step of [() => client.moves.go(), () => client.getState()?.plugins, () => client.legalMoves(), () => client.undo(), () => client.events.endGame()]) {
      thrown.push(...thrownBy(step));
      await net?.run(20);
    }
    isArmed = false;
    for (const error of thrown) assert.ok(error?.name === 'RondelError', `${what} in ${place}, ${kind}: ${textOf(error)}`);
    table.end();
    await net?.run();
    const next = Client({ game: all, quiet: true });
    assert.equal(next.moves.add(1).status, 'confirmed', `${what} in ${place}, ${kind}`);
    assert.equal(next.getState().G.n, 1, `${what} in ${place}, ${kind}`);
  }
}

function plugged(plugin) {
  return { plugins: [{ name: 'busy', ...plugin }] };
}

/** Subscribers that act at each notification, started by one move. */
function loop(subscribed, first, act) {
  let isArmed = false;
  const ends = subscribed.map((client) => client.subscribe(() => { if (isArmed) act(client); }));
  isArmed = true;
  thrownBy(() => first.moves.add(1));
  isArmed = false;
  for (const end of ends) end();
}

function calm(client) {
  client.previewState(null);
  client.updatePlayerID(undefined);
  client.reset();
  playsOn(client, 'the client');
}

/** Returns how many messages are printed during a call. */
function numPrinted(run) {
  return capture(run).printed.length;
}

function alone(game) {
  const client = Client({ game, quiet: true });
  return { clients: [client], end: () => client.dispose() };
}

function seated(game, net) {
  const multiplayer = net ? Local({ network: net }) : Local();
  const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer, quiet: true }));
  for (const client of clients) client.start();
  return { clients, end: () => clients.forEach((client) => client.dispose()) };
}
