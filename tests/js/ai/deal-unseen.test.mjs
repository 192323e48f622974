// dealUnseen: determinizes the cards that a player does not see.
import assert from 'node:assert/strict';
import test from 'node:test';
import { dealUnseen } from 'rondel/ai';

const DECK = ['7h', '8h', '9h', '7s', '8s', '9s'];
const PLACES = ['deck', 'hands', 'trick'];
const view = () => ({ deck: [null], hands: { 0: ['7h', '8s'], 1: [null, null] }, trick: [{ by: '1', card: '9s' }], score: { 0: null } });

/** A random source that rotates a list by a fixed step, so that each step gives another deal. */
const turning = (step) => ({ Shuffle: (list) => list.map((_, i) => list[(i * 1 + step) % list.length]) });
const inOrder = turning(0);

test('the unseen cards fill the holes', () => {
  const dealt = dealUnseen(view(), { cards: DECK, places: PLACES }, inOrder);
  assert.deepEqual(dealt, { deck: ['8h'], hands: { 0: ['7h', '8s'], 1: ['9h', '7s'] }, trick: [{ by: '1', card: '9s' }], score: { 0: null } });
  const other = dealUnseen(view(), { cards: DECK, places: PLACES }, turning(1));
  assert.deepEqual([other.deck, other.hands[1]], [['9h'], ['7s', '8h']]);
});

test('the view is not changed, and unchanged parts are shared', () => {
  const seen = view();
  const dealt = dealUnseen(seen, { cards: DECK, places: PLACES }, inOrder);
  assert.deepEqual(seen, view());
  assert.equal(dealt.trick, seen.trick);
  assert.equal(dealt.hands[0], seen.hands[0]);
});

test('cards may be objects and have duplicates; surplus cards are out of the game', () => {
  const card = (color, n) => ({ color, n, owner: null });
  const cards = [card('red', 5), card('red', 5), card('blue', 1), card('blue', 2)];
  const dealt = dealUnseen({ hands: [[card('red', 5)], [null, null]] }, { cards, places: ['hands'] }, inOrder);
  assert.deepEqual(dealt.hands, [[card('red', 5)], [card('red', 5), card('blue', 1)]]);
});

test('the game chooses the value that marks a hidden card', () => {
  const dealt = dealUnseen({ hands: { 1: [{ back: true }, null] } }, { cards: ['a'], places: ['hands'], isHole: (value) => value?.back }, inOrder);
  assert.deepEqual(dealt.hands[1], ['a', null]);
});

test('a card goes only to a place that the player\'s knowledge allows', () => {
  const noHearts = (card, [place, playerID]) => !(place === 'hands' && playerID === '1' && card.endsWith('h'));
  const seen = { deck: [null, null], hands: { 1: [null, null] } };
  const cards = ['7h', '8h', '7s', '8s'];
  for (const step of [0, 1, 2, 3]) {
    const dealt = dealUnseen(seen, { cards, places: ['hands', 'deck'], fits: noHearts }, turning(step));
    assert.deepEqual([...dealt.hands[1]].sort(), ['7s', '8s']);
    assert.deepEqual([...dealt.deck].sort(), ['7h', '8h']);
  }
});

test('the error names a card that cannot be dealt', () => {
  const deal = (G, more) => () => dealUnseen(G, { cards: ['a', 'b'], places: ['hand'], ...more }, inOrder);
  assert.throws(deal({ hand: [null, null, null] }), { code: 'game/determinize', message: 'dealUnseen: 3 cards are hidden (3 in G.hand), and of 2 cards only 2 are nowhere to be seen' });
  assert.throws(deal({ hands: [] }), { code: 'game/determinize', message: /G\.hand is not in the view/ });
  assert.throws(deal({ hand: [null, null] }, { fits: () => false }), { code: 'game/determinize', message: 'dealUnseen: 2 cards are hidden (2 in G.hand), and there is no way to deal 2 cards so that all of them fit' });
  const seen = { hands: { 0: ['a'], 1: [null, null] }, table: null, deck: ['b'] };
  assert.throws(deal(seen, { cards: ['a', 'b', 'c', 'd'], places: ['hands', 'table', 'deck'] }), {
    message: 'dealUnseen: 3 cards are hidden (2 in G.hands, 1 in G.table), and of 4 cards only 2 are nowhere to be seen. If null is an empty place in G.table, let isHole say what a hidden card is',
  });
});

test('the error names a value that is no card at the place of a card', () => {
  const deal = (G, cards) => () => dealUnseen(G, { cards, places: Object.keys(G) }, inOrder);
  const named = (message) => ({ code: 'game/determinize', message });
  assert.throws(deal({ hands: { 0: [5, 6], 1: [null] } }, [1, 2, 5]), named('dealUnseen: 6 lies in G.hands, but is not among the cards'));
  assert.throws(deal({ hands: { 0: 6, 1: null } }, [1, 2, 5]), named('dealUnseen: 6 lies in G.hands, but is not among the cards'));
  assert.throws(deal({ aside: '5' }, [1, 2, 5]), named('dealUnseen: "5" lies in G.aside, but is not among the cards'));
  assert.deepEqual(deal({ led: undefined, hands: { 0: { cards: [5, null], scores: [6], by: '0' } } }, [1, 5])().hands[0].cards, [5, 1]);
});

test('the error names a missing option', () => {
  const named = (message) => ({ code: 'game/determinize', message });
  assert.throws(() => dealUnseen({}, { cards: [] }, inOrder), named("dealUnseen: places: expected a list of names of G's fields, got undefined"));
  assert.throws(() => dealUnseen({}, { cards: 'ace', places: [] }, inOrder), named('dealUnseen: cards: expected a list of all cards, got "ace"'));
});

test('every deal is equally likely', () => {
  let state = 1;
  const number = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const Shuffle = (list) => {
    const left = [...list];
    return list.map(() => left.splice(Math.floor(number() * left.length), 1)[0]);
  };
  const counts = new Map();
  for (let i = 0; i < 6000; i += 1) {
    const { hand } = dealUnseen({ hand: [null, null] }, { cards: ['a', 'b', 'c'], places: ['hand'] }, { Shuffle });
    counts.set(hand.join(''), (counts.get(hand.join('')) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 150, String(count));
});
