import { useState } from 'react';
import type { PlayerID } from 'rondel';
import type { TableProps } from '../shell/game-module.ts';
import { canOfferDraw, otherPlayer } from './game.ts';
import type { game } from './game.ts';
import { canClaimDraw } from './laws.ts';

type Props = Pick<TableProps<typeof game>, 'G' | 'moves'> & { playerID: PlayerID; isNext: boolean };

/** Buttons of a player for all but moves: draws and resignation. */
export function Actions({ G, moves, playerID, isNext }: Props) {
  const [isSure, setSure] = useState(false);
  if (isSure) {
    return (
      <>
        <button type="button" className="danger" autoFocus onClick={() => moves.resign()}>Really resign</button>
        <button type="button" onClick={() => setSure(false)}>Play on</button>
      </>
    );
  }
  return (
    <>
      {G.offer === otherPlayer(playerID) && (
        <>
          <button type="button" className="primary" onClick={() => moves.acceptDraw()}>Accept draw</button>
          <button type="button" onClick={() => moves.declineDraw()}>Decline draw</button>
        </>
      )}
      {isNext && canClaimDraw(G) && <button type="button" onClick={() => moves.claimDraw()}>Claim draw</button>}
      {G.offer === null && <button type="button" disabled={!canOfferDraw(G, playerID)} onClick={() => moves.offerDraw()}>Offer draw</button>}
      <button type="button" onClick={() => setSure(true)}>Resign</button>
    </>
  );
}
