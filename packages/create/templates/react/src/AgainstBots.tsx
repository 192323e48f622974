import { useState } from 'react';
import { useClient } from 'rondel/react';
import { nameOfSeat, playAgainst } from './bots.ts';
import { Choice } from './Choice.tsx';
import { Table } from './Table.tsx';

/** A match in this page. */
export function AgainstBots() {
  const [bots, setBots] = useState(1);
  const [round, setRound] = useState(1);
  return (
    <>
      <div className="row">
        <Choice label="Opponents" value={bots} values={[1, 2, 3]} choose={setBots} />
        <button type="button" onClick={() => setRound(round + 1)}>New match</button>
      </div>
      <Match key={`${bots}/${round}`} bots={bots} />
    </>
  );
}

function Match({ bots }: { bots: number }) {
  const [options] = useState(() => playAgainst(bots));
  const client = useClient(options);
  return <Table client={client} nameOf={nameOfSeat} />;
}
