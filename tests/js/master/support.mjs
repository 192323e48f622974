// Shared by the tests of the master.
import assert from 'node:assert/strict';
import { Sync, getFilterPlayerView } from 'rondel/internal';
import { Master } from 'rondel/master';
import { InMemory } from '../../../pkg/lib/online/storage/storage.js';
import { decode, encode } from '../../../pkg/lib/online/protocol/wire.js';
import { throughJSON } from '../support/json.mjs';
import { fakeLocalStorage } from '../support/local-storage.mjs';

/** A fake `localStorage` for as long as a test runs. */
export function withLocalStorage(t, options) {
  globalThis.localStorage = fakeLocalStorage(options);
  t.after(() => { delete globalThis.localStorage; });
  return globalThis.localStorage;
}

/** A storage that answers late, in changing order, and may fail. */
export class Slow extends Sync {
  constructor(storage) {
    super();
    this.storage = storage;
    this.calls = 0;
    /** Called before each access, with the method's name; may throw. */
    this.before = () => {};
  }

  type() {
    return 1;
  }

  async #late(method, args) {
    this.calls += 1;
    const copies = args.map((arg) => (arg === undefined ? undefined : throughJSON(arg)));
    for (let i = 0; i < (this.calls * 7) % 5; i += 1) await new Promise(setImmediate);
    this.before(method, ...args);
    const answer = this.storage[method](...copies);
    return answer === undefined ? undefined : throughJSON(answer);
  }

  connect() { return this.#late('connect', []); }
  createMatch(...args) { return this.#late('createMatch', args); }
  setState(...args) { return this.#late('setState', args); }
  setMetadata(...args) { return this.#late('setMetadata', args); }
  fetch(...args) { return this.#late('fetch', args); }
  wipe(...args) { return this.#late('wipe', args); }
  listMatches(...args) { return this.#late('listMatches', args); }
}

/** A master with a transport that records what each viewer gets, decoded from text: `heard[viewer]`. */
export function room(game, { storage = new InMemory(), auth, viewers = ['0', '1', null], patches = false } = {}) {
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
  const master = new Master(game, storage, transportAPI, auth);
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

/** What `news` answers, with the kinds of the messages instead of the messages. */
export const types = (news) => (
  Object.fromEntries(Object.entries(news).map(([viewer, messages]) => [viewer, messages.map(({ type }) => type)]))
);
