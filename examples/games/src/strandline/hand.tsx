import { useState, type Ref } from 'react';
import type { Beach } from './beach.ts';
import { isCard, nameOf, sorted, type Card } from './cards.ts';
import { Face } from './face.tsx';

interface Props {
  G: Beach;
  playerID: string;
  canPick: boolean;
  pick: (card: Card) => void;
  ref: Ref<HTMLUListElement>;
}

/** The viewer's cards. The first press chooses one, the button or a second press keeps it. */
export function Hand({ G, playerID, canPick, pick, ref }: Props) {
  const [chosen, choose] = useState<Card | null>(null);
  const cards = sorted(G.hands[playerID].filter(isCard));
  const picked = G.picks[playerID];
  const shown = canPick && chosen && cards.includes(chosen) ? chosen : null;

  function press(card: Card) {
    if (!canPick) return;
    if (card === shown) pick(card);
    else choose(card);
  }

  return (
    <>
      <ul className="hand" aria-label="Your hand" ref={ref} tabIndex={-1}>
        {cards.map((card) => (
          <li key={card}>
            <button type="button" aria-pressed={card === shown || card === picked} aria-disabled={!canPick} onClick={() => press(card)}>
              <Face card={card} />
            </button>
          </li>
        ))}
      </ul>
      {cards.length > 0 && (
        <p className="keep">
          {shown && <button type="button" className="primary" onClick={() => pick(shown)}>Keep {nameOf(shown)}</button>}
          {isCard(picked) && `You keep ${nameOf(picked)}. The others are still choosing.`}
        </p>
      )}
    </>
  );
}
