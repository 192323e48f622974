// Slow: plays games in Rust, which have to be compiled. General checks on the games in examples/rust: no hidden value reaches anybody,
// neither in the log nor in refusals, and the same actions lead to the same states.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDeterminism, checkSecrecy } from 'rondel/testing';
import { table } from '../online/support.mjs';
import { makeDice } from '../support/dice.mjs';
import { GAMES } from './games.mjs';
import { attempt } from './support.mjs';

for (const { name, rust, tries, secrets, allow } of GAMES) {
  test(`${name}: all viewers get only their views, and the same views for the same actions`, async () => {
    for (const numPlayers of [rust.minPlayers, rust.maxPlayers]) {
      const checks = [await checkDeterminism(rust, { numPlayers }), await checkSecrecy(rust, { numPlayers, secrets, allow })];
      for (const { moves } of checks) {
        assert.deepEqual(Object.keys(moves).toSorted(), Object.keys(tries).toSorted());
        assert.ok(Object.values(moves).every(({ made }) => made > 0), JSON.stringify(moves));
      }
    }
  });
}

test('magpies: no message has a card that its reader may not see', async (t) => {
  const game = GAMES.find(({ name }) => name === 'magpies');
  const shown = { views: 0, patches: 0, bids: 0 };
  for (const deltaState of [false, true]) {
    const dice = makeDice(Number(deltaState));
    const { seated, run } = table(t, { ...game.rust, seed: 'look', deltaState }, { numPlayers: 3 });
    const seats = await seated('0', '1', '2', null);
    for (let step = 0; step < 120; step += 1) {
      const { client } = dice.one(seats);
      attempt({ game, dice, numPlayers: 3 }, client.legalMoves())(client);
      await run(dice.below(200));
    }
    for (const { client, heard } of seats) look(heard, client.playerID, shown);
  }
  assert.ok(shown.views > 10 && shown.patches > 50 && shown.bids > 20, JSON.stringify(shown));
});

/** Checks every pile, every change of one, and every bid in a message. */
function look(message, reader, shown) {
  if (typeof message !== 'object' || message === null) return;
  if (Object.hasOwn(message, 'hands') && Object.hasOwn(message, 'deck')) {
    shown.views += 1;
    lookAtPile(message.deck, undefined, reader);
    for (const piles of [message.hands, message.bids]) lookAtPiles(piles, reader);
  }
  const [, name, owner, place] = /^\/G\/(deck|hands|bids)(?:\/(\d))?(.*)/.exec(message.path) ?? [];
  if (name !== undefined) {
    shown.patches += 1;
    if (name !== 'deck' && owner === undefined) lookAtPiles(message.value, reader);
    else if (place === '') lookAtPile(message.value, owner, reader);
    else assert.equal(owner, reader, JSON.stringify(message));
  }
  if (message.type === 'bid' && Object.hasOwn(message, 'playerID')) {
    shown.bids += 1;
    assert.equal(Array.isArray(message.args), message.playerID === reader, JSON.stringify(message));
  }
  for (const member of Object.values(message)) look(member, reader, shown);
}

function lookAtPiles(piles, reader) {
  piles.forEach((pile, owner) => lookAtPile(pile, String(owner), reader));
}

function lookAtPile(pile, owner, reader) {
  assert.equal(Array.isArray(pile), owner !== undefined && owner === reader, JSON.stringify({ pile, owner, reader }));
}
