// The stack overflows inside WebAssembly, because nothing checks it first. The instance may fail, and its matches in one page with
// it. No client stays busy, and new clients play.
import assert from 'node:assert/strict';
import { Client } from 'rondel/client';
import { playsOn, rules } from '../crew.mjs';
import { PADDINGS, fromTheEnd } from '../depth.mjs';
import { textOf } from '../values.mjs';

export const mayRetire = true;

const LEVELS = 600;

const CALLS = {
  'moves': (client) => client.moves.add(1),
  'moves with dice': (client) => client.moves.roll(),
  'canMove': (client) => client.canMove('add', 1),
  'endTurn': (client) => client.events.endTurn(),
  'getState': (client) => { client.updatePlayerID('0'); client.getState(); client.log.length; },
  'reset': (client) => client.reset(),
  'clients': () => Client({ game: rules(), quiet: true }).moves.add(1),
};

const cases = {};

for (const [what, call] of Object.entries(CALLS)) {
  cases[`${what} at the end of an unchecked stack leave no client busy`] = () => {
    assert.ok(globalThis.isStackUnchecked, 'the preloaded file has replaced the probe');
    for (const padding of PADDINGS) {
      const client = Client({ game: rules(), quiet: true });
      client.subscribe(() => {});
      fromTheEnd(LEVELS, () => call(client), { padding });
      for (const act of [() => client.moves.add(1), () => client.reset(), () => client.moves.add(1), () => client.canMove('add', 1)]) playsOrHasEnded(act);
      playsOn(Client({ game: rules(), quiet: true }), 'a new client');
    }
  };
}

export default cases;

/** The client acts, or its match has ended with the instance. */
function playsOrHasEnded(act) {
  let result;
  try {
    result = act();
  } catch (error) {
    assert.equal(error.code, 'engine/retired', textOf(error));
    return;
  }
  assert.equal(result.error ?? null, null);
}
