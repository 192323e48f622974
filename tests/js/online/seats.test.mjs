// Seats of clients: spectators, several tabs of one player, and changes to another seat or match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { counters, hands, purse } from './games.mjs';
import { LATENCY, losing, statuses, table } from './support.mjs';

test('two spectators and two tabs of one player see the same match, and both tabs may move', async (t) => {
  const match = table(t, counters());
  const [left, right, p1, ...spectators] = await match.seated('0', '0', '1', null, undefined);
  const handles = [left.client.moves.add(), right.client.moves.add(), p1.client.moves.add(), left.client.moves.add()];
  await match.run();
  assert.deepEqual(statuses(handles), Array(4).fill('confirmed'));
  for (const { client } of [left, right, p1, ...spectators]) {
    assert.deepEqual(client.getState().G.counts, { 0: 3, 1: 1 });
    assert.equal(client.log.length, 4);
  }
  for (const { client } of spectators) {
    assert.equal(client.getState().isActive, false);
  }
  assert.equal(right.client.getState().lastError, null);
});

for (const predict of ['none', 'moves', 'flow']) {
  test(`a spectator's actions are refused at once, and nothing is sent (${predict})`, async (t) => {
    const match = table(t, counters({ predict }));
    const [spectator, p0] = await match.seated(null, '0');
    const { client } = spectator;
    for (const handle of [client.moves.add(), client.events.endTurn(), client.undo(), client.redo()]) {
      assert.equal(handle.status, 'rejected');
      assert.equal(handle.error.type, 'action/inactive_player');
    }
    assert.equal(client.getState().pending, 0);
    await match.run(40_000);
    assert.equal(p0.client.getState()._stateID, 0);
  });
}

test('a refusal reaches the tab that made the move, and no other', async (t) => {
  const match = table(t, purse());
  const [left, right, p1] = await match.seated('0', '0', '1');
  const publications = [right, p1].map(({ shown }) => shown.length);
  left.client.moves.take(6);
  await match.run();
  assert.equal(left.client.getState().lastError.type, 'action/invalid_move');
  assert.equal(right.client.getState().lastError, null);
  assert.deepEqual([right, p1].map(({ shown }) => shown.length), publications);
});

test('updatePlayerID rejects pending actions, and shows nothing until the state of the new seat arrives', async (t) => {
  const match = table(t, hands());
  const [seat] = await match.seated('0');
  const handle = losing(seat.net, () => seat.client.moves.put('ten'));
  seat.client.updatePlayerID('1');
  assert.equal(handle.status, 'rejected');
  assert.equal(seat.client.getState(), null);
  assert.equal(seat.client.playerID, '1');
  assert.deepEqual(seat.client.log, []);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, { 1: ['king'] });
  const next = seat.client.moves.put('nine');
  await match.run();
  assert.equal(next.status, 'confirmed');
  seat.client.updatePlayerID(null);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, {});
  const shown = seat.shown.map((state) => state && Object.keys(state.G.hands).join());
  assert.deepEqual(shown.filter((key, i) => key !== shown[i - 1]), [null, '0', null, '1', null, '']);
});

test('a new seat does not receive refusals of the old one', async (t) => {
  const match = table(t, purse());
  const [seat] = await match.seated('0');
  seat.client.moves.take(6);
  await match.run();
  assert.deepEqual(seat.client.getState().lastError.payload, { most: 5 });
  const given = losing(seat.net, () => seat.client.moves.take(1));
  const { length } = seat.shown;
  seat.client.updatePlayerID('1');
  assert.equal(given.status, 'rejected');
  await match.run();
  assert.equal(seat.client.getState().lastError, null);
  assert.ok(seat.shown.slice(length).every((state) => state === null || state.lastError === null));
});

test('messages in flight to the old seat are not shown at the new one', async (t) => {
  const match = table(t, hands());
  const [seat, other] = await match.seated('0', '1');
  other.client.moves.put('queen');
  seat.client.moves.put('ten');
  await match.run(LATENCY + 10);
  // Both answers are in flight to player 0.
  seat.client.updatePlayerID(null);
  await match.run();
  assert.deepEqual(seat.client.getState().G.hands, {});
  assert.equal(seat.client.log.length, 2);
  const hasSeen = seat.shown.slice(seat.shown.lastIndexOf(null)).some((state) => state?.G.hands[0]);
  assert.equal(hasSeen, false);
});

test('updateMatchID changes to another match, and back', async (t) => {
  const match = table(t, counters());
  const [p0, p1] = await match.seated('0', '1');
  p0.client.moves.add();
  await match.run();
  p0.client.sendChatMessage('bye');
  await match.run();
  p0.client.updateMatchID('other');
  assert.equal(p0.client.getState(), null);
  assert.equal(p0.client.matchID, 'other');
  assert.deepEqual(p0.client.chatMessages, []);
  await match.run();
  assert.deepEqual(p0.client.getState().G.counts, { 0: 0, 1: 0 });
  const handle = p0.client.moves.add(5);
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.deepEqual(p1.client.getState().G.counts, { 0: 1, 1: 0 });
  p0.client.updateMatchID('default');
  await match.run();
  assert.deepEqual(p0.client.getState().G.counts, { 0: 1, 1: 0 });
});

test('updateCredentials continues the same match', async (t) => {
  const match = table(t, counters());
  const [p0] = await match.seated('0');
  const waiting = p0.client.moves.add();
  p0.client.updateCredentials('secret');
  assert.equal(p0.client.credentials, 'secret');
  assert.equal(p0.client.getState().G.counts[0], 1);
  // It was in flight when the connection was replaced.
  await match.run(4_000);
  assert.equal(waiting.status, 'confirmed');
  const handle = p0.client.moves.add();
  await match.run();
  assert.equal(handle.status, 'confirmed');
  assert.equal(p0.client.getState().G.counts[0], 2);
  assert.doesNotMatch(JSON.stringify([p0.heard, p0.client.log]), /secret/);
});

test('the first client\'s numPlayers and setupData configure the match', async (t) => {
  const given = [];
  const setup = ({ ctx }, setupData) => {
    given.push(setupData);
    return { counts: Object.fromEntries(ctx.playOrder.map((id) => [id, 0])) };
  };
  const match = table(t, counters({ setup }), { numPlayers: 3, setupData: { big: true } });
  const [p2] = await match.seated('2');
  assert.equal(p2.client.getState().ctx.numPlayers, 3);
  const late = match.sit('0', { numPlayers: 4, setupData: { big: false } });
  await match.run();
  assert.equal(late.client.getState().ctx.numPlayers, 3);
  assert.deepEqual(given, [{ big: true }]);
  p2.client.moves.add();
  await match.run();
  assert.deepEqual(late.client.getState().G.counts, { 0: 0, 1: 0, 2: 1 });
});
