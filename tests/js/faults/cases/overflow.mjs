// The stack overflows in Rondel's own calls: each is made at each of the last levels before the end. It works, is refused,
// or throws the overflow to its caller; no match is harmed, this one included.
import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';
import { Client } from 'rondel/client';
import { CreateGameReducer, InitializeGame } from 'rondel/internal';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { InMemory } from '../../../../pkg/lib/online/storage/storage.js';
import { playsOn, rules } from '../crew.mjs';
import { Notes, PADDINGS, fromTheEnd } from '../depth.mjs';
import { isForToday } from '../../support/rotation.mjs';

/** Frames are about 130 bytes: these are the last 100 kB. */
const LEVELS = Number(process.env.RONDEL_FAULTS_LEVELS ?? 900);

const CALLS = {
  'a move': (client) => client.moves.add(1),
  'a move with hooks, dice and metadata': (client) => client.moves.much(),
  'a move that ends its turn': (client) => client.moves.last(),
  'a refused move': (client) => client.moves.refuse(),
  'setActivePlayers': (client) => client.events.setActivePlayers({ all: 'aside', minMoves: 1, next: { currentPlayer: null } }),
  'endTurn': (client) => client.events.endTurn(),
  'setPhase and endPhase': (client) => { client.events.setPhase('late'); client.events.endPhase(); },
  'undo and redo': (client) => { client.undo(); client.redo(); },
  'a plugin action': (client) => client.plugins.noisy({ a: 1 }),
  'getState': (client) => { client.updatePlayerID('0'); client.getState(); },
  'the log': (client) => { client.moves.add(1); return client.log.length; },
  'lazy fields': (client) => { client.moves.add(1); const { plugins, deltalog, _undo, _redo, log, canUndo, canRedo } = client.getState(); return [plugins, deltalog, _undo, _redo, log, canUndo, canRedo]; },
  'canMove and legalMoves': (client) => { client.canMove('add', 1); client.legalMoves(); },
  'reset': (client) => client.reset(),
  'loadState': (client, { saved }) => client.loadState(saved),
  'updatePlayerID': (client) => { client.updatePlayerID('1'); client.updatePlayerID(undefined); },
  'updateCredentials': (client) => client.updateCredentials({ secret: 1 }),
  'previewState': (client, { saved }) => { client.previewState(saved); client.previewState(null); },
  'subscribe': (client) => client.subscribe(() => {})(),
};

/** The calls that only make moves. */
const COUNTED = new Set(['a move', 'the log', 'lazy fields']);

const cases = {};

/** On two days of four, because the paddings alternate. */
const PLAYS_COMPAT = isForToday(0, 4) || isForToday(1, 4);

for (const compat of PLAYS_COMPAT ? [undefined, '0.50'] : [undefined]) {
  for (const [what, call] of Object.entries(CALLS)) {
    cases[`${what} at the end of the stack${compat ? ', under compat' : ''}`] = () => {
      for (const padding of PADDINGS) sweep(compat, what, call, padding);
    };
  }
}

cases['a client is made, played and disposed of at the end of the stack'] = () => {
  for (const padding of PADDINGS) {
    const notes = new Notes();
    const game = detailed();
    fromTheEnd(LEVELS / 2, () => {
      const client = Client({ game, quiet: true });
      client.moves.add(1);
      client.dispose();
    }, { padding, note: notes.note });
    notes.assertClean(`padding ${padding}`);
  }
};

cases['clients are disposed of at the end of the stack'] = () => {
  for (const padding of PADDINGS) {
    const notes = new Notes();
    const clients = Array.from({ length: LEVELS / 2 }, () => Client({ game: detailed(), quiet: true }));
    for (const client of clients) for (let i = 0; i < 5; i += 1) client.moves.add(1);
    fromTheEnd(clients.length, (level) => clients[level - 1].dispose(), { padding, note: notes.note });
    notes.assertClean(`padding ${padding}`);
    for (const client of clients) client.dispose();
    const last = Client({ game: detailed(), quiet: true });
    playsOn(last, 'the next client');
  }
};

