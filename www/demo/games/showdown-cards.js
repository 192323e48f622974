/** The cards of Showdown: their names, effects and numbers. */

export const SUITS = { hearts: '♥', spades: '♠', diamonds: '♦', clubs: '♣' };

export const KINDS = {
  SNOWBALL: { title: 'Snowball', text: 'Throw it at a player. One a turn.', count: 14 },
  DUCK: { title: 'Duck', text: 'Dodge a Snowball.', count: 8 },
  FORT: { title: 'Snow fort', text: 'Stays in play. Turn up hearts, and it stops a Snowball.', count: 3 },
  FLURRY: { title: 'Flurry', text: 'Each other player throws a Snowball back or is hit.', count: 3 },
  SLED: { title: 'Supply sled', text: 'A card for everyone, all choose at once.', count: 3 },
  FACE_OFF: { title: 'Face-off', text: 'Throw Snowballs by turns. The first to stop is hit.', count: 4 },
  COCOA: { title: 'Hot cocoa', text: 'One health back.', count: 5 },
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
