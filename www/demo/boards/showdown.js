/** The board of Showdown: the yard in the middle, four players around it. */
import { HEALTH, NAMES, whyNot } from '../games/showdown.js';
import { KINDS, SUITS } from '../games/showdown-cards.js';
import { cardBack, moveButton, seatPanel, seats } from '../lib/parts.js';
import { mayAct, stageOf } from '../lib/seats.js';
import { h } from '../lib/view.js';
import { face, hearts, spoken } from './showdown-art.js';

/** The board's default options: a hand is open only while its seat may act. */
export const showdownOptions = { hidden: true };

/** A seat's name. */
export const showdownName = (seat) => NAMES[seat];

/** The rules' reasons, in words. */
export const explainShowdown = ({ G, ctx }, seat, move, args) => whyNot(G, ctx, seat, move, ...args);

/**
 * The board. A view without all seats passes its own seats, and the visible hands. `thoughtOf(seat, move, ...args)` draws the findings
 * about a move.
 */
export function showdownBoard(view) {
  const { ctx } = view;
  return [
    yard(view),
    !view.owns && h('label', { key: 'hidden', class: 'field-check' },
      h('input', { id: 'hidden', type: 'checkbox', checked: view.options.hidden, onChange: ({ target }) => view.setOption({ hidden: target.checked }) }),
      h('span', null, 'Hot seat: show only the hand of who may act')),
    seats(ctx, (seat) => place(view, seat)),
  ];
}

function yard({ G, ctx, state, session }) {
  const { pendingAction: pending } = G;
  const story = state.log.findLast(({ metadata }) => metadata?.text)?.metadata.text ?? `${NAMES[ctx.currentPlayer]} begins.`;
  const top = G.discardPile.at(-1);
  return h('div', { key: 'yard', class: 'yard' },
    h('div', { class: 'yard-piles' },
      h('span', { class: 'yard-pile' }, cardBack('deck', { small: true }), h('b', { 'data-testid': 'deck' }, G.deck.length), ' deck'),
      h('span', { class: 'yard-pile' }, top ? h('span', { key: top, class: 'card card-face is-small' }, face(G.cardMap[top])) : h('span', { key: 'gap', class: 'card card-gap is-small' }),
        h('b', { 'data-testid': 'discard' }, G.discardPile.length), ' discarded')),
    h('div', { class: 'yard-story' },
      h('p', { class: 'story', role: 'status', 'aria-live': 'polite', 'data-testid': 'story' }, `${story}.`.replace('..', '.')),
      pending && h('p', { key: 'pending', class: 'pending' }, h('span', { class: 'tag' }, KINDS[pending.type].title), ' ', question(G, ctx))),
    pending?.type === 'SLED' && h('div', { key: 'sled', class: 'sled', role: 'group', 'aria-label': KINDS.SLED.title },
      pending.revealedCards.map((cardId) => h('span', { key: cardId, class: 'card card-face' }, face(G.cardMap[cardId])))));
}

function question(G, ctx) {
  const { type, fortTried, targetPlayerId } = G.pendingAction;
  const fort = !fortTried && G.players[targetPlayerId]?.inPlay.length > 0;
  const asked = Object.keys(ctx.activePlayers ?? {}).map((seat) => NAMES[seat]);
  switch (type) {
    case 'SNOWBALL': return `${asked[0]}: duck${fort ? ', hide in the Snow fort' : ''} or take the hit.`;
    case 'FLURRY': return `${asked[0]}: throw a Snowball or take the hit.`;
    case 'FACE_OFF': return `${asked[0]}: throw a Snowball or take the hit.`;
    default: return `${asked.join(', ')} may choose, in any order.`;
  }
}

function place(view, seat) {
  const { G, ctx, nameOf, options, ui } = view;
  const player = G.players[seat];
  const owns = view.owns?.(seat) ?? true;
  const acting = mayAct(ctx, seat) && owns;
  // At the sled nobody plays from the hand, and everybody acts at once: the hands stay closed.
  const open = view.sees?.(seat) ?? (!options.hidden || (acting && stageOf(ctx, seat) !== 'chooseCard'));
  const fort = player.inPlay.find((cardId) => G.cardMap[cardId].type === 'FORT');
  return seatPanel({ seat, ctx, nameOf, out: player.out, className: 'fighter ', note: hearts(player.health, HEALTH) },
    fort && h('p', { key: 'in-play', class: 'in-play' }, h('span', { class: 'card card-face is-small' }, face(G.cardMap[fort])), 'in a Snow fort'),
    !player.out && h('div', { key: 'hand', class: 'hand', role: 'group', 'aria-label': `Hand of ${nameOf(seat)}, ${player.hand.length} cards` },
      player.hand.map((cardId, at) => (open ? cardOf(view, seat, G.cardMap[cardId]) : cardBack(cardId ?? `back-${at}`, { small: true })))),
    acting && ui.aim?.seat === seat && stageOf(ctx, seat) === null && targets(view, seat),
    acting && h('div', { key: 'moves', class: 'moves' }, answers(view, seat)));
}