cases['a reducer at the end of the stack'] = () => {
  for (const padding of PADDINGS) {
    const notes = new Notes();
    const game = detailed();
    const reduce = CreateGameReducer({ game });
    const first = InitializeGame({ game, numPlayers: 2 });
    const action = { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } };
    let state = first;
    fromTheEnd(LEVELS, () => { state = reduce(state, action); }, { padding, note: notes.note });
    notes.assertClean(`padding ${padding}`);
    assert.equal(state.G.n, state._stateID);
    const next = reduce(reduce(state, { type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID: '0' } }), { ...action, payload: { ...action.payload, playerID: '1' } });
    assert.equal(next.G.n, state.G.n + 1);
    assert.equal(reduce(structuredClone(first), action).G.n, 1);
  }
};

cases['a master at the end of the stack'] = async () => {
  for (const padding of PADDINGS) {
    const notes = new Notes();
    const storage = new InMemory();
    const master = new Master(detailed(), storage, { send: () => {}, sendAll: () => {} });
    await master.onSync('m', '0');
    const answers = [];
    fromTheEnd(LEVELS, () => {
      answers.push(master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } }, storage.state.get('m')._stateID, 'm', '0'));
      answers.push(master.onSync('m', '1'));
    }, { padding, note: notes.note });
    await Promise.race([Promise.all(answers.map((answer) => answer.catch(notes.note))), later(3000).then(() => notes.note('a promise that is never settled'))]);
    notes.assertClean(`padding ${padding}`);
    const { G, _stateID } = storage.state.get('m');
    assert.equal(G.n, _stateID);
    assert.equal(await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID: '0' } }, _stateID, 'm', '0'), undefined, 'the master goes on');
    assert.equal(storage.state.get('m').G.n, G.n + 1);
  }
};

for (const predict of ['moves', 'flow', 'none']) {
  cases[`clients over Local() at the end of the stack, predict: '${predict}'`] = async () => {
    for (const padding of PADDINGS) {
      const notes = new Notes();
      const game = detailed();
      const clients = ['0', '1'].map((playerID) => Client({ game, playerID, multiplayer: Local(), predict, quiet: true }));
      for (const client of clients) client.start();
      clients[1].subscribe(() => {});
      fromTheEnd(LEVELS, (level) => {
        if (level % 7 === 0) clients[0].sendChatMessage('x');
        if (level % 7 === 1) clients[0].updatePlayerID('0');
        clients[0].moves.add(1);
      }, { padding, note: notes.note });
      notes.assertClean(`padding ${padding}`);
      // Lost messages are requested again within about a second.
      await settled(() => clients.every((client) => client.getState() && client.getState().pending === 0));
      for (const client of clients) {
        client.stop();
        client.start();
      }
      const { G } = clients[0].getState();
      assert.equal(clients[0].moves.add(1).status, 'confirmed', `padding ${padding}: the client goes on`);
      assert.deepEqual(clients.map(({ getState }) => getState().G.n), [G.n + 1, G.n + 1]);
      for (const client of clients) client.dispose();
    }
  };
}

