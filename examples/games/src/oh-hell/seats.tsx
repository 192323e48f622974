import type { PlayerID } from 'rondel';
import { Face } from './face.tsx';
import { takenBy, totalOf, type Table } from './round.ts';
import { counted } from './texts.ts';

interface Props {
  G: Table;
  /** The players in the order of their seats. */
  around: readonly PlayerID[];
  names: Record<PlayerID, string>;
  /** The player who is to act, or `null`. */
  next: PlayerID | null;
}

/** The players around the table, with their bids and tricks, and in front of each the card in the present trick. */
export function Seats({ G, around, names, next }: Props) {
  const trick = G.tricks.at(-1);
  return (
    <ol className="around" aria-label="Players and their cards in this trick" data-players={around.length}>
      {around.map((id) => {
        const card = trick?.plays.find((play) => play.playerID === id)?.card;
        const bid = G.bids[id];
        return (
          <li key={id} className={id === next ? 'next' : undefined} aria-current={id === next || undefined}>
            <b className="name">{names[id]}</b>
            <small className="points">{counted(totalOf(G, id), 'point')}</small>
            <span className="slot">{card && <Face card={card} isWinner={trick?.winner === id} />}</span>
            <span className={bid === takenBy(G, id) ? 'count exact' : 'count'}>
              {bid === null ? 'no bid' : <>{takenBy(G, id)} of {bid}<span className="hidden"> tricks</span></>}
            </span>
            {id === G.dealer && <small className="dealer">Dealer</small>}
          </li>
        );
      })}
    </ol>
  );
}
