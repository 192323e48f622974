/** The board of Showdown: the street in the middle, four gunslingers around it. */
import { HEALTH, NAMES, whyNot } from '../games/showdown.js';
import { KINDS, SUITS } from '../games/showdown-cards.js';
import { cardBack, moveButton, seatPanel, seats } from '../lib/parts.js';
import { mayAct, stageOf } from '../lib/seats.js';
import { h } from '../lib/view.js';
import { face, hearts, spoken } from './showdown-art.js';

/** The board's options at first: a hand is open only while its seat may act. */
export const showdownOptions = { hidden: true };

/** A seat's name. */
export const showdownName = (seat) => NAMES[seat];

/** The rules' reasons, in words. */
export const explainShowdown = ({ G, ctx }, seat, move, args) => whyNot(G, ctx, seat, move, ...args);

/** The board. */
export function showdownBoard(view) {
  const { ctx } = view;
  return [
    street(view),
    h('label', { key: 'hidden', class: 'field-check' },
      h('input', { id: 'hidden', type: 'checkbox', checked: view.options.hidden, onChange: ({ target }) => view.setOption({ hidden: target.checked }) }),
      h('span', null, 'Hot seat: show only the hand of who may act')),
    seats(ctx, (seat) => place(view, seat)),
  ];
}

function street({ G, ctx, state, session }) {
  const { pendingAction: pending } = G;
  const story = state.log.findLast(({ metadata }) => metadata?.text)?.metadata.text ?? `${NAMES[ctx.currentPlayer]} begins.`;
  const top = G.discardPile.at(-1);
  return h('div', { key: 'street', class: 'street' },
    h('div', { class: 'street-piles' },
      h('span', { class: 'street-pile' }, cardBack('deck', { small: true }), h('b', { 'data-testid': 'deck' }, G.deck.length), ' deck'),
      h('span', { class: 'street-pile' }, top ? h('span', { key: top, class: 'card card-face is-small' }, face(G.cardMap[top])) : h('span', { key: 'gap', class: 'card card-gap is-small' }),
        h('b', { 'data-testid': 'discard' }, G.discardPile.length), ' discarded')),
    h('div', { class: 'street-story' },
      h('p', { class: 'story', role: 'status', 'aria-live': 'polite', 'data-testid': 'story' }, `${story}.`.replace('..', '.')),
      pending && h('p', { key: 'pending', class: 'pending' }, h('span', { class: 'tag' }, KINDS[pending.type].title), ' ', question(G, ctx))),
    pending?.type === 'GENERAL_STORE' && h('div', { key: 'store', class: 'store', role: 'group', 'aria-label': 'General Store' },
      pending.revealedCards.map((cardId) => h('span', { key: cardId, class: 'card card-face' }, face(G.cardMap[cardId])))));
}

function question(G, ctx) {
  const { type, barrelTried, targetPlayerId } = G.pendingAction;
  const barrel = !barrelTried && G.players[targetPlayerId]?.inPlay.length > 0;
  const asked = Object.keys(ctx.activePlayers ?? {}).map((seat) => NAMES[seat]);
  switch (type) {
    case 'BANG': return `${asked[0]}: a Missed!${barrel ? ', the Barrel' : ''} or take the hit.`;
    case 'INDIANS': return `${asked[0]}: discard a BANG! or take the hit.`;
    case 'DUEL': return `${asked[0]}: answer with a BANG! or take the hit.`;
    default: return `${asked.join(', ')} may choose, in any order.`;
  }
}

function place(view, seat) {
  const { G, ctx, nameOf, options, ui } = view;
  const player = G.players[seat];
  const acting = mayAct(ctx, seat);
  // At the store nobody plays from the hand, and everybody acts at once: the hands stay down.
  const open = !options.hidden || (acting && stageOf(ctx, seat) !== 'chooseCard');
  const barrel = player.inPlay.find((cardId) => G.cardMap[cardId].type === 'BARREL');
  return seatPanel({ seat, ctx, nameOf, out: player.dead, className: 'gunslinger ', note: hearts(player.health, HEALTH) },
    barrel && h('p', { key: 'in-play', class: 'in-play' }, h('span', { class: 'card card-face is-small' }, face(G.cardMap[barrel])), 'behind a Barrel'),
    !player.dead && h('div', { key: 'hand', class: 'hand', role: 'group', 'aria-label': `Hand of ${nameOf(seat)}, ${player.hand.length} cards` },
      player.hand.map((cardId) => (open ? cardButton(view, seat, G.cardMap[cardId]) : cardBack(cardId, { small: true })))),
    acting && ui.aim?.seat === seat && stageOf(ctx, seat) === null && targets(view, seat),
    acting && h('div', { key: 'moves', class: 'moves' }, answers(view, seat)));
}

