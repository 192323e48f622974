import { useId } from 'react';
import { excludedBid, sizeOf, type Table } from './round.ts';
import { textOfRefusal } from './texts.ts';

interface Props {
  G: Table;
  playerID: string;
  bid: (bid: number) => void;
}

/** The bids from zero to all tricks. The dealer cannot choose one of them. */
export function Bids({ G, playerID, bid }: Props) {
  const reasonID = useId();
  const excluded = excludedBid(G, playerID);
  return (
    <fieldset className="bids">
      <legend>Your bid</legend>
      {Array.from({ length: sizeOf(G) + 1 }, (_, number) => (
        <button
          key={number} type="button" aria-label={`Bid ${number}`} aria-disabled={number === excluded} aria-describedby={number === excluded ? reasonID : undefined}
          onClick={() => number !== excluded && bid(number)}
        >
          {number}
        </button>
      ))}
      {excluded !== null && <p id={reasonID}>{textOfRefusal(G, 'hook')}</p>}
    </fieldset>
  );
}
