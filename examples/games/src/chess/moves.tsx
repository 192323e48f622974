import { useEffect, useRef } from 'react';
import type { HalfMove } from './laws.ts';
import { textOfMove } from './texts.ts';

/** The moves in algebraic notation. The last one stays in view. */
export function MoveList({ moves }: { moves: readonly HalfMove[] }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => { list.current?.scrollTo({ top: list.current.scrollHeight }); }, [moves.length]);
  const rounds = moves.filter((_, at) => at % 2 === 0).map((white, at) => [white, moves[2 * at + 1]]);
  return (
    // It scrolls, so that the keyboard has to reach it.
    <ol className="moves" aria-label="Moves" tabIndex={0} ref={list}>
      {rounds.map((round, at) => (
        <li key={at}>
          {round.map((half, index) => half && <span key={index}><span aria-hidden="true">{half.san}</span><span className="hidden">{textOfMove(half)}</span></span>)}
        </li>
      ))}
    </ol>
  );
}
