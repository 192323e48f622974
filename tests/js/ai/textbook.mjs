// Single-observer ISMCTS as Cowling, Powley and Whitehouse publish it ("Information Set Monte Carlo Tree Search", 2012), on the rules of
// tests/games/whist.mjs alone: the program that an author would write for this one game.
import { DECK, beats, suitOf } from '../../games/whist.mjs';

const EXPLORATION = 0.7;

/**
 * The card to play.
 *
 * @param {any} view of the seat
 * @param {string} playerID
 * @param {{ iterations: number, number: () => number }} options `number` is one from 0 to 1
 */
export function textbookCard(view, playerID, { iterations, number }) {
  const seat = Number(playerID);
  const root = node(null, null, null);
  for (let i = 0; i < iterations; i += 1) iterate(root, dealt(view, seat, number), number);
  return root.children.reduce((best, child) => (child.visits > best.visits ? child : best)).card;
}

function node(card, parent, mover) {
  return { card, parent, mover, children: [], wins: 0, visits: 0, available: 1 };
}

function iterate(root, deal, number) {
  let at = root;
  let cards = playable(deal);
  // Descends the tree while it knows all candidates of this deal.
  while (cards.length > 0 && untried(at, cards).length === 0) {
    at = selected(at, cards);
    play(deal, at.card);
    cards = playable(deal);
  }
  if (cards.length > 0) {
    const card = pick(untried(at, cards), number);
    const child = node(card, at, deal.mover);
    at.children.push(child);
    at = child;
    play(deal, card);
  }
  for (cards = playable(deal); cards.length > 0; cards = playable(deal)) play(deal, pick(cards, number));
  const winner = deal.tricks[0] > deal.tricks[1] ? 0 : 1;
  for (; at; at = at.parent) {
    at.visits += 1;
    if (at.mover === winner) at.wins += 1;
  }
}

function untried({ children }, cards) {
  return cards.filter((card) => !children.some((child) => child.card === card));
}

function selected({ children }, cards) {
  const possible = children.filter(({ card }) => cards.includes(card));
  const worth = ({ wins, visits, available }) => wins / visits + EXPLORATION * Math.sqrt(Math.log(available) / visits);
  const best = possible.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  for (const child of possible) child.available += 1;
  return best;
}

/** Returns a possible deal: the unseen cards, shuffled, in the places that the seat does not see. */
function dealt({ hands, stock, trump, led, tricks, played }, seat, number) {
  const seen = new Set([...played, ...hands[0], ...hands[1], ...stock]);
  const unseen = DECK.filter((card) => !seen.has(card));
  for (let i = unseen.length - 1; i > 0; i -= 1) {
    const other = Math.floor(number() * (i + 1));
    [unseen[i], unseen[other]] = [unseen[other], unseen[i]];
  }
  const known = (cards) => cards.map((card) => card ?? unseen.pop());
  return { hands: [known(hands[0]), known(hands[1])], stock: known(stock), trump, led, tricks: [tricks[0], tricks[1]], mover: seat };
}

function playable({ hands, led, mover }) {
  const hand = hands[mover];
  if (led === null) return hand;
  const following = hand.filter((card) => suitOf(card) === suitOf(led));
  return following.length > 0 ? following : hand;
}

function play(deal, card) {
  const { hands, stock, trump, led, tricks, mover } = deal;
  const other = 1 - mover;
  hands[mover].splice(hands[mover].indexOf(card), 1);
  if (led === null) {
    deal.led = card;
    deal.mover = other;
    return;
  }
  const winner = beats(card, led, trump) ? mover : other;
  deal.led = null;
  deal.mover = winner;
  if (stock.length === 0) {
    tricks[winner] += 1;
    return;
  }
  hands[winner].push(stock.pop());
  hands[1 - winner].push(stock.pop());
}

function pick(list, number) {
  return list[Math.floor(number() * list.length)];
}
