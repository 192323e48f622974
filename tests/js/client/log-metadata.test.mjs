// Metadata that moves and hooks set by `log.setMetadata`: both are kept, and those of a redacted move are redacted with it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { describeLog } from 'rondel/core';
import { Local } from 'rondel/multiplayer';
import { begun, move } from '../master/support.mjs';

const game = (redact = false) => ({
  setup: () => ({}),
  turn: {
    onMove: ({ log }) => { log.setMetadata({ by: 'onMove' }); },
    onEnd: ({ log }) => { log.setMetadata('onEnd'); },
    onBegin: ({ log }) => { log.setMetadata({ by: 'onBegin' }); },
  },
  moves: {
    note: {
      move: ({ log, events }) => {
        log.setMetadata('replaced');
        log.setMetadata({ card: 'ace' });
        events.endTurn();
      },
      redact,
    },
    go: () => {},
  },
});
const HOOKS = [{ by: 'onMove' }, 'onEnd', { by: 'onBegin' }];

test("a hook's metadata are kept next to the move's, in one page and online", (t) => {
  for (const multiplayer of [undefined, Local()]) {
    const client = Client({ game: game(), playerID: '0', multiplayer, quiet: true });
    client.start();
    t.after(() => client.dispose());
    client.moves.note();
    const [entry, ending] = client.log;
    assert.deepEqual([entry.metadata, entry.hookMetadata], [{ card: 'ace' }, HOOKS]);
    assert.deepEqual([ending.metadata, ending.hookMetadata], [undefined, undefined]);
    const [described] = describeLog(client.log, { game: game() });
    assert.deepEqual([described.metadata, described.hookMetadata], [{ card: 'ace' }, HOOKS]);
  }
});

test('a move without metadata has only its hooks\' metadata', () => {
  const client = Client({ game: game(), quiet: true });
  client.moves.go();
  client.events.endTurn();
  assert.deepEqual(client.log.map(({ metadata, hookMetadata }) => [metadata, hookMetadata]), [
    [undefined, [{ by: 'onMove' }]], [undefined, ['onEnd', { by: 'onBegin' }]],
  ]);
});

test('only the player of a redacted move receives the metadata of the move and its hooks', async () => {
  const { master, heard } = await begun(game(true));
  await master.onUpdate(move('note', '0'), 0, 'm', '0');
  const entryFor = (viewer) => heard[viewer].at(-1).args[2].find(({ action }) => action.type === 'MAKE_MOVE');
  assert.deepEqual([entryFor('0').metadata, entryFor('0').hookMetadata], [{ card: 'ace' }, HOOKS]);
  for (const viewer of ['1', 'null']) {
    assert.equal(entryFor(viewer).action.payload.args, null);
    assert.ok(!('metadata' in entryFor(viewer)) && !('hookMetadata' in entryFor(viewer)));
  }
});

test('a page with the whole log does not describe redacted metadata to other viewers', () => {
  const client = Client({ game: game(true), quiet: true });
  client.moves.note();
  const described = (playerID) => describeLog(client.log, { game: game(true), playerID })[0];
  assert.deepEqual([described('1').metadata, described('1').hookMetadata, described('0').metadata], [undefined, undefined, { card: 'ace' }]);
});
