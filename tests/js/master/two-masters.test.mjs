// Slow: many random matches. Two masters, as in two processes, over one storage with compareAndSetState. With any concurrent requests,
// nothing is lost, no refused action is made, and everybody who joined is in the match.
// RONDEL_MATCHES=10000 plays more matches, RONDEL_MATCH=4711 that one alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INVALID_MOVE } from 'rondel/core';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { makeDice } from '../support/dice.mjs';
import { numberedMatches } from '../support/numbered-matches.mjs';
import { pass, slowStorage } from '../support/slow-storage.mjs';

const { count: MATCHES, title, isSample, playAll } = numberedMatches(350, import.meta.filename);
/** Matches played at once, each over its own storage. */
const AT_ONCE = 100;

const ALL = { state: true, metadata: true, log: true, initialState: true };

test(`two masters over one storage play as one (${title})`, async () => {
  const totals = { confirmed: 0, rejected: 0, lateCopies: 0, collisions: 0, joined: 0, changed: 0 };
  await playAll((number) => play(number, totals), AT_ONCE);
  if (isSample) return;
  // Each kind of event must have happened.
  assert.ok(totals.confirmed > 3 * MATCHES && totals.rejected > 3 * MATCHES, JSON.stringify(totals));
  assert.ok(totals.lateCopies > 2 * MATCHES && totals.collisions > 2 * MATCHES, JSON.stringify(totals));
  assert.ok(totals.joined > MATCHES && totals.changed > 2 * MATCHES, JSON.stringify(totals));
});

/** A refused action may be possible later: a master that made it then would contradict its answer. */
function heap(dice) {
  const take = ({ G }, tag, n) => {
    if (n > G.heap) return INVALID_MOVE;
    G.heap -= n;
    G.tags.push(tag);
    return undefined;
  };
  return {
    setup: ({ random }) => ({ heap: 2, tags: [], dealt: random.Number() }),
    turn: dice.happens(50) ? { activePlayers: { all: null } } : {},
    ...(dice.happens(10) && { compat: '0.50' }),
    moves: {
      give: { move: ({ G }, tag, n) => { G.heap += n; G.tags.push(tag); }, ignoreStaleStateID: dice.happens(50) },
      take: { move: take, ignoreStaleStateID: dice.happens(80) },
      pass: ({ G, events }, tag) => {
        G.tags.push(tag);
        events.endTurn();
      },
    },
  };
}

async function play(number, totals) {
  const dice = makeDice(number);
  const match = {
    dice, totals, game: heap(dice), storage: new InMemory(), numPlayers: dice.from(2, 3),
    deeds: [], sessions: [], underWay: [], joined: {}, connections: {}, errors: [],
  };
  match.masters = [0, 1].map(() => openMaster(match));
  // Both get a sync for a match that has not begun.
  await Promise.all(match.masters.map(({ master }) => master.onSync('m', null, undefined, match.numPlayers)));
  const dealt = new Set(match.masters.flatMap(({ told }) => told.map(({ args }) => args[1].state.G.dealt)));
  assert.equal(dealt.size, 1, 'both have begun the match');

  for (let player = 0; player < match.numPlayers; player += 1) {
    for (let i = dice.from(1, 2); i > 0; i -= 1) match.sessions.push(openSession(match, String(player)));
  }
  for (let step = dice.from(8, 16); step > 0; step -= 1) {
    happen(match);
    if (dice.happens(50)) await pass(dice.below(20));
  }
  await settle(match);
  judge(match);
}

/** A master with its own connection to the storage: it shares nothing else with the other one. */
function openMaster(match) {
  const told = [];
  const transportAPI = {
    send: ({ sender, ...payload }) => {
      if (sender) hear(match, sender, payload);
      else told.push(payload);
    },
    sendAll: (payload) => { for (const session of match.sessions) hear(match, session, payload); },
  };
  const storageAPI = slowStorage(match.storage, { compares: true, delay: () => match.dice.below(6) });
  storageAPI.after = (answer) => { if (answer === false) match.totals.collisions += 1; };
  const master = new Master(match.game, storageAPI, transportAPI);
  master.onError = (error) => match.errors.push(error);
  return { master, storageAPI, told };
}

/** A player's tab, and the masters' messages to it. */
function openSession(match, playerID) {
  return { playerID, id: `tab ${match.sessions.length}`, stateID: 0, numMade: 0, pending: [] };
}

function happen(match) {
  const { dice } = match;
  const session = dice.one(match.sessions);
  if (dice.happens(70)) act(match, someone(match));
  if (dice.happens(20)) sendPending(match, session);
  if (dice.happens(30)) connect(match, String(dice.below(match.numPlayers)));
  if (dice.happens(15)) join(match, String(dice.below(match.numPlayers)));
}

/** A session, mostly of a player who may act. */
function someone({ dice, sessions, storage }) {
  const { activePlayers, currentPlayer } = storage.fetch('m', { state: true }).state.ctx;
  const active = sessions.filter(({ playerID }) => activePlayers || playerID === currentPlayer);
  return dice.one(dice.happens(80) ? active : sessions);
}

