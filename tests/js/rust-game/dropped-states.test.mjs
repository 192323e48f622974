// Game code that fails when a state is dropped, also by the garbage collector: storages return copies, and the last state is never evicted.
import assert from 'node:assert/strict';
import { setTimeout as later } from 'node:timers/promises';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Master } from 'rondel/master';
import { InMemory } from 'rondel/server';
import { faults, openTraps } from '../../rust-game/duel.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** A storage that returns copies, as file and database storages do. */
function copying() {
  const inner = new InMemory();
  return new Proxy(inner, {
    get(_, name) {
      if (name === 'type') return () => 1;
      return typeof inner[name] === 'function' ? async (...args) => structuredClone(await inner[name](...structuredClone(args))) : inner[name];
    },
  });
}

async function act(master, matchID, type, ...args) {
  await master.onSync(matchID, '0', undefined, 2);
  return master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args, playerID: '0' } }, 0, matchID, '0');
}

for (const [what, game, move] of [['panics', faults(), ['light']], ['overflows the stack', openTraps(), ['set', 'drop']]]) {
  test(`a state whose drop ${what} is collected, and other matches go on`, async () => {
    const master = new Master(game, copying(), { send() {}, sendAll() {} });
    assert.equal(await act(master, 'trapped', ...move), undefined);
    // When other matches have been played, nothing refers to the states of a match.
    for (let i = 0; i < 4; i += 1) assert.equal(await act(master, `other ${i}`, 'count'), undefined);
    for (let i = 0; i < 10; i += 1) {
      collect();
      await later(10);
    }
    assert.equal(await act(master, 'last', 'count'), undefined);
  });
}
