import type { ReactNode } from 'react';
import type { PlayerID } from 'rondel';

interface Props {
  /** Heading of the first column, such as `Round`. */
  unit: string;
  order: readonly PlayerID[];
  names: Record<PlayerID, string>;
  totalOf: (playerID: PlayerID) => number;
  /** The rows between the names and the totals. */
  children: ReactNode;
}

/** The scores of a match, with a column for each player. */
export function ScoreTable({ unit, order, names, totalOf, children }: Props) {
  return (
    <table className="scores">
      <caption>Scores</caption>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          {order.map((id) => <th key={id} scope="col" title={names[id]}>{names[id]}</th>)}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {order.map((id) => <td key={id}>{totalOf(id)}</td>)}
        </tr>
      </tfoot>
    </table>
  );
}
