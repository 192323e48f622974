import type { PlayerID } from 'rondel';
import { ScoreTable } from '../shell/ScoreTable.tsx';
import { totalOf, type Beach } from './beach.ts';
import { sumOf, triangle, type TidePoints } from './scores.ts';

interface Props {
  G: Beach;
  order: readonly PlayerID[];
  names: Record<PlayerID, string>;
}

const textsOf = ({ glass, shells, wood, gulls }: TidePoints) => [`glass ${glass}`, `shells ${shells}`, `wood ${wood}`, `gulls ${gulls}`];

/** The points of the tides so far, of map scraps and of whistles. */
export function Tides({ G, order, names }: Props) {
  if (G.results.length === 0) return null;
  return (
    <ScoreTable unit="Tide" order={order} names={names} totalOf={(id) => totalOf(G, id)}>
      {G.results.map((result, tide) => (
        <tr key={tide}>
          <th scope="row">{tide + 1}</th>
          {order.map((id) => <td key={id}>{sumOf(result[id])} {textsOf(result[id]).map((text) => <small key={text}>{text} </small>)}</td>)}
        </tr>
      ))}
      <tr>
        <th scope="row">Maps</th>
        {order.map((id) => <td key={id}>{triangle(G.maps[id])}</td>)}
      </tr>
      <tr>
        <th scope="row">Whistles</th>
        {order.map((id) => <td key={id}>{G.whistles[id]}</td>)}
      </tr>
    </ScoreTable>
  );
}
