import { useId, useState, type Ref } from 'react';
import { sorted, type Card } from './cards.ts';
import { Face } from './face.tsx';
import { cardsOf, refusalOfCard, trumpOf, type Table } from './round.ts';
import { textOfRefusal } from './texts.ts';

interface Props {
  G: Table;
  playerID: string;
  isNext: boolean;
  play: (card: Card) => void;
  ref: Ref<HTMLUListElement>;
}

/** The viewer's cards. Those that cannot be played now stay reachable, and say why. */
export function Hand({ G, playerID, isNext, play, ref }: Props) {
  const reasonID = useId();
  const [refused, setRefused] = useState<Card | null>(null);
  const cards = sorted(cardsOf(G, playerID), trumpOf(G));

  function reasonOf(card: Card): string | undefined {
    if (!isNext) return 'It is not your turn to play.';
    const refusal = refusalOfCard(G, playerID, card);
    return refusal && textOfRefusal(G, refusal);
  }

  function choose(card: Card) {
    if (reasonOf(card) !== undefined) return setRefused(card);
    setRefused(null);
    play(card);
  }

  const shown = refused && cards.includes(refused) ? reasonOf(refused) : undefined;
  return (
    <>
      <ul className="hand" aria-label="Your hand" ref={ref} tabIndex={-1}>
        {cards.map((card) => {
          const reason = reasonOf(card);
          return (
            <li key={card}>
              <button
                type="button" aria-disabled={reason !== undefined} aria-describedby={reason && `${reasonID}-${card}`} title={reason}
                className={isNext && reason ? 'illegal' : undefined} onClick={() => choose(card)}
              >
                <Face card={card} />
              </button>
              {reason && <span id={`${reasonID}-${card}`} hidden>{reason}</span>}
            </li>
          );
        })}
      </ul>
      <p className="reason" role="status">{shown}</p>
    </>
  );
}
