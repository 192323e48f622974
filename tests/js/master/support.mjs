// Helpers of the tests of the master.
import assert from 'node:assert/strict';
import { getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { decode, encode } from '../../../pkg/lib/online/protocol/wire.js';

/** A master with a transport that records each viewer's messages, decoded from text: `heard[viewer]`. */
export function room(game, { storage = new InMemory(), auth, viewers = ['0', '1', null], patches = false, limits } = {}) {
  const filter = getFilterPlayerView(game);
  const heard = Object.fromEntries(viewers.map((viewer) => [viewer, []]));
  const payloads = [];
  const deliver = (viewer, payload) => {
    const text = encode(filter(viewer, payload, { patches }));
    if (Object.hasOwn(heard, viewer)) heard[viewer].push(decode(text));
  };
  const transportAPI = {
    send: ({ playerID, sender, ...payload }) => {
      payloads.push({ to: playerID ?? null, sender, ...payload });
      deliver(playerID ?? null, payload);
    },
    sendAll: (payload) => {
      payloads.push(payload);
      for (const viewer of viewers) deliver(viewer, payload);
    },
  };
  const master = new Master(game, storage, transportAPI, auth, { limits });
  const errors = [];
  master.onError = (error) => errors.push(error);
  return {
    master,
    storage,
    heard,
    payloads,
    errors,
    state: () => storage.fetch('m', { state: true }).state,
    log: () => storage.fetch('m', { log: true }).log,
    metadata: () => storage.fetch('m', { metadata: true }).metadata,
    /** The messages since the last call. */
    news: () => Object.fromEntries(viewers.map((viewer) => [viewer, heard[viewer].splice(0)])),
  };
}

/** A room whose match has begun, for two players. */
export async function begun(game, options) {
  const table = room(game, options);
  assert.equal(await table.master.onSync('m', '0', undefined, 2), undefined);
  table.news();
  return table;
}

export function move(type, playerID, args = [], sync = undefined) {
  return { type: 'MAKE_MOVE', payload: { type, args, playerID }, ...(sync && { sync }) };
}

export function event(type, playerID, args = [], sync = undefined) {
  return { type: 'GAME_EVENT', payload: { type, args, playerID }, ...(sync && { sync }) };
}

/** The result of `news`, with the kinds of the messages in place of the messages. */
export const types = (news) => (
  Object.fromEntries(Object.entries(news).map(([viewer, messages]) => [viewer, messages.map(({ type }) => type)]))
);
