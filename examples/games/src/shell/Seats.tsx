import type { PlayerID } from 'rondel';
import type { useMatchData } from 'rondel/react';

interface Props {
  players: ReturnType<typeof useMatchData>;
  names: Record<PlayerID, string>;
}

/** The seats of a match: who sits there, and who is away. */
export function Seats({ players, names }: Props) {
  return (
    <ul className="seats" aria-label="Seats">
      {players?.map(({ id, name, isConnected }) => {
        const status = name === undefined ? 'free' : isConnected ? 'here' : 'away';
        return (
          <li key={id} className={status}>
            {names[id]} {status === 'away' && <small>away</small>}
          </li>
        );
      })}
    </ul>
  );
}
