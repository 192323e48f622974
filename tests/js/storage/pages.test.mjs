// Pages of matches in memory: in any order of additions, changes and removals, and with a cost proportional to the page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { InMemory } from '../../../pkg-server/lib/storage/in-memory.js';
import { makeDice } from '../support/dice.mjs';

const byAge = ([id, a], [otherID, b]) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (id <= otherID ? 1 : -1);

test('a page holds the newest requested matches after any changes', () => {
  const { below, one } = makeDice(1);
  const storage = new InMemory();
  const metadataOf = () => ({
    gameName: one(['nim', 'chess', undefined]), unlisted: one([true, false, undefined]), players: {},
    createdAt: one([1, 2, 3, 4, 5, undefined]), updatedAt: below(10), ...one([{}, { gameover: null }]),
  });
  const changes = [
    (matchID) => storage.setMetadata(matchID, metadataOf()),
    (matchID) => storage.createMatchIfAbsent(matchID, { initialState: {}, metadata: metadataOf() }),
    (matchID) => storage.wipe(matchID),
    (matchID) => storage.quarantine(matchID),
    () => storage.restoreQuarantined(one(storage.listQuarantined())?.id),
  ];
  for (let i = 0; i < 2000; i += 1) {
    one(changes)(`m${below(40)}`);
    if (i === 1000) storage.metadata.clear();
    const gameName = one(['nim', 'chess', 'none', undefined]);
    const where = { isGameover: one([true, false, undefined]), unlisted: one([true, false, undefined]), updatedAfter: one([5, undefined]) };
    const after = one([undefined, { matchID: `m${below(40)}`, createdAt: below(6) }]);
    const expected = [...storage.metadata]
      .filter(([, metadata]) => gameName === undefined || metadata.gameName === gameName)
      .filter(([, metadata]) => where.isGameover === undefined || where.isGameover === 'gameover' in metadata)
      .filter(([, metadata]) => where.unlisted === undefined || where.unlisted === Boolean(metadata.unlisted))
      .filter(([, metadata]) => where.updatedAfter === undefined || metadata.updatedAt > where.updatedAfter)
      .filter((match) => !after || byAge([after.matchID, after], match) < 0)
      .sort(byAge)
      .slice(0, 7)
      .map(([matchID, metadata]) => ({ matchID, createdAt: metadata.createdAt ?? 0, metadata }));
    assert.deepEqual(storage.listPage({ gameName, where, limit: 7, after }), expected);
  }
});

test('a page costs only its own matches', () => {
  const storage = new InMemory();
  let looks = 0;
  for (let i = 0; i < 3000; i += 1) {
    const unlisted = i % 3 === 0;
    storage.setMetadata(`m${i}`, { get gameName() { looks += 1; return 'nim'; }, unlisted, players: {}, createdAt: i, ...i % 3 === 1 && { gameover: 1 } });
  }
  looks = 0;
  for (const where of [{ unlisted: false }, { unlisted: true }, { isGameover: true }, { isGameover: false, unlisted: false }]) {
    assert.equal(storage.listPage({ gameName: 'nim', where, limit: 10, after: { matchID: 'x', createdAt: 1500 } }).length, 10);
  }
  assert.ok(looks <= 40, `${looks}`);
});
