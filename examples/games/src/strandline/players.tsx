import type { PlayerID } from 'rondel';
import { isReacting, totalOf, waitingFor, type Beach } from './beach.ts';
import { sorted } from './cards.ts';
import { Face } from './face.tsx';
import { counted } from './texts.ts';

interface Props {
  G: Beach;
  /** The players in the order of their seats. */
  order: readonly PlayerID[];
  names: Record<PlayerID, string>;
  isOver: boolean;
}

/** The players with their points, whistles, and the cards in front of them. */
export function Players({ G, order, names, isOver }: Props) {
  const waiting = waitingFor(G, order);
  const status = (id: PlayerID) => (waiting.includes(id) ? (isReacting(G) ? 'deciding' : 'choosing') : 'ready');
  return (
    <ul className="players" aria-label="Players and their finds">
      {order.map((id) => (
        <li key={id} className={waiting.includes(id) ? 'waiting' : undefined}>
          <b className="name">{names[id]}</b>
          <small>{counted(totalOf(G, id), 'point')}, {counted(G.whistles[id], 'whistle')}{!isOver && `, ${status(id)}`}</small>
          <span className="finds">
            {G.finds[id].length === 0 ? <small>No finds yet</small> : sorted(G.finds[id]).map((card) => <Face key={card} card={card} isSmall />)}
          </span>
        </li>
      ))}
    </ul>
  );
}
