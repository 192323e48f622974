/** The pictures on the cards of Showdown: one path each, on a field of 24 by 24. */
import { h } from '../lib/view.js';
import { KINDS, SUITS } from '../games/showdown-cards.js';

/** A card's face. */
export function face(card) {
  return [
    h('span', { key: 'pip', class: `pip pip-${card.suit}` }, card.rank, h('span', { class: 'suit', 'aria-hidden': 'true' }, SUITS[card.suit])),
    h('svg', { key: 'art', class: `art art-${card.type}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ART[card.type] })),
    h('span', { key: 'title', class: 'card-title' }, KINDS[card.type].title),
  ];
}

/** A card's name, for screen readers. */
export function spoken(card) {
  return `${KINDS[card.type].title} (${card.rank} of ${card.suit})`;
}

/** Hearts of health, full and empty. */
export function hearts(health, full) {
  return h('span', { class: 'hearts', role: 'img', 'aria-label': `${health} of ${full} health` }, Array.from({ length: full }, (_, at) => h('svg', {
    key: at, class: at < health ? 'heart' : 'heart is-lost', viewBox: '0 0 24 24', 'aria-hidden': 'true',
  }, h('path', { d: 'M12 20.5 4 12.6A5 5 0 0 1 11 5.4L12 6.5 13 5.4A5 5 0 0 1 20 12.6Z' }))));
}

const ART = {
  BANG: 'M12 2 14 8 20 5 16.5 10.5 22 12 16.5 13.5 20 19 14 16 12 22 10 16 4 19 7.5 13.5 2 12 7.5 10.5 4 5 10 8Z',
  MISSED: 'M3 15C7 18 17 18 21 15M6.5 15.5 8 7.5C10 6 11 8 12 8S14 6 16 7.5L17.5 15.5M9 12.4C11 13 13 13 15 12.4M19 3 15.5 5M21 7H17.5',
  BARREL: 'M7 3H17C20 9 20 15 17 21H7C4 15 4 9 7 3ZM5.2 8.5H18.8M5.2 15.5H18.8M12 3V21',
  INDIANS: 'M4 20C12 17 18 11 20 4C13 6 7 12 4 20ZM4 20 14 10M9 11.5 8.5 15.5M12.5 7.8 12 12M16 6 15.5 8.5',
  GENERAL_STORE: 'M4 10V21H20V10M3 10 5 4H19L21 10A3 3 0 0 1 15 10 3 3 0 0 1 9 10 3 3 0 0 1 3 10ZM10 21V15H14V21',
  DUEL: 'M5 3 17.5 15.5M19 3 6.5 15.5M14.5 18.5 20.5 12.5M9.5 18.5 3.5 12.5M17 16 20.5 20.5M7 16 3.5 20.5M5 3V6M19 3V6',
  BEER: 'M5 8H15V21H5ZM15 11H18.5V17H15M8 11.5V17.5M12 11.5V17.5M4.5 8A3 3 0 0 1 7 4 3.6 3.6 0 0 1 13 4 3 3 0 0 1 15.5 8',
};
