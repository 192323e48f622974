// Online clients that are stopped and dropped, their masters and games: for `leakOf` of tests/js/support/leak.mjs.
import { Client } from 'rondel/client';
import { Master } from 'rondel/master';
import { Broadcast, Local } from 'rondel/multiplayer';
import { network } from 'rondel/testing';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { nextTask } from '../support/tasks.mjs';

function things(size = 500) {
  return {
    setup: () => ({ things: Array.from({ length: size }, (_, id) => ({ id, owner: null })) }),
    moves: { push: ({ G, playerID }, id) => { G.things[id].owner = playerID; } },
    turn: { activePlayers: { all: null } },
  };
}

/** A client that has played, has stopped, and is dropped. */
function played(options) {
  const client = Client({ playerID: '0', quiet: true, ...options });
  client.start();
  client.subscribe(() => {});
  for (let i = 0; i < 3; i += 1) client.moves.push(i);
  const { G } = client.getState();
  if (G.things[2].owner !== '0') throw new Error('it has not played');
  client.stop();
}

/** Each has a master and a game of its own, all unreachable afterwards. */
export const clients = each(() => played({ game: things(), multiplayer: Local() }));

class Bot {
  play() {}
}
export const clientsWithBots = each(() => played({ game: things(), multiplayer: Local({ bots: { 1: Bot } }) }));

/** Two clients at a match: one predicts everything, and one nothing. */
export const tables = each(() => {
  const game = things();
  for (const [playerID, predict] of [['0', 'flow'], ['1', 'none'], ['0', 'moves']]) {
    const client = Client({ game, playerID, predict, multiplayer: Local(), quiet: true });
    client.start();
    client.moves.push(1);
    client.canMove('push', 2);
    client.undo();
    client.stop();
  }
});

/** Clients that come and go at one match, which stays reachable. */
export async function comers(count) {
  const game = things();
  await each(() => played({ game, matchID: 'm', multiplayer: Local() }))(count);
  return game;
}

/** Over a network with its own clock, which has run. */
export const overNetworks = each(async () => {
  const net = network({ latency: 20 });
  const client = Client({ game: things(), playerID: '0', multiplayer: Local({ network: net }), quiet: true });
  client.start();
  await net.run(100);
  client.moves.push(1);
  await net.run(100);
  client.stop();
  await net.run();
});

/** In real time, with an answer still in flight when they stop. */
export const leavingEarly = each((i) => {
  const client = Client({ game: things(), playerID: '0', multiplayer: Local({ latency: 5 }), quiet: true });
  client.start();
  if (i % 2 === 0) client.moves.push(1);
  client.stop();
});

/** Tabs with a channel each. */
export const tabs = each(async (i) => {
  const client = Client({ game: things(), playerID: '0', multiplayer: Broadcast({ channel: `channel ${i}`, storage: new InMemory() }), quiet: true });
  client.start();
  await nextTask();
  client.stop();
});

/** Masters without clients, with their storages. */
export const masters = each(async () => {
  const master = new Master(things(), new InMemory(), { send: () => {}, sendAll: () => {} });
  await master.onSync('m', '0');
  await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'push', args: [1], playerID: '0' } }, 0, 'm', '0');
});

/** A master that stays reachable, with a match that receives hostile messages, under a new name each time. */
export async function strangers(count) {
  const storage = new InMemory();
  const master = new Master(things(), storage, { send: () => {}, sendAll: () => {} });
  await master.onSync('m', '0');
  for (let i = 0; i < count; i += 1) {
    const name = `${i} ${'n'.repeat(240)}`;
    const session = String(i);
    for (const [playerID, type] of [[name, 'push'], ['0', name]]) {
      await master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args: [name], playerID }, sync: { session, seq: 1, first: 1 } }, 0, 'm', playerID);
      await master.onUpdate({ type: 'GAME_EVENT', payload: { type: 'setStage', args: [name], playerID }, sync: { session, seq: 2, first: 1 } }, 0, 'm', playerID);
    }
    await master.onSync('m', name);
    await master.onConnectionChange('m', name, undefined, true);
    await master.onChatMessage('m', { id: name, sender: name, payload: name });
    await master.onUpdate({ type: 'MAKE_MOVE', payload: { type: 'push', args: [1], playerID: '0' } }, 0, name, '0');
    await master.onPlayerLeave('m', name);
    if (i % 100 === 0) await nextTask();
  }
  const stored = JSON.stringify(storage.state.get('m')).length;
  if (stored > 100_000) throw new Error(`the stored match has grown to ${stored} bytes`);
  return [master, storage];
}

function each(leave) {
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      await leave(i);
      if (i % 10 === 0) await nextTask();
    }
  };
}
