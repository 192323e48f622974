// Messages that are the same for several clients: they are encoded once, and player lists are sent at a limited rate.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createMatch } from 'rondel/internal';
import { InMemory } from 'rondel/server';
import { openServerHub } from '../../../pkg-server/lib/hub.js';
import { move } from '../master/support.mjs';
import { WIRES } from './raw.mjs';
import { serve, until } from './support.mjs';

const GAME = { name: 'nim', setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n += 1; } } };

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, chat and player lists are encoded as often for twelve clients as for two`, async (t) => {
    const made = [];
    for (const count of [2, 12]) {
      const { url, hub, db } = await serve(t, { games: [GAME] });
      const clients = await Promise.all(Array.from({ length: count }, () => open(url, 'nim')));
      for (const { send } of clients) send('sync', 'm', null, undefined, 2);
      await until([], () => clients.every(({ heard }) => heard.some((text) => /\\?"n\\?":0/.test(text))));
      const { metadata } = db.fetch('m', { metadata: true });
      db.setMetadata('m', { ...metadata, players: { ...metadata.players, 0: { id: 0, name: 'ANN' } } });
      const texts = await textsDuring(t, ['HELLO', 'ANN'], async () => {
        clients[0].send('chat', 'm', { id: 'c', sender: '0', payload: 'HELLO' });
        await hub('nim').sendMatchData('m');
        await until([], () => clients.every(({ heard }) => ['HELLO', 'ANN'].every((word) => heard.some((text) => text.includes(word)))));
      });
      made.push(texts.length);
      for (const { heard } of clients) assert.deepEqual(said(heard), said(clients[0].heard));
    }
    assert.equal(made[0], made[1]);
  });
}

/** A game in which only players see their words. */
const SECRETIVE = {
  name: 'nim',
  setup: () => ({ n: 0, word: '', shown: '' }),
  playerView: ({ G: { n, word, shown }, playerID }) => (playerID === null ? { n, shown } : { n, word, shown }),
  moves: {
    say: ({ G }) => {
      G.n += 1;
      Object.assign(G, { word: 'SECRET', shown: 'SHOWN' });
    },
  },
};

for (const [wire, open] of Object.entries(WIRES)) {
  test(`over ${wire}, a state is encoded as often for twelve spectators as for two, and players receive their own`, async (t) => {
    const made = [];
    for (const count of [2, 12]) {
      const { url } = await serve(t, { games: [SECRETIVE] });
      const [player, ...spectators] = await Promise.all(Array.from({ length: 1 + count }, () => open(url, 'nim')));
      // The player's connection is between those of spectators.
      for (const client of [spectators[0], player, ...spectators.slice(1)]) {
        client.send('sync', 'm', client === player ? '0' : null, undefined, 2);
        await until([], () => client.heard.some((text) => /\\?"n\\?":0/.test(text)));
      }
      const texts = await textsDuring(t, ['SHOWN'], async () => {
        player.send('update', move('say', '0'), 0, 'm', '0');
        await until([], () => [player, ...spectators].every(({ heard }) => heard.some((text) => text.includes('SHOWN'))));
      });
      made.push(texts.length);
      assert.ok(player.heard.some((text) => text.includes('SECRET')));
      for (const { heard } of spectators) {
        assert.ok(heard.every((text) => !text.includes('SECRET')));
        assert.deepEqual(heard.filter((text) => text.includes('SHOWN')), spectators[0].heard.filter((text) => text.includes('SHOWN')));
      }
    }
    assert.equal(made[0], made[1]);
  });
}

test('the player list is sent at once, then at a limited rate, and finally in its last version', async () => {
  const { name, sit } = table();
  const heard = await sit(null);
  const began = performance.now();
  for (let i = 0; i <= 40; i += 1) await name(`Ann ${i}`);
  assert.ok(heard[1].includes('Ann 0'));
  await until([], () => heard.at(-1).includes('Ann 40'));
  assert.ok(heard.length <= 15 + (performance.now() - began) / 1000, `told ${heard.length} times`);
});

test('a player who has lost their seat receives nothing more, also when the player list is sent later', async () => {
  const { name, sit, say } = table({ credentials: 'secret' });
  const [player, spectator] = [await sit('0', 'secret'), await sit(null)];
  for (let i = 0; i < 40; i += 1) await name('Ann', { credentials: 'secret' });
  await name('Bob', { credentials: 'another' });
  await say('hello', 'another');
  assert.deepEqual([player, spectator].map((heard) => heard.some((text) => text.includes('hello'))), [false, true]);
});

test('the next match of an ID does not receive the players of the previous one', async () => {
  const { name, sit, renew, end } = table();
  await sit(null);
  for (let i = 0; i < 40; i += 1) await name('Ann');
  await renew();
  const heard = await sit(null);
  await end();
  assert.equal(heard.some((text) => text.includes('Ann')), false);
});

test('before a server ends, all clients receive the player list', async () => {
  const { name, sit, end } = table();
  const heard = await sit(null);
  for (let i = 0; i <= 40; i += 1) await name(`Ann ${i}`);
  await end();
  assert.ok(heard.at(-1).includes('Ann 40'));
});

/** A hub with a match that others may join, and whose first player gets a name. */
function table(player = {}) {
  const storage = new InMemory();
  const auth = { authenticateCredentials: ({ playerID, credentials, metadata }) => metadata.players[playerID].credentials === credentials };
  const hub = openServerHub({ game: GAME, storage, auth });
  const connections = [];
  const begin = () => storage.createMatch('m', createMatch({ game: GAME }));
  const name = (name, more = player) => {
    const { metadata } = storage.fetch('m', { metadata: true });
    storage.setMetadata('m', { ...metadata, players: { ...metadata.players, 0: { ...metadata.players[0], ...more, name } } });
    return hub.sendMatchData('m');
  };
  begin();
  const { metadata } = storage.fetch('m', { metadata: true });
  storage.setMetadata('m', { ...metadata, players: { ...metadata.players, 0: { id: 0, ...player } } });
  return {
    name,
    async sit(playerID, credentials) {
      const heard = [];
      const connection = hub.connect((text) => heard.push(text));
      connections.push(connection);
      await connection.receive({ type: 'sync', args: ['m', playerID, credentials, 2] });
      return heard;
    },
    say: (payload, credentials) => hub.master.onChatMessage('m', { id: 'c', sender: '0', payload }, credentials),
    async renew() {
      await Promise.all(connections.map((connection) => connection.close()));
      storage.wipe('m');
      begin();
    },
    end: () => hub.close(),
  };
}

/** Returns the JSON texts that contain one of these words and are encoded while `work` runs. */
async function textsDuring(t, words, work) {
  const { mock } = t.mock.method(JSON, 'stringify');
  await work();
  const texts = mock.calls.map(({ result }) => result).filter((text) => words.some((word) => text?.includes(word)));
  mock.restore();
  return texts;
}

function said(heard) {
  return heard.filter((text) => /HELLO|ANN/.test(text)).toSorted();
}
