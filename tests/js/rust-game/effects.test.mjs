// Effects of a game in Rust, on pages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { faults } from '../../rust-game/duel.mjs';

test('effects of a game in Rust reach the players who may see them, once', (t) => {
  const multiplayer = Local();
  const game = faults();
  const tabs = ['0', '1', null].map((playerID) => {
    const client = Client({ game, multiplayer, playerID, debug: false, quiet: true });
    t.after(() => client.dispose());
    const heard = [];
    client.onEffect('*', (data, { name, playerID: by, duration }) => {
      heard.push([name, data, by, duration]);
      return () => heard.push('taken back');
    });
    client.start();
    return { client, heard };
  });
  tabs[0].client.moves.emit(3);
  const counted = ['counted', { to: 3 }, '0', 0];
  assert.deepEqual(tabs.map(({ heard }) => heard), [[counted, ['hint', undefined, '0', 200]], [counted], [counted]]);
  assert.deepEqual(tabs[1].client.log[0].effects, [{ name: 'counted', data: { to: 3 } }]);
});

test('a match in the page plays effects of a game in Rust', (t) => {
  const client = Client({ game: faults(), playerID: '0', debug: false, quiet: true });
  t.after(() => client.dispose());
  const heard = [];
  client.onEffect('counted', ({ to }) => { heard.push(to); });
  client.moves.emit(1);
  client.moves.count();
  client.moves.emit(2);
  assert.deepEqual(heard, [1, 2]);
});

test('an effect that cannot be sent is an error of its move', (t) => {
  const client = Client({ game: faults(), playerID: '0', debug: false, quiet: true });
  t.after(() => client.dispose());
  assert.throws(() => client.moves.say('effect'), /effect/);
  assert.throws(() => client.moves.say('seat'), /the match has no player 9/);
  assert.equal(client.getState()._stateID, 0);
});
