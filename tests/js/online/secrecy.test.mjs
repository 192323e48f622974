// Slow: many random matches. Every hidden place holds a marker, and every byte that a master sends is searched for markers of others.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { INVALID_MOVE, Stage, invalid, legacyGame } from 'rondel/core';
import { createMatch, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { Local } from 'rondel/multiplayer';
import { checkSecrecy, network } from 'rondel/testing';
import { makeChance } from '../../../pkg/lib/testing/random-play.js';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { encode } from '../../../pkg/lib/online/protocol/wire.js';
import { slowStorage } from '../support/slow-storage.mjs';
import { silence } from '../support/console.mjs';

const PLAYERS = ['0', '1', '2'];
const NOBODY = 'nobody';

/** A marker for a secret that only one player may know, or nobody. */
const secret = (what, owner = NOBODY) => `SECRET-${what}-${owner}`;

/** A match has a secret of each kind: in `G`, in plugins, in arguments, in exceptions, and in its own setup. */
function vault(changes = {}) {
  return {
    name: 'vault',
    seed: secret('seed'),
    setup: (_, setupData) => ({
      secret: { deck: ['a', 'b', 'c', 'd'].map((card) => secret(`deck-${card}`)), setupData, trail: [] },
      hands: Object.fromEntries(PLAYERS.map((player) => [player, [secret('hand', player)]])),
      table: [],
      dice: [],
    }),
    playerView: ({ G: { secret: _, ...G }, playerID }) => ({
      ...G, hands: Object.hasOwn(G.hands, playerID) ? { [playerID]: G.hands[playerID] } : {},
    }),
    plugins: [diary()],
    turn: {
      activePlayers: { all: Stage.NULL },
      onMove: ({ G }) => {
        if (G.secret.trail.at(-1) === 'hook') throw new Error(secret('thrown-by-hook'));
      },
    },
    moves: {
      place: ({ G }, card) => { G.table.push(card); },
      draw: { move: draw, undoable: true },
      whisper: { move: whisper, redact: true },
      murmur: { move: whisper, redact: ({ G }) => G.table !== null },
      roll: { move: ({ G, random }) => { G.dice.push(random.D6(), random.Shuffle([1, 2, 3]).join('')); }, undoable: false },
      open: { move: ({ G, random }) => { G.dice.push(random.D20()); G.secret.trail.push(random.Number()); }, client: false },
      write: { move: ({ diary: { write }, playerID }, page) => write(playerID, page), redact: true },
      explode: ({ G }) => { throw new Error(`${G.secret.deck[0]}, ${secret('thrown-by-move')}`); },
      explodeLater: ({ G }) => { G.secret.trail.push('hook'); },
      ask: { move: () => {}, validate: () => { throw new Error(secret('thrown-by-validate')); } },
      hide: { move: () => {}, redact: () => { throw new Error(secret('thrown-by-redact')); } },
      refuse: ({ playerID }) => invalid({ because: secret('reason', playerID) }),
      never: () => INVALID_MOVE,
      spoil: ({ diary: { spoil } }) => spoil(),
      end: ({ events }) => events.endTurn(),
    },
    ...changes,
  };
}

/** A plugin: pages that only their writer sees, and a public cover. */
function diary() {
  return {
    name: 'diary',
    setup: () => ({
      cover: 'diary',
      pages: Object.fromEntries(PLAYERS.map((player) => [player, [secret('page', player)]])),
      last: secret('last-page'),
    }),
    api: ({ data }) => {
      const api = { data };
      api.write = (player, page) => {
        const pages = { ...api.data.pages, [player]: [...api.data.pages[player], page] };
        api.data = { ...api.data, pages };
      };
      api.spoil = () => { api.data = { ...api.data, isSpoilt: secret('spoilt') }; };
      return api;
    },
    flush: ({ api }) => api.data,
    action: (data, { args: [page], playerID }) => ({ ...data, pages: { ...data.pages, [playerID]: [page] } }),
    isInvalid: ({ data }) => (data.isSpoilt ? 'a page has gone' : false),
    playerView: ({ data: { cover, pages }, playerID }) => ({ cover, mine: Object.hasOwn(pages, playerID) ? pages[playerID] : [] }),
  };
}

function draw({ G, playerID }) {
  // After an undo, this exists only on the stacks of undo and redo.
  G.secret.trail.push(secret('drawn'));
  G.hands[playerID].push(secret('card', playerID));
}

function whisper({ G, playerID }, what) {
  G.hands[playerID].push(what);
}

/** Actions that a player might send, with their own secrets. */
function actionsOf(playerID) {
  const move = (type, ...args) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });
  const said = (what) => secret(what, playerID);
  return [
    move('place', 'a card'), move('draw'), move('whisper', said('whisper'), { deep: [said('whisper-deep')] }),
    move('murmur', said('murmur')), move('roll'), move('open'), move('write', said('written')),
    move('explode'), move('explodeLater'), move('ask', 1), move('hide', said('hidden')), move('refuse', said('refused')),
    move('never'), move('spoil'), move('end'), move('no such move', said('nonsense')), move(said('name-of-a-move')),
    { type: 'UNDO', payload: { playerID } }, { type: 'REDO', payload: { playerID } },
    { type: 'GAME_EVENT', payload: { type: 'endTurn', args: [], playerID } },
    { type: 'GAME_EVENT', payload: { type: 'setPhase', args: [said('phase')], playerID } },
    { type: 'GAME_EVENT', payload: { type: 'setActivePlayers', args: [said('players')], playerID } },
    { type: 'PLUGIN', payload: { type: 'diary', args: [said('plugin')], playerID } },
    { type: 'PLUGIN', payload: { type: 'random', args: [said('plugin')], playerID } },
    { type: 'SYNC', payload: { playerID }, state: said('state') },
  ];
}

