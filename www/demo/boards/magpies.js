/** The board of magpies: the prizes, the last bids, and a nest and a hand for every seat. The hands of players who may act are open. */
import { badge, cardBack, moveButton, seatPanel, seats } from '../lib/parts.js';
import { mayAct, stageOf } from '../lib/seats.js';
import { h } from '../lib/view.js';

/** The board, for a table where the page acts for all players. `ui.card` is the card with which the current player would raid. */
export function magpiesBoard({ G, ctx, session, nameOf, ui, update }) {
  return [
    h('div', { key: 'table', class: 'spread', role: 'group', 'aria-label': 'On the table' },
      G.prizes.map((worth, at) => treasure(`prize-${at}`, worth, at === G.prizes.length - 1 ? 'glitters' : 'is still to come')),
      G.shown.length > 0 && h('span', { key: 'bids', class: 'quiet' }, 'bids'),
      G.shown.map(([seat, card]) => h('span', { key: `bid-${seat}`, class: 'played' }, number(card), badge(seat, `bid by ${nameOf(seat)}`))),
      G.raid !== null && h('span', { key: 'raid', class: 'played' }, number(G.raid), badge(ctx.currentPlayer, `raid by ${nameOf(ctx.currentPlayer)}`)),
      h('span', { key: 'deck', class: 'discarded' }, h('b', { 'data-testid': 'deck' }, G.deck), ' in the deck')),
    seats(ctx, (seat) => seatPanel({ seat, ctx, nameOf, note: nest(G, seat) },
      h('div', { key: 'hand', class: 'hand', role: 'group', 'aria-label': `Hand of ${nameOf(seat)}` }, hand({ ctx, session, ui, update }, seat, G.hands[seat])),
      h('div', { key: 'moves', class: 'moves' }, buttons({ G, ctx, session, nameOf, ui }, seat)))),
  ];
}

/** The rules' reasons, in words. */
export function explainMagpies({ G }, seat, move, [card, victim]) {
  if (move === 'guard' && card < G.raid) return `A ${G.raid} is guarded by a card that is no weaker.`;
  if (move === 'raid' && (victim === seat || G.nests[victim].length === 0)) return 'There is nothing to take.';
  return null;
}

function treasure(key, worth, says) {
  return h('span', { key, class: `card card-number${says === 'glitters' ? ' is-next' : ''}`, role: 'img', 'aria-label': `${worth}, ${says}` }, worth);
}

function number(card) {
  return h('span', { class: 'card card-number' }, card);
}

function nest(G, seat) {
  const worth = G.nests[seat].reduce((sum, one) => sum + one, 0);
  return h('span', null, h('b', { 'data-testid': `nest-${seat}` }, worth), ` in the nest${G.nests[seat].length > 0 ? `: ${G.nests[seat].join(', ')}` : ''}`);
}

function hand({ ctx, session, ui, update }, seat, pile) {
  // The page has the state of the last player, with their own pile as a list.
  const length = pile.length ?? pile;
  if (!mayAct(ctx, seat)) return Array.from({ length }, (_, at) => cardBack(`back-${at}`));
  const move = ctx.phase === 'swoop' ? 'bid' : stageOf(ctx, seat) === 'raided' ? 'guard' : 'raid';
  const raidWith = (card) => {
    ui.card = card;
    update();
  };
  return session.seenBy(seat).hands[seat].map((card, at) => moveButton({
    key: `card-${at}`, class: 'card card-number', 'data-move': move, possible: true,
    'aria-pressed': move === 'raid' ? String(ui.card === card) : undefined,
    label: `${LABELS[move]} ${card}`,
    onClick: () => (move === 'raid' ? raidWith(card) : session.move(seat, move, card)),
  }, card));
}

const LABELS = { bid: 'Bid', guard: 'Guard with', raid: 'Raid with' };

function buttons({ G, ctx, session, nameOf, ui }, seat) {
  const turn = ctx.currentPlayer;
  const isRaiding = ctx.phase === 'raids' && mayAct(ctx, turn);
  const own = (move, text, possible) => moveButton({
    key: move, class: 'button', 'data-move': move, possible, label: `${text}, ${nameOf(seat)}`, onClick: () => session.move(seat, move),
  }, text);
  if (stageOf(ctx, seat) === 'raided') return own('giveUp', 'Give up', true);
  if (seat === turn) return isRaiding && own('forage', 'Forage', true);
  const raid = () => {
    const { card } = ui;
    ui.card = undefined;
    session.move(turn, 'raid', card, seat);
  };
  return isRaiding && ui.card !== undefined && moveButton({
    key: 'raid', class: 'button', 'data-raid': seat, possible: G.nests[seat].length > 0, label: `Raid ${nameOf(seat)}`, onClick: raid,
  }, `Raid with ${ui.card}`);
}