// What a card does when pressed depends on where its holder is: on turn, or in one of the stages.
function cardButton(view, seat, card) {
  const { G, ctx, session, ui, update } = view;
  const stage = stageOf(ctx, seat);
  const move = stage ? STAGE_MOVES[stage] : PLAY_MOVES[card.type] ?? 'playBang';
  const aimed = !stage && (card.type === 'BANG' || card.type === 'DUEL');
  const why = aimed && move === 'playBang' && G.players[seat].bangsPlayed >= 1 ? 'x' : aimed ? null : whyNot(G, ctx, seat, move, card.id);
  const possible = mayAct(ctx, seat) && !why && !(stage === null && card.type === 'MISSED') && stage !== 'chooseCard';
  return moveButton({
    key: card.id, class: `card card-face${ui.aim?.cardId === card.id ? ' is-aimed' : ''}`, 'data-card': card.type, 'data-id': card.id, possible,
    label: `${spoken(card)}. ${KINDS[card.type].text}`, title: KINDS[card.type].text,
    'aria-expanded': aimed ? String(ui.aim?.cardId === card.id) : undefined,
    onClick: () => {
      if (aimed && possible) {
        ui.aim = ui.aim?.cardId === card.id ? null : { seat, cardId: card.id, move };
        update();
        document.querySelector('.targets button')?.focus();
        return;
      }
      ui.aim = null;
      session.move(seat, move, card.id);
    },
  }, face(card));
}

function targets({ G, ctx, session, ui, update }, seat) {
  const { cardId, move } = ui.aim;
  const close = () => {
    ui.aim = null;
    update();
    document.querySelector(`[data-id="${cardId}"]`)?.focus();
  };
  return h('div', { key: 'targets', class: 'targets', role: 'group', 'aria-label': 'At whom?', onKeydown: (event) => { if (event.key === 'Escape') close(); } },
    h('span', { class: 'targets-label' }, `${KINDS[G.cardMap[cardId].type].title} At whom?`),
    G.players.map((player, at) => String(at)).filter((other) => whyNot(G, ctx, seat, move, cardId, other) === null).map((other) => h('button', {
      key: other, type: 'button', class: 'button', 'data-target': other,
      onClick: () => { ui.aim = null; session.move(seat, move, cardId, other); },
    }, NAMES[other])),
    h('button', { key: 'cancel', type: 'button', class: 'button is-quiet', onClick: close }, 'Cancel'));
}

function answers({ G, ctx, session }, seat) {
  const button = (move, label, ...args) => moveButton({
    key: `${move}-${args[0] ?? ''}`, class: 'button', 'data-move': move, possible: whyNot(G, ctx, seat, move, ...args) === null,
    onClick: () => session.move(seat, move, ...args),
  }, label);
  switch (stageOf(ctx, seat)) {
    case null:
      return button('finishTurn', 'Finish turn');
    case 'respondToBang':
      return [
        G.players[seat].inPlay.length > 0 && button('useBarrel', 'Draw! for the Barrel'),
        button('takeDamage', 'Take the hit'),
      ];
    case 'chooseCard':
      return G.pendingAction.revealedCards.map((cardId) => button('chooseCard', `Take ${KINDS[G.cardMap[cardId].type].title} ${G.cardMap[cardId].rank}${SUITS[G.cardMap[cardId].suit]}`, cardId));
    case 'discardDown':
      return h('p', { key: 'discard', class: 'quiet' }, `Discard down to ${G.players[seat].health}: press the cards that go.`);
    default:
      return button('takeDamage', 'Take the hit');
  }
}

const PLAY_MOVES = {
  BANG: 'playBang', DUEL: 'playDuel', BARREL: 'playBarrel', INDIANS: 'playIndians', GENERAL_STORE: 'playGeneralStore', BEER: 'playBeer', MISSED: 'playMissed',
};

const STAGE_MOVES = {
  respondToBang: 'playMissed', respondToIndians: 'discardBang', respondToDuel: 'discardBang', chooseCard: 'chooseCard', discardDown: 'discard',
};