/** Fails if a text for a viewer contains another viewer's secret. */
function search(text, viewer, what) {
  const found = (text.match(/SECRET-[\w-]*/g) ?? []).filter((marker) => !marker.endsWith(`-${viewer}`));
  assert.deepEqual(found, [], `${what} to ${viewer}`);
  const names = text.match(/prngstate|_sync|_replay|credentials|setupData|isSpoilt/g) ?? [];
  assert.deepEqual(names, [], `${what} to ${viewer}`);
}

/** A master whose messages go to every kind of viewer, in both forms; all can be searched afterwards. */
function openMatch(game, storage = new InMemory()) {
  const filter = getFilterPlayerView(game);
  const viewers = [...PLAYERS, null, undefined, 'undefined', '7', '__proto__', 'constructor', '', ' 0', '00'];
  const said = [];
  const numbers = new Set();
  const made = createMatch({ game, numPlayers: 3, setupData: { password: secret('setup') } });
  for (const [player, data] of Object.entries(made.metadata.players)) data.credentials = secret('credentials', player);
  made.metadata._chat = [{ id: 'w', sender: '0', payload: 'well met', to: secret('chat') }];
  const master = new Master(game, storage, {
    send: ({ playerID, ...payload }) => tell([playerID], payload),
    sendAll: (payload) => tell(viewers, payload),
  }, { authenticateCredentials: ({ playerID, credentials }) => credentials === secret('credentials', playerID) });
  master.onError = () => {};
  return { master, storage, made, update, searchAll };

  function tell(receivers, payload) {
    noteNumbers(payload);
    for (const viewer of receivers) {
      said.push({ viewer, type: payload.type, text: JSON.stringify(filter(viewer, payload)) });
      said.push({ viewer, type: payload.type, text: encode(filter(viewer, payload, { patches: true })) });
    }
  }

  /** Searches all messages; returns the number of each kind. */
  function searchAll() {
    for (const { _replay } of storage.fetch('m', { log: true }).log ?? []) _replay?.drawn?.forEach((number) => numbers.add(String(number)));
    const counts = { update: 0, patch: 0, sync: 0, matchData: 0, chat: 0, answer: 0, history: 0, numbers: numbers.size };
    for (const { viewer, type, text } of said) {
      counts[type] += 1;
      if (type === 'sync' && text.includes('well met')) counts.history += 1;
      search(text, viewer, type);
      for (const number of numbers) assert.ok(!text.includes(number), `${type} to ${viewer}: what the generator draws from, or has drawn`);
    }
    return counts;
  }

  /** The generator's numbers, in the master's state. */
  function noteNumbers({ args }) {
    for (const part of args) {
      const { prngstate } = part?.plugins?.random?.data ?? part?.state?.plugins?.random?.data ?? {};
      for (const number of Object.values(prngstate ?? {})) if (!Number.isInteger(number)) numbers.add(String(number));
    }
  }

  async function update({ type, payload, ...rest }, stateID, { sync, credentials = secret('credentials', payload.playerID) } = {}) {
    const message = { type, payload: { ...payload, credentials }, ...rest, ...(sync && { sync }) };
    const answer = await master.onUpdate(message, stateID, 'm', payload.playerID);
    if (answer) said.push({ viewer: payload.playerID, type: 'answer', text: JSON.stringify(answer) });
    return answer;
  }
}

