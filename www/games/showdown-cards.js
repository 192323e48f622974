/** The cards of Showdown: what they are called, what they do, how many there are. */

export const SUITS = { hearts: '♥', spades: '♠', diamonds: '♦', clubs: '♣' };

export const KINDS = {
  BANG: { title: 'BANG!', text: 'Shoot a player. One a turn.', count: 14 },
  MISSED: { title: 'Missed!', text: 'Dodge a BANG!', count: 8 },
  BARREL: { title: 'Barrel', text: 'Stays in play. Draw! hearts dodges a BANG!', count: 3 },
  INDIANS: { title: 'Indians!', text: 'Each other player discards a BANG! or is hurt.', count: 3 },
  GENERAL_STORE: { title: 'General Store', text: 'A card for everyone, all choose at once.', count: 3 },
  DUEL: { title: 'Duel', text: 'Discard BANG!s in turn. Who stops is hurt.', count: 4 },
  BEER: { title: 'Beer', text: 'One health back.', count: 5 },
};

/** All cards by id. */
export function createCards() {
  const suits = Object.keys(SUITS);
  const cards = {};
  let number = 0;
  for (const [type, { count }] of Object.entries(KINDS)) {
    for (let copy = 0; copy < count; copy++, number++) {
      const id = `${type.toLowerCase()}-${copy + 1}`;
      cards[id] = { id, type, suit: suits[number % 4], rank: RANKS[(number * 5) % 13] };
    }
  }
  return cards;
}

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
