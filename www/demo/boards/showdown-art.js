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
  SNOWBALL: 'M8 10A6.5 6.5 0 1 1 21 10 6.5 6.5 0 1 1 8 10ZM12 8.5A3.5 3.5 0 0 1 14.5 6.5M3 14.5 6 13M4 19 9 15.5M9.5 21 12 18.5',
  DUCK: 'M6 18A6 6 0 0 1 18 18M4.5 18H19.5V21.5H4.5ZM10.5 10.5A1.5 1.5 0 1 1 13.5 10.5 1.5 1.5 0 1 1 10.5 10.5ZM16 4.5A2.5 2.5 0 1 1 21 4.5 2.5 2.5 0 1 1 16 4.5ZM3 3H12M6 6H13',
  FORT: 'M3 21V8H7V11H10V8H14V11H17V8H21V21ZM3 16H21M8.5 11V16M15.5 11V16M12 16V21M5.5 16V21M18.5 16V21',
  FLURRY: 'M12 2V22M3.3 7 20.7 17M3.3 17 20.7 7M9 4 12 7 15 4M9 20 12 17 15 20M17.4 5.4 16.3 9.5 20.4 10.6M17.4 18.6 16.3 14.5 20.4 13.4M6.6 5.4 7.7 9.5 3.6 10.6M6.6 18.6 7.7 14.5 3.6 13.4',
  SLED: 'M2.5 14H18.5M4.5 14V18.5M15.5 14V18.5M2 18.5H18A3.5 3.5 0 0 0 21.5 15M4.5 14V8H10.5V14M10.5 14V5H16.5V14M7.5 8V10.5M13.5 5V8',
  FACE_OFF: 'M2.5 12A3.5 3.5 0 1 1 9.5 12 3.5 3.5 0 1 1 2.5 12ZM14.5 12A3.5 3.5 0 1 1 21.5 12 3.5 3.5 0 1 1 14.5 12ZM12 3V7.5M12 16.5V21M8 4.5 9.5 7M16 4.5 14.5 7M8 19.5 9.5 17M16 19.5 14.5 17',
  COCOA: 'M4.5 10H16V17A4 4 0 0 1 12 21H8.5A4 4 0 0 1 4.5 17ZM16 12H17.5A2.5 2.5 0 0 1 17.5 17H16M8 7.5C7 6 9 5 8 3M12.5 7.5C11.5 6 13.5 5 12.5 3',
};