const forms = [
  ['in full', {}],
  ['as patches', { deltaState: true }],
  ['in full, for boardgame.io', { compat: '0.50' }],
  ['as patches, for boardgame.io', { compat: '0.50', deltaState: true }],
  ['in full, with secure numbers', { random: 'secure', seed: undefined }],
  ['as patches, with secure numbers', { random: 'secure', seed: undefined, deltaState: true }],
];

for (const [form, changes] of forms) {
  for (const sender of ['Rondel', 'boardgame.io']) {
    test(`no secret is sent ${form} to ${sender}'s clients by any action`, async () => {
      const { master, storage, made, update, searchAll } = openMatch(vault(changes));
      storage.createMatch('m', made);
      const stateID = () => storage.fetch('m', { state: true }).state._stateID;
      const sent = {};
      const number = (playerID) => {
        const seq = sent[playerID] = (sent[playerID] ?? 0) + 1;
        return { session: `SECRET-session-${playerID}`, seq, first: seq };
      };
      for (const player of [...PLAYERS, null, undefined]) await master.onSync('m', player, secret('credentials', player), 3);
      for (const player of PLAYERS) await master.onConnectionChange('m', player, secret('credentials', player), true);
      const chance = makeChance(7, sender.length);
      for (let i = 0; i < 400; i += 1) {
        const player = PLAYERS[chance(3)];
        const actions = actionsOf(player);
        const sync = sender === 'Rondel' ? number(player) : undefined;
        const action = actions[chance(actions.length)];
        await update(action, Math.max(0, stateID() - (chance(5) === 0 ? 1 : 0)), { sync });
        // A message that arrives twice is answered twice.
        if (sync && chance(5) === 0) await update(action, stateID(), { sync });
        if (chance(10) === 0) await update(action, stateID(), { credentials: 'wrong' });
        if (chance(10) === 0) await master.onSync('m', [...PLAYERS, null][chance(4)], secret('credentials', String(chance(3))), 3);
        if (chance(20) === 0) await master.onSync('m', player, secret('credentials', player), 3);
        const message = { id: 'x', sender: player, payload: 'hello' };
        if (chance(20) === 0) await master.onChatMessage('m', message, secret('credentials', player));
      }
      await master.onPlayerLeave('m', '2', secret('credentials', '2'));
      for (const player of [...PLAYERS, null]) await master.onSync('m', player, secret('credentials', player), 3);
      for (const [type, count] of Object.entries(searchAll())) {
        if (type !== 'patch' || changes.deltaState || sender === 'Rondel') assert.ok(count > 0, type);
      }
      assert.ok(stateID() > 50, 'there was a match');
    });
  }
}