function act(match, session) {
  const { dice, deeds } = match;
  const { playerID, id, pending } = session;
  const seq = (session.numMade += 1);
  const tag = `${id}/${seq}`;
  const name = dice.one(['give', 'give', 'take', 'take', 'take', 'pass', dice.happens(20) ? 'nothing' : 'pass']);
  const sync = { session: id, seq, first: pending[0]?.sync.seq ?? seq };
  if (pending.length > 0 && dice.happens(30)) sync.dependsOn = pending.at(-1).sync.seq;
  const action = { type: 'MAKE_MOVE', payload: { type: name, args: [tag, dice.from(1, 3)], playerID }, sync };
  const deed = { action, sync, stateID: session.stateID, tag, session, status: null };
  deeds.push(deed);
  pending.push(deed);
  send(match, deed);
}

/** Sends an action to one of the masters, and sometimes again, perhaps long after the answer. */
function send(match, { action, stateID, session }) {
  const { dice, totals } = match;
  for (let copies = dice.happens(30) ? 2 : 1; copies > 0; copies -= 1) {
    const delay = copies === 1 ? dice.below(5) : dice.below(300);
    if (delay > 100) totals.lateCopies += 1;
    const { master } = dice.one(match.masters);
    const message = JSON.stringify(action);
    doLater(match, delay, () => master.onUpdate(JSON.parse(message), stateID, 'm', session.playerID, session));
  }
}

function sendPending(match, session) {
  for (const deed of session.pending) send(match, deed);
}

function hear(match, session, { type, args, sync }) {
  const state = { update: args[1], patch: args[3], sync: args[1]?.state }[type];
  if (!state) return;
  session.stateID = Math.max(session.stateID, state._stateID);
  const ack = sync.acks[session.playerID]?.find(([id]) => id === session.id);
  if (!ack) return;
  const [, last, refused = []] = ack;
  const errors = new Map(refused);
  for (const deed of [...session.pending]) {
    if (deed.sync.seq > last) continue;
    deed.status = errors.has(deed.sync.seq) ? 'rejected' : 'confirmed';
    session.pending.splice(session.pending.indexOf(deed), 1);
    match.totals[deed.status] += 1;
  }
}

/** Connects to or disconnects from one of the masters. */
function connect(match, playerID) {
  const { dice, connections, masters, totals } = match;
  const count = connections[playerID] ?? 0;
  const connected = count === 0 || dice.happens(50);
  connections[playerID] = count + (connected ? 1 : -1);
  totals.changed += 1;
  const { master } = masters[Number(playerID) % 2];
  match.underWay.push(master.onConnectionChange('m', playerID, undefined, connected));
}

/** Joins as a lobby does. */
function join(match, playerID) {
  if (match.joined[playerID]) return;
  match.joined[playerID] = `name of ${playerID}`;
  match.totals.joined += 1;
  const { storageAPI } = match.dice.one(match.masters);
  const attempt = async () => {
    const { metadata } = await storageAPI.fetch('m', { metadata: true });
    const player = { ...metadata.players[playerID], name: match.joined[playerID], credentials: 'SECRET' };
    const next = { ...metadata, players: { ...metadata.players, [playerID]: player } };
    if (!(await storageAPI.compareAndSetMetadata('m', metadata, next))) await attempt();
  };
  doLater(match, match.dice.below(20), attempt);
}

function doLater({ underWay }, delay, work) {
  underWay.push(pass(delay).then(work));
}

/** Runs until every action has an answer, and the last copy has arrived. */
async function settle(match) {
  for (let round = 0; round < 50; round += 1) {
    for (const answer of await Promise.all(match.underWay.splice(0))) assert.equal(typeof (answer?.error ?? ''), 'string');
    const waiting = match.sessions.filter(({ pending }) => pending.length > 0);
    if (waiting.length === 0 && match.underWay.length === 0) return;
    for (const session of waiting) sendPending(match, session);
  }
  assert.fail('some actions are never answered');
}

function judge({ storage, deeds, errors, joined, connections, numPlayers }) {
  const { state, log, metadata, initialState } = storage.fetch('m', ALL);
  assert.deepEqual(errors, []);
  const done = deeds.filter(({ status }) => status === 'confirmed').map(({ tag }) => tag);
  assert.deepEqual([...state.G.tags].sort(), done.sort(), 'each confirmed action was done once, and no other');
  // Each answer was stored, and none overwrote another.
  assert.deepEqual([state._stateID, state._revision - initialState._revision], [done.length, deeds.length]);
  const moves = log.filter(({ action }) => action.type === 'MAKE_MOVE').map(({ action }) => action.payload.args[0]);
  assert.deepEqual(moves, state.G.tags, 'the log has it as it was done');
  assert.equal(initialState.G.dealt, state.G.dealt);
  for (let id = 0; id < numPlayers; id += 1) {
    const player = metadata.players[id];
    assert.deepEqual([player.name, Boolean(player.isConnected)], [joined[id], (connections[id] ?? 0) > 0], `player ${id}`);
  }
}
