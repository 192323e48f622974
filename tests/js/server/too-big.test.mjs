// A message that is larger than the server accepts: the client knows which, does not send it again, and continues.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CLIENTS, serve, sit, until } from './support.mjs';

const notes = { name: 'notes', setup: () => ({ lengths: [] }), moves: { note: ({ G }, text) => { G.lengths.push(text.length); } } };
const OURS = Object.entries(CLIENTS).filter(([name]) => name.startsWith('Rondel'));
const ready = (client) => until([client], () => client.getState()?.isConnected);

/** Counts the connections of clients. */
function countConnections(httpServer) {
  const counted = { count: 0 };
  httpServer.on('upgrade', () => { counted.count += 1; });
  httpServer.on('request', ({ method, url }) => { if (method === 'GET' && !url.includes('sid=')) counted.count += 1; });
  return counted;
}

for (const [name, make] of OURS) {
  test(`${name} is notified that an action is larger than the server accepts, and continues`, async (t) => {
    const { url, db, httpServer } = await serve(t, { games: [notes] });
    const client = sit(t, make, url, { game: notes, playerID: '0' });
    await ready(client);
    const lengths = () => db.fetch('m', { state: true }).state.G.lengths;
    await client.moves.note('a').confirmed;
    const big = client.moves.note('x'.repeat(1_200_000));
    const onTop = client.moves.note('on top');
    await until([client], () => big.status === 'rejected');
    assert.deepEqual([big.error.type, onTop.status], ['action/action_invalid', 'rejected']);
    assert.match(big.error.message, /^a message of 1200\d\d\d bytes is larger than the server accepts$/);
    assert.equal(client.getState().lastError.type, 'action/action_invalid');
    await ready(client);
    assert.deepEqual(client.getState().G.lengths, [1]);
    const connections = countConnections(httpServer);
    const after = client.moves.note('bb');
    assert.equal((await after.confirmed).status, 'confirmed');
    // A message of the same size is not even sent.
    const again = client.moves.note('y'.repeat(1_300_000));
    assert.deepEqual([again.status, lengths(), connections.count], ['rejected', [1, 2], 0]);
  });

  test(`${name} continues when a chat message or its credentials were too large`, async (t) => {
    const { url, db } = await serve(t, { games: [notes], limits: { messages: { size: 20_000 } } });
    const client = sit(t, make, url, { game: notes, playerID: '0' });
    await ready(client);
    assert.equal(client.sendChatMessage('x'.repeat(300_000)).status, 'rejected');
    assert.equal((await client.moves.note('a').confirmed).status, 'confirmed');
    client.updateCredentials('x'.repeat(400_000));
    await until([client], () => client.getState().lastError !== null);
    assert.equal(client.getState().lastError.type, 'match/refused');
    assert.deepEqual(db.fetch('m', { state: true }).state.G.lengths, [1]);
    client.updateCredentials('short');
    assert.equal((await client.moves.note('b').confirmed).status, 'confirmed');
  });
}