test('each player gets their own secrets, which proves that the search finds them', async () => {
  const game = vault();
  const state = createMatch({ game, numPlayers: 3 }).initialState;
  for (const player of PLAYERS) {
    const text = JSON.stringify(getFilterPlayerView(game)(player, { type: 'update', args: ['m', state] }));
    assert.deepEqual(text.match(/SECRET-[\w-]*/g), [secret('hand', player), secret('page', player)]);
    assert.throws(() => search(text, '7', 'update'));
  }
  assert.throws(() => search('{"plugins":{"random":{"data":{"prngstate":{}}}}}', '0', 'update'));
});

test('an undone move is in nobody\'s state, and can be redone', async () => {
  const { master, storage, made, update, searchAll } = openMatch(vault({ turn: {} }));
  storage.createMatch('m', made);
  const state = () => storage.fetch('m', { state: true }).state;
  const [undo, redo] = ['UNDO', 'REDO'].map((type) => ({ type, payload: { playerID: '0' } }));
  for (const action of [actionsOf('0')[1], undo, redo, undo]) assert.equal(await update(action, state()._stateID), undefined);
  assert.ok(state()._history.redo.join().includes(secret('drawn')), 'it can be redone');
  for (const player of ['0', '1', null]) await master.onSync('m', player, secret('credentials', player), 3);
  assert.equal(searchAll().sync, 6);
});

test('no secret is sent when a storage fails or is slow', async () => {
  const storage = slowStorage(new InMemory());
  const { master, made, update, searchAll } = openMatch(vault(), storage);
  await storage.createMatch('m', made);
  const chance = makeChance(3, 1);
  storage.before = (method, _, state) => {
    if (method === 'setState' && chance(3) === 0) throw new Error(`cannot store ${JSON.stringify(state)}`);
    if (method === 'fetch' && chance(20) === 0) throw new Error(secret('thrown-by-storage'));
  };
  const answers = [];
  // A client without an answer sends again.
  for (let round = 0; round < 20; round += 1) {
    const all = PLAYERS.flatMap((player) => actionsOf(player).map((action, i) => {
      return update(action, i, { sync: { session: `SECRET-session-${player}`, seq: i + 1, first: 1 } });
    }));
    answers.push(...await Promise.all(all));
  }
  for (const player of [...PLAYERS, null]) await master.onSync('m', player, secret('credentials', player), 3);
  assert.ok(answers.some((answer) => answer?.error === 'storage failed'));
  const { update: updates, answer } = searchAll();
  assert.ok(updates > 0 && answer > 0);
});

test('no secret of a positional game is sent', async () => {
  const { setup, moves, ...rest } = vault();
  const game = legacyGame({
    ...rest,
    turn: { activePlayers: { all: Stage.NULL } },
    setup: (ctx, setupData) => setup({ ctx }, setupData),
    playerView: (G, ctx, playerID) => rest.playerView({ G, playerID }),
    moves: {
      whisper: { move: (G, { playerID }, what) => moves.whisper.move({ G, playerID }, what), redact: (G) => G.table.length === 0 },
    },
  });
  const { storage, made, update, master, searchAll } = openMatch(game);
  storage.createMatch('m', made);
  for (const player of PLAYERS) {
    await update(actionsOf(player)[2], 0);
    await master.onSync('m', player, secret('credentials', player), 3);
  }
  assert.equal(storage.fetch('m', { log: true }).log.filter(({ redact }) => redact).length, 3);
  searchAll();
});

