import type { PlayerID } from 'rondel';
import type { Wave } from './beach.ts';
import { Face } from './face.tsx';
import { textOfOutcome, type Viewer } from './texts.ts';

interface Props {
  wave: Wave;
  order: readonly PlayerID[];
  viewer: Viewer;
}

/** The cards that all have revealed, and what has become of them. */
export function Reveal({ wave, order, viewer }: Props) {
  return (
    <ul className="reveal" aria-label="Revealed cards" data-players={order.length}>
      {order.map((id) => {
        const crate = wave.crates.find(({ owner }) => owner === id);
        return (
          <li key={id}>
            <b className="name">{viewer.names[id]}</b>
            {/* Another card of the same player is another element, so that it turns up again. */}
            <span className="turned" key={wave.picks[id]}>
              <Face card={wave.picks[id]} />
              {crate && <Face card={crate.card} isSmall />}
            </span>
            <small>{textOfOutcome(wave, id, viewer)}</small>
          </li>
        );
      })}
    </ul>
  );
}
