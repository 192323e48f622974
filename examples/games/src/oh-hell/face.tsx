import { isRed, nameOfCard, rankOf, suitOf, type Card, type Suit } from './cards.ts';

/** A suit as a character of the text, not as an emoji. */
const symbolOf = (suit: Suit) => `${suit}\uFE0E`;

/** The front of a card. Screen readers read its name in place of its symbols. */
export function Face({ card, isWinner = false }: { card: Card; isWinner?: boolean }) {
  const suit = suitOf(card);
  const names = ['face', isRed(suit) && 'red', isWinner && 'winner'].filter(Boolean).join(' ');
  return (
    <span className={names} role="img" aria-label={nameOfCard(card)} data-card={card}>
      <span className="corner">{rankOf(card)}<br />{symbolOf(suit)}</span>
      <span className="pip">{symbolOf(suit)}</span>
    </span>
  );
}
