// Effects over sockets: every byte that a connection receives is searched for effects that are for others.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Sqlite } from 'rondel/server';
import { WIRES } from '../server/raw.mjs';
import { serve } from '../server/serve.mjs';

const secret = (owner) => `SECRET-of-${owner}`;

const game = {
  name: 'whispers',
  setup: () => ({ made: 0 }),
  effects: { tell: {}, show: { playerView: ({ data, playerID }) => data[playerID ?? 'spectator'] }, hide: { playerView: ({ data, playerID }) => (playerID === data.to ? data : undefined) } },
  turn: { activePlayers: { all: null }, onMove: ({ effects }) => effects.emit('tell', secret('1'), { to: ['1'] }) },
  moves: {
    go: {
      redact: true,
      move: ({ G, effects }) => {
        G.made += 1;
        for (const player of ['0', '1']) {
          effects.emit('tell', secret(player), { to: player });
          effects.emit('hide', { to: player, text: secret(player) });
        }
        effects.emit('show', { 0: secret('0'), 1: secret('1'), spectator: secret('spectator') });
      },
    },
  },
};

/** Effects that a client would add to its action. */
const forged = [{ name: 'tell', data: 'FORGED', to: ['0'] }, { name: 'tell', data: 'FORGED' }];

const until = async (condition) => {
  while (!condition()) await new Promise((done) => { setTimeout(done, 20); });
};

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, no viewer receives an effect for others, before and after a restart of the server`, { timeout: 60_000 }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'rondel-effects-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'matches.sqlite');
    const first = await serve(t, { games: [game], db: new Sqlite(file) });
    const { matchID } = (await first.post('/games/whispers/create', { numPlayers: 2 })).body;
    const seats = [];
    for (const playerID of ['0', '1']) seats.push([playerID, (await first.post(`/games/whispers/${matchID}/join`, { playerID, playerName: playerID })).body.playerCredentials]);
    seats.push([null, undefined]);

    const heardAt = async ({ url }) => {
      const viewers = [];
      for (const [playerID, credentials] of seats) {
        const { send, heard, socket } = await open(url, 'whispers');
        t.after(() => socket.close());
        send('sync', matchID, playerID, credentials, 2);
        await until(() => heard.some((text) => text.includes('initialState')));
        viewers.push({ viewer: playerID ?? 'spectator', credentials, send, heard });
      }
      return viewers;
    };
    const search = (viewers) => {
      for (const { viewer, heard } of viewers) {
        const found = new Set(heard.join('\n').match(/SECRET-of-\w+|FORGED/g));
        assert.deepEqual([...found], [secret(viewer)], `${viewer} receives`);
      }
    };

    const before = await heardAt(first);
    for (const { viewer, credentials, send } of before) {
      const payload = { type: 'go', args: [], playerID: viewer, credentials, effects: forged };
      for (const sync of [undefined, { session: `of ${viewer}`, seq: 1, first: 1, effects: forged }]) {
        send('update', { type: 'MAKE_MOVE', payload, effects: forged, sync }, 0, matchID, viewer);
        send('update', { type: 'MAKE_MOVE', payload: { ...payload, playerID: '0' }, deltalog: [{ effects: forged }], sync }, 0, matchID, '0');
      }
      send('log', matchID, 100);
      send('chat', matchID, { id: 'x', sender: viewer, payload: 'hello', effects: forged }, credentials);
    }
    await until(() => before.every(({ heard }) => heard.join().includes(secret('1')) || heard.join().includes('SECRET-of-')));
    await new Promise((done) => { setTimeout(done, 300); });
    search(before);
    for (const path of ['/games/whispers', `/games/whispers/${matchID}`]) assert.doesNotMatch(JSON.stringify((await first.get(path)).body), /SECRET|FORGED/);
    await first.server.kill(first.running);

    const second = await serve(t, { games: [game], db: new Sqlite(file) });
    const after = await heardAt(second);
    for (const { send } of after) send('log', matchID, 100);
    await new Promise((done) => { setTimeout(done, 300); });
    search(after);
  });
}

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, an effect adds the bytes that the guide names`, { timeout: 60_000 }, async (t) => {
    const sizeWith = async (emit) => {
      const played = { name: 'mines', setup: () => ({ made: 0 }), moves: { go: ({ G, effects }) => { G.made += 1; emit(effects); } } };
      const { url } = await serve(t, { games: [played] });
      const [author, other] = await Promise.all(['0', '1'].map(async (playerID) => {
        const opened = await open(url, 'mines');
        t.after(() => opened.socket.close());
        opened.send('sync', 'match', playerID, undefined, 2);
        await until(() => opened.heard.some((text) => text.includes('initialState')));
        return opened;
      }));
      author.send('update', { type: 'MAKE_MOVE', payload: { type: 'go', args: [], playerID: '0' } }, 0, 'match', '0');
      const update = () => other.heard.find((text) => /"go\\?"/.test(text));
      await until(update);
      return Buffer.byteLength(update());
    };
    const added = await sizeWith((effects) => effects.emit('explode', { x: 1, y: 2 })) - await sizeWith(() => {});
    assert.equal(added, wire.endsWith("Rondel's client") ? 64 : 52);
  });
}