function cardOf(view, seat, card) {
  if (view.owns?.(seat) ?? true) return cardButton(view, seat, card);
  return h('span', { key: card.id, class: 'card card-face', role: 'img', 'aria-label': spoken(card) }, face(card), thought(view, seat, moveOf(view, seat, card), card.id));
}

// The move of a pressed card depends on its holder: on turn, or in one of the stages.
function moveOf({ ctx }, seat, card) {
  const stage = stageOf(ctx, seat);
  return stage ? STAGE_MOVES[stage] : PLAY_MOVES[card.type] ?? 'throwSnowball';
}

function cardButton(view, seat, card) {
  const { G, ctx, session, ui, update } = view;
  const stage = stageOf(ctx, seat);
  const move = moveOf(view, seat, card);
  const aimed = !stage && (card.type === 'SNOWBALL' || card.type === 'FACE_OFF');
  const why = aimed && move === 'throwSnowball' && G.players[seat].thrown >= 1 ? 'x' : aimed ? null : whyNot(G, ctx, seat, move, card.id);
  const possible = mayAct(ctx, seat) && !why && !(stage === null && card.type === 'DUCK') && stage !== 'chooseCard';
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
  }, face(card), thought(view, seat, move, card.id));
}

function thought({ thoughtOf }, ...about) {
  return thoughtOf?.(...about);
}

function targets({ G, ctx, session, ui, update }, seat) {
  const { cardId, move } = ui.aim;
  const close = () => {
    ui.aim = null;
    update();
    document.querySelector(`[data-id="${cardId}"]`)?.focus();
  };
  return h('div', { key: 'targets', class: 'targets', role: 'group', 'aria-label': 'At whom?', onKeydown: (event) => { if (event.key === 'Escape') close(); } },
    h('span', { class: 'targets-label' }, `${KINDS[G.cardMap[cardId].type].title}: at whom?`),
    G.players.map((player, at) => String(at)).filter((other) => whyNot(G, ctx, seat, move, cardId, other) === null).map((other) => h('button', {
      key: other, type: 'button', class: 'button', 'data-target': other,
      onClick: () => { ui.aim = null; session.move(seat, move, cardId, other); },
    }, NAMES[other])),
    h('button', { key: 'cancel', type: 'button', class: 'button is-quiet', onClick: close }, 'Cancel'));
}

function answers(view, seat) {
  const { G, ctx, session } = view;
  const button = (move, label, ...args) => moveButton({
    key: `${move}-${args[0] ?? ''}`, class: 'button', 'data-move': move, possible: whyNot(G, ctx, seat, move, ...args) === null,
    onClick: () => session.move(seat, move, ...args),
  }, label, thought(view, seat, move, ...args));
  switch (stageOf(ctx, seat)) {
    case null:
      return button('finishTurn', 'Finish turn');
    case 'dodge':
      return [
        G.players[seat].inPlay.length > 0 && button('hideInFort', 'Hide in the Snow fort'),
        button('takeHit', 'Take the hit'),
      ];
    case 'chooseCard':
      return G.pendingAction.revealedCards.map((cardId) => button('chooseCard', `Take ${KINDS[G.cardMap[cardId].type].title} ${G.cardMap[cardId].rank}${SUITS[G.cardMap[cardId].suit]}`, cardId));
    case 'discardDown':
      return h('p', { key: 'discard', class: 'quiet' }, `Discard down to ${G.players[seat].health}: press the cards that go.`);
    default:
      return button('takeHit', 'Take the hit');
  }
}

const PLAY_MOVES = {
  SNOWBALL: 'throwSnowball', FACE_OFF: 'callFaceOff', FORT: 'buildFort', FLURRY: 'startFlurry', SLED: 'pullSled', COCOA: 'drinkCocoa', DUCK: 'duck',
};

const STAGE_MOVES = {
  dodge: 'duck', answerFlurry: 'throwBack', faceOff: 'throwBack', chooseCard: 'chooseCard', discardDown: 'discard',
};