/** Clients on Local, whose messages can all be searched. */
function sitDown(t, game, options = {}) {
  const time = network();
  const carried = [];
  silence(t);
  const seats = [...PLAYERS, undefined].map((playerID) => {
    const net = network({ latency: 10, clock: time.clock });
    const { link } = net;
    net.link = (receive) => {
      const line = link(receive);
      return { ...line, send: (message) => carry(line, client.playerID, message) };
    };
    const credentials = secret('credentials', playerID);
    const client = Client({ game, numPlayers: 3, playerID, credentials, multiplayer: Local({ network: net }), ...options });
    t.after(() => client.dispose());
    client.start();
    return { net, client };
  });
  return { seats, run: (ms) => time.run(ms), searchAll };

  /** Messages to a client are text; messages from it are not. */
  function carry(line, viewer, message) {
    if (typeof message === 'string') carried.push([viewer, message]);
    line.send(message);
  }

  /** Searches all messages and the clients' states; returns the number of messages. */
  function searchAll() {
    for (const [viewer, text] of carried) search(text, viewer, 'messages of Local');
    for (const { client } of seats) {
      const { log, matchData, playerID } = client;
      search(JSON.stringify([client.getState(), client.getInitialState(), log, matchData]), playerID, 'members of a client');
    }
    return carried.length;
  }
}

for (const deltaState of [false, true]) {
  for (const predict of ['moves', 'flow', 'none']) {
    test(`Local sends no secret${deltaState ? ' as patches' : ''} to clients that predict ${predict}`, async (t) => {
      const { seats, run, searchAll } = sitDown(t, vault({ deltaState }), { predict });
      await run(100);
      const chance = makeChance(11, predict.length);
      for (let i = 0; i < 400; i += 1) {
        const { client, net } = seats[chance(seats.length)];
        const actions = client.playerID === undefined ? [] : actionsOf(client.playerID);
        const { type, payload } = actions[chance(actions.length)] ?? {};
        if (type === 'MAKE_MOVE') client.moves[payload.type]?.(...payload.args);
        else if (type === 'GAME_EVENT') client.events[payload.type](...payload.args);
        else if (type === 'PLUGIN') client.plugins[payload.type]?.(...payload.args);
        else if (type === 'UNDO') client.undo();
        else if (type === 'REDO') client.redo();
        if (chance(10) === 0) client.sendChatMessage('hello');
        if (chance(net.isConnected ? 20 : 2) === 0) net[net.isConnected ? 'disconnect' : 'reconnect']();
        if (chance(20) === 0) { client.stop(); client.start(); }
        if (chance(2) === 0) await run(chance(30));
      }
      for (const { net } of seats) net.reconnect();
      await run(1000);
      const messages = searchAll();
      assert.ok(messages > 300, `${messages} messages`);
      assert.ok(seats[0].client.getState()._stateID > 20);
      assert.equal(JSON.stringify(seats[0].client.getState().G).includes(secret('hand', '0')), true);
    });
  }
}

test('a client that changes its seat keeps nothing of the old seat', async (t) => {
  const { seats: [{ client }], run, searchAll } = sitDown(t, vault());
  await run(100);
  client.moves.whisper(secret('whisper', '0'));
  await run(100);
  client.updatePlayerID('1');
  assert.equal(client.getState(), null);
  await run(100);
  assert.deepEqual(client.getState().G.hands, { 1: [secret('hand', '1')] });
  searchAll();
});

test('when playerView throws for one viewer, the others receive the state, and nobody sees the exception', async (t) => {
  const playerView = ({ G, playerID }) => {
    if (playerID === '1') throw new Error(secret('thrown-by-view'));
    return { table: G.table };
  };
  const { seats, run, searchAll } = sitDown(t, vault({ playerView }));
  await run(100);
  seats[0].client.moves.place('a card');
  await run(100);
  assert.deepEqual(seats[3].client.getState().G.table, ['a card']);
  assert.equal(seats[1].client.getState(), null);
  searchAll();
});

for (const options of [{ seed: 1 }, { seed: 2, numPlayers: 3 }]) {
  test(`checkSecrecy finds no leak either, with seed ${options.seed}`, async () => {
    const moves = (G, ctx, playerID) => actionsOf(playerID)
      .filter(({ type }) => type === 'MAKE_MOVE').map(({ payload: { type, args } }) => ({ move: type, args }));
    await checkSecrecy(vault(), { ...options, numPlayers: 3, games: 6, moves, setupData: { password: secret('setup') } });
  });
}
