import type { PlayerID } from 'rondel';
import { ScoreTable } from '../shell/ScoreTable.tsx';
import { totalOf, type Table } from './round.ts';

interface Props {
  G: Table;
  around: readonly PlayerID[];
  names: Record<PlayerID, string>;
}

/** The rounds so far: the tricks and the bid of each player, and the points. */
export function Scores({ G, around, names }: Props) {
  if (G.results.length === 0) return null;
  return (
    <ScoreTable unit="Cards" order={around} names={names} totalOf={(id) => totalOf(G, id)}>
      {G.results.map(({ cards, bids, taken, points }, round) => (
        <tr key={round}>
          <th scope="row">{cards}</th>
          {around.map((id) => (
            <td key={id} className={points[id] > 0 ? 'exact' : undefined}>
              {points[id]} <small>{taken[id]} of {bids[id]}<span className="hidden"> tricks</span></small>
            </td>
          ))}
        </tr>
      ))}
    </ScoreTable>
  );
}