for (const isSlow of [false, true]) {
  cases[`clients come, go and change places over ${isSlow ? 'a network' : 'Local()'} at the end of the stack`] = async () => {
    for (const padding of PADDINGS) {
      const notes = new Notes();
      const game = detailed();
      const net = isSlow ? network({ clock: 'real' }) : undefined;
      const join = (playerID) => Client({ game, playerID, multiplayer: Local({ network: net }), quiet: true });
      const [client, other] = [join('0'), join('1')];
      const guests = Array.from({ length: LEVELS }, () => join('1'));
      for (const each of [client, other]) each.start();
      const steps = [
        () => client.updatePlayerID('1'), () => client.moves.add(1), () => client.updateMatchID('another'),
        () => client.updateCredentials('secret'), () => client.stop(), () => client.start(), () => client.updateMatchID('default'),
        () => client.updatePlayerID('0'), () => client.moves.add(1), () => { net?.disconnect(); net?.reconnect(); },
      ];
      fromTheEnd(LEVELS, (level) => {
        steps[(level >> 2) % steps.length]();
        guests[level - 1].start();
        guests[level - 1].dispose();
      }, { padding, note: notes.note });
      notes.assertClean(`padding ${padding}`);
      net?.reconnect();
      client.updateMatchID('default');
      client.updatePlayerID('0');
      for (const each of [client, other]) {
        each.stop();
        each.start();
      }
      await settled(() => [client, other].every((each) => each.getState()?.pending === 0));
      assert.equal((await client.moves.add(1).confirmed).status, 'confirmed', `padding ${padding}: the client goes on`);
      await settled(() => client.getState().G.n === other.getState().G.n);
      assert.deepEqual([client, other].map(({ getState }) => getState().G.n), Array(2).fill(client.getState().G.n));
      // Connections are counted correctly.
      for (const guest of guests) guest.dispose();
      await settled(() => other.matchData?.every(({ isConnected }) => isConnected));
      assert.deepEqual(other.matchData.map(({ isConnected }) => isConnected), [true, true], `padding ${padding}: both are there`);
      client.dispose();
      await settled(() => !other.matchData[0].isConnected);
      assert.deepEqual(other.matchData.map(({ isConnected = false }) => isConnected), [false, true], `padding ${padding}: one has gone`);
      other.dispose();
    }
  };
}

cases['a subscriber at the end of the stack plays another client'] = () => {
  for (const padding of PADDINGS) {
    const notes = new Notes();
    const [client, other] = [Client({ game: detailed(), quiet: true }), Client({ game: detailed(), quiet: true })];
    client.subscribe(() => other.moves.add(1));
    fromTheEnd(LEVELS, () => client.moves.add(1), { padding, note: notes.note });
    notes.assertClean(`padding ${padding}`);
    consistent(other, 'the other client');
    playsOn(client, 'the client');
    playsOn(other, 'the other client');
  }
};

export default cases;

function sweep(compat, what, call, padding) {
  const notes = new Notes();
  const client = Client({ game: detailed({ compat }), quiet: true });
  client.subscribe(() => {});
  client.moves.add(1);
  const saved = client.getState();
  let told = 0;
  fromTheEnd(LEVELS, () => {
    if (call(client, { saved })?.status === 'confirmed') told += 1;
  }, { padding, note: notes.note });
  const where = `${what}, padding ${padding}`;
  notes.assertClean(where);
  client.updatePlayerID(undefined);
  client.previewState(null);
  if (COUNTED.has(what)) {
    consistent(client, where);
    assert.ok(client.getState().G.n > told, `${where}: what was confirmed has happened`);
  }
  client.reset();
  if (!compat) {
    consistent(client, where);
    playsOn(client, where);
  }
}

/** Each action has its state ID, its log entry and its effect. */
function consistent(client, what) {
  const { G, _stateID } = client.getState();
  const made = client.log.filter(({ action }) => action.type === 'MAKE_MOVE').length;
  assert.deepEqual([G.n, made, _stateID], [_stateID, _stateID, client.log.length], `${what}: each move counts once`);
}

/** A game that uses every crossing of the boundary. */
function detailed(more = {}) {
  const base = rules();
  return rules({
    moves: {
      ...base.moves,
      much: ({ G, random, log, events }) => {
        G.rolls = [random.D6(), ...random.D6(3), random.Number()];
        log.setMetadata({ said: 'much' });
        events.setActivePlayers({ currentPlayer: 'aside', others: 'aside', revert: true });
        events.endStage();
      },
      last: ({ G, events }) => { G.turns += 1; events.endTurn({ next: '1' }); },
    },
    turn: { ...base.turn, onMove: ({ G }) => { G.moved = true; }, endIf: () => false },
    endIf: () => undefined,
    playerView: ({ G, playerID }) => ({ ...G, playerID }),
    ai: { enumerate: () => [{ move: 'add', args: [1] }, { move: 'roll' }] },
    plugins: [{ name: 'noisy', setup: () => ({ n: 0 }), api: ({ data }) => data, flush: ({ data }) => data, action: (data) => ({ n: data.n + 1 }), playerView: ({ data }) => data }],
    ...more,
  });
}

async function settled(isSettled) {
  for (let i = 0; i < 50 && !isSettled(); i += 1) await later(100);
}
