import type { PlayerID } from 'rondel';
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
    <table>
      <caption>Scores</caption>
      <thead>
        <tr>
          <th scope="col">Cards</th>
          {around.map((id) => <th key={id} scope="col" title={names[id]}>{names[id]}</th>)}
        </tr>
      </thead>
      <tbody>
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
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {around.map((id) => <td key={id}>{totalOf(G, id)}</td>)}
        </tr>
      </tfoot>
    </table>
  );
}
