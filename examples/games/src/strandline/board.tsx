import { useEffect, useRef } from 'react';
import type { TableProps } from '../shell/game-module.ts';
import { isReacting, questionFor } from './beach.ts';
import type { game } from './game.ts';
import { Hand } from './hand.tsx';
import { Players } from './players.tsx';
import { Reaction } from './reaction.tsx';
import { Reveal } from './reveal.tsx';
import { Tides } from './tides.tsx';
import { textOfDirection, textOfLast, textOfStatus, textOfTide } from './texts.ts';
import './style.css';

/** Uses no hook of Rondel, so that it is also a board of boardgame.io. */
export function Board({ G, ctx, moves, playerID, names, announce, useTimeLeft }: TableProps<typeof game>) {
  const hand = useRef<HTMLUListElement>(null);
  const order = ctx.playOrder;
  const viewer = { playerID, names };
  const isOver = ctx.gameover !== undefined;
  const status = textOfStatus(G, ctx, viewer);
  const last = textOfLast(G, ctx, viewer);
  const left = useTimeLeft();
  const isAsked = playerID !== null && !isOver && questionFor(G, playerID) !== undefined;

  useEffect(() => announce(`${last} ${status}`), [announce, last, status]);

  /** Makes a move. Its button disappears, so the focus goes to the hand. */
  function act(move: () => void) {
    move();
    hand.current?.focus({ preventScroll: true });
  }

  return (
    <div className="strandline">
      <p className="facts">
        <b>{textOfTide(G)}</b>
        <span>{textOfDirection(G, order, viewer)}</span>
        {left !== null && <span className="time">{Math.ceil(left / 1000)} s left</span>}
      </p>
      {G.wave && <Reveal wave={G.wave} order={order} viewer={viewer} />}
      <p className="status">{status}</p>
      {isAsked && (
        <Reaction
          G={G} order={order} playerID={playerID} names={names}
          moves={{
            shoo: () => act(() => moves.shoo()),
            letGo: () => act(() => moves.letGo()),
            claim: (owner) => act(() => moves.claim(owner)),
            pass: () => act(() => moves.pass()),
          }}
        />
      )}
      {playerID !== null && (
        <Hand ref={hand} G={G} playerID={playerID} canPick={!isOver && G.picks[playerID] === null && !isReacting(G)} pick={(card) => act(() => moves.pick(card))} />
      )}
      <Players G={G} order={order} names={names} isOver={isOver} />
      <Tides G={G} order={order} names={names} />
    </div>
  );
}
